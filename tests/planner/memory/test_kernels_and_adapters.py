"""What an engine keeps beside a checkpoint's weights: kernels' copies, scales, tables, adapters."""

from __future__ import annotations

from typing import Any

import pytest

from planner.answers import request_evaluation
from planner.checks import check_scenario
from planner.evaluations import Planner
from planner.presets import accelerator_from_preset, engine_from_preset, model_from_preset
from planner.workbook import Scenario, Workbook
from tests.planner.memory.engine_plans import plan, with_engine


def test_that_the_token_table_stays_on_the_host_where_it_is_not_the_head() -> None:
    untied, tied = plan("llama-2-7b", engine="llama-cpp"), plan("llama-3.2-1b", engine="llama-cpp")
    assert untied.value("weights") == plan("llama-2-7b").value("weights") - 32000 * 4096 * 2
    assert tied.value("weights") == plan("llama-3.2-1b").value("weights")


def test_that_adapters_take_room_beside_every_matrix() -> None:
    """Llama-3.2-1B, rank 64: 2048 + 2048 (q), 2048 + 512 (k, v), 2048 + 2048 (o), 2048 + 8192 (gate, up, down)."""
    alone, with_ = plan("llama-3.2-1b"), plan("llama-3.2-1b", lora_slots=2, lora_rank=64)
    sides = (2048 + 2048) + 2 * (2048 + 512) + (2048 + 2048) + 3 * (2048 + 8192)
    assert with_.value("weights") - alone.value("weights") == 2 * 64 * 16 * sides * 2
    halves = plan("llama-3.2-1b", tp=2, lora_slots=1, lora_rank=1).value("weights.lora.group1")
    assert halves == 16 * 2 * ((3 * 2048 + 1024 + 2 * 256) + (1024 + 2048) + (2 * 2048 + 2 * 4096) + (4096 + 2048))


