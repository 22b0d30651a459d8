"""Columns whose cells take one of several values: names that a field declares, rows of a table, kinds of part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, get_args

from pydantic_core import PydanticUndefined
from PySide6.QtCore import QCoreApplication

from planner import edits, presets, units
from planner.fields import Choice, Field, Flag, Number, Reference, RowRecord
from planner.kinds import kinds_at
from planner.preset_files import Preset
from planner.resolve import display_text
from planner.workbook import Workbook, new_id
from ui.sheets.columns import ABSENT, NO_DEFAULT, FlagColumn, InputColumn, NumberColumn, Row, translated

PRESET = "preset:"
"""Before the id of a preset, where a value may also be the id of a row."""
WITH_PRESETS: tuple[presets.Table, ...] = get_args(presets.Table)
"""The tables whose rows may come from presets."""


@dataclass(frozen=True)
class ChooserColumn(InputColumn):
    """A cell that takes one of several values, each with a label."""

    def options(self, record: RowRecord, workbook: Workbook) -> Sequence[tuple[Any, str]]:
        """Value and label of each choice, in the order of the chooser."""
        raise NotImplementedError

    def transfer(self, row: Row) -> str:
        value = self.stored(row.record)
        return "" if value is ABSENT or value is None else str(value)

    def read_text(self, text: str, record: RowRecord, workbook: Workbook) -> Any:
        return chosen(self.title, text, self.options(record, workbook))


@dataclass(frozen=True)
class ChoiceColumn(ChooserColumn):
    """One of the names that the field declares."""

    def options(self, record: RowRecord, workbook: Workbook) -> Sequence[tuple[Any, str]]:
        declared = self.field_in(record)
        assert isinstance(declared, Choice)
        blank = ((None, ""),) if declared.optional else ()
        return (*blank, *((name, translated(label)) for name, label in declared.options))

    def text(self, row: Row) -> str:
        value = self.stored(row.record)
        return "" if value is ABSENT or value is None else _labels(self.field_in(row.record)).get(value, value)


@dataclass(frozen=True)
class FollowingColumn(ChoiceColumn):
    """A choice that, while it is blank, follows another; what it comes to then is written faintly.

    `effective` gives that from the row, None where there is nothing to follow.
    """

    effective: Callable[[Row], Any] = str

    def value(self, row: Row) -> Any:
        stored = self.stored(row.record)
        return stored, None if stored is ABSENT else self.effective(row)

    def text(self, row: Row) -> str:
        value = self.stored(row.record)
        if value is ABSENT:
            return ""
        value = value or self.effective(row)
        return "" if value is None else _labels(self.field).get(value, value)

    def editable_text(self, row: Row, workbook: Workbook) -> str:
        return super().text(row)

    def faint(self, row: Row) -> bool:
        return self.stored(row.record) is None


@dataclass(frozen=True)
class FollowingNumberColumn(NumberColumn):
    """A number that, while it is blank, follows another; what it comes to then is written faintly."""

    effective: Callable[[Row], Any] = str

    def value(self, row: Row) -> Any:
        absent = self.stored(row.record) is ABSENT
        return (*super().value(row), None if absent else self.effective(row))

    def text(self, row: Row) -> str:
        followed = self._followed(row)
        return super().text(row) if followed is None else units.write(followed, self._number.unit, self._number.shown)

    def described(self, row: Row, workbook: Workbook) -> str:
        followed = self._followed(row)
        if followed is not None:
            return units.exact(followed, self._number.unit)
        stored, value, _ = self.value(row)
        exact = "" if value is ABSENT or value is None else units.exact(value, self._number.unit)
        return f"{display_text(workbook, stored)}\n{exact}".rstrip() if isinstance(stored, str) else exact

    def faint(self, row: Row) -> bool:
        return self.stored(row.record) is None

    def _followed(self, row: Row) -> Any:
        return self.effective(row) if self.stored(row.record) is None else None


@dataclass(frozen=True)
class ReferenceColumn(ChooserColumn):
    """A row of another table, shown by its name; a preset that is not there yet is copied into it when chosen.

    `blank` is what the chooser calls having none; where it is empty, the chooser does not offer that.
    """

    blank: str = ""

    @property
    def table(self) -> str:
        """The table that the rows are of."""
        assert isinstance(self.field, Reference)
        return self.field.table

    def options(self, record: RowRecord, workbook: Workbook) -> Sequence[tuple[Any, str]]:
        rows = getattr(workbook, self.table)
        present = {row.preset for row in rows}
        label = QCoreApplication.translate("sheets", "{name} (from the presets)")
        return [
            *([(None, self.blank)] if self.blank else []),
            *((row.id, row.name) for row in rows),
            *(
                (f"{PRESET}{key}", label.format(name=_described(preset)))
                for key, preset in presets.listed(table_named(self.table)).items()
                if key not in present
            ),
        ]

    def read_text(self, text: str, record: RowRecord, workbook: Workbook) -> Any:
        """A row's id or whole name, though longer names begin with it, else a preset by any of its names, else the only
        one that contains the text.
        """
        rows, wanted = getattr(workbook, self.table), text.strip().casefold()
        if not any(wanted in (row.id.casefold(), row.name.casefold()) for row in rows):
            key = presets.named(text.strip().removeprefix(PRESET), table_named(self.table))
            if key is not None:
                return next((row.id for row in rows if row.preset == key), f"{PRESET}{key}")
        return super().read_text(text, record, workbook)

    def value(self, row: Row) -> Any:
        return row.referred.get(self.key, ""), self.stored(row.record)

    def text(self, row: Row) -> str:
        return row.referred.get(self.key, "")

    def applied(self, workbook: Workbook, record: RowRecord, text: str) -> tuple[Workbook, RowRecord]:
        value = self.read(text, record, workbook)
        if isinstance(value, str) and value.startswith(PRESET):
            preset = presets_of(self.table)[value.removeprefix(PRESET)]
            copied = preset.model_copy(update={"id": new_id(self.table[0])})
            workbook, value = edits.inserted(workbook, (self.table,), copied), copied.id
        return workbook, edits.row_replaced(record, self.path, value)


@dataclass(frozen=True)
class PresetColumn(ChooserColumn):
    """The preset that a row was copied from, by its id; choosing one copies all its values into the row.

    The id is shown, since the presets are read after the first paint.
    """

    table: str = ""

    def options(self, record: RowRecord, workbook: Workbook) -> Sequence[tuple[Any, str]]:
        listed = presets.listed(table_named(self.table))
        return [(None, ""), *((key, _described(preset)) for key, preset in listed.items())]

    def read_text(self, text: str, record: RowRecord, workbook: Workbook) -> Any:
        named = presets.named(text, table_named(self.table))
        return super().read_text(text, record, workbook) if named is None else named

    def applied(self, workbook: Workbook, record: RowRecord, text: str) -> tuple[Workbook, RowRecord]:
        key = self.read(text, record, workbook)
        if key is None or key == self.stored(record):
            return workbook, edits.row_replaced(record, self.path, key)
        row: RowRecord = presets_of(self.table)[key].model_copy(update={"id": record.id})
        return workbook, row


def _described(preset: Preset[Any]) -> str:
    """A preset's name; of a device with its vendor and memory, by which it can then be searched for."""
    memory = preset.entry.get("nominal_memory")
    if preset.table != "accelerators" or not isinstance(memory, int):
        return preset.name
    return f"{preset.name}, {preset.entry.get('vendor', '')}, {units.write(memory, 'byte').replace('.00', '')}"


