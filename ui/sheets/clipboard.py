"""Copy, cut and paste of cells: exact values as TSV for other programs, the cells' own texts inside this one."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTableView

from planner.words import QT_TRANSLATE_NOOP
from ui.copying import copy_rows
from ui.counted import counted
from ui.sheets import tsv
from ui.sheets.columns import Column, InputColumn, Row
from ui.sheets.headed import Headed, headed, headings, texts_of
from ui.sheets.selection import (
    Block,
    in_one_piece,
    is_whole,
    rows_from,
    selected_block,
    selected_cells,
    visible_columns,
)
from ui.sheets.table_model import TableModel
from ui.sheets.writing import BadCell, CellText, RefusedCells

OWN_FORMAT = "application/x-fitsheet-cells"
_SESSION = os.urandom(8).hex()
"""Row ids mean something in the process that copied them only; another one reads the TSV, which has names."""


def mime_of(model: TableModel, block: Block) -> QMimeData:
    """A block for the clipboard: TSV of exact values, and the texts that make the same cells (expressions, ids)."""
    shown: list[list[str]] = []
    own: list[list[str]] = []
    for position in block.rows:
        row = model.shown_row(position)
        columns = [model.sheet.columns[column] for column in block.columns]
        shown.append([column.exact(row) for column in columns])
        own.append([transferred(column, row) for column in columns])
    mime = QMimeData()
    mime.setText(tsv.written(shown) if len(shown) > 1 or len(shown[0]) > 1 else shown[0][0])
    mime.setData(OWN_FORMAT, json.dumps({"session": _SESSION, "cells": own}).encode())
    return mime


def transferred(column: Column, row: Row) -> str:
    """The text by which a cell is copied inside the program: an expression as such, a computed cell as its value."""
    return column.transfer(row) if isinstance(column, InputColumn) else column.exact(row)


def block_of(mime: QMimeData | None) -> tsv.Block:
    """The cells on the clipboard; ValueError when there is no text or far too much of it."""
    if mime is None:  # some platforms give none while the clipboard is empty
        return []
    if mime.hasFormat(OWN_FORMAT):
        copied = json.loads(bytes(mime.data(OWN_FORMAT).data()))
        if copied["session"] == _SESSION:
            cells: tsv.Block = copied["cells"]
            return cells
    return tsv.read(mime.text()) if mime.hasText() else []


def copy(view: QTableView, model: TableModel) -> None:
    """Put the selected cells on the clipboard; ValueError when they are no block."""
    if block := whole_block(view):
        QGuiApplication.clipboard().setMimeData(mime_of(model, block))


def copy_headed(view: QTableView, model: TableModel) -> None:
    """The selected cells below the titles of their columns, for tables of other programs, and for the way back."""
    if block := whole_block(view):
        columns = model.sheet.columns
        rows = [[columns[at].exact(model.shown_row(row)) for at in block.columns] for row in block.rows]
        copy_rows([headings(columns, block.columns), *rows])


def whole_block(view: QTableView) -> Block:
    """The selected block; ValueError when cells were picked one by one and leave holes in it."""
    block = selected_block(view)
    if block and not is_whole(view, block):
        raise ValueError(
            QCoreApplication.translate("sheets", "The selected cells are not one block: select a block for this.")
        )
    return block


def cut(view: QTableView, model: TableModel) -> None:
    """Copy, then clear the cells to their defaults, as one step."""
    if whole_block(view):
        copy(view, model)
        cells = selected_cells(view)
        one, many = QT_TRANSLATE_NOOP("counted", "Cut cell"), QT_TRANSLATE_NOOP("counted", "Cut {count} cells")
        clear(model, cells, counted(len(cells), one, many))


def clear(model: TableModel, cells: Iterable[tuple[int, int]], title: str) -> None:
    """Set cells to their defaults; what is computed or cannot be blank is passed over."""
    model.write([CellText(row, column, "") for row, column in cells], title, clearing=True)


@dataclass(frozen=True, slots=True)
class Pasted:
    """The block that was written, and what is to be said of it beyond that."""

    block: Block
    said: str = ""


def paste(view: QTableView, model: TableModel) -> Pasted:
    """Write the clipboard at the selection, tiled over it, or, where its first row names columns, into those columns.

    RefusedCells, ValueError: nothing has changed.
    """
    mime = QGuiApplication.clipboard().mimeData()
    block = block_of(mime)
    target = selected_block(view)
    if not block or (not target and model.rowCount()):
        return Pasted(Block((), ()))
    if not target:  # an empty table has no cell to be at
        target = Block((0,), (visible_columns(view)[0],))
    own = mime is not None and mime.hasFormat(OWN_FORMAT)
    head = None if own else headed(view, model, block, target.columns[0])
    if head is not None:
        return _paste_headed(view, model, block, head, target.rows[0])
    if len(block) == len(block[0]) == 1 and target and not is_whole(view, target):
        cells = selected_cells(view)
        model.write([CellText(row, column, block[0][0]) for row, column in cells], _pasted(len(cells)))
        return Pasted(Block((), ()))
    return Pasted(_paste_at(view, model, block, target))


def _paste_headed(view: QTableView, model: TableModel, block: tsv.Block, head: Headed, top: int) -> Pasted:
    cells, rows, fresh = texts_of(view, model, block, head, top)
    model.write(_unless_said(model, cells), _pasted(len(cells)))
    sentence = QCoreApplication.translate("sheets", "Matched by headings. Rows changed: {changed}, added: {fresh}.")
    said = sentence.format(changed=len(rows) - fresh, fresh=fresh)
    if head.unknown:
        left_out = QCoreApplication.translate("sheets", "No column is called {names}.")
        said += " " + left_out.format(names=", ".join(f"“{text}”" for text in head.unknown))
    return Pasted(Block(tuple(sorted(rows)), tuple(sorted({cell.column for cell in cells}))), said)


def _paste_at(view: QTableView, model: TableModel, block: tsv.Block, target: Block) -> Block:
    contiguous = in_one_piece(view, target.rows)
    cells = tsv.tiled(block, len(target.rows) if contiguous else 1, len(target.columns))
    return write_block(view, model, cells, target.rows[0], target.columns[0])


def write_block(view: QTableView, model: TableModel, cells: Sequence[Sequence[str]], top: int, left: int) -> Block:
    """Write texts from a cell on, rightwards over the columns on show, downwards past the end if need be."""
    shown = visible_columns(view)
    columns = shown[shown.index(left) :]
    width = len(cells[0])
    if width > len(columns):
        outside = model.tr("The block is {width} columns wide; from here to the right there are {count}.")
        reason = outside.format(width=width, count=len(columns))
        raise RefusedCells([BadCell(top, left, "", "", reason)])
    rows = rows_from(view, top, len(cells))
    texts = [
        CellText(row, column, text)
        for row, line in zip(rows, cells, strict=True)
        for column, text in zip(columns, line, strict=False)
    ]
    model.write(_unless_said(model, texts), _pasted(len(texts)))
    return Block(rows, tuple(columns[:width]))


def _unless_said(model: TableModel, cells: Iterable[CellText]) -> list[CellText]:
    """The cells, without those that are blank and follow another, where the text is what they show: a table that went
    through another program leaves them following.
    """

    def says(cell: CellText) -> bool:
        column = model.sheet.columns[cell.column]
        if not isinstance(column, InputColumn) or cell.row >= model.rowCount():
            return False
        row = model.shown_row(cell.row)
        return column.faint(row) and column.exact(row) == cell.text != ""

    return [cell for cell in cells if not says(cell)]


def _pasted(cells: int) -> str:
    return counted(
        cells, QT_TRANSLATE_NOOP("counted", "Paste cell"), QT_TRANSLATE_NOOP("counted", "Paste {count} cells")
    )
