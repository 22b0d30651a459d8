"""What a report of a workbook says, as plain values: paragraphs and tables that Markdown and PDF only dress.

The same workbook gives the same report: no date, no name of a machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from planner import __version__
from planner.evaluations import Evaluations
from planner.export.beside import NOTE, amount_beside, compared_with, rows_of
from planner.fields import Choice, Flag, Number, fields_of
from planner.findings import Finding
from planner.migrations import VERSION
from planner.plan import Evaluation
from planner.precision import decided
from planner.settings_words import MEMORY_CODES, finding_remedy
from planner.units import counted, minus, write
from planner.what_if.compare import Amount, Comparison
from planner.workbook import Assumptions, Workbook

SUMMARISED: Sequence[tuple[str, str, str]] = (
    ("Needed", "needed", "byte"),
    ("Weights", "weights", "byte"),
    ("KV cache", "kv_cache", "byte"),
    ("Gradients", "gradients", "byte"),
    ("Master weights", "master", "byte"),
    ("Optimizer", "optimizer", "byte"),
    ("Activations", "activations", "byte"),
    ("Overheads", "overhead", "byte"),
    ("Usable", "usable", "byte"),
    ("Free", "free", "byte"),
    ("Tokens in the cache", "kv_capacity_tokens", "token"),
    ("TTFT", "ttft", "s"),
    ("TPOT", "tpot", "s"),
    ("Tokens per second", "tokens_per_s", "token/s"),
    ("Training step", "train_step", "s"),
)
"""Title, line and unit of what a summary of a plan shows."""
TIMES = (
    "prefill",
    "decode_step",
    "ttft",
    "tpot",
    "tokens_per_s",
    "requests_per_s",
    "prefill_floor",
    "decode_floor",
    "train_step",
    "train_tokens_per_s",
    "mfu_exact",
)
MEMORY = (
    "needed",
    "needed_low",
    "needed_high",
    "usable",
    "reserved",
    "allowed",
    "free",
    "kv_budget",
    "kv_capacity_tokens",
    "kv_requests",
    "least_fraction",
)

NOTES = (
    "Inputs holds every number of the workbook under a name; cells with an expression hold it as a live formula. Each "
    "scenario has a sheet with its whole ledger: every line is a formula over these names and over other lines.",
    "What was not stated is #N/A, and so is what needs it: fill it in, and the rest has a value.",
    "Numbers choose no lines. Formats, kinds of layers, engines and links are texts here, and a degree of 1 (TP, PP, "
    "DP, EP, CP) has other lines than one of 2 or more: change those in Fitsheet and export again.",
    "Figures that follow from choices (formats, the stages of a pipeline, recipes, a draft model, what stays empty in "
    "the allocator's blocks) stand at the head of a scenario's sheet as they were when it was exported.",
    "A verdict here follows from the numbers alone; whether changed numbers go together (TP and the heads, say) is "
    "checked in Fitsheet.",
    "A spreadsheet holds whole numbers exactly up to 2^53 and shows fifteen digits: from 10^15 on a number stands "
    "beside its cell as text too, as it was exported.",
    "Memory is in bytes per GPU, of the fullest rank; GiB are 2^30 bytes. Times are in seconds.",
)


@dataclass(frozen=True, slots=True)
class Table:
    """A header and rows of texts; the first `left` columns are set to the left, the others to the right."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 1


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a level from 1 with what stands below it. `scenario` is the row that it is about."""

    title: str
    level: int
    paragraphs: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    scenario: str = ""


def versions() -> str:
    """The program and the form of its files."""
    return f"Fitsheet {__version__}, files of version {VERSION}."


def report(workbook: Workbook, evaluations: Evaluations, title: str, chosen: Sequence[str] = ()) -> tuple[Section, ...]:
    """The report of a workbook, or of the scenarios with these ids."""
    found = [(row, evaluations.scenarios.get(row.id)) for row in rows_of(evaluations, chosen)]
    plans = [evaluation for _, evaluation in found if evaluation is not None]
    sections = [
        Section(
            title,
            1,
            (
                "Memory per GPU is of the fullest rank; GiB are 2^30 bytes. Needed is what the load takes, with "
                "typical overheads; Tight means that the upper end of their band does not fit, or that less is free "
                "than is to stay free.",
                versions(),
            ),
        ),
        Section("Scenarios", 2, (), (_overview(plans),)),
    ]
    first = compared_with(evaluations, chosen)
    if first is not None:
        sections.append(_beside(first, plans))
    for row, evaluation in found:
        if evaluation is None:
            sections.append(Section(row.name, 2, ("No model is chosen.",), (), row.id))
        else:
            sections.append(_plan(evaluation, evaluations))
    sections.append(_assumptions(evaluations.workbook.assumptions))
    sections.append(_sources(evaluations, plans))
    return tuple(sections)


def notes(evaluations: Evaluations, first: Evaluation | None = None) -> Iterator[str]:
    """What a reader of the spreadsheet has to know, with the Findings of the workbook. `first` is the baseline that
    others in it stand beside.
    """
    yield f"Written by {versions()}"
    yield from NOTES
    if first is not None:
        yield NOTE.format(name=first.scenario.name)
    names = {row.id: row.name for row in evaluations.workbook.scenarios}
    for finding in evaluations.findings:
        row = finding.path[1] if len(finding.path) > 1 else ""
        place = f"{names[row]}: " if row in names else ""
        yield f"Finding: {place}{_said(finding)}"


def _said(finding: Finding) -> str:
    """A Finding with what to do; what would free memory is computed for one plan at a time, and not here."""
    return (
        finding.sentence if finding.code in MEMORY_CODES else f"{finding.sentence} {finding_remedy(finding)}".rstrip()
    )


def choices_of(evaluation: Evaluation) -> Iterator[tuple[str, str]]:
    """What was chosen for a plan, beside its numbers: title and text."""
    scenario = evaluation.scenario
    if scenario.group is not None:
        yield "Group", scenario.group
    yield "Verdict when it was exported", str(evaluation.verdict)
    yield "Model", evaluation.model.name
    yield "GPU", evaluation.accelerator.name if evaluation.accelerator is not None else "none"
    yield "Engine", evaluation.engine.name if evaluation.engine is not None else "none"
    if evaluation.draft is not None:
        yield "Draft model", evaluation.draft.name
    titles = {name: field.title for record in (scenario, scenario.load) for name, field in fields_of(record)}
    for cell, found in decided(scenario, evaluation.model.stored_formats).items():
        if cell in titles:  # a plan that trains has no formats of a cache
            yield titles[cell], found.format
    for record in (scenario, scenario.load):
        for name, field in fields_of(record):
            value = getattr(record, name)
            if isinstance(field, Choice | Flag) and value is not None and name not in _FORMATS:
                yield field.title, _chosen(field, value)
    if scenario.stages is not None:
        yield "Layers per stage", scenario.stages


_FORMATS = frozenset(
    {
        "weights",
        "attention_weights",
        "feed_forward_weights",
        "expert_weights",
        "embedding_weights",
        "head_weights",
        "other_weights",
        "activations",
        "kv_keys",
        "kv_values",
    }
)


def _chosen(field: Choice | Flag, value: Any) -> str:
    if isinstance(field, Flag):
        return "yes" if value else "no"
    return next((label for name, label in field.options if name == value), str(value)) or str(value)


def numbers_of(record: BaseModel) -> Iterator[tuple[str, str]]:
    """The numeric cells of a record that are filled in: title, and value with its unit."""
    for name, field in fields_of(record):
        value = getattr(record, name)
        if isinstance(field, Number) and value is not None:
            yield field.title, shown(value, field.unit, field.shown)


def shown(value: Any, unit: str, column: str = "") -> str:
    """A value for reading, with its unit.

    >>> shown(450320, "token"), shown(54.9721, "request"), shown(2**30, "byte"), shown(140.47, "token/s")
    ('450,320 tokens', '54.97 requests', '1.00 GiB', '140 token/s')
    """
    if value is None:
        return "unknown"
    if isinstance(value, str):
        return value
    if column in ("%",):
        return f"{write(value, unit, column)} %"
    text = minus(f"{value:,.2f}") if unit == "request" and isinstance(value, float) else write(value, unit)
    if unit in ("byte", "s", "FLOP", "byte/s", "FLOP/s") or unit.startswith("byte/"):
        return text
    return f"{text} {counted(unit, value)}".rstrip()


def _overview(plans: Sequence[Evaluation]) -> Table:
    columns = [column for column in SUMMARISED if any(column[1] in plan.structure.index for plan in plans)]
    rows = []
    for plan in plans:
        card = plan.accelerator.name if plan.accelerator is not None else "no GPU"
        cells = [shown(plan.value(key), unit) if key in plan.structure.index else "–" for _, key, unit in columns]
        rows.append((plan.scenario.name, f"{plan.model.name} on {card}", str(plan.verdict), *cells))
    return Table(("Scenario", "Plan", "Verdict", *(title for title, _, _ in columns)), tuple(rows), 3)


def _beside(first: Evaluation, plans: Sequence[Evaluation]) -> Section:
    """By how much each plan has more than the baseline, whose own amounts stand at the head."""
    both = (first, *plans)
    columns = [column for column in SUMMARISED if any(column[1] in plan.structure.index for plan in both)]
    own = [shown(first.value(key), unit) if key in first.structure.index else "–" for _, key, unit in columns]
    rows = [(f"{first.scenario.name} (baseline)", str(first.verdict), *own)]
    for plan in plans:
        if plan is not first:
            more = (_more(amount_beside(first, plan, key), unit) for _, key, unit in columns)
            rows.append((plan.scenario.name, Comparison(first, plan).verdict, *more))
    said = NOTE.format(name=first.scenario.name)
    table = Table(("Scenario", "Verdict", *(title for title, _, _ in columns)), tuple(rows), 2)
    return Section("Beside the baseline", 2, (said,), (table,))


def _more(amount: Amount | None, unit: str) -> str:
    if amount is None:
        return "–"
    by, share = amount.difference, amount.percent
    if by is None:
        return "unknown"
    if not by:
        return "="
    sign = "+" if by > 0 else "−"
    percent = "" if share is None else f" ({sign}{abs(share):,.1f} %)" if abs(share) >= 0.05 else " (≈ 0 %)"
    return f"{sign}{shown(abs(by), unit)}{percent}"


def _plan(evaluation: Evaluation, evaluations: Evaluations) -> Section:
    scenario = evaluation.scenario
    deciding = evaluation.deciding
    found = [_said(finding) for finding in evaluations.findings_of(scenario.id)]
    why = "" if deciding is None or any(deciding.sentence in said for said in found) else deciding.sentence
    paragraphs = [f"{evaluation.verdict}. {why}".strip(), *found]
    inputs = [*choices_of(evaluation), *numbers_of(scenario), *numbers_of(scenario.load)]
    structure = evaluation.structure
    parts = tuple(structure.children.get("needed", ()))
    tables = [
        Table(("Input", "Value"), tuple(inputs[1:])),
        _lines(evaluation, "Memory per GPU", [*parts, *MEMORY]),
        _lines(evaluation, "Time", TIMES),
    ]
    return Section(scenario.name, 2, tuple(paragraphs), tuple(table for table in tables if table.rows), scenario.id)


def _lines(evaluation: Evaluation, title: str, keys: Sequence[str]) -> Table:
    rows = []
    for key in keys:
        if key in evaluation.structure.index:
            line = evaluation.line(key)
            label = line.label.format(**line.label_values)
            rows.append((label, line.formula, shown(line.value, line.unit)))
    return Table((title, "Formula", "Value"), tuple(rows), 2)


def _assumptions(assumptions: Assumptions) -> Section:
    return Section("Assumptions", 2, (), (Table(("Assumption", "Value"), tuple(numbers_of(assumptions))),))


def _sources(evaluations: Evaluations, plans: Sequence[Evaluation]) -> Section:
    """Where the figures of the rows come from that these plans use."""
    used: dict[str, Any] = {}
    for plan in plans:
        for row in (plan.model, plan.accelerator, plan.engine, plan.draft):
            if row is not None:
                used[row.id] = row
    rows = []
    for row in used.values():
        described: Mapping[str, Any] = dict(fields_of(row))
        for name, source in row.sources.items():
            field = described.get(name)
            rows.append((row.name, name if field is None else field.title, source))
    return Section("Sources", 2, (), (Table(("Row", "Figure", "Source"), tuple(rows), 3),))
