"""Findings on the KV cache of a plan: what a rank holds that TP does not divide, what slots and windows cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.engine_options import LATENT_CACHES
from planner.findings import Edit, Finding, Severity
from planner.parts.attention import GroupedQuery, Latent, SparseLatent
from planner.plan import Evaluation
from planner.unit_table import GIB
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path


def check_cache(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    """What of the cache is not as one divides it in one's head."""
    cache = evaluation.value("kv_cache")
    if not cache:
        return
    yield from _latent(evaluation, path, cache)
    yield from _copies(evaluation, path, cache)
    policy = evaluation.scenario.kv_policy or (evaluation.engine.kv_policy if evaluation.engine else "exact")
    if policy == "cells":
        yield from _slots(evaluation, path, cache)
        yield from _windows(evaluation, path, cache)
    if evaluation.engine is not None and evaluation.engine.cache_on_one_gpu:
        yield from _rows(evaluation, path, cache)
    if policy != "cells" and evaluation.engine is not None:
        yield from _two_measures(evaluation, path)


def _latent(evaluation: Evaluation, path: Path, cache: int) -> Iterator[Finding]:
    """Multi-head latent attention: one vector for all heads, so that there is nothing to divide; or its expansion."""
    layers = [group.attention for group in evaluation.model.groups if isinstance(group.attention, Latent)]
    tp: Any = evaluation.scenario.tp
    cp: Any = evaluation.scenario.cp
    if not layers:
        return
    if evaluation.structure.index.get("kv_cache.group1.keys") is not None and type(layers[0]) is Latent:
        yield from _expanded(evaluation, path, layers[0])
        return
    yield from _not_expanded(evaluation, path, layers)
    if not isinstance(tp, int) or tp == 1:
        return
    context: Any = evaluation.scenario.serving.context
    values = {"tp": tp, "kv": cache / GIB, "context": context, "all": tp * cache / GIB, "less": cache / tp / GIB}
    yield Finding("latent_on_every_rank", (*path, "tp"), Severity.NOTE, QT_TRANSLATE_NOOP(
        "findings", "The latent cache is on every rank: TP does not divide it. {kv:.2f} GiB on each of {tp} GPUs at a "
        "context of {context:,}, {all:.2f} GiB over all."), values,
        QT_TRANSLATE_NOOP("findings", "Context parallelism (CP) divides it: set CP to TP.") if cp == 1 else "",
        (Edit((*path, "cp"), tp),) if cp == 1 else ())  # fmt: skip


def _not_expanded(evaluation: Evaluation, path: Path, layers: list[Latent]) -> Iterator[Finding]:
    """The wish for whole keys and values where the layers pick tokens by an indexer and keep the small vector."""
    engine, own = evaluation.engine, evaluation.scenario.latent_cache
    wished = own or ("latent" if engine is None else engine.latent_cache)
    sparse = sum(isinstance(layer, SparseLatent) for layer in layers)
    if wished != "expanded" or not sparse:
        return
    place: Path = (*path, "latent_cache")
    if own is None and engine is not None:
        place = ("engines", engine.id, "latent_cache")
    wide = evaluation.value("kv_bytes_per_token") or 0
    yield Finding("latent_not_expanded", place, Severity.WARNING, QT_TRANSLATE_NOOP(
        "findings", "Sparse latent attention keeps its small vector in every engine, {wide:,} bytes of a token over "
        "all layers: “{label}” has no effect on {name}."),
        {"wide": wide, "label": dict(LATENT_CACHES)["expanded"], "name": evaluation.model.name},
        QT_TRANSLATE_NOOP("findings", "Keep the small vector."), (Edit(place, "latent"),))  # fmt: skip


