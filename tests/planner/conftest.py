"""A workbook that has every sort of row, cell and part, for the tests of the document."""

import pytest

from planner.parts.attention.grouped_query import GroupedQuery
from planner.parts.feed_forward.dense import Gated, Plain
from planner.parts.norm import Norm
from planner.parts.position import Learned
from planner.workbook import Accelerator, Assumptions, Inference, LayerGroup, Model, Scenario, Workbook

GIB = 2**30


@pytest.fixture(scope="session")
def example() -> Workbook:
    llama = Model(
        id="llama",
        name="Llama-2-7B",
        preset="llama-2-7b",
        groups=(
            LayerGroup(id="g1", attention=GroupedQuery(), feed_forward=Gated(width="=round_up(8/3*d_model, 256)")),
        ),
        sources={"d_model": "Touvron et al. 2023, arXiv:2307.09288"},
    )
    mixed = Model(
        id="mixed",
        name="Two sorts of layers",
        d_model=1024,
        max_context=2048,
        position=Learned(positions="=max_context"),
        groups=(
            LayerGroup(
                id="wide",
                count=6,
                attention=GroupedQuery(heads=16, kv_heads="=heads // 4", head_dim="=d_model // heads", window=512),
                feed_forward=Plain(width="=4*d_model"),
            ),
            LayerGroup(
                id="narrow",
                count="=2*3",
                attention=GroupedQuery(heads=8, kv_heads=8, head_dim=64),
                feed_forward=Gated(width=2048),
                norm=Norm(kind="layer_norm", bias=True),
            ),
        ),
        final_norm=None,
    )
    card = Accelerator(
        id="a100",
        name="A100-80GB SXM",
        nominal_memory=80 * GIB,
        usable_memory="=nominal_memory - 1*2**30",
        memory_bandwidth=2.039e12,
        peak_bf16=312e12,
        compute_efficiency=0.683,
        call_time=5.1e-6,
        driver_names=("NVIDIA A100-SXM4-80GB",),
    )
    scenarios = (
        Scenario(id="s1", name="7B b1", model="llama", accelerator="a100"),
        Scenario(id="s2", name="7B b8", model="llama", accelerator="a100", load=Inference(batch="=8*s1.batch")),
        Scenario(id="s3", name="It's mixed", model="mixed", accelerator="a100", tp=2, weights="int8"),
    )
    return Workbook(models=(llama, mixed), accelerators=(card,), scenarios=scenarios, assumptions=Assumptions())
