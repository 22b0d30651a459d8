"""Copy, cut and paste of cells: exact values as TSV for other programs, the cells' own texts inside this one."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTableView

from planner.words import QT_TRANSLATE_NOOP
from ui.counted import counted
from ui.sheets import tsv
from ui.sheets.columns import InputColumn
from ui.sheets.selection import Block, in_one_piece, rows_from, selected_block, visible_columns
from ui.sheets.table_model import TableModel
from ui.sheets.writing import BadCell, CellText, RefusedCells

OWN_FORMAT = "application/x-fitsheet-cells"
_SESSION = secrets.token_hex(8)
"""Row ids mean something in the process that copied them only; another one reads the TSV, which has names."""


def mime_of(model: TableModel, block: Block) -> QMimeData:
    """A block for the clipboard: TSV of exact values, and the texts that make the same cells (expressions, ids)."""
    shown: list[list[str]] = []
    own: list[list[str]] = []
    for position in block.rows:
        row = model.shown_row(position)
        columns = [model.sheet.columns[column] for column in block.columns]
        shown.append([column.exact(row) for column in columns])
        own.append([c.transfer(row) if isinstance(c, InputColumn) else c.exact(row) for c in columns])
    mime = QMimeData()
    mime.setText(tsv.written(shown) if len(shown) > 1 or len(shown[0]) > 1 else shown[0][0])
    mime.setData(OWN_FORMAT, json.dumps({"session": _SESSION, "cells": own}).encode())
    return mime


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
    """Put the selected cells on the clipboard."""
    if block := selected_block(view):
        QGuiApplication.clipboard().setMimeData(mime_of(model, block))


def cut(view: QTableView, model: TableModel) -> None:
    """Copy, then clear the cells to their defaults, as one step."""
    if block := selected_block(view):
        copy(view, model)
        cells = len(block.rows) * len(block.columns)
        clear(
            model,
            block,
            counted(cells, QT_TRANSLATE_NOOP("counted", "Cut cell"), QT_TRANSLATE_NOOP("counted", "Cut {count} cells")),
        )


def clear(model: TableModel, block: Block, title: str) -> None:
    """Set the cells of a block to their defaults; what is computed or cannot be blank is passed over."""
    cells = [CellText(row, column, "") for row in block.rows for column in block.columns]
    model.write(cells, title, clearing=True)


def paste(view: QTableView, model: TableModel) -> Block:
    """Write the clipboard at the selection, tiled over it; the block that was written. RefusedCells changes nothing."""
    block = block_of(QGuiApplication.clipboard().mimeData())
    target = selected_block(view)
    if not block or not target:
        return Block((), ())
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
    model.write(
        texts,
        counted(
            len(texts), QT_TRANSLATE_NOOP("counted", "Paste cell"), QT_TRANSLATE_NOOP("counted", "Paste {count} cells")
        ),
    )
    return Block(rows, tuple(columns[:width]))


def fill(model: TableModel, block: Block, *, down: bool) -> None:
    """Write the first row (or column) of a block over the rest of it, expressions as expressions."""
    texts = []
    for row in block.rows:
        for column in block.columns:
            source_row = block.rows[0] if down else row
            source_column = column if down else block.columns[0]
            if (source_row, source_column) == (row, column):
                continue
            source = model.sheet.columns[source_column]
            shown = model.shown_row(source_row)
            text = source.transfer(shown) if isinstance(source, InputColumn) else source.exact(shown)
            texts.append(CellText(row, column, text))
    model.write(
        texts,
        counted(
            len(texts), QT_TRANSLATE_NOOP("counted", "Fill cell"), QT_TRANSLATE_NOOP("counted", "Fill {count} cells")
        ),
    )
