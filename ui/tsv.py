"""Tables as the clipboard carries them between spreadsheets: tabs, quotes where needed, CRLF."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def tsv(rows: Iterable[Sequence[str]]) -> str:
    r"""The rows as one text.

    >>> tsv([["a", 'say "b" twice'], ["1\t2", ""]])
    'a\t"say ""b"" twice"\r\n"1\t2"\t\r\n'
    """
    return "".join("\t".join(map(_quoted, row)) + "\r\n" for row in rows)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in '\t\r\n"') else text
