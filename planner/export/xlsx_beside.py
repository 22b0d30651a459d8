"""Differences to the baseline as live formulas of a spreadsheet, over the cells of the two results.

The difference is SUM(own, -baseline): of a plain subtraction spreadsheets make nothing where the two are nearly equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from planner.plan import Evaluation

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

LEDGER_HEAD = ("Baseline", "Difference", "Difference, %")
LEDGER_WIDTHS = (22, 22, 13)
SUMMARY_WIDTHS = (18, 12)
LOOKS: Mapping[str, Mapping[str, Any]] = {
    "more_whole": {"num_format": "+#,##0;-#,##0;0", "font_color": "#666666"},
    "more_real": {"num_format": "General", "font_color": "#666666"},
    "percent": {"num_format": '+0.0" %";-0.0" %";0.0" %"', "font_color": "#666666"},
}
"""Percentages are numbers of percent, as in every other answer."""


def summary_titles(title: str) -> tuple[str, str]:
    """What the columns after one of the results are called.

    >>> summary_titles("Needed")
    ('Needed: difference', 'Needed: difference, %')
    """
    return f"{title}: difference", f"{title}: difference, %"


@dataclass(frozen=True, slots=True)
class BesideCells:
    """The cells that hold a scenario's results against the baseline's."""

    formats: Mapping[str, Format]
    first: Evaluation

    def write(
        self, sheet: Worksheet, place: tuple[int, int], references: tuple[str, str], values: tuple[Any, Any]
    ) -> None:  # fmt: skip
        """Writes difference and percentage, from this row and column on.

        `references` are the cells of the scenario's result and of the baseline's, `values` what these hold: a number,
        or the text of an error.
        """
        (row, column), (own, other), (value, base) = place, references, values
        more = f"SUM({own},-{other})"
        failed = next((each for each in values if isinstance(each, str)), None)
        by = value - base if failed is None else failed
        look = "more_whole" if isinstance(by, int) else "more_real"
        sheet.write_formula(row, column, f"={more}", self.formats[look], by)
        share: Any = base if isinstance(base, str) else ""
        if share == "" and base > 0:
            share = 100 * by / base if failed is None else failed
        formula = f'=IF({other}>0,100*{more}/{other},"")'
        sheet.write_formula(row, column + 1, formula, self.formats["percent"], share)
