"""Models as architectures side by side: every field of their rows and layer groups as text, and where they differ.

The fields, their titles and their texts are those of the tables of models and layers; only a few figures that no cell
has stand at the top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication

from planner.plan import Evaluation, Kitchen
from planner.units import write
from planner.what_if.architectures import LONG, kv_of, mixed
from planner.workbook import LayerGroup, Model
from ui.figures import exact
from ui.sheets.columns import Column, InputColumn, Row
from ui.sheets.layers_sheet import layers_sheet
from ui.sheets.models_sheet import models_sheet
from ui.sheets.sheet import Sheet

OWN = frozenset({"name", "preset"})
"""What every row has for itself: it is no difference between two of them."""
MAIN = frozenset({
    "d_model", "vocab_size", "max_context", "position.kind", "head.tied", "count", "attention.kind", "attention.heads",
    "attention.kv_heads", "attention.head_dim", "attention.window", "attention.rotary", "attention.rotary_dim",
    "feed_forward.kind", "feed_forward.width", "feed_forward.experts", "feed_forward.active",
    "feed_forward.expert_width", "feed_forward.shared_width", "norm.kind", "norm_placement", "final_norm.kind",
})  # fmt: skip
"""Fields that are on show even where all models are equal."""
ABSENT = "–"


@dataclass(frozen=True, slots=True)
class Subject:
    """One model: its row resolved, counted by itself."""

    model: Model
    evaluation: Evaluation


@dataclass(frozen=True, slots=True)
class Line:
    """One fact of every model as text; `main` ones are on show even where they are equal."""

    section: str
    title: str
    help: str
    texts: tuple[str, ...]
    exact: tuple[str, ...]
    main: bool
    compared: tuple[str | None, ...]
    """What is held against each other: a blank cell, a flag that is off and a field that a kind does not have are
    equal; None is a model without such layers, which differs in their number and not in each of their fields.
    """

    @property
    def differs(self) -> bool:
        """Whether the models are not all equal in it."""
        return len({each for each in self.compared if each is not None}) > 1


def lines(subjects: Sequence[Subject], kitchen: Kitchen) -> list[Line]:
    """Every fact of these models: figures, the whole model's fields, then those of each layer group."""
    found = list(_figures(subjects, kitchen))
    rows: list[Row | None] = [Row(("models", each.model.id), each.model, each.model, each.evaluation)
                              for each in subjects]  # fmt: skip
    section = QCoreApplication.translate("architectures", "Whole model")
    found += _fields(models_sheet(), section, rows)
    layers = layers_sheet()
    for at in range(max((len(each.model.groups) for each in subjects), default=0)):
        section = QCoreApplication.translate("architectures", "Layers, group {number}").format(number=at + 1)
        found += _fields(layers, section, [_group(each.model, at) for each in subjects])
    return found


def _group(model: Model, at: int) -> Row | None:
    if at >= len(model.groups):
        return None
    group: LayerGroup = model.groups[at]
    return Row(("models", model.id, "groups", group.id), group, group)


def _fields(sheet: Sheet, section: str, rows: Sequence[Row | None]) -> Iterator[Line]:
    for column in sheet.columns:
        if column.key in OWN or column.key.startswith("stored_formats.") or not isinstance(column, InputColumn):
            continue
        there = [row is not None and column.present(row.record) for row in rows]
        if not any(there):
            continue
        texts = tuple(_text(column, row) if has and row is not None else ABSENT
                      for row, has in zip(rows, there, strict=True))  # fmt: skip
        exacts = tuple(column.exact(row) if has and row is not None else ABSENT
                       for row, has in zip(rows, there, strict=True))  # fmt: skip
        unit = f" [{column.unit}]" if column.unit else ""
        compared = tuple(
            None if row is None else exact if has and column.value(row) not in (None, False, "") else ""
            for row, has, exact in zip(rows, there, exacts, strict=True)
        )
        yield Line(section, f"{column.title}{unit}", column.help, texts, exacts, column.key in MAIN, compared)


def _text(column: Column, row: Row) -> str:
    value = column.value(row)
    if isinstance(value, bool):
        translate = QCoreApplication.translate
        return translate("architectures", "yes") if value else translate("architectures", "no")
    return column.text(row) or ABSENT


def _figures(subjects: Sequence[Subject], kitchen: Kitchen) -> Iterator[Line]:
    translate = QCoreApplication.translate
    section = translate("architectures", "Figures")

    def counted(title: str, help_: str, key: str) -> Line:
        values = [each.evaluation.value(key) for each in subjects]
        return _line(section, title, help_, [_number(value) for value in values], [exact(value) for value in values])

    yield counted(
        translate("architectures", "Parameters"),
        translate("architectures", "Exact count of the whole model; tied tables count once."),
        "parameters",
    )
    yield counted(
        translate("architectures", "Active"),
        translate("architectures", "Parameters that one token uses, at most."),
        "parameters_active",
    )
    counts = [[group.count for group in each.model.groups] for each in subjects]
    sums: list[Any] = [sum(own) if all(isinstance(c, int) for c in own) else None for own in counts]
    yield _line(
        section,
        translate("architectures", "Layers"),
        translate("architectures", "Layers of all groups."),
        [_number(value) for value in sums],
    )
    words = ["; ".join(_mixer(*part) for part in mixed(each.model)) for each in subjects]
    yield _line(
        section,
        translate("architectures", "Attention"),
        translate("architectures", "Layers by what they mix tokens with."),
        words,
    )
    said = translate("architectures", "Keys and values of one token in bf16, one GPU, all layers, with a window too.")
    one = [each.evaluation.value("kv_bytes_per_new_token") for each in subjects]
    of_length = translate("architectures", "KV of {count} tokens").format(count=f"{LONG:,}")
    long = translate(
        "architectures",
        "Cache of one sequence of this length in bf16, one GPU: windows, chunks and states as they are.",
    )
    for title, help_, values in (
        (translate("architectures", "KV per token"), said, one),
        (of_length, long, [kv_of(kitchen, each.model) for each in subjects]),
    ):
        texts = [ABSENT if value is None else write(value, "byte") for value in values]
        yield _line(section, title, help_, texts, [exact(value, "byte") for value in values])


def _line(section: str, title: str, help_: str, texts: Sequence[str], exacts: Sequence[str] | None = None) -> Line:
    own = tuple(texts if exacts is None else exacts)
    return Line(section, title, help_, tuple(texts), own, True, own)


def _number(value: Any) -> str:
    return ABSENT if value is None else f"{value:,}"


def _mixer(count: int | None, attention: Any, beside: Any) -> str:
    """So many layers of a kind: "52 × Grouped-query, window 1,024"."""
    parts = [part for part in (attention, beside) if part.kind != "none"]
    translate = QCoreApplication.translate
    words = [translate("parts", part.title) for part in parts]
    window = getattr(attention, "window", None)
    if window is not None:
        chunked = getattr(attention, "window_kind", "") == "chunked"
        name = translate("architectures", "chunk") if chunked else translate("architectures", "window")
        words[0] += f", {name} {_number(window)}"
    text = " + ".join(words) or translate("architectures", "no mixer")
    return f"{'?' if count is None else f'{count:,}'} × {text}"
