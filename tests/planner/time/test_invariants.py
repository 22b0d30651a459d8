"""What holds of every time estimate: over random models of every kind, cards, loads, degrees, in both modes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.memory.formats import FORMATS
from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward import Gated
from planner.plan import Evaluation
from planner.workbook import LayerGroup, Model
from tests.planner import rows
from tests.planner.time.random_plans import CACHES, ENGINES, WEIGHTS, cards, evaluated, loads, models, plans

PASSES = (("prefill", "prefill_floor"), ("decode_step", "decode_floor"))
EXACT = 1 + 1e-9
MODES = ("classes", "three")


@settings(max_examples=60, deadline=None)
@given(models(), cards(), loads(), plans(), ENGINES)
def test_that_no_estimate_is_below_its_floor_nor_its_band_around_it(
    model: Model, card: Any, load: Any, plan: Any, engine: Any
) -> None:
    found = evaluated(model, card, load, engine, **plan)
    for name, floor in PASSES:
        time = found.value(name)
        assert time is not None, found.blocked(name)
        assert time * EXACT >= found.value(floor) > 0
        assert found.value(floor) <= found.value(f"{name}_low") * EXACT
        assert found.value(f"{name}_low") <= time * EXACT <= found.value(f"{name}_high") * EXACT**2
        assert 0 < found.value(f"{name}_mfu") <= EXACT
        assert 0 < found.value(f"{name}_mbu") <= EXACT


@settings(max_examples=60, deadline=None)
@given(models(), cards(), loads(), plans(), st.sampled_from(["batch", "context", "prompt"]), st.integers(1, 3000))
def test_that_time_does_not_fall_with_the_load(
    model: Model, card: Any, load: Any, plan: Any, name: str, more: int
) -> None:
    before = evaluated(model, card, load, **plan)
    after = evaluated(model, card, {**load, name: load[name] + more}, **plan)
    for each, floor in PASSES:
        for key in (each, floor, f"{each}_high"):
            assert after.value(key) * EXACT >= before.value(key), key


@settings(max_examples=40, deadline=None)
@given(models(), cards(), loads(), plans())
def test_that_one_rank_has_nothing_between_ranks(model: Model, card: Any, load: Any, plan: Any) -> None:
    alone = {**plan, "tp": 1, "dp": 1, "ep": 1, "pp": 1, "cp": 1}
    found = evaluated(model, card, load, **alone)
    keys = found.structure.index
    assert not [key for key in keys if "collectives" in key or "communication" in key or key.startswith("all_reduce")]
    two = evaluated(model, card, load, **{**alone, "tp": 2})
    for name, _ in PASSES:
        assert two.value(f"{name}.collectives") > 0
        assert two.value(f"{name}_by_class.communication") == two.value(f"{name}.collectives")


@settings(max_examples=40, deadline=None)
@given(models(), cards(), loads(), plans())
def test_that_quantised_weights_never_read_more(model: Model, card: Any, load: Any, plan: Any) -> None:
    kept = {**plan, "other_weights": "bf16", "activations": "bf16"}
    plain = evaluated(model, card, load, **{**kept, "weights": "bf16"})
    for weights in WEIGHTS[1:]:
        packed = evaluated(model, card, load, **{**kept, "weights": weights})
        blocks = FORMATS[weights].bytes * tensors(packed)  # a tensor fills its last block
        for name, floor in PASSES:
            assert packed.value(f"{floor}.bytes") <= plain.value(f"{floor}.bytes") + blocks, weights
            assert moved(packed, name) <= moved(plain, name) * EXACT + blocks, weights


@settings(max_examples=30, deadline=None)
@given(models(), cards(), loads(), plans())
def test_that_a_quantised_cache_is_never_read_more(model: Model, card: Any, load: Any, plan: Any) -> None:
    both = {"kv_keys": "bf16", "kv_values": "bf16"}
    plain = evaluated(model, card, {**load, **both}, **plan)
    for cache in CACHES[1:]:
        packed = evaluated(model, card, {**load, "kv_keys": cache, "kv_values": cache}, **plan)
        assert packed.value("decode_floor.bytes") <= plain.value("decode_floor.bytes")
        assert packed.value("decode_step") <= plain.value("decode_step") * EXACT


@settings(max_examples=40, deadline=None)
@given(models(), cards(), loads(), plans())
def test_that_the_sum_of_the_parts_is_the_whole(model: Model, card: Any, load: Any, plan: Any) -> None:
    found = evaluated(model, card, load, **plan)
    structure = found.structure
    for name, _ in PASSES:
        whole = found.value(name)
        assert found.value(f"{name}_by_class") == pytest.approx(whole, rel=1e-9)
        calls = 0.0
        fixed = 0.0
        for line in structure.lines:
            if line.key.startswith(f"{name}.") and f"{line.key}.memory" in structure.index:
                group = line.key.split(".")[1]
                layers = found.model.groups[int(group[5:]) - 1].count if group.startswith("group") else 1
                assert isinstance(layers, int)
                calls += layers * found.value(line.key)
                slots = [slot for source, slot in line.sources.items() if source in ("call_time", "quantising")]
                fixed += layers * sum(found.amounts[slot] for slot in slots)
        between = found.value(f"{name}_by_class.communication") or 0
        assert calls + between == pytest.approx(whole, rel=1e-9)
        assert found.value(f"{name}_fixed") == pytest.approx(fixed, rel=1e-9, abs=1e-18)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(2, 4096), st.sampled_from(["sliding", "chunked"]), cards(), st.sampled_from(MODES), st.integers(1, 64)
)
def test_that_time_is_continuous_at_the_edge_of_a_window(
    window: int, kind: str, card: Any, constants: str, batch: int
) -> None:
    def windowed(size: int | None) -> Model:
        attention = GroupedQuery(heads=32, kv_heads=8, window=size, window_kind=kind)
        return rows.llama_2_7b().model_copy(
            update={"groups": (LayerGroup(id="g1", count=4, attention=attention, feed_forward=Gated()),)}
        )

    def at(size: int | None, tokens: int) -> Evaluation:
        load = {"batch": batch, "context": tokens, "prompt": tokens}
        return evaluated(windowed(size), card, load, weights="bf16", constants=constants)

    for name, _ in PASSES:
        for tokens in (window - 1, window):
            assert at(window, tokens).value(name) == at(None, tokens).value(name)
        before, edge, beyond = (at(window, window + more).value(name) for more in (-1, 0, 1))
        free = at(None, window + 1).value(name)
        assert edge <= beyond * EXACT <= free * EXACT**2
        assert beyond - edge <= (free - edge) * EXACT + 1e-15
        assert before <= edge * EXACT


def tensors(plan: Evaluation) -> int:
    """How many weights the model has."""
    found = 0
    for line in plan.structure.lines:
        if line.key.startswith("weights.") and line.key not in plan.structure.children:
            at = line.key.split(".")[1]
            layers = plan.model.groups[int(at[5:]) - 1].count if at.startswith("group") else 1
            assert isinstance(layers, int)
            found += layers
    return found


def moved(plan: Evaluation, root: str) -> float:
    """Bytes that the calls of a pass move."""
    total = 0
    for line in plan.structure.lines:
        if line.key.startswith(f"{root}.") and line.key.endswith(".bytes"):
            group = line.key.split(".")[1]
            layers = plan.model.groups[int(group[5:]) - 1].count if group.startswith("group") else 1
            assert isinstance(layers, int)
            total += layers * plan.value(line.key)
    return total
