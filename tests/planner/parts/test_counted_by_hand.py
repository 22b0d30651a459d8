"""What single kinds of part count, against counts made one query, token and byte at a time."""

from __future__ import annotations

from typing import Any

import pytest

from planner.formula import formula
from planner.parts.attention import (
    CompressedSparse,
    CrossAttention,
    GroupedQuery,
    HeavilyCompressed,
    Mamba2,
    SparseGroupedQuery,
    SparseLatent,
)
from planner.parts.attention.pairs import entry_pairs
from planner.parts.feed_forward import Gated, Mixture
from planner.plan import Evaluation
from planner.presets import model_from_preset
from planner.workbook import LayerGroup, Model, Prediction
from tests.planner import rows

BATCH, PROMPT, CONTEXT = 3, 150, 211


def alone(attention: Any, **more: Any) -> Model:
    """A model of two layers with this attention."""
    group = LayerGroup(id="g1", count=2, attention=attention, feed_forward=more.pop("feed_forward", Gated()))
    return Model(id="m", name="m", groups=(group,), **more)


def plan_of(model: Model, **plan: Any) -> Evaluation:
    load = {"batch": BATCH, "prompt": PROMPT, "context": CONTEXT, **plan.pop("load", {})}
    return rows.evaluated(model, rows.h100(), load, **plan)


