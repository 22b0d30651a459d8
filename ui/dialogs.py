"""Small dialogs: choose a Python, about. Those of presets stand in `ui.preset_dialogs`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox

from ui.choosing import ask_file
from ui.external_python import this_machines_pythons
from ui.waiting import shortly

if TYPE_CHECKING:
    from ui.window import Window


def choose_python(window: Window) -> None:
    """Ask which Python measures: those found here, or another file."""
    other = window.tr("Another file…")
    known = window.settings.python
    # A folder of the search path may be one of a network that does not answer.
    offered = [*shortly(lambda: this_machines_pythons(known or None), [known] if known else []), other]
    chosen, accepted = QInputDialog.getItem(
        window,
        window.tr("Python for measuring"),
        window.tr("Measure runs one block with torch in this Python:"),
        offered,
        0,
        False,
    )
    if accepted and chosen == other:
        file = ask_file(window, window.tr("Python for measuring"))
        chosen = "" if file is None else str(file)
    if accepted and chosen:
        window.settings.python = chosen


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
