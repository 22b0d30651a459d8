"""The table of engines: what a serving program's memory fraction bounds, how it caches, what a step of it reserves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from planner.assumptions import Assumptions
from planner.fields import fields_of
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Engine, Path, Workbook, new_id
from ui.sheets.columns import Row, translated
from ui.sheets.derive import columns_of, following, ordered, with_presets
from ui.sheets.sheet import Sheet, unused_name

SHOWN = (
    "name", "verified", "budget", "memory_fraction", "kv_policy", "page_tokens", "step", "tokens_per_step",
    "max_sequences", "sampler", "device_context", "runtime", "graphs", "communicator",
)  # fmt: skip
"""What is on show at the start; bands, and what only some engines have, wait in the menu of the header."""
GROUPED = ("budget", "kv_cache", "activations", "weights", "overhead")
"""The order of the groups behind the name."""


def _assumed(name: str) -> Callable[[Row], Any]:
    """What the workbook assumes where an engine has no figure of its own."""
    return lambda row: getattr(row.assumptions, name, None)


def fresh(workbook: Workbook, container: Path) -> BaseModel:
    """An engine that takes what a load needs, with the workbook's overheads."""
    name = unused_name({row.name for row in workbook.engines}, translated("Engine"))
    return Engine(id=new_id("engine"), name=name)


def engines_sheet() -> Sheet:
    """The table of engines."""
    found = columns_of(Engine)
    assumed = {name: _assumed(name) for name, _ in fields_of(Assumptions) if name in Engine.model_fields}
    order = [
        column.key
        for group in GROUPED
        for shown in (True, False)
        for column in found
        if column.field.group == group and (column.key in SHOWN) is shown
    ]
    columns = with_presets(
        following(ordered(found, ("name", "verified", "platforms", *order), ("preset",)), assumed), "engines"
    )
    return Sheet(
        name="engines",
        title=translated(QT_TRANSLATE_NOOP("fields", "Engines")),
        columns=columns,
        fresh=fresh,
        container=("engines",),
        hidden=frozenset(column.key for column in columns if column.key not in (*SHOWN, "preset")),
    )
