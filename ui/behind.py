"""The tables of a window, and the panels that stand behind others at first, which are built when they are asked for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow

from planner.workbook import Path
from ui import arrangement, explaining, hints
from ui.late import Late
from ui.late_panels import LatePanels
from ui.sheets.sheet import Sheet
from ui.sheets.table_view import TableView
from ui.what_if import docks as what_if_docks

if TYPE_CHECKING:
    from ui.assumptions_panel import AssumptionsPanel
    from ui.operators_panel import OperatorsPanel
    from ui.window import Window

preset_dialogs = Late("ui.preset_dialogs")


class Panels(QMainWindow):
    """A window of which these panels can be asked for at any time."""

    late: LatePanels

    @property
    def accelerators(self) -> TableView:
        """The table of GPUs."""
        return cast(TableView, self.late.panel("accelerators"))

    @property
    def engines(self) -> TableView:
        """The table of engines."""
        return cast(TableView, self.late.panel("engines"))

    @property
    def layers(self) -> TableView:
        """The layers of the current model."""
        return cast(TableView, self.late.panel("layers"))

    @property
    def operators(self) -> OperatorsPanel:
        """The operators of the plan on show."""
        return cast("OperatorsPanel", self.late.panel("operators"))

    @property
    def assumptions(self) -> AssumptionsPanel:
        """What the workbook assumes."""
        return cast("AssumptionsPanel", self.late.panel("assumptions"))


def offer(window: Window) -> None:
    """Let these panels be built; their docks are there."""
    for name, build in (
        ("accelerators", _accelerators), ("engines", _engines), ("layers", _layers), ("operators", _operators),
        ("assumptions", _assumptions),
    ):  # fmt: skip
        window.late.add(name, partial(build, window))


def table_of(window: Window, sheet: Sheet) -> TableView:
    """A table of the window's session."""
    table = TableView(window.session, sheet)
    table.hint = hints.of(sheet.name)
    table.commands.shared = window.shared[sheet.name]
    window.tables_there.append(table)
    return table


def follow_table(window: Window, table: TableView) -> None:
    """Connect a table with what shows its sentences, its selection and its current cell."""
    window.documents.settling.connect(table.finish_editing)
    explaining.follow_table(window, table)
    table.said.connect(window.status.say)
    table.preset_wanted.connect(lambda path: preset_dialogs.save_as_preset(window, path))
    table.selectionModel().selectionChanged.connect(lambda *_: window.status.show_selection(table))


def fit_first(window: Window, table: TableView) -> None:
    """Columns that were never laid out are fitted to the first rows that there are."""
    if table.objectName() in window.unfitted and table.table.rowCount():
        table.fit_columns()
        window.unfitted.discard(table.objectName())


def layers_on_show(window: Window) -> Path | None:
    """The container of the layers of the current model."""
    path = window.models.current_path()
    return None if path is None else (*path, "groups")


def _late_table(window: Window, sheet: Sheet, container: Path | None = None) -> TableView:
    table = table_of(window, sheet)
    if container is not None:
        table.table.set_container(container)
    follow_table(window, table)
    arrangement.restore_columns(window, table)
    fit_first(window, table)
    return table


def _accelerators(window: Window) -> TableView:
    from ui.sheets.accelerators_sheet import accelerators_sheet

    table = _late_table(window, accelerators_sheet())
    window.computer.changed.connect(lambda: table.show_column("free_memory"))
    table.refresh_wanted.connect(window.computer.refresh)
    return table


def _engines(window: Window) -> TableView:
    from ui.sheets.engines_sheet import engines_sheet

    return _late_table(window, engines_sheet())


def _layers(window: Window) -> TableView:
    from ui.sheets.layers_sheet import layers_sheet

    table = _late_table(window, layers_sheet(), layers_on_show(window))
    table.selectionModel().currentRowChanged.connect(lambda *_: what_if_docks.follow_layers(window))
    return table


def _operators(window: Window) -> OperatorsPanel:
    from ui.operators_panel import OperatorsPanel

    panel = OperatorsPanel()
    panel.line_selected.connect(window.ledger.select)
    panel.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
    panel.table.addActions(window.shared["operators"])
    return panel


def _assumptions(window: Window) -> AssumptionsPanel:
    from ui.assumptions_panel import AssumptionsPanel

    panel = AssumptionsPanel(window.session)
    window.documents.settling.connect(panel.finish_editing)
    return panel
