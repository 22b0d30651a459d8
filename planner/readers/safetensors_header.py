"""The header of one .safetensors file: 8 bytes of length (little-endian), then JSON; the tensors are never read.

Source: the format's description, github.com/huggingface/safetensors (README, "Format").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from planner.findings import Finding, Severity
from planner.readers.checkpoint import DTYPE_BITS, CheckpointError, Tensor, short
from planner.readers.header_json import MOST_BYTES, WIDEST, is_count, parse_object
from planner.readers.regular_file import exactly, opened
from planner.words import QT_TRANSLATE_NOOP

LONGEST_NAME = 1000
MOST_DIMENSIONS = 32
POINTER = b"version https://git-lfs"


@dataclass(frozen=True, slots=True)
class Header:
    """What one file says of itself; `size` is the whole file's in bytes."""

    tensors: tuple[Tensor, ...]
    metadata: Mapping[str, str]
    size: int
    findings: tuple[Finding, ...]


class PointerOnly(CheckpointError):
    """The file holds a Git LFS pointer in place of its content."""


def read_header(path: Path) -> Header:
    """The header of one file; CheckpointError names the file and the tensor that is wrong."""
    file = short(path.name)
    with opened(path) as (stream, size):
        begin = exactly(stream, min(size, len(POINTER)), file)
        if begin == POINTER:
            raise PointerOnly(
                QT_TRANSLATE_NOOP("checkpoints", "{file} is a Git LFS pointer, not the file itself. Fetch it with "
                                  "“git lfs pull”."),
                file=file,
            )  # fmt: skip
        if size < 8:
            raise CheckpointError(
                QT_TRANSLATE_NOOP("checkpoints", "{file} has {size} bytes: it is truncated, since a header's length "
                                  "alone takes 8. Download it again."),
                file=file, size=size,
            )  # fmt: skip
        length = int.from_bytes(begin[:8], "little")
        _check_length(length, size, file)
        stream.seek(8)
        if length == 0 or exactly(stream, 1, file) != b"{":  # before the whole of it is read
            raise CheckpointError(
                QT_TRANSLATE_NOOP("checkpoints", "{file} is no safetensors file: its header does not begin with a "
                                  "brace."),
                file=file,
            )  # fmt: skip
        stream.seek(8)
        content = parse_object(exactly(stream, length, file), file)
    return _header(content, file, size, size - 8 - length)


def _check_length(length: int, size: int, file: str) -> None:
    if length > MOST_BYTES:
        raise CheckpointError(
            QT_TRANSLATE_NOOP("checkpoints", "{file} is no safetensors file, or it is corrupt: its first 8 bytes speak "
                              "of a header of {length} bytes; up to {most} are read."),
            file=file, length=f"{length:,}", most=f"{MOST_BYTES:,}",
        )  # fmt: skip
    if 8 + length > size:
        raise CheckpointError(
            QT_TRANSLATE_NOOP("checkpoints", "{file} is truncated: its header takes {length} bytes, and the file has "
                              "{size}. Download it again."),
            file=file, length=f"{length:,}", size=f"{size:,}",
        )  # fmt: skip


def _header(content: dict[str, Any], file: str, size: int, data_size: int) -> Header:
    metadata = content.pop("__metadata__", None)
    if metadata is None:
        metadata = {}
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise CheckpointError(QT_TRANSLATE_NOOP("checkpoints", "The metadata of {file} is not a set of texts."),
                              file=file)  # fmt: skip
    places: list[tuple[int, int, Tensor]] = []
    for name, entry in content.items():
        begin, end, tensor = _tensor(name, entry, file)
        if end > data_size:
            raise CheckpointError(
                QT_TRANSLATE_NOOP("checkpoints", "{file} is truncated: tensor “{tensor}” ends at byte {end} of the "
                                  "data, and there are {there}. Download it again."),
                file=file, tensor=short(name), end=f"{end:,}", there=f"{data_size:,}",
            )  # fmt: skip
        places.append((begin, end, tensor))
    gaps = _gaps(places, file, data_size)
    findings = [*_unknown_dtypes(places, file)]
    if gaps:
        findings.append(
            Finding(
                "unused_bytes",
                ("checkpoint", file),
                Severity.WARNING,
                QT_TRANSLATE_NOOP("checkpoints", "{bytes} bytes of {file} belong to no tensor; safetensors itself "
                                  "refuses such a file."),
                {"bytes": gaps, "file": file},
                QT_TRANSLATE_NOOP("checkpoints", "Download the file again, or save it anew."),
            )
        )  # fmt: skip
    return Header(tuple(tensor for _, _, tensor in places), metadata, size, tuple(findings))


