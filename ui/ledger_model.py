"""The ledger of one scenario as a tree model: amount, value, unit, formula, numbers; difference and percent beside a
baseline, whose own lines stand after those that it has in common with the scenario.

Values that change keep every index alive and are told as runs of `dataChanged`; only other lines reset the model.
Qt is handed texts, never the numbers: an int of 2^63 or more breaks its variants.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeAlias

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from planner.ledger import Line, Slot, Specification
from planner.plan import Evaluation
from planner.what_if.compare import BASELINE, BOTH, SCENARIO, Amount, ComparedLine, only_in_baseline
from ui.figures import exact, rounded
from ui.sheets.beside import amount, in_words, shared
from ui.titles import reference_text

Index: TypeAlias = QModelIndex | QPersistentModelIndex
Title: TypeAlias = Callable[[Slot], str]

AMOUNT, VALUE, UNIT, FORMULA, NUMBERS, DIFFERENCE, PERCENT = range(7)
COLUMNS = 7
ABSENT = "–"
"""In place of the value of a line that only the baseline has."""
KEY = int(Qt.ItemDataRole.UserRole)
"""Role under which every cell of a line says the line's key."""

# Enum members cost microseconds a use in PySide, and a repaint asks some thousand times.
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TOOLTIP = int(Qt.ItemDataRole.ToolTipRole)
_ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
_FONT = int(Qt.ItemDataRole.FontRole)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_NOTHING = QModelIndex()
_NUMERIC = frozenset({VALUE, DIFFERENCE, PERCENT})


def line_label(line: Line) -> str:
    """The line's label in the user's language; a group's own name has no placeholders to fill."""
    template = QCoreApplication.translate("ledger", line.label)
    return template.format(**line.label_values) if line.label_values else template


def blocked_text(line: Line, title: Title) -> str:
    """Why the line has no value, empty when it has one."""
    if not line.blocked:
        return ""
    template = QCoreApplication.translate("ledger", "blocked: {names}")
    return template.format(names=", ".join(title(slot) for slot in line.blocked))


