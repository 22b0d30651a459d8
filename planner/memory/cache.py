"""The KV cache of one rank: what each layer keeps, for how many tokens under the engine's policy, in which format."""

from __future__ import annotations

from collections.abc import Iterator

from planner.ledger import Builder, Slot
from planner.memory.formats import FORMATS
from planner.memory.pages import PAGE, padding_line, paged_states
from planner.parts.base import Cached, Part
from planner.scope import GroupScope, Scopes
from planner.tensor_tree import PARTS
from planner.words import QT_TRANSLATE_NOOP

Grown = tuple[Slot, str]
"""The line of a cached entry's bytes, and the input with the tokens that it stands for ("" for one)."""
EXACT = QT_TRANSLATE_NOOP("references", "Every sequence held to its full context")
PAGES = QT_TRANSLATE_NOOP(
    "references",
    "vLLM v1 kv_cache_interface.py: whole pages; a window needs its tokens less one and a page more; all share one "
    "step",
)
FULL = QT_TRANSLATE_NOOP(
    "references", "Every layer holds the whole context, windows too (an engine without a cache per kind of layer)"
)
WHOLE = "round_up(context, page_tokens)"
CELLS = QT_TRANSLATE_NOOP(
    "references",
    "llama.cpp llama-kv-cache-iswa.cpp: windows of all sequences and one step, padded to 256 cells; older ones pad to "
    "32 without flash attention",
)
SPLIT = QT_TRANSLATE_NOOP(
    "references", "Decode-context parallelism: each rank of the group keeps its share of the tokens"
)
FP32 = QT_TRANSLATE_NOOP(
    "references", "A recurrent state in fp32; llama.cpp keeps what a convolution has seen in fp32 too"
)
PACKED = (
    "vLLM's fp8_ds_mla and SGLang: 512 elements in fp8 with 4 scales in fp32 and 64 rotated ones of 16 bits: 656 "
    "bytes; an index key of 128 in fp8 with a scale, 132 bytes (sgl-project/sglang#11309 prints 656 and 788 per layer)"
)
REFERENCES = {"exact": EXACT, "pages": PAGES, "full": FULL, "cells": CELLS}


def cached_key(attention: Part, part: str, cached: Cached) -> str:
    """What of a part's cache is called among the lines of its group: two mixers side by side may both have keys."""
    taken = part == "beside" and any(other.key == cached.key for other in attention.caches())
    return f"beside_{cached.key}" if taken else cached.key


def cached_bytes(group: GroupScope, part: str) -> dict[str, str]:
    """The names `<cached>_bytes` of a part, each with the line that holds it."""
    attention = group.parts["attention"]
    return {
        f"{cached.key}_bytes": f"kv_cache.{group.prefix}.{cached_key(attention, part, cached)}.token"
        if cached.kept
        else earlier_key(group, part, cached)
        for cached in group.caches(part)
    }


def earlier_key(group: GroupScope, part: str, cached: Cached) -> str:
    """The line with the bytes per token of what an earlier layer keeps and a layer of this group reads."""
    return f"read_cache.{group.prefix}.{cached_key(group.parts['attention'], part, cached)}"


def grows(cached: Cached, policy: str) -> bool:
    """Whether every further token takes room in this cache, however long the sequence is."""
    return cached.format in ("key", "value") and (
        cached.tokens == "context" or bool(cached.per) or (policy == "full" and bool(cached.window))
    )


def held_tokens(cached: Cached, policy: str, shared_prefix: bool = False, padding: str = "256") -> str:
    """The formula of the tokens that one layer's cache has room for, over all sequences of a rank.

    `padding` is what llama.cpp fills its cells up to; windows are filled up to 256 whatever it is.

    >>> keys = Cached("keys", "Keys", "kv_heads", "key", "", "min(context, window)", window="sliding")
    >>> held_tokens(keys, "exact"), held_tokens(keys, "full")
    ('batch * min(context, window)', 'batch * context')
    """
    if not (cached.tokens == "context" or cached.window) or (cached.window and policy == "exact"):
        return f"batch * {cached.tokens}"
    if cached.window and policy == "cells":
        return f"min(round_up(batch * window + tokens_per_step, 256), round_up(batch * context, {padding}))"
    if cached.window and policy == "pages":
        step, more = step_tokens(cached)
        return f"(batch * min({windowed_tokens(cached)}, {WHOLE}) + min({step}, batch * {more}))"
    once = once_tokens(policy)
    if policy == "cells":
        tokens = f"{once} + batch * (context - {once})" if shared_prefix else "batch * context"
        return f"round_up({tokens}, {padding})"
    each = WHOLE if policy == "pages" else "context"
    return f"({once} + batch * ({each} - {once}))" if shared_prefix else f"batch * {each}"


