"""Two rows of a table side by side: the fields in which they differ, the difference in numbers and in percent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from planner import units
from planner.fields import Number
from planner.workbook import Path
from ui.copying import copy_rows
from ui.session import Session
from ui.sheets.columns import Column, InputColumn, Row
from ui.sheets.conditions import number
from ui.sheets.layers_sheet import layers_sheet
from ui.sheets.results import ResultColumn
from ui.sheets.sheet import Reader, Sheet
from ui.theme import em, give_size

if TYPE_CHECKING:
    from ui.window import Window

RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
OWN = frozenset({"name", "preset"})
"""What every row has for itself: it is no difference between two of them."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One field of two rows, as texts; `difference` and `percent` are of the second against the first."""

    group: str
    title: str
    unit: str
    first: str
    second: str
    difference: str
    percent: str

    @property
    def same(self) -> bool:
        """Whether both rows show the same."""
        return self.first == self.second and not self.difference


def pairs(session: Session, sheet: Sheet, container: Path, first: Path, second: Path) -> list[Pair]:
    """Every field of two rows of a table, in the order of its columns; of models their layers too."""
    rows = {row.path: row for row in Reader(sheet, container, session).rows()}
    if first not in rows or second not in rows:
        return []
    found = [_pair(column, column.group, rows[first], rows[second]) for column in sheet.columns
             if column.key not in OWN]  # fmt: skip
    if sheet.name == "models":
        found.extend(_layers(session, first, second))
    return found


def _layers(session: Session, first: Path, second: Path) -> Iterator[Pair]:
    sheet = layers_sheet()
    ours, theirs = (Reader(sheet, (*path, "groups"), session).rows() for path in (first, second))
    for at in range(max(len(ours), len(theirs))):
        title = QCoreApplication.translate("comparing", "Layers, group {number}").format(number=at + 1)
        one, other = (rows[at] if at < len(rows) else None for rows in (ours, theirs))
        for column in sheet.columns:
            if column.key not in OWN and (_there(column, one) or _there(column, other)):
                yield _pair(column, title, one, other)


def _there(column: Column, row: Row | None) -> bool:
    return row is not None and (not isinstance(column, InputColumn) or column.present(row.record))


def _pair(column: Column, group: str, one: Row | None, other: Row | None) -> Pair:
    texts = [column.text(row) if row is not None and _there(column, row) else "–" for row in (one, other)]
    difference = percent = ""
    if column.right and one is not None and other is not None:
        a, b = number(column, one), number(column, other)
        if a is not None and b is not None and a != b:
            by = b - a
            sign = "+" if by > 0 else "−"
            difference = sign + _amount(column, abs(by))
            percent = f"{sign}{abs(by) / abs(a) * 100:,.1f} %" if a else ""
    return Pair(group, column.title, column.unit, texts[0], texts[1], difference, percent)


def _amount(column: Column, value: int | float) -> str:
    """A difference as the column writes its values: inputs are in base units, results in the unit of the column."""
    field = column.field if isinstance(column, InputColumn) else None
    if isinstance(field, Number):
        return units.write(value, field.unit, field.shown)
    if isinstance(column, ResultColumn) and column.unit in units.UNITS and column.base in ("byte", "s"):
        return f"{value:,.2f}" if column.base == "byte" else f"{value:,.4g}"
    return f"{int(value):,}" if float(value).is_integer() else f"{value:,.4g}"


