"""What a field of the document is: title, help, unit, bounds. Columns, tooltips, readers and checks come from here.

A field is declared once, `heads: Annotated[Cell, Number("Heads", "...", minimum=1)]`, and everything else (the column,
its tooltip, how a typed text is read, what is refused and in which words) is derived from that declaration.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias
from unicodedata import category

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler
from pydantic import Field as PydanticField
from pydantic_core import core_schema

from planner.formula import FormulaError, parse_cell
from planner.words import QT_TRANSLATE_NOOP, Said

Cell: TypeAlias = int | float | str
"""A number, or the text of an expression that begins with "="."""

LIMIT = 10**18
"""No quantity of the field reaches this; larger input is a slip or an attack (bounds the cost of exact arithmetic)."""

MOST_MEANT = 4
"""So many names are told to somebody who typed a part of what they are called."""


class Record(BaseModel):
    """A frozen value of the document: strict types, no unknown fields, never changed in place."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, revalidate_instances="never")


@dataclass(frozen=True)
class Field:
    """What every field says of itself. `group` names the column group it stands in."""

    title: str
    help: str
    group: str = ""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def check(self, value: object) -> Any:
        """The value as it is kept; ValueError with a sentence when it is not one of this field."""
        raise NotImplementedError


@dataclass(frozen=True)
class Number(Field):
    """A numeric cell, kept in SI base units (byte, FLOP/s, s): a number, an expression text, or blank if allowed.

    `unit` is the base unit, `shown` the unit of the column (a bare typed number is in that unit), `whole` asks for an
    integer, `binary` makes "k" mean 1,024 in this column, `optional` allows a blank cell.
    """

    unit: str = ""
    shown: str = ""
    minimum: float = 0
    maximum: float = LIMIT
    whole: bool = True
    binary: bool = False
    optional: bool = False

    def check(self, value: object) -> Cell | None:
        if value is None and self.optional:
            return None
        if isinstance(value, str):
            if not value.startswith("="):
                raise ValueError(f"{self.title} takes a number or an expression that begins with =")
            try:
                parse_cell(value)
            except FormulaError as error:
                raise ValueError(f"{self.title}: {error}") from None
            return value
        return self.check_number(value)

    def check_number(self, value: object) -> int | float:
        """The number within this field's bounds; ValueError with a sentence otherwise."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(f"{self.title} takes {self.described()}")
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"{self.title} takes {self.described()}")
        if self.whole and isinstance(value, float):
            if value != int(value):
                raise ValueError(f"{self.title} takes {self.described()}; {value:.12g} is not whole")
            value = int(value)
        if not self.minimum <= value <= self.maximum:
            raise ValueError(f"{self.title} takes {self.described()}")
        return value

    def described(self) -> str:
        """The accepted numbers in words.

        >>> Number("Heads", "", minimum=1, maximum=512).described()
        'a whole number from 1 to 512'
        """
        kind = "a whole number" if self.whole else "a number"
        if self.minimum <= -LIMIT and self.maximum >= LIMIT:
            return kind
        if self.maximum >= LIMIT:
            return f"{kind} of at least {self.minimum:,}"
        return f"{kind} from {self.minimum:,} to {self.maximum:,}"


@dataclass(frozen=True)
class Choice(Field):
    """One of a few names. `options` gives name and label, in the order in which a chooser offers them."""

    options: tuple[tuple[str, str], ...] = ()
    optional: bool = False

    def check(self, value: object) -> str | None:
        if value is None and self.optional:
            return None
        if not isinstance(value, str) or all(value != name for name, _ in self.options):
            names = ", ".join(name for name, _ in self.options)
            meant = self._meant(value) if isinstance(value, str) else ""
            raise ValueError(f"{meant}{self.title} takes one of: {names}")
        return value

    def _meant(self, text: str) -> str:
        """What may be meant by a text that is no name: the names whose labels have it ("AWQ"), if they are few."""
        found = [name for name, label in self.options if text.strip() and text.strip().casefold() in label.casefold()]
        if not 0 < len(found) <= MOST_MEANT:
            return ""
        return f"{text.strip()} can be {' or '.join(found)}. "


@dataclass(frozen=True)
class Flag(Field):
    """Yes or no."""

    def check(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise ValueError(f"{self.title} takes yes or no")
        return value


_NO_TEXT = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories that no line of text has: controls, line breaks, and half characters that no file can hold."""


