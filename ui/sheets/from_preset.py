"""Which cells differ from the preset that their row was copied from, and what the preset has there."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QCoreApplication

from planner import presets
from planner.workbook import Path
from ui.session import Session
from ui.sheets.choices import WITH_PRESETS
from ui.sheets.columns import InputColumn, Row
from ui.sheets.sheet import Sheet

NOTHING: Mapping[int, str] = MappingProxyType({})


class PresetMarks:
    """A sentence per column position for the cells of a row that differ; nothing until `active` is set.

    Reading the presets takes some 20 ms, which the first paint does not wait for.
    """

    def __init__(self, session: Session, sheet: Sheet) -> None:
        self._session = session
        self._sheet = sheet
        self._positions = {
            column.path: position for position, column in enumerate(sheet.columns) if isinstance(column, InputColumn)
        }
        self._kept: dict[str, tuple[Any, Any, Mapping[Path, Any]]] = {}
        self._indexed: tuple[Any, ...] | None = None
        self.active = False

    def forget(self) -> None:
        """The presets are others than before."""
        self._kept.clear()

    def of(self, row: Row) -> Mapping[int, str]:
        """The cells of a row that differ."""
        if not self.active or row.path[0] not in WITH_PRESETS:
            return NOTHING
        owner = self._owner(row.path)
        if owner is None or owner[0].preset is None:
            return NOTHING
        record, _, differing = owner
        if not differing:
            return NOTHING
        theirs = presets.listed(row.path[0])[record.preset].row
        return self._of_layers(row, record, theirs, differing) if len(row.path) > 2 else self._of_row(theirs, differing)

    def _owner(self, path: Path) -> tuple[Any, Any, Mapping[Path, Any]] | None:
        """The row of the document that a row on show belongs to, resolved, and where it differs; kept."""
        written, plain = self._rows_by_id(path[0])
        record, resolved = written.get(path[1]), plain.get(path[1])
        if record is None:
            return None
        kept = self._kept.get(path[1])
        if kept is None or kept[0] is not record or kept[1] is not resolved:
            kept = self._kept[path[1]] = (record, resolved, presets.differences(resolved or record))
        return kept

    def _rows_by_id(self, table: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """The rows of a table as they are written and as they are resolved; indexed once per change."""
        session = self._session
        both = getattr(session.workbook, table), getattr(session.evaluations.workbook, table)
        if self._indexed is None or self._indexed[0] is not both[0] or self._indexed[1] is not both[1]:
            self._indexed = (*both, *({row.id: row for row in rows} for rows in both))
        return self._indexed[2], self._indexed[3]

    def _of_row(self, theirs: Any, differing: Mapping[Path, Any]) -> Mapping[int, str]:
        found = self._texts(theirs, [path for path in differing if path[0] != "groups"])
        if any(path[0] == "groups" for path in differing):
            found[self._sheet.column("layers")] = QCoreApplication.translate(
                "sheets", "Differs from the preset: see the layers of the model."
            )
        return found

    def _of_layers(self, row: Row, record: Any, theirs: Any, differing: Mapping[Path, Any]) -> Mapping[int, str]:
        start = row.path[2:4]
        at = next((at for at, group in enumerate(record.groups) if group.id == row.path[3]), len(theirs.groups))
        if at >= len(theirs.groups):
            return {self._sheet.column("name"): QCoreApplication.translate("sheets", "The preset has no such layers.")}
        return self._texts(theirs.groups[at], [path[2:] for path in differing if path[:2] == start])

    def _texts(self, theirs: Any, paths: list[Path]) -> dict[int, str]:
        like_ours = Row((), theirs, theirs)
        blank = QCoreApplication.translate("sheets", "blank")
        said = QCoreApplication.translate("sheets", "Differs from the preset: {value}")
        found = {}
        for path in paths:
            position = self._positions.get(path)
            if position is not None:
                found[position] = said.format(value=self._sheet.columns[position].text(like_ours) or blank)
        return found