def once_tokens(policy: str) -> str:
    """The tokens of a shared prefix that the cache holds once: under pages, those of its whole pages."""
    return "shared_tokens // page_tokens * page_tokens" if policy == "pages" else "shared_tokens"


def windowed_tokens(cached: Cached) -> str:
    """What a sequence holds of a window, in whole pages of which the first may have begun before it."""
    if cached.window == "chunked":
        return "round_up(window, page_tokens)"
    return "(ceil_div(window - 1, page_tokens) + 1) * page_tokens"


def step_tokens(cached: Cached) -> tuple[str, str]:
    """Room for the tokens of a step beside the windows, and the most of it that one sequence can take."""
    return "round_up(tokens_per_step, page_tokens)", f"max({WHOLE} - {windowed_tokens(cached)}, 0)"


def cache_lines(builder: Builder, scopes: Scopes) -> None:
    """The cache, layer group by layer group, and what one more token takes."""
    reference = REFERENCES[scopes.choices.serving.kv_policy]
    builder.section("kv_cache", "needed", "kv_cache", QT_TRANSLATE_NOOP("ledger", "KV cache"), "byte", reference)
    _token_counts(builder, scopes)
    groups = kept_groups(scopes)
    paged = paged_states(builder, scopes, [(group, found) for group in groups for found in caches_of(group)])
    growing: list[tuple[GroupScope, list[Grown], list[Grown]]] = []
    for group in groups:
        grown, new = _group_lines(builder, scopes, group, bool(paged))
        if group.prefix in paged:
            padding_line(builder, group, [key for _, _, key in caches_of(group)])
        if not elsewhere(scopes, group):
            growing.append((group, grown, new))
    label = QT_TRANSLATE_NOOP("ledger", "KV cache per token")
    what = QT_TRANSLATE_NOOP("references", "Per GPU, over the layers that grow with the context")
    _per_token(builder, "kv_bytes_per_token", label, what, [(group, grown) for group, grown, _ in growing])
    every = [cached for group in scopes.groups for part, _ in PARTS for cached in group.caches(part)]
    if not any(cached.per for cached in every):  # there not every token has an entry
        label = QT_TRANSLATE_NOOP("ledger", "KV cache per token, windows not yet full")
        what = QT_TRANSLATE_NOOP("references", "Per GPU, over all layers that keep keys and values of a new token")
        _per_token(builder, "kv_bytes_per_new_token", label, what, [(group, new) for group, _, new in growing])


def _token_counts(builder: Builder, scopes: Scopes) -> None:
    """The tokens that one rank holds, where context ranks share them, and those of a shared prefix."""
    split = scopes.choices.placement.context
    if split:
        label = QT_TRANSLATE_NOOP("ledger", "Tokens of a sequence on one rank")
        builder.add("context_rank", None, "kv_cache", label, "token", "ceil_div(context, cp)", scopes.shared, SPLIT)
    if scopes.choices.shared_prefix:
        label = QT_TRANSLATE_NOOP("ledger", "Tokens of a shared prefix, on one rank")
        text = "ceil_div(min(shared_prefix, prompt), cp)" if split else "min(shared_prefix, prompt)"
        what = "Generated tokens are no sequence's but its own"
        builder.add("shared_tokens", None, "kv_cache", label, "token", text, scopes.shared, what)


