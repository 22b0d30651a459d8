"""Places of the document as people call them: "13B batch 16 · Context"."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication

from planner import edits
from planner.workbook import Path, Workbook


def place_text(workbook: Workbook, path: Path) -> str:
    """The names of the rows on the way and the title of the cell; empty when the place is gone."""
    names: list[str] = []
    try:
        for length in (2, 4):
            if len(path) >= length and (length == 2 or path[2] == "groups"):
                name = getattr(edits.value_at(workbook, path[:length]), "name", "")
                names += [name] if name else []
        if path[:1] == ("assumptions",):
            names.append(QCoreApplication.translate("places", "Assumptions"))
        if len(path) > 2 or path[:1] == ("assumptions",):
            names.append(QCoreApplication.translate("fields", edits.field_at(workbook, path).title))
    except edits.EditError:
        pass
    return " · ".join(names)


class Places:
    """`place_text` for a list that asks for every place after every edit: a text is made anew when its row changed."""

    def __init__(self) -> None:
        self._indexed: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {}
        self._texts: dict[Path, tuple[Any, str]] = {}

    def text(self, workbook: Workbook, path: Path) -> str:
        """The same words as `place_text` has."""
        rows = getattr(workbook, path[0], None) if len(path) > 1 else None
        if not isinstance(rows, tuple):
            return place_text(workbook, path)
        known = self._indexed.get(path[0])
        if known is None or known[0] is not rows:
            known = self._indexed[path[0]] = rows, {row.id: row for row in rows}
        row = known[1].get(path[1])
        kept = self._texts.get(path)
        if kept is None or kept[0] is not row:
            kept = self._texts[path] = row, place_text(workbook, path)
        return kept[1]
