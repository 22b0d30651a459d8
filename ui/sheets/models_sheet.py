"""The table of models; the layers of the selected one stand in a table of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from planner.fields import RowRecord
from planner.parts.attention.grouped_query import GroupedQuery
from planner.parts.feed_forward.dense import Gated
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import LayerGroup, Model, Path, StoredFormats, Workbook, new_id
from ui.sheets.columns import Column, Row, translated
from ui.sheets.derive import columns_of, ordered, regrouped, retitled, with_presets
from ui.sheets.results import result
from ui.sheets.sheet import Sheet, unused_name

FIRST = ("name", "d_model", "vocab_size", "max_context", "head.tied", "head.bias")
_COUNTS = QT_TRANSLATE_NOOP("fields", "Parameters")


@dataclass(frozen=True)
class LayersColumn(Column):
    """How many layers the groups of a model have together, as they count now."""

    right: bool = True

    def value(self, row: Row) -> Any:
        assert isinstance(row.resolved, Model)
        counts = [group.count for group in row.resolved.groups]
        return sum(counts) if all(isinstance(count, int) for count in counts) else None

    def text(self, row: Row) -> str:
        value = self.value(row)
        return "" if value is None else f"{value:,}"

    def exact(self, row: Row) -> str:
        value = self.value(row)
        return "" if value is None else str(value)


def fresh(workbook: Workbook, container: Path) -> RowRecord:
    """A model of Llama-2-7B's shape, the defaults of its parts."""
    name = unused_name({row.name for row in workbook.models}, translated("Model"))
    group = LayerGroup(id=new_id("group"), attention=GroupedQuery(), feed_forward=Gated())
    return Model(id=new_id("model"), name=name, groups=(group,))


def models_sheet() -> Sheet:
    """The table of models."""
    inputs = retitled(
        regrouped(with_presets(ordered(columns_of(Model), FIRST, ("preset",)), "models"), {
            "prediction": QT_TRANSLATE_NOOP("fields", "Prediction layers (counted apart)")}),
        {"position.kind": QT_TRANSLATE_NOOP("fields", "Position table"),
         "stream.kind": QT_TRANSLATE_NOOP("fields", "Residual stream"),
         "prediction.norms": QT_TRANSLATE_NOOP("fields", "Own norms"),
         "embedding.norm.kind": QT_TRANSLATE_NOOP("fields", "Embedding norm"),
         "embedding.norm.scale": QT_TRANSLATE_NOOP("fields", "Embedding norm scale"),
         "embedding.norm.bias": QT_TRANSLATE_NOOP("fields", "Embedding norm bias"),
         "embedding.norm.form": QT_TRANSLATE_NOOP("fields", "Embedding norm form"),
         "final_norm.form": QT_TRANSLATE_NOOP("fields", "Final norm form"),
         "final_norm.scale": QT_TRANSLATE_NOOP("fields", "Final norm scale"),
         "final_norm.bias": QT_TRANSLATE_NOOP("fields", "Final norm bias"),
         "final_norm.offset": QT_TRANSLATE_NOOP("fields", "Final norm scale from one"),
         "embedding.norm.offset": QT_TRANSLATE_NOOP("fields", "Embedding norm scale from one")},
    )  # fmt: skip
    count = ("parameter", "")
    results = (
        result("parameters", QT_TRANSLATE_NOOP("fields", "Parameters"), _COUNTS,
               QT_TRANSLATE_NOOP("fields", "Exact count of the whole model; tied tables count once."), count,
               strong=True),
        result("parameters_active", QT_TRANSLATE_NOOP("fields", "Active"), _COUNTS,
               QT_TRANSLATE_NOOP("fields", "Parameters that one token uses, at most."), count),
        LayersColumn("layers", translated(QT_TRANSLATE_NOOP("fields", "Layers")), translated(_COUNTS),
                     translated(QT_TRANSLATE_NOOP("fields", "Layers of all groups; the table of layers edits them."))),
        result("kv_bytes_per_new_token", QT_TRANSLATE_NOOP("fields", "KV per token"), _COUNTS,
               QT_TRANSLATE_NOOP("fields", "Keys and values of one token in bf16, one GPU, all layers, with a window "
                                 "too."), ("byte", "KiB")),
    )  # fmt: skip
    return Sheet(
        name="models",
        title=translated(QT_TRANSLATE_NOOP("fields", "Models")),
        columns=(inputs[0], *results, *inputs[1:]),
        fresh=fresh,
        container=("models",),
        hidden=frozenset(f"stored_formats.{name}" for name in StoredFormats.model_fields),
        evaluations="models",
        adaptive=True,
    )
