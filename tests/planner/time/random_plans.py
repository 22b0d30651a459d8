"""Random models of every kind, cards, loads and degrees, for what must hold of every time estimate."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from planner.accelerator import Accelerator
from planner.engine import Engine
from planner.engine_options import COLLECTIVES, QUANTISING
from planner.evaluations import STANDARD
from planner.parts.attention import ATTENTION_KINDS, GroupedQuery, NoAttention
from planner.parts.feed_forward import FEED_FORWARD_KINDS, Gated, Mixture, NoFeedForward
from planner.parts.stream import STREAM_KINDS
from planner.plan import Evaluation, Kitchen
from planner.time.choices import BY_CLASS
from planner.workbook import Head, Inference, LayerGroup, Model, Scenario
from tests.planner.parts.test_kinds import switched_on

MIXERS = [part for kind in ATTENTION_KINDS for part in (kind(), switched_on(kind)) if not isinstance(part, NoAttention)]
NETWORKS = [part for kind in FEED_FORWARD_KINDS for part in (kind(), switched_on(kind))]
STREAMS = [kind() for kind in STREAM_KINDS]
SHARES = st.floats(0.05, 1.0)
TIMES = st.floats(0.0, 2e-5)
KITCHEN = Kitchen()
WEIGHTS = ("bf16", "fp8", "fp8_b128", "fp8_channel", "int8", "int4_g128", "nf4", "nvfp4", "mxfp4", "q4_K", "q8_0")
CACHES = ("bf16", "fp8", "int8", "q8_0", "q4_0")


@st.composite
def grouped(draw: st.DrawFn) -> GroupedQuery:
    """Grouped-query attention with sizes of its own."""
    kv_heads = draw(st.sampled_from([1, 2, 4, 8]))
    return GroupedQuery(
        heads=kv_heads * draw(st.integers(1, 8)),
        kv_heads=kv_heads,
        head_dim=draw(st.sampled_from([64, 96, 128])),
        window=draw(st.none() | st.integers(1, 4096)),
        window_kind=draw(st.sampled_from(["sliding", "chunked"])),
        keys_from=draw(st.sampled_from(["own", "own", "earlier"])),
    )


@st.composite
def mixtures(draw: st.DrawFn) -> Mixture:
    """A mixture with sizes of its own."""
    experts = draw(st.integers(2, 256))
    return Mixture(
        experts=experts,
        active=draw(st.integers(1, min(experts, 12))),
        expert_width=draw(st.integers(8, 4096)),
        shared_width=draw(st.none() | st.integers(8, 4096)),
    )


@st.composite
def groups(draw: st.DrawFn, number: int) -> LayerGroup:
    """A layer group of any kinds, with something in it."""
    attention: Any = draw(st.one_of(grouped(), st.sampled_from(MIXERS)))
    network: Any = draw(
        st.one_of(st.just(Gated(width=draw(st.integers(8, 16384)))), mixtures(), st.sampled_from(NETWORKS))
    )
    if draw(st.integers(0, 9)) == 0 and not isinstance(network, NoFeedForward):
        attention = NoAttention()
    placement = draw(st.sampled_from(["pre", "post", "both", "shared", "parallel"]))
    return LayerGroup(id=f"g{number}", count=draw(st.integers(1, 40)), attention=attention, feed_forward=network,
                      norm_placement=placement)  # fmt: skip


@st.composite
def models(draw: st.DrawFn) -> Model:
    """A model of one to three groups."""
    found = tuple(draw(groups(number)) for number in range(1, draw(st.integers(1, 3)) + 1))
    return Model(
        id="m", name="random", d_model=64 * draw(st.integers(1, 128)), vocab_size=draw(st.integers(100, 200_000)),
        groups=found, stream=draw(st.sampled_from(STREAMS)), head=Head(tied=draw(st.booleans())),
    )  # fmt: skip


@st.composite
def cards(draw: st.DrawFn) -> Accelerator:
    """A card with any peaks and constants; some of the constants by class are blank."""
    values: dict[str, Any] = {}
    for name in BY_CLASS:
        if draw(st.booleans()):
            exponent, time = name.endswith("exponent"), name.endswith("call_time")
            values[name] = draw(st.floats(1, 16) if exponent else TIMES if time else SHARES)
    if draw(st.booleans()):
        for kind in ("custom", "nccl"):
            for size in (2, 4, 8):
                values |= {f"{kind}_latency_{size}": draw(TIMES), f"{kind}_efficiency_{size}": draw(SHARES)}
    peak = draw(st.floats(1e13, 3e15))
    for name, times in (("peak_fp8", 2), ("peak_int8", 2), ("peak_fp4", 4)):
        if draw(st.booleans()):
            values[name] = times * peak
    return Accelerator(
        id="c", name="random", memory_bandwidth=draw(st.floats(1e11, 1e13)), peak_bf16=peak, peak_fp16=peak,
        compute_efficiency=draw(SHARES), bandwidth_efficiency=draw(SHARES), call_time=draw(TIMES),
        link_bandwidth=draw(st.floats(1e10, 1e12)), link_latency=draw(TIMES), link_efficiency=draw(SHARES), **values,
    )  # fmt: skip


@st.composite
def loads(draw: st.DrawFn) -> dict[str, Any]:
    """Sizes and formats of a serving load."""
    return {
        "batch": draw(st.integers(1, 300)),
        "context": draw(st.integers(1, 100_000)),
        "prompt": draw(st.integers(1, 20_000)),
        "kv_keys": draw(st.sampled_from(CACHES)),
        "kv_values": draw(st.sampled_from(CACHES)),
    }


@st.composite
def plans(draw: st.DrawFn) -> dict[str, Any]:
    """The scenario's own cells: formats, degrees that can go together, which constants."""
    tp, dp = draw(st.sampled_from([1, 1, 2, 4, 8])), draw(st.sampled_from([1, 1, 2, 4]))
    return {
        "weights": draw(st.sampled_from(WEIGHTS)),
        "tp": tp,
        "dp": dp,
        "ep": draw(st.sampled_from([1, tp * dp])),
        "pp": draw(st.sampled_from([1, 1, 2])),
        "cp": draw(st.sampled_from([1, 1, 2, 4])) if tp >= 4 else 1,
        "constants": draw(st.sampled_from(["classes", "three"])),
    }


ENGINES = st.builds(
    Engine, id=st.just("e"), name=st.just("e"), sources=st.just({}),
    quantising=st.sampled_from([name for name, _ in QUANTISING]),
    collective=st.sampled_from([name for name, _ in COLLECTIVES]),
)  # fmt: skip


def evaluated(
    model: Model, card: Accelerator, load: dict[str, Any], engine: Engine | None = None, **plan: Any
) -> Evaluation:
    """The plan; structures are remembered over the examples."""
    scenario = Scenario(id="s", name="s", load=Inference(**load), **plan)
    return KITCHEN.evaluate(model, card, scenario, STANDARD, engine)