def _expanded(evaluation: Evaluation, path: Path, latent: Latent) -> Iterator[Finding]:
    each = [evaluation.value(f"kv_cache.group1.{key}.token") for key in ("keys", "values")]
    elements: tuple[Any, Any] = (latent.kv_rank, latent.rope_dim)
    wide: list[Any] = [evaluation.amounts.get(f"format.kv_keys.{name}") for name in ("bytes", "elements")]
    if not all(isinstance(number, int) and number > 0 for number in (*each, *elements, *wide)):
        return
    small = sum(elements) * wide[0] / wide[1]
    yield Finding("latent_expanded", (*path, "latent_cache"), Severity.WARNING, QT_TRANSLATE_NOOP(
        "findings", "Keys and values of every head are kept in place of the latent vector: {each:,} bytes per token "
        "and layer, {times:.0f} times its {small:,.0f}."),
        {"each": sum(each), "times": sum(each) / small, "small": small},
        QT_TRANSLATE_NOOP("findings", "Keep the latent vector: a llama.cpp of May 2025 or later, or -mla 3."),
        (Edit((*path, "latent_cache"), "latent"),))  # fmt: skip


def _copies(evaluation: Evaluation, path: Path, cache: int) -> Iterator[Finding]:
    """More ranks than KV heads: every rank has a copy of one, and the cache per GPU shrinks no further."""
    tp: Any = evaluation.scenario.tp
    heads = {group.attention.kv_heads for group in evaluation.model.groups if isinstance(group.attention, GroupedQuery)}
    most: Any = max((each for each in heads if isinstance(each, int)), default=0)
    if not isinstance(tp, int) or not most or tp <= most or tp % most:
        return
    each = evaluation.value("kv_bytes_per_token")
    yield Finding("kv_heads_copied", (*path, "tp"), Severity.NOTE, QT_TRANSLATE_NOOP(
        "findings", "TP {tp} keeps {copies} copies of each of {heads} KV heads: {each:,} bytes per token and GPU as at "
        "TP {heads}, {kv:.2f} GiB on each GPU."),
        {"tp": tp, "copies": tp // most, "heads": most, "each": each, "kv": cache / GIB},
        QT_TRANSLATE_NOOP("findings", "A smaller TP with DP, or CP over the copies, uses the room of all GPUs."),
        (Edit((*path, "cp"), tp // most),) if evaluation.scenario.cp == 1 else ())  # fmt: skip


def _slots(evaluation: Evaluation, path: Path, cache: int) -> Iterator[Finding]:
    """Slots multiply the context: a server gives each of them all of it."""
    batch: Any = evaluation.scenario.serving.batch
    context: Any = evaluation.scenario.serving.context
    if not isinstance(batch, int) or batch == 1 or not isinstance(context, int):
        return
    small, alone = _of_windows(evaluation)
    one = (cache - small) / batch + alone
    yield Finding("slots_multiply_context", (*path, "load", "batch"), Severity.NOTE, QT_TRANSLATE_NOOP(
        "findings", "{batch} slots of {context:,} tokens are one cache of {cells:,}: {kv:.2f} GiB, where one slot "
        "takes {one:.2f} GiB."),
        {"batch": batch, "context": context, "cells": batch * context, "kv": cache / GIB, "one": one / GIB},
        QT_TRANSLATE_NOOP("findings", "Serve fewer slots (--parallel, OLLAMA_NUM_PARALLEL)."),
        (Edit((*path, "load", "batch"), 1),))  # fmt: skip


def _windows(evaluation: Evaluation, path: Path, cache: int) -> Iterator[Finding]:
    """Layers with a window, whose cache grows with the slots and the step and can outgrow the others'."""
    small, _ = _of_windows(evaluation)
    batch: Any = evaluation.scenario.serving.batch
    if 2 * small <= cache or small == cache or not isinstance(batch, int):
        return
    yield Finding("windows_outgrow_context", (*path, "load", "batch"), Severity.NOTE, QT_TRANSLATE_NOOP(
        "findings", "The layers with a window take {share:.0%} of the KV cache, {small:.2f} of {kv:.2f} GiB: their "
        "cells are those of {batch} windows and a step of {rows:,} tokens."),
        {"share": small / cache, "small": small / GIB, "kv": cache / GIB, "batch": batch,
         "rows": evaluation.value("activation_rows")},
        QT_TRANSLATE_NOOP("findings", "Serve fewer slots (--parallel 1)."),
        (Edit((*path, "load", "batch"), 1),) if batch > 1 else ())  # fmt: skip


def _of_windows(evaluation: Evaluation) -> tuple[int, float]:
    """Bytes of the layers with a window under llama.cpp's policy, and those with one slot."""
    batch: Any = evaluation.scenario.serving.batch
    context: Any = evaluation.scenario.serving.context
    rows = evaluation.value("activation_rows") or 0
    small, alone = 0, 0.0
    for number, group in enumerate(evaluation.model.groups, 1):
        window: Any = getattr(group.attention, "window", None)
        held = evaluation.value(f"kv_cache.group{number}") or 0
        if isinstance(window, int):
            small += held
            alone += held * _cells(1, window, rows, context) / _cells(batch, window, rows, context)
    return small, alone


def _cells(batch: int, window: int, rows: int, context: int) -> int:
    """Cells of a layer with a window: those of the windows and a step, at most those of the whole context."""
    return min(-(-(batch * window + rows) // 256), -(-batch * context // 256)) * 256


def _rows(evaluation: Evaluation, path: Path, cache: int) -> Iterator[Finding]:
    """llama.cpp's row split, which divides weights and leaves the cache on one GPU."""
    tp: Any = evaluation.scenario.tp
    if not isinstance(tp, int) or tp == 1:
        return
    whole = _whole_cache(evaluation, tp)
    values = {"kv": cache / GIB, "tp": tp}
    template = QT_TRANSLATE_NOOP(
        "findings", "llama.cpp with -sm row divides weights only: the whole KV cache stays on the main GPU; this plan "
        "counts {kv:.2f} GiB on each of {tp}: it is not said to fit.")  # fmt: skip
    if whole is not None:
        values["whole"] = whole / GIB
        template = QT_TRANSLATE_NOOP(
            "findings", "llama.cpp with -sm row divides weights only: the whole KV cache, {whole:.2f} GiB, stays on "
            "the main GPU; this plan counts {kv:.2f} GiB on each of {tp}: it is not said to fit.")  # fmt: skip
    yield Finding("row_split_keeps_cache", (*path, "tp"), Severity.ERROR, template, values,
        QT_TRANSLATE_NOOP("findings", "Split by layers (-sm layer): plan it with PP in place of TP."),
        (Edit((*path, "tp"), 1), Edit((*path, "pp"), tp)))  # fmt: skip


def _whole_cache(evaluation: Evaluation, tp: int) -> int | None:
    """The cache of all heads; None where a layer has no KV heads that TP deals out."""
    whole = 0
    for number, group in enumerate(evaluation.model.groups, 1):
        heads: Any = getattr(group.attention, "kv_heads", None)
        if not isinstance(group.attention, GroupedQuery) or not isinstance(heads, int):
            return None
        held = evaluation.value(f"kv_cache.group{number}") or 0
        whole += held * heads // max(-(-heads // tp), 1)
    return whole


def _two_measures(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    """Tokens and requests that the room holds, where one is not the other times the context."""
    tokens, requests = evaluation.value("kv_capacity_tokens"), evaluation.value("kv_requests")
    context: Any = evaluation.scenario.serving.context
    if not tokens or not requests or not isinstance(context, int):
        return
    quotient = tokens / context
    if 0.8 <= requests / quotient <= 1.25:
        return
    yield Finding("tokens_are_not_requests", (*path, "load", "context"), Severity.NOTE, QT_TRANSLATE_NOOP(
        "findings", "There is room for {requests:.2f} requests of {context:,} tokens at a time, though the {tokens:,} "
        "tokens that the engine prints are {quotient:.2f} times that: a window or a state does not grow with them."),
        {"requests": requests, "context": context, "tokens": tokens, "quotient": quotient},
        QT_TRANSLATE_NOOP("findings", "Go by the requests."))  # fmt: skip
