"""The baseline: set and cleared as edits of the document; how results stand beside it is how the window looks.

`fill` makes the commands, for the What if menu and the context menus of scenarios and chart, and the line above the
table; `bars` and `show_ledger` give chart and ledger what they show beside the baseline.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QVBoxLayout

from planner.edits import replaced
from planner.plan import Evaluation
from planner.what_if.compare import baseline_row
from planner.workbook import Scenario
from ui.charts.bars import Asked, Bar
from ui.session import Session
from ui.sheets.beside import TITLES, Mode
from ui.sheets.results import ResultColumn
from ui.what_if import groups
from ui.what_if.baseline_bar import BaselineBar

if TYPE_CHECKING:
    from ui.window import Window

Add = Callable[[str, str, str | None, Callable[[], object], str], QAction]
PATH = ("baseline",)


def fill(window: Window, menu: QMenu, add: Add) -> None:
    """The commands on the baseline, on copies and on groups, and the line above the scenarios."""
    chosen = add("set_baseline", window.tr("Set as baseli&ne"), "Ctrl+B", lambda: set_baseline(window),
                 window.tr("Compare all other scenarios with the current one"))  # fmt: skip
    cleared = add("clear_baseline", window.tr("C&lear baseline"), "Ctrl+Shift+B", lambda: clear_baseline(window),
                  window.tr("Compare with no scenario"))  # fmt: skip
    menu_of_modes = menu.addMenu(window.tr("Results s&how"))
    copied = add("duplicate_and_edit", window.tr("&Duplicate and edit"), "Ctrl+Shift+Return",
                 lambda: duplicate_and_edit(window),
                 window.tr("A copy of the current scenario below it, with the same cell open for editing"))  # fmt: skip
    menu.addSeparator()
    grouping = groups.fill(window, add)
    menu.addSeparator()
    window.shared["scenarios"] += [chosen, cleared, copied, *grouping]
    window.chart.addActions([chosen, cleared, *grouping])

    _Comparison(window, menu_of_modes, cleared)


def set_baseline(window: Window) -> None:
    """Let the others be compared with the current scenario; one step of undo."""
    row = _current(window)
    if row is None:
        window.status.say(window.tr("Choose a scenario first"))
    elif row.id == window.session.workbook.baseline:
        window.status.say(window.tr("{name} is the baseline already").format(name=row.name))
    else:
        text = window.tr("Set baseline to {name}").format(name=row.name)
        window.session.change(replaced(window.session.workbook, PATH, row.id), PATH, text)
        window.status.say(window.tr("The others are compared with {name}").format(name=row.name))


def clear_baseline(window: Window) -> None:
    """Compare with none; one step of undo."""
    window.session.change(replaced(window.session.workbook, PATH, None), PATH, window.tr("Clear baseline"))


def duplicate_and_edit(window: Window) -> None:
    """A copy of the current scenario below it, one step, and the same cell of it open for editing."""
    view = window.scenarios
    view.finish_editing()
    index = view.currentIndex()
    if not index.isValid() or view.indexWidget(index) is not None:  # a text that is refused stays open
        return
    (copy,) = window.session.duplicate([view.table.shown_row(index.row()).path])
    place = view.table.position_of(copy)
    assert place is not None
    at = view.table.index(place[0], index.column())
    if not at.flags() & Qt.ItemFlag.ItemIsEditable:
        at = view.table.index(place[0], 0)  # a computed cell: the name is what a copy needs first
    view.setCurrentIndex(at)
    view.setFocus(Qt.FocusReason.ShortcutFocusReason)
    view.begin_editing()


def evaluation_of(session: Session) -> Evaluation | None:
    """The plan of the baseline; None without one, and while it has no model."""
    return session.evaluations.scenarios.get(session.workbook.baseline or "")


def bars(window: Window) -> tuple[Bar, ...]:
    """The bars of the chart: one per scenario, in groups where the table is, each beside the baseline."""
    session, shown = window.session, window.scenario_id()
    baseline = evaluation_of(session)
    needed = None if baseline is None else baseline.value("needed")
    return window.bars.bars(
        Asked(row, session.evaluations.scenarios.get(row.id), row.id == shown, needed,
              row.id == session.workbook.baseline, heading)
        for heading, row in groups.in_order(window)
    )  # fmt: skip


def ledger_title(session: Session, evaluation: Evaluation | None) -> str:
    """What the panel of the ledger is called."""
    translate = QCoreApplication.translate
    if evaluation is None or not evaluation.scenario.name:
        return translate("Window", "Ledger")
    baseline, name = evaluation_of(session), evaluation.scenario.name
    if baseline is None or baseline.scenario.id == evaluation.scenario.id:
        return translate("Window", "Ledger of {scenario}").format(scenario=name)
    said = translate("Window", "Ledger of {scenario} beside {baseline}")
    return said.format(scenario=name, baseline=baseline.scenario.name)


def _current(window: Window) -> Scenario | None:
    shown = window.scenario_id()
    return next((row for row in window.session.workbook.scenarios if row.id == shown), None)


class _Comparison(QObject):
    """Keeps the line above the scenarios, the ways to show results, and the widths of their columns in step."""

    def __init__(self, window: Window, menu: QMenu, cleared: QAction) -> None:
        super().__init__(window)
        self._window = window
        self._cleared = cleared
        self._before: dict[int, int] = {}
        self._shown: tuple[object, ...] = ()
        self._bar = BaselineBar()
        layout = window.centralWidget().layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(0, self._bar)
        table = window.scenarios.table
        self._bar.mode_wanted.connect(lambda mode: table.set_beside(Mode(mode)))
        self._bar.clear_wanted.connect(lambda: clear_baseline(window))
        choices = QActionGroup(self)
        for mode, title in TITLES.items():
            action = QAction(QCoreApplication.translate("sheets", title), choices, checkable=True)
            action.triggered.connect(lambda _=False, mode=mode: table.set_beside(mode))
            menu.addAction(action)
            window.commands[f"results_{mode.value}"] = action
        tip = window.tr("While there is a baseline: what the computed columns of the other scenarios show")
        menu.menuAction().setStatusTip(tip)
        window.session.changed.connect(self._follow)
        window.scenarios.adaptive.changed.connect(self._widen)
        table.set_beside(window.settings.beside)
        table.beside_changed.connect(self._on_mode)
        self._on_mode()

    def _on_mode(self) -> None:
        """Results are shown in another way: remember it, and say so."""
        mode = self._window.scenarios.table.beside
        self._window.settings.beside = mode
        self._window.commands[f"results_{mode.value}"].setChecked(True)
        self._follow()

    def _follow(self, *_: object) -> None:
        row = baseline_row(self._window.session.workbook)
        self._cleared.setEnabled(row is not None)
        self._bar.show_baseline("" if row is None else row.name, self._window.scenarios.table.beside)
        self._widen()

    def _widen(self) -> None:
        """Room for differences in the computed columns while they are shown, and the widths from before afterwards."""
        view = self._window.scenarios
        wide = evaluation_of(self._window.session) is not None and view.table.beside is Mode.BOTH
        results = [at for at, column in enumerate(view.table.sheet.columns) if isinstance(column, ResultColumn)]
        visible = tuple(at for at in results if not view.isColumnHidden(at))
        shown = (wide, self._window.session.workbook.baseline, visible if wide else ())
        if shown == self._shown:
            return
        self._shown = shown
        if wide:
            for at in visible:
                self._before.setdefault(at, view.columnWidth(at))
                view.setColumnWidth(at, max(view.columnWidth(at), view.sizeHintForColumn(at)))
        else:
            for at, before in self._before.items():
                if not view.isColumnHidden(at):
                    view.setColumnWidth(at, before)
            self._before = {}
