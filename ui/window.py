"""The window: places the parts, connects what they ask for, and keeps no state of its own.

Tables are edited through the session; its one signal brings every view up to date. Pyqtgraph, numpy and whatever
else is heavy come after the first paint.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QMenu, QWidget

from planner.asked import Answer
from planner.findings import Finding
from planner.plan import Evaluation
from planner.workbook import Path
from ui import arrangement, behind, deciding, explaining, menus, panels
from ui.answers_panel import AnswersPanel
from ui.charts.bars import BarMaker
from ui.charts.memory_chart import MemoryChart
from ui.documents import SUFFIX, Documents
from ui.explain import ExplainPanel
from ui.findings_view import FindingsView
from ui.late import Late
from ui.late_panels import LatePanels, in_its_dock
from ui.ledger_view import LedgerView
from ui.measuring import Measuring
from ui.places import Places, place_text
from ui.progress import Progress
from ui.rank_chooser import RankChooser, stacked
from ui.session import Session
from ui.settings import Settings
from ui.sheets.models_sheet import models_sheet
from ui.sheets.scenarios_sheet import fresh_training, scenarios_sheet
from ui.sheets.table_view import TableView
from ui.sights import Sights
from ui.status import StatusLine
from ui.theme import Appearance, Theme
from ui.this_computer import ThisComputer
from ui.waiting import under_way
from ui.what_if import baseline
from ui.what_if import docks as what_if_docks
from ui.zoom import Zoom

if TYPE_CHECKING:
    from ui.trying import Tried

imports = Late("ui.imports")
preset_dialogs = Late("ui.preset_dialogs")
Area = Qt.DockWidgetArea


class Window(behind.Panels):
    """One workbook on screen."""

    language_wanted = Signal(str)

    def __init__(self, session: Session, settings: Settings, theme: Theme, zoom: Zoom | None = None) -> None:
        super().__init__()
        self.zoom = zoom or Zoom(theme.application, settings.zoom, *settings.font)
        self.session = session
        self.settings = settings
        self.theme = theme
        session.watch = Progress(self).step
        self.documents = Documents(session, settings, self)
        self.measuring = Measuring(session, settings, self)
        self.computer = ThisComputer(session, self)
        self._tried: Tried | None = None
        self.setObjectName("fitsheet")
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self.setUnifiedTitleAndToolBarOnMac(True)
        self.unfitted: set[str] = set()
        self.docks: dict[str, QDockWidget] = {}
        self.late = LatePanels(self.docks, self)
        self.commands: dict[str, QAction] = {}
        self.shared: defaultdict[str, list[QAction]] = defaultdict(list)
        """By table: the commands of the menus that stand in its context menu too."""
        self.training: QMenu
        self.sights = Sights(self.evaluation, self)
        self._make_views()
        self._place()
        self.status = StatusLine(self)
        menus.fill(self)
        self._connect()
        arrangement.restore(self)
        self.refresh()

    def _make_views(self) -> None:
        self.tables_there: list[TableView] = []
        """The tables that are built by now."""
        self.scenarios = behind.table_of(self, scenarios_sheet())
        self.models = behind.table_of(self, models_sheet())
        self.chart = MemoryChart()
        self.bars = BarMaker()
        self.ledger = LedgerView()
        self.ranks = RankChooser()
        self.explain = ExplainPanel(cell_of=lambda place: explaining.cell_of(self, place))
        places = Places()
        self.findings = FindingsView(lambda path: places.text(self.session.workbook, path))
        self.answers = AnswersPanel()
        self.remedies = FindingsView(
            lambda path: "",
            empty=self.tr("Nothing is needed, or nothing that the planner knows of would help."),
            apply=self.tr("&Apply"),
            plain=True,
        )

    @property
    def tables(self) -> tuple[TableView, ...]:
        """The five tables, in the order of the View menu."""
        return (self.scenarios, self.models, self.accelerators, self.engines, self.layers)

    # Where things stand

    def _place(self) -> None:
        self.setCentralWidget(in_its_dock(self.scenarios))
        self.setCorner(Qt.Corner.BottomRightCorner, Area.RightDockWidgetArea)
        self.setTabPosition(Area.AllDockWidgetAreas, self.tabPosition(Area.TopDockWidgetArea))
        self._dock("models", self.tr("Models"), self.models, Area.BottomDockWidgetArea)
        self._dock("accelerators", self.tr("GPUs"), None, Area.BottomDockWidgetArea)
        self._dock("engines", self.tr("Engines"), None, Area.BottomDockWidgetArea)
        self._dock("layers", self.tr("Layers of the model"), None, Area.BottomDockWidgetArea)
        self._dock("operators", self.tr("Operators"), None, Area.BottomDockWidgetArea)
        self._dock("chart", self.tr("VRAM per GPU"), self.chart, Area.RightDockWidgetArea)
        what_if_docks.place(self)
        self._dock("ledger", self.tr("Ledger"), stacked(self.ranks, self.ledger), Area.RightDockWidgetArea)
        self._dock("explain", self.tr("Explain"), self.explain, Area.RightDockWidgetArea)
        self._dock("findings", self.tr("Findings"), self.findings, Area.RightDockWidgetArea)
        self._dock("remedies", self.tr("What would help"), self.remedies, Area.RightDockWidgetArea)
        self._dock("answers", self.tr("How much fits"), self.answers, Area.RightDockWidgetArea)
        self._dock("assumptions", self.tr("Assumptions"), None, Area.RightDockWidgetArea)
        behind.offer(self)

    def _dock(self, name: str, title: str, widget: QWidget | None, area: Area) -> None:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        if widget is not None:
            dock.setWidget(in_its_dock(widget))
        self.addDockWidget(area, dock)
        self.docks[name] = dock

    def default_layout(self) -> None:
        """Every dock back to where it starts."""
        arrangement.default_layout(self)

    def _remember_font(self) -> None:
        self.settings.zoom = self.zoom.percent
        self.settings.font = (self.zoom.family, self.zoom.points)
        self.status.show_zoom(self.zoom.percent)

    # Who asks whom

    def _connect(self) -> None:
        self.session.changed.connect(self._on_changed)
        self.session.undo_stack.cleanChanged.connect(self._show_title)
        self.zoom.changed.connect(self._remember_font)
        self.documents.named.connect(self._on_opened)
        for table in self.tables_there:
            behind.follow_table(self, table)
        self.scenarios.selectionModel().currentChanged.connect(self._on_scenario)
        self.models.selectionModel().currentChanged.connect(self._on_model)
        deciding.follow(self)
        explaining.follow(self)
        self.chart.scenario_selected.connect(self.select_scenario)
        self.ledger.line_selected.connect(self.explain.show_line)
        self.ranks.chosen.connect(self._show_ledger)
        self.explain.line_requested.connect(self.ledger.select)
        self.explain.cell_requested.connect(self.go_to)
        self.findings.cell_requested.connect(self.go_to)
        self.findings.edits_requested.connect(self.apply_edits)
        self.remedies.edits_requested.connect(self.apply_edits)
        self.answers.edits_requested.connect(self.apply_answer)
        self.sights.follow(
            self.docks,
            {
                "findings": lambda _: self.findings.set_findings(self.session.evaluations.findings),
                "remedies": lambda plan: self.tried.show_remedies(plan),
                "answers": lambda plan: self.tried.show_answers(plan),
                "operators": lambda plan: self.operators.set_evaluation(plan),
            },
        )
        self.measuring.changed.connect(lambda: self.status.show_measuring(self.measuring))
        self.measuring.said.connect(self.status.say)
        self.documents.said.connect(self.status.say)
        self.computer.said.connect(self.status.say)
        self.computer.added.connect(lambda: self.show_dock("accelerators"))
        self.models.commands.taking_text = self.import_pasted

    @property
    def tried(self) -> Tried:
        """What fills the panels whose content is tried, made when one of them is first looked at."""
        if self._tried is None:
            from ui.trying import Tried

            self._tried = Tried(self)
        return self._tried

    def scenario_id(self) -> str | None:
        """The scenario whose ledger is on show."""
        path = self.scenarios.current_path()
        return None if path is None else path[1]

    def evaluation(self) -> Evaluation | None:
        """The evaluation of the scenario on show; None without a scenario or a model."""
        return self.session.evaluations.scenarios.get(self.scenario_id() or "")

    def refresh(self) -> None:
        """Every view from the session's state; each repaints only what differs."""
        self._show_scenario()
        self._show_bars()
        self._on_model()
        self.status.show_findings(self.session.evaluations.findings)
        self._show_title()

    def _on_changed(self, path: object) -> None:
        if path != ("file",):
            self.refresh()
        self._show_title()

    def _on_opened(self) -> None:
        for table in self.tables_there:
            behind.fit_first(self, table)
        if self.scenarios.table.rowCount() and not self.scenarios.currentIndex().isValid():
            self.scenarios.setCurrentIndex(self.scenarios.table.index(0, 0))
        self.refresh()
        if not self.ledger.selected_key():
            self.ledger.select("needed")

    def _on_scenario(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.row() != previous.row():
            self._show_scenario()
            self._show_bars()

    def _on_model(self, *_: object) -> None:
        path = self.models.current_path()
        if "layers" in self.late.built:
            self.layers.table.set_container(behind.layers_on_show(self))
        name = "" if path is None else place_text(self.session.workbook, path)
        title = self.tr("Layers of {model}").format(model=name) if name else self.tr("Layers of the model")
        panels.retitle(self.docks["layers"], title)

    def _show_scenario(self) -> None:
        evaluation = self.evaluation()
        self.ranks.set_evaluation(evaluation)
        self._show_ledger()
        panels.retitle(self.docks["ledger"], baseline.ledger_title(self.session, evaluation))
        self.sights.again()

    def _show_ledger(self) -> None:
        """The ledger of the fullest GPU, or of the kind that is looked at."""
        evaluation, rank = self.evaluation(), self.ranks.rank()
        if evaluation is not None and rank is not None:
            evaluation = self.session.rank(evaluation, rank)
        beside = baseline.evaluation_of(self.session)
        self.ledger.set_evaluation(evaluation, beside)
        self.explain.set_evaluation(evaluation, beside)

    def _show_bars(self) -> None:
        self.chart.set_bars(baseline.bars(self))

    def _show_title(self, *_: object) -> None:
        title = f"{self.documents.title}[*] — Fitsheet"
        # Telling the window system takes milliseconds, also when it knows.
        if title != self.windowTitle():
            self.setWindowTitle(title)
        if self.session.modified != self.isWindowModified():
            self.setWindowModified(self.session.modified)

    # What the parts ask for

    def select_scenario(self, row_id: str) -> None:
        """Make a scenario the one on show, keeping the column."""
        column = max(self.scenarios.currentIndex().column(), 0)
        place = self.scenarios.table.position_of(("scenarios", row_id))
        if place is not None:
            self.scenarios.setCurrentIndex(self.scenarios.table.index(place[0], column))

    def go_to(self, path: Path) -> None:
        """Show the cell at a path, wherever it stands."""
        if path[0] == "assumptions":
            self.show_dock("assumptions")
            self.assumptions.show_field(path[-1])
            return
        table = next(table for table in self.tables if table.table.container == path[:1])
        if path[0] == "models" and len(path) > 3 and path[2] == "groups":
            self.models.show_path(path[:2])
            self._on_model()
            table = self.layers
        self.show_dock(table.objectName())
        table.show_path(path)

    def show_dock(self, name: str) -> None:
        """Bring a panel to the front; the scenarios are always there."""
        dock = self.docks.get(name)
        if dock is not None:
            dock.show()
            dock.raise_()

    def table_in_use(self) -> TableView:
        """The table that has the keyboard, else the scenarios."""
        return self.table_with_keyboard() or self.scenarios

    def table_with_keyboard(self) -> TableView | None:
        """The table that has the keyboard, if one has it."""
        holder = self.focusWidget() or self
        return next((table for table in self.tables_there if table is holder or table.isAncestorOf(holder)), None)

    def leave(self) -> None:
        """End what belongs to this window, and remember how it looks."""
        self.measuring.close()
        if self._tried is not None:
            self._tried.drop()
        arrangement.remember(self)

    def set_appearance(self, appearance: Appearance) -> None:
        """Show light, dark, or what the desktop shows, and remember it."""
        self.settings.appearance = appearance
        self.theme.set_appearance(appearance)

    def set_language(self, code: str) -> None:
        """Ask for the window in another language; empty for the system's."""
        if code != self.settings.language:
            self.settings.language = code
            self.language_wanted.emit(code)

    def insert_scenario(self) -> None:
        """A new scenario below the current one, ready to be edited."""
        self.scenarios.commands.insert_row()
        self.scenarios.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def insert_training(self, recipe: str) -> None:
        """A new scenario that trains with this recipe, on the model and the GPU of the current one."""
        path = self.scenarios.current_path()
        self.scenarios.commands.insert_record(lambda: fresh_training(self.session.workbook, path, recipe))
        self.scenarios.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def apply_edits(self, finding: Finding) -> None:
        """Apply what a Finding or a remedy offers, as one step."""
        self.session.apply(finding.edits, self.tr("Apply remedy"))

    def apply_answer(self, answer: Answer) -> None:
        """Put an answer into the plan, as one step."""
        title = QCoreApplication.translate("capacity", answer.title)
        self.session.apply(answer.edits, self.tr("Apply {title}").format(title=title))

    # Ends and gifts

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.documents.may_leave():
            event.ignore()
            return
        if self.documents.recovery is not None:
            self.documents.recovery.close()
        self.leave()
        event.accept()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "status"):
            QTimer.singleShot(0, self, self.refresh)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()) and self._takes_drops():
            event.acceptProposedAction()

    def _takes_drops(self) -> bool:
        """Not below a question, and not while a file is worked on: another workbook would come in under it."""
        return QApplication.activeModalWidget() is None and not under_way(self)

    def dropEvent(self, event: QDropEvent) -> None:
        if not self._takes_drops():
            return
        files = [FilePath(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        from ui.importing import first_to_open

        file = first_to_open(files, SUFFIX)
        if file is not None:
            event.acceptProposedAction()
            self.open_dropped(file)

    def open_dropped(self, file: FilePath) -> None:
        """Open a dropped workbook, or import a model, after the drop is over, since a dialog may follow."""
        QTimer.singleShot(0, self, lambda: imports.open_or_import(self, file))

    def import_pasted(self, text: str) -> bool:
        """Take a text that is pasted into the models table when it is a config; False leaves it to the table."""
        return imports.import_pasted(self, text)
