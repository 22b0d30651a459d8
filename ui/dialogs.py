"""Small dialogs: choose a preset, choose a Python, the keys, about."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from planner import presets
from planner.presets import Table
from planner.workbook import new_id
from ui.external_python import this_machines_pythons
from ui.theme import em

if TYPE_CHECKING:
    from ui.window import Window

ID_ROLE = int(Qt.ItemDataRole.UserRole)


class PresetDialog(QDialog):
    """A list of presets that a search field narrows; typing part of a name is enough."""

    def __init__(self, table: Table, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table: Table = table
        rows = presets.model_presets() if table == "models" else presets.accelerator_presets()
        self._rows: Mapping[str, Any] = rows
        self.setWindowTitle(title)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search by name or family"))
        self.search.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName(title)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        column = QVBoxLayout(self)
        for widget in (self.search, self.list, buttons):
            column.addWidget(widget)
        self.search.textChanged.connect(self._narrow)
        self.search.returnPressed.connect(self.accept)
        self.list.itemActivated.connect(lambda _: self.accept())
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.resize(em(self) * 26, em(self) * 26)
        self._narrow("")

    def chosen(self) -> str | None:
        """The id of the preset that is marked."""
        item = self.list.currentItem()
        return None if item is None else str(item.data(ID_ROLE))

    def _narrow(self, text: str) -> None:
        self.list.clear()
        found = presets.find(text, self._table) if text.strip() else tuple(self._rows)
        for preset_id in found:
            item = QListWidgetItem(f"{self._rows[preset_id].name}    ({presets.family(preset_id, self._table)})")
            item.setData(ID_ROLE, preset_id)
            self.list.addItem(item)
        self.list.setCurrentRow(0)


def insert_model(window: Window) -> None:
    """Ask for a model preset and put it into the models table."""
    _insert(window, "models", window.tr("Model from preset"))


def insert_accelerator(window: Window) -> None:
    """Ask for a GPU preset and put it into the GPUs table."""
    _insert(window, "accelerators", window.tr("GPU from preset"))


def _insert(window: Window, table: Table, title: str) -> None:
    dialog = PresetDialog(table, title, window)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    chosen = dialog.chosen()
    dialog.deleteLater()
    if not accepted or chosen is None:
        return
    row: Any
    if table == "models":
        row = presets.model_from_preset(chosen, new_id("m"))
    else:
        row = presets.accelerator_from_preset(chosen, new_id("a"))
    window.session.insert((table,), len(getattr(window.session.workbook, table)), [row])
    window.go_to((table, row.id))


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
