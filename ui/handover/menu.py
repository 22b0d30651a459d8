"""The commands that hand over: in the File menu and the context menus of scenarios, chart and ledger, with keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from ui.commands import command
from ui.copying import copy_rows

if TYPE_CHECKING:
    from ui.window import Window


def fill(window: Window) -> None:
    """Put the commands where they belong; the dialogs are imported when they are asked for."""
    menu = window.menuBar().actions()[0].menu()
    assert isinstance(menu, QMenu)
    quit_action = menu.actions()[-1]

    def add(name: str, text: str, keys: str, run: Callable[[], object], tip: str) -> QAction:
        action = command(window, menu, text, keys, run, tip, name)
        menu.insertAction(quit_action, action)
        return action

    export = add(
        "export",
        window.tr("E&xport…"),
        "Ctrl+E",
        lambda: ask_export(window),
        window.tr("Write the workbook as a spreadsheet with live formulas, a report or a picture"),
    )
    launch = add(
        "launch",
        window.tr("&Launch line…"),
        "Ctrl+Shift+P",
        lambda: show_launch(window),
        window.tr("The command of the server that the current scenario stands for"),
    )
    reconcile = add(
        "reconcile",
        window.tr("Reconcile with a lo&g…"),
        "Ctrl+Shift+O",
        lambda: show_reconcile(window),
        window.tr("Hold a log of a serving program against the ledger of the current scenario"),
    )
    menu.insertSeparator(quit_action)
    copy = add(
        "copy_chart",
        window.tr("&Copy chart"),
        "Ctrl+Alt+X",
        lambda: copy_chart(window),
        window.tr("The chart of memory per GPU as a picture on the clipboard"),
    )
    picture = add(
        "save_chart",
        window.tr("Save chart as &picture…"),
        "Ctrl+Alt+P",
        lambda: save_chart(window),
        window.tr("The chart of memory per GPU as PNG or SVG"),
    )
    ledger = add(
        "copy_ledger",
        window.tr("Copy the whole le&dger"),
        ("Ctrl+Alt+W", "Ctrl+Alt+L"),  # the second locks the screen of some desktops
        lambda: copy_ledger(window),
        window.tr("Every line of the current ledger with exact values, for a spreadsheet"),
    )
    menu.insertSeparator(quit_action)
    window.shared["scenarios"] += [launch, reconcile, export]
    _offer(window.chart, [copy, picture, export])
    _offer(window.ledger, [ledger, reconcile, export])


def _offer(widget: QWidget, actions: list[QAction]) -> None:
    widget.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
    widget.addActions(actions)


def ask_export(window: Window) -> None:
    """Ask for the format and the file."""
    from ui.handover.export_dialog import ExportDialog

    window.documents.settling.emit()
    rows = {
        window.scenarios.table.shown_row(index.row()).path[1]
        for index in window.scenarios.selectionModel().selectedIndexes()
    }
    title = window.documents.title.removesuffix(".fitsheet")
    dialog = ExportDialog(window.session, title, sorted(rows), window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.accepted.connect(
        lambda: window.status.say(window.tr("{name} was written").format(name=dialog.written and dialog.written.name))
    )
    dialog.open()


def show_launch(window: Window) -> None:
    """The command of the current scenario."""
    from ui.handover.launch_dialog import LaunchDialog

    plan = window.evaluation()
    if plan is None:
        window.status.say(window.tr("Choose a scenario with a model first"))
        return
    LaunchDialog(plan, window).open()


def show_reconcile(window: Window) -> None:
    """A log beside the current scenario."""
    from ui.handover.reconcile_dialog import ReconcileDialog

    plan = window.evaluation()
    if plan is None:
        window.status.say(window.tr("Choose a scenario with a model first"))
        return
    dialog = ReconcileDialog(window.session, plan.scenario.id, window)
    dialog.line_requested.connect(window.ledger.select)
    dialog.applied.connect(lambda: window.status.say(window.tr("Taken over; one step of undo takes it back")))
    dialog.show()


def _chart(window: Window) -> Callable[[str], bytes]:
    """The chart with all scenarios, whatever of it is in sight."""
    from ui.handover.drawn import drawn

    what = window.session.workbook, window.session.evaluations, window.documents.title
    return lambda kind: drawn(kind, *what)


def copy_chart(window: Window) -> None:
    """The chart as a picture on the clipboard."""
    from ui.handover import pictures

    if pictures.copy_beside(_chart(window), QCoreApplication.translate("charts", "VRAM per GPU"), window):
        window.status.say(window.tr("The chart is on the clipboard"))


def save_chart(window: Window) -> None:
    """The chart as a file."""
    from ui.handover import pictures

    title = QCoreApplication.translate("charts", "VRAM per GPU")
    file = pictures.ask_save(_chart(window), title, window, beside=True)
    if file is not None:
        window.status.say(window.tr("{name} was written").format(name=file.name))


def copy_ledger(window: Window) -> None:
    """Every line of the ledger on show, as a table for a spreadsheet."""

    plan = window.evaluation()
    if plan is None:
        return
    rows = [("line", "key", "value", "unit", "formula", "numbers")]
    for line in plan.lines():
        value = "" if line.value is None else repr(line.value)
        rows.append(
            (line.label.format(**line.label_values), line.key, value, line.unit, line.formula, line.substitution)
        )
    copy_rows(rows)
    window.status.say(window.tr("{count} lines are on the clipboard").format(count=f"{len(rows) - 1:,}"))