@dataclass(frozen=True)
class Text(Field):
    """A line of text without control characters, bounded in length."""

    longest: int = 200
    optional: bool = False

    def check(self, value: object) -> str | None:
        if value is None and self.optional:
            return None
        if not isinstance(value, str) or len(value) > self.longest or any(category(c) in _NO_TEXT for c in value):
            raise ValueError(f"{self.title} takes one line of at most {self.longest} characters")
        if not self.optional and not value.strip():
            raise ValueError(f"{self.title} takes a text that is not empty")
        return value


@dataclass(frozen=True)
class Reference(Field):
    """The id of a row of another table, or none yet. The row may be missing: a Finding says so, the file opens."""

    table: str = ""
    optional: bool = True

    def check(self, value: object) -> str | None:
        if value is None and self.optional:
            return None
        if not isinstance(value, str) or not value.isidentifier() or len(value) > 64:
            raise ValueError(f"{self.title} takes the id of a row of {self.table}".removesuffix(" of "))
        return value


def fields_of(record: type[BaseModel] | BaseModel) -> tuple[tuple[str, Field], ...]:
    """Name and description of each declared field, in document order; parts and containers are left out."""
    return tuple(declared_fields(record if isinstance(record, type) else type(record)).items())


@cache
def declared_fields(kind: type[BaseModel]) -> Mapping[str, Field]:
    """The declared fields of a class, which never change once it is made."""
    found = {
        name: next((item for item in info.metadata if isinstance(item, Field)), None)
        for name, info in kind.model_fields.items()
    }
    return MappingProxyType({name: described for name, described in found.items() if described is not None})


@cache
def numbers_in(kind: type[BaseModel]) -> tuple[str, ...]:
    """The names of a class's fields that hold numbers, in document order."""
    return tuple(name for name, described in declared_fields(kind).items() if isinstance(described, Number))


def field_of(record: type[BaseModel] | BaseModel, name: str) -> Field:
    """The description of one field; KeyError when the record declares none of that name."""
    return declared_fields(record if isinstance(record, type) else type(record))[name]


RowId = Annotated[str, Reference("Id", "The row's stable name in the file.", optional=False)]
Name = Annotated[str, Text("Name", "What this row is called in the tables.")]


class RowRecord(Record):
    """A record that stands in a table of the document: `id` is its own for good, `name` is what a person calls it."""

    id: RowId
    name: Name


Sources = Annotated[dict[str, str], PydanticField(default_factory=dict)]
"""Where each figure of a row comes from: field name to a citation."""


def worded(field: Field, value: Any, workbook: Any = None) -> Said | str | None:
    """What is no number: a row of a workbook by its name, a choice by its label; None of a number, which each place
    writes its way.

    >>> str(worded(Flag("Dropout", ""), True)), str(worded(Number("Batch", ""), None)), worded(Number("Batch", ""), 8)
    ('yes', 'blank', None)
    """
    if value is None:
        return Said("fields", QT_TRANSLATE_NOOP("fields", "blank"))
    if isinstance(field, Flag):
        yes, no = QT_TRANSLATE_NOOP("fields", "yes"), QT_TRANSLATE_NOOP("fields", "no")
        return Said("fields", yes if value else no)
    if isinstance(field, Choice):
        return Said("fields", dict(field.options).get(value, str(value)))
    if isinstance(field, Reference):
        return next((row.name for row in getattr(workbook, field.table, ()) if row.id == value), str(value))
    return None
