"""A matrix as text: a grid of one result as CSV, TSV or Markdown, and every result of every cell for scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planner.csv_text import csv_text, harmless
from planner.precision import label_of
from planner.units import write
from planner.verdict import Verdict
from planner.what_if.matrix.grid import Cell, Grid
from planner.words import QT_TRANSLATE_NOOP

Names = Callable[[str], str]
"""Gives a text in the reader's language."""


@dataclass(frozen=True, slots=True)
class Result:
    """One result of a cell: what it is called, its unit, and its exact value."""

    title: str
    help: str
    unit: str
    value: Callable[[Cell], Any]


OF_FITS = frozenset({"tokens", "tpot", "cost"})
"""Results that no plan has that does not fit: beside those of others they would look like an offer."""


def _of_a_fit(cell: Cell, value: Any) -> Any:
    return None if cell.verdict is Verdict.DOES_NOT_FIT else value


RESULTS: Mapping[str, Result] = {
    "verdict": Result(
        QT_TRANSLATE_NOOP("matrix", "Verdict and margin"),
        QT_TRANSLATE_NOOP("matrix", "The word of the plan, with the memory of each GPU that stays free or is missing"),
        "byte", lambda cell: str(cell.verdict),
    ),
    "margin": Result(
        QT_TRANSLATE_NOOP("matrix", "Margin"),
        QT_TRANSLATE_NOOP("matrix", "Memory of each GPU that stays free; below zero it is missing"),
        "byte", lambda cell: cell.free,
    ),
    "needed": Result(
        QT_TRANSLATE_NOOP("matrix", "Needed"), QT_TRANSLATE_NOOP("matrix", "Memory that the fullest GPU needs"),
        "byte", lambda cell: cell.needed,
    ),
    "gpus": Result(
        QT_TRANSLATE_NOOP("matrix", "Least GPUs"),
        QT_TRANSLATE_NOOP("matrix", "GPUs of the plan at the least TP of 1, 2, 4 … within a host with which it fits; "
                          "all else stays"),
        "GPU", lambda cell: cell.least,
    ),
    "tokens": Result(
        QT_TRANSLATE_NOOP("matrix", "Tokens per second"),
        QT_TRANSLATE_NOOP("matrix", "Output tokens per second of all requests, of training the tokens that count; none "
                          "of a plan that does not fit: its sentence has them at the least GPUs with which it does"),
        "token/s", lambda cell: _of_a_fit(cell, cell.tokens_per_s),
    ),
    "tpot": Result(
        QT_TRANSLATE_NOOP("matrix", "TPOT"),
        QT_TRANSLATE_NOOP("matrix", "Time per output token of one request; none of a plan that does not fit: its "
                          "sentence has it at the least GPUs with which it does"),
        "s", lambda cell: _of_a_fit(cell, cell.tpot),
    ),
    "cost": Result(
        QT_TRANSLATE_NOOP("matrix", "Cost per million tokens"),
        QT_TRANSLATE_NOOP("matrix", "USD of a million output tokens on all GPUs of the plan, at the lowest price of an "
                          "hour in the GPU's row; none of a plan that does not fit: its sentence has it at the "
                          "least GPUs with which it does"),
        "USD", lambda cell: _of_a_fit(cell, cell.cost),
    ),
}  # fmt: skip
"""What a matrix can show, by the name of a result on the command line."""


def written(result: str, cell: Cell, word: Names = str) -> str:
    """A result as people read it; "–" where it is not known, where no degree fits, and speed and cost where the plan
    does not.

    >>> written("margin", Cell(Verdict.FITS, "", 2**30, 3 * 2**30, None, None, None))
    '3.00 GiB'
    """
    if result == "verdict":
        margin = "" if cell.free is None or cell.verdict is Verdict.UNKNOWN else f" {signed(cell.free)}"
        return f"{word(str(cell.verdict))}{margin}"
    value = RESULTS[result].value(cell)
    if value is None:
        return "–"
    if result == "margin":
        return signed(value)
    if result == "gpus":
        return f"{value:,}"
    if result == "tokens":
        return rate(value)
    if result == "cost":
        return f"{value:,.2f} USD"
    return write(value, RESULTS[result].unit)


def rate(value: float) -> str:
    """Tokens per second to three significant digits, whole from 100 on.

    >>> rate(1234.5), rate(86.02), rate(99.97), rate(0.5)
    ('1,234', '86.0', '100', '0.500')
    """
    return f"{value:,.0f}" if value >= 100 else f"{value:#.3g}".rstrip(".")


def signed(value: int | float) -> str:
    """Bytes with a real minus sign.

    >>> signed(-3 * 2**29)
    '−1.50 GiB'
    """
    return write(value, "byte")


def precision_name(precision: str | None, stated: str = "as stated") -> str:
    """What a format of the weights is called; `stated` where it is the scenario's own."""
    return stated if precision is None else label_of(precision)


def rows_of(grid: Grid, result: str, exact: bool) -> Iterator[list[str]]:
    """A heading, then one line per model: its name, and its cells by card and precision."""
    question = grid.question
    several = len(question.precisions) > 1 or question.precisions[0] is not None
    heads = [
        card.name + (f" · {precision_name(precision)}" if several else "")
        for card in question.cards for precision in question.precisions
    ]  # fmt: skip
    yield ["model", *heads]
    for at, model in enumerate(question.models):
        cells = (
            grid.cell(at, nth, place) for place in range(len(question.cards)) for nth in range(len(question.precisions))
        )
        texts = [_exact(RESULTS[result].value(cell)) if exact else written(result, cell) for cell in cells]
        yield [model.name, *texts]


def _exact(value: Any) -> str:
    return "" if value is None else value if isinstance(value, str) else repr(value)


def csv_of(grid: Grid, result: str) -> str:
    """The grid of one result with exact values as CSV; a name that begins like a formula has an apostrophe."""
    head, *rows = rows_of(grid, result, exact=True)
    return csv_text([[harmless(text) for text in head], *([harmless(row[0]), *row[1:]] for row in rows)])


def markdown_text(grid: Grid, result: str) -> str:
    """The grid of one result as a table in Markdown."""
    lines = [[text.replace("|", "\\|").replace("\n", " ") for text in row] for row in rows_of(grid, result, False)]
    rule = ["---", *("---:" for _ in lines[0][1:])]
    return "".join(f"| {' | '.join(row)} |\n" for row in (lines[0], rule, *lines[1:]))


def answers(grid: Grid, models: Sequence[str], cards: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Every cell as scripts get it, row by row; `models` and `cards` name the rows and columns."""
    for at, model in enumerate(models):
        for nth, precision in enumerate(grid.question.precisions):
            for place, card in enumerate(cards):
                cell = grid.cell(at, nth, place)
                yield {
                    "model": model,
                    "gpu": card,
                    "weights": precision,
                    "verdict": str(cell.verdict),
                    "reason": cell.reason or None,
                    "needed_bytes": cell.needed,
                    "free_bytes": cell.free,
                    "least_gpus": cell.least,
                    "tokens_per_s": cell.tokens_per_s,
                    "tpot_s": cell.tpot,
                    "million_tokens_usd_low": cell.cost,
                }
