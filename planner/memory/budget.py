"""What may be used: the card, the share of it that an engine takes, what stays free, and what of that the cache gets.

Needed is what a load takes; reserved is what an engine takes whatever the load. They are different lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from planner.ledger import Builder, Slot
from planner.memory.activations import activation_band
from planner.memory.cache import caches_of, elsewhere, kept_groups
from planner.memory.overheads import BAND, overhead_band, overheads_of
from planner.memory.pages import PAGE
from planner.memory.pool import POOL, pool_lines, takes_room
from planner.scope import GroupScope, Scopes
from planner.words import QT_TRANSLATE_NOOP

FRACTIONS = {
    "total": "vLLM: gpu_memory_utilization of the card's total memory",
    "available": "SGLang: mem_fraction_static of what is free before loading",
    "free": "TensorRT-LLM: free_gpu_memory_fraction of what is free after loading, for the KV cache alone",
}
REQUESTS = "vllm/v1/core/kv_cache_utils.py, get_kv_cache_capacity: the requests of a whole context, times the context"
BEFORE_LOADING = frozenset({"device_context", "communicator"})
"""Overheads that are there before weights are loaded."""


BASES = {
    "usable": (
        QT_TRANSLATE_NOOP("ledger", "Usable memory"),
        "usable_memory - reserved_memory",
        "What software can allocate on the device, less than its label, without what is kept for others",
    ),
    "free": (
        QT_TRANSLATE_NOOP("ledger", "Free memory when it was read"),
        "free_memory",
        "What no process held on the device; a display and other processes are taken off already",
    ),
}


def budget_lines(builder: Builder, scopes: Scopes) -> None:
    """Usable, allowed, free, the band, reserved, and the room for the KV cache with what it holds."""
    budget = scopes.choices.serving.budget
    names = {**scopes.shared, **{key: key for key in ("needed", "usable", "kv_cache", "allowed", "outside")}}

    def add(key: str, parent: str | None, label: str, text: str, reference: str, unit: str = "byte") -> None:
        builder.add(key, parent, "memory", label, unit, text, names | {key: key for key in builder.lines}, reference)

    label, text, what = BASES[scopes.choices.memory_basis]
    add("usable", None, label, text, what)
    if budget in ("total", "available"):
        _outside(builder, scopes)
        label = QT_TRANSLATE_NOOP("ledger", "Allowed to the engine")
        add("allowed", None, label, f"round_up(memory_fraction * {_base(scopes)}, 1)", FRACTIONS[budget])
        label = QT_TRANSLATE_NOOP("ledger", "Free within what is allowed")
        add("free_within", None, label, "allowed - (needed - outside)", "What lies outside the fraction is left out")
    elif budget == "free":
        label = QT_TRANSLATE_NOOP("ledger", "Allowed to the KV cache")
        add("allowed", None, label, "round_up(memory_fraction * (usable - (needed - kv_cache)), 1)", FRACTIONS[budget])
        label = QT_TRANSLATE_NOOP("ledger", "Free within what is allowed")
        add("free_within", None, label, "allowed - kv_cache", "The rest of the card is kept for activations")
    free = QT_TRANSLATE_NOOP("ledger", "Free")
    if budget == "none":
        add("free", None, free, "usable - needed", "Negative when the plan does not fit")
    else:
        label = QT_TRANSLATE_NOOP("ledger", "Free on the card")
        add("free_on_card", None, label, "usable - needed", "Before the engine's budget")
        add("free", None, free, "min(free_within, free_on_card)", "Negative when the plan does not fit")
    _band(builder, scopes)
    label = QT_TRANSLATE_NOOP("ledger", "Tight below this much free")
    add("tight_below", None, label, "usable * tight_share", "A share of the card kept for what a plan cannot know")
    label = QT_TRANSLATE_NOOP("ledger", "Reserved per GPU")
    reserved = {"none": "needed", "free": "needed - kv_cache + allowed"}.get(budget, "allowed + outside")
    add("reserved", None, label, reserved, "What the engine holds whatever the load: nvidia-smi shows this")
    label = QT_TRANSLATE_NOOP("ledger", "Room for the KV cache")
    text, what = "max(free + kv_cache, 0)", "All that is free, given to the cache"
    if budget != "none":
        text, what = "max(free_within + kv_cache, 0)", "All that the fraction leaves: an engine does not know the rest"
    add("kv_budget", None, label, text, what)
    _room_band(builder, scopes)
    _capacity(builder, scopes)
    if budget in ("total", "available"):
        label = QT_TRANSLATE_NOOP("ledger", "Least memory fraction")
        add(
            "least_fraction",
            None,
            label,
            f"(needed - outside) / {_base(scopes)}",
            "The fraction at which nothing stays free",
            "",
        )


def _outside(builder: Builder, scopes: Scopes) -> None:
    """What the budget does not cover, as the engine's row says."""
    parts = {key: f"overhead.{key}" for key in _beside(scopes)}
    if not scopes.choices.serving.activations_inside:
        parts["activations"] = "activations"
    label = QT_TRANSLATE_NOOP("ledger", "Outside the engine's budget")
    builder.fold("outside", None, "memory", label, "byte", "+", parts, "As the engine's row says, with its evidence")


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
    """The room for the KV cache where overheads and activations are at either end of their bands."""
    budget = scopes.choices.serving.budget
    banded = _banded(scopes)
    for end, other, label in (
        ("low", "high", QT_TRANSLATE_NOOP("ledger", "Room for the KV cache, low end of the band")),
        ("high", "low", QT_TRANSLATE_NOOP("ledger", "Room for the KV cache, high end of the band")),
    ):
        names = {**scopes.shared, **{key: key for key in ("usable", "kv_cache", "activations")}}
        names |= {key: key for key in (f"needed_{other}", f"activations_{other}")}
        rest = f"(needed_{other} - kv_cache)"
        text = f"usable - {rest}"
        if budget in ("total", "available"):
            beside = [f"{key}_{other}" for key in _beside(scopes)]
            if not scopes.choices.serving.activations_inside:
                beside.append(f"activations_{other}" if banded else "activations")
            text = f"memory_fraction * {_base(scopes, f'_{other}')} - ({' - '.join([rest, *beside])})"
        elif budget == "free":
            text = f"memory_fraction * ({text})"
        text = f"round_up(max({text}, 0), 1)"
        builder.add(f"kv_budget_{end}", None, "kv_cache", label, "byte", text, names, BAND)