def _tensor(name: str, entry: Any, file: str) -> tuple[int, int, Tensor]:
    """Begin and end in the file's data, and the tensor."""
    if len(name) > LONGEST_NAME:
        _refuse(name, file, _LONG_NAME, letters=f"{len(name):,}")
    if not isinstance(entry, dict):
        _refuse(name, file, _NO_OBJECT)
    dtype, shape, offsets = entry.get("dtype"), entry.get("shape"), entry.get("data_offsets")
    if not isinstance(dtype, str) or not 0 < len(dtype) <= 40:
        _refuse(name, file, _NO_DTYPE)
    if not isinstance(shape, list) or len(shape) > MOST_DIMENSIONS or not all(is_count(width) for width in shape):
        _refuse(name, file, _NO_SHAPE)
    if not isinstance(offsets, list) or len(offsets) != 2 or not all(is_count(offset) for offset in offsets):
        _refuse(name, file, _NO_OFFSETS)
    begin, end = offsets
    if end < begin:
        _refuse(name, file, _BACKWARDS)
    elements = 1
    for width in shape:
        elements *= width
        if elements >= WIDEST:
            _refuse(name, file, _TOO_LARGE)
    bits = DTYPE_BITS.get(dtype)
    if bits is not None and elements * bits != (end - begin) * 8:
        _refuse(name, file, _OTHER_SIZE, needed=f"{elements * bits / 8:,.12g}", there=f"{end - begin:,}")
    return begin, end, Tensor(name, short(dtype), tuple(shape), end - begin, file)


def _refuse(name: str, file: str, template: str, **values: str) -> NoReturn:
    raise CheckpointError(template, (), tensor=short(name), file=file, **values)


def _gaps(places: list[tuple[int, int, Tensor]], file: str, data_size: int) -> int:
    """Bytes between the tensors and after the last; CheckpointError where two overlap."""
    at = gaps = 0
    before = None
    for begin, end, tensor in sorted(places, key=lambda place: place[:2]):
        if begin < at and before is not None and end > begin:
            _refuse(tensor.name, file, _OVERLAP, other=short(before.name))
        if end > at:
            gaps += max(begin - at, 0)
            at, before = end, tensor
    return gaps + data_size - at


def _unknown_dtypes(places: list[tuple[int, int, Tensor]], file: str) -> Iterator[Finding]:
    unknown: dict[str, int] = {}
    for _, _, tensor in places:
        if tensor.dtype is not None and tensor.dtype not in DTYPE_BITS:
            unknown[tensor.dtype] = unknown.get(tensor.dtype, 0) + 1
    for dtype, count in unknown.items():
        yield Finding(
            "unknown_dtype",
            ("checkpoint", file),
            Severity.WARNING,
            QT_TRANSLATE_NOOP("checkpoints", "Tensors of {file} with the dtype {dtype}, which this program does not "
                              "know: {count}. Their bytes are counted by their place in the file."),
            {"count": count, "file": file, "dtype": dtype},
        )  # fmt: skip


_LONG_NAME = QT_TRANSLATE_NOOP("checkpoints", "Tensor “{tensor}” in {file} cannot be: its name has {letters} letters.")
_NO_OBJECT = QT_TRANSLATE_NOOP(
    "checkpoints", "Tensor “{tensor}” in {file} cannot be: it is not described by an object."
)
_NO_DTYPE = QT_TRANSLATE_NOOP("checkpoints", "Tensor “{tensor}” in {file} cannot be: it has no dtype.")
_NO_SHAPE = QT_TRANSLATE_NOOP("checkpoints", "Tensor “{tensor}” in {file} cannot be: its shape is not a list of at "
                              "most 32 whole numbers.")  # fmt: skip
_NO_OFFSETS = QT_TRANSLATE_NOOP("checkpoints", "Tensor “{tensor}” in {file} cannot be: its data_offsets are not two "
                                "whole numbers.")  # fmt: skip
_BACKWARDS = QT_TRANSLATE_NOOP("checkpoints", "Tensor “{tensor}” in {file} cannot be: its data ends before it begins.")
_TOO_LARGE = QT_TRANSLATE_NOOP("checkpoints", "Tensor “{tensor}” in {file} cannot be: its shape has more elements "
                               "than any file can hold.")  # fmt: skip
_OTHER_SIZE = QT_TRANSLATE_NOOP("checkpoints", "Tensor “{tensor}” in {file} cannot be: its shape and dtype need "
                                "{needed} bytes, and its data_offsets span {there}.")  # fmt: skip
_OVERLAP = QT_TRANSLATE_NOOP("checkpoints", "Tensor “{tensor}” in {file} cannot be: its bytes overlap with those of "
                             "“{other}”.")  # fmt: skip