class CompareDialog(QDialog):
    """Follows the session: what is edited while it is open is compared anew."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._table = window.table_in_use()
        self._session = window.session
        self.setWindowTitle(self.tr("Compare rows of {table}").format(table=self._table.table.sheet.title))
        self.first, self.second = QComboBox(), QComboBox()
        self.all = QCheckBox(self.tr("&Equal fields too"))
        self.list = QTreeWidget()
        self.list.setAccessibleName(self.windowTitle())
        self.list.setUniformRowHeights(True)
        self.list.setAlternatingRowColors(True)
        self.said = QLabel()
        one, other = QLabel(self.tr("&First row")), QLabel(self.tr("&Second row"))
        one.setBuddy(self.first)
        other.setBuddy(self.second)
        top = QGridLayout()
        for at, widget in enumerate((one, self.first, other, self.second)):
            top.addWidget(widget, 0, at)
        top.setColumnStretch(1, 1)
        top.setColumnStretch(3, 1)
        column = QVBoxLayout(self)
        column.addLayout(top)
        column.addWidget(self.list, 1)
        column.addWidget(self.all)
        column.addWidget(self.said)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self._offer()
        for box in (self.first, self.second):
            box.currentIndexChanged.connect(self._fill)
        self.all.toggled.connect(self._fill)
        window.session.changed.connect(self._follow)
        give_size(self, 64, 40)
        self._fill()
        for section, wide in ((0, 18), (1, 11), (2, 11), (3, 8)):
            self.list.setColumnWidth(section, em(self) * wide)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            copy_rows(self.table_rows())
        else:
            super().keyPressEvent(event)

    def table_rows(self) -> list[list[str]]:
        """What is on show, for a spreadsheet."""
        head = [self.list.headerItem().text(at) for at in range(5)]
        lines = [head]
        for at in range(self.list.topLevelItemCount()):
            group = self.list.topLevelItem(at)
            lines.extend([group.child(n).text(section) for section in range(5)] for n in range(group.childCount()))
        return lines

    def _offer(self) -> None:
        model = self._table.table
        rows = [model.shown_row(at) for at in range(model.rowCount())]
        kept = (self.first.currentData(), self.second.currentData())
        current = self._table.currentIndex().row()
        picked = sorted({index.row() for index in self._table.selectionModel().selectedIndexes()} | {max(current, 0)})
        start = (picked[0], picked[-1] if len(picked) > 1 else picked[0] + (1 if picked[0] + 1 < len(rows) else -1))
        for box, before, at in zip((self.first, self.second), kept, start, strict=True):
            with QSignalBlocker(box):
                box.clear()
                for row in rows:
                    box.addItem(row.record.name, row.path)
                found = next((n for n, row in enumerate(rows) if row.path == before), at)
                box.setCurrentIndex(found)

    def _follow(self, _path: object) -> None:
        self._offer()
        self._fill()

    def _fill(self, *_: object) -> None:
        sheet, container = self._table.table.sheet, self._table.table.container
        first, second = (box.currentData() for box in (self.first, self.second))
        self.list.clear()
        names = (self.first.currentText(), self.second.currentText())
        self.list.setHeaderLabels([self.tr("Field"), *names, self.tr("Difference"), self.tr("Percent")])
        for section in range(1, 5):
            self.list.headerItem().setTextAlignment(section, RIGHT)
        if container is None or first is None or second is None:
            return
        compared = pairs(self._session, sheet, container, tuple(first), tuple(second))
        shown = [pair for pair in compared if self.all.isChecked() or not pair.same]
        groups: dict[str, QTreeWidgetItem] = {}
        for pair in shown:
            group = groups.get(pair.group)
            if group is None:
                group = groups[pair.group] = QTreeWidgetItem(self.list, [pair.group or self.tr("Row")])
                group.setFirstColumnSpanned(True)
                group.setExpanded(True)
            title = f"{pair.title} ({pair.unit})" if pair.unit else pair.title
            item = QTreeWidgetItem(group, [title, pair.first, pair.second, pair.difference, pair.percent])
            for section in range(1, 5):
                item.setTextAlignment(section, RIGHT)
                item.setToolTip(section, item.text(section))
            item.setToolTip(0, title)
        differ = sum(not pair.same for pair in compared)
        said = self.tr("{count} of {all} fields differ; the difference is that of the second row to the first.")
        self.said.setText(said.format(count=differ, all=len(compared)))


def show(window: Window) -> None:
    """Compare two rows of the table in use; those that are selected are set already."""
    if window.table_in_use().table.rowCount() < 2:
        window.status.say(window.tr("There are no two rows here to compare."))
        return
    dialog = CompareDialog(window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
