"""Heads of GGUF files: metadata, exact bytes by type, and a sentence for everything that is not one."""

import struct
import time
import tracemalloc
from pathlib import Path

import pytest

from planner.memory.ggml_types import TYPES
from planner.readers.checkpoint import CheckpointError
from planner.readers.gguf import read_gguf
from planner.readers.gguf_cursor import Left
from planner.readers.gguf_file import GgufFile, Split
from tests.planner.readers.made import Typed, array, gguf, text, u32

LLAMA: dict[str, Typed] = {
    "general.architecture": text("llama"),
    "general.name": text("Small"),
    "general.file_type": u32(15),
    "llama.context_length": u32(4096),
    "llama.embedding_length": u32(512),
    "llama.block_count": u32(2),
    "llama.feed_forward_length": u32(1024),
    "llama.attention.head_count": u32(8),
    "llama.attention.head_count_kv": array(5, [4, 0]),
    "tokenizer.ggml.tokens": array(8, [f"token {number}" for number in range(5000)]),
    "tokenizer.ggml.scores": array(6, [0.5] * 5000),
}
TENSORS = [
    ("token_embd.weight", (512, 5000), 12, 5000 * 2 * 144),
    ("blk.0.ffn_down.weight", (1024, 512), 14, 512 * 4 * 210),
    ("blk.0.attn_norm.weight", (512,), 0, 2048),
]


def read(path: Path, data: bytes) -> GgufFile:
    (path / "model.gguf").write_bytes(data)
    return read_gguf(path / "model.gguf")


def refusal(path: Path, data: bytes) -> str:
    with pytest.raises(CheckpointError) as caught:
        read(path, data)
    sentence = str(caught.value)
    assert "model.gguf" in sentence and sentence.isprintable() and len(sentence) < 400
    return sentence


@pytest.mark.parametrize(("version", "order"), [(2, "<"), (3, "<"), (3, ">")])
def test_that_a_file_gives_its_metadata_and_exact_bytes(tmp_path: Path, version: int, order: str) -> None:
    file = read(tmp_path, gguf(LLAMA, TENSORS, version=version, order=order))
    assert (file.version, file.big_endian, file.architecture, file.name) == (version, order == ">", "llama", "Small")
    assert [tensor.bytes for tensor in file.tensors] == [size for _, _, _, size in TENSORS]
    assert file.elements == 512 * 5000 + 1024 * 512 + 512
    assert file.bytes == sum(size for _, _, _, size in TENSORS)
    assert file.bits_per_weight == pytest.approx(8 * file.bytes / file.elements)
    assert file.bits_by_type == {"q4_K": 4.5, "q6_K": 6.5625, "f32": 32}
    assert file.mix == "q4_K 83 %, q6_K 17 %, f32 <1 %"
    assert file.file_type == "Q4_K_M"
    assert [finding.code for finding in file.findings] == (["big_endian"] if order == ">" else [])


def test_that_sizes_are_facts_under_the_planners_names(tmp_path: Path) -> None:
    file = read(tmp_path, gguf(LLAMA, TENSORS))
    assert file.facts == {
        "max_context": 4096, "d_model": 512, "layers": 2, "width": 1024, "heads": 8, "kv_heads": (4, 0),
        "vocab_size": 5000,
    }  # fmt: skip


def test_that_long_arrays_are_passed_over_with_type_and_length(tmp_path: Path) -> None:
    metadata = {
        **LLAMA,
        "general.tags": array(8, ["a", "b"]),
        "general.flags": array(7, [True, False]),
        "general.nested": array(9, [(4, [1, 2]), (8, ["x"])]),
        "tokenizer.chat_template": text("x" * 70_000),
        "general.license": text("é"),
    }
    file = read(tmp_path, gguf(metadata, TENSORS))
    assert file.metadata["tokenizer.ggml.tokens"] == Left("arr[str]", 5000)
    assert file.metadata["tokenizer.ggml.scores"] == Left("arr[f32]", 5000)
    assert file.metadata["tokenizer.chat_template"] == Left("str", 70_000)
    assert file.metadata["general.nested"] == Left("arr[arr]", 2)
    assert file.metadata["general.tags"] == ("a", "b")
    assert file.metadata["general.flags"] == (True, False)
    assert file.metadata["general.license"] == "é"


def test_that_every_type_of_value_is_read(tmp_path: Path) -> None:
    values = {0: 255, 1: -5, 2: 65535, 3: -300, 4: 2**32 - 1, 5: -(2**31), 6: 0.5, 7: True, 8: "text", 10: 2**64 - 1,
              11: -(2**63), 12: 0.1}  # fmt: skip
    metadata = {f"value.{kind}": Typed((kind, value)) for kind, value in values.items()}
    for order in "<>":
        file = read(tmp_path, gguf(metadata, [], order=order))
        assert {key: file.metadata[key] for key in metadata} == {f"value.{kind}": v for kind, v in values.items()}
        assert file.metadata["value.7"] is True


