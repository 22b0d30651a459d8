"""JSON out of files of others: bounded in size, depth, count and numbers before anything large is made of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NoReturn

from planner.readers.checkpoint import CheckpointError, short
from planner.words import QT_TRANSLATE_NOOP

MOST_BYTES = 64 * 2**20
"""Headers of published checkpoints stay below 30 MB; the format itself allows 100 MB."""
MOST_PLAIN = 16 * 2**20
"""Longer texts have to be ASCII: one letter outside makes Python hold four bytes for every letter of the text."""
MOST_VALUES = 2_000_000
LONGEST_NUMBER = 19
WIDEST = 2**63


def parse_object(data: bytes, file: str) -> dict[str, Any]:
    """The JSON object in `data`; CheckpointError names the file and the place of what is wrong.

    Refused: other encodings than UTF-8, names that stand twice, numbers past 19 digits, NaN, nesting past Python's own
    limit, and more than 2,000,000 values.
    """
    if len(data) > MOST_BYTES:
        raise CheckpointError(
            QT_TRANSLATE_NOOP("checkpoints", "The JSON of {file} has {size} MiB; up to {most} MiB are read."),
            file=file, size=f"{len(data) / 2**20:,.1f}", most=MOST_BYTES // 2**20,
        )  # fmt: skip
    text = _decoded(data, file)
    # A value that is a list or object of its own costs up to 200 bytes, whatever it takes in the file: count first.
    if text.count(",") + text.count("[") + text.count("{") > MOST_VALUES:
        raise CheckpointError(
            QT_TRANSLATE_NOOP("checkpoints", "The JSON of {file} holds more than {most} values: this is no header of a "
                              "checkpoint."),
            file=file, most=f"{MOST_VALUES:,}",
        )  # fmt: skip
    try:
        found = json.loads(
            text, parse_int=lambda word: _integer(word, file), parse_constant=lambda word: _no_number(word, file),
            object_pairs_hook=_object(file),
        )  # fmt: skip
    except json.JSONDecodeError as error:
        _refuse_json(error, text, file)
    except RecursionError:
        raise CheckpointError(QT_TRANSLATE_NOOP("checkpoints", "The JSON of {file} is nested too deeply."),
                              file=file) from None  # fmt: skip
    if not isinstance(found, dict):
        raise CheckpointError(QT_TRANSLATE_NOOP("checkpoints", "The JSON of {file} is not an object of names."),
                              file=file)  # fmt: skip
    return found


def is_count(value: Any) -> bool:
    """Whether a JSON value is a whole number from 0 to 2^63 - 1."""
    return type(value) is int and 0 <= value < WIDEST


def _decoded(data: bytes, file: str) -> str:
    if len(data) > MOST_PLAIN and not data.isascii():
        raise CheckpointError(
            QT_TRANSLATE_NOOP("checkpoints", "The JSON of {file} has {size} MiB and letters outside ASCII; such texts "
                              "are read up to {most} MiB."),
            file=file, size=f"{len(data) / 2**20:,.1f}", most=MOST_PLAIN // 2**20,
        )  # fmt: skip
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CheckpointError(
            QT_TRANSLATE_NOOP("checkpoints", "The JSON of {file} is not UTF-8: byte {place} is no part of it. Download "
                              "the file again."),
            file=file, place=f"{error.start:,}",
        ) from None  # fmt: skip


def _refuse_json(error: json.JSONDecodeError, text: str, file: str) -> NoReturn:
    if error.msg == "Extra data":
        template = QT_TRANSLATE_NOOP("checkpoints", "{file} holds more than one JSON document: a second one starts in "
                                     "line {line}, column {column}. Keep one of them.")  # fmt: skip
    elif error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
        template = QT_TRANSLATE_NOOP("checkpoints", "The JSON of {file} ends too early, in line {line}, column "
                                     "{column}: the file is truncated. Download it again.")  # fmt: skip
    else:
        template = QT_TRANSLATE_NOOP("checkpoints", "{file} does not hold JSON where it should: {reason} in line "
                                     "{line}, column {column}. Download the file again.")  # fmt: skip
    raise CheckpointError(template, file=file, reason=error.msg, line=error.lineno, column=error.colno) from None


def _integer(word: str, file: str) -> int:
    if len(word) > LONGEST_NUMBER:
        raise CheckpointError(
            QT_TRANSLATE_NOOP("checkpoints", "The JSON of {file} holds a number of {digits} digits: no size is that "
                              "large."),
            file=file, digits=f"{len(word):,}",
        )  # fmt: skip
    return int(word)


def _no_number(word: str, file: str) -> NoReturn:
    raise CheckpointError(QT_TRANSLATE_NOOP("checkpoints", "The JSON of {file} holds {word}, which is not a number."),
                          file=file, word=word)  # fmt: skip


def _object(file: str) -> Callable[[list[tuple[str, Any]]], dict[str, Any]]:
    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            name = next(name for at, name in enumerate(names) if name in names[:at])
            raise CheckpointError(QT_TRANSLATE_NOOP("checkpoints", "The name “{name}” stands twice in {file}."),
                                  file=file, name=short(name))  # fmt: skip
        return found

    return build
