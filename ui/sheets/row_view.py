"""Sort, filter and groups of a table as a view: the document's order and rows stay as they are, only what is on show
differs.

Rows are shown in another order by the vertical header, whose numbers stay those of the document, and left out by hiding
them. A view is made when it is asked for: a row that is typed in, pasted or changed stays where it is, in sight, until
the view is applied again, as in a spreadsheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QSignalBlocker, Signal
from PySide6.QtWidgets import QTableView

from planner.workbook import Path
from ui.sheets.conditions import Condition, met_by, sort_key, words
from ui.sheets.header import GroupedHeader
from ui.sheets.table_model import TableModel

UP, DOWN, FUNNEL = "▲", "▼", "▽"
"""Signs in the head of a column: sorted with the least first, with the greatest first, narrowed by."""


class RowView(QObject):
    """The order and the choice of rows of one table. `changed` says that what is on show, or what it says, changed."""

    changed = Signal()

    def __init__(self, view: QTableView, model: TableModel, header: GroupedHeader) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self._header = header
        self._sorted: tuple[str, bool] | None = None
        self._conditions: dict[str, Condition] = {}
        self._group: str | None = None
        self._order: list[Path] = []
        self._rows: frozenset[Path] = frozenset()
        self.stale = False
        model.rowsInserted.connect(self._on_inserted)
        model.rowsMoved.connect(self._restore)
        model.rowsRemoved.connect(self._on_removed)
        model.modelReset.connect(self.clear)
        model.dataChanged.connect(self._on_changed)

    @property
    def active(self) -> bool:
        """Whether the table shows something else than the rows of the document in their order."""
        return self.reordered or bool(self._conditions)

    @property
    def reordered(self) -> bool:
        """Whether the rows stand in another order than the document's."""
        return self._sorted is not None or self._group is not None

    @property
    def grouped_by(self) -> str | None:
        """The column whose equal texts stand together."""
        return self._group

    def group_by(self, key: str | None) -> None:
        """Rows of one text in a column together, in the order in which the document has the texts first; blank last."""
        self._group = key
        self.apply()

    def headings(self) -> dict[int, tuple[str, int]]:
        """Where a group begins on show: the row, with the group's name and how many of it follow; none without any."""
        if self._group is None:
            return {}
        head = self._view.verticalHeader()
        column, runs = self._column(self._group), list[tuple[int, str, int]]()
        for row in map(head.logicalIndex, range(head.count())):
            if not self._view.isRowHidden(row):
                text = column.text(self._model.shown_row(row)).strip()
                if runs and runs[-1][1] == text:
                    runs[-1] = (*runs[-1][:2], runs[-1][2] + 1)
                else:
                    runs.append((row, text, 1))
        return {row: (text, count) for row, text, count in runs} if any(text for _, text, _ in runs) else {}

    @property
    def sorted_by(self) -> tuple[str, bool] | None:
        """The column by which rows are in order, and whether the greatest comes first."""
        return self._sorted

    @property
    def conditions(self) -> Mapping[str, Condition]:
        """What rows must meet, by column."""
        return dict(self._conditions)

    def hidden(self) -> int:
        """How many rows are left out."""
        return sum(self._view.isRowHidden(row) for row in range(self._model.rowCount()))

    def sort(self, key: str, *, descending: bool = False) -> None:
        """Show the rows in the order of a column; equal ones stay in the document's order."""
        self._sorted = (key, descending)
        self.apply()

    def unsort(self) -> None:
        """Show the rows in the document's order again."""
        self._sorted = None
        self.apply()

    def narrow(self, key: str, condition: Condition | None) -> None:
        """Show only rows whose cell meets a condition; None lifts it. ValueError for a number that cannot be read."""
        if condition is None:
            self._conditions.pop(key, None)
        else:
            met_by(self._column(key), condition)
            self._conditions[key] = condition
        self.apply()

    def clear(self) -> None:
        """Every row, in the document's order."""
        self._sorted, self._conditions = None, {}
        self.apply()

    def apply(self) -> None:
        """Order and choose the rows by what they hold now."""
        model = self._model
        count = model.rowCount()
        rows = [model.shown_row(position) for position in range(count)]
        order = list(range(count))
        if self._sorted is not None:
            key, descending = self._sorted
            column = self._column(key)
            keys = [sort_key(column, row) for row in rows]
            filled = [at for at in order if not keys[at][0]]
            filled.sort(key=lambda at: keys[at][1], reverse=descending)
            if descending:  # equal rows stay in the document's order
                filled = [at for _, group in _grouped(filled, keys) for at in sorted(group)]
            order = [*filled, *(at for at in order if keys[at][0])]
        if self._group is not None:
            column = self._column(self._group)
            texts = [column.text(row).strip() for row in rows]
            places = {text: place for place, text in enumerate(dict.fromkeys(filter(None, texts)))}
            order.sort(key=lambda at: places.get(texts[at], len(places)))
        tests = [met_by(self._column(key), condition) for key, condition in self._conditions.items()]
        self._place(order, {at for at in order if not all(meets(rows[at]) for meets in tests)})
        self.stale = False
        self._remember()
        self._show_signs()
        self._keep_current_in_sight()
        self.changed.emit()

    def text(self) -> str:
        """What the view is, in words; empty while it is the document's own."""
        parts = []
        if self._conditions:
            count, hidden = self._model.rowCount(), self.hidden()
            filtered = self.tr("Filtered: {shown} of {count} rows")
            parts.append(filtered.format(shown=f"{count - hidden:,}", count=f"{count:,}"))
            parts.extend(words(self._column(key), condition) for key, condition in self._conditions.items())
        if self._sorted is not None:
            key, descending = self._sorted
            said = self.tr("sorted by {title}, greatest first") if descending else self.tr("sorted by {title}")
            parts.append(said.format(title=self._column(key).title))
        if self._group is not None and self.stale:
            parts.append(self.tr("grouped by {title}").format(title=self._column(self._group).title))
        if self.stale and parts:
            parts.append(self.tr("changed since"))
        return " · ".join(parts)

    def _place(self, order: list[int], hidden: set[int]) -> None:
        head = self._view.verticalHeader()
        with QSignalBlocker(head):
            if order != [head.logicalIndex(visual) for visual in range(head.count())]:
                for visual, logical in enumerate(order):
                    at = head.visualIndex(logical)
                    if at != visual:
                        head.moveSection(at, visual)
        for row in order:
            if self._view.isRowHidden(row) != (row in hidden):
                self._view.setRowHidden(row, row in hidden)
        head.viewport().update()
        self._view.viewport().update()

    def _remember(self) -> None:
        head = self._view.verticalHeader()
        self._order = [self._model.shown_row(head.logicalIndex(at)).path for at in range(head.count())]
        self._rows = frozenset(self._order)

    def _restore(self, *_: Any) -> None:
        """Rows were moved in the document: a sorted or grouped view keeps the order that it shows."""
        if not self.reordered:
            order = list(range(self._model.rowCount()))
        else:
            at = {self._model.shown_row(row).path: row for row in range(self._model.rowCount())}
            order = [at[path] for path in self._order if path in at]
        self._place(order, {row for row in order if self._view.isRowHidden(row)})
        self._remember()
        self.changed.emit()

    def _on_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        """New rows stand in sight, below the row that they follow in the document."""
        if not self.active:
            return
        if self._rows and not self._rows & {self._model.shown_row(row).path for row in range(self._model.rowCount())}:
            self.clear()  # another document
            return
        head = self._view.verticalHeader()
        with QSignalBlocker(head):
            for row in range(first, last + 1):
                above = head.visualIndex(row - 1) if row else -1
                at = head.visualIndex(row)
                head.moveSection(at, above + 1 if at > above else above)
        self.stale = True
        self._remember()
        self._view.viewport().update()
        self.changed.emit()

    def _on_removed(self, *_: Any) -> None:
        if self.active:
            if self._model.rowCount():
                self._remember()
            self.changed.emit()

    def _on_changed(self, top: QModelIndex, bottom: QModelIndex) -> None:
        if self.active and not self.stale:
            keys = {*self._conditions, *([self._sorted[0]] if self._sorted else []), self._group}
            within = range(top.column(), bottom.column() + 1)
            if any(self._model.sheet.columns[position].key in keys for position in within):
                self.stale = True
                self.changed.emit()

    def _show_signs(self) -> None:
        signs: dict[int, str] = {}
        for key in self._conditions:
            signs[self._model.sheet.column(key)] = FUNNEL
        if self._sorted is not None:
            position = self._model.sheet.column(self._sorted[0])
            signs[position] = signs.get(position, "") + (DOWN if self._sorted[1] else UP)
        self._header.set_signs(signs)

    def _keep_current_in_sight(self) -> None:
        current = self._view.currentIndex()
        head = self._view.verticalHeader()
        if current.isValid() and self._view.isRowHidden(current.row()):
            shown = (row for row in map(head.logicalIndex, range(head.count())) if not self._view.isRowHidden(row))
            first = next(shown, None)
            if first is not None:
                self._view.setCurrentIndex(self._model.index(first, current.column()))

    def _column(self, key: str) -> Any:
        return self._model.sheet.columns[self._model.sheet.column(key)]


def _grouped(order: list[int], keys: list[tuple[bool, Any]]) -> list[tuple[Any, list[int]]]:
    """Neighbours of one key together."""
    groups: list[tuple[Any, list[int]]] = []
    for at in order:
        if groups and groups[-1][0] == keys[at][1]:
            groups[-1][1].append(at)
        else:
            groups.append((keys[at][1], [at]))
    return groups
