"""A place in a GGUF file: numbers, texts and arrays from there on, with every length held against the file's size."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO, Literal, NoReturn, TypeAlias

from planner.readers.checkpoint import CheckpointError, short
from planner.words import QT_TRANSLATE_NOOP

WINDOW = 2**18
LONGEST_TEXT = 2**16
MOST_KEPT = 4096
"""Items of an array that is kept; the per-layer lists of published files stay below 200."""
MOST_KEPT_BYTES = 2**22
"""Bytes of all texts and arrays that are kept; what comes after that is passed over."""
MOST_WALKED = 4_000_000
"""Items of arrays that are passed one by one (vocabularies and merges of published files stay below 1,000,000)."""
DEEPEST = 4

SCALARS: Mapping[int, tuple[str, str]] = {
    0: ("u8", "B"), 1: ("i8", "b"), 2: ("u16", "H"), 3: ("i16", "h"), 4: ("u32", "I"), 5: ("i32", "i"), 6: ("f32", "f"),
    7: ("bool", "B"), 10: ("u64", "Q"), 11: ("i64", "q"), 12: ("f64", "d"),
}  # fmt: skip
"""Name and struct code of a metadata value's type. Source: docs/gguf.md, github.com/ggml-org/ggml."""
STRING, ARRAY, BOOL = 8, 9, 7


@dataclass(frozen=True, slots=True)
class Left:
    """A value that was passed over: its type ("str", "arr[str]"), and its bytes (a text) or items (an array)."""

    type: str
    length: int


Value: TypeAlias = "int | float | bool | str | Left | tuple[int | float | bool | str, ...]"
Item: TypeAlias = "int | float | bool | str"


