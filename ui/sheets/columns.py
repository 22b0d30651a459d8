"""What a column is: where a row's value comes from, how it is written, read back and cleared.

`ui.sheets.derive` makes the input columns from the fields of a record, `ui.sheets.results` has the computed ones.
Cells are handed to Qt as text only (an int of 2^63 or more breaks Qt's variants).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from pydantic_core import PydanticUndefined
from PySide6.QtCore import QCoreApplication

from planner import edits, units
from planner.fields import Field, Number, RowRecord, field_of
from planner.findings import Finding
from planner.resolve import display_text, parse_display
from planner.workbook import Path, Workbook
from ui.sheets.beside import Beside

ABSENT: Any = object()
"""What a column gives for a row whose kind of part has no such field; the cell stays blank and cannot be edited."""
APPROXIMATE = "≈"
"""The sign of a figure that nobody states of this device: derived from others, or a default of its sort."""
NO_DEFAULT: Any = object()
"""What `InputColumn.default` gives where the record declares none: such a cell cannot be cleared."""


YES, NO = "yes", "no"
FLAG_WORDS: Mapping[str, bool] = MappingProxyType(
    {"yes": True, "true": True, "1": True, "on": True, "no": False, "false": False, "0": False, "off": False}
)
"""How spreadsheets write what is true; LibreOffice and Excel copy TRUE and FALSE."""


ENGLISH: dict[str, str] = {}
"""What each translated text was in English; remembered, since columns hold the translated one."""


def translated(text: str) -> str:
    """A title or help text of a field in the language of the window."""
    if not text:
        return ""
    found = QCoreApplication.translate("fields", text)
    if found != text:
        ENGLISH[found] = text
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """Everything the cells of one row are made from; each is compared with `is` or by value, never changed.

    `resolved` is the record with its expressions replaced by numbers, `evaluation` what the planner made of it,
    `measured` its observation beside the estimate, `referred` the names of the rows that it refers to by column key,
    `assumptions` the resolved ones of the workbook where its table shows them, `unmeasured` why the last attempt to
    measure it gave nothing, `beside` what its results are compared with, `is_baseline` whether it is that itself.
    """

    path: Path
    record: RowRecord
    resolved: RowRecord
    evaluation: Any = None
    measured: Any = None
    referred: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    assumptions: Any = None
    unmeasured: str = ""
    beside: Beside | None = None
    is_baseline: bool = False

    def same_beside(self, other: Row) -> bool:
        """Whether both stand beside the same baseline in the same way."""
        return self.beside == other.beside and self.is_baseline == other.is_baseline


@dataclass(frozen=True)
class Column:
    """One column: `key` is unique in its table; `group` is what stands above neighbours of the same group."""

    key: str
    title: str
    group: str
    help: str
    unit: str = ""
    right: bool = False

    @property
    def plain_title(self) -> str:
        """The title in English, by which the glossary knows it."""
        return ENGLISH.get(self.title, self.title)

    editable = False
    strong = False
    sample = ""
    """A text that the column has room for from the start."""

    @property
    def heading(self) -> str:
        """Title and unit in one line, for menus, tooltips and the messages about a cell."""
        return f"{self.title} ({self.unit})" if self.unit else self.title

    def value(self, row: Row) -> Any:
        """What decides whether the cell has changed."""
        raise NotImplementedError

    def text(self, row: Row) -> str:
        """What stands in the cell, rounded for reading."""
        raise NotImplementedError

    def exact(self, row: Row) -> str:
        """The cell for the clipboard: every digit, in the unit of the column."""
        return self.text(row)

    def faint(self, row: Row) -> bool:
        """Whether the text is no value of the cell's own, and is written faintly."""
        return False

    def approximate(self, row: Row) -> bool:
        """Whether the value was derived, or is a default, by its source; the cell is then marked with APPROXIMATE."""
        return False

    def described(self, row: Row, workbook: Workbook) -> str:
        """What a hover says beside the rounded text; empty when there is nothing to add."""
        return ""


_NO_FIELD = Field("", "")


