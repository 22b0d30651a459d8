"""What the room for the KV cache holds: tokens, as the engine counts them, and requests of the load's context.

A draft model keeps keys for every token too; of a request it takes its share. Requests are those of one replica.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from planner.ledger import Builder, Slot
from planner.memory.cache import caches_of, elsewhere, kept_groups, once_tokens, step_tokens
from planner.memory.pages import PAGE
from planner.memory.pool import POOL, Found, pool_lines, takes_room
from planner.parts.base import Cached
from planner.scope import GroupScope, Scopes
from planner.words import QT_TRANSLATE_NOOP

REQUESTS = QT_TRANSLATE_NOOP(
    "references",
    "vllm/v1/core/kv_cache_utils.py, get_kv_cache_capacity: the requests of a whole context, times the context",
)
STAGES = QT_TRANSLATE_NOOP(
    "references", "vllm/v1/core/kv_cache_utils.py: all workers have as many blocks as the one with the fewest"
)
HELD = {
    "kv_capacity_tokens": QT_TRANSLATE_NOOP("ledger", "Tokens that the stage with the fewest holds"),
    "kv_capacity_tokens_low": QT_TRANSLATE_NOOP("ledger", "Tokens that the stage with the fewest holds, low end"),
    "kv_capacity_tokens_high": QT_TRANSLATE_NOOP("ledger", "Tokens that the stage with the fewest holds, high end"),
    "kv_requests": QT_TRANSLATE_NOOP("ledger", "Requests that the stage with the fewest holds"),
}
"""What is counted for every stage of a pipeline, and what the least of it is called."""
COMPRESSED = QT_TRANSLATE_NOOP(
    "references",
    "Requests of this context, times the context: an entry stands for several tokens, a window does not grow",
)
REQUEST = QT_TRANSLATE_NOOP(
    "references",
    "Room for the cache, less what all sequences share, over what one sequence of this context takes; vLLM gives a "
    "window of each request room for a whole step (SlidingWindowSpec.max_memory_usage_bytes)",
)


def capacity_lines(builder: Builder, scopes: Scopes) -> None:
    """Tokens and requests that the room for the cache holds, beside what does not grow."""
    kept = [(group, part, cached, key) for group in _here(scopes) for part, cached, key in caches_of(group)]
    found = [(group, cached, key) for group, _, cached, key in kept]
    if not found:
        return
    names = {**scopes.shared, "kv_cache": "kv_cache", "kv_budget": "kv_budget"}
    if scopes.choices.placement.context:
        names["context"] = "context_rank"
    if PAGE in builder.lines:
        names["page_tokens"] = PAGE
    _requests(builder, scopes, kept, names)
    policy = scopes.choices.serving.kv_policy
    split = " * cp" if scopes.choices.placement.context else ""
    if any(cached.per for _, cached, _ in found):
        names |= {"each_request": "kv_request", "shared": "kv_shared"}
        _tokens(builder, scopes, f"max(kv_budget - shared, 0) * context // each_request{split}", names, COMPRESSED)
    elif policy == "pages" and any(cached.window or cached.tokens == "context" for _, cached, _ in found):
        names["each"] = _with_draft(builder, scopes, pool_lines(builder, found, scopes.choices.serving.states_in_pages))
        text, reference = f"kv_budget // (page_tokens * each) * page_tokens{split}", POOL
        if scopes.choices.serving.tokens_of == "requests":
            names |= {"each_request": "kv_request", "shared": "kv_shared"}
            text, reference = f"max(kv_budget - shared, 0) * context // each_request{split}", REQUESTS
        _tokens(builder, scopes, text, names, reference)
    elif any(takes_room(cached, policy) for _, cached, _ in found):
        _growing(builder, found, policy)
        names |= {"bounded": "kv_bounded", "each": _with_draft(builder, scopes, "kv_growing")}
        text = f"max(kv_budget - bounded, 0) // each{split}"
        _tokens(
            builder,
            scopes,
            text,
            names,
            QT_TRANSLATE_NOOP("references", "Room for the cache over the bytes of a token"),
        )


def _with_draft(builder: Builder, scopes: Scopes, each: Slot) -> Slot:
    """The bytes of a token in both caches, where there is a draft model."""
    if not scopes.choices.draft:
        return each
    label = QT_TRANSLATE_NOOP("ledger", "Bytes of a token, the draft model's with them")
    names = {"each": each, "draft_kv_bytes_per_token": "draft.kv_bytes_per_token"}
    text = "each + draft_kv_bytes_per_token"
    what = "Both models keep keys and values for every token"
    return builder.add("kv_with_draft", None, "kv_cache", label, "byte/token", text, names, what)


def _growing(builder: Builder, found: list[Found], policy: str) -> None:
    fixed = {key.replace(".", "_"): key for _, cached, key in found if not takes_room(cached, policy)}
    label = QT_TRANSLATE_NOOP("ledger", "KV cache that does not grow with the context")
    builder.fold(
        "kv_bounded",
        None,
        "kv_cache",
        label,
        "byte",
        "+",
        fixed,
        QT_TRANSLATE_NOOP("references", "Windows and states at this batch"),
    )
    summed: dict[str, Slot] = {}
    for group, cached, key in found:
        if takes_room(cached, policy):
            name = key.removeprefix("kv_cache.").replace(".", "_")
            names = {**group.shared, **group.here, "token": f"{key}.token"}
            what = QT_TRANSLATE_NOOP("references", "Layers times the bytes of a token")
            summed[name] = builder.add(
                f"kv_growing.{name}", "kv_growing", "kv_cache", group.label, "byte/token", "layers * token", names, what
            )
    label = QT_TRANSLATE_NOOP("ledger", "KV cache that one more token takes")
    builder.fold(
        "kv_growing",
        None,
        "kv_cache",
        label,
        "byte/token",
        "+",
        summed,
        QT_TRANSLATE_NOOP("references", "Over all growing caches"),
    )


def _requests(
    builder: Builder, scopes: Scopes, kept: list[tuple[GroupScope, str, Cached, Slot]], names: Mapping[str, Slot]
) -> None:
    """What one more request takes, and how many there is room for."""
    policy = scopes.choices.serving.kv_policy
    once: dict[str, Slot] = {}
    steps: dict[str, Slot] = {}
    alone: dict[str, Slot] = {}
    for group, part, cached, key in kept:
        own = {**names, **group.names(part), **group.here, "bytes_per_token": f"{key}.token"}
        own |= {name: names[name] for name in ("context", "page_tokens") if name in names}
        own["shared_tokens"] = "shared_tokens"
        short = key.replace(".", "_")
        if scopes.choices.shared_prefix and takes_room(cached, policy) and not cached.per:
            text = f"layers * ({once_tokens(policy)}) * bytes_per_token"
            once[short] = _part(builder, f"kv_shared.{short}", "kv_shared", group, text, own)
        elif cached.window and policy == "cells":
            text = "layers * min(tokens_per_step, batch * max(context - window, 0)) * bytes_per_token"
            once[short] = _part(builder, f"kv_shared.{short}", "kv_shared", group, text, own)
        elif cached.window and policy == "pages":
            step, more = step_tokens(cached)
            for where, times in ((steps, "batch * "), (alone, "")):
                root = "kv_steps" if times else "kv_step"
                text = f"layers * min({step}, {times}{more}) * bytes_per_token"
                where[short] = _part(builder, f"{root}.{short}", root, group, text, own)
    for root, parts, label in (
        ("kv_shared", once, QT_TRANSLATE_NOOP("ledger", "Held once for all sequences")),
        ("kv_steps", steps, QT_TRANSLATE_NOOP("ledger", "Room for a step beside the windows")),
        ("kv_step", alone, QT_TRANSLATE_NOOP("ledger", "The same for one request")),
    ):
        builder.fold(root, None, "kv_cache", label, "byte", "+", parts, REQUEST)
    own = {**names, "shared": "kv_shared", "steps": "kv_steps", "step": "kv_step"}
    text = "ceil_div(kv_cache - shared - steps, batch) + step"
    if scopes.choices.draft:
        own["draft_kv_cache"] = "draft.kv_cache"
        text = "ceil_div(kv_cache + draft_kv_cache - shared - steps, batch) + step"
    label = QT_TRANSLATE_NOOP("ledger", "KV cache of one more request")
    builder.add("kv_request", None, "kv_cache", label, "byte", text, own, REQUEST)
    label = QT_TRANSLATE_NOOP("ledger", "Requests of this context at a time")
    own["each_request"] = "kv_request"
    text = "max(kv_budget - shared, 0) / each_request"
    _held(builder, scopes, "kv_requests", label, "request", text, own, REQUEST)


def _part(builder: Builder, key: str, root: str, group: GroupScope, text: str, names: Mapping[str, Slot]) -> Slot:
    return builder.add(key, root, "kv_cache", group.label, "byte", text, names, REQUEST)


def _held(
    builder: Builder,
    scopes: Scopes,
    key: str,
    label: str,
    unit: str,
    text: str,
    names: Mapping[str, Slot],
    reference: str,
) -> None:
    """How much the room holds; of a pipeline what the stage holds that holds least, since a request is on all of them.

    The other stages are counted apart; the least of all comes in as the input `stage.<key>`.
    """
    if not scopes.choices.placement.pipeline:
        builder.add(key, None, "kv_cache", label, unit, text, names, reference)
        return
    builder.add(f"{key}_here", None, "kv_cache", label, unit, text, names, reference)
    both = {"here": f"{key}_here", "least": f"stage.{key}"}
    builder.add(key, None, "kv_cache", label, unit, "min(here, least)", both, STAGES)


def _tokens(builder: Builder, scopes: Scopes, text: str, names: Mapping[str, Slot], reference: str) -> None:
    label = QT_TRANSLATE_NOOP("ledger", "Tokens that the KV cache holds")
    _held(builder, scopes, "kv_capacity_tokens", label, "token", text, names, reference)
    for end, label in (
        ("low", QT_TRANSLATE_NOOP("ledger", "Tokens that the KV cache holds, low end of the band")),
        ("high", QT_TRANSLATE_NOOP("ledger", "Tokens that the KV cache holds, high end of the band")),
    ):
        own = {**names, "kv_budget": f"kv_budget_{end}"}
        _held(builder, scopes, f"kv_capacity_tokens_{end}", label, "token", text, own, reference)


def _here(scopes: Scopes) -> Iterator[GroupScope]:
    return (group for group in kept_groups(scopes) if not elsewhere(scopes, group))
