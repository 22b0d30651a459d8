"""Bytes to plain JSON values, or a FileError that says what is wrong and in which line. Bounded in size and depth."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from planner.file_errors import FileError
from planner.words import QT_TRANSLATE_NOOP

LARGEST_FILE = 16 * 2**20
LONGEST_NUMBER = 40
MOST_EXPRESSIONS = 15_000
MOST_OF_EXPRESSIONS = 150_000
"""Different expressions in a file, and their characters: compiling them takes some 12 µs per character."""

_OTHER_ENCODINGS = ((b"\xff\xfe\x00\x00", "UTF-32"), (b"\x00\x00\xfe\xff", "UTF-32"), (b"\xff\xfe", "UTF-16"),
                    (b"\xfe\xff", "UTF-16"))  # fmt: skip
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_EXPRESSION = re.compile(r'"(?:=|\\u003[dD])[^"]*')


def parse(data: bytes) -> Any:
    """The JSON values of a file; FileError for what is not UTF-8, not JSON, too large, too deep, or not a number."""
    check_size(len(data))
    text = _decoded(data)
    check_expressions(text)
    try:
        found = json.loads(
            text, parse_constant=lambda word: _no_number(text, word), parse_int=lambda word: _integer(text, word),
            parse_float=lambda word: _float(text, word), object_pairs_hook=lambda pairs: _object(text, pairs),
        )  # fmt: skip
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
            raise FileError(QT_TRANSLATE_NOOP("files", "The file ends too early, in line {line}: it is truncated. Open "
                                              "an earlier copy."), line=text.count("\n") + 1) from None  # fmt: skip
        raise FileError(
            QT_TRANSLATE_NOOP("files", "The file is not JSON: {reason} in line {line}, column {column}. Open a file "
                              "that this program has written."),
            reason=error.msg, line=error.lineno, column=error.colno,
        ) from None  # fmt: skip
    except RecursionError:
        # Python's own bound, some hundreds of levels; a workbook has ten.
        raise FileError(QT_TRANSLATE_NOOP("files", "The file is nested too deeply to be a workbook. Open a file that "
                                          "this program has written.")) from None  # fmt: skip
    if _HALF.search(text) is not None:
        _check_characters(found)
    return found


def _check_characters(found: Any) -> None:
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        raise FileError(QT_TRANSLATE_NOOP("files", "A text in the file holds half of a character (\\ud800 to \\udfff "
                                          "without its other half). Remove it.")) from None  # fmt: skip


def check_expressions(text: str) -> None:
    """FileError when a file holds more different expressions than are opened."""
    expressions = set(_EXPRESSION.findall(text))
    if len(expressions) > MOST_EXPRESSIONS or sum(map(len, expressions)) > MOST_OF_EXPRESSIONS:
        raise FileError(QT_TRANSLATE_NOOP("files", "The file holds {count} different expressions, more than are "
                                          "opened. Split it into several workbooks."),
                        count=f"{len(expressions):,}")  # fmt: skip


def check_size(size: int) -> None:
    """FileError when a file of so many bytes is not opened."""
    if size > LARGEST_FILE:
        raise FileError(QT_TRANSLATE_NOOP("files", "The file has {size} MiB; up to {most} MiB are opened."),
                        size=f"{size / 2**20:,.1f}", most=LARGEST_FILE // 2**20)  # fmt: skip


def _decoded(data: bytes) -> str:
    for mark, name in _OTHER_ENCODINGS:
        if data.startswith(mark):
            raise FileError(QT_TRANSLATE_NOOP("files", "The file is written in {name}. Save it as UTF-8."), name=name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(
            QT_TRANSLATE_NOOP("files", "The file is not UTF-8 text: byte {place} (line {line}) is no part of it. Open "
                              "a file that this program has written, or save it as UTF-8."),
            place=f"{error.start:,}", line=data.count(b"\n", 0, error.start) + 1,
        ) from None  # fmt: skip
    if not text.strip():
        raise FileError(QT_TRANSLATE_NOOP("files", "The file is empty. Open an earlier copy."))
    return text


def _integer(text: str, word: str) -> int:
    if len(word) > LONGEST_NUMBER:
        raise FileError(QT_TRANSLATE_NOOP("files", "There is a number of {digits} digits in line {line}: no quantity "
                                          "here is that large. Write a smaller one."),
                        digits=f"{len(word):,}", line=_line(text, word))  # fmt: skip
    return int(word)


def _float(text: str, word: str) -> float:
    value = float(word)
    if value in (float("inf"), float("-inf")):
        _no_number(text, word)
    return value


def _no_number(text: str, word: str) -> NoReturn:
    shown = word if len(word) <= LONGEST_NUMBER else f"{word[:LONGEST_NUMBER]}..."
    raise FileError(QT_TRANSLATE_NOOP("files", "{word} in line {line} is not a number that a workbook can hold. Write "
                                      "a finite number, or null for a blank cell."),
                    word=shown, line=_line(text, word))  # fmt: skip


def _object(text: str, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        name = next(name for name in names if names.count(name) > 1)
        raise FileError(QT_TRANSLATE_NOOP("files", "The name “{name}” stands twice in one object. Remove one of them."),
                        name=name[:60])  # fmt: skip
    return found


def _line(text: str, word: str) -> int:
    """The line in which a number first stands as a value."""
    if len(word) > LONGEST_NUMBER:  # stands nowhere else, and as a pattern it would take minutes to compile
        return text.count("\n", 0, max(text.find(word), 0)) + 1
    found = re.search(rf"[:\[,]\s*{re.escape(word)}", text)
    return text.count("\n", 0, found.end() if found else 0) + 1
