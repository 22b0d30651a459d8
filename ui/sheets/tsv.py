"""Text of a block of cells as spreadsheets exchange it: tabs between cells, CRLF between rows, quotes where needed.

Both LibreOffice and Excel write and read this form. Qt and the planner are not needed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Block = list[list[str]]
LARGEST = 1_000_000
"""More cells than this are refused before anything is read: a slip, not a table of this program."""


def written(rows: Iterable[Iterable[str]]) -> str:
    r"""The block as text; a cell with a tab, a quote or a line break stands in quotes.

    >>> written([["a", 'b "c" d'], ["1", "x\ty"]])
    'a\t"b ""c"" d"\r\n1\t"x\ty"\r\n'
    """
    return "".join("\t".join(_quoted(cell) for cell in row) + "\r\n" for row in rows)


def _quoted(cell: str) -> str:
    if any(sign in cell for sign in '\t"\r\n'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


def read(text: str) -> Block:
    r"""The block of a text, every row as wide as the widest; a last line break adds no row.

    A quote opens a quoted cell only at the cell's beginning, as in spreadsheets; ValueError when the text is too large.

    >>> read('a\t"b ""c"" d"\r\n1\n')
    [['a', 'b "c" d'], ['1', '']]
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    if text.count("\t") + text.count("\n") >= LARGEST:
        raise ValueError(f"The clipboard holds more than {LARGEST:,} cells")
    rows: Block = [[]]
    at = 0
    while True:
        cell, at = _quoted_cell(text, at) if text[at : at + 1] == '"' else _plain_cell(text, at)
        rows[-1].append(cell)
        if at >= len(text):
            break
        if text[at] == "\n":
            rows.append([])
        at += 1
    width = max(len(row) for row in rows)
    return [row + [""] * (width - len(row)) for row in rows]


def _plain_cell(text: str, start: int) -> tuple[str, int]:
    ends = [end for end in (text.find("\t", start), text.find("\n", start)) if end >= 0]
    end = min(ends, default=len(text))
    return text[start:end], end


def _quoted_cell(text: str, start: int) -> tuple[str, int]:
    """The cell from its opening quote on; one that never closes, or goes on after its closing quote, is plain text."""
    at, parts = start + 1, []
    while True:
        close = text.find('"', at)
        if close < 0:
            return _plain_cell(text, start)
        parts.append(text[at:close])
        if text[close + 1 : close + 2] != '"':
            break
        parts.append('"')
        at = close + 2
    if close + 1 < len(text) and text[close + 1] not in "\t\n":
        return _plain_cell(text, start)
    return "".join(parts), close + 1


def tiled(block: Sequence[Sequence[str]], rows: int, columns: int) -> Block:
    """The block repeated over a selection of `rows` by `columns`, if that holds it a whole number of times.

    Otherwise the block as it is: a spreadsheet then pastes it once, past the selection's edge.

    >>> tiled([["1"]], 2, 2), tiled([["1", "2"]], 2, 3)
    ([['1', '1'], ['1', '1']], [['1', '2']])
    """
    height, width = len(block), len(block[0])
    if rows % height or columns % width:
        return [list(row) for row in block]
    return [list(row) * (columns // width) for _ in range(rows // height) for row in block]
