"""A workbook as XLSX: each line of each ledger is a cell with its formula over named input cells.

Every cached value is the planner's own, so that a program that does not recalculate shows the truth too. What a formula
cannot do is choose other lines: what decides which lines there are (degrees of one, formats, kinds) is text here, and
`About` says so. The same workbook gives the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from planner import __version__
from planner.evaluations import Evaluations
from planner.export.beside import compared_with, rows_of
from planner.export.cells import InputCell, document_cells, plan_cells
from planner.export.names import Names
from planner.export.report import SUMMARISED, choices_of, notes
from planner.export.translate import LONGEST, spreadsheet_formula, total
from planner.export.xlsx_beside import LEDGER_HEAD, LEDGER_WIDTHS, LOOKS, SUMMARY_WIDTHS, BesideCells, summary_titles
from planner.ledger import Specification
from planner.plan import Evaluation
from planner.verdict import verdict_of
from planner.workbook import Path, Scenario, Workbook

if TYPE_CHECKING:
    import xlsxwriter
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

EXACT_FROM = 10**15
"""Spreadsheets show fifteen digits: from here on an integer also stands as text."""
BESIDE_AT = 6
"""The column of a ledger in which the baseline's values begin; without a baseline the formulas' texts."""
WRITTEN = datetime(2000, 1, 1)
"""The date in the file's properties: the date of today would make the same workbook another file."""
VERDICT = (
    '=IF(ISNUMBER({free}+{needed_high}+{needed}+{tight_below}),IF({free}<0,"Does not fit",'
    'IF(OR({free}<{needed_high}-{needed},{free}<{tight_below}),"Tight","Fits")),"Unknown")'
)
"""`planner.verdict.verdict_of` as a formula."""


def xlsx_bytes(workbook: Workbook, evaluations: Evaluations, chosen: Sequence[str] = ()) -> bytes:
    """The file's content; `chosen` are ids of scenarios, all of them where it is empty. ImportError where the package
    XlsxWriter is missing.
    """
    import xlsxwriter

    target = io.BytesIO()
    book = xlsxwriter.Workbook(target, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"title": "Fitsheet", "created": WRITTEN, "comments": f"Written by Fitsheet {__version__}"})
    book.set_calc_mode("auto")
    _Writer(book, workbook, evaluations, tuple(chosen)).write()
    book.close()
    return target.getvalue()


@dataclass(frozen=True, slots=True)
class _Placed:
    """The sheet of a plan with what will stand on it: its lines from the row `at` on, `places` in column C."""

    sheet: Worksheet
    evaluation: Evaluation
    choices: tuple[tuple[str, str], ...]
    own: tuple[InputCell, ...]
    named: Mapping[str, str]
    at: int
    places: Mapping[str, str]

    def reference(self, key: str) -> str:
        """A line's cell as other sheets name it."""
        return f"{_quoted(_name_of(self.sheet))}!{self.places[key]}"