def presets_of(table: str) -> Mapping[str, Any]:
    """The rows of the presets of a table, by id."""
    return presets.Rows(presets.listed(table_named(table)))


def table_named(name: str) -> presets.Table:
    """A table that has presets; KeyError for any other name."""
    for table in WITH_PRESETS:
        if table == name:
            return table
    raise KeyError(name)


@dataclass(frozen=True)
class KindColumn(ChoiceColumn):
    """Which kind of part stands in a place, or that none does; `planner.edits` puts a part of the chosen kind there."""

    def stored(self, record: RowRecord) -> Any:
        part = self._part(record)
        return "none" if part is None else part.kind

    def present(self, record: RowRecord) -> bool:
        return True

    def field_in(self, record: RowRecord) -> Field:
        return self.field

    def default(self, record: RowRecord) -> Any:
        place = self.path[-2]
        part = type(self._holder(record)).model_fields[place].get_default(call_default_factory=False)
        return NO_DEFAULT if part is PydanticUndefined else "none" if part is None else part.kind

    def options(self, record: RowRecord, workbook: Workbook) -> Sequence[tuple[Any, str]]:
        kinds = kinds_at(type(self._holder(record)), self.path[-2])
        return [
            (name, label if _verified(kinds[name]) else _unverified(label)) for name, label in self._plain().items()
        ]

    def text(self, row: Row) -> str:
        part = self._part(row.record)
        label = self._plain().get("none" if part is None else part.kind, "")
        return label if _verified(part) else _unverified(label)

    def read_text(self, text: str, record: RowRecord, workbook: Workbook) -> Any:
        plain = text.strip()
        for _, label in self.options(record, workbook):
            if plain == label:
                plain = plain.removesuffix(_unverified(""))
        return chosen(self.title, plain, list(self._plain().items()))

    def described(self, row: Row, workbook: Workbook) -> str:
        if _verified(self._part(row.record)):
            return ""
        sentence = "Unverified: no published count of a model has proven this kind of part."
        return QCoreApplication.translate("sheets", sentence)

    def _holder(self, record: RowRecord) -> Any:
        holder: Any = record
        for name in self.path[:-2]:
            holder = getattr(holder, name)
        return holder

    def _part(self, record: RowRecord) -> Any:
        return getattr(self._holder(record), self.path[-2])

    def _plain(self) -> Mapping[str, str]:
        """The kinds' titles, marked for translation where each part is written."""
        assert isinstance(self.field, Choice)
        return {name: QCoreApplication.translate("parts", label) for name, label in self.field.options}


def _verified(part: Any) -> bool:
    return bool(getattr(part, "verified", True))


def _unverified(label: str) -> str:
    return label + QCoreApplication.translate("sheets", " (unverified)")


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


def forget_labels() -> None:
    """The language is another one: labels are asked for again."""
    _LABELS.clear()
