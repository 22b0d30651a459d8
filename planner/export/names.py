"""Names that a spreadsheet takes: of input cells, and of sheets; each only once."""

from __future__ import annotations

import re

LONGEST_NAME = 200
LONGEST_SHEET = 31
_NO_LETTER = re.compile(r"[^A-Za-z0-9_]")
_NO_SHEET = re.compile(r"[\[\]:*?/\\\x00-\x1f]")


class Names:
    """Gives every wish a name that no other has, however letters are written."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def defined(self, *words: str) -> str:
        """A defined name of at least two words with `_` between them, so that none can be read as a cell: A1, TP1,
        R1C1, R and C have no such form. Letters are ASCII; spreadsheets do not tell capitals from small ones.

        >>> names = Names()
        >>> names.defined("scenario", "r1", "tp"), names.defined("scenario", "R1", "tp"), names.defined("gpu", "größe")
        ('scenario_r1_tp', 'scenario_R1_tp_2', 'gpu_gr__e')
        """
        return self._unused(_NO_LETTER.sub("_", "_".join(words))[:LONGEST_NAME], "_{}", LONGEST_NAME + 10)

    def sheet(self, wish: str) -> str:
        """The name of a sheet: at most 31 characters, none of []:*?/ and backslash, no quote at either end.

        >>> names = Names()
        >>> names.sheet("13B: 'b8'"), names.sheet("13b_ 'B8"), names.sheet("history")
        ("13B_ 'b8", "13b_ 'B8 (2)", 'history_')
        """
        text = _NO_SHEET.sub("_", wish).strip().strip("'")[:LONGEST_SHEET].strip("' ") or "_"
        if text.casefold() == "history":  # Excel keeps this name for itself
            text += "_"
        return self._unused(text, " ({})", LONGEST_SHEET)

    def _unused(self, wish: str, ending: str, longest: int) -> str:
        name, number = wish, 2
        while name.casefold() in self._taken:
            more = ending.format(number)
            name, number = wish[: longest - len(more)] + more, number + 1
        self._taken.add(name.casefold())
        return name
