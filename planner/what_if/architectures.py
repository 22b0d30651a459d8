"""What of a model is compared beyond its single fields: its layers by mixer, and the cache of a long sequence."""

from __future__ import annotations

from typing import Any

from planner.inference_load import Inference
from planner.plan import Kitchen
from planner.scenario import Scenario
from planner.what_if.matrix.grid import plain
from planner.workbook import Assumptions, Model

LONG = 32_768
"""Tokens of the context for which the cache of a whole sequence is counted beside that of one token."""


def kv_of(kitchen: Kitchen, model: Model, tokens: int = LONG) -> int | None:
    """Bytes of one sequence's cache of this length in bf16 on one GPU: windows, chunks and states as they are.

    None where a field that it needs is blank.

    >>> from planner.presets import model_presets
    >>> kv_of(Kitchen(), model_presets()["llama-2-7b"]) == 32_768 * 524_288
    True
    """
    load = Inference(context=tokens, prompt=tokens - 1, output=1)
    scenario = plain(Scenario(id="kv", name="kv", weights="bf16", load=load))
    value = kitchen.evaluate(model, None, scenario, Assumptions()).value("kv_cache")
    return value if isinstance(value, int) else None


def mixed(model: Model) -> tuple[tuple[int | None, Any, Any], ...]:
    """The layers of a resolved model by what they mix tokens with: how many, the attention, the mixer beside it.

    Groups that differ in their feed-forward networks alone are taken together.
    """
    found: list[tuple[int | None, Any, Any]] = []
    for group in model.groups:
        count = group.count if isinstance(group.count, int) else None
        for at, (before, attention, beside) in enumerate(found):
            if attention == group.attention and beside == group.beside:
                found[at] = (None if before is None or count is None else before + count, attention, beside)
                break
        else:
            found.append((count, group.attention, group.beside))
    return tuple(found)
