"""What does not go together in one row of a table, or between a scenario and the rows that it names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.fields import field_of
from planner.findings import Edit, Finding, Severity
from planner.layers import read_positions
from planner.parts.base import Check
from planner.rows import row_of
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Accelerator, Engine, LayerGroup, Model, Path, Scenario, Workbook


def check_model(model: Model) -> Iterator[Finding]:
    """What of one model row does not go together."""
    if not model.groups:
        yield Finding(
            "no_layers",
            ("models", model.id, "name"),
            Severity.ERROR,
            QT_TRANSLATE_NOOP("findings", "{name} has no layers, so that plans with it get no verdict."),
            {"name": model.name},
            QT_TRANSLATE_NOOP("findings", "Insert a row in the table of its layers."),
        )
    for group in model.groups:
        yield from _check_positions(model, group)
        for part_name in ("attention", "beside", "feed_forward"):
            for check in getattr(group, part_name).checks():
                yield of_part(check, ("models", model.id, "groups", group.id, part_name, check.field))


def _check_positions(model: Model, group: LayerGroup) -> Iterator[Finding]:
    """Positions that are not read, or are not as many as the group has layers."""
    if group.positions is None:
        return
    path = ("models", model.id, "groups", group.id, "positions")
    try:
        stated = len(read_positions(group.positions))
    except ValueError as error:
        yield Finding("positions_not_read", path, Severity.WARNING, "{sentence}", {"sentence": f"{error}."})
        return
    if isinstance(group.count, int) and stated != group.count:
        yield Finding(
            "positions_are_not_the_count",
            path,
            Severity.WARNING,
            QT_TRANSLATE_NOOP("findings", "The positions of {group} name {stated} layers, and it has {count}."),
            {"group": group.name, "stated": stated, "count": group.count},
            QT_TRANSLATE_NOOP("findings", "Correct the positions, or clear them: then the groups follow each other."),
            (Edit(path, None),),
        )


def of_part(check: Check, path: Path) -> Finding:
    """What a part says of itself, at this place."""
    severity = Severity.WARNING if check.severe else Severity.NOTE
    return Finding(check.code, path, severity, check.template, check.values, check.remedy)


def check_accelerator(accelerator: Accelerator) -> Iterator[Finding]:
    """What of one accelerator row does not go together."""
    nominal, usable = accelerator.nominal_memory, accelerator.usable_memory
    if isinstance(nominal, int) and isinstance(usable, int) and usable > nominal:
        yield Finding(
            "usable_above_nominal",
            ("accelerators", accelerator.id, "usable_memory"),
            Severity.WARNING,
            QT_TRANSLATE_NOOP("findings", "Usable memory is more than the nominal memory of {name}."),
            {"name": accelerator.name},
            QT_TRANSLATE_NOOP("findings", "Take the total that torch reports, which is less than the label."),
        )


def check_bands(engine: Engine) -> Iterator[Finding]:
    """Ends of a band on the wrong side of its figure, in one row of the engines table."""
    names = ("logit_copies", "device_context", "runtime", "graphs", "communicator")
    for name in names:
        low, typical, high = (getattr(engine, f"{name}{end}") for end in ("_low", "", "_high"))
        for end, wrong in (("low", _above(low, typical)), ("high", _above(typical, high))):
            if wrong:
                yield Finding("band_inverted", ("engines", engine.id, f"{name}_{end}"), Severity.WARNING,
                    QT_TRANSLATE_NOOP("findings", "{title} lies on the wrong side of its typical figure."),
                    {"title": field_of(Engine, f"{name}_{end}").title},
                    QT_TRANSLATE_NOOP("findings", "A band goes from low over typical to high."))  # fmt: skip


def _above(one: Any, other: Any) -> bool:
    return isinstance(one, int | float) and isinstance(other, int | float) and one > other


def check_references(workbook: Workbook, scenario: Scenario) -> Iterator[Finding]:
    """Rows that a scenario needs and does not have."""
    for name, table, blank, missing in (
        (
            "model",
            workbook.models,
            QT_TRANSLATE_NOOP("findings", "No model is chosen."),
            QT_TRANSLATE_NOOP("findings", "The model this scenario names is not in the workbook."),
        ),
        (
            "accelerator",
            workbook.accelerators,
            QT_TRANSLATE_NOOP("findings", "No GPU is chosen."),
            QT_TRANSLATE_NOOP("findings", "The GPU this scenario names is not in the workbook."),
        ),
        (
            "engine",
            workbook.engines,
            "",
            QT_TRANSLATE_NOOP("findings", "The engine this scenario names is not in the workbook."),
        ),
        (
            "draft",
            workbook.models,
            "",
            QT_TRANSLATE_NOOP("findings", "The draft model this scenario names is not in the workbook."),
        ),
    ):
        chosen = getattr(scenario, name)
        if chosen is None and not blank:
            continue
        if chosen is None or row_of(table, chosen) is None:
            yield Finding(
                f"no_{name}",
                ("scenarios", scenario.id, name),
                Severity.ERROR,
                blank if chosen is None else missing,
                {},
                QT_TRANSLATE_NOOP("findings", "Choose a row of that table."),
            )
