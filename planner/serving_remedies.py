"""What would help a plan that serves, at the same batch and context on the same GPUs: how the engine is set up.

The ranks of a TP group that hold the same cache can share its tokens, and an engine that profiles the largest step it
is set for can be set for no more sequences than there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.findings import Edit
from planner.launch.engines import program_of
from planner.launch.sglang import sglang
from planner.launch.vllm import vllm
from planner.parts.attention import GroupedQuery, Latent
from planner.plan import Evaluation
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Model, Path

SHARE_TOKENS = (vllm, sglang)
"""Programs that divide the tokens of a cache among ranks that hold the same: vLLM by --decode-context-parallel-size,
SGLang by --dcp-size. TensorRT-LLM's --cp_size wants a configuration of its own beside it."""


def serving_candidates(evaluation: Evaluation, path: Path) -> Iterator[tuple[Any, ...]]:
    """Changed scenarios of a plan that serves, each with its code, template, values, model and edits."""
    yield from _shared_tokens(evaluation, path)
    yield from _smaller_step(evaluation, path)


def ranks_of_one_cache(model: Model, tp: int) -> int:
    """Ranks of a TP group that hold the same keys and values: all of latent attention, the copies of KV heads else.

    1 where nothing is held twice, or where layers differ in it.
    """
    found: set[int] = set()
    for attention in (group.attention for group in model.groups):
        if isinstance(attention, Latent):
            found.add(tp)
        elif isinstance(attention, GroupedQuery):
            heads: Any = attention.kv_heads
            copied = isinstance(heads, int) and 0 < heads < tp and tp % heads == 0
            found.add(tp // heads if copied else 1)
    return found.pop() if len(found) == 1 else 1


def _shared_tokens(evaluation: Evaluation, path: Path) -> Iterator[tuple[Any, ...]]:
    """Context parallelism over the ranks that TP leaves with the same cache, where the program has a flag for it."""
    scenario, engine = evaluation.scenario, evaluation.engine
    tp: Any = scenario.tp
    if not isinstance(tp, int) or scenario.cp != 1 or (engine is not None and program_of(engine) not in SHARE_TOKENS):
        return
    ranks = ranks_of_one_cache(evaluation.model, tp)
    if ranks > 1:
        yield (
            "shared_tokens",
            QT_TRANSLATE_NOOP("remedies", "CP {cp} in place of 1, on the same GPUs"),
            {"cp": ranks},
            evaluation.model,
            scenario.model_copy(update={"cp": ranks}),
            (Edit((*path, "cp"), ranks),),
        )


def _smaller_step(evaluation: Evaluation, path: Path) -> Iterator[tuple[Any, ...]]:
    """No more sequences per step than the plan has: room for the logits of as many as the engine is set for is kept."""
    engine, scenario = evaluation.engine, evaluation.scenario
    if engine is None or engine.step != "profiled":
        return
    now: Any = evaluation.value("max_sequences")
    if now is None:
        own = scenario.max_sequences
        now = evaluation.amounts.get("engine.max_sequences") if own is None else own
    running: Any = evaluation.value("sequences")
    running = scenario.serving.batch if running is None else running
    if isinstance(now, int) and isinstance(running, int) and 0 < running < now:
        yield (
            "fewer_sequences",
            QT_TRANSLATE_NOOP("remedies", "{most:,} sequences per step in place of {now:,}"),
            {"most": running, "now": now},
            evaluation.model,
            scenario.model_copy(update={"max_sequences": running}),
            (Edit((*path, "max_sequences"), running),),
        )
