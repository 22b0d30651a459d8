"""The table of engines: what a serving program's memory fraction bounds, how it caches, what a step of it reserves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication

from planner.assumptions import Assumptions
from planner.engine_standing import Standing, standing_of
from planner.fields import RowRecord, fields_of
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Engine, Path, Workbook, new_id
from ui.sheets.columns import NO, YES, Column, Row, translated
from ui.sheets.derive import columns_of, following, ordered, with_presets
from ui.sheets.sheet import Sheet, unused_name
from ui.titles import filled

SHOWN = (
    "name", "verified", "budget", "memory_fraction", "kv_policy", "page_tokens", "step", "tokens_per_step",
    "max_sequences", "sampler", "device_context", "runtime", "graphs", "communicator",
)  # fmt: skip
"""What is on show at the start; bands, and what only some engines have, wait in the menu of the header."""
GROUPED = ("budget", "kv_cache", "activations", "weights", "overhead")
"""The order of the groups behind the name."""


@dataclass(frozen=True)
class StandingColumn(Column):
    """Whether the figures of a row were held against cases: read off its preset, so nobody can write it."""

    def value(self, row: Row) -> bool:
        return self._standing(row).verified

    def text(self, row: Row) -> str:
        return YES if self.value(row) else NO

    def described(self, row: Row, workbook: Workbook) -> str:
        standing = self._standing(row)
        return QCoreApplication.translate("findings", standing.template).format(**filled(standing.values))

    @staticmethod
    def _standing(row: Row) -> Standing:
        engine = row.resolved
        assert isinstance(engine, Engine)
        return standing_of(engine)


def _assumed(name: str) -> Callable[[Row], Any]:
    """What the workbook assumes where an engine has no figure of its own."""
    return lambda row: getattr(row.assumptions, name, None)


def fresh(workbook: Workbook, container: Path) -> RowRecord:
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
    columns: tuple[Column, ...] = with_presets(
        following(ordered(found, ("name", "platforms", *order), ("preset",)), assumed), "engines"
    )
    what = QT_TRANSLATE_NOOP(
        "fields", "Whether its figures are those of a preset that was held against what it printed on real cards."
    )
    title = translated(QT_TRANSLATE_NOOP("fields", "Checked by cases"))
    columns = (columns[0], StandingColumn("verified", title, columns[0].group, translated(what)), *columns[1:])
    return Sheet(
        name="engines",
        title=translated(QT_TRANSLATE_NOOP("fields", "Engines")),
        columns=columns,
        fresh=fresh,
        container=("engines",),
        hidden=frozenset(column.key for column in columns if column.key not in (*SHOWN, "preset")),
        assumes=True,
    )