def test_that_an_expanded_latent_cache_is_read_whole_in_a_decode_step() -> None:
    small = plan("deepseek-v3", "h200-sxm", tp=8, context=8192)
    large = plan("deepseek-v3", "h200-sxm", tp=8, context=8192, latent_cache="expanded")
    assert large.value("kv_bytes_per_token") == 61 * (128 // 8) * (192 + 128) * 2
    assert small.value("kv_bytes_per_token") == 61 * 576 * 2
    assert large.value("decode_floor") > small.value("decode_floor")
    assert large.value("flops_decode_step") < small.value("flops_decode_step")
    assert large.value("weights") == small.value("weights")
    sparse = plan("deepseek-v3.2", "h200-sxm", tp=8, context=8192, latent_cache="expanded")
    assert sparse.value("kv_cache") == plan("deepseek-v3.2", "h200-sxm", tp=8, context=8192).value("kv_cache")


def test_that_the_kernels_of_mxfp4_experts_follow_the_card() -> None:
    hopper, ampere = (plan("gpt-oss-20b", gpu, engine="vllm") for gpu in ("h100-sxm5", "a100-sxm4-80gb"))
    assert ampere.value("weights.expert_backend") == 24 * 32 * (3 * (2944 * 3072 - 2880 * 2880) * 17 // 32)
    assert 0 < hopper.value("weights.expert_backend") < ampere.value("weights.expert_backend")
    assert plan("gpt-oss-20b", "a100-sxm4-80gb").value("weights.expert_backend") is None


def test_that_the_other_stacks_beside_a_mix_are_in_16_bits() -> None:
    with_tower = plan("qwen3.5-9b", engine="llama-cpp", weights="Q4_K_M")
    assert with_tower.value("weights.other_stacks") == 2 * with_tower.model.other_stacks  # type: ignore[operator]


@pytest.mark.parametrize(("engine", "layer"), [("vllm", 656 + 132), ("sglang", 656 + 132), (None, 576 + 256)])
def test_that_engines_pack_sparse_caches_in_fp8(engine: str | None, layer: int) -> None:
    settings = {"engine": engine} if engine else {}
    found = plan("deepseek-v3.2", "h200-sxm", tp=8, context=4096, kv_keys="fp8", kv_values="fp8", **settings)
    assert found.value("kv_cache") == 61 * layer * 4096


@pytest.mark.parametrize(
    ("model", "engine", "weights", "bytes_of_element", "matrices"),
    [
        ("deepseek-v3", "vllm", None, 2, 2),  # fp8 checkpoint: 16 bits beside it
        ("deepseek-v3", "vllm", "bf16", 0, 2),  # views of the checkpoint's own
        ("deepseek-v3", "vllm", "int4_g128", 2, 2),
        ("deepseek-v3", "sglang", None, 1, 2),
        ("deepseek-v3", "sglang", "bf16", 2, 2),
        ("deepseek-v3.2", "tensorrt-llm", None, 1, 1),
        ("deepseek-v3", "tensorrt-llm", "bf16", 2, 1),
        ("deepseek-v3", "llama-cpp", None, 0, 2),
    ],
)
def test_that_the_expansion_of_latent_attention_is_held_once_more(
    model: str, engine: str, weights: str | None, bytes_of_element: int, matrices: int
) -> None:
    """61 layers of 128 heads, 16 of them on a rank: 512 x 128 for keys, and as much for values."""
    settings = {"engine": engine, "tp": 8} | ({} if weights is None else {"weights": weights})
    found = request_evaluation(Planner(), {"model": model, "gpu": "h200-sxm", "set": settings})
    held = found.value("weights.absorbed") or 0
    assert held == 61 * 16 * 512 * 128 * matrices * bytes_of_element
    assert held == 0 or held + found.value("weights.group1") < found.value("weights")


def test_that_no_expansion_is_absorbed_where_keys_and_values_are_kept_whole() -> None:
    settings = {"engine": "vllm", "tp": 8, "latent_cache": "expanded"}
    found = request_evaluation(Planner(), {"model": "deepseek-v3", "gpu": "h200-sxm", "set": settings})
    assert found.value("weights.absorbed") is None


def test_that_adapters_beside_the_tables_are_whole_on_every_rank() -> None:
    """Llama-3.2-1B: 128,256 rows of 2,048; version 0.8 has 256 rows more per adapter, in table, pair and head."""
    slots, rank, rows, wide = 2, 64, 128256, 2048
    for tp in (1, 2):
        found = plan("llama-3.2-1b", engine="vllm", tp=tp, lora_slots=slots, lora_rank=rank, lora_tables=True)
        table = slots * (rank * (rows + 256 + wide) + 2 * 256 * wide) * 2
        head = slots * (rank * (rows + 256 + wide) + 256 * wide) * 2
        assert found.value("weights.lora.embedding") == table
        assert found.value("weights.lora.head") == head
    newer = plan("llama-3.2-1b", engine="vllm-0.21", lora_slots=1, lora_rank=rank, lora_tables=True)
    assert newer.value("weights.lora.embedding") == rank * (rows + wide) * 2


def test_that_newer_versions_have_adapters_beside_every_expert() -> None:
    """Mixtral-8x7B: 8 experts of three matrices of 4,096 x 14,336; the router has adapters in every version."""
    older, newer = (
        plan("mixtral-8x7b", "h200-sxm", engine=name, lora_slots=1, lora_rank=1) for name in ("vllm", "vllm-0.21")
    )
    experts = 8 * 3 * (4096 + 14336)
    assert newer.value("weights.lora") - older.value("weights.lora") == 32 * experts * 2
    assert older.value("weights.lora.group1.feed_forward.router") == 4096 + 8


def test_that_sharded_adapters_are_divided_on_both_sides() -> None:
    whole = with_engine({"lora_sharded": False})
    assert whole.value("weights.lora") is None
    rows = Workbook(
        models=(model_from_preset("llama-3.2-1b", "m"),),
        accelerators=(accelerator_from_preset("h100-sxm5", "a"),),
        engines=(engine_from_preset("vllm", "e").model_copy(update={"lora_sharded": True}),),
        scenarios=(
            Scenario(id="s", name="s", model="m", accelerator="a", engine="e", tp=2, lora_slots=1, lora_rank=2),
        ),
    )
    found = Planner().evaluate(rows).scenarios["s"].value("weights.lora.group1")
    sides = (3 * 2048 // 2 + 1024 + 2 * 256) + (1024 + 1024) + (2 * 2048 // 2 + 2 * 4096) + (4096 + 1024)
    assert found == 16 * 2 * 2 * sides


def test_that_a_compressed_cache_has_bytes_of_a_token_and_tokens() -> None:
    """DeepSeek-V4-Pro in bf16: 31 layers of an entry per 128 tokens, 30 of one per 4 with an index key of 128."""
    found = plan("deepseek-v4-pro", "b200-sxm", tp=8, context=131072)
    assert found.value("kv_bytes_per_token") == 31 * 1024 // 128 + 30 * 1024 // 4
    each = 31 * (128 + 1024) * 1024 + 30 * (128 * 1024 + 32768 * (1024 + 256))
    assert found.value("kv_request") == found.value("kv_cache") == each
    assert found.value("kv_capacity_tokens") == found.value("kv_budget") * 131072 // each
    packed = plan("deepseek-v4-pro", "b200-sxm", tp=8, engine="sglang", kv_keys="fp8", kv_values="fp8")
    assert packed.value("kv_cache.group2.compressed.token") == 448 + 128 + 8
    assert packed.value("kv_cache.group2.index_keys.token") == 128 + 4


def test_that_sglang_keeps_the_scales_of_an_fp8_checkpoint_in_fp32_on_hopper() -> None:
    hopper = plan("deepseek-v4-pro", "h200-sxm", tp=8, engine="sglang")
    elements = 61 * 384 * 3 * 7168 * (3072 // 8)
    assert hopper.value("weights.expert_backend") == elements // 32 * 4
    assert plan("deepseek-v4-pro", "b200-sxm", tp=8, engine="sglang").value("weights.expert_backend") is None
    assert plan("gpt-oss-20b", engine="sglang").value("weights.expert_backend") is None
    assert plan("deepseek-v4-pro", "h200-sxm", tp=8, engine="vllm-0.21").value("weights.expert_backend") == 0
    finding = next(each for each in check_scenario(hopper) if each.code == "kernel_backend")
    assert "a second time, in fp32: 22.52 GiB of the weights' 125.23 GiB" in finding.sentence


def test_that_windows_of_their_own_rotation_have_a_rotary_table() -> None:
    found = plan("gemma-3-1b", engine="vllm")
    assert found.value("weights.rope_tables") == 2 * 32768 * 256 * 2
    mixed = plan("gemma-4-26b-a4b", "h200-sxm", engine="vllm")
    assert mixed.value("weights.rope_tables") == 262144 * (256 + 512) * 2


def test_that_the_wish_to_expand_a_sparse_cache_is_refused_at_its_cell() -> None:
    settings: dict[str, Any] = {"tp": 8, "context": 8192}
    sparse = plan("deepseek-v3.2", "h200-sxm", latent_cache="expanded", **settings)
    (finding,) = [each for each in check_scenario(sparse) if each.code == "latent_not_expanded"]
    assert finding.path[-1] == "latent_cache"
    assert "has no effect on DeepSeek-V3.2" in finding.sentence
    for other in (plan("deepseek-v3.2", "h200-sxm", **settings), plan("deepseek-v3", latent_cache="expanded", tp=8)):
        assert "latent_not_expanded" not in {each.code for each in check_scenario(other)}
