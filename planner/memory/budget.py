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


class _Lines:
    """Where the lines of a budget are added: their names, and the caches that it is to hold."""

    def __init__(self, builder: Builder, scopes: Scopes) -> None:
        self.builder, self.scopes = builder, scopes
        self.budget = scopes.choices.serving.budget
        self.cache = _cache(scopes)
        own = {key: key for key in ("needed", "usable", "kv_cache", "allowed", "outside")}
        self._names = {**scopes.shared, "draft_kv_cache": "draft.kv_cache", **own}

    def add(self, key: str, label: str, text: str, reference: str, unit: str = "byte") -> None:
        lines = self.builder.lines
        scope = {name: name if name in lines else self._names[name] for name in formula(text).names}
        self.builder.add(key, None, "memory", label, unit, text, scope, reference)


def budget_lines(builder: Builder, scopes: Scopes) -> None:
    """Usable, allowed, free, the band, reserved, and the room for the KV cache with what it holds."""
    lines = _Lines(builder, scopes)
    label, text, what = BASES[scopes.choices.memory_basis]
    lines.add("usable", label, text, what)
    _allowed(lines)
    _free(lines)
    band_lines(builder, scopes)
    _reserved(lines)
    _room(lines)
    _room_band(builder, scopes)
    capacity_lines(builder, scopes)
    if lines.budget in ("total", "available"):
        label = QT_TRANSLATE_NOOP("ledger", "Least memory fraction")
        what = QT_TRANSLATE_NOOP("references", "The fraction at which nothing stays free")
        lines.add("least_fraction", label, f"(needed - outside) / {_base(scopes)}", what, "")


def _cache(scopes: Scopes) -> str:
    return "kv_cache + draft_kv_cache" if scopes.choices.draft else "kv_cache"


def _allowed(lines: _Lines) -> None:
    """What the engine's fraction allows it, or the cache alone, and what of that is free."""
    free = QT_TRANSLATE_NOOP("ledger", "Free within what is allowed")
    if lines.budget in ("total", "available"):
        _outside(lines.builder, lines.scopes)
        label, text = QT_TRANSLATE_NOOP("ledger", "Allowed to the engine"), f"memory_fraction * {_base(lines.scopes)}"
        lines.add("allowed", label, f"round_up({text}, 1)", FRACTIONS[lines.budget])
        what = QT_TRANSLATE_NOOP("references", "What lies outside the fraction is left out")
        lines.add("free_within", free, "allowed - (needed - outside)", what)
    elif lines.budget == "free":
        label = QT_TRANSLATE_NOOP("ledger", "Allowed to the KV cache")
        text = f"max(memory_fraction * (usable - (needed - ({lines.cache}))), 0)"
        lines.add("allowed", label, f"round_up({text}, 1)", FRACTIONS[lines.budget])
        what = QT_TRANSLATE_NOOP("references", "The rest of the card is kept for activations")
        lines.add("free_within", free, f"allowed - ({lines.cache})", what)


def _free(lines: _Lines) -> None:
    """What stays free: of the card, and of what is allowed where an engine takes a share."""
    free, text = QT_TRANSLATE_NOOP("ledger", "Free"), "usable - needed"
    what = QT_TRANSLATE_NOOP("references", "Negative when the plan does not fit")
    if lines.budget != "none":
        label = QT_TRANSLATE_NOOP("ledger", "Free on the card")
        lines.add("free_on_card", label, text, QT_TRANSLATE_NOOP("references", "Before the engine's budget"))
        at_start = lines.scopes.choices.memory_basis == "free" and lines.budget == "total"
        text = f"min(free_within, free_on_card{', usable - allowed' if at_start else ''})"
        what = QT_TRANSLATE_NOOP(
            "references", "Negative when the plan does not fit, or less is free than the engine asks for"
        )
    lines.add("free", free, text, what)


def _reserved(lines: _Lines) -> None:
    """What the engine takes."""
    texts = {"none": "needed", "free": f"needed - ({lines.cache}) + allowed"}
    label = QT_TRANSLATE_NOOP("ledger", "Reserved per GPU")
    what = QT_TRANSLATE_NOOP("references", "What the engine holds whatever the load: nvidia-smi shows this")
    lines.add("reserved", label, texts.get(lines.budget, "allowed + outside"), what)


def _room(lines: _Lines) -> None:
    """What the cache may have."""
    free, what = "free", QT_TRANSLATE_NOOP("references", "All that is free, given to the cache")
    if lines.budget != "none":
        free = "free_within"
        what = QT_TRANSLATE_NOOP("references", "All that the fraction leaves: an engine does not know the rest")
    label = QT_TRANSLATE_NOOP("ledger", "Room for the KV cache")
    lines.add("kv_budget", label, f"max({free} + {lines.cache}, 0)", what)


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
    cache = _cache(scopes)
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