@pytest.mark.parametrize("number", TYPES)
def test_that_a_type_takes_its_blocks(tmp_path: Path, number: int) -> None:
    kind = TYPES[number]
    size = 3 * (2 * kind.bytes + kind.row_bytes)
    file = read(tmp_path, gguf({}, [("a", (2 * kind.elements, 3), number, size)]))
    assert (file.bytes, file.tensors[0].type_name) == (size, kind.name)
    if kind.elements > 1:
        assert "do not fill" in refusal(tmp_path, gguf({}, [("a", (kind.elements + 1, 3), number, size)]))


BITS = {"f32": 32, "bf16": 16, "q8_0": 8.5, "q4_0": 4.5, "q4_1": 5, "q5_0": 5.5, "q5_1": 6, "q2_K": 2.625,
        "q3_K": 3.4375, "q4_K": 4.5, "q5_K": 5.5, "q6_K": 6.5625, "iq2_xxs": 2.0625, "iq2_xs": 2.3125, "iq2_s": 2.5625,
        "iq3_xxs": 3.0625, "iq3_s": 3.4375, "iq1_s": 1.5625, "iq1_m": 1.75, "iq4_nl": 4.5, "iq4_xs": 4.25,
        "tq1_0": 1.6875, "tq2_0": 2.0625, "mxfp4": 4.25, "nvfp4": 4.5}  # fmt: skip
"""Bits per weight as llama.cpp prints them (llama-quantize --help, and ggml-common.h's comments)."""


def test_that_the_types_have_the_bits_that_are_printed_for_them() -> None:
    assert {kind.name: 8 * kind.bytes / kind.elements for kind in TYPES.values() if kind.name in BITS} == BITS


def test_that_a_type_that_is_not_known_is_refused_by_number_for_its_tensor(tmp_path: Path) -> None:
    tensors = [("known", (32,), 8, 34), ("odd", (32,), 4, 64), ("other", (32,), 9999, 64)]
    file = read(tmp_path, gguf(LLAMA, tensors))
    assert [tensor.bytes for tensor in file.tensors] == [34, None, None]
    assert (file.bytes, file.bits_per_weight, file.elements) == (None, None, 96)
    assert file.mix == "q8_0 33 %, type 4 33 %, type 9999 33 %"
    assert file.bits_by_type == {"q8_0": 8.5}
    assert [finding.values["type"] for finding in file.findings] == [4, 9999]


def test_that_a_split_file_is_said(tmp_path: Path) -> None:
    metadata = {
        **LLAMA,
        "split.no": Typed((2, 1)),
        "split.count": Typed((2, 3)),
        "split.tensors.count": Typed((5, 291)),
    }
    file = read(tmp_path, gguf(metadata, TENSORS))
    assert file.split == Split(2, 3, 291)
    assert [finding.sentence for finding in file.findings] == [
        "model.gguf is file 2 of 3: its tensors are a part of the model."
    ]


def test_that_the_alignment_of_the_metadata_holds(tmp_path: Path) -> None:
    metadata = {**LLAMA, "general.alignment": u32(64)}
    assert read(tmp_path, gguf(metadata, TENSORS, alignment=64)).alignment == 64
    loose = gguf(metadata, [("a", (8,), 0, 32), ("b", (8,), 0, 32)], alignment=32)
    assert "no multiple of 64" in refusal(tmp_path, loose)
    for wrong in (u32(0), u32(33), u32(2**31), text("32")):
        assert "no power of two" in refusal(tmp_path, gguf({"general.alignment": wrong}, []))


def overlapping() -> bytes:
    data = bytearray(gguf({}, [("a", (64,), 0, 256), ("b", (64,), 0, 256)]))
    at = data.index(b"b") + 1 + 4 + 8 + 4
    data[at : at + 8] = struct.pack("<Q", 32)
    return bytes(data)