@dataclass(slots=True)
class _Writer:
    """One book while it is written."""

    book: xlsxwriter.Workbook
    workbook: Workbook
    evaluations: Evaluations
    chosen: tuple[str, ...] = ()
    names: Names = field(default_factory=Names)
    sheets: Names = field(default_factory=Names)
    formats: dict[str, Format] = field(default_factory=dict)
    defined: dict[str, str] = field(default_factory=dict)
    """The cell of each name."""
    beside: BesideCells | None = None
    """How plans stand beside the baseline, where one is written with others."""

    def write(self) -> None:
        for name, look in _LOOKS.items():
            self.formats[name] = self.book.add_format(look)
        summary, inputs = (self.book.add_worksheet(self.sheets.sheet(name)) for name in ("Summary", "Inputs"))
        about = self.sheets.sheet("About")
        cells = document_cells(self.workbook, self.evaluations, self.names)
        self._inputs(inputs, cells)
        first = compared_with(self.evaluations, self.chosen)
        self.beside = None if first is None else BesideCells(self.formats, first)
        placed: dict[str, _Placed] = {}
        for scenario in self._rows():
            evaluation = self.evaluations.scenarios.get(scenario.id)
            if evaluation is not None:
                placed[scenario.id] = self._place(evaluation, cells)
        for each in placed.values():
            self._plan(each, None if first is None else placed[first.scenario.id])
        self._summary(summary, placed)
        self._about(self.book.add_worksheet(about), first)

    def _rows(self) -> tuple[Scenario, ...]:
        """The scenarios that are written: those chosen, and the baseline that the formulas of others read."""
        chosen = self.chosen
        if chosen and self.beside is not None:
            chosen = (*chosen, self.beside.first.scenario.id)
        return rows_of(self.evaluations, chosen)

    # Sheets

    def _inputs(self, sheet: Worksheet, cells: Mapping[Path, InputCell]) -> None:
        self._head(
            sheet,
            ("Row", "Cell", "Value", "Unit", "Name", "Exact, as exported", "Source"),
            (30, 38, 20, 12, 52, 24, 60),
        )
        for at, cell in enumerate(cells.values(), 1):
            self._input(sheet, at, cell)

    def _input(self, sheet: Worksheet, at: int, cell: InputCell) -> None:
        sheet.write_string(at, 0, cell.row)
        sheet.write_string(at, 1, cell.title)
        look = self._look(cell.value, "input")
        if cell.value is None:
            sheet.write_formula(at, 2, cell.formula or "=NA()", look, "#N/A")
        elif cell.formula is not None:
            sheet.write_formula(at, 2, cell.formula, self._look(cell.value, "line"), cell.value)
        else:
            sheet.write_number(at, 2, cell.value, look)
        sheet.write_string(at, 3, cell.unit)
        sheet.write_string(at, 4, cell.name, self.formats["quiet"])
        self._exact(sheet, at, 5, cell.value)
        sheet.write_string(at, 6, cell.source, self.formats["quiet"])
        self._define(cell.name, sheet, at)

    def _place(self, evaluation: Evaluation, cells: Mapping[Path, InputCell]) -> _Placed:
        """The sheet of a plan, still empty, and where each of its lines will stand."""
        sheet = self.book.add_worksheet(self.sheets.sheet(evaluation.scenario.name))
        named, own = plan_cells(evaluation, cells, self.names)
        choices = tuple(choices_of(evaluation))
        at = 1 + len(choices) + (1 + len(own) if own else 0) + 2
        lines = evaluation.structure.lines
        places = {line.key: f"$C${at + position + 1}" for position, line in enumerate(lines)}
        return _Placed(sheet, evaluation, choices, own, named, at, places)

    def _plan(self, placed: _Placed, first: _Placed | None) -> None:
        """Fills the sheet of a plan; beside the baseline's, where that is another one."""
        sheet, evaluation = placed.sheet, placed.evaluation
        beside = first if first is not placed else None
        heads, widths = (LEDGER_HEAD, LEDGER_WIDTHS) if beside is not None else ((), ())
        head = ("Line", "Key", "Value", "Unit", "GiB", "Exact, as exported", *heads, "Formula", "Reference")
        self._head(sheet, head, (46, 40, 22, 14, 10, 24, *widths, 52, 60))
        for at, (label, value) in enumerate(placed.choices, 1):
            sheet.write_string(at, 0, label, self.formats["quiet"])
            sheet.write_string(at, 1, value, self.formats["quiet"])
        at = 1 + len(placed.choices)
        if placed.own:
            at += 1
            sheet.write_string(at, 0, "Figures that follow from these choices", self.formats["bold"])
        for below, cell in enumerate(placed.own, 1):
            self._follow(sheet, at + below, cell)
        for position, spec in enumerate(evaluation.structure.lines):
            self._line(placed, position, texts=BESIDE_AT + len(heads))
            if beside is not None and spec.key in beside.places:
                self._beside(placed, beside, position)
        sheet.freeze_panes(1, 1)

    def _beside(self, placed: _Placed, first: _Placed, position: int) -> None:
        """What the baseline has of a line, and what differs."""
        assert self.beside is not None
        at, key = placed.at + position, placed.evaluation.structure.lines[position].key
        base = _cached(first.evaluation, first.evaluation.structure.index[key])
        placed.sheet.write_formula(at, BESIDE_AT, f"={first.reference(key)}", self._look(base, "line"), base)
        values = (_cached(placed.evaluation, position), base)
        cells = (f"C{at + 1}", f"{_column(BESIDE_AT)}{at + 1}")
        self.beside.write(placed.sheet, (at, BESIDE_AT + 1), cells, values)

    def _follow(self, sheet: Worksheet, at: int, cell: InputCell) -> None:
        sheet.write_string(at, 0, cell.title)
        sheet.write_string(at, 1, cell.name, self.formats["quiet"])
        look = self._look(cell.value, "input")
        if cell.value is None:
            sheet.write_formula(at, 2, "=NA()", look, "#N/A")
        else:
            sheet.write_number(at, 2, cell.value, look)
        self._exact(sheet, at, 5, cell.value)
        self._define(cell.name, sheet, at)

    def _line(self, placed: _Placed, position: int, texts: int) -> None:
        """Writes one line; its formula and reference as texts from this column on."""
        sheet, evaluation, at = placed.sheet, placed.evaluation, placed.at + position
        structure, spec = evaluation.structure, evaluation.structure.lines[position]
        value = evaluation.values.values[position]
        if spec.formula is None:
            text = total([placed.places[key] for key in structure.children.get(spec.key, ())])
            shown = "sum of the lines below it"
        else:
            text, shown = self._formula(spec, placed.named, placed.places), spec.formula.text
        label = self.formats[f"indent{min(_depth(evaluation, spec.key), 6)}"]
        sheet.write_string(at, 0, spec.label.format(**spec.label_values), label)
        sheet.write_string(at, 1, spec.key, self.formats["quiet"])
        cached = _cached(evaluation, position)
        sheet.write_formula(at, 2, text, self._look(value, "line"), cached)
        sheet.write_string(at, 3, spec.unit)
        if spec.unit == "byte":
            gib = value / 2**30 if value is not None else cached
            sheet.write_formula(at, 4, f"=C{at + 1}/1073741824", self.formats["gib"], gib)
        self._exact(sheet, at, 5, value)
        sheet.write_string(at, texts, shown, self.formats["quiet"])
        sheet.write_string(at, texts + 1, spec.reference, self.formats["quiet"])

    def _summary(self, sheet: Worksheet, placed: Mapping[str, _Placed]) -> None:
        titles: list[str] = []
        widths: list[int] = []
        for title, _, unit in SUMMARISED:
            titles.append(f"{title} ({unit})" if unit else title)
            widths.append(18)
            if self.beside is not None:
                titles += summary_titles(title)
                widths += SUMMARY_WIDTHS
        self._head(sheet, ("Scenario", "Model", "GPU", "Verdict", *titles), (34, 24, 24, 14, *widths))
        rows = self._rows()
        first = None if self.beside is None else 1 + [row.id for row in rows].index(self.beside.first.scenario.id)
        for at, row in enumerate(rows, 1):
            sheet.write_string(at, 0, row.name)
            evaluation = self.evaluations.scenarios.get(row.id)
            if evaluation is None:
                sheet.write_string(at, 1, "no model is chosen")
                continue
            name = _quoted(_name_of(placed[row.id].sheet))
            shown = f"{row.name} (baseline)" if at == first else row.name
            sheet.write_url(at, 0, f"internal:{name}!A1", self.formats["link"], shown)
            sheet.write_string(at, 1, evaluation.model.name)
            sheet.write_string(at, 2, evaluation.accelerator.name if evaluation.accelerator else "")
            self._verdict(sheet, at, placed[row.id])
            self._results(sheet, at, placed[row.id], first)
        sheet.freeze_panes(1, 1)

    def _results(self, sheet: Worksheet, at: int, placed: _Placed, first: int | None) -> None:
        """The results of a plan in a row of the summary, beside the baseline's in its row `first`."""
        evaluation = placed.evaluation
        for column, (_, key, _) in enumerate(SUMMARISED):
            if key not in placed.places:
                continue
            cell = 4 + column * (1 if first is None else 3)
            cached = _cached(evaluation, evaluation.structure.index[key])
            sheet.write_formula(at, cell, f"={placed.reference(key)}", self._look(cached, "line"), cached)
            if self.beside is None or first in (None, at) or key not in self.beside.first.structure.index:
                continue
            letter, base = _column(cell), self.beside.first
            values = (cached, _cached(base, base.structure.index[key]))
            self.beside.write(sheet, (at, cell + 1), (f"{letter}{at + 1}", f"{letter}${first + 1}"), values)

    def _verdict(self, sheet: Worksheet, at: int, placed: _Placed) -> None:
        """The word as a formula; as a text where cells contradict each other, which no number says."""
        evaluation, places = placed.evaluation, placed.places
        keys = ("free", "needed_high", "needed", "tight_below")
        free, high, needed, tight = (evaluation.value(key) for key in keys)
        more = None if high is None or needed is None else high - needed
        if verdict_of(free, more, tight) != evaluation.verdict or any(key not in places for key in keys):
            sheet.write_string(at, 3, str(evaluation.verdict), self.formats["bold"])
            return
        text = VERDICT.format(**{key: placed.reference(key) for key in keys})
        sheet.write_formula(at, 3, text, self.formats["bold"], str(evaluation.verdict))

    def _about(self, sheet: Worksheet, first: Evaluation | None) -> None:
        sheet.set_column(0, 0, 120)
        for at, note in enumerate(notes(self.evaluations, first)):
            sheet.write_string(at, 0, note, self.formats["wrap"])

    # Cells

    def _define(self, name: str, sheet: Worksheet, at: int) -> None:
        self.defined[name] = f"{_quoted(_name_of(sheet))}!$C${at + 1}"
        self.book.define_name(name, f"={self.defined[name]}")

    def _formula(self, spec: Specification, named: Mapping[str, str], places: Mapping[str, str]) -> str:
        """The formula of a line; with cells in place of their names where these would make it too long."""
        assert spec.formula is not None
        references = {name: places.get(slot) or named[slot] for name, slot in spec.sources.items()}
        text = spreadsheet_formula(spec.formula, references)
        if len(text) > LONGEST:
            text = spreadsheet_formula(spec.formula, {n: self.defined.get(r, r) for n, r in references.items()})
        if len(text) > LONGEST:
            raise ValueError(f"the formula of {spec.key} has {len(text):,} characters, more than a spreadsheet takes")
        return text

    def _head(self, sheet: Worksheet, titles: Sequence[str], widths: Sequence[int]) -> None:
        for column, (title, width) in enumerate(zip(titles, widths, strict=True)):
            sheet.set_column(column, column, width)
            sheet.write_string(0, column, title, self.formats["head"])
        sheet.freeze_panes(1, 0)

    def _look(self, value: Any, kind: str) -> Format:
        whole = isinstance(value, int) and not isinstance(value, bool)
        return self.formats[f"{kind}_{'whole' if whole else 'real'}"]

    def _exact(self, sheet: Worksheet, at: int, column: int, value: Any) -> None:
        if isinstance(value, int) and abs(value) >= EXACT_FROM:
            sheet.write_string(at, column, str(value), self.formats["quiet"])


