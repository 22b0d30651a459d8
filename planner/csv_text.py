"""Tables as RFC 4180 has them: commas, quotes where needed, CRLF; and texts that no spreadsheet takes for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_text(rows: Iterable[Iterable[Any]]) -> str:
    r"""The rows as text.

    >>> csv_text([("a", 1), ("b, c", None)])
    'a,1\r\n"b, c",\r\n'
    """
    target = io.StringIO()
    csv.writer(target, lineterminator="\r\n").writerows(rows)
    return target.getvalue()


def harmless(text: str) -> str:
    """A text with an apostrophe before it where a spreadsheet would run it as a formula.

    >>> harmless("=1+1"), harmless("Batch 8")
    ("'=1+1", 'Batch 8')
    """
    return f"'{text}" if text.startswith(_STARTS_A_FORMULA) else text
