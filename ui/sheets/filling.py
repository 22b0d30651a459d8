"""Fill: cells repeated or continued downwards, upwards, to the right or to the left, as one step."""

from __future__ import annotations

from functools import partial

from planner.words import QT_TRANSLATE_NOOP
from ui.counted import counted
from ui.sheets.clipboard import transferred
from ui.sheets.selection import Block
from ui.sheets.series import continued, repeated
from ui.sheets.table_model import TableModel
from ui.sheets.writing import CellText


def fill(model: TableModel, block: Block, *, down: bool) -> None:
    """Write the first row (or column) of a block over the rest of it, expressions as expressions."""
    source, target = _split(block, 1, down)
    extend(model, source, target, series=False)


def fill_series(model: TableModel, block: Block) -> None:
    """Go on with the first two rows (or columns, where there is one row) of a block over the rest of it.

    Of two rows the first is gone on with, which makes "Plan 2" of "Plan 1".
    """
    down = len(block.rows) > 1
    source, target = _split(block, 2 if len(block.rows if down else block.columns) > 2 else 1, down)
    extend(model, source, target, series=True)


def extend(model: TableModel, source: Block, target: Block, *, series: bool, back: bool = False) -> None:
    """Write into `target`, which lies beside `source`, the cells of `source`: repeated, or gone on with (`series`).

    `back` tells that it lies above, or to the left.
    """
    if not source or not target:
        return
    along_rows = source.columns == target.columns
    lines = [
        ([(row, column) for row in source.rows], [(row, column) for row in target.rows]) for column in source.columns
    ] if along_rows else [
        ([(row, column) for column in source.columns], [(row, column) for column in target.columns])
        for row in source.rows
    ]  # fmt: skip
    cells: list[CellText] = []
    for seeds, places in lines:
        names = all(model.sheet.columns[column].key == "name" for _, column in (*seeds, *places))
        texts = [transferred(model.sheet.columns[column], model.shown_row(row)) for row, column in seeds]
        go_on = partial(continued, names=names) if series else repeated
        made = go_on(texts, len(places), back=back)
        ahead = places[::-1] if back else places
        cells += [CellText(row, column, text) for (row, column), text in zip(ahead, made, strict=True)]
    one, many = QT_TRANSLATE_NOOP("counted", "Fill cell"), QT_TRANSLATE_NOOP("counted", "Fill {count} cells")
    model.write(cells, counted(len(cells), one, many))


def _split(block: Block, at: int, down: bool) -> tuple[Block, Block]:
    if down:
        return Block(block.rows[:at], block.columns), Block(block.rows[at:], block.columns)
    return Block(block.rows, block.columns[:at]), Block(block.rows, block.columns[at:])
