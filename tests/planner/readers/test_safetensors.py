"""Headers of checkpoints: exact bytes, and a sentence for everything that is not one."""

import json
import os
import struct
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from planner.readers.checkpoint import DTYPE_BITS, Checkpoint, CheckpointError
from planner.readers.header_json import MOST_BYTES
from planner.readers.safetensors import INDEX, WHOLE, read_headers
from tests.planner.readers.made import header, index, llama_tensors, safetensors


def codes(checkpoint: Checkpoint) -> list[str]:
    return [finding.code for finding in checkpoint.findings]


def refusal(path: Path) -> str:
    with pytest.raises(CheckpointError) as caught:
        read_headers(path)
    sentence = str(caught.value)
    sentence.encode()
    return sentence


def test_that_a_file_gives_its_tensors_with_exact_bytes(tmp_path: Path) -> None:
    tensors = {"a": ("BF16", (3, 5)), "b": ("F32", ()), "c": ("F4", (4, 6)), "d": ("I64", (0, 7))}
    (tmp_path / WHOLE).write_bytes(safetensors(header(tensors, {"format": "pt"})))
    checkpoint = read_headers(tmp_path / WHOLE)
    assert {name: tensor.bytes for name, tensor in checkpoint.tensors.items()} == {"a": 30, "b": 4, "c": 12, "d": 0}
    assert (checkpoint.bytes, checkpoint.elements, checkpoint.complete) == (46, 40, True)
    assert checkpoint.bytes_by_dtype == {"BF16": 30, "F4": 12, "F32": 4, "I64": 0}
    assert checkpoint.metadata == {"format": "pt"}
    assert checkpoint.disk_bytes == (tmp_path / WHOLE).stat().st_size
    assert not checkpoint.findings


