"""Values of expression cells: finds what each refers to, orders them, computes, and says why a cell has no value.

Cells that refer to one another in a circle are found as strongly connected components (Tarjan 1972, SIAM J. Comput. 1,
146), so the answer does not depend on the cell one begins with, and no chain is too long for the stack.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from planner.fields import Number
from planner.findings import Finding, Severity
from planner.formula import Formula, FormulaError, parse_cell
from planner.sheets import Sheet
from planner.typed import described
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path

CellKey: TypeAlias = tuple[str, Path]
"""Row id and relative path."""

EXPRESSION_CODES = frozenset(
    {
        "ambiguous_name", "bad_expression", "blank_precedent", "cycle", "division_by_zero", "missing_row", "not_whole",
        "out_of_bounds", "too_large", "unknown_name",
    }
)  # fmt: skip
"""Codes of the Findings that mean: this expression has no value."""
LARGEST_CIRCLE = 100
WRITE_A_NUMBER = QT_TRANSLATE_NOOP("findings", "Write a number, or correct the expression.")


def _finite(formula: Formula, values: dict[str, Any]) -> int | float:
    """The value of a formula; OverflowError where floats on the way became infinite."""
    try:
        value: int | float = formula.evaluate(values)
    except ValueError as error:
        if "NaN" in str(error):  # an infinite number was rounded
            raise OverflowError from None
        raise
    if not math.isfinite(value):
        raise OverflowError
    return value


@dataclass(slots=True)
class Solver:
    """Solves cells of the rows that `sheet` gives by id; each cell once."""

    sheet: Callable[[str], Sheet | None]
    values: dict[CellKey, int | float | None] = field(default_factory=dict)
    findings: dict[CellKey, Finding] = field(default_factory=dict)
    links: dict[CellKey, tuple[dict[str, CellKey], frozenset[str]]] = field(default_factory=dict)

    def solve(self, cells: Sequence[CellKey]) -> None:
        """Fill in `values`, and `findings` where there is none, for these cells and those that they need."""
        for component in self._components(cells):
            inside = set(component)
            circular = len(component) > 1 or component[0] in self._expressions_of(component[0])
            for cell in component:
                self.values[cell] = None
                if circular:
                    self._circle(cell, inside)
                elif cell not in self.findings:
                    self._compute(cell)

    def rows_named_by(self, cell: CellKey) -> frozenset[str]:
        """Ids of the rows that the expression of a solved cell names, whether they exist or not."""
        return self.links[cell][1]

    # What a cell refers to

    def _link(self, cell: CellKey) -> dict[str, CellKey]:
        """Name to cell for every name in the expression; a Finding where one means nothing."""
        if cell in self.links:
            return self.links[cell][0]
        targets: dict[str, CellKey] = {}
        rows = {cell[0]}
        try:
            names = parse_cell(self._text(cell)).names
        except FormulaError as error:
            names = ()
            self._report(cell, "bad_expression", QT_TRANSLATE_NOOP("findings", "{title}: {reason}."), reason=str(error))
        for name in names:
            row_id, _, own_name = name.rpartition(".")
            sheet = self.sheet(row_id or cell[0])
            rows.add(row_id or cell[0])
            found = () if sheet is None else sheet.named(own_name, None if row_id else cell[1])
            if len(found) == 1:
                targets[name] = (row_id or cell[0], found[0])
            elif cell not in self.findings:
                self._no_such_name(cell, name, sheet, len(found))
        self.links[cell] = (targets, frozenset(rows))
        return targets

    def _expressions_of(self, cell: CellKey) -> Iterator[CellKey]:
        return (target for target in self._link(cell).values() if isinstance(self._stored(target), str))

    def _stored(self, cell: CellKey) -> Any:
        sheet = self.sheet(cell[0])
        return None if sheet is None else sheet.cells[cell[1]][1]

    def _text(self, cell: CellKey) -> str:
        return str(self._stored(cell))

    def _field(self, cell: CellKey) -> Number:
        sheet = self.sheet(cell[0])
        assert sheet is not None
        return sheet.cells[cell[1]][0]

    def _components(self, cells: Sequence[CellKey]) -> Iterator[list[CellKey]]:
        """Strongly connected components of what these cells need, each after those that it refers to."""
        index: dict[CellKey, int] = {}
        low: dict[CellKey, int] = {}
        waiting: list[CellKey] = []
        on_stack: set[CellKey] = set()
        for start in cells:
            if start in index or start in self.values:
                continue
            path: list[tuple[CellKey, Iterator[CellKey]]] = [(start, self._expressions_of(start))]
            index[start] = low[start] = len(index)
            waiting.append(start)
            on_stack.add(start)
            while path:
                cell, targets = path[-1]
                target = next((t for t in targets if t not in self.values), None)
                if target is None:
                    path.pop()
                    if path:
                        low[path[-1][0]] = min(low[path[-1][0]], low[cell])
                    if low[cell] == index[cell]:
                        component = [waiting.pop()]
                        while component[-1] != cell:
                            component.append(waiting.pop())
                        on_stack.difference_update(component)
                        yield component
                elif target not in index:
                    index[target] = low[target] = len(index)
                    waiting.append(target)
                    on_stack.add(target)
                    path.append((target, self._expressions_of(target)))
                elif target in on_stack:
                    low[cell] = min(low[cell], index[target])

    # What a cell comes to

    def _compute(self, cell: CellKey) -> None:
        targets = self._link(cell)
        values: dict[str, Any] = {}
        for name, target in targets.items():
            stored = self._stored(target)
            values[name] = self.values[target] if isinstance(stored, str) else stored
            if values[name] is None:
                called = self._called(name, target)
                self._report(
                    cell, "blank_precedent", QT_TRANSLATE_NOOP("findings", "{title} needs {name}, which has no value."),
                    QT_TRANSLATE_NOOP("findings", "Fill in the cell that it refers to."), name=called,
                )  # fmt: skip
                return
        try:
            value = _finite(parse_cell(self._text(cell)), values)
        except ZeroDivisionError:
            self._report(cell, "division_by_zero",
                         QT_TRANSLATE_NOOP("findings", "The expression of {title} divides by zero."))  # fmt: skip
        except OverflowError:
            self._report(
                cell, "too_large", QT_TRANSLATE_NOOP("findings", "The expression of {title} gives too large a number.")
            )
        except ValueError as error:
            self._report(cell, "bad_expression", QT_TRANSLATE_NOOP("findings", "{title}: {reason}."), reason=str(error))
        else:
            self._take(cell, value)

    def _take(self, cell: CellKey, value: int | float) -> None:
        number = self._field(cell)
        if number.whole and isinstance(value, float) and not value.is_integer():
            self._report(
                cell, "not_whole", QT_TRANSLATE_NOOP("findings", "{title} takes a whole number; the expression gives "
                                                     "{value}."),
                QT_TRANSLATE_NOOP("findings", "Round it: // divides without a rest, round_up(x, 256) gives the next "
                                  "multiple."), value=f"{value:,.8g}",
            )  # fmt: skip
            return
        try:
            self.values[cell] = number.check_number(value)
        except ValueError:
            self._report(
                cell, "out_of_bounds", QT_TRANSLATE_NOOP("findings", "{title} takes {described}; the expression gives "
                                                         "{value}."),
                WRITE_A_NUMBER, described=described(number), value=f"{value:,.8g}",
            )  # fmt: skip

    # Why a cell has no value

    def _report(self, cell: CellKey, code: str, template: str, remedy: str = WRITE_A_NUMBER, **values: object) -> None:
        sheet = self.sheet(cell[0])
        assert sheet is not None
        values = {"title": self._field(cell).title, **values}
        self.findings[cell] = Finding(code, (*sheet.place, *cell[1]), Severity.ERROR, template, values, remedy)

    def _no_such_name(self, cell: CellKey, name: str, sheet: Sheet | None, count: int) -> None:
        if sheet is None:
            self._report(
                cell, "missing_row", QT_TRANSLATE_NOOP("findings", "{title} refers to {name}, and that row is gone."),
                QT_TRANSLATE_NOOP("findings", "Name another row, or write a number."), name=name,
            )  # fmt: skip
        elif count:
            self._report(
                cell, "ambiguous_name", QT_TRANSLATE_NOOP("findings", "{title} refers to {name}, and {count} cells "
                                                          "have that name."),
                QT_TRANSLATE_NOOP("findings", "Write the number itself: only a name that one cell has can be used."),
                name=name, count=count,
            )  # fmt: skip
        else:
            names = sheet.names_for(cell[1]) if "." not in name else dict.fromkeys(path[-1] for path in sheet.cells)
            self._report(
                cell, "unknown_name", QT_TRANSLATE_NOOP("findings", "{title} refers to {name}, and no number has that "
                                                        "name there; there are: {names}."),
                QT_TRANSLATE_NOOP("findings", "Write one of these names."), name=name, names=", ".join(names),
            )  # fmt: skip

    def _circle(self, cell: CellKey, inside: set[CellKey]) -> None:
        """Report the shortest way from a cell back to itself; of a very large circle only that it is one."""
        if len(inside) > LARGEST_CIRCLE:
            name = cell[1][-1]
            self._report_circle(cell, f"{name} → ... → {name}")
            return
        came: dict[CellKey, CellKey] = {}
        reached = deque([cell])
        while cell not in came:
            here = reached.popleft()
            for target in self._expressions_of(here):
                if target in inside and target not in came:
                    came[target] = here
                    reached.append(target)
        way = [cell]
        while len(way) == 1 or way[-1] != cell:
            way.append(came[way[-1]])
        chain = " → ".join(self._called(step[1][-1], step, step[0] != cell[0]) for step in reversed(way))
        self._report_circle(cell, chain)

    def _report_circle(self, cell: CellKey, chain: str) -> None:
        self._report(cell, "cycle", QT_TRANSLATE_NOOP("findings", "{title} depends on itself: {chain}."),
                     QT_TRANSLATE_NOOP("findings", "Write a number in one of these cells."), chain=chain)  # fmt: skip

    def _called(self, name: str, cell: CellKey, other_row: bool | None = None) -> str:
        """A cell as a person knows it: `batch`, or `'13B b8'.batch` in another row."""
        sheet = self.sheet(cell[0])
        if other_row is None:
            other_row = "." in name
        called = getattr(sheet.row, "name", cell[0]) if sheet is not None else cell[0]
        return f"'{called}'.{cell[1][-1]}" if other_row else cell[1][-1]