class LedgerModel(QAbstractItemModel):
    """A tree over the lines of an evaluation, siblings in display order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._evaluation: Evaluation | None = None
        self._baseline: Evaluation | None = None
        self._own = 0
        """So many of the lines are of the evaluation; the others are of the baseline alone."""
        self._specifications: tuple[Specification, ...] = ()
        self._made: list[Line | None] = []
        self._title: Title = str
        self._texts: list[tuple[str, ...] | None] = []
        self._children: dict[str | None, list[int]] = {}
        self._row: list[int] = []
        self._position: dict[str, int] = {}
        self._bold = QFont()
        self._bold.setBold(True)

    def set_evaluation(self, evaluation: Evaluation | None, baseline: Evaluation | None = None) -> bool:
        """Show this ledger beside the baseline's; True when it has other lines than before and was reset."""
        before, self._evaluation = self._evaluation, evaluation
        beside, self._baseline = self._baseline, baseline
        self._title = str if evaluation is None else evaluation.title
        specifications = () if evaluation is None else evaluation.structure.lines
        self._own = len(specifications)
        if evaluation is not None and baseline is not None:
            specifications += only_in_baseline(baseline, evaluation)
        if before is None or evaluation is None or not _same_lines(specifications, self._specifications):
            self.beginResetModel()
            self._rebuild(specifications)
            self.endResetModel()
            return True
        self._specifications = specifications
        # The baseline's own ledger has no differences: to and from it lines of equal numbers change, too.
        same = beside is baseline and (baseline is None or _own(before, baseline) == _own(evaluation, baseline))
        changed = _changed(before, evaluation) if same else list(range(len(specifications)))
        for at in changed:
            self._texts[at] = self._made[at] = None
        for first, last in self._runs(changed):
            self.dataChanged.emit(
                self.createIndex(self._row[first], AMOUNT, first), self.createIndex(self._row[last], PERCENT, last)
            )
        return False

    def lines(self) -> tuple[Line, ...]:
        """The lines on show."""
        return tuple(self._line(at) for at in range(len(self._specifications)))

    def line(self, index: Index) -> Line | None:
        """The line at an index."""
        return self._line(index.internalId()) if index.isValid() else None

    def _line(self, at: int) -> Line:
        """A line with its numbers, made when it is first looked at: of two hundred, some twenty are in sight."""
        found = self._made[at]
        if found is None:
            plan = self._evaluation if at < self._own else self._baseline
            assert plan is not None
            found = self._made[at] = plan.line(self._specifications[at].key)
        return found

    def roots(self) -> list[str]:
        """Keys of the lines that stand below no other."""
        return [self._specifications[at].key for at in self._children.get(None, ())]

    def among(self, keys: Collection[str]) -> list[QModelIndex]:
        """Indices of those of these lines that the ledger has, parents before their children."""
        found = sorted(self._position[key] for key in keys if key in self._position)
        return [self.createIndex(self._row[at], AMOUNT, at) for at in found]

    def index_of(self, key: str) -> QModelIndex:
        """Index of the line with this key, invalid when there is none."""
        at = self._position.get(key)
        return QModelIndex() if at is None else self.createIndex(self._row[at], AMOUNT, at)

    def exact_cells(self, index: Index) -> list[str]:
        """The line for the clipboard: its value in full, in base units; beside a baseline difference and percentage."""
        at = index.internalId()
        line, compared = self._line(at), self.beside(at)
        value = blocked_text(line, self._title) if line.blocked or line.value is None else repr(line.value)
        cells = [line_label(line), value, line.unit, line.formula, line.substitution]
        if at >= self._own:
            cells[1:] = ["", line.unit, "", ""]
        if compared is not None:
            found = (compared.amount.difference, compared.amount.percent)
            cells += ["" if number is None else repr(number) for number in found]
        return cells

    def beside(self, at: int) -> ComparedLine | None:
        """A line beside the baseline's; None without a baseline, and for the baseline's own ledger."""
        baseline, evaluation = self._baseline, self._evaluation
        if baseline is None or evaluation is None or _own(evaluation, baseline):
            return None
        line = self._specifications[at]
        if at >= self._own:
            return ComparedLine(line, BASELINE, Amount(baseline.value(line.key), None))
        within = BOTH if line.key in baseline.structure.index else SCENARIO
        return ComparedLine(line, within, Amount(baseline.value(line.key), evaluation.value(line.key)))

    def columnCount(self, parent: Index = _NOTHING) -> int:
        return COLUMNS

    def rowCount(self, parent: Index = _NOTHING) -> int:
        if parent.isValid():
            return 0 if parent.column() else len(self._children.get(self._specifications[parent.internalId()].key, ()))
        return len(self._children.get(None, ()))

    def index(self, row: int, column: int, parent: Index = _NOTHING) -> QModelIndex:
        if parent.isValid() and parent.column():
            return QModelIndex()
        rows = self._children.get(self._specifications[parent.internalId()].key if parent.isValid() else None, ())
        if 0 <= row < len(rows) and 0 <= column < COLUMNS:
            return self.createIndex(row, column, rows[row])
        return QModelIndex()

    def parent(self, index: Index = _NOTHING) -> Any:  # Qt overloads it with QObject.parent()
        if not index.isValid():
            return QModelIndex()
        above = self._specifications[index.internalId()].parent
        if above is None:
            return QModelIndex()
        at = self._position[above]
        return self.createIndex(self._row[at], AMOUNT, at)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return _FLAGS if index.isValid() else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        if not index.isValid():
            return None
        at = index.internalId()
        if role == _DISPLAY:
            return (self._texts[at] or self._write(at))[index.column()]
        if role == _ALIGNMENT:
            return _RIGHT if index.column() in _NUMERIC else _LEFT
        if role == _FONT:
            return self._bold if index.column() <= VALUE and _is_sum(self._specifications[at]) else None
        if role == _TOOLTIP:
            return self._tooltip(at, index.column())
        if role == KEY:
            return self._specifications[at].key
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < COLUMNS:
            return None
        translate = QCoreApplication.translate
        if role == _DISPLAY:
            return (
                translate("ledger", "Amount"),
                translate("ledger", "Value"),
                translate("ledger", "Unit"),
                translate("ledger", "Formula"),
                translate("ledger", "Numbers"),
                translate("ledger", "Difference"),
                translate("ledger", "Percent"),
            )[section]
        if role == _TOOLTIP:
            return (
                translate("ledger", "What is counted. Totals are bold."),
                translate("ledger", "Rounded; the exact value is in the tooltip and on the clipboard."),
                translate("ledger", "Unit of the rounded value."),
                translate("ledger", "The formula that is evaluated."),
                translate("ledger", "The formula with its numbers."),
                translate(
                    "ledger", "By how much the line is more than the baseline's; the exact numbers are in the tooltip."
                ),
                translate("ledger", "The difference in percent of the baseline's; none where that is not positive."),
            )[section]
        if role == _ALIGNMENT:
            return _RIGHT if section in _NUMERIC else _LEFT
        return None

    def _rebuild(self, specifications: tuple[Specification, ...]) -> None:
        self._specifications = specifications
        self._texts, self._made = [None] * len(specifications), [None] * len(specifications)
        self._position = {line.key: at for at, line in enumerate(specifications)}
        self._children, self._row = {}, []
        for at, line in enumerate(specifications):
            siblings = self._children.setdefault(line.parent, [])
            self._row.append(len(siblings))
            siblings.append(at)

    def _write(self, at: int) -> tuple[str, ...]:
        line = self._line(at)
        compared = self.beside(at)
        if at >= self._own:
            value, unit, numbers = ABSENT, "", ""
        elif line.blocked:
            value, unit, numbers = QCoreApplication.translate("ledger", "blocked"), "", blocked_text(line, self._title)
        else:
            value, unit = rounded(line.value, line.unit)
            numbers = line.substitution
        formula = line.formula if at < self._own else ""
        texts = (line_label(line), value, unit, formula, numbers, *_beside(compared))
        self._texts[at] = texts
        return texts

    def _tooltip(self, at: int, column: int) -> str:
        line = self._line(at)
        if column in (DIFFERENCE, PERCENT) or (at >= self._own and column != AMOUNT):
            return beside_text(self.beside(at))
        if line.blocked:
            return blocked_text(line, self._title)
        if column in (VALUE, UNIT):
            return exact(line.value, line.unit)
        if column == AMOUNT:
            return "\n".join(
                filter(None, (line_label(line), exact(line.value, line.unit), reference_text(line.reference)))
            )
        return line.formula if column == FORMULA else line.substitution

    def _runs(self, changed: list[int]) -> Iterable[tuple[int, int]]:
        """Positions of changed lines as (first, last) of neighbours under one parent."""
        by_parent: dict[str | None, list[int]] = {}
        for at in changed:
            by_parent.setdefault(self._specifications[at].parent, []).append(at)
        for positions in by_parent.values():
            first = last = positions[0]
            for at in positions[1:]:
                if self._row[at] != self._row[last] + 1:
                    yield first, last
                    first = at
                last = at
            yield first, last


