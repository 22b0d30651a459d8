"""Checkpoints against the ledger: fused and unfused names, packed weights, and what is missing or extra."""

from math import prod
from pathlib import Path
from typing import Any

import pytest

from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward import Gated, Plain
from planner.parts.norm import Norm
from planner.plan import Evaluation
from planner.readers.checkpoint import DTYPE_BITS, Checkpoint, Packing, Tensor
from planner.readers.expected import ExpectedLine, ExpectedModel, expected_model
from planner.readers.reconcile import reconcile, reconcile_model
from planner.readers.reconciliation import Reason, Reconciliation, Row
from planner.readers.safetensors import INDEX, WHOLE, read_headers
from planner.workbook import Head, LayerGroup, Model, Prediction
from tests.planner.readers.made import Shapes, index, llama_tensors, sparse_safetensors
from tests.planner.rows import evaluated, gpt_2, llama_2_7b


def small(**changes: Any) -> Evaluation:
    """The ledger of the small Llama that `llama_tensors` stores."""
    attention = GroupedQuery(heads=4, kv_heads=2, head_dim=16, **changes.pop("attention", {}))
    group = LayerGroup(id="g", count=changes.pop("layers", 2), attention=attention, feed_forward=Gated(width=128))
    return evaluated(Model(id="m", name="Small", d_model=64, vocab_size=96, groups=(group,), **changes))


