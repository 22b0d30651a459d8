"""One pool of equal pages for layers of several kinds: how many tokens vLLM says that its KV cache holds.

Layers of one kind are cut into groups of equal size; a page serves one group, and the pages of all kinds are as large
as the largest. The number of tokens that is printed takes every group for one that holds all tokens, windows and states
among them, so that of a hybrid it is no measure of how many requests there is room for: that is another line.
Source: vllm/v1/core/kv_cache_utils.py (_get_kv_cache_groups_uniform_page_size, _report_kv_cache_config).
"""

from __future__ import annotations

from collections.abc import Iterable

from planner.ledger import Builder, Slot
from planner.parts.base import Cached
from planner.scope import GroupScope
from planner.words import QT_TRANSLATE_NOOP

POOL = QT_TRANSLATE_NOOP(
    "references",
    "vllm/v1/core/kv_cache_utils.py: pages of one size, shared by groups of equally many layers of one kind",
)

Found = tuple[GroupScope, Cached, Slot]


def takes_room(cached: Cached, policy: str) -> bool:
    """Whether every further token takes room in this cache, index keys included."""
    return cached.tokens == "context" or bool(cached.per) or (policy == "full" and bool(cached.window))


def kind_of(cached: Cached) -> str:
    """Which layers share a group: those that hold all tokens, those with a window of one sort, those with a state."""
    if cached.window:
        return cached.window
    return "whole" if cached.tokens == "context" else "state"


def pool_lines(builder: Builder, found: Iterable[Found], states_in_pages: bool) -> Slot:
    """The line with the bytes that one token takes in the pool, as the engine counts it."""
    kinds: dict[str, dict[str, list[Found]]] = {}
    for group, cached, key in found:
        kinds.setdefault(kind_of(cached), {}).setdefault(group.prefix, []).append((group, cached, key))
    counted = {kind: groups for kind, groups in kinds.items() if kind != "state"}
    if states_in_pages and "state" in kinds and _states_alone(kinds["state"], counted):
        counted["state"] = kinds["state"]
    label = QT_TRANSLATE_NOOP("ledger", "Bytes of a token in the pool")
    if len(counted) == 1:
        (groups,) = counted.values()
        slots = {prefix: _of_layers(builder, prefix, members) for prefix, members in groups.items()}
        return builder.fold("kv_pool", None, "kv_cache", label, "byte/token", "+", slots, POOL)
    layers = {kind: _layers_of_kind(builder, kind, groups) for kind, groups in counted.items()}
    size = _group_size(builder, layers)
    whole = {
        kind: builder.add(
            f"kv_pool.{kind}.padded",
            "kv_pool",
            "kv_cache",
            QT_TRANSLATE_NOOP("ledger", "Layers of this kind, in whole groups"),
            "layer",
            "round_up(layers, group_size)",
            {"layers": slot, "group_size": size},
            POOL,
        )
        for kind, slot in layers.items()
    }
    tokens = {
        f"{prefix}_token": _of_one_layer(builder, prefix, members)
        for kind, groups in counted.items()
        if kind != "state"
        for prefix, members in groups.items()
    }
    label_token = QT_TRANSLATE_NOOP("ledger", "Most bytes per token and layer")
    builder.fold("kv_pool.token", "kv_pool", "kv_cache", label_token, "byte/token", "max", tokens, POOL)
    text = f"({' + '.join(whole)}) * token"
    return builder.add(
        "kv_pool", None, "kv_cache", label, "byte/token", text, {**whole, "token": "kv_pool.token"}, POOL
    )


def _states_alone(states: dict[str, list[Found]], others: dict[str, dict[str, list[Found]]]) -> bool:
    """Whether some layers keep a state and nothing else; a state beside keys is no layer of its own."""
    beside = {prefix for groups in others.values() for prefix in groups}
    return any(prefix not in beside for prefix in states)


def _of_one_layer(builder: Builder, prefix: str, members: list[Found]) -> Slot:
    slots = {cached.key: f"{key}.token" for _, cached, key in members if cached.tokens != "1"}
    label = QT_TRANSLATE_NOOP("ledger", "Per token and layer")
    return builder.fold(f"kv_pool.{prefix}.token", "kv_pool", "kv_cache", label, "byte/token", "+", slots, POOL)


def _of_layers(builder: Builder, prefix: str, members: list[Found]) -> Slot:
    group = members[0][0]
    names = {**group.shared, **group.here, "token": _of_one_layer(builder, prefix, members)}
    label = group.label
    return builder.add(f"kv_pool.{prefix}", "kv_pool", "kv_cache", label, "byte/token", "layers * token", names, POOL)


def _layers_of_kind(builder: Builder, kind: str, groups: dict[str, list[Found]]) -> Slot:
    slots = {
        prefix: members[0][0].here.get("layers", members[0][0].shared["layers"]) for prefix, members in groups.items()
    }
    label = QT_TRANSLATE_NOOP("ledger", "Layers that share a kind of cache")
    return builder.fold(f"kv_pool.{kind}", "kv_pool", "kv_cache", label, "layer", "+", slots, POOL)


def _group_size(builder: Builder, layers: dict[str, Slot]) -> Slot:
    least, most = f"min({', '.join(layers)})", f"max({', '.join(layers)})"
    for key, text in (("least", least), ("most", most)):
        label = QT_TRANSLATE_NOOP("ledger", "Layers of the rarest kind")
        if key == "most":
            label = QT_TRANSLATE_NOOP("ledger", "Layers of the commonest kind")
        builder.add(f"kv_pool.{key}", "kv_pool", "kv_cache", label, "layer", text, layers, POOL)
    return builder.add(
        "kv_pool.group_size",
        "kv_pool",
        "kv_cache",
        QT_TRANSLATE_NOOP("ledger", "Layers of a group"),
        "layer",
        "least + (most - least) * min(max(5 * least - 4 * most, 0), 1)",
        {"least": "kv_pool.least", "most": "kv_pool.most"},
        QT_TRANSLATE_NOOP(
            "references", "The rarest kind's layers; the commonest's where that is less than a quarter more"
        ),
    )
