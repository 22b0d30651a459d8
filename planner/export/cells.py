"""The input cells of a spreadsheet: every number of the document under a name, expressions live, blanks as #N/A.

A blank is #N/A on purpose: whatever needs it then shows #N/A too, and has a value as soon as the blank is filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from planner.evaluations import Evaluations
from planner.export.names import Names
from planner.export.translate import spreadsheet_formula
from planner.fields import Number
from planner.formula import FormulaError, parse_cell
from planner.ledger import Slot
from planner.plan import Evaluation
from planner.sheets import Sheet, places_of, sheet_of
from planner.solving import CellKey, Solver
from planner.workbook import Model, Path, Workbook

KINDS: Mapping[str, str] = {
    "models": "model",
    "accelerators": "gpu",
    "engines": "engine",
    "scenarios": "scenario",
    "assumptions": "assumption",
}
"""How the names of a table's cells begin."""
FROM_CELLS = frozenset(
    {
        "model", "position", "embedding", "stream", "prediction", "groups", "scenario", "load", "accelerator", "engine",
        "assumptions",
    }
)  # fmt: skip
"""Roles of inputs that are cells of rows. The others follow from choices: formats, stages, recipes, a draft model."""


@dataclass(frozen=True, slots=True)
class InputCell:
    """One number of the document, or one that follows from a choice. `value` None is blank.

    `formula` is the expression of the cell for a spreadsheet, None where the cell holds a number.
    """

    name: str
    row: str
    title: str
    unit: str
    value: Any
    formula: str | None = None
    source: str = ""


def document_cells(workbook: Workbook, evaluations: Evaluations, names: Names) -> dict[Path, InputCell]:
    """The cells of all rows by path, in the order of the document; a blank one only where a plan asks for it."""
    places = places_of(workbook)
    sheets = {key: sheet_of(*place) for key, place in places.items()}
    plain = {key: sheet_of(*place) for key, place in places_of(evaluations.workbook).items()}
    targets = _targets(sheets)
    used = {path for evaluation in evaluations.scenarios.values() for path in _used(evaluation)}
    used |= {(*sheets[row].place, *path) for found in targets.values() for row, path in found.values()}
    listed: dict[CellKey, Path] = {}
    for key, sheet in sheets.items():
        for path in sheet.cells:
            whole = (*sheet.place, *path)
            if plain[key].cells[path][1] is not None or sheet.cells[path][1] is not None or whole in used:
                listed[key, path] = whole
    named = {
        cell: names.defined(KINDS[path[0]], *(word for word in path[1:] if word not in ("load", "groups")))
        for cell, path in listed.items()
    }
    found: dict[Path, InputCell] = {}
    for (key, path), whole in listed.items():
        sheet = sheets[key]
        number, stored = sheet.cells[path]
        value = plain[key].cells[path][1]
        formula = None
        if isinstance(stored, str):
            formula = _formula(stored, targets.get((key, path), {}), named) if value is not None else "=NA()"
        row = getattr(sheet.row, "name", "Assumptions")
        sources: Mapping[str, str] = getattr(sheet.row, "sources", {})
        found[whole] = InputCell(
            named[key, path], row, title_of(sheet.row, path, number), number.unit, value, formula,
            sources.get(path[-1], "") if len(path) == 1 else "",
        )  # fmt: skip
    return found


def title_of(row: BaseModel, path: Path, number: Number) -> str:
    """What a cell of a row is called: "Decoder layers: attention: Heads"."""
    words: list[str] = []
    if path[0] == "groups":
        assert isinstance(row, Model)
        group = next(group for group in row.groups if group.id == path[1])
        words = [group.name, *(word.replace("_", " ") for word in path[2:-1])]
    elif len(path) > 1 and path[0] != "load":
        words = [word.replace("_", " ") for word in path[:-1]]
    return ": ".join([*words, number.title])


def plan_cells(
    evaluation: Evaluation, cells: Mapping[Path, InputCell], names: Names
) -> tuple[dict[Slot, str], tuple[InputCell, ...]]:
    """The name of every input of a plan, and the cells for those that are no numbers of the document."""
    named: dict[Slot, str] = {}
    own: list[InputCell] = []
    for slot in evaluation.structure.inputs:
        amount = evaluation.amounts[slot]
        path = evaluation.path(slot) if slot.partition(".")[0] in FROM_CELLS else None
        cell = None if path is None else cells.get(path)
        if cell is None or cell.value != amount:
            name = names.defined("plan", evaluation.scenario.id, *slot.split("."))
            title = evaluation.title(slot)
            cell = InputCell(name, evaluation.scenario.name, f"{title} ({slot})", "", amount)
            own.append(cell)
        named[slot] = cell.name
    return named, tuple(own)


def _used(evaluation: Evaluation) -> Iterator[Path]:
    for slot in evaluation.structure.inputs:
        if slot.partition(".")[0] in FROM_CELLS:
            path = evaluation.path(slot)
            if path is not None:
                yield path


def _targets(sheets: Mapping[str, Sheet]) -> dict[CellKey, Mapping[str, CellKey]]:
    """What each name in each expression means."""
    solver = Solver(sheets.get)
    cells: Iterable[CellKey] = [(key, path) for key, sheet in sheets.items() for path in sheet.expressions]
    cells = list(cells)
    solver.solve(cells)
    return {cell: solver.links[cell][0] for cell in cells if cell in solver.links}


def _formula(text: str, targets: Mapping[str, CellKey], named: Mapping[CellKey, str]) -> str:
    try:
        return spreadsheet_formula(parse_cell(text), {name: named[cell] for name, cell in targets.items()})
    except FormulaError:
        return "=NA()"
