"""Places of the document as people call them: "13B batch 16 · Context"."""

from __future__ import annotations

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
