"""Columns whose cells take one of several values: names that a field declares, rows of a table, kinds of part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticUndefined
from PySide6.QtCore import QCoreApplication

from planner.fields import Choice, Field, Flag, Number, Reference
from planner.workbook import Workbook
from ui.sheets.columns import ABSENT, NO_DEFAULT, FlagColumn, InputColumn, NumberColumn, Row, translated


@dataclass(frozen=True)
class ChooserColumn(InputColumn):
    """A cell that takes one of several values, each with a label."""

    def options(self, record: BaseModel, workbook: Workbook) -> Sequence[tuple[Any, str]]:
        """Value and label of each choice, in the order of the chooser."""
        raise NotImplementedError

    def transfer(self, row: Row) -> str:
        value = self.stored(row.record)
        return "" if value is ABSENT or value is None else str(value)

    def read_text(self, text: str, record: BaseModel, workbook: Workbook) -> Any:
        return chosen(self.title, text, self.options(record, workbook))


@dataclass(frozen=True)
class ChoiceColumn(ChooserColumn):
    """One of the names that the field declares."""

    def options(self, record: BaseModel, workbook: Workbook) -> Sequence[tuple[Any, str]]:
        declared = self.field_in(record)
        assert isinstance(declared, Choice)
        blank = ((None, ""),) if declared.optional else ()
        return (*blank, *((name, translated(label)) for name, label in declared.options))

    def text(self, row: Row) -> str:
        value = self.stored(row.record)
        return "" if value is ABSENT or value is None else _labels(self.field_in(row.record)).get(value, value)


@dataclass(frozen=True)
class ReferenceColumn(ChooserColumn):
    """A row of another table, shown by its name."""

    def options(self, record: BaseModel, workbook: Workbook) -> Sequence[tuple[Any, str]]:
        assert isinstance(self.field, Reference)
        return [(other.id, other.name) for other in getattr(workbook, self.field.table)]

    def value(self, row: Row) -> Any:
        return row.referred.get(self.key, ""), self.stored(row.record)

    def text(self, row: Row) -> str:
        return row.referred.get(self.key, "")


@dataclass(frozen=True)
class KindColumn(ChoiceColumn):
    """Which kind of part stands in a place, or that none does; `planner.edits` puts a part of the chosen kind there."""

    def stored(self, record: BaseModel) -> Any:
        part: Any = record
        for name in self.path[:-1]:
            part = getattr(part, name)
        return "none" if part is None else part.kind

    def present(self, record: BaseModel) -> bool:
        return True

    def field_in(self, record: BaseModel) -> Field:
        return self.field

    def default(self, record: BaseModel) -> Any:
        owner: Any = record
        for name in self.path[:-2]:
            owner = getattr(owner, name)
        part = type(owner).model_fields[self.path[-2]].get_default(call_default_factory=False)
        return NO_DEFAULT if part is PydanticUndefined else "none" if part is None else part.kind


def chosen(title: str, text: str, options: Sequence[tuple[Any, str]]) -> Any:
    """The value whose name or label is the text, or the only one that contains it; ValueError names the candidates.

    >>> chosen("Weights", "GPTQ", [("bf16", "bf16"), ("int4_g128", "int4, groups of 128 (AWQ, GPTQ)")])
    'int4_g128'
    """
    wanted = text.strip().casefold()
    for value, _ in options:
        if str(value).casefold() == wanted:
            return value
    found = [(value, label) for value, label in options if label.casefold() == wanted]
    found = found or [(value, label) for value, label in options if wanted in label.casefold()]
    if len(found) == 1:
        return found[0][0]
    candidates = ", ".join(label for _, label in (found or options)[:6] if label)
    more = len(found or options) - 6
    if more > 0:
        candidates += QCoreApplication.translate("sheets", " and {count} more").format(count=more)
    if found:
        sentence = QCoreApplication.translate("sheets", "“{text}” could be any of: {candidates}")
    elif candidates:
        sentence = QCoreApplication.translate("sheets", "{title} has no “{text}”; there are: {candidates}")
    else:
        sentence = QCoreApplication.translate("sheets", "{title} has no “{text}”: that table is empty")
    raise ValueError(sentence.format(title=title, text=text.strip(), candidates=candidates))


def _labels(declared: Field) -> Mapping[str, str]:
    found = _LABELS.get(id(declared))
    if found is None or found[0] is not declared:
        assert isinstance(declared, Choice)
        found = (declared, {name: translated(label) for name, label in declared.options})
        _LABELS[id(declared)] = found
    return found[1]


_LABELS: dict[int, tuple[Field, Mapping[str, str]]] = {}
"""Labels per field, remembered: a chooser's cell is written for every repaint of every row."""

KINDS_OF_COLUMN: Mapping[type[Field], type[InputColumn]] = MappingProxyType(
    {Number: NumberColumn, Flag: FlagColumn, Choice: ChoiceColumn, Reference: ReferenceColumn}
)
"""The column for each sort of field; a plain text needs nothing beyond InputColumn."""
