"""The layer groups of one model: attention, feed-forward network, norms, and how many layers are alike."""

from __future__ import annotations

from pydantic import BaseModel

from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import LayerGroup, Path, Workbook, new_id
from ui.sheets.columns import translated
from ui.sheets.derive import columns_of, ordered
from ui.sheets.models_sheet import fresh as fresh_model
from ui.sheets.sheet import Sheet, records, unused_name

FIRST = (
    "name", "count", "attention.heads", "attention.kv_heads", "attention.head_dim", "attention.window",
    "feed_forward.kind", "feed_forward.width", "feed_forward.activation", "norm.kind", "norm_placement",
)  # fmt: skip


def fresh(workbook: Workbook, container: Path) -> BaseModel:
    """A group like the last one of the model."""
    groups = records(workbook, container)
    last = groups[-1] if groups else fresh_model(workbook, ("models",)).groups[0]  # type: ignore[attr-defined]
    name = unused_name({group.name for group in groups}, translated("Layers"))  # type: ignore[attr-defined]
    return last.model_copy(update={"id": new_id("group"), "name": name})


def layers_sheet() -> Sheet:
    """The table of the layer groups of the model that is selected; its container is set when one is."""
    return Sheet(
        name="layers",
        title=translated(QT_TRANSLATE_NOOP("fields", "Layers of the model")),
        columns=ordered(columns_of(LayerGroup), FIRST),
        fresh=fresh,
    )
