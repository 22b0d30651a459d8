"""Changes of the document: each gives a new workbook that shares all it did not touch; nothing is changed in place.

A path names what is changed by ids and field names, never by position: ("scenarios", id, "load", "batch"),
("models", id, "groups", group_id, "attention", "heads"), ("assumptions", "tight_share"), ("models", id) for a row.
The name "kind" behind a part stands for which kind of part it is: setting it puts a part of that kind there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, TypeAdapter, ValidationError

from planner.bounds import MOST_GROUPS, MOST_ROWS
from planner.fields import Field, RowRecord, declared_fields
from planner.findings import Edit
from planner.kinds import kind_choice, of_kind
from planner.parts.base import Part
from planner.rows import row_of
from planner.words import QT_TRANSLATE_NOOP, Refused
from planner.workbook import TABLES, LayerGroup, Path, Workbook, new_id

Row = TypeVar("Row", bound=RowRecord)
LONGEST_NAME = 200


class EditError(Refused):
    """An edit that is no change of this document: which place, why, what it takes."""


# What stands where


def value_at(workbook: Workbook, path: Path) -> Any:
    """What stands at a path: a cell's value, a part, a row or a table; EditError when nothing does."""
    owner: Any = workbook
    for step in path:
        owner = _step(owner, step, path)
    return owner


def rows_at(workbook: Workbook, table: Path) -> tuple[Any, ...]:
    """The rows of a table, ("scenarios",) or ("models", id, "groups"), in their order."""
    rows = value_at(workbook, table)
    if not isinstance(rows, tuple) or (table[:1] + table[2:] not in _CONTAINERS):
        raise _nothing(table)
    return rows


def field_at(workbook: Workbook, path: Path) -> Field:
    """The description of the cell at a path; for a part, or its "kind", a choice of the kinds that may stand there."""
    if isinstance(value_at(workbook, path), Part | None) or path[-1] == "kind":
        at_part = path[:-1] if path[-1] == "kind" else path
        owner = value_at(workbook, at_part[:-1])
        choice = kind_choice(type(owner), at_part[-1]) if isinstance(owner, BaseModel) else None
        if choice is not None:
            return choice
    owner = value_at(workbook, path[:-1])
    field = declared_fields(type(owner)).get(path[-1]) if isinstance(owner, BaseModel) else None
    if field is None:
        raise _nothing(path)
    return field


def row_cells(record: BaseModel) -> Iterator[tuple[Path, Field]]:
    """Relative path and description of every editable cell of a row, its parts, its load and its layer groups."""
    owner = type(record)
    for name in owner.model_fields:
        field = declared_fields(owner).get(name)
        if field is not None:
            if name != "id":
                yield (name,), field
            continue
        choice = kind_choice(owner, name)
        if choice is not None:
            yield (name, "kind"), choice
        value = getattr(record, name)
        for key, part in ((part.id, part) for part in value) if name == "groups" else ((None, value),):
            if isinstance(part, BaseModel):
                for path, inner in row_cells(part):
                    if not (choice is not None and path == ("kind",)):
                        yield ((name, *path) if key is None else (name, key, *path)), inner


# Changes of one place


def replaced(workbook: Workbook, path: Path, value: Any) -> Workbook:
    """The workbook with another value at a path, checked by that one field; the same workbook when nothing changes.

    Neighbours are not looked at: what does not fit together is for Findings. EditError has the field's sentence.
    None takes a source away.
    """
    if not path:
        raise _nothing(path)
    changed: Workbook = _replaced(workbook, path, value, path)
    return changed


def applied(workbook: Workbook, edits: Iterable[Edit]) -> Workbook:
    """The workbook after some edits, one after the other; each is checked as in `replaced`."""
    for edit in edits:
        workbook = replaced(workbook, edit.path, edit.value)
    return workbook


def row_replaced(row: Row, rest: Path, value: Any) -> Row:
    """A row with another value at a path below it, checked as in `replaced`; the same row when nothing changes."""
    changed: Row = _replaced(row, rest, value, rest)
    return changed


