"""Checkpoints against the ledger: fused and unfused names, packed weights, and what is missing or extra."""

from pathlib import Path

import pytest

from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward import Plain
from planner.parts.norm import Norm
from planner.readers.reconcile import reconcile
from planner.readers.reconciliation import Reason
from planner.readers.safetensors import INDEX, WHOLE, read_headers
from planner.workbook import Head, LayerGroup, Model
from tests.planner.readers.made import Shapes, index, llama_tensors, sparse_safetensors
from tests.planner.readers.reconciling import codes, made, row, small
from tests.planner.rows import evaluated, gpt_2, llama_2_7b


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
