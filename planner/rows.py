"""Finding a row of a table by its id, without a search: tables of thousands of rows are asked thousands of times."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

SHORT = 16
"""Up to so many rows a search is as fast."""
KEPT = 8
"""So many tables are remembered, the one not asked for longest forgotten first."""

_known: OrderedDict[int, tuple[tuple[Any, ...], Mapping[str, Any]]] = OrderedDict()


def row_of(rows: tuple[Any, ...], row_id: str) -> Any | None:
    """The row with an id; None where there is none.

    >>> from planner.workbook import Scenario
    >>> row_of((Scenario(id="a", name="A"), Scenario(id="b", name="B")), "b").name
    'B'
    """
    if len(rows) <= SHORT:
        return next((row for row in rows if getattr(row, "id", None) == row_id), None)
    found = _known.get(id(rows))
    if found is None or found[0] is not rows:
        # The tuple is held with its index, so that no other can come to have its id.
        found = (rows, {row.id: row for row in reversed(rows) if hasattr(row, "id")})
        _known[id(rows)] = found
        if len(_known) > KEPT:
            _known.popitem(last=False)
    else:
        _known.move_to_end(id(rows))
    return found[1].get(row_id)
