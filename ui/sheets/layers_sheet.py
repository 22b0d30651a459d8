"""The layer groups of one model: attention, feed-forward network, norms, and how many layers are alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from planner.bounds import MOST_GROUPS
from planner.fields import RowRecord
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import LayerGroup, Path, Workbook, new_id
from ui.sheets.columns import InputColumn, translated
from ui.sheets.derive import columns_of, ordered, regrouped, retitled
from ui.sheets.models_sheet import fresh as fresh_model
from ui.sheets.sheet import Sheet, records, unused_name

FIRST = (
    "name", "count", "attention.kind", "attention.heads", "attention.kv_heads", "attention.head_dim",
    "attention.window",
)  # fmt: skip
LAST = ("positions",)
"""A group has some 130 lines in the ledger of each scenario, which take 20 to 30 ms to set up."""
_LAYERS = QT_TRANSLATE_NOOP("fields", "Layers")
_NORMS = QT_TRANSLATE_NOOP("fields", "Norms")
GROUPS = {
    "name": "",
    "count": _LAYERS,
    "positions": _LAYERS,
    "attention": QT_TRANSLATE_NOOP("fields", "Attention or other token mixer"),
    "feed_forward": QT_TRANSLATE_NOOP("fields", "Feed-forward network"),
    "norm": _NORMS,
    "norm_placement": _NORMS,
    "beside": QT_TRANSLATE_NOOP("fields", "Second mixer beside attention"),
}
"""What stands above the columns, by the first step of their path: parts share the names of many fields."""
TITLES = {
    "attention.kind": QT_TRANSLATE_NOOP("fields", "Attention"),
    "feed_forward.kind": QT_TRANSLATE_NOOP("fields", "Feed-forward"),
    "beside.kind": QT_TRANSLATE_NOOP("fields", "Beside attention"),
    "norm_placement": QT_TRANSLATE_NOOP("fields", "Norm placement"),
}


def _columns() -> tuple[InputColumn, ...]:
    """Attention, feed-forward, norms, then the rare second mixer, whose fields say that they are its own."""
    found = {column.key: column for column in columns_of(LayerGroup)}
    parts = [
        key for part in ("attention", "feed_forward", "norm", "norm_placement", "beside") for key in _of(part, found)
    ]
    arranged = ordered(found.values(), (*FIRST, *(key for key in parts if key not in FIRST)), LAST)
    return regrouped(retitled(arranged, {**_told_apart(arranged), **TITLES}), GROUPS)


def _told_apart(columns: Iterable[InputColumn]) -> dict[str, str]:
    """Titles for fields of the rarer parts that another part has too, since messages name a cell by its title alone."""
    wordings = {
        "feed_forward": translated(QT_TRANSLATE_NOOP("fields", "Feed-forward: {title}")),
        "beside": translated(QT_TRANSLATE_NOOP("fields", "Beside: {title}")),
    }
    taken = {column.title for column in columns if column.path[0] == "attention"}
    return {
        column.key: wordings[column.path[0]].format(title=column.title)
        for column in columns
        if column.path[0] in wordings and column.title in taken
    }


def _of(part: str, columns: Mapping[str, InputColumn]) -> list[str]:
    """The keys of a part's columns, its kind first."""
    keys = [key for key, column in columns.items() if column.path[0] == part]
    return sorted(keys, key=lambda key: not key.endswith(".kind"))


def fresh(workbook: Workbook, container: Path) -> RowRecord:
    """A group like the last one of the model."""
    groups = records(workbook, container)
    last = groups[-1] if groups else fresh_model(workbook, ("models",)).groups[0]
    name = unused_name({group.name for group in groups}, translated("Layers"))
    return last.model_copy(update={"id": new_id("group"), "name": name})


def layers_sheet() -> Sheet:
    """The table of the layer groups of the model that is selected; its container is set when one is."""
    return Sheet(
        name="layers",
        title=translated(QT_TRANSLATE_NOOP("fields", "Layers of the model")),
        columns=_columns(),
        fresh=fresh,
        adaptive=True,
        most=MOST_GROUPS,
    )