@pytest.mark.parametrize("most", [None, 1, 3, 100])
@pytest.mark.parametrize("compression", [1, 4, 7, 128])
def test_that_a_query_sees_the_complete_blocks_up_to_itself(compression: int, most: int | None) -> None:
    pairs = formula(entry_pairs(None if most is None else "most"))
    for tokens in (*range(0, 40), 127, 128, 129, 255, 256, 1000):
        seen = [(position + 1) // compression for position in range(tokens)]
        counted = sum(seen if most is None else [min(entries, most) for entries in seen])
        assert pairs.evaluate({"tokens": tokens, "compression": compression, "most": most}) == counted


def window_pairs(tokens: int, window: int) -> int:
    return sum(min(position + 1, window) for position in range(tokens))


def test_that_compressed_attention_counts_window_entries_and_index_scores() -> None:
    heavy = HeavilyCompressed(heads=4, head_dim=16, window=10, compression=8)
    sparse = CompressedSparse(
        heads=4, head_dim=16, window=10, compression=4, index_heads=2, index_dim=32, index_entries=5
    )
    entries = sum((position + 1) // 8 for position in range(PROMPT))
    assert plan_of(alone(heavy)).value("flops_prefill.attention") == (
        2 * BATCH * 4 * 4 * 16 * (window_pairs(PROMPT, 10) + entries)
    )
    read = 2 * BATCH * (2 * PROMPT * 4 * 16 + (PROMPT + PROMPT // 8) * 16) + 2 * 4
    assert plan_of(alone(heavy)).value("prefill.group1.block.attention.attention.bytes") == read
    scored = [(position + 1) // 4 for position in range(PROMPT)]
    plan = plan_of(alone(sparse))
    attended = 4 * 4 * 16 * (window_pairs(PROMPT, 10) + sum(min(entries, 5) for entries in scored))
    assert plan.value("flops_prefill.attention") == 2 * BATCH * (attended + 2 * 2 * 32 * sum(scored))
    attended = 4 * 4 * 16 * (10 + 5)
    assert plan.value("flops_decode_step.attention") == 2 * BATCH * (attended + 2 * 2 * 32 * (CONTEXT // 4))


def test_that_an_indexer_scores_every_causal_pair_and_attention_reads_its_picks() -> None:
    sparse = SparseGroupedQuery(heads=4, kv_heads=2, head_dim=16, index_heads=2, index_dim=32, index_tokens=20)
    plan = plan_of(alone(sparse))
    picked, every = window_pairs(PROMPT, 20), sum(range(1, PROMPT + 1))
    assert plan.value("flops_prefill.attention") == 2 * BATCH * (4 * 4 * 16 * picked + 2 * 2 * 32 * every)
    assert plan.value("flops_decode_step.attention") == 2 * BATCH * (4 * 4 * 16 * 20 + 2 * 2 * 32 * CONTEXT)
    own = plan_of(alone(SparseLatent())).value("flops_decode_step.attention")
    reused = plan_of(alone(SparseLatent(index_from="earlier"))).value("flops_decode_step.attention")
    assert own - reused == 2 * BATCH * 2 * 64 * 128 * CONTEXT


def test_that_keys_of_another_input_are_made_once_and_seen_by_every_token() -> None:
    other = 50
    crossing = alone(CrossAttention(heads=4, kv_heads=2, head_dim=16, other_tokens=other, query_key_norm="shared"))
    plan, d_model, width = plan_of(crossing), 4096, 11008
    of_the_text = d_model * 64 + 64 * d_model + 3 * d_model * width
    of_the_other = 2 * d_model * 32
    rows_of_the_text = BATCH * PROMPT
    assert plan.value("flops_prefill.matrices") == 2 * 2 * (
        rows_of_the_text * of_the_text + BATCH * other * of_the_other
    )
    assert plan.value("flops_decode_step.matrices") == 2 * 2 * BATCH * of_the_text
    assert plan.value("flops_prefill.attention") == 2 * 4 * BATCH * 4 * 16 * PROMPT * other
    assert plan.value("flops_decode_step.attention") == 2 * 4 * BATCH * 4 * 16 * other
    read = BATCH * other * 2 * 32 * 2
    assert plan.value("decode_step.group1.block.attention.attention.bytes") == read + BATCH * 2 * 64 * 2
    assert plan.value("decode_step.group1.block.attention.kv") is None
    assert plan.value("kv_cache") == 2 * read
    longer = plan_of(crossing, load={"context": 2 * CONTEXT})
    assert longer.value("decode_step") == plan.value("decode_step")


@pytest.mark.parametrize(("kv", "per_element"), [("bf16", 2), ("fp8", 1), ("q8_0", 34 / 32)])
def test_that_a_layer_reads_the_cache_of_an_earlier_one_in_its_format(kv: str, per_element: float) -> None:
    shared = alone(GroupedQuery(heads=4, kv_heads=2, head_dim=32, keys_from="earlier"))
    plan = plan_of(shared, load={"kv_keys": kv, "kv_values": kv})
    read = BATCH * CONTEXT * 2 * 2 * 32 * per_element
    written = BATCH * 2 * 4 * 32 * 2
    assert plan.value("decode_step.group1.block.attention.attention.bytes") == read + written
    assert plan.value("kv_cache") == plan.value("kv_bytes_per_token") == 0


def test_that_a_token_uses_real_experts_in_their_share_of_all() -> None:
    """Meituan 2025, arXiv:2509.01322: 18.6 to 31.3 B active, 27 B on average, of 560 B; without the input table."""
    plan = plan_of(model_from_preset("longcat-flash", "m"))
    table = plan.value("parameters.embedding")
    assert round((plan.value("parameters_active_average") - table) / 1e9) == 27
    assert int((plan.value("parameters_active") - table) / 1e8) == 313
    choices = 12 * 28 * 3 * 6144 * 2048
    assert int((plan.value("parameters_active") - table - choices) / 1e8) == 186
    used = 8 * 28 * 3 * 6144 * 2048
    experts = "decode_step.group{}.block.feed_forward.experts.flops"
    found = sum(
        group.count * (plan.value(experts.format(number)) or 0) for number, group in enumerate(plan.model.groups, 1)
    )
    assert found == 2 * BATCH * used


def test_that_an_expert_is_hit_as_seldom_as_the_empty_ones_leave_it() -> None:
    mixture = Mixture(experts=6, active=2, expert_width=64, empty_experts=2)
    plan = plan_of(alone(GroupedQuery(), feed_forward=mixture))
    held = plan.value("weights.group1.layer.feed_forward.experts")
    hit = 1 - (6 / 8) ** BATCH
    inputs = BATCH * 2 * 6 / 8 * (2 * 4096 + 2 * 64) * 2
    moved = plan.value("decode_step.group1.block.feed_forward.experts.bytes")
    assert moved == pytest.approx(held * hit + inputs, rel=1e-12)


def test_that_a_decode_step_reads_and_writes_the_convolutions_state() -> None:
    mamba = Mamba2(state_heads=8, state_head_dim=16, state_dim=32, state_groups=2, kernel=4)
    plan = plan_of(alone(mamba))
    channels = 8 * 16 + 2 * 2 * 32
    state, rows_moved, kernel = channels * 3 * 2, 2 * channels * 2, channels * 4 * 2
    bias = channels * 2
    moved = plan.value("decode_step.group1.block.attention.conv.bytes")
    assert moved == BATCH * (2 * state + rows_moved) + kernel + bias
    prefill = plan.value("prefill.group1.block.attention.conv.bytes")
    assert prefill == BATCH * PROMPT * rows_moved + kernel + bias


def test_that_prediction_layers_keep_a_cache_and_take_time_where_they_are_used() -> None:
    model = rows.llama_3_70b()
    counted, loaded, used = (
        plan_of(model.model_copy(update={"prediction": Prediction(layers=2, **flags)}), tp=8)
        for flags in ({}, {"loaded": True}, {"drafts": True})
    )
    extra = 2 * (2 * 8192 * 8192 + 3 * 8192) * 2
    block = plan_of(model, tp=8).value("weights.group1.layer")
    assert counted.value("weights.prediction") is None
    assert loaded.value("weights.prediction") == used.value("weights.prediction") == extra + 2 * block
    assert loaded.value("kv_cache") == counted.value("kv_cache")
    assert used.value("kv_cache") * 80 == counted.value("kv_cache") * 82
    assert loaded.value("draft_step") is None
    for key in ("prefill", "decode_step", "flops_decode_step", "decode_floor"):
        assert used.value(key) == counted.value(key)
    assert used.value("draft_step.prediction") == pytest.approx(2 * used.value("block_decode"))
    around = used.value("draft_step.ends.one")
    assert around > used.value("decode_step.head")
    projection = used.value("draft_step.ends.one.projection.bytes")
    assert projection == 2 * 8192 * 8192 * 2 + 3 * 2 * BATCH * 8192
    assert used.value("draft_step.ends.one.projection.flops") == 2 * BATCH * 2 * 8192 * 8192
