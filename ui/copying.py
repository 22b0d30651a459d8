"""Tables on the clipboard, as spreadsheets take them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QGuiApplication

from ui.sheets.tsv import written


def copy_rows(rows: Iterable[Iterable[str]]) -> None:
    """Put rows of cells on the clipboard."""
    QGuiApplication.clipboard().setText(written(rows))