def with_rows(workbook: Workbook, table: Path, rows: tuple[Any, ...]) -> Workbook:
    """The workbook with these rows in a table; the caller has seen to their kind and their ids."""
    return _with_rows(workbook, table, rows)


def _replaced(owner: Any, rest: Path, value: Any, path: Path) -> Any:
    step = rest[0]
    present = _step(owner, step, path)
    if isinstance(owner, tuple):
        new = _checked_row(present, value, path) if len(rest) == 1 else _replaced(present, rest[1:], value, path)
        return owner if new is present else tuple(new if row is present else row for row in owner)
    if isinstance(owner, dict) and len(rest) == 1:
        others = {name: text for name, text in owner.items() if name != step}
        return others if value is None else {**owner, step: _checked(_TEXT, value, path)}
    if not isinstance(owner, BaseModel):
        raise _nothing(path)
    if len(rest) == 2 and rest[1] == "kind" and kind_choice(type(owner), step) is not None:
        try:
            new = of_kind(type(owner), step, present, value)
        except ValueError as error:
            raise EditError(QT_TRANSLATE_NOOP("edits", "{reason}."), reason=error) from None
    elif len(rest) == 1:
        new = _checked_field(type(owner), step, value, path)
    else:
        new = _replaced(present, rest[1:], value, path)
    return owner if _same(new, present) else owner.model_copy(update={step: new})


def _checked_field(owner: type[BaseModel], name: str, value: Any, path: Path) -> Any:
    if name == "id":
        raise EditError(QT_TRANSLATE_NOOP("edits", "The id of a row never changes: other rows refer to it."))
    field = declared_fields(owner).get(name)
    if field is None:
        return _checked(_adapter(owner, name), value, path)
    try:
        return field.check(value)
    except ValueError as error:
        raise EditError(QT_TRANSLATE_NOOP("edits", "{reason}."), reason=error) from None


def _checked(adapter: TypeAdapter[Any], value: Any, path: Path) -> Any:
    try:
        return adapter.validate_python(value, strict=True)
    except ValidationError as error:
        reason = error.errors(include_url=False, include_input=False)[0]["msg"]
        raise EditError(QT_TRANSLATE_NOOP("edits", "{place} does not take this: {reason}."), place=".".join(path),
                        reason=reason) from None  # fmt: skip


def _checked_row(present: Any, value: Any, path: Path) -> Any:
    if type(value) is not type(present) or value.id != present.id:
        raise EditError(QT_TRANSLATE_NOOP("edits", "{place} takes a row of the same table with the same id."),
                        place=".".join(path))  # fmt: skip
    return value


def _same(new: Any, present: Any) -> bool:
    """Whether an edit changes nothing. 1 and 1.0 are told apart, since the file shows the difference."""
    return new is present or (type(new) is type(present) and not isinstance(new, BaseModel) and new == present)


# Rows


def inserted(workbook: Workbook, table: Path, row: RowRecord, index: int | None = None) -> Workbook:
    """The workbook with a row before the one that stands at `index` of a table (at the end without one)."""
    rows = rows_at(workbook, table)
    expected = LayerGroup if table[-1] == "groups" else _ROW_KINDS[table[0]]
    if not isinstance(row, expected):
        raise EditError(QT_TRANSLATE_NOOP("edits", "A {kind} does not belong into the table {table}."),
                        kind=type(row).__name__, table=table[-1])  # fmt: skip
    most = MOST_GROUPS if table[-1] == "groups" else MOST_ROWS
    if len(rows) >= most:
        raise EditError(QT_TRANSLATE_NOOP("edits", "There would be {count} rows here; {most} are the most."),
                        count=f"{len(rows) + 1:,}", most=f"{most:,}")  # fmt: skip
    taken = {other.id for other in rows} if table[-1] == "groups" else _row_ids(workbook)
    if row.id in taken:
        raise EditError(QT_TRANSLATE_NOOP("edits", "The id {id} is taken: give the new row its own."),
                        id=row.id)  # fmt: skip
    place = len(rows) if index is None else max(0, min(index, len(rows)))
    return _with_rows(workbook, table, (*rows[:place], row, *rows[place:]))


