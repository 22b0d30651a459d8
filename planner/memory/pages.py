"""Pages of a cache that holds recurrent states too: as large as a state, and a state takes whole ones.

vLLM gives layers with keys and layers with a state pages of one size. It raises the tokens of a page until the keys of
a layer need as much as its state, and fills up the pages of states. Source: vllm/platforms/interface.py
(_align_hybrid_block_size), vllm/v1/kv_cache_interface.py (MambaSpec.max_memory_usage_bytes).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from planner.ledger import Builder, Slot
from planner.parts.base import Cached
from planner.scope import GroupScope, Scopes
from planner.words import QT_TRANSLATE_NOOP

PAGE = "kv_page_tokens"
LARGE = QT_TRANSLATE_NOOP("references", "vllm/platforms/interface.py: 16 * cdiv(state, 16 * bytes of a token)")
STATES = QT_TRANSLATE_NOOP(
    "references", "vllm/v1/kv_cache_interface.py: two pages per sequence with prefix caching, one without"
)

Found = tuple[GroupScope, tuple[str, Cached, Slot]]


def paged_states(builder: Builder, scopes: Scopes, found: Iterable[Found]) -> frozenset[str]:
    """The groups whose layers keep nothing but a state, in pages; empty where the engine keeps states elsewhere."""
    serving = scopes.choices.serving
    if not serving.states_in_pages or serving.kv_policy != "pages":
        return frozenset()
    states: dict[str, list[Slot]] = {}
    tokens: dict[str, list[Slot]] = {}
    for group, (_, cached, key) in found:
        held = cached.tokens == "context" or cached.window or cached.per
        (tokens if held else states).setdefault(group.prefix, []).append(f"{key}.token")
    alone = {prefix: keys for prefix, keys in states.items() if prefix not in tokens}
    if not alone or not tokens:
        return frozenset()
    sizes = {
        name: _largest(builder, name, groups, label)
        for name, groups, label in (
            ("state", alone, QT_TRANSLATE_NOOP("ledger", "State of a layer")),
            ("token", tokens, QT_TRANSLATE_NOOP("ledger", "Most bytes per token and layer")),
        )
    }
    label = QT_TRANSLATE_NOOP("ledger", "Tokens of a page that is as large as a state")
    text = "round_up(ceil_div(state, token), page_tokens)"
    builder.add(PAGE, None, "kv_cache", label, "token", text, {**scopes.shared, **sizes}, LARGE)
    return frozenset(alone)


def padding_line(builder: Builder, group: GroupScope, keys: Sequence[Slot]) -> None:
    """What the pages of a group's states take beside the states."""
    states = {f"state{number}": f"{key}.token" for number, key in enumerate(keys)}
    names = {**group.shared, **group.here, **states, "page": PAGE, "token": f"{PAGE}.token"}
    builder.add(
        f"kv_cache.{group.prefix}.pages",
        f"kv_cache.{group.prefix}",
        "kv_cache",
        QT_TRANSLATE_NOOP("ledger", "Rest of the pages of the states"),
        "byte",
        f"layers * batch * (state_pages * page * token - ({' + '.join(states)}))",
        names,
        STATES,
    )


def _largest(builder: Builder, name: str, groups: dict[str, list[Slot]], label: str) -> Slot:
    """The line with the most bytes that a layer of these groups keeps: of its state, or of a token."""
    summed = {
        prefix: builder.fold(
            f"{PAGE}.{name}.{prefix}",
            f"{PAGE}.{name}",
            "kv_cache",
            label,
            "byte",
            "+",
            {f"part{number}": key for number, key in enumerate(keys)},
            LARGE,
        )
        for prefix, keys in groups.items()
    }
    return builder.fold(f"{PAGE}.{name}", PAGE, "kv_cache", label, "byte", "max", summed, LARGE)