def test_that_the_safetensors_package_writes_what_is_read(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    package = pytest.importorskip("safetensors.torch")
    types = [torch.float32, torch.bfloat16, torch.float16, torch.int8, torch.uint8, torch.bool, torch.int64,
             torch.float8_e4m3fn, torch.float8_e5m2, torch.complex64]  # fmt: skip
    tensors = {f"tensor.{number}": torch.zeros(number + 1, 3).to(dtype) for number, dtype in enumerate(types)}
    package.save_file(tensors, tmp_path / "made.safetensors", metadata={"made": "by the package"})
    checkpoint = read_headers(tmp_path / "made.safetensors")
    for name, tensor in tensors.items():
        found = checkpoint.tensors[name]
        assert (found.shape, found.bytes) == (tuple(tensor.shape), tensor.numel() * tensor.element_size()), name
    assert checkpoint.metadata == {"made": "by the package"}
    assert not checkpoint.findings


def test_that_the_safetensors_package_reads_what_the_tests_write(tmp_path: Path) -> None:
    package = pytest.importorskip("safetensors")
    (tmp_path / WHOLE).write_bytes(safetensors(header(llama_tensors())))
    with package.safe_open(tmp_path / WHOLE, framework="pt") as opened:
        assert set(opened.keys()) == set(llama_tensors())


def test_that_an_index_joins_its_files(tmp_path: Path) -> None:
    one = {"a": ("BF16", (2, 2)), "b": ("F16", (3,))}
    two = {"c": ("F32", (5,))}
    (tmp_path / "one.safetensors").write_bytes(safetensors(header(one)))
    (tmp_path / "two.safetensors").write_bytes(safetensors(header(two)))
    places = {"a": "one.safetensors", "b": "one.safetensors", "c": "two.safetensors"}
    (tmp_path / INDEX).write_bytes(index(places, total_size=34))
    (tmp_path / "consolidated.safetensors").write_bytes(b"not looked at: the index does not name it")
    for path in (tmp_path, tmp_path / INDEX):
        checkpoint = read_headers(path)
        assert {name: tensor.shard for name, tensor in checkpoint.tensors.items()} == places
        assert (checkpoint.bytes, checkpoint.stated_bytes, codes(checkpoint)) == (34, 34, [])


def test_that_a_missing_file_leaves_names_and_is_said(tmp_path: Path) -> None:
    (tmp_path / "one.safetensors").write_bytes(safetensors(header({"a": ("BF16", (2, 2))})))
    (tmp_path / INDEX).write_bytes(index({"a": "one.safetensors", "b": "two.safetensors"}, total_size=100))
    checkpoint = read_headers(tmp_path)
    tensor = checkpoint.tensors["b"]
    assert (tensor.dtype, tensor.shape, tensor.bytes, tensor.elements) == (None, None, None, None)
    assert (checkpoint.complete, checkpoint.bytes, checkpoint.stated_bytes) == (False, None, 100)
    assert codes(checkpoint) == ["missing_file"]
    assert "two.safetensors" in checkpoint.findings[0].sentence


def test_that_a_pointer_in_place_of_a_file_is_said(tmp_path: Path) -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 4976698672\n"
    (tmp_path / "one.safetensors").write_bytes(pointer)
    assert "Git LFS pointer" in refusal(tmp_path / "one.safetensors")
    (tmp_path / INDEX).write_bytes(index({"a": "one.safetensors"}))
    assert codes(read_headers(tmp_path)) == ["missing_file"]


def test_that_what_index_and_files_say_differently_is_found(tmp_path: Path) -> None:
    (tmp_path / "one.safetensors").write_bytes(safetensors(header({"a": ("F32", (2,)), "extra": ("F32", (1,))})))
    (tmp_path / "two.safetensors").write_bytes(safetensors(header({"a": ("F32", (4,))})))
    (tmp_path / INDEX).write_bytes(index({"a": "two.safetensors", "gone": "one.safetensors"}, total_size=9))
    checkpoint = read_headers(tmp_path)
    assert set(codes(checkpoint)) == {"tensor_twice", "tensor_not_there", "tensor_not_in_index", "stated_total_differs"}
    assert checkpoint.tensors["a"].shape == (4,), "the index decides"
    assert "gone" not in checkpoint.tensors and "extra" in checkpoint.tensors


def test_that_a_set_without_an_index_misses_its_other_files(tmp_path: Path) -> None:
    (tmp_path / "model-00002-of-00003.safetensors").write_bytes(safetensors(header({"a": ("F32", (2,))})))
    checkpoint = read_headers(tmp_path)
    assert checkpoint.findings[0].values["count"] == 2
    assert "model-00001-of-00003.safetensors" in checkpoint.findings[0].sentence


def test_that_an_unknown_dtype_is_named_and_its_bytes_are_counted(tmp_path: Path) -> None:
    content = {"a": {"dtype": "F5_E2M2", "shape": [8], "data_offsets": [0, 5]}}
    (tmp_path / WHOLE).write_bytes(safetensors(content))
    checkpoint = read_headers(tmp_path)
    assert (checkpoint.bytes, checkpoint.elements, codes(checkpoint)) == (5, 8, ["unknown_dtype"])
    assert "F5_E2M2" in checkpoint.findings[0].sentence


def test_that_bytes_of_no_tensor_are_said(tmp_path: Path) -> None:
    content = {
        "a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]},
        "b": {"dtype": "F32", "shape": [1], "data_offsets": [12, 16]},
    }
    (tmp_path / WHOLE).write_bytes(safetensors(content, 20))
    assert [finding.values["bytes"] for finding in read_headers(tmp_path).findings] == [12]


ENTRY: dict[str, Any] = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}
HOSTILE: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "truncated"),
    "seven bytes": (b"1234567", "truncated"),
    "length only": (struct.pack("<Q", 100), "truncated"),
    "no header at all": (struct.pack("<Q", 0), "brace"),
    "a length past every file": (struct.pack("<Q", 2**64 - 1) + b"{}", "corrupt"),
    "a zip": (b"PK\x03\x04" + bytes(60), "corrupt"),
    "a page of the web": (b"<!DOCTYPE html><html><body>not found</body></html>", "corrupt"),
    "a list": (struct.pack("<Q", 2) + b"[]", "brace"),
    "cut within JSON": (struct.pack("<Q", 30) + b'{"a":{"dtype":"F32","shape":[2'[:30], "truncated"),
    "no JSON": (struct.pack("<Q", 6) + b"{abcd}", "JSON"),
    "not UTF-8": (struct.pack("<Q", 8) + b'{"\xff\xfe":1}'[:8], "UTF-8"),
    "two documents": (struct.pack("<Q", 5) + b"{} {}", "more than one JSON document"),
    "nested deeply": (struct.pack("<Q", 200_005) + b'{"a":' + b"[" * 200_000, "nested too deeply"),
    "NaN": (struct.pack("<Q", 9) + b'{"a":NaN}', "not a number"),
    "a long number": (struct.pack("<Q", 100_006) + b'{"a":' + b"9" * 100_000 + b"}", "100,000 digits"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_that_a_damaged_head_is_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    data, word = HOSTILE[name]
    (tmp_path / WHOLE).write_bytes(data)
    sentence = refusal(tmp_path / WHOLE)
    assert word in sentence and WHOLE in sentence


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"dtype": None}, "no dtype"),
        ({"dtype": "F" * 100}, "no dtype"),
        ({"shape": [2.0]}, "whole numbers"),
        ({"shape": [-1, -2]}, "whole numbers"),
        ({"shape": [True, 2]}, "whole numbers"),
        ({"shape": "2"}, "whole numbers"),
        ({"shape": [1] * 33}, "whole numbers"),
        ({"shape": [2**62, 2**62]}, "more elements"),
        ({"shape": [9_999_999_999_999_999_999]}, "whole numbers"),
        ({"shape": [3]}, "need 12 bytes"),
        ({"data_offsets": [8, 0]}, "ends before it begins"),
        ({"data_offsets": [0]}, "two whole numbers"),
        ({"data_offsets": [0, 8.5]}, "two whole numbers"),
        ({"data_offsets": [8, 16]}, "truncated"),
        ({"data_offsets": [2**62, 2**62 + 8]}, "truncated"),
    ],
)
def test_that_a_tensor_that_cannot_be_is_refused_by_name(tmp_path: Path, changes: dict[str, Any], word: str) -> None:
    (tmp_path / WHOLE).write_bytes(safetensors({"the.tensor": {**ENTRY, **changes}}, 8))
    sentence = refusal(tmp_path)
    assert word in sentence and "the.tensor" in sentence and WHOLE in sentence