def removed(workbook: Workbook, path: Path) -> Workbook:
    """The workbook without a row. What refers to it keeps the reference, and a Finding says so; a baseline that goes
    leaves none.
    """
    rows, row = rows_at(workbook, path[:-1]), value_at(workbook, path)
    if path == ("scenarios", workbook.baseline):
        workbook = workbook.model_copy(update={"baseline": None})
    return _with_rows(workbook, path[:-1], tuple(other for other in rows if other is not row))


def moved(workbook: Workbook, path: Path, index: int) -> Workbook:
    """The workbook with a row moved so that it stands at `index`; beyond either end it stands at that end."""
    rows, row = rows_at(workbook, path[:-1]), value_at(workbook, path)
    others = [other for other in rows if other is not row]
    others.insert(max(0, min(index, len(others))), row)
    if all(new is old for new, old in zip(others, rows, strict=True)):
        return workbook
    return _with_rows(workbook, path[:-1], tuple(others))


def duplicated(workbook: Workbook, paths: Sequence[Path]) -> tuple[Workbook, tuple[Path, ...]]:
    """The workbook with copies of rows of one table behind the last of them, under fresh ids and the names "X (copy)";
    and the paths of the copies.
    """
    table, rows = paths[0][:-1], [value_at(workbook, path) for path in paths]
    position = 1 + max(at for at, other in enumerate(rows_at(workbook, table)) if any(other is row for row in rows))
    copies = [copied(row) for row in rows]
    for offset, copy in enumerate(copies):
        workbook = inserted(workbook, table, copy, position + offset)
    return workbook, tuple((*table, copy.id) for copy in copies)


def copied(row: Row) -> Row:
    """A copy of a row under a fresh id, its layer groups under fresh ids too, called "X (copy)"."""
    update: dict[str, Any] = {"id": new_id(type(row).__name__.casefold()), "name": _copy_name(row.name)}
    groups = getattr(row, "groups", None)
    if groups is not None:
        update["groups"] = tuple(group.model_copy(update={"id": new_id("group")}) for group in groups)
    return row.model_copy(update=update)


def _copy_name(name: str) -> str:
    ending = " (copy)"
    return name[: LONGEST_NAME - len(ending)] + ending


def _with_rows(workbook: Workbook, table: Path, rows: tuple[Any, ...]) -> Workbook:
    if len(table) == 1:
        return workbook.model_copy(update={table[0]: rows})
    model = value_at(workbook, table[:2])
    changed = model.model_copy(update={"groups": rows})
    models = tuple(changed if row is model else row for row in workbook.models)
    return workbook.model_copy(update={"models": models})


def _row_ids(workbook: Workbook) -> set[str]:
    return {row.id for table in TABLES for row in getattr(workbook, table)}


# Steps


def _step(owner: Any, step: str, path: Path) -> Any:
    if isinstance(owner, tuple):
        row = row_of(owner, step)
        if row is not None:
            return row
    elif isinstance(owner, dict):
        return owner.get(step)
    elif isinstance(owner, BaseModel) and step in type(owner).model_fields:
        return getattr(owner, step)
    elif owner is None and step == "kind":
        return "none"
    raise _nothing(path)


def _nothing(path: Path) -> EditError:
    return EditError(QT_TRANSLATE_NOOP("edits", "There is nothing at {place}: the row or the field is gone."),
                     place=".".join(path) or "the empty path")  # fmt: skip


@cache
def _adapter(owner: type[BaseModel], name: str) -> TypeAdapter[Any]:
    """The check of one field that declares no Field: a part, a load, the names of a driver."""
    annotation: Any = owner.model_fields[name].annotation
    return TypeAdapter(annotation)


_TEXT: TypeAdapter[Any] = TypeAdapter(str)
_CONTAINERS = frozenset({*((table,) for table in TABLES), ("models", "groups")})
_ROW_KINDS: Mapping[str, type[RowRecord]] = MappingProxyType(
    {table: get_args(Workbook.model_fields[table].annotation)[0] for table in TABLES}
)