def _beside(compared: ComparedLine | None) -> tuple[str, str]:
    """Difference and percentage of a line as texts; which ledger lacks it, where one does."""
    if compared is None:
        return "", ""
    if compared.within != BOTH:
        return within_text(compared.within), ""
    by, share = compared.amount.difference, compared.amount.percent
    if by is None:
        return "", ""
    return amount(by, compared.line.unit), "" if share is None or not by else shared(share)


def _own(evaluation: Evaluation, baseline: Evaluation) -> bool:
    """Whether a ledger is the baseline's."""
    return evaluation.scenario.id == baseline.scenario.id


def within_text(within: str) -> str:
    """That only one of two ledgers has a line, in words."""
    if within == BASELINE:
        return QCoreApplication.translate("ledger", "only in the baseline")
    return QCoreApplication.translate("ledger", "not in the baseline") if within == SCENARIO else ""


def beside_text(compared: ComparedLine | None) -> str:
    """The baseline's amount and the difference in full; why there is none."""
    if compared is None:
        return ""
    found, unit = compared.amount, compared.line.unit
    if compared.within == SCENARIO:
        return within_text(compared.within)
    if found.baseline is None:
        return QCoreApplication.translate("ledger", "Not known of the baseline.")
    said = QCoreApplication.translate("ledger", "Baseline: {amount}").format(amount=exact(found.baseline, unit))
    if compared.within == BASELINE:
        return f"{said}\n{within_text(compared.within)}"
    return said if found.difference is None else f"{said}\n{in_words(found.difference, found.percent, unit)}"


def _is_sum(line: Specification) -> bool:
    """Total rows are sums of their children; a product with a line below it is not one."""
    return line.formula is None


def _same_lines(new: tuple[Specification, ...], old: tuple[Specification, ...]) -> bool:
    return new is old or [(line.key, line.parent) for line in new] == [(line.key, line.parent) for line in old]


def _changed(before: Evaluation, now: Evaluation) -> list[int]:
    """Positions of the lines that read differently: another value, other numbers in it, another formula or label."""
    old, new = before.values, now.values
    slots = {slot for slot in now.structure.inputs if before.amounts.get(slot) != now.amounts.get(slot)}
    slots |= {
        line.key
        for at, line in enumerate(now.structure.lines)
        if old.values[at] != new.values[at] or old.blocked.get(at) != new.blocked.get(at)
    }
    changed = []
    for at, line in enumerate(now.structure.lines):
        was = before.structure.lines[at]
        used = now.structure.children.get(line.key, ()) if line.formula is None else line.sources.values()
        if (
            (at in new.blocked and before.accelerator is not now.accelerator)
            or line.key in slots
            or (line is not was and line != was)
            or not slots.isdisjoint(used)
        ):
            changed.append(at)
    return changed