def test_that_overlapping_tensors_are_refused(tmp_path: Path) -> None:
    (tmp_path / WHOLE).write_bytes(safetensors({"one": ENTRY, "two": {**ENTRY, "data_offsets": [4, 12]}}, 12))
    assert "“two”" in refusal(tmp_path) and "overlap with those of “one”" in refusal(tmp_path)


def test_that_a_name_that_stands_twice_is_refused(tmp_path: Path) -> None:
    entry = json.dumps(ENTRY)
    text = f'{{"a": {entry}, "a": {entry}}}'.encode()
    (tmp_path / WHOLE).write_bytes(struct.pack("<Q", len(text)) + text + bytes(8))
    assert "“a” stands twice" in refusal(tmp_path)


@pytest.mark.parametrize("metadata", [[], {"a": 1}, "text"])
def test_that_metadata_that_is_no_set_of_texts_is_refused(tmp_path: Path, metadata: Any) -> None:
    content = {"__metadata__": metadata, "a": ENTRY}
    (tmp_path / WHOLE).write_bytes(safetensors(content, 8))
    assert "metadata" in refusal(tmp_path)


@pytest.mark.parametrize("shard", ["../secret", "/etc/hostname", "a\\b", "C:x", "", ".", "a\0b", 7, None, "x" * 300])
def test_that_an_index_reaches_no_file_but_its_neighbours(tmp_path: Path, shard: Any) -> None:
    (tmp_path / INDEX).write_bytes(index({"a": shard}))
    assert "not the name of a file beside it" in refusal(tmp_path)


@pytest.mark.parametrize("content", [b"[]", b"{}", b'{"weight_map": []}', b'{"weight_map": {}}', b"", b"\x00" * 100])
def test_that_what_is_no_index_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / INDEX).write_bytes(content)
    assert INDEX in refusal(tmp_path)


def test_that_odd_totals_of_an_index_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / WHOLE).write_bytes(safetensors({"a": ENTRY}))
    for total in (-1, "many", None, [], 1.5):
        (tmp_path / INDEX).write_bytes(index({"a": WHOLE}, total_size=total))
        assert read_headers(tmp_path).stated_bytes is None


def test_that_no_files_no_folder_and_no_regular_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "no safetensors file" in refusal(tmp_path / "empty")
    assert "is not there" in refusal(tmp_path / "absent.safetensors")
    assert "cannot be read" in refusal(tmp_path / ("x" * 300))
    assert "cannot be read" in refusal(tmp_path / "nul\0.safetensors")
    os.mkfifo(tmp_path / "pipe.safetensors")
    assert "is not a file" in refusal(tmp_path / "pipe.safetensors")
    (tmp_path / INDEX).mkdir()
    assert "is not a file" in refusal(tmp_path)


def test_that_a_header_past_the_limit_is_not_read_at_all(tmp_path: Path) -> None:
    path = tmp_path / WHOLE
    for length in (MOST_BYTES + 1, MOST_BYTES):
        path.write_bytes(struct.pack("<Q", length))
        with path.open("r+b") as stream:
            stream.truncate(8 + length)
        tracemalloc.start()
        assert "safetensors" in refusal(path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 2**20, "zeros are seen to be no header before they are read"


def test_that_many_small_values_are_counted_before_they_are_made(tmp_path: Path) -> None:
    text = b'{"a":[' + b"[]," * 3_000_000 + b"[]]}"
    (tmp_path / WHOLE).write_bytes(struct.pack("<Q", len(text)) + text)
    tracemalloc.start()
    assert "more than 2,000,000 values" in refusal(tmp_path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * len(text)


def test_that_names_are_shown_cut_and_printable(tmp_path: Path) -> None:
    name = "\ud800\x1b[31m\n" + "x" * 5000
    (tmp_path / WHOLE).write_bytes(safetensors({name: ENTRY}))
    sentence = refusal(tmp_path)
    assert len(sentence) < 300 and sentence.isprintable()


def test_that_20000_tensors_are_read_in_a_moment(tmp_path: Path) -> None:
    tensors = {f"model.layers.{number}.mlp.experts.7.up_proj.weight": ("BF16", (1, 1)) for number in range(20_000)}
    (tmp_path / WHOLE).write_bytes(safetensors(header(tensors)))
    begin = time.process_time()
    assert read_headers(tmp_path).elements == 20_000
    assert time.process_time() - begin < 3


def test_that_every_dtype_of_the_package_is_known() -> None:
    assert {"F64", "F32", "F16", "BF16", "I64", "I32", "I16", "I8", "U8", "BOOL", "F8_E5M2", "F8_E4M3"} <= set(
        DTYPE_BITS
    )
