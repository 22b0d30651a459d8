"""The one table model of all sheets: text for Qt, edits for the session, and `dataChanged` for what differs only.

After every change the model reads its rows anew, compares them with those it shows (rows by `is`, cells by value) and
tells the view about runs of cells that differ, rows that came, went or moved. It keeps written texts until then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from planner.findings import Finding
from planner.workbook import Path
from ui.session import Session
from ui.sheets import differences
from ui.sheets.beside import GAP, Mode, baseline_word
from ui.sheets.changes import CellChanges
from ui.sheets.columns import ABSENT, APPROXIMATE, Column, FlagColumn, InputColumn, Row
from ui.sheets.from_preset import NOTHING as NO_MARKS
from ui.sheets.from_preset import PresetMarks
from ui.sheets.results import ResultColumn
from ui.sheets.sheet import Reader, Sheet, marked, place_of, same_basis
from ui.sheets.tooltips import cell_tooltip, header_tooltip, sentence
from ui.sheets.writing import CellText, RefusedCells, write

Index = QModelIndex | QPersistentModelIndex

# Enum members cost 3 µs in every use; a repaint makes thousands of calls with these.
DISPLAY = int(Qt.ItemDataRole.DisplayRole)
EDIT = int(Qt.ItemDataRole.EditRole)
TOOLTIP = int(Qt.ItemDataRole.ToolTipRole)
ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
CHECK = int(Qt.ItemDataRole.CheckStateRole)
ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
HORIZONTAL = Qt.Orientation.Horizontal
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
CHECKED = int(Qt.CheckState.Checked.value)
UNCHECKED = int(Qt.CheckState.Unchecked.value)
READ_ONLY = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
EDITABLE = READ_ONLY | Qt.ItemFlag.ItemIsEditable
CHECKABLE = READ_ONLY | Qt.ItemFlag.ItemIsUserCheckable
NOTHING = Qt.ItemFlag.NoItemFlags
NO_PARENT = QModelIndex()
TABLE_ROW = ("table", "id")
"""The shape of the path of a row of a table; that of a part of one is longer."""


@dataclass(slots=True)
class Shown:
    """A row on show: what it was made from, its written texts (made when first asked for), its marked cells.

    `differs` has a sentence for each cell that differs from the row's preset, `idle` for each without effect.
    """

    row: Row
    texts: list[str | None]
    marks: dict[int, tuple[Finding, ...]]
    differs: Mapping[int, str] = field(default_factory=lambda: NO_MARKS)
    idle: Mapping[int, str] = field(default_factory=lambda: NO_MARKS)


class TableModel(QAbstractTableModel):
    """The rows of one sheet of a session. `conditional` are the columns that a row may lack, by position.

    `beside_changed` says that results stand in another way beside those of the baseline.
    """

    beside_changed = Signal()

    def __init__(self, session: Session, sheet: Sheet, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.sheet = sheet
        self._container = sheet.container
        self._columns = sheet.columns
        self._refusal: RefusedCells | None = None
        self._basis: tuple[object, ...] = ()
        self._beside = Mode.BOTH
        self._alignments = [RIGHT if column.right else LEFT for column in self._columns]
        self._changes = CellChanges(sheet.columns)
        self._position = {column.key: position for position, column in enumerate(self._columns)}
        self._last: Reader | None = None
        self._flags = [
            (CHECKABLE if isinstance(column, FlagColumn) else EDITABLE) if column.editable else READ_ONLY
            for column in self._columns
        ]
        self.conditional: dict[int, InputColumn | ResultColumn] = {
            position: column
            for position, column in enumerate(self._columns)
            if (isinstance(column, InputColumn) and not column.everywhere)
            or (isinstance(column, ResultColumn) and column.load)
        }
        self._presets = PresetMarks(session, sheet)
        self._rows = [self._shown(row) for row in self._read()]
        session.changed.connect(self._refresh)

    # What the view asks

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        position = index.column()
        shown = self._rows[index.row()]
        if role == DISPLAY:
            return self.text(index.row(), position)
        if role == ALIGNMENT:
            return self._alignments[position]
        if role == CHECK:
            return self._check_state(position, shown.row)
        if role == EDIT:
            column = self._columns[position]
            return self._editor_text(column, shown.row)
        if role == TOOLTIP:
            findings = shown.marks.get(position, ())
            differs = shown.differs.get(position, "")
            said = (differs, shown.idle.get(position, ""))
            return cell_tooltip(self._columns[position], shown.row, findings, self.session.workbook, said)
        if role == ACCESSIBLE:
            return self._accessible(position, shown)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        if orientation != HORIZONTAL:
            return str(section + 1) if role == DISPLAY else None
        column = self._columns[section]
        if role == DISPLAY:
            return column.heading
        if role == ALIGNMENT:
            return self._alignments[section]
        if role == TOOLTIP:
            return header_tooltip(column)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return NOTHING
        position = index.column()
        column = self.conditional.get(position)
        if column is not None and not column.present(self._rows[index.row()].row.record):
            return READ_ONLY
        return self._flags[position]

    # What the view does

    def setData(self, index: Index, value: Any, role: int = EDIT) -> bool:
        """False when the text is refused; `refusal` then holds why, and nothing has changed."""
        text = str(value)
        if role == CHECK:
            text = "yes" if int(getattr(value, "value", value)) == CHECKED else "no"
        elif role != EDIT:
            return False
        return self.set_cells([(index.row(), index.column())], text, self.describe(index))

    def set_cells(self, cells: Sequence[tuple[int, int]], text: str, title: str) -> bool:
        """One text into several cells, as one step; False as for `setData`."""
        try:
            self.write([CellText(row, column, text) for row, column in cells], title)
        except RefusedCells as refused:
            self._refusal = refused
            return False
        self._refusal = None
        return True

    @property
    def refusal(self) -> RefusedCells | None:
        """Why the last `setData` was refused."""
        return self._refusal

    def write(self, cells: Iterable[CellText], title: str, *, clearing: bool = False) -> None:
        """Put texts into cells as one step; rows past the end are added. RefusedCells lists what stands in the way."""
        if self._container is not None:
            write(self.session, self.sheet, self._container, cells, title, clearing=clearing)

    def describe(self, index: Index) -> str:
        """What an edit of this cell is called in the Edit menu."""
        title, name = self._columns[index.column()].title, self._rows[index.row()].row.record.name
        return self.tr("Change {title} of {row}").format(title=title, row=name)

    def shown_row(self, position: int) -> Row:
        """What the cells of a row are made from."""
        return self._rows[position].row

    def position_of(self, path: Path) -> tuple[int, int] | None:
        """Row and column of the cell at a path of the document; None when it does not stand in this table."""
        for position, shown in enumerate(self._rows):
            depth = len(shown.row.path)
            if path[:depth] == shown.row.path:
                return position, place_of(self.sheet, path[depth:])
        return None

    @property
    def container(self) -> Path | None:
        """The table's path in the document; None while it belongs to no row."""
        return self._container

    def set_container(self, container: Path | None) -> None:
        """Show the rows of another owner (the layers of another model)."""
        if container != self._container:
            self.beginResetModel()
            self._container = container
            self._basis = ()
            self._rows = [self._shown(row) for row in self._read()]
            self.endResetModel()

    @property
    def beside(self) -> Mode:
        """How results are shown while there is a baseline."""
        return self._beside

    def set_beside(self, mode: Mode) -> None:
        """Show results in another way."""
        if mode is not self._beside:
            self._beside = mode
            self._refresh(None)
            self.beside_changed.emit()

    def compare_with_presets(self) -> None:
        """From now on mark what differs from its preset; again when the presets have changed."""
        self._presets.active = True
        self._presets.forget()
        for position, shown in enumerate(self._rows):
            for cell in self._compared(shown):
                self.dataChanged.emit(self.index(position, cell), self.index(position, cell))

    # What a cell shows

    def text(self, row: int, position: int) -> str:
        """The text of a cell, written when it is first asked for."""
        shown = self._rows[row]
        text = shown.texts[position]
        if text is None:
            text = shown.texts[position] = self._columns[position].text(shown.row)
        return text

    def _editor_text(self, column: Column, row: Row) -> str:
        if not isinstance(column, InputColumn):
            return column.exact(row)
        return column.editable_text(row, self.session.workbook)

    def shown(self, row: int) -> Shown:
        """A row as it is on show, with the cells that Findings mark."""
        return self._rows[row]

    def _check_state(self, position: int, row: Row) -> int | None:
        column = self._columns[position]
        if not isinstance(column, FlagColumn):
            return None
        value = column.stored(row.record)
        return None if value is ABSENT else CHECKED if value else UNCHECKED

    def _accessible(self, position: int, shown: Shown) -> str:
        column = self._columns[position]
        sentences = [sentence(finding) for finding in shown.marks.get(position, ())]
        if (idle := shown.idle.get(position)) and not sentences:
            sentences = [idle]
        said = ". ".join([*sentences, *([shown.differs[position]] if position in shown.differs else [])])
        text = column.text(shown.row).replace(GAP, " ")
        if shown.row.is_baseline and column.key == "name":
            text = f"{text}, {baseline_word()}"
        if column.approximate(shown.row) and position not in shown.differs:
            text = f"{APPROXIMATE} {text}"
        return f"{column.heading}: {text}" + (f". {said}" if said else "")

    # Following the session

    def _read(self) -> Iterable[Row]:
        self._last = self._reader()
        return self._last.rows()

    def _reader(self) -> Reader:
        return Reader(self.sheet, self._container, self.session, self._beside)

    def _shown(self, row: Row) -> Shown:
        marks = marked(self.sheet, row) if row.findings else {}
        return Shown(row, [None] * len(self._columns), marks, self._presets.of(row), self._idle(row))

    def _idle(self, row: Row) -> Mapping[int, str]:
        """A sentence for each cell that changes nothing in the row as it is."""
        if self.sheet.idle is None:
            return NO_MARKS
        return {
            at: QCoreApplication.translate("findings", template).format(cell=self._columns[at].title)
            for key, template in self.sheet.idle(row.resolved).items()
            if (at := self._position.get(key)) is not None
        }

    def _refresh(self, _path: Path | None) -> None:
        reader = self._reader()
        before, self._basis = self._basis, reader.basis()
        if before and same_basis(before, self._basis):
            return  # most edits are about another table
        fresh = {row.path: row for row in reader.rows(self._last)}
        self._last = reader
        self._follow_rows(fresh)
        changed: list[tuple[int, list[differences.Run]]] = []
        for position, row in enumerate(fresh.values()):
            shown = self._rows[position]
            same = shown.row is row
            cells = [] if same else self._differing(shown, row)
            # What a part of a row differs in is found for the whole row.
            if self._presets.active and not (same and len(row.path) == len(TABLE_ROW)):
                cells = sorted({*cells, *self._compared(shown)})
            if cells:
                changed.append((position, list(differences.runs_of(cells))))
        for top, left, bottom, right in differences.few_rectangles(changed):
            self.dataChanged.emit(self.index(top, left), self.index(bottom, right))

    def _compared(self, shown: Shown) -> list[int]:
        """Compare a row with its preset; the columns of which that says something else than before."""
        before, shown.differs = shown.differs, self._presets.of(shown.row)
        return [cell for cell in {*before, *shown.differs} if before.get(cell) != shown.differs.get(cell)]

    def _differing(self, shown: Shown, row: Row) -> list[int]:
        """Show `row`; the columns whose cell differs from before, their texts forgotten."""
        cells = self._changes.between(shown.row, row)
        for position in cells:
            shown.texts[position] = None
        if shown.row.resolved is not row.resolved:
            before_idle, shown.idle = shown.idle, self._idle(row)
            if before_idle != shown.idle:
                cells = sorted({*cells, *(before_idle.keys() ^ shown.idle.keys())})
        if shown.row.findings != row.findings:
            before, shown.marks = shown.marks, marked(self.sheet, row)
            unlike = (place for place in {*before, *shown.marks} if before.get(place) != shown.marks.get(place))
            cells = sorted({*cells, *unlike})
        shown.row = row
        return cells

    def _follow_rows(self, fresh: dict[Path, Row]) -> None:
        old = [shown.row.path for shown in self._rows]
        new = list(fresh)
        if old == new:
            return
        for kind, first, last in differences.steps(old, new):
            if kind == "remove":
                self.beginRemoveRows(NO_PARENT, first, last)
                del self._rows[first : last + 1]
                self.endRemoveRows()
            elif kind == "insert":
                self.beginInsertRows(NO_PARENT, first, last)
                self._rows[first:first] = [self._shown(fresh[path]) for path in new[first : last + 1]]
                self.endInsertRows()
            else:
                self.beginMoveRows(NO_PARENT, first, first, NO_PARENT, last + 1 if last > first else last)
                self._rows.insert(last, self._rows.pop(first))
                self.endMoveRows()