WHOLE = gguf(LLAMA, TENSORS)
HEAD = b"GGUF" + struct.pack("<I", 3)
REFUSED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "truncated"),
    "no GGUF": (b"GGML" + bytes(100), "does not begin with the letters GGUF"),
    "version 1": (b"GGUF" + struct.pack("<III", 1, 0, 0), "version 1"),
    "version 4": (b"GGUF" + struct.pack("<IQQ", 4, 0, 0), "version 4"),
    "version 0": (b"GGUF" + struct.pack("<IQQ", 0, 0, 0), "version 0"),
    "too many tensors": (HEAD + struct.pack("<QQ", 2**63, 0), "up to 400,000"),
    "too many keys": (HEAD + struct.pack("<QQ", 0, 2**32), "up to 400,000 and 16,384"),
    "more keys than bytes": (HEAD + struct.pack("<QQ", 0, 10_000), "needs 130,000 bytes"),
    "more tensors than bytes": (HEAD + struct.pack("<QQ", 300_000, 0), "needs 7,200,000 bytes"),
    "a key without end": (HEAD + struct.pack("<QQQ", 0, 1, 2**62) + bytes(64), "name of 4,611,686,018,427,387,904"),
    "a key that is not UTF-8": (HEAD + struct.pack("<QQQ", 0, 1, 2) + b"\xff\xfe" + bytes(64), "not UTF-8"),
    "a key twice": (HEAD + struct.pack("<QQ", 0, 2) + 2 * (struct.pack("<Q", 1) + b"k" + struct.pack("<II", 4, 1)),
                    "“k” stands there twice"),
    "a type of value that is none": (HEAD + struct.pack("<QQQ", 0, 1, 1) + b"k" + struct.pack("<I", 13) + bytes(9),
                                     "type 13"),
    "an array of a type that is none": (HEAD + struct.pack("<QQQ", 0, 1, 1) + b"k" + struct.pack("<IIQ", 9, 77, 1),
                                        "array of type 77"),
    "a text without end": (HEAD + struct.pack("<QQQ", 0, 1, 1) + b"k" + struct.pack("<IQ", 8, 2**63), "truncated"),
    "an array without end": (HEAD + struct.pack("<QQQ", 0, 1, 1) + b"k" + struct.pack("<IIQ", 9, 6, 2**62),
                             "truncated"),
    "texts without end": (HEAD + struct.pack("<QQQ", 0, 1, 1) + b"k" + struct.pack("<IIQ", 9, 8, 2**61), "truncated"),
    "arrays nested deeply": (HEAD + struct.pack("<QQQ", 0, 1, 1) + b"k" + struct.pack("<I", 9)
                             + struct.pack("<IQ", 9, 1) * 50 + bytes(64), "nested too deeply"),
    "a tensor twice": (gguf({}, [("a", (1,), 0, 4), ("a", (1,), 0, 4)]), "“a” stands there twice"),
    "a tensor of too many dimensions": (gguf({}, [("a", (1,) * 9, 0, 4)]), "9 dimensions"),
    "a tensor past every file": (gguf({}, [("a", (2**62, 2**62), 0, 4)]), "more elements"),
    "a name without end": (gguf({}, [("a" * 300, (1,), 0, 4)]), "name of 300 bytes"),
    "tensors that overlap": (overlapping(), "“b” overlaps with “a”"),
    "cut after the table": (WHOLE[: -len(WHOLE) + 115_000], "truncated"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_that_a_damaged_file_is_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    data, word = REFUSED[name]
    assert word in refusal(tmp_path, data)


def test_that_every_cut_of_a_file_is_refused(tmp_path: Path) -> None:
    data = gguf({**{key: LLAMA[key] for key in list(LLAMA)[:9]}, "t": array(8, ["ab", "c"])}, [("a", (2,), 0, 8)])
    end = len(data) - 32 + 8  # of the tensor; what follows is padding
    assert read(tmp_path, data[:end]).bytes == 8
    for length in range(end):
        sentence = refusal(tmp_path, data[:length])
        assert "truncated" in sentence, length


def test_that_a_vocabulary_is_passed_over_quickly_and_without_a_list(tmp_path: Path) -> None:
    tokens = struct.pack("<Q", 7) + b"a token"
    data = HEAD + struct.pack("<QQQ", 0, 1, 1) + b"k" + struct.pack("<IIQ", 9, 8, 400_000) + tokens * 400_000
    (tmp_path / "model.gguf").write_bytes(data + bytes(64))
    tracemalloc.start()
    assert read_gguf(tmp_path / "model.gguf").metadata == {"k": Left("arr[str]", 400_000)}
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2**21
    begin = time.process_time()
    read_gguf(tmp_path / "model.gguf")
    assert time.process_time() - begin < 2


def test_that_arrays_of_millions_of_items_are_not_walked(tmp_path: Path) -> None:
    with (tmp_path / "model.gguf").open("wb") as stream:
        stream.write(HEAD + struct.pack("<QQQ", 0, 1, 1) + b"k" + struct.pack("<IIQ", 9, 8, 2**30))
        stream.truncate(2**34)
    with pytest.raises(CheckpointError, match="past 4,000,000"):
        read_gguf(tmp_path / "model.gguf")


def test_that_much_metadata_is_kept_only_to_a_limit(tmp_path: Path) -> None:
    metadata = {f"k{number}": text("x" * 60_000) for number in range(100)}
    file = read(tmp_path, gguf(metadata, []))
    kept = [value for value in file.metadata.values() if isinstance(value, str)]
    assert 0 < len(kept) < 80 and file.metadata["k99"] == Left("str", 60_000)


def test_that_a_folder_and_an_absent_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="is not a file"):
        read_gguf(tmp_path)
    with pytest.raises(CheckpointError, match="is not there"):
        read_gguf(tmp_path / "absent.gguf")