def _group_lines(builder: Builder, scopes: Scopes, group: GroupScope, paged: bool) -> tuple[list[Grown], list[Grown]]:
    """What the layers of a group hold. Gives what of it grows with the context, and what a new token adds while windows
    are not full.
    """
    policy, padding = scopes.choices.serving.kv_policy, scopes.choices.serving.cell_padding
    grown: list[Grown] = []
    new: list[Grown] = []
    root = f"kv_cache.{group.prefix}"
    for part, cached, key in caches_of(group):
        if root not in builder.lines:
            parent = None if elsewhere(scopes, group) else "kv_cache"
            builder.section(root, parent, "kv_cache", group.label, "byte")
        names = {**group.names(part), **group.here, "bytes_per_token": f"{key}.token", "shared_tokens": "shared_tokens"}
        if scopes.choices.placement.context:
            names["context"] = "context_rank"
        if paged:
            names["page_tokens"] = PAGE
        text = f"layers * {held_tokens(cached, policy, scopes.choices.shared_prefix, padding)} * bytes_per_token"
        reference = REFERENCES[policy] if cached.window else cached.reference
        builder.add(key, root, "kv_cache", cached.label, "byte", text, names, reference)
        token_line(builder, scopes, group, part, cached, f"{key}.token", key, "kv_cache")
        if cached.format in ("key", "value") and "context" in cached.tokens:
            new.append((f"{key}.token", ""))
        if grows(cached, policy):
            grown.append((f"{key}.token", group.names(part)[cached.per] if cached.per else ""))
    return grown, new


def kept_groups(scopes: Scopes) -> list[GroupScope]:
    """The groups whose layers keep something: the decoder's, and the prediction layers where they draft."""
    drafting = scopes.drafting()
    return [*scopes.groups, *([drafting] if drafting else [])]


def elsewhere(scopes: Scopes, group: GroupScope) -> bool:
    """Whether a group stands on another pipeline stage than this rank's; prediction layers stand on the last."""
    return group is scopes.prediction and not scopes.choices.placement.last


def caches_of(group: GroupScope) -> Iterator[tuple[str, Cached, Slot]]:
    """Part, cache and the key of its line for everything that a layer of the group keeps."""
    for part, _ in PARTS:
        for cached in group.caches(part):
            if cached.kept:
                yield part, cached, f"kv_cache.{group.prefix}.{cached_key(group.parts['attention'], part, cached)}"


def token_line(
    builder: Builder,
    scopes: Scopes,
    group: GroupScope,
    part: str,
    cached: Cached,
    key: str,
    parent: str,
    component: str,
) -> None:
    """The bytes of one cached entry per token and layer, in its format."""
    serving = scopes.choices.serving
    if cached.format == "fp32" or (cached.format == "state" and serving.step == "buffer"):
        label = QT_TRANSLATE_NOOP("ledger", "Per token and layer")
        builder.add(key, parent, component, label, "byte/token", f"4 * {cached.elements}", group.names(part), FP32)
        return
    cell = {"key": "kv_keys", "value": "kv_values"}.get(cached.format, "activations")
    number_format = FORMATS[getattr(scopes.choices, cell)]
    if cached.packed and serving.packed_sparse and (cached.format == "index" or number_format.name == "fp8"):
        label = QT_TRANSLATE_NOOP("ledger", "Per token and layer")
        builder.add(key, parent, component, label, "byte/token", cached.packed, group.names(part), PACKED)
        return
    own = {f"bytes_per_{unit}": f"format.{cell}.bytes" for unit in ("element", "block")}
    own["elements_per_block"] = f"format.{cell}.elements"
    text = (
        f"{cached.elements} * bytes_per_element"
        if number_format.elements == 1
        else f"ceil_div({cached.elements}, elements_per_block) * bytes_per_block"
    )
    label = QT_TRANSLATE_NOOP("ledger", "Per token and layer") if cached.kept else cached.label
    names = {**group.names(part), **own}
    builder.add(key, parent, component, label, "byte/token", text, names, number_format.reference)


def _per_token(
    builder: Builder, root: str, label: str, reference: str, growing: list[tuple[GroupScope, list[Grown]]]
) -> None:
    """What one more token adds: layers times the bytes per token of each of these caches; on average, rounded up, where
    an entry stands for several tokens.
    """
    builder.section(root, None, "kv_cache", label, "byte/token", reference)
    for group, keys in growing:
        if keys:
            short = {key.split(".")[-2]: key for key, _ in keys}
            rates = {key.split(".")[-2]: per for key, per in keys if per}
            whole = [name for name in short if name not in rates]
            texts = [f"layers * ({' + '.join(whole)})"] if whole else []
            texts += [f"ceil_div(layers * {name}, {name}_tokens)" for name in rates]
            builder.add(
                f"{root}.{group.prefix}",
                root,
                "kv_cache",
                group.label,
                "byte/token",
                " + ".join(texts),
                {**group.shared, **group.here, **short, **{f"{name}_tokens": slot for name, slot in rates.items()}},
                QT_TRANSLATE_NOOP(
                    "references", "Layers times keys and values; an entry of several tokens counts by its share"
                ),
            )
