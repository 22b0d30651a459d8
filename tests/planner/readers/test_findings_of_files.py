"""What is said of files that can be read and yet are not as they should be."""

from __future__ import annotations

from pathlib import Path

from planner.readers.gguf import read_gguf
from planner.readers.hf_config import read_config
from planner.readers.reconcile import reconcile
from planner.readers.safetensors import WHOLE, read_headers
from tests.planner.readers.made import gguf, header, llama_tensors, safetensors, text
from tests.planner.readers.reconciling import made, small

QWEN_1 = {
    "model_type": "qwen", "hidden_size": 4096, "intermediate_size": 22016, "num_attention_heads": 32,
    "num_hidden_layers": 32, "vocab_size": 151936, "kv_channels": 128, "no_bias": True, "tie_word_embeddings": False,
}  # fmt: skip


def test_that_bytes_of_a_file_that_no_tensor_has_are_counted(tmp_path: Path) -> None:
    content = header({"a": ("BF16", (3, 5)), "b": ("F32", (4,)), "c": ("F32", (2,))})
    (tmp_path / WHOLE).write_bytes(safetensors(content))
    assert not read_headers(tmp_path / WHOLE).findings
    del content["b"]  # 16 bytes between the others
    (tmp_path / WHOLE).write_bytes(safetensors(content, 30 + 16 + 8 + 7))
    (finding,) = read_headers(tmp_path / WHOLE).findings
    assert finding.code == "unused_bytes" and finding.sentence.startswith("23 bytes of model.safetensors")


def test_that_a_gguf_file_without_an_architecture_says_so(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(gguf({"general.name": text("Small")}, [("known", (32,), 8, 34)]))
    (finding,) = read_gguf(path).findings
    assert finding.code == "no_architecture" and "model.gguf" in finding.sentence


def test_that_tensors_of_a_type_that_is_not_known_are_counted_and_five_are_named(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    tensors = [(f"odd{number}", (32,), 4, 64) for number in range(6)]
    path.write_bytes(gguf({"general.architecture": text("llama")}, tensors))
    (finding,) = read_gguf(path).findings
    assert finding.code == "unknown_ggml_type" and finding.values["count"] == 6
    assert "odd4, ...)" in finding.sentence and "odd5" not in finding.sentence


def test_that_a_matrix_of_another_size_is_named_with_both_counts_and_its_layers() -> None:
    tensors = llama_tensors()
    tensors["model.layers.1.mlp.up_proj.weight"] = ("BF16", (127, 64))
    (finding,) = [each for each in reconcile(small(), made(tensors)).findings if each.code == "elements_differ"]
    assert f"{127 * 64 + 128 * 64:,} elements in the files, {2 * 128 * 64:,} in the ledger" in finding.sentence
    assert "1 layers differ: 1." in finding.sentence


def test_that_what_a_config_means_otherwise_than_it_says_is_a_note() -> None:
    reading = read_config(QWEN_1)
    (finding,) = [each for each in reading.findings if each.code == "config_note"]
    assert "intermediate_size" in finding.sentence and "11,008 is read" in finding.sentence
    assert reading.model.groups[0].feed_forward.width == 11008