def made(tensors: Shapes, packing: Packing | None = None) -> Checkpoint:
    """A checkpoint of these tensors without a file."""
    found = {}
    for name, (dtype, shape) in tensors.items():
        found[name] = Tensor(name, dtype, shape, prod(shape) * DTYPE_BITS[dtype] // 8, "x.safetensors")
    return Checkpoint("made", found, {"x.safetensors": 1}, packing=packing)


def row(result: Reconciliation, role: str) -> Row:
    return next(row for row in result.rows if any(key.endswith(role) for key in row.lines))


def codes(result: Reconciliation) -> list[str]:
    return [finding.code for finding in result.findings]


def test_that_an_unfused_checkpoint_agrees_line_by_line() -> None:
    evaluation = small()
    result = reconcile(evaluation, made(llama_tensors()))
    assert result.agrees and not result.extras and not result.findings
    assert result.expected == result.found == evaluation.value("parameters")
    assert result.bytes == 2 * evaluation.value("parameters")
    assert result.bytes_by_dtype == {"BF16": result.bytes} and result.bits_per_weight == 16
    assert all(len(row.lines) == 1 for row in result.rows), "nothing is fused here"
    assert row(result, "attention.k").expected == 2 * 32 * 64
    assert row(result, "norms").tensors == 4


def fused(tensors: Shapes, layers: int = 2) -> dict[str, tuple[str, tuple[int, ...]]]:
    found = dict(tensors)
    for layer in range(layers):
        stem = f"model.layers.{layer}"
        for name in ("q", "k", "v"):
            del found[f"{stem}.self_attn.{name}_proj.weight"]
        for name in ("gate", "up"):
            del found[f"{stem}.mlp.{name}_proj.weight"]
        found[f"{stem}.self_attn.qkv_proj.weight"] = ("BF16", (128, 64))
        found[f"{stem}.mlp.gate_up_proj.weight"] = ("BF16", (256, 64))
    return found


def test_that_a_fused_tensor_fills_its_lines_in_one_row() -> None:
    result = reconcile(small(), made(fused(llama_tensors())))
    assert result.agrees and not result.findings
    stem = "parameters.group1.layer"
    assert row(result, "attention.q").lines == tuple(f"{stem}.attention.{name}" for name in "qkv")
    assert row(result, "feed_forward.up").lines == (f"{stem}.feed_forward.gate", f"{stem}.feed_forward.up")
    assert row(result, "feed_forward.up").labels == ("Gate matrix", "Up matrix")


def test_that_a_missing_tensor_names_line_and_layer() -> None:
    tensors = llama_tensors()
    del tensors["model.layers.1.mlp.down_proj.weight"], tensors["model.norm.weight"]
    result = reconcile(small(), made(tensors))
    assert not result.agrees
    assert (row(result, "down").missing, row(result, "down").difference) == ((1,), -64 * 128)
    assert (row(result, "final_norm").missing, row(result, "final_norm").found) == ((-1,), 0)
    assert codes(result) == ["tensor_missing", "tensor_missing"]
    assert result.difference == -64 * 128 - 64
    assert "Down matrix: the files have none in 1 of the group's layers: 1." in [f.sentence for f in result.findings]


def test_that_another_size_is_found_even_where_the_sum_agrees() -> None:
    tensors = llama_tensors()
    tensors["model.layers.0.mlp.up_proj.weight"] = ("BF16", (127, 64))
    tensors["model.layers.1.mlp.up_proj.weight"] = ("BF16", (129, 64))
    result = reconcile(small(), made(tensors))
    assert result.difference == 0 and not result.agrees
    assert row(result, "feed_forward.up").differing == (0, 1)


def test_that_a_name_that_is_not_known_is_extra_with_its_bytes() -> None:
    tensors = {**llama_tensors(), "model.layers.0.self_attn.surprise": ("F32", (7,)), "adapter.weight": ("I8", (3,))}
    result = reconcile(small(), made(tensors))
    assert [(extra.weight.name, extra.weight.bytes, extra.reason) for extra in result.extras] == [
        ("model.layers.0.self_attn.surprise", 28, Reason.UNKNOWN),
        ("adapter.weight", 3, Reason.UNKNOWN),
    ]
    assert result.difference == 0 and not result.agrees and codes(result) == ["unknown_tensors"]
    assert "31 bytes" in result.findings[0].sentence


def test_that_a_stored_tied_head_is_allowed_and_said() -> None:
    result = reconcile(small(head=Head(tied=True)), made(llama_tensors()))
    assert result.agrees and codes(result) == ["tied_head_stored"]
    assert f"{2 * 96 * 64:,} bytes more on disk" in result.findings[0].sentence
    assert result.bytes == 2 * (result.expected or 0) + 2 * 96 * 64


def test_that_of_two_tied_tables_the_head_may_be_the_stored_one() -> None:
    tensors = llama_tensors()
    del tensors["model.embed_tokens.weight"]
    result = reconcile(small(head=Head(tied=True)), made(tensors))
    assert result.agrees and not result.extras


def test_that_buffers_and_other_stacks_are_no_parameters() -> None:
    tensors = {
        **llama_tensors(),
        "model.layers.0.self_attn.rotary_emb.inv_freq": ("F32", (8,)),
        "vision_tower.vision_model.encoder.layers.0.self_attn.q_proj.weight": ("BF16", (9, 9)),
        "multi_modal_projector.linear_1.weight": ("BF16", (4, 4)),
    }
    result = reconcile(small(), made(tensors))
    assert [extra.reason for extra in result.extras] == [Reason.BUFFER, Reason.OTHER_STACK, Reason.OTHER_STACK]
    assert result.agrees and codes(result) == ["buffers_stored", "other_stack"]


def test_that_a_layer_beyond_the_last_is_no_part_of_the_ledger() -> None:
    result = reconcile(small(), made(llama_tensors(layers=3)))
    assert {extra.reason for extra in result.extras} == {Reason.BEYOND} and len(result.extras) == 9
    assert result.difference == 0 and not result.agrees and codes(result) == ["layers_beyond"]


def test_that_a_bias_without_a_line_is_extra_and_with_one_is_counted() -> None:
    tensors = llama_tensors()
    for layer in range(2):
        tensors |= {
            f"model.layers.{layer}.self_attn.{name}_proj.bias": ("BF16", (wide,))
            for name, wide in (("q", 64), ("k", 32), ("v", 32))
        }
    assert {extra.reason for extra in reconcile(small(), made(tensors)).extras} == {Reason.NO_LINE}
    biases = {"query_bias": True, "key_bias": True, "value_bias": True}
    assert reconcile(small(attention=biases), made(tensors)).agrees


@pytest.mark.parametrize("prefix", ["", "transformer."])
def test_that_gpt_2_agrees_with_its_published_names(tmp_path: Path, prefix: str) -> None:
    tensors: dict[str, tuple[str, tuple[int, ...]]] = {
        "wte.weight": ("F32", (50257, 768)), "wpe.weight": ("F32", (1024, 768)),
        "ln_f.weight": ("F32", (768,)), "ln_f.bias": ("F32", (768,)),
    }  # fmt: skip
    for layer in range(12):
        for name, shape in (
            ("ln_1.weight", (768,)), ("ln_1.bias", (768,)), ("ln_2.weight", (768,)), ("ln_2.bias", (768,)),
            ("attn.bias", (1, 1, 1024, 1024)), ("attn.c_attn.weight", (768, 2304)), ("attn.c_attn.bias", (2304,)),
            ("attn.c_proj.weight", (768, 768)), ("attn.c_proj.bias", (768,)), ("mlp.c_fc.weight", (768, 3072)),
            ("mlp.c_fc.bias", (3072,)), ("mlp.c_proj.weight", (3072, 768)), ("mlp.c_proj.bias", (768,)),
        ):  # fmt: skip
            tensors[f"h.{layer}.{name}"] = ("F32", shape)
    sparse_safetensors(tmp_path / WHOLE, {prefix + name: entry for name, entry in tensors.items()})
    result = reconcile(evaluated(gpt_2()), read_headers(tmp_path))
    assert result.agrees and result.found == 124_439_808
    assert result.bytes == 4 * 124_439_808 + 12 * 4 * 1024 * 1024, "with the causal masks, 548 MB as published"
    assert codes(result) == ["buffers_stored"]


def test_that_llama_2_7b_in_two_files_agrees(tmp_path: Path) -> None:
    tensors = llama_tensors(layers=32, width=4096, heads=32, kv_heads=32, vocab=32000, ff=11008)
    halves: tuple[dict[str, tuple[str, tuple[int, ...]]], ...] = ({}, {})
    for number, (name, entry) in enumerate(tensors.items()):
        halves[number % 2][name] = entry
    for number, half in enumerate(halves):
        sparse_safetensors(tmp_path / f"model-{number}.safetensors", half, {"format": "pt"})
    places = {name: f"model-{number}.safetensors" for number, half in enumerate(halves) for name in half}
    (tmp_path / INDEX).write_bytes(index(places, total_size=13476831232))
    result = reconcile(evaluated(llama_2_7b()), read_headers(tmp_path))
    assert result.agrees and result.found == 6_738_415_616 and result.bytes == 13_476_831_232
    assert not result.findings


def test_that_an_index_alone_tells_which_lines_are_there(tmp_path: Path) -> None:
    names = [name for name in llama_tensors() if name != "model.layers.1.self_attn.o_proj.weight"]
    (tmp_path / INDEX).write_bytes(index(dict.fromkeys(names, "model-00001-of-00001.safetensors"), total_size=1000))
    result = reconcile(small(), read_headers(tmp_path))
    assert (result.found, result.bytes, result.bits_per_weight) == (None, None, None)
    assert row(result, "attention.o").missing == (1,) and not row(result, "attention.q").missing
    assert codes(result) == ["missing_file", "tensor_missing"]


FALCON = Model(
    id="f", name="Falcon", d_model=64, vocab_size=96, head=Head(tied=True),
    final_norm=Norm(kind="layer_norm", bias=True),
    groups=(
        LayerGroup(id="g", count=1, attention=GroupedQuery(heads=4, kv_heads=1, head_dim=16),
                   feed_forward=Plain(width=256), norm=Norm(kind="layer_norm", bias=True), norm_placement="parallel"),
    ),
)  # fmt: skip

FAMILIES: dict[str, tuple[Model, dict[str, tuple[int, ...]]]] = {
    "Falcon 40B": (FALCON, {
        "transformer.word_embeddings.weight": (96, 64), "transformer.ln_f.weight": (64,),
        "transformer.ln_f.bias": (64,), "lm_head.weight": (96, 64),
        **{f"transformer.h.0.{name}": shape for name, shape in {
            "ln_attn.weight": (64,), "ln_attn.bias": (64,), "ln_mlp.weight": (64,), "ln_mlp.bias": (64,),
            "self_attention.query_key_value.weight": (96, 64), "self_attention.dense.weight": (64, 64),
            "mlp.dense_h_to_4h.weight": (256, 64), "mlp.dense_4h_to_h.weight": (64, 256)}.items()},
    }),
    "MPT": (FALCON.model_copy(update={"groups": (FALCON.groups[0].model_copy(update={"norm": Norm(kind="layer_norm"),
                                                                                     "norm_placement": "pre"}),),
                                      "final_norm": Norm(kind="layer_norm")}), {
        "transformer.wte.weight": (96, 64), "transformer.norm_f.weight": (64,),
        **{f"transformer.blocks.0.{name}": shape for name, shape in {
            "norm_1.weight": (64,), "norm_2.weight": (64,), "attn.Wqkv.weight": (96, 64),
            "attn.out_proj.weight": (64, 64), "ffn.up_proj.weight": (256, 64),
            "ffn.down_proj.weight": (64, 256)}.items()},
    }),
    "Mistral's own names": (small().model, {
        "tok_embeddings.weight": (96, 64), "norm.weight": (64,), "output.weight": (96, 64),
        **{f"layers.{layer}.{name}": shape for layer in range(2) for name, shape in {
            "attention_norm.weight": (64,), "ffn_norm.weight": (64,), "attention.wq.weight": (64, 64),
            "attention.wk.weight": (32, 64), "attention.wv.weight": (32, 64), "attention.wo.weight": (64, 64),
            "feed_forward.w1.weight": (128, 64), "feed_forward.w2.weight": (64, 128),
            "feed_forward.w3.weight": (128, 64)}.items()},
    }),
    "Qwen 1": (small().model, {
        "transformer.wte.weight": (96, 64), "transformer.ln_f.weight": (64,), "lm_head.weight": (96, 64),
        **{f"transformer.h.{layer}.{name}": shape for layer in range(2) for name, shape in {
            "ln_1.weight": (64,), "ln_2.weight": (64,), "attn.c_attn.weight": (128, 64),
            "attn.c_proj.weight": (64, 64), "mlp.w1.weight": (128, 64), "mlp.w2.weight": (128, 64),
            "mlp.c_proj.weight": (64, 128)}.items()},
    }),
    "Baichuan": (small().model, {
        "model.embed_tokens.weight": (96, 64), "model.norm.weight": (64,), "lm_head.weight": (96, 64),
        **{f"model.layers.{layer}.{name}": shape for layer in range(2) for name, shape in {
            "input_layernorm.weight": (64,), "post_attention_layernorm.weight": (64,),
            "self_attn.W_pack.weight": (128, 64), "self_attn.o_proj.weight": (64, 64),
            "mlp.gate_proj.weight": (128, 64), "mlp.up_proj.weight": (128, 64),
            "mlp.down_proj.weight": (64, 128)}.items()},
    }),
    "ChatGLM": (small().model, {
        "transformer.embedding.word_embeddings.weight": (96, 64), "transformer.rotary_pos_emb.inv_freq": (8,),
        "transformer.encoder.final_layernorm.weight": (64,), "transformer.output_layer.weight": (96, 64),
        **{f"transformer.encoder.layers.{layer}.{name}": shape for layer in range(2) for name, shape in {
            "input_layernorm.weight": (64,), "post_attention_layernorm.weight": (64,),
            "self_attention.query_key_value.weight": (128, 64), "self_attention.dense.weight": (64, 64),
            "mlp.dense_h_to_4h.weight": (256, 64), "mlp.dense_4h_to_h.weight": (64, 128)}.items()},
    }),
    "the text half of a vision model": (small().model, {
        "language_model.model.embed_tokens.weight": (96, 64), "language_model.model.norm.weight": (64,),
        "language_model.lm_head.weight": (96, 64), "vision_tower.patch_embed.weight": (5, 5),
        **{f"language_model.model.layers.{layer}.{name}": shape for layer in range(2) for name, shape in {
            "input_layernorm.weight": (64,), "post_attention_layernorm.weight": (64,),
            "self_attn.q_proj.weight": (64, 64), "self_attn.k_proj.weight": (32, 64),
            "self_attn.v_proj.weight": (32, 64), "self_attn.o_proj.weight": (64, 64),
            "mlp.gate_proj.weight": (128, 64), "mlp.up_proj.weight": (128, 64),
            "mlp.down_proj.weight": (64, 128)}.items()},
    }),
}  # fmt: skip


@pytest.mark.parametrize("family", FAMILIES)
def test_that_the_names_of_a_family_are_known(family: str) -> None:
    model, shapes = FAMILIES[family]
    result = reconcile(evaluated(model), made({name: ("BF16", shape) for name, shape in shapes.items()}))
    assert result.agrees, [finding.sentence for finding in result.findings]


# Packed weights


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


# Lines of kinds that are given by hand: what the table knows beyond dense models


def lines(**each: int) -> ExpectedModel:
    found = [
        ExpectedLine(f"parameters.group1.layer.{role}", role, 0, role, size)
        for role, size in ((name.replace("__", "."), size) for name, size in each.items())
    ]
    return ExpectedModel(tuple(found), ((0, 2), (1,)))


def test_that_experts_router_and_shared_experts_fill_their_lines() -> None:
    expected = lines(feed_forward__router=8 * 4, feed_forward__experts=8 * 3 * 20, feed_forward__shared=3 * 20)
    tensors: dict[str, tuple[str, tuple[int, ...]]] = {}
    for layer in (0, 2):
        stem = f"model.layers.{layer}.mlp"
        tensors[f"{stem}.gate.weight"] = ("BF16", (8, 4))
        tensors[f"{stem}.gate.e_score_correction_bias"] = ("F32", (8,))
        for part in ("gate_proj", "up_proj", "down_proj"):
            tensors[f"{stem}.shared_experts.{part}.weight"] = ("BF16", (5, 4))
            for expert in range(8):
                tensors[f"{stem}.experts.{expert}.{part}.weight"] = ("BF16", (5, 4))
    result = reconcile_model(expected, made(tensors), "m")
    assert result.agrees and [extra.reason for extra in result.extras] == [Reason.BUFFER] * 2
    del tensors["model.layers.2.mlp.experts.7.up_proj.weight"]
    assert row(reconcile_model(expected, made(tensors), "m"), "experts").differing == (2,)
    counted = lines(feed_forward__router=32, feed_forward__router_bias=8)
    assert row(reconcile_model(counted, made(tensors), "m"), "router_bias").found == 16


def test_that_experts_in_one_packed_tensor_fill_their_line() -> None:
    expected = lines(feed_forward__experts=4 * 3 * 64 * 32, feed_forward__expert_bias=4 * (2 * 64 + 32))
    tensors: dict[str, tuple[str, tuple[int, ...]]] = {}
    for layer in (0, 2):
        stem = f"model.layers.{layer}.mlp.experts"
        tensors |= {
            f"{stem}.gate_up_proj_blocks": ("U8", (4, 128, 1, 16)), f"{stem}.gate_up_proj_scales": ("U8", (4, 128, 1)),
            f"{stem}.down_proj_blocks": ("U8", (4, 32, 2, 16)), f"{stem}.down_proj_scales": ("U8", (4, 32, 2)),
            f"{stem}.gate_up_proj_bias": ("BF16", (4, 128)), f"{stem}.down_proj_bias": ("BF16", (4, 32)),
        }  # fmt: skip
    result = reconcile_model(expected, made(tensors), "m")
    assert result.agrees and result.schemes == {"MXFP4": 4}


def test_that_latent_attention_fills_its_lines() -> None:
    expected = lines(attention__q_a=12, attention__q_norm=3, attention__q=24, attention__kv_a=20,
                     attention__kv_norm=4, attention__kv_b=40, attention__o=30)  # fmt: skip
    shapes = {"q_a_proj": (3, 4), "q_a_layernorm": (3,), "q_b_proj": (8, 3), "kv_a_proj_with_mqa": (5, 4),
              "kv_a_layernorm": (4,), "kv_b_proj": (10, 4), "o_proj": (6, 5)}  # fmt: skip
    tensors = {
        f"model.layers.{layer}.self_attn.{name}.weight": ("BF16", shape)
        for layer in (0, 2)
        for name, shape in shapes.items()
    }
    result = reconcile_model(expected, made(tensors), "m")
    assert result.agrees and all(len(row.lines) == 1 for row in result.rows)


def test_that_a_stored_layer_may_be_two_layers_of_the_ledger() -> None:
    expected = ExpectedModel(
        tuple(
            ExpectedLine(f"parameters.group{group + 1}.layer.{role}", role, group, role, size)
            for group, role, size in ((0, "attention.o", 12), (0, "feed_forward.experts", 40), (0, "norms", 8),
                                      (0, "feed_forward.shared", 20), (1, "attention.o", 12), (1, "norms", 8),
                                      (1, "feed_forward.down", 20))
        ),
        ((0, 2), (1, 3)),
    )  # fmt: skip
    tensors: dict[str, tuple[str, tuple[int, ...]]] = {}
    for layer in range(2):
        stem = f"model.layers.{layer}"
        tensors[f"{stem}.mlp.experts.0.down_proj.weight"] = ("BF16", (4, 10))
        for half in range(2):
            tensors |= {
                f"{stem}.self_attn.{half}.o_proj.weight": ("BF16", (4, 3)),
                f"{stem}.mlps.{half}.down_proj.weight": ("BF16", (4, 5)),
                f"{stem}.input_layernorm.{half}.weight": ("BF16", (4,)),
                f"{stem}.post_attention_layernorm.{half}.weight": ("BF16", (4,)),
            }
    assert reconcile_model(expected, made(tensors), "m").agrees


def test_that_a_name_takes_the_first_meaning_that_the_ledger_has() -> None:
    tensors = {f"model.layers.{layer}.mamba.out_proj.weight": ("BF16", (4, 3)) for layer in (0, 1, 2)}
    for role in ("attention.state_out", "beside.state_out", "attention.o"):
        lines_of_role = [ExpectedLine(role, role, group, role, 12) for group in (0, 1)]
        other = ExpectedLine("o", "attention.o", 0, "o", 7) if role == "beside.state_out" else None
        model = ExpectedModel((*lines_of_role, *([other] if other else [])), ((0, 2), (1,)))
        result = reconcile_model(model, made(tensors), "m")
        assert [row.found for row in result.rows if role in row.lines] == [24, 12]


def test_that_groups_that_alternate_take_the_layers_they_are_given() -> None:
    wide, narrow = GroupedQuery(heads=4, kv_heads=2, head_dim=16), GroupedQuery(heads=4, kv_heads=1, head_dim=16)
    groups = tuple(
        LayerGroup(id=f"g{number}", count=2, attention=attention, feed_forward=Gated(width=128))
        for number, attention in enumerate((wide, narrow))
    )
    evaluation = evaluated(Model(id="m", name="Mixed", d_model=64, vocab_size=96, groups=groups))
    tensors = llama_tensors(layers=4)
    for layer in (1, 3):
        for name in ("k", "v"):
            tensors[f"model.layers.{layer}.self_attn.{name}_proj.weight"] = ("BF16", (16, 64))
    assert expected_model(evaluation).layers == ((0, 1), (2, 3))
    assert not reconcile(evaluation, made(tensors)).agrees
    assert reconcile(evaluation, made(tensors), layers=((0, 2), (1, 3))).agrees


@pytest.mark.parametrize(
    ("positions", "layers"),
    [
        (("0, 2", "1, 3"), ((0, 2), (1, 3))),
        ((None, "0, 2"), ((1, 3), (0, 2))),
        (("0-9", "words"), ((0, 1), (2, 3))),
        ((None, None), ((0, 1), (2, 3))),
    ],
)
def test_that_groups_have_the_layers_that_they_state(
    positions: tuple[str | None, ...], layers: tuple[tuple[int, ...], ...]
) -> None:
    groups = tuple(
        LayerGroup(id=f"g{number}", count=2, attention=GroupedQuery(), feed_forward=Gated(), positions=text)
        for number, text in enumerate(positions)
    )
    assert expected_model(evaluated(Model(id="m", name="Two", groups=groups))).layers == layers


def test_that_prediction_layers_are_compared_where_they_are_stored() -> None:
    prediction = Prediction(layers=1)
    evaluation = small(prediction=prediction)
    without = reconcile(evaluation, made(llama_tensors()))
    assert without.agrees and without.expected == evaluation.value("parameters")
    tensors = llama_tensors(layers=3)
    stem = "model.layers.2"
    tensors |= {f"{stem}.{name}.weight": ("BF16", (64,)) for name in ("enorm", "hnorm", "shared_head.norm")}
    tensors[f"{stem}.eh_proj.weight"] = ("BF16", (64, 128))
    stored = reconcile(evaluation, made(tensors))
    assert stored.agrees, [finding.sentence for finding in stored.findings]
    assert stored.expected == evaluation.value("parameters") + evaluation.value("prediction")
    tensors.pop(f"{stem}.eh_proj.weight")
    assert not reconcile(evaluation, made(tensors)).agrees


def test_that_a_ledger_with_blanks_expects_nothing_rather_than_zero() -> None:
    evaluation = small()
    assert sum((line.each or 0) * (1 if line.group is None else 2) for line in expected_model(evaluation).lines) == (
        evaluation.value("parameters")
    )
    blank = ExpectedModel((ExpectedLine("parameters.head", "head", None, "LM head", None),), ())
    result = reconcile_model(blank, made({"lm_head.weight": ("BF16", (3, 3))}), "m")
    assert (result.expected, result.found, result.difference, result.agrees) == (None, 9, None, False)
