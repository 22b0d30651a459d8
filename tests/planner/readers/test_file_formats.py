"""Formats per part as files store them: GGUF by type, safetensors by the shapes of codes and scales."""

from __future__ import annotations

from pathlib import Path

import pytest

from planner.readers.checkpoint import Checkpoint, Packing
from planner.readers.file_formats import FileFormats, formats_of_checkpoint, formats_of_gguf
from planner.readers.gguf import read_gguf
from planner.readers.safetensors import read_headers
from tests.planner.readers.made import Shapes, gguf, header, safetensors, u32

Q4_K, Q6_K, F32 = 12, 14, 0


def of_gguf(path: Path, kinds: dict[str, int], file_type: int = 15) -> FileFormats:
    sizes = {Q4_K: 144, Q6_K: 210, F32: 1024}
    tensors = [
        (name, (256,), kind, sizes[kind]) if name.endswith("norm.weight") else (name, (256, 4), kind, 4 * sizes[kind])
        for name, kind in kinds.items()
    ]
    path.write_bytes(gguf({"general.file_type": u32(file_type)}, tensors))
    return formats_of_gguf(read_gguf(path))


def of_safetensors(path: Path, tensors: Shapes, packing: Packing | None = None) -> FileFormats:
    (path / "model.safetensors").write_bytes(safetensors(header(tensors)))
    read = read_headers(path)
    return formats_of_checkpoint(Checkpoint(read.name, read.tensors, read.shards, packing=packing))


def test_that_a_part_of_one_type_has_it_and_a_part_of_several_is_named(tmp_path: Path) -> None:
    found = of_gguf(
        tmp_path / "a.gguf",
        {
            "token_embd.weight": Q4_K,
            "output.weight": Q6_K,
            "blk.0.attn_norm.weight": F32,
            "blk.0.attn_q.weight": Q4_K,
            "blk.0.attn_v.weight": Q6_K,
            "blk.0.ffn_up.weight": Q4_K,
            "blk.0.ffn_down_exps.weight": Q6_K,
            "blk.0.ffn_gate_inp.weight": F32,
        },
    )
    assert found.mix == "Q4_K_M"
    assert found.mixed == {"attention_weights": {"q4_K": 1024, "q6_K": 1024}}
    stored = found.stored
    assert (stored.weights, stored.attention_weights, stored.feed_forward_weights) == ("q4_K", None, None)
    assert (stored.embedding_weights, stored.head_weights, stored.expert_weights) == ("q4_K", "q6_K", "q6_K")
    assert stored.other_weights == "fp32"
    assert {finding.code: finding.sentence for finding in found.findings} == {
        "part_is_mixed": "The files store attention in several formats: q4_K 50 %, q6_K 50 %.",
        "file_is_a_mix": "The file calls itself Q4_K_M: there is a stated mix of that name.",
    }


def test_that_a_file_of_one_format_that_names_no_mix_says_neither(tmp_path: Path) -> None:
    found = of_gguf(tmp_path / "a.gguf", {"blk.0.attn_q.weight": Q4_K, "blk.0.attn_v.weight": Q4_K}, file_type=0)
    assert found.mix is None and found.findings == ()


LAYER = "model.layers.0.mlp.up_proj."


@pytest.mark.parametrize(
    ("tensors", "name"),
    [
        ({"weight": ("BF16", (256, 512))}, "bf16"),
        ({"weight": ("F8_E4M3", (256, 512)), "weight_scale": ("F32", ())}, "fp8"),
        ({"weight": ("F8_E4M3", (256, 512)), "weight_scale": ("F32", (256, 1))}, "fp8_channel"),
        ({"weight": ("F8_E4M3", (256, 512)), "weight_scale_inv": ("F32", (2, 4))}, "fp8_b128"),
        ({"weight": ("I8", (256, 512)), "weight_scale": ("F32", (256, 1))}, "int8_channel"),
        (
            {
                "qweight": ("I32", (512, 32)),
                "qzeros": ("I32", (4, 32)),
                "scales": ("F16", (4, 256)),
            },
            "int4_g128",
        ),
        ({"weight_packed": ("U8", (256, 256)), "weight_scale": ("F8_E4M3", (256, 32))}, "nvfp4"),
    ],
)
def test_that_scales_tell_the_format(tmp_path: Path, tensors: Shapes, name: str) -> None:
    found = of_safetensors(tmp_path, {LAYER + end: value for end, value in tensors.items()})
    assert found.stored.weights == name
    assert not found.mixed


def test_that_packed_int4_without_zero_points_is_told_by_bits_and_groups(tmp_path: Path) -> None:
    tensors: Shapes = {
        f"{LAYER}weight_packed": ("I32", (256, 64)),
        f"{LAYER}weight_scale": ("BF16", (256, 16)),
        f"{LAYER}weight_shape": ("I64", (2,)),
    }
    found = of_safetensors(tmp_path, tensors, Packing("compressed-tensors", 4))
    assert found.stored.weights == "int4_g32"


def test_that_norms_and_routers_are_other_weights(tmp_path: Path) -> None:
    found = of_safetensors(
        tmp_path,
        {
            "model.layers.0.self_attn.q_proj.weight": ("BF16", (8, 8)),
            "model.layers.0.input_layernorm.weight": ("F32", (8,)),
            "model.layers.0.mlp.gate.weight": ("F32", (4, 8)),
            "lm_head.weight": ("F16", (16, 8)),
        },
    )
    stored = found.stored
    assert (stored.weights, stored.head_weights, stored.other_weights) == ("bf16", "fp16", "fp32")
