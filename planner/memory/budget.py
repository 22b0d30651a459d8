"""What may be used: the card, the share of it that an engine takes, what stays free, and what of that the cache gets.

Needed is what a load takes; reserved is what an engine takes whatever the load. They are different lines.
"""

from __future__ import annotations

from planner.formula import formula
from planner.ledger import Builder
from planner.memory.activations import activation_band
from planner.memory.capacity import capacity_lines
from planner.memory.overheads import BAND, overhead_band, overheads_of
from planner.scope import Scopes
from planner.words import QT_TRANSLATE_NOOP

FRACTIONS = {
    "total": QT_TRANSLATE_NOOP("references", "vLLM: gpu_memory_utilization of the card's total memory"),
    "available": QT_TRANSLATE_NOOP("references", "SGLang: mem_fraction_static of what is free before loading"),
    "free": QT_TRANSLATE_NOOP(
        "references", "TensorRT-LLM: free_gpu_memory_fraction of what is free after loading, for the KV cache alone"
    ),
}
WIDEST = f"3 * usable // 50 + {2**29 - 1}"
"""The widest band of the room: 6 % of the card and 0.5 GiB."""
DRAWN_IN = QT_TRANSLATE_NOOP(
    "references", "Parts are not all at one end at a time: the band is held to 6 % of the card and 0.5 GiB"
)
BEFORE_LOADING = frozenset({"device_context", "communicator"})
"""Overheads that are there before weights are loaded."""


BASES = {
    "usable": (
        QT_TRANSLATE_NOOP("ledger", "Usable memory"),
        "usable_memory - reserved_memory",
        QT_TRANSLATE_NOOP(
            "references",
            "What software can allocate on the device, less than its label, without what is kept for others",
        ),
    ),
    "free": (
        QT_TRANSLATE_NOOP("ledger", "Free memory when it was read"),
        "free_memory",
        QT_TRANSLATE_NOOP(
            "references", "What no process held on the device; a display and other processes are taken off already"
        ),
    ),
}


def budget_lines(builder: Builder, scopes: Scopes) -> None:
    """Usable, allowed, free, the band, reserved, and the room for the KV cache with what it holds."""
    budget = scopes.choices.serving.budget
    cache = "kv_cache + draft_kv_cache" if scopes.choices.draft else "kv_cache"
    names = {
        **scopes.shared,
        "draft_kv_cache": "draft.kv_cache",
        **{key: key for key in ("needed", "usable", "kv_cache", "allowed", "outside")},
    }

    def add(key: str, parent: str | None, label: str, text: str, reference: str, unit: str = "byte") -> None:
        scope = {name: name if name in builder.lines else names[name] for name in formula(text).names}
        builder.add(key, parent, "memory", label, unit, text, scope, reference)

    label, text, what = BASES[scopes.choices.memory_basis]
    add("usable", None, label, text, what)
    if budget in ("total", "available"):
        _outside(builder, scopes)
        label = QT_TRANSLATE_NOOP("ledger", "Allowed to the engine")
        add("allowed", None, label, f"round_up(memory_fraction * {_base(scopes)}, 1)", FRACTIONS[budget])
        label = QT_TRANSLATE_NOOP("ledger", "Free within what is allowed")
        add(
            "free_within",
            None,
            label,
            "allowed - (needed - outside)",
            QT_TRANSLATE_NOOP("references", "What lies outside the fraction is left out"),
        )
    elif budget == "free":
        label = QT_TRANSLATE_NOOP("ledger", "Allowed to the KV cache")
        add(
            "allowed",
            None,
            label,
            f"round_up(max(memory_fraction * (usable - (needed - ({cache}))), 0), 1)",
            FRACTIONS[budget],
        )
        label = QT_TRANSLATE_NOOP("ledger", "Free within what is allowed")
        add(
            "free_within",
            None,
            label,
            f"allowed - ({cache})",
            QT_TRANSLATE_NOOP("references", "The rest of the card is kept for activations"),
        )
    free = QT_TRANSLATE_NOOP("ledger", "Free")
    if budget == "none":
        add(
            "free",
            None,
            free,
            "usable - needed",
            QT_TRANSLATE_NOOP("references", "Negative when the plan does not fit"),
        )
    else:
        label = QT_TRANSLATE_NOOP("ledger", "Free on the card")
        add(
            "free_on_card",
            None,
            label,
            "usable - needed",
            QT_TRANSLATE_NOOP("references", "Before the engine's budget"),
        )
        text = "min(free_within, free_on_card)"
        if scopes.choices.memory_basis == "free" and budget == "total":
            text = "min(free_within, free_on_card, usable - allowed)"
        add(
            "free",
            None,
            free,
            text,
            QT_TRANSLATE_NOOP(
                "references", "Negative when the plan does not fit, or less is free than the engine asks for"
            ),
        )
    band_lines(builder, scopes)
    label = QT_TRANSLATE_NOOP("ledger", "Reserved per GPU")
    reserved = {"none": "needed", "free": f"needed - ({cache}) + allowed"}.get(budget, "allowed + outside")
    add(
        "reserved",
        None,
        label,
        reserved,
        QT_TRANSLATE_NOOP("references", "What the engine holds whatever the load: nvidia-smi shows this"),
    )
    label = QT_TRANSLATE_NOOP("ledger", "Room for the KV cache")
    text, what = f"max(free + {cache}, 0)", QT_TRANSLATE_NOOP("references", "All that is free, given to the cache")
    if budget != "none":
        text, what = (
            f"max(free_within + {cache}, 0)",
            QT_TRANSLATE_NOOP("references", "All that the fraction leaves: an engine does not know the rest"),
        )
    add("kv_budget", None, label, text, what)
    _room_band(builder, scopes)
    capacity_lines(builder, scopes)
    if budget in ("total", "available"):
        label = QT_TRANSLATE_NOOP("ledger", "Least memory fraction")
        add(
            "least_fraction",
            None,
            label,
            f"(needed - outside) / {_base(scopes)}",
            QT_TRANSLATE_NOOP("references", "The fraction at which nothing stays free"),
            "",
        )