class Cursor:
    """Reads forward through `stream`, of `size` bytes; `place` says in words where it is, for refusals."""

    def __init__(self, stream: BinaryIO, size: int, file: str) -> None:
        self.size = size
        self.file = file
        self.place = "its first bytes"
        self.order = "<"
        self.at = 0
        self._stream = stream
        self._window = b""
        self._begin = 0
        self._walked = 0
        self._kept = 0

    def take(self, count: int) -> bytes:
        """The next bytes; CheckpointError when the file has fewer."""
        self.need(count)
        offset = self.at - self._begin
        if not 0 <= offset <= len(self._window) - count:
            self._stream.seek(self.at)
            self._window, self._begin, offset = self._stream.read(max(count, WINDOW)), self.at, 0
            if len(self._window) < count:
                self.size = self.at + len(self._window)  # it became shorter while it was read
                self.need(count)
        self.at += count
        return self._window[offset : offset + count]

    def need(self, count: int) -> None:
        """Refuse when fewer than `count` bytes are left."""
        if count > self.size - self.at:
            raise CheckpointError(
                QT_TRANSLATE_NOOP("checkpoints", "{file} is truncated or corrupt: {place} needs {count} bytes from "
                                  "byte {at} on, and the file has {size}. Download it again."),
                file=self.file, place=self.place, count=f"{count:,}", at=f"{self.at:,}", size=f"{self.size:,}",
            )  # fmt: skip

    def refuse(self, template: str, **values: object) -> NoReturn:
        """Refuse the file in the words of `template`, which may use {file} and {place}."""
        raise CheckpointError(template, (), file=self.file, place=self.place, **values)

    def number(self, code: str) -> int:
        """One whole number of a struct code ("I", "Q")."""
        value: int = struct.unpack(self.order + code, self.take(struct.calcsize(self.order + code)))[0]
        return value

    def text(self, longest: int) -> str:
        """A text of at most `longest` bytes."""
        length = self.number("Q")
        if length > longest:
            self.refuse(
                QT_TRANSLATE_NOOP("checkpoints", "{file} cannot be read: {place} has a name of {length} bytes."),
                length=f"{length:,}",
            )
        try:
            return self.take(length).decode("utf-8")
        except UnicodeDecodeError:
            self.refuse(
                QT_TRANSLATE_NOOP("checkpoints", "{file} cannot be read: {place} has a name that is not UTF-8.")
            )

    def value(self) -> Value:
        """A metadata value with its type before it. Long texts and arrays are passed over and their length is kept."""
        return self._value(self.number("I"), 0)

    def _value(self, kind: int, depth: int) -> Value:
        if kind in SCALARS:
            code = SCALARS[kind][1]
            number: int | float = struct.unpack(self.order + code, self.take(struct.calcsize(self.order + code)))[0]
            return bool(number) if kind == BOOL else number
        if kind == STRING:
            length = self.number("Q")
            if length > LONGEST_TEXT or not self._keep(length):
                self._skip(length)
                return Left("str", length)
            return self.take(length).decode("utf-8", "replace")
        if kind == ARRAY:
            return self._array(depth + 1)
        self.refuse(
            QT_TRANSLATE_NOOP(
                "checkpoints", "{file} cannot be read: {place} has a value of type {kind}, which GGUF does not define."
            ),
            kind=kind,
        )

    def _array(self, depth: int) -> Value:
        kind, count = self.number("I"), self.number("Q")
        if depth > DEEPEST:
            self.refuse(
                QT_TRANSLATE_NOOP(
                    "checkpoints", "{file} cannot be read: {place} has arrays in arrays, nested too deeply."
                )
            )
        if kind in SCALARS:
            name, code = SCALARS[kind]
            width = struct.calcsize(self.order + code)
            if count > MOST_KEPT or not self._keep(count * width):
                self._skip(count * width)
                return Left(f"arr[{name}]", count)
            numbers: tuple[Item, ...] = struct.unpack(f"{self.order}{count}{code}", self.take(count * width))
            return tuple(bool(number) for number in numbers) if kind == BOOL else numbers
        if kind == STRING:
            self._walk(count, 8)
            if count <= MOST_KEPT and self._keep(LONGEST_TEXT):
                return self._texts(count)
            self._skip_texts(count)
            return Left("arr[str]", count)
        if kind == ARRAY:
            self._walk(count, 12)
            for _ in range(count):
                self._array(depth + 1)
            return Left("arr[arr]", count)
        self.refuse(
            QT_TRANSLATE_NOOP(
                "checkpoints", "{file} cannot be read: {place} has an array of type {kind}, which GGUF does not define."
            ),
            kind=kind,
        )

    def _texts(self, count: int) -> Value:
        """A short array of texts; passed over like a long one when the texts together are long."""
        begin, kept, total = self.at, [], 0
        for _ in range(count):
            length = self.number("Q")
            total += length
            if total > LONGEST_TEXT:
                self.at = begin
                self._skip_texts(count)
                return Left("arr[str]", count)
            kept.append(self.take(length).decode("utf-8", "replace"))
        return tuple(kept)

    def _keep(self, count: int) -> bool:
        """Whether so many bytes more may be kept."""
        if self._kept + count > MOST_KEPT_BYTES:
            return False
        self._kept += count
        return True

    def _walk(self, count: int, least: int) -> None:
        """Before `count` items of at least `least` bytes each are passed one by one."""
        self.need(count * least)
        self._walked += count
        if self._walked > MOST_WALKED:
            self.refuse(
                QT_TRANSLATE_NOOP(
                    "checkpoints", "{file} cannot be read: {place} brings the items of arrays past {most}."
                ),
                most=f"{MOST_WALKED:,}",
            )

    def _skip_texts(self, count: int) -> None:
        # The loop of the long vocabularies: no call per text while the texts lie in the window.
        code: Literal["little", "big"] = "little" if self.order == "<" else "big"
        from_bytes = int.from_bytes
        while count:
            window, base = self._window, self._begin
            offset, last = self.at - base, len(self._window) - 8
            while count and 0 <= offset <= last:
                offset += 8 + from_bytes(window[offset : offset + 8], code)
                count -= 1
            self._skip(base + offset - self.at)
            if count:
                self.take(8)
                self.at -= 8

    def _skip(self, count: int) -> None:
        self.need(count)
        self.at += count


def shown_key(key: str) -> str:
    """A place in words for a metadata key."""
    return f"the metadata “{short(key, 60)}”"