def _depth(evaluation: Evaluation, key: str) -> int:
    depth, lines, index = 0, evaluation.structure.lines, evaluation.structure.index
    parent = lines[index[key]].parent
    while parent is not None and parent in index:
        depth, parent = depth + 1, lines[index[parent]].parent
    return depth


def _error(evaluation: Evaluation, position: int) -> str:
    """What a spreadsheet shows for a line without a value: #N/A where a blank stands behind it."""
    blocked = evaluation.values.blocked.get(position, ())
    return "#N/A" if any(evaluation.amounts.get(slot) is None for slot in blocked) else "#DIV/0!"


def _cached(evaluation: Evaluation, position: int) -> Any:
    """What the cell of a line shows: its value, or the text of an error."""
    value = evaluation.values.values[position]
    return value if value is not None else _error(evaluation, position)


def _column(at: int) -> str:
    """The letters of a column by its number from zero.

    >>> _column(4), _column(26)
    ('E', 'AA')
    """
    letters = ""
    while at >= 0:
        letters, at = chr(ord("A") + at % 26) + letters, at // 26 - 1
    return letters


def _name_of(sheet: Worksheet) -> str:
    return sheet.name or ""


def _quoted(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


_QUIET = "#666666"
_LOOKS: Mapping[str, Mapping[str, Any]] = {
    "head": {"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"},
    "bold": {"bold": True},
    "quiet": {"font_color": _QUIET},
    "wrap": {"text_wrap": True, "valign": "top"},
    "link": {"font_color": "#0072B2", "underline": 1},
    "input_whole": {"num_format": "#,##0", "bg_color": "#FFF8E1"},
    "input_real": {"num_format": "General", "bg_color": "#FFF8E1"},
    "line_whole": {"num_format": "#,##0"},
    "line_real": {"num_format": "General"},
    "gib": {"num_format": "#,##0.00"},
    **{f"indent{depth}": {"indent": depth} for depth in range(7)},
    **LOOKS,
}
"""Inputs stand on a ground of their own, as in the window."""