@dataclass(frozen=True)
class InputColumn(Column):
    """A cell of the document. `path` leads from the row to the value, `field` is its description.

    `everywhere` tells that every row has this cell; else it depends on which kind of part stands there. `follows` gives
    what of other rows the cell shows while its own is blank, so that it changes without a change of its row.
    """

    path: tuple[str, ...] = ()
    field: Field = _NO_FIELD
    everywhere: bool = True
    follows: Callable[[Row], Any] | None = None

    editable = True

    def owner(self, record: RowRecord) -> Any:
        """The part of the record that holds the value, or ABSENT when its kind has no such field."""
        owner: Any = record
        for name in self.path[:-1]:
            owner = getattr(owner, name, None)
        return ABSENT if owner is None or self.path[-1] not in vars(owner) else owner

    def stored(self, record: RowRecord) -> Any:
        """The value as it is kept, or ABSENT."""
        owner: Any = record
        for name in self.path[:-1]:
            owner = getattr(owner, name, None)
        # The fields of a record, and nothing else, are what it holds; asking its class is slow.
        return ABSENT if owner is None else vars(owner).get(self.path[-1], ABSENT)

    def field_in(self, record: RowRecord) -> Field:
        """The field of this row's own kind of part (two kinds may bound a field of one name differently)."""
        owner = self.owner(record)
        return self.field if owner is ABSENT else field_of(owner, self.path[-1])

    def default(self, record: RowRecord) -> Any:
        """What a cleared cell becomes, or NO_DEFAULT."""
        owner = self.owner(record)
        if owner is ABSENT:
            return NO_DEFAULT
        default = type(owner).model_fields[self.path[-1]].get_default(call_default_factory=False)
        return NO_DEFAULT if default is PydanticUndefined else default

    def present(self, record: RowRecord) -> bool:
        """Whether this row has such a cell."""
        return self.everywhere or self.owner(record) is not ABSENT

    def value(self, row: Row) -> Any:
        return self.stored(row.record)

    def text(self, row: Row) -> str:
        value = self.stored(row.record)
        return "" if value is ABSENT or value is None else str(value)

    def editable_text(self, row: Row, workbook: Workbook) -> str:
        """The text that an editor opens with and that reads back as the same value."""
        return self.text(row)

    def transfer(self, row: Row) -> str:
        """The text by which a cell is copied inside the program: `read` gives the same value from it."""
        return self.text(row)

    def read(self, text: str, record: RowRecord, workbook: Workbook) -> Any:
        """The value that a typed or pasted text means, the default for none; ValueError says why it means none."""
        if not self.present(record):
            sentence = QCoreApplication.translate("sheets", "This row has no {title}")
            raise ValueError(sentence.format(title=self.title))
        if not text.strip() and (default := self.default(record)) is not NO_DEFAULT:
            return default
        return self.read_text(text, record, workbook)

    def read_text(self, text: str, record: RowRecord, workbook: Workbook) -> Any:
        """`read` for a text that is not blank."""
        return text

    def applied(self, workbook: Workbook, record: RowRecord, text: str) -> tuple[Workbook, RowRecord]:
        """A row with what a text means in this column's cell, and the workbook, which may have got other rows by it;
        ValueError with a sentence refuses.
        """
        after = edits.row_replaced(record, self.path, self.read(text, record, workbook))
        if after is not record and self.key in getattr(record, "sources", ()):
            after = edits.row_replaced(after, ("sources", self.key), None)  # it was that of the value before
        return workbook, after


@dataclass(frozen=True)
class NumberColumn(InputColumn):
    """A number in the unit of the column, or an expression, which shows its value."""

    def value(self, row: Row) -> Any:
        return self.stored(row.record), self.stored(row.resolved)

    def text(self, row: Row) -> str:
        value = self.stored(row.resolved)
        if value is ABSENT or value is None:
            return ""
        return units.write(value, self._number.unit, self._number.shown)

    def approximate(self, row: Row) -> bool:
        provenance = getattr(row.record, "provenance", None)
        return provenance is not None and self.stored(row.record) is not None and bool(provenance(self.key))

    def editable_text(self, row: Row, workbook: Workbook) -> str:
        value = self.stored(row.record)
        if value is ABSENT or value is None:
            return ""
        return display_text(workbook, value) if isinstance(value, str) else units.editable(value, self._number)

    def transfer(self, row: Row) -> str:
        value = self.stored(row.record)
        if value is ABSENT or value is None:
            return ""
        return value if isinstance(value, str) else units.editable(value, self._number)

    def exact(self, row: Row) -> str:
        value = self.stored(row.resolved)
        return "" if value is ABSENT or value is None else units.editable(value, self._number)

    def read_text(self, text: str, record: RowRecord, workbook: Workbook) -> Any:
        field = self.field_in(record)
        assert isinstance(field, Number)
        return units.read(parse_display(workbook, text), field)

    def described(self, row: Row, workbook: Workbook) -> str:
        stored, value = self.value(row)
        exact = "" if value is ABSENT or value is None else units.exact(value, self._number.unit)
        if isinstance(stored, str):
            return f"{display_text(workbook, stored)}\n{exact}".rstrip()
        return exact

    @property
    def _number(self) -> Number:
        assert isinstance(self.field, Number)
        return self.field


@dataclass(frozen=True)
class FlagColumn(InputColumn):
    """Yes or no, a check box in the cell."""

    def text(self, row: Row) -> str:
        value = self.stored(row.record)
        return "" if value is ABSENT else YES if value else NO

    def read_text(self, text: str, record: RowRecord, workbook: Workbook) -> Any:
        word = text.strip().casefold()
        if word in FLAG_WORDS:
            return FLAG_WORDS[word]
        sentence = QCoreApplication.translate("sheets", "{title} takes yes or no, not “{text}”")
        raise ValueError(sentence.format(title=self.title, text=text.strip()))