def _outside(builder: Builder, scopes: Scopes) -> None:
    """What the budget does not cover, as the engine's row says."""
    parts = {key: f"overhead.{key}" for key in _beside(scopes)}
    if not scopes.choices.serving.activations_inside:
        parts["activations"] = "activations"
    label = QT_TRANSLATE_NOOP("ledger", "Outside the engine's budget")
    builder.fold(
        "outside",
        None,
        "memory",
        label,
        "byte",
        "+",
        parts,
        QT_TRANSLATE_NOOP("references", "As the engine's row says, with its evidence"),
    )


def _base(scopes: Scopes, end: str = "") -> str:
    """What the memory fraction is a fraction of: the card, or what is free when the process has joined the others."""
    if scopes.choices.serving.budget == "total":
        return "usable_memory"
    taken = [f"{key}{end}" for key, _ in overheads_of(scopes) if key in BEFORE_LOADING]
    return f"(usable - {' - '.join(taken)})"


def _beside(scopes: Scopes) -> list[str]:
    """The overheads that the budget does not cover."""
    serving = scopes.choices.serving
    inside = {"device_context": serving.context_inside, "graphs": serving.graphs_inside}
    if serving.budget == "available":  # the cache is cut from what is free after loading, before any step has run
        inside |= {"device_context": False, "communicator": False, "runtime": False}
    return [key for key, _ in overheads_of(scopes) if not inside.get(key, True)]


def _room_band(builder: Builder, scopes: Scopes) -> None:
    """The room for the KV cache with overheads and activations towards either end of their bands.

    Not every part is at the same end at a time: where all together reach further than WIDEST, the ends are drawn in by
    one factor, which leaves the typical room where it is. Tight is judged by the whole reach (`needed_high`).
    """
    budget = scopes.choices.serving.budget
    banded = _banded(scopes)
    cache = "kv_cache + draft_kv_cache" if scopes.choices.draft else "kv_cache"
    for end, other, label in (
        ("low", "high", QT_TRANSLATE_NOOP("ledger", "Room for the KV cache, all at the low end")),
        ("high", "low", QT_TRANSLATE_NOOP("ledger", "Room for the KV cache, all at the high end")),
    ):
        names = {**scopes.shared, **{key: key for key in ("usable", "kv_cache", "activations")}}
        names["draft_kv_cache"] = "draft.kv_cache"
        names |= {key: key for key in (f"needed_{other}", f"activations_{other}")}
        rest = f"(needed_{other} - ({cache}))"
        text = f"usable - {rest}"
        if budget in ("total", "available"):
            beside = [f"{key}_{other}" for key in _beside(scopes)]
            if not scopes.choices.serving.activations_inside:
                beside.append(f"activations_{other}" if banded else "activations")
            text = f"memory_fraction * {_base(scopes, f'_{other}')} - ({' - '.join([rest, *beside])})"
        elif budget == "free":
            text = f"memory_fraction * ({text})"
        text = f"round_up(max({text}, 0), 1)"
        builder.add(f"kv_reach_{end}", None, "kv_cache", label, "byte", text, names, BAND)
    names = {key: key for key in ("usable", "kv_budget", "kv_reach_low", "kv_reach_high")}
    width = "kv_reach_high - kv_reach_low"
    for end, label in (
        ("low", QT_TRANSLATE_NOOP("ledger", "Room for the KV cache, low end of the band")),
        ("high", QT_TRANSLATE_NOOP("ledger", "Room for the KV cache, high end of the band")),
    ):
        drawn = f"(kv_reach_{end} - kv_budget) * min({WIDEST}, max({width}, 0)) // max({width}, 1)"
        text = f"max(kv_budget + {drawn}, 0)"
        builder.add(f"kv_budget_{end}", None, "kv_cache", label, "byte", text, names, DRAWN_IN)


def _banded(scopes: Scopes) -> bool:
    """Whether the activations have a band of their own."""
    return scopes.choices.serving.step == "profiled" and not scopes.choices.serving.printed


def band_lines(builder: Builder, scopes: Scopes) -> None:
    """What is needed at either end of the band, and how much is to stay free."""
    profiled = _banded(scopes)
    names = {key: key for key in ("needed", "overhead", "activations")}
    for end, label in (
        ("low", QT_TRANSLATE_NOOP("ledger", "Needed, low end of the band")),
        ("high", QT_TRANSLATE_NOOP("ledger", "Needed, high end of the band")),
    ):
        text = f"needed - overhead + overhead_{end}"
        scope = {**names, f"overhead_{end}": f"overhead_{end}", f"activations_{end}": f"activations_{end}"}
        if profiled:
            text = f"{text} - activations + activations_{end}"
        builder.add(f"needed_{end}", None, "memory", label, "byte", text, scope, BAND)
        overhead_band(builder, scopes, end)
    if profiled:
        activation_band(builder)
    label = QT_TRANSLATE_NOOP("ledger", "Tight below this much free")
    names = {**scopes.shared, "usable": "usable"}
    reference = QT_TRANSLATE_NOOP("references", "A share of the card kept for what a plan cannot know")
    builder.add("tight_below", None, "memory", label, "byte", "usable * tight_share", names, reference)
