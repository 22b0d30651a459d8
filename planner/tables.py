"""Answers as text in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from planner.checks import check_scenario
from planner.evaluations import Evaluations, Planner
from planner.plan import Evaluation
from planner.settings_words import finding_remedy
from planner.units import write
from planner.verdict import Verdict
from planner.workbook import Workbook

COLUMNS = (
    ("weights", "weights", "byte"),
    ("KV cache", "kv_cache", "byte"),
    ("activations", "activations", "byte"),
    ("overhead", "overhead", "byte"),
    ("needed", "needed", "byte"),
    ("usable", "usable", "byte"),
    ("free", "free", "byte"),
    ("prefill", "prefill", "s"),
    ("decode step", "decode_step", "s"),
    ("TTFT", "ttft", "s"),
    ("TPOT", "tpot", "s"),
)
OF_ENGINES = (
    ("reserved", "reserved", "byte"),
    ("KV room", "kv_budget", "byte"),
    ("tokens", "kv_capacity_tokens", "token"),
    ("requests", "kv_requests", "request"),
)
"""Columns that are there when a plan has an engine: what it takes, and what its cache holds."""


OF_TRAINING = (
    ("gradients", "gradients", "byte"),
    ("master", "master", "byte"),
    ("optimizer", "optimizer", "byte"),
    ("transient", "transient", "byte"),
    ("train step", "train_step", "s"),
)
"""Columns that are there when a plan trains."""
OF_SERVING = frozenset({"kv_cache", "prefill", "decode_step", "ttft", "tpot"})
"""Lines that no training plan has."""


def text_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Columns aligned with two spaces between them; the first to the left, the others to the right.

    >>> print(text_table(("a", "b"), [("x", "1"), ("long", "22")]))
    a      b
    x      1
    long  22
    """
    table = [tuple(header), *(tuple(row) for row in rows)]
    widths = [max(len(row[column]) for row in table) for column in range(len(header))]
    lines = []
    for row in table:
        cells = [row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _cell(evaluation: Evaluation, key: str, unit: str) -> str:
    """A line's value as text; a dash where the plan has no such line."""
    if key not in evaluation.structure.index:
        return "-"
    value = evaluation.value(key)
    if unit == "request" and value is not None:
        return f"{value:,.2f}"
    return write(value, unit) or "unknown"


def _columns(evaluations: Sequence[Evaluation]) -> list[tuple[str, str, str]]:
    """The columns that some plan has a line for."""
    columns = list(COLUMNS)

    def after(key: str, more: Iterable[tuple[str, str, str]]) -> None:
        at = [name for _, name, _ in columns].index(key) + 1
        columns[at:at] = more

    trains = [evaluation.scenario.load.kind == "training" for evaluation in evaluations]
    if any(evaluation.engine is not None for evaluation in evaluations):
        after("free", OF_ENGINES[1:])
        after("needed", OF_ENGINES[:1])
    if any(trains):
        after("tpot", OF_TRAINING[-1:])
        after("activations", OF_TRAINING[-2:-1])
        after("weights", OF_TRAINING[:-2])
    return [column for column in columns if not (all(trains) and trains and column[1] in OF_SERVING)]


def plan_table(evaluations: Sequence[Evaluation], planner: Planner, of: Evaluations | None = None) -> str:
    """The scenarios with their memory per GPU, verdict and time, and below what does not fit together.

    `of` are the answers for the workbook that the plans stand in, if they stand in one.
    """
    rows = []
    columns = _columns(evaluations)
    for evaluation in evaluations:
        card = evaluation.accelerator.name if evaluation.accelerator else "no GPU"
        numbers = [_cell(evaluation, key, unit) for _, key, unit in columns]
        rows.append((evaluation.scenario.name, f"{evaluation.model.name} on {card}", *numbers, str(evaluation.verdict)))
    text = text_table(("scenario", "plan", *(title for title, _, _ in columns), "verdict"), rows)
    notes = []
    workbook = Workbook() if of is None else of.workbook
    for evaluation in evaluations:
        short = evaluation.verdict in (Verdict.TIGHT, Verdict.DOES_NOT_FIT)
        helps = planner.remedies(evaluation, workbook.assumptions, workbook.accelerators) if short else ()
        notes += [
            f"{evaluation.scenario.name}: {finding.sentence} {finding_remedy(finding, helps)}".rstrip()
            for finding in (check_scenario(evaluation) if of is None else of.findings_of(evaluation.scenario.id))
        ]
    return "\n\n".join(part for part in (text, "\n".join(notes)) if part)
