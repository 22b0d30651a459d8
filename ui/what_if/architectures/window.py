"""Models side by side as architectures, in a window of its own; it follows the workbook while it can be seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QTableView,
    QToolButton,
    QVBoxLayout,
)  # fmt: skip

from planner.plan import Kitchen
from planner.presets import listed
from planner.what_if.matrix.entries import preset_row
from ui.copying import copy_rows
from ui.sheets.marks import blended
from ui.theme import colours, em, header_sheet
from ui.what_if.architectures.lines import Line, Subject, lines
from ui.what_if.companion import Companion
from ui.what_if.matrix.view import dress_corner, names_sheet

if TYPE_CHECKING:
    from ui.window import Window

NAME = "architectures"
DIFFERS = "≠"
WIDE, WIDEST, NAMES = 9, 15, 18
NO_PARENT = QModelIndex()
Index = QModelIndex | QPersistentModelIndex


class _Lines(QAbstractTableModel):
    """Rows are lines, with a heading before each section; columns are models."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.names: list[str] = []
        self.rows: list[Line | str] = []
        self.ground, self.heading = QColor(), QColor()

    def show_lines(self, names: Sequence[str], found: Sequence[Line]) -> None:
        """Other models, or other lines."""
        self.beginResetModel()
        self.names = list(names)
        self.rows = []
        for line in found:
            if not self.rows or line.section != self._section():
                self.rows.append(line.section)
            self.rows.append(line)
        self.endResetModel()

    def _section(self) -> str:
        last = self.rows[-1]
        return last if isinstance(last, str) else last.section

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.names)

    def flags(self, index: Index) -> Qt.ItemFlag:
        heading = isinstance(self.rows[index.row()], str)
        return Qt.ItemFlag.ItemIsEnabled if heading else super().flags(index)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        line = self.rows[index.row()]
        if isinstance(line, str):
            return self.heading if role == Qt.ItemDataRole.BackgroundRole else None
        text = line.texts[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.ToolTipRole:
            own = line.exact[index.column()]
            return own if own and own != text else text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            sign = f", {self.tr('differs')}" if line.differs else ""
            return f"{line.title}, {self.names[index.column()]}: {text}{sign}"
        if line.differs and role == Qt.ItemDataRole.BackgroundRole:
            return self.ground
        if role == Qt.ItemDataRole.FontRole and line.differs:
            font = QFont(QGuiApplication.font())
            font.setWeight(QFont.Weight.DemiBold)
            return font
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal:
            return self.names[section] if role == Qt.ItemDataRole.DisplayRole else None
        line = self.rows[section]
        if isinstance(line, str):
            if role == Qt.ItemDataRole.FontRole:
                font = QFont(QGuiApplication.font())
                font.setBold(True)
                return font
            return line if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{DIFFERS if line.differs else '   '} {line.title}"
        return f"{line.title}\n{line.help}" if role == Qt.ItemDataRole.ToolTipRole else None


class ArchitecturesWindow(Companion):
    """Chosen models as columns: rows of the workbook by id, and presets by theirs."""

    def __init__(self, window: Window) -> None:
        super().__init__(NAME, window.session, window.settings, window)
        self.setWindowTitle(self.tr("Architectures side by side"))
        self._kitchen = Kitchen()
        self.rows: list[str] = []
        self.presets: list[str] = []
        self.lines = _Lines(self)
        self.table = QTableView()
        self.table.setModel(self.lines)
        self.table.setAccessibleName(self.windowTitle())
        self.add, self.remove = QToolButton(), QPushButton(self.tr("&Remove model"))
        self.all = QCheckBox(self.tr("&Equal fields too"))
        self.said = QLabel()
        self._lay_out()
        self.all.toggled.connect(lambda _: self.catch_up())
        self.remove.clicked.connect(self.remove_current)
        self.place(66, 46)

    def _lay_out(self) -> None:
        self.add.setText(self.tr("&Add model"))
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.add)
        menu.aboutToShow.connect(lambda: self._fill(menu))
        self.add.setMenu(menu)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.setWordWrap(True)
        for header in (self.table.horizontalHeader(), self.table.verticalHeader()):
            header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        top = QHBoxLayout()
        for widget in (self.add, self.remove, self.all):
            top.addWidget(widget)
        top.addStretch()
        column = QVBoxLayout(self)
        column.addLayout(top)
        column.addWidget(self.table, 1)
        column.addWidget(self.said)

    # Which models

    def show_models(self, rows: Sequence[str]) -> None:
        """Compare these rows of the workbook, by id, beside the presets that are there."""
        self.rows = list(dict.fromkeys(rows))
        self.catch_up()

    def add_row(self, row_id: str) -> None:
        """One more model of the workbook."""
        self.show_models([*self.rows, row_id])

    def add_preset(self, preset_id: str) -> None:
        """One more preset."""
        self.presets = list(dict.fromkeys([*self.presets, preset_id]))
        self.catch_up()

    def remove_current(self) -> None:
        """Take away the model of the current column."""
        at = self.table.currentIndex().column()
        both = [*self.rows, *self.presets]
        if not 0 <= at < len(both):
            return
        if at < len(self.rows):
            del self.rows[at]
        else:
            del self.presets[at - len(self.rows)]
        self.catch_up()

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        for row in self._session.workbook.models:
            if row.id not in self.rows:
                menu.addAction(row.name.replace("&", "&&"), lambda row_id=row.id: self.add_row(row_id))
        menu.addSeparator()
        menu.addAction(self.tr("From &preset…"), self._ask_preset)

    def _ask_preset(self) -> None:
        from ui.preset_dialogs import PresetDialog

        dialog = PresetDialog("models", self.tr("Model to compare"), self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def take() -> None:
            chosen = dialog.chosen()
            if chosen is not None:
                self.add_preset(chosen)

        dialog.accepted.connect(take)
        dialog.open()

    # What they are

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Qt sends these while the base class is still being built, too.
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "said"):
            self.fall_behind()

    def subjects(self) -> list[Subject]:
        """The models with their counts; rows that are gone are left out."""
        evaluations = self._session.evaluations
        plain = {row.id: row for row in evaluations.workbook.models}
        self.rows = [row for row in self.rows if row in plain]
        found = [Subject(plain[row], evaluations.models[row]) for row in self.rows]
        for preset_id in self.presets:
            if preset_id in listed("models"):
                model = preset_row("models", preset_id)
                found.append(Subject(model, self._session.alone(model)))
        return found

    def follow(self) -> None:
        """Show the models as they are now."""
        subjects = self.subjects()
        every = lines(subjects, self._kitchen)
        shown = [line for line in every if line.main or line.differs or self.all.isChecked()]
        at = self.table.currentIndex()
        kept = (at.row(), at.column())
        self._dress()
        self.lines.show_lines([each.model.name for each in subjects], shown if subjects else [])
        self._fit()
        if subjects:
            place = self.lines.index(
                max(min(kept[0], self.lines.rowCount() - 1), 1), max(min(kept[1], len(subjects) - 1), 0)
            )
            self.table.setCurrentIndex(place)
        self.remove.setEnabled(bool(subjects))
        differing = sum(line.differs for line in every)
        text = self.tr("{count} of {total} fields differ ({sign}, bold, on a ground of their own).")
        text = text.format(count=f"{differing:,}", total=f"{len(every):,}", sign=DIFFERS)
        self.said.setText(text if len(subjects) > 1 else self.tr("Add a model to see where they differ."))

    def _dress(self) -> None:
        of = colours(self.palette())
        self.lines.ground = blended(QColor(of.link), QColor(of.base), 0.14)
        self.lines.heading = QColor(of.header)
        self.table.horizontalHeader().setStyleSheet(header_sheet(of, em(self)))
        self.table.verticalHeader().setStyleSheet(names_sheet(of, em(self)))
        dress_corner(self.table, of)

    def _fit(self) -> None:
        line, metrics = em(self), self.table.fontMetrics()
        vertical = self.table.verticalHeader()
        vertical.setDefaultSectionSize(round(line * 1.6))
        titles = (row if isinstance(row, str) else row.title for row in self.lines.rows)
        wide = max((metrics.horizontalAdvance(title) for title in titles), default=0) + 4 * line
        vertical.setFixedWidth(min(wide, NAMES * line))
        for at, name in enumerate(self.lines.names):
            texts = [name, *(row.texts[at] for row in self.lines.rows if isinstance(row, Line))]
            wide = round(max(metrics.horizontalAdvance(text) for text in texts) * 1.08) + 2 * line
            self.table.setColumnWidth(at, max(min(wide, WIDEST * line), WIDE * line))
        for at, row in enumerate(self.lines.rows):
            count = 1
            if isinstance(row, Line):
                widths = (self.table.columnWidth(place) - line for place in range(len(row.texts)))
                taken = (metrics.horizontalAdvance(text) * 1.08 for text in row.texts)
                count = max(-(-round(own) // wide) for own, wide in zip(taken, widths, strict=True))
            vertical.resizeSection(at, round(line * (max(count, 1) + 0.6)))

    def table_rows(self) -> list[list[str]]:
        """What is on show, for a spreadsheet, with every digit."""
        rows = [["", *self.lines.names]]
        for row in self.lines.rows:
            rows.append([row] if isinstance(row, str) else [row.title, *row.exact])
        return rows

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            copy_rows(self.table_rows())
        elif event.key() == Qt.Key.Key_Delete:
            self.remove_current()
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)


def show_architectures(window: Window) -> ArchitecturesWindow:
    """The window, with the selected rows of the models table; the first two of the workbook where fewer are."""
    found = window.findChild(ArchitecturesWindow, NAME)
    if not isinstance(found, ArchitecturesWindow):
        found = ArchitecturesWindow(window)
    table = window.models
    chosen = sorted({index.row() for index in table.selectionModel().selectedIndexes()})
    rows = [table.table.shown_row(at).path[1] for at in chosen]
    every = [row.id for row in window.session.workbook.models]
    if len(rows) < 2 and not found.presets:
        rows += [row for row in every if row not in rows][: 2 - len(rows)]
    found.show_models(rows)
    found.come_up()
    return found
