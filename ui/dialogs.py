"""Small dialogs: choose a Python, the keys, about. Those of presets stand in `ui.preset_dialogs`."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox

from ui.external_python import this_machines_pythons

if TYPE_CHECKING:
    from ui.window import Window


def choose_python(window: Window) -> None:
    """Ask which Python measures: those found here, or another file."""
    other = window.tr("Another file…")
    offered = [*this_machines_pythons(window.settings.python or None), other]
    chosen, accepted = QInputDialog.getItem(
        window,
        window.tr("Python for measuring"),
        window.tr("Measure runs one block with torch in this Python:"),
        offered,
        0,
        False,
    )
    if accepted and chosen == other:
        chosen, _ = QFileDialog.getOpenFileName(window, window.tr("Python for measuring"))
    if accepted and chosen:
        window.settings.python = chosen


def show_keys(window: Window) -> None:
    """The keys of the tables, from the commands themselves."""
    rows = [
        (window.tr("Enter, Shift+Enter"), window.tr("commit and go down, up")),
        (window.tr("Tab, Shift+Tab"), window.tr("commit and go right, left")),
        ("F2", window.tr("edit the cell")),
        ("Esc", window.tr("leave the cell as it was")),
        (window.tr("Delete"), window.tr("back to the default")),
        (window.tr("Ctrl+arrows"), window.tr("to the edge of the block; with Shift select")),
    ]
    for action in window.scenarios.commands.actions.values():
        keys = action.shortcut().toString()
        if keys:
            rows.append((keys, action.text().replace("&", "")))
    body = "".join(f"<tr><td><b>{escape(a)}</b>&nbsp;&nbsp;&nbsp;</td><td>{escape(b)}</td></tr>" for a, b in rows)
    hint = escape(window.tr("A number may be written 4k, 80 GiB, 1_000, 90%, or as an expression: =2*batch."))
    _inform(window, window.tr("Keys of the tables"), f"<table>{body}</table><p>{hint}</p>")


def about(window: Window, version: str) -> None:
    """Version, licence, and what it stands on."""
    text = window.tr("Fitsheet {version}<p>Apache License 2.0. Uses Qt through PySide6 under the LGPL-3, pyqtgraph, "
                     "numpy and pydantic; NOTICE says more.</p>").format(version=version)  # fmt: skip
    _inform(window, window.tr("About Fitsheet"), text)


def _inform(window: Window, title: str, html: str) -> None:
    box = QMessageBox(QMessageBox.Icon.NoIcon, title, html, QMessageBox.StandardButton.Close, window)
    box.setTextFormat(Qt.TextFormat.RichText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
