"""Rows and evaluations that several tests of the window use."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward import Dense
from planner.plan import Evaluation, Kitchen
from planner.workbook import Accelerator, Assumptions, Inference, LayerGroup, Model, Scenario

MODEL = Model(
    id="m1",
    name="Llama-2-13B",
    d_model=5120,
    vocab_size=32000,
    groups=(
        LayerGroup(
            id="g1",
            count=40,
            attention=GroupedQuery(heads=40, kv_heads=40, head_dim=128),
            feed_forward=Dense(width=13824),
        ),
    ),
)
CARD = Accelerator(
    id="a1", name="A100", usable_memory=84_986_665_369, memory_bandwidth=2_039_000_000_000, peak_bf16=312 * 10**12,
    compute_efficiency=0.683, bandwidth_efficiency=0.757, call_time=5.1e-6,
)  # fmt: skip
BLANK_CARD = Accelerator(id="a2", name="New card")


@pytest.fixture
def evaluation() -> Callable[..., Evaluation]:
    """evaluation(batch=8, tp=1, card=CARD, model=MODEL): Llama-2-13B in bf16 at a context of 4,096."""
    kitchen = Kitchen()

    def evaluate(batch: int = 8, tp: int = 1, card: Accelerator = CARD, model: Model = MODEL) -> Evaluation:
        load = Inference(batch=batch, context=4096, prompt=2048, output=256)
        scenario = Scenario(id="s1", name="13B", model=model.id, accelerator=card.id, tp=tp, load=load)
        return kitchen.evaluate(model, card, scenario, Assumptions())

    return evaluate
