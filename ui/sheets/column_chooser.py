"""The columns of a table as a list with a search: which are on show, in which order, in the groups of their fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from ui.sheets.beside import TITLES, Mode
from ui.theme import em, give_size

if TYPE_CHECKING:
    from ui.sheets.table_view import TableView

POSITION = int(Qt.ItemDataRole.UserRole)
GROUP = POSITION + 1
CHECK = Qt.CheckState


class ColumnChooser(QDialog):
    """Works on the table at once; there is nothing to accept."""

    def __init__(self, table: TableView) -> None:
        super().__init__(table)
        self._table = table
        self.setWindowTitle(self.tr("Columns of {table}").format(table=table.table.sheet.title))
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search by title, group or meaning"))
        self.search.setAccessibleName(self.tr("Search for a column"))
        self.search.setClearButtonEnabled(True)
        self.list = QTreeWidget()
        self.list.setAccessibleName(self.windowTitle())
        self.list.setHeaderLabels([self.tr("Column"), self.tr("Unit"), self.tr("Meaning")])
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.note = QLabel(self.tr("Columns in grey have no part in the rows that are selected."))
        self.note.setWordWrap(True)
        self.up = QPushButton(self.tr("Move &left"))
        self.down = QPushButton(self.tr("Move &right"))
        self.all = QPushButton(self.tr("Show &all"))
        self.default = QPushButton(self.tr("&Default columns"))
        close = QPushButton(self.tr("&Close"))
        close.setDefault(True)
        buttons = QHBoxLayout()
        for button in (self.up, self.down, self.all, self.default):
            buttons.addWidget(button)
            button.setAutoDefault(False)
        buttons.addStretch(1)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        for widget in (self.search, self.list, self.note):
            column.addWidget(widget)
        if table.table.sheet.name == "scenarios" and table.table.session.workbook.baseline is not None:
            column.addLayout(self._results())
        column.addLayout(buttons)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self.all.clicked.connect(self._show_all)
        self.default.clicked.connect(self._default)
        close.clicked.connect(self.accept)
        self.search.textChanged.connect(self._narrow)
        self.search.installEventFilter(self)
        self.list.itemChanged.connect(self._turn)
        self._fill()
        give_size(self, 46, 34)
        for section, wide in ((0, 17), (1, 5)):
            self.list.setColumnWidth(section, em(self) * wide)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down goes from the search to the first column that it found, where Space checks it."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Down:
            found = (item for item in self._items() if not item.isHidden() and not item.isDisabled())
            if (first := next(found, None)) is not None:
                self.list.setCurrentItem(first)
                self.list.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        return super().eventFilter(watched, event)

    def _results(self) -> QHBoxLayout:
        """What the computed columns show beside the baseline."""
        model = self._table.table
        said, self.mode = QLabel(self.tr("Results sho&w:")), QComboBox()
        said.setBuddy(self.mode)
        for mode, title in TITLES.items():
            self.mode.addItem(QCoreApplication.translate("sheets", title), mode.value)
        self.mode.setCurrentIndex(self.mode.findData(model.beside.value))
        self.mode.activated.connect(lambda at: model.set_beside(Mode(self.mode.itemData(at))))
        row = QHBoxLayout()
        row.addWidget(said)
        row.addWidget(self.mode)
        row.addStretch(1)
        return row

    def shown(self, key: str) -> bool:
        """Whether the list has a column checked."""
        item = self._item(self._table.table.sheet.column(key))
        return item is not None and item.checkState(0) == CHECK.Checked

    def turn(self, key: str, shown: bool) -> None:
        """Check a column or not, as a click does."""
        item = self._item(self._table.table.sheet.column(key))
        if item is not None:
            item.setCheckState(0, CHECK.Checked if shown else CHECK.Unchecked)

    def _fill(self, current: int = -1) -> None:
        table = self._table
        head = table.horizontalHeader()
        group: QTreeWidgetItem | None = None
        with QSignalBlocker(self.list):
            self.list.clear()
            for visual in range(head.count()):
                position = head.logicalIndex(visual)
                column = table.table.sheet.columns[position]
                if group is None or group.data(0, GROUP) != column.group:
                    group = QTreeWidgetItem(self.list, [column.group or self.tr("Row")])
                    group.setData(0, GROUP, column.group)
                    group.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable
                                   | Qt.ItemFlag.ItemIsAutoTristate)  # fmt: skip
                    group.setFirstColumnSpanned(True)
                    group.setExpanded(True)
                item = QTreeWidgetItem(group, [column.title, column.unit, column.help])
                item.setToolTip(2, column.help)
                item.setData(0, POSITION, position)
                flags = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
                if column.key != "name":
                    flags |= Qt.ItemFlag.ItemIsUserCheckable
                if table.adaptive.offered(position):
                    flags |= Qt.ItemFlag.ItemIsEnabled
                item.setFlags(flags)
                item.setCheckState(0, CHECK.Unchecked if table.isColumnHidden(position) else CHECK.Checked)
                if position == current:
                    self.list.setCurrentItem(item)
        self._narrow(self.search.text())

    def _items(self) -> list[QTreeWidgetItem]:
        groups = (self.list.topLevelItem(at) for at in range(self.list.topLevelItemCount()))
        return [group.child(at) for group in groups if group is not None for at in range(group.childCount())]

    def _item(self, position: int) -> QTreeWidgetItem | None:
        return next((item for item in self._items() if item.data(0, POSITION) == position), None)

    def _turn(self, item: QTreeWidgetItem) -> None:
        position = item.data(0, POSITION)
        if isinstance(position, int):
            self._table.adaptive.want(position, item.checkState(0) == CHECK.Checked)

    def _narrow(self, text: str) -> None:
        words = text.casefold().split()
        for at in range(self.list.topLevelItemCount()):
            group = self.list.topLevelItem(at)
            any_shown = False
            for child in (group.child(n) for n in range(group.childCount())):
                said = " ".join((group.text(0), child.text(0), child.text(1), child.text(2))).casefold()
                fits = all(word in said for word in words)
                child.setHidden(not fits)
                any_shown = any_shown or fits
            group.setHidden(not any_shown)

    def _move(self, by: int) -> None:
        item = self.list.currentItem()
        position = None if item is None else item.data(0, POSITION)
        if isinstance(position, int):
            head = self._table.horizontalHeader()
            target = head.visualIndex(position) + by
            while 0 < target < head.count() - 1 and head.isSectionHidden(head.logicalIndex(target)):
                target += by
            if 0 < target < head.count():  # the name stays first
                head.moveSection(head.visualIndex(position), target)
                self._fill(position)

    def _show_all(self) -> None:
        for item in self._items():
            if not item.isHidden() and item.flags() & Qt.ItemFlag.ItemIsEnabled:
                item.setCheckState(0, CHECK.Checked)

    def _default(self) -> None:
        self._table.default_columns()
        self._fill()
