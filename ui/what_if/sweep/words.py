"""The words of a sweep: what fields, values, results and points are called, and the ranges that a field starts with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QCoreApplication

from planner.fields import Choice, Flag, Number, Reference, worded
from planner.plan import Evaluation
from planner.summary import SUMMARY, line_named
from planner.units import editable, exact, write
from planner.what_if.cells import inside
from planner.what_if.sweep.axes import Axis, Swept, sweepable
from planner.words import Said
from planner.workbook import Workbook
from ui.titles import title_text

COMMON = ("batch", "context", "prompt", "output", "tp", "pp", "dp", "ep", "weights", "kv_keys", "kv_values", "engine",
          "accelerator", "model", "micro_batch", "sequence", "global_batch", "zero", "checkpointing", "recipe",
          "memory_fraction", "kv_policy")  # fmt: skip
"""The fields that a chooser offers first, where a plan has them."""
FORMATS = ("bf16", "fp8", "int8", "int4_g128", "mxfp4", "nvfp4")
FIRST_RESULTS = ("needed_bytes", "free_bytes", "tokens_per_s", "tpot_s", "ttft_s", "decode_step_s", "prefill_s",
                 "kv_capacity_tokens", "train_step_s", "mfu")  # fmt: skip
BELOW = " ▸ "
"""Between a line and the one that it stands under."""
PLAIN_TO = 2
"""Lines so deep in the tree need no others to be known by, if their name is their own."""
DEGREES = ("tp", "pp", "dp", "ep", "cp")
MANY = 8
"""A choice of more options than this starts with the common ones."""
SPAN = 8
"""How far a range of numbers starts to reach, as a factor of the present value."""


def field_title(swept: Swept, evaluation: Evaluation) -> str:
    """What a field is called, with the row it is of where that is not the scenario: "Bandwidth of A100"."""
    title = QCoreApplication.translate("fields", swept.field.title)
    if swept.role == "scenario":
        return title
    if swept.role == "assumptions":
        return QCoreApplication.translate("sweep", "{title} (assumption)").format(title=title)
    row = getattr(evaluation, swept.role)
    name = "" if row is None else row.name
    if swept.below[0] == "groups":
        group = next((each.name for each in row.groups if each.id == swept.below[1]), "")
        name = f"{name}, {group}"
    return QCoreApplication.translate("sweep", "{title} of {row}").format(title=title, row=name)


def unit_name(swept: Swept) -> str:
    """The unit that values of a field are written in; empty where there is none."""
    if not isinstance(swept.field, Number):
        return ""
    unit = swept.field.shown or swept.field.unit
    return QCoreApplication.translate("sweep", "tokens") if unit == "token" else unit


def axis_title(swept: Swept, evaluation: Evaluation) -> str:
    """The title of an axis, with its unit."""
    unit = unit_name(swept)
    return f"{field_title(swept, evaluation)} ({unit})" if unit else field_title(swept, evaluation)


def short(workbook: Workbook, swept: Swept, value: Any) -> str:
    """A value as it stands at an axis: short, without its unit."""
    named = worded(swept.field, value, workbook)
    if isinstance(named, Said):
        text = title_text(named)
        return text.partition(":")[0] if isinstance(swept.field, Choice) else text
    if named is not None or not isinstance(swept.field, Number):
        return named or str(value)
    if swept.field.binary and isinstance(value, int) and value >= 1024 and value % 1024 == 0:
        return f"{value // 1024:,}k" if value < 2**20 or value % 2**20 else f"{value // 2**20:,}M"
    text = editable(value, swept.field)
    number = float(text)
    if number.is_integer() and abs(number) < 1e15:
        return f"{int(number):,}"
    return f"{number:,.0f}" if abs(number) >= 10_000 else f"{number:,.4g}"


def said(workbook: Workbook, axis: Axis, value: Any) -> str:
    """A value with its field and unit, in a sentence: "Context 32k tokens"."""
    title = QCoreApplication.translate("fields", axis.swept.field.title)
    unit = "" if value is None else unit_name(axis.swept)
    return " ".join(part for part in (title, short(workbook, axis.swept, value), unit) if part)


def amount(value: Any, unit: str) -> str:
    """A result in words; what the planner does not know is said to be so."""
    return QCoreApplication.translate("sweep", "not known") if value is None else write(value, unit)


def exactly(value: Any, unit: str) -> str:
    """Every digit of a result."""
    return "" if value is None else exact(value, unit)


def margin_words(free: Any) -> str:
    """How much stays free or is missing."""
    if free is None:
        return ""
    if free < 0:
        return QCoreApplication.translate("sweep", "{amount} missing").format(amount=write(-free, "byte"))
    return QCoreApplication.translate("sweep", "{amount} free").format(amount=write(free, "byte"))


def fields_in_order(workbook: Workbook, scenario: str) -> list[Swept]:
    """Every field that can be swept, the common ones first."""
    known = sweepable(workbook, scenario)
    first = [known[name] for name in COMMON if name in known]
    return [*first, *(swept for name, swept in known.items() if name not in COMMON)]


def results_in_order(evaluation: Evaluation) -> Iterator[tuple[str, str]]:
    """Name and title of every line that can be a result, the common ones first, the verdict among them."""
    titles = _titles(evaluation)
    seen = set[str]()
    for name in FIRST_RESULTS:
        key = line_named(evaluation, name)
        if key is not None:
            seen.add(key)
            yield key, titles[key]
        if name == "free_bytes":
            yield "verdict", QCoreApplication.translate("sweep", "Verdict")
    for key in (*SUMMARY.values(), *evaluation.structure.index):
        if key in titles and key not in seen:
            seen.add(key)
            yield key, titles[key]


def _titles(evaluation: Evaluation) -> dict[str, str]:
    """What each line is called; deep in the tree, and where others have the same name, with the lines that it stands
    under before it, and with its key where that does not tell them apart either.
    """
    structure = evaluation.structure
    labels = {line.key: title_text(Said("ledger", line.label, line.label_values)) for line in structure.lines}

    def path(key: str) -> list[str]:
        parts, at = [labels[key]], structure.lines[structure.index[key]].parent
        while at is not None and at in labels:
            parts.insert(0, labels[at])
            at = structure.lines[structure.index[at]].parent
        return parts

    often, paths = Counter(labels.values()), {}
    for key, label in labels.items():
        above = path(key)
        paths[key] = label if often[label] == 1 and len(above) <= PLAIN_TO else BELOW.join(above)
    often = Counter(paths.values())
    return {key: title if often[title] == 1 else f"{title} — {key}" for key, title in paths.items()}


def present(evaluation: Evaluation, swept: Swept) -> Any:
    """The value that a field has in the plan as it is; None where it is blank or its row is not chosen."""
    return inside(getattr(evaluation, swept.role, None), swept.below)


def start_range(workbook: Workbook, evaluation: Evaluation, swept: Swept) -> str:
    """The range that a field starts with: around its present value."""
    field, now = swept.field, present(evaluation, swept)
    if isinstance(field, Flag):
        return "all"
    if isinstance(field, Reference):
        return "all, blank" if swept.name in ("engine", "draft") else "all"
    if isinstance(field, Choice):
        names = [name for name, _ in field.options]
        if len(names) <= MANY:
            return "all"
        common = [name for name in FORMATS if name in names] or names[:MANY]
        return ", ".join(common)
    if not isinstance(field, Number):
        return ""
    if swept.name in DEGREES:
        return "1..16 by powers of two" if (now or 1) <= 4 else f"1..{4 * now} by powers of two"
    if field.shown == "%":
        return "10..100 step 10"
    if field.whole and not field.shown:
        return _whole(evaluation, field, now)
    if not isinstance(now, int | float) or now <= 0:
        return "1..1_000 in 13 log"
    low, high = max(now / 4, field.minimum), min(now * 4, field.maximum)
    return f"{_figure(low, field)}..{_figure(high, field)} in 13 log"


def _whole(evaluation: Evaluation, field: Number, now: Any) -> str:
    low = max(int(field.minimum), 1)
    top = 2 ** (max(int(now or 1), 1) - 1).bit_length() * SPAN
    if field.unit == "token":
        longest: Any = evaluation.model.max_context
        top = max(top, 131_072)
        if isinstance(longest, int) and field.binary:
            top = min(top, longest)
        if top >= 4096:
            text = f"{top // 1024}k" if top % 1024 == 0 else str(top)
            return f"1k..{text} by powers of two" if field.binary else f"1024..{top} by powers of two"
    top = min(max(top, 64), int(field.maximum))
    return f"{low}..{top} by powers of two"


def _figure(value: float, field: Number) -> str:
    """Three figures of a number, in the unit of its column."""
    number = float(editable(value if not field.whole else round(value), field))
    return f"{float(f'{number:.3g}'):.10g}"