def _banded(scopes: Scopes) -> bool:
    """Whether the activations have a band of their own."""
    return scopes.choices.serving.step == "profiled" and not scopes.choices.serving.printed


def _band(builder: Builder, scopes: Scopes) -> None:
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
        activation_band(builder, scopes)


def _capacity(builder: Builder, scopes: Scopes) -> None:
    """Tokens and requests that the room for the cache holds, beside what does not grow."""
    found = [(group, cached, key) for group in _here(scopes) for _, cached, key in caches_of(group)]
    if not found:
        return
    names = {**scopes.shared, "kv_cache": "kv_cache", "kv_budget": "kv_budget"}
    policy = scopes.choices.serving.kv_policy
    split = " * cp" if scopes.choices.placement.context else ""
    if PAGE in builder.lines:
        names["page_tokens"] = PAGE
    if policy == "pages" and any(cached.window or cached.tokens == "context" for _, cached, _ in found):
        names["each"] = pool_lines(builder, found, scopes.choices.serving.states_in_pages)
        text, reference = f"kv_budget // (page_tokens * each) * page_tokens{split}", POOL
        if scopes.choices.serving.tokens_of == "requests":
            text, reference = "kv_budget * batch * context // kv_cache", REQUESTS
        _tokens(builder, text, names, reference)
    elif any(takes_room(cached, policy) for _, cached, _ in found):
        fixed = {key.replace(".", "_"): key for _, cached, key in found if not takes_room(cached, policy)}
        label = QT_TRANSLATE_NOOP("ledger", "KV cache that does not grow with the context")
        builder.fold("kv_bounded", None, "kv_cache", label, "byte", "+", fixed, "Windows and states at this batch")
        each = {
            f"{group.prefix}_{cached.key}": (group, f"{key}.token")
            for group, cached, key in found
            if takes_room(cached, policy)
        }
        for name, (group, token) in each.items():
            builder.add(
                f"kv_growing.{name}",
                "kv_growing",
                "kv_cache",
                group.label,
                "byte/token",
                "layers * token",
                {**group.shared, **group.here, "token": token},
                "Layers times the bytes of a token",
            )
        label = QT_TRANSLATE_NOOP("ledger", "KV cache that one more token takes")
        summed = {name: f"kv_growing.{name}" for name in each}
        builder.fold("kv_growing", None, "kv_cache", label, "byte/token", "+", summed, "Over all growing caches")
        names |= {"bounded": "kv_bounded", "each": "kv_growing"}
        text = f"max(kv_budget - bounded, 0) // each{split}"
        _tokens(builder, text, names, "Room for the cache over the bytes of a token")
    label = QT_TRANSLATE_NOOP("ledger", "Requests of this context at a time")
    what = "Room for the cache over what one sequence of this context takes"
    text = "kv_budget * batch / kv_cache"
    builder.add("kv_requests", None, "kv_cache", label, "request", text, names, what)


def _tokens(builder: Builder, text: str, names: Mapping[str, Slot], reference: str) -> None:
    label = QT_TRANSLATE_NOOP("ledger", "Tokens that the KV cache holds")
    builder.add("kv_capacity_tokens", None, "kv_cache", label, "token", text, names, reference)
    for end, label in (
        ("low", QT_TRANSLATE_NOOP("ledger", "Tokens that the KV cache holds, low end of the band")),
        ("high", QT_TRANSLATE_NOOP("ledger", "Tokens that the KV cache holds, high end of the band")),
    ):
        own = {**names, "kv_budget": f"kv_budget_{end}"}
        builder.add(f"kv_capacity_tokens_{end}", None, "kv_cache", label, "token", text, own, reference)


def _here(scopes: Scopes) -> Iterator[GroupScope]:
    return (group for group in kept_groups(scopes) if not elsewhere(scopes, group))
