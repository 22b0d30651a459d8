"""From a verdict to the line of the ledger that decides over it: a click on the cell, or a shortcut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex

if TYPE_CHECKING:
    from ui.window import Window


def follow(window: Window) -> None:
    """Let a click on a verdict lead to its line."""

    def clicked(index: QModelIndex) -> None:
        if index.column() == window.scenarios.table.sheet.column("verdict"):
            show(window)

    window.scenarios.clicked.connect(clicked)


def show(window: Window) -> None:
    """Select the line that decides, in the ledger of the fullest GPU; say so where none does."""
    evaluation = window.evaluation()
    if evaluation is None:
        return
    found = evaluation.deciding
    if found is None:
        window.status.say(window.tr("No line of the ledger decides: the Findings say what does."))
        return
    window.ranks.show_fullest()
    window.show_dock("ledger")
    window.ledger.select(found.key)
