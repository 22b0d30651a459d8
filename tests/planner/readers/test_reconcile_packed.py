"""Checkpoints of packed weights held against the ledger."""

from pathlib import Path
from typing import Any

import pytest

from planner.readers.checkpoint import Packing
from planner.readers.reconcile import reconcile
from planner.readers.safetensors import WHOLE, read_headers
from tests.planner.readers.made import llama_tensors, sparse_safetensors
from tests.planner.readers.reconciling import codes, made, row, small


def packed(make: Any) -> dict[str, tuple[str, tuple[int, ...]]]:
    """The small Llama with its matrices replaced by what `make(module, outputs, inputs)` gives."""
    found: dict[str, tuple[str, tuple[int, ...]]] = {}
    for name, (dtype, shape) in llama_tensors().items():
        if "proj" in name:
            found |= make(name.removesuffix(".weight"), *shape)
        else:
            found[name] = (dtype, shape)
    return found


SCHEMES: dict[str, tuple[Any, Packing | None, str]] = {
    "awq": (lambda m, o, i: {f"{m}.qweight": ("I32", (i, o // 8)), f"{m}.qzeros": ("I32", (i // 32, o // 8)),
                             f"{m}.scales": ("F16", (i // 32, o))}, None, "AWQ"),
    "gptq 4": (lambda m, o, i: {f"{m}.qweight": ("I32", (i // 8, o)), f"{m}.qzeros": ("I32", (i // 32, o // 8)),
                                f"{m}.scales": ("F16", (i // 32, o)), f"{m}.g_idx": ("I32", (i,))}, None, "GPTQ"),
    "gptq 8 without order": (lambda m, o, i: {f"{m}.qweight": ("I32", (i // 4, o)), f"{m}.qzeros": ("I32", (2, o // 4)),
                                              f"{m}.scales": ("F16", (2, o))}, None, "GPTQ"),
    "fp8 in blocks": (lambda m, o, i: {f"{m}.weight": ("F8_E4M3", (o, i)), f"{m}.weight_scale_inv": ("F32", (1, 1))},
                      None, "scaled F8_E4M3"),
    "fp8 per tensor": (lambda m, o, i: {f"{m}.weight": ("F8_E4M3", (o, i)), f"{m}.weight_scale": ("F32", ()),
                                        f"{m}.input_scale": ("F32", ())}, None, "scaled F8_E4M3"),
    "bitsandbytes nf4": (lambda m, o, i: {f"{m}.weight": ("U8", (o * i // 2, 1)), f"{m}.weight.absmax": ("U8", (8,)),
                                          f"{m}.weight.quant_map": ("F32", (16,)),
                                          f"{m}.weight.nested_absmax": ("F32", (1,)),
                                          f"{m}.weight.nested_quant_map": ("F32", (256,)),
                                          f"{m}.weight.quant_state.bitsandbytes__nf4": ("U8", (99,))},
                         None, "bitsandbytes 4-bit"),
    "bitsandbytes int8": (lambda m, o, i: {f"{m}.weight": ("I8", (o, i)), f"{m}.SCB": ("F32", (o,)),
                                           f"{m}.weight_format": ("U8", ())}, None, "bitsandbytes int8"),
    "compressed-tensors": (lambda m, o, i: {f"{m}.weight_packed": ("I32", (o, i // 8)),
                                            f"{m}.weight_shape": ("I64", (2,)),
                                            f"{m}.weight_scale": ("BF16", (o, i // 32))},
                           Packing("compressed-tensors", 4), "compressed-tensors"),
    "NVFP4 of compressed-tensors": (lambda m, o, i: {f"{m}.weight_packed": ("U8", (o, i // 2)),
                                                     f"{m}.weight_scale": ("F8_E4M3", (o, i // 16)),
                                                     f"{m}.weight_global_scale": ("F32", (1,))}, None, "NVFP4"),
    "NVFP4 of modelopt": (lambda m, o, i: {f"{m}.weight": ("U8", (o, i // 2)), f"{m}.weight_scale_2": ("F32", ()),
                                           f"{m}.weight_scale": ("F8_E4M3", (o, i // 16))}, None, "NVFP4"),
    "fp4 pairs with block exponents": (lambda m, o, i: {f"{m}.weight": ("I8", (o, i // 2)),
                                                        f"{m}.scale": ("F8_E8M0", (o, i // 32))}, None, "MXFP4"),
    "int8 per channel": (lambda m, o, i: {f"{m}.weight": ("I8", (o, i)), f"{m}.weight_scale": ("BF16", (o, 1))},
                         None, "scaled I8"),
}  # fmt: skip


@pytest.mark.parametrize("name", SCHEMES)
def test_that_packed_weights_are_unpacked_into_their_lines(name: str) -> None:
    make, packing, scheme = SCHEMES[name]
    tensors = packed(make)
    checkpoint = made(tensors, packing)
    result = reconcile(small(), checkpoint)
    assert result.agrees, [finding.sentence for finding in result.findings]
    assert result.schemes == {scheme: 14} and codes(result) == ["packed_weights"]
    assert sum(row.bytes or 0 for row in result.rows) == checkpoint.bytes, "scales belong to their line"
    assert 4 < (result.bits_per_weight or 0) < 16


def test_that_packing_without_stated_bits_is_not_guessed() -> None:
    result = reconcile(small(), made(packed(SCHEMES["compressed-tensors"][0])))
    assert row(result, "attention.q").found is None and row(result, "attention.q").bytes is not None
    assert result.found is None and not result.agrees and result.bytes is not None
    assert codes(result) == ["packed_weights", "packing_not_known"]


def test_that_the_bits_are_read_from_the_configuration_beside_the_files(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(
        '{"quantization_config": {"quant_method": "compressed-tensors", '
        '"config_groups": {"group_0": {"weights": {"num_bits": 4}}}}}'
    )
    sparse_safetensors(tmp_path / WHOLE, packed(SCHEMES["compressed-tensors"][0]))
    checkpoint = read_headers(tmp_path)
    assert checkpoint.packing == Packing("compressed-tensors", 4)
    assert reconcile(small(), checkpoint).agrees
    for broken in (b"", b"[]", b'{"quantization_config": 7}', b'{"quantization_config": {"bits": "four"}}', b"\xff"):
        (tmp_path / "config.json").write_bytes(broken)
        assert read_headers(tmp_path).packing in (None, Packing("", None))


def test_that_a_companion_without_its_weight_is_extra() -> None:
    tensors = {**llama_tensors(), "model.layers.0.mlp.other.scales": ("F16", (3,))}
    assert [extra.weight.name for extra in reconcile(small(), made(tensors)).extras] == [
        "model.layers.0.mlp.other.scales"
    ]
