"""Where Seek is asked for: the What if menu, the context menus of result cells and of the ledger, a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from planner.what_if.seek.goals import FITS
from ui.sheets.results import ResultColumn, VerdictColumn

if TYPE_CHECKING:
    from ui.what_if.seek.dialog import SeekDialog
    from ui.window import Window


def offer(window: Window, action: QAction) -> None:
    """Put the command into the context menus of what can be sought."""
    window.shared["scenarios"].append(action)
    window.ledger.addAction(action)


def line_of(window: Window) -> tuple[str, str]:
    """The line that is meant, and the unit that it is shown in: the current result cell's where the table of scenarios
    has the keyboard, else the current line of the ledger; the verdict where neither is one.
    """
    index = window.scenarios.currentIndex()
    column = window.scenarios.table.sheet.columns[index.column()] if index.isValid() else None
    in_ledger = window.focusWidget() is window.ledger
    if not in_ledger and isinstance(column, ResultColumn):
        return column.line, column.unit
    if not in_ledger and isinstance(column, VerdictColumn):
        return FITS, ""
    key = window.ledger.selected_key()
    return (key, "") if key and key != "needed" else (FITS, "")


def show(window: Window) -> SeekDialog | None:
    """The dialog for what is current; the one that is open already, asked anew, where one is."""
    from ui.what_if.seek.dialog import SeekDialog

    plan = window.evaluation()
    if plan is None:
        window.status.say(window.tr("Choose a scenario with a model first"))
        return None
    line, shown = line_of(window)
    # One that was closed may be there until the next round of events.
    dialog = next((each for each in window.findChildren(SeekDialog) if each.isVisible()), None)
    if dialog is None:
        dialog = SeekDialog(window.session, plan.scenario.id, line, shown, window)
        dialog.line_requested.connect(window.ledger.select)
        dialog.applied.connect(lambda: window.status.say(window.tr("Applied; one step of undo takes it back")))
    else:
        dialog.turn_to(plan.scenario.id, line, shown)
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()
    return dialog
