"""The head of a GGUF file: metadata and tensor table; never the tensors.

Versions 2 and 3 are read, little- and big-endian. Source: docs/gguf.md, github.com/ggml-org/ggml.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from planner.findings import Finding, Severity
from planner.memory.ggml_types import TYPES
from planner.readers.checkpoint import CheckpointError, short
from planner.readers.gguf_cursor import Cursor, Value, shown_key
from planner.readers.gguf_file import GgufFile, GgufTensor
from planner.readers.regular_file import opened
from planner.words import QT_TRANSLATE_NOOP

MAGIC = b"GGUF"
VERSIONS = (2, 3)
MOST_KEYS = 16_384
MOST_TENSORS = 400_000
LONGEST_KEY = 1024
LONGEST_NAME = 256
MOST_DIMENSIONS = 8
LARGEST_ALIGNMENT = 2**20
WIDEST = 2**63


def read_gguf(path: Path) -> GgufFile:
    """What the head of a GGUF file says; CheckpointError names the file and the place of what is wrong."""
    with opened(path) as (stream, size):
        cursor = Cursor(stream, size, short(path.name))
        version = _version(cursor)
        tensor_count, key_count = cursor.number("Q"), cursor.number("Q")
        if tensor_count > MOST_TENSORS or key_count > MOST_KEYS:
            cursor.refuse(
                _COUNTS,
                tensors=f"{tensor_count:,}",
                keys=f"{key_count:,}",
                most_tensors=f"{MOST_TENSORS:,}",
                most_keys=f"{MOST_KEYS:,}",
            )
        metadata = _metadata(cursor, key_count)
        alignment = _alignment(cursor, metadata)
        tensors = _tensors(cursor, tensor_count)
        _check_places(cursor, tensors, alignment)
    file = GgufFile(cursor.file, version, cursor.order == ">", alignment, metadata, tensors, cursor.size)
    return replace(file, findings=tuple(_findings(file)))


def _version(cursor: Cursor) -> int:
    """The version; finds out the byte order, which only its position among the four bytes tells."""
    magic = cursor.take(4)
    if magic != MAGIC:
        raise CheckpointError(
            QT_TRANSLATE_NOOP("checkpoints", "{file} is no GGUF file: it does not begin with the letters GGUF."),
            file=cursor.file,
        )  # fmt: skip
    word = cursor.take(4)
    version = int.from_bytes(word, "little")
    if version & 0xFFFF == 0 and version:
        cursor.order = ">"
        version = int.from_bytes(word, "big")
    if version not in VERSIONS:
        raise CheckpointError(
            QT_TRANSLATE_NOOP("checkpoints", "{file} is of GGUF version {version}; versions 2 and 3 are read. Convert "
                              "the model again."),
            file=cursor.file, version=version,
        )  # fmt: skip
    return version


def _metadata(cursor: Cursor, count: int) -> dict[str, Value]:
    cursor.place = "its metadata"
    cursor.need(count * 13)
    found: dict[str, Value] = {}
    for number in range(1, count + 1):
        cursor.place = f"metadata key {number:,}"
        key = cursor.text(LONGEST_KEY)
        cursor.place = shown_key(key)
        if key in found:
            cursor.refuse(_TWICE)
        found[key] = cursor.value()
    return found


def _alignment(cursor: Cursor, metadata: dict[str, Value]) -> int:
    value = metadata.get("general.alignment", 32)
    if type(value) is not int or not 1 <= value <= LARGEST_ALIGNMENT or value & (value - 1):
        cursor.place = shown_key("general.alignment")
        cursor.refuse(_POWER, value=short(value, 40), most=f"{LARGEST_ALIGNMENT:,}")
    return value


def _tensors(cursor: Cursor, count: int) -> tuple[GgufTensor, ...]:
    cursor.place = "its tensor table"
    cursor.need(count * 24)
    found: dict[str, GgufTensor] = {}
    for number in range(1, count + 1):
        cursor.place = f"tensor {number:,} of the table"
        name = cursor.text(LONGEST_NAME)
        cursor.place = f"tensor “{short(name)}”"
        if name in found:
            cursor.refuse(_TWICE)
        found[name] = _tensor(cursor, name)
    return tuple(found.values())


def _tensor(cursor: Cursor, name: str) -> GgufTensor:
    dimensions = cursor.number("I")
    if dimensions > MOST_DIMENSIONS:
        cursor.refuse(_DIMENSIONS, dimensions=f"{dimensions:,}")
    shape = tuple(cursor.number("Q") for _ in range(dimensions))
    kind, offset = cursor.number("I"), cursor.number("Q")
    elements = 1
    for width in shape:
        elements *= width
        if elements >= WIDEST:
            cursor.refuse(_TOO_LARGE)
    if kind not in TYPES:
        return GgufTensor(name, shape, kind, offset, None)
    width = shape[0] if shape else 1
    size = TYPES[kind].size(width, elements // width if width else 0)
    if size is None:
        cursor.refuse(_BLOCKS, width=f"{width:,}", block=TYPES[kind].elements, type=TYPES[kind].name)
    return GgufTensor(name, shape, kind, offset, size)


def _check_places(cursor: Cursor, tensors: tuple[GgufTensor, ...], alignment: int) -> None:
    """Refuse tensors that do not lie on the alignment, overlap, or end past the file."""
    data = -(-cursor.at // alignment) * alignment
    end = 0
    before = ""
    for tensor in sorted(tensors, key=lambda tensor: tensor.offset):
        cursor.place = f"tensor “{short(tensor.name)}”"
        if tensor.offset % alignment:
            cursor.refuse(_OFFSET, offset=f"{tensor.offset:,}", alignment=f"{alignment:,}")
        if tensor.offset < end:
            cursor.refuse(_OVERLAP, other=short(before))
        # Of a type that is not known only the place where it begins can be held against the file.
        cursor.at = data + tensor.offset
        if cursor.at > cursor.size:
            cursor.at, missing = cursor.size, cursor.at - cursor.size
            cursor.need(missing)
        cursor.need(tensor.bytes or 0)
        if tensor.bytes:
            end, before = tensor.offset + tensor.bytes, tensor.name


def _findings(file: GgufFile) -> Iterator[Finding]:
    path = ("checkpoint", file.file)
    if file.big_endian:
        template = QT_TRANSLATE_NOOP("checkpoints", "{file} is a big-endian file, for machines of that byte order.")
        yield Finding("big_endian", path, Severity.NOTE, template, {"file": file.file})
    if file.split is not None:
        yield Finding(
            "split_file", path, Severity.NOTE,
            QT_TRANSLATE_NOOP("checkpoints", "{file} is file {number} of {count}: its tensors are a part of the "
                              "model."),
            {"file": file.file, "number": file.split.number, "count": file.split.count},
        )  # fmt: skip
    unknown: dict[int, list[str]] = {}
    for tensor in file.tensors:
        if tensor.bytes is None:
            unknown.setdefault(tensor.type, []).append(short(tensor.name))
    for kind, names in unknown.items():
        yield Finding(
            "unknown_ggml_type", path, Severity.WARNING,
            QT_TRANSLATE_NOOP("checkpoints", "Tensors of the ggml type {type}, which this program does not know, so "
                              "that their bytes are not known: {count} ({names})."),
            {"count": len(names), "type": kind, "names": ", ".join(names[:5]) + (", ..." if names[5:] else "")},
        )  # fmt: skip
    if file.architecture is None:
        template = QT_TRANSLATE_NOOP("checkpoints", "{file} does not name an architecture.")
        yield Finding("no_architecture", path, Severity.WARNING, template, {"file": file.file})


_TWICE = QT_TRANSLATE_NOOP("checkpoints", "{file} cannot be read: {place} stands there twice.")
_COUNTS = QT_TRANSLATE_NOOP("checkpoints", "{file} cannot be read: {place} speak of {tensors} tensors and {keys} "
                            "metadata keys; up to {most_tensors} and {most_keys} are read.")  # fmt: skip
_POWER = QT_TRANSLATE_NOOP("checkpoints", "{file} cannot be read: {place} is {value}, which is no power of two up to "
                           "{most}.")  # fmt: skip
_DIMENSIONS = QT_TRANSLATE_NOOP("checkpoints", "{file} cannot be read: {place} has {dimensions} dimensions.")
_TOO_LARGE = QT_TRANSLATE_NOOP(
    "checkpoints", "{file} cannot be read: {place} has more elements than any file can hold."
)
_BLOCKS = QT_TRANSLATE_NOOP("checkpoints", "{file} cannot be read: {place} has rows of {width} elements, which blocks "
                            "of {block} ({type}) do not fill.")  # fmt: skip
_OFFSET = QT_TRANSLATE_NOOP("checkpoints", "{file} cannot be read: {place} begins at byte {offset} of the data, which "
                            "is no multiple of {alignment}.")  # fmt: skip
_OVERLAP = QT_TRANSLATE_NOOP("checkpoints", "{file} cannot be read: {place} overlaps with “{other}”.")
