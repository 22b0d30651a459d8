"""Changes of the document: each gives a new workbook that shares everything it did not touch; nothing is changed in place.

A path names what is changed by ids and field names, never by position: ("scenarios", id, "load", "batch"),
("models", id, "groups", group_id, "attention", "heads"), ("assumptions", "tight_share"), ("models", id) for a whole row.
The name "kind" behind a part stands for which kind of part it is: setting it puts a part of that kind there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError

from planner.fields import Choice, Field, Record, fields_of
from planner.parts.base import Part
from planner.words import QT_TRANSLATE_NOOP, Refused
from planner.workbook import TABLES, LayerGroup, Path, Workbook, new_id

Row = TypeVar("Row", bound=BaseModel)
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
    if len(path) > 1 and path[-1] == "kind" or isinstance(value_at(workbook, path), Part | None):
        at_part = path[:-1] if path[-1] == "kind" else path
        owner = value_at(workbook, at_part[:-1])
        if isinstance(owner, BaseModel) and (choice := kind_choice(type(owner), at_part[-1])) is not None:
            return choice
    owner = value_at(workbook, path[:-1])
    field = _fields(type(owner)).get(path[-1]) if isinstance(owner, BaseModel) else None
    if field is None:
        raise _nothing(path)
    return field


def row_cells(record: BaseModel) -> Iterator[tuple[Path, Field]]:
    """Relative path and description of every editable cell of a row, its parts, its load and its layer groups."""
    owner = type(record)
    for name in owner.model_fields:
        field = _fields(owner).get(name)
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
    """
    if not path:
        raise _nothing(path)
    changed: Workbook = _replaced(workbook, path, value, path)
    return changed


def _replaced(owner: Any, rest: Path, value: Any, path: Path) -> Any:
    step = rest[0]
    present = _step(owner, step, path)
    if isinstance(owner, tuple):
        new = _checked_row(present, value, path) if len(rest) == 1 else _replaced(present, rest[1:], value, path)
        return owner if new is present else tuple(new if row is present else row for row in owner)
    if isinstance(owner, dict):
        return {**owner, step: _checked(str, value, path)}
    if len(rest) == 2 and rest[1] == "kind" and kind_choice(type(owner), step) is not None:
        new = _of_kind(type(owner), step, present, value)
    elif len(rest) == 1:
        new = _checked_field(type(owner), step, value, path)
    else:
        new = _replaced(present, rest[1:], value, path)
    return owner if _same(new, present) else owner.model_copy(update={step: new})


def _checked_field(owner: type[BaseModel], name: str, value: Any, path: Path) -> Any:
    if name == "id":
        raise EditError(QT_TRANSLATE_NOOP("edits", "The id of a row never changes: other rows refer to it."))
    field = _fields(owner).get(name)
    if field is None:
        return _checked(_adapter(owner, name), value, path)
    try:
        return field.check(value)
    except ValueError as error:
        raise EditError(QT_TRANSLATE_NOOP("edits", "{reason}."), reason=error) from None


def _checked(kind: Any, value: Any, path: Path) -> Any:
    adapter = kind if isinstance(kind, TypeAdapter) else TypeAdapter(kind)
    try:
        return adapter.validate_python(value, strict=None if isinstance(kind, TypeAdapter) else True)
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


# Kinds of part


@cache
def kinds_at(owner: type[BaseModel], name: str) -> Mapping[str, type[BaseModel] | None]:
    """The kinds of part that may stand in a field, by the name of each in the file; "none" where it may be empty."""
    kinds: dict[str, type[BaseModel] | None] = {}
    for member in _members(owner.model_fields[name].annotation):
        if member is NoneType:
            kinds.setdefault("none", None)
        elif isinstance(member, type) and issubclass(member, BaseModel) and "kind" in member.model_fields:
            annotation = member.model_fields["kind"].annotation
            names = get_args(annotation) if get_origin(annotation) is Literal else ()
            kinds |= dict.fromkeys(names, member)
    return MappingProxyType(kinds if set(kinds) != {"none"} else {})


@cache
def kind_choice(owner: type[BaseModel], name: str) -> Choice | None:
    """The choice between the kinds of part of a field; None where there is nothing to choose."""
    kinds = kinds_at(owner, name)
    if len(kinds) < 2:
        return None
    labels = []
    for key, kind in kinds.items():
        own = _fields(kind).get("kind") if kind is not None else None
        label = dict(own.options)[key] if isinstance(own, Choice) else str(getattr(kind, "title", "none"))
        labels.append((key, label))
    help_text = QT_TRANSLATE_NOOP("fields", "Which kind of part stands here.")
    return Choice(name.replace("_", " ").capitalize(), help_text, "architecture", tuple(labels))


def _of_kind(owner: type[BaseModel], name: str, present: Any, kind: Any) -> Any:
    """A part of another kind that keeps the values of all fields that both kinds have."""
    choice, kinds = kind_choice(owner, name), kinds_at(owner, name)
    assert choice is not None
    try:
        choice.check(kind)
    except ValueError as error:
        raise EditError(QT_TRANSLATE_NOOP("edits", "{reason}."), reason=error) from None
    wanted = kinds[kind]
    if wanted is None or (type(present) is wanted and present.kind == kind):
        return None if wanted is None else present
    kept: dict[str, Any] = {"kind": kind}
    for field_name, field in _fields(wanted).items():
        if field_name == "kind" or present is None or field_name not in type(present).model_fields:
            continue
        try:
            kept[field_name] = field.check(getattr(present, field_name))
        except ValueError:
            continue  # the other kind has other bounds: its own default stands
    return wanted(**kept)


def _members(annotation: Any) -> Iterator[Any]:
    """The types that a field may hold, unions and annotations taken apart."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _members(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for member in get_args(annotation):
            yield from _members(member)
    else:
        yield annotation


# Rows


def inserted(workbook: Workbook, table: Path, row: BaseModel, index: int | None = None) -> Workbook:
    """The workbook with a row before the one that stands at `index` of a table (at the end without one)."""
    rows = rows_at(workbook, table)
    expected = LayerGroup if table[-1] == "groups" else _ROW_KINDS[table[0]]
    if not isinstance(row, expected):
        raise EditError(QT_TRANSLATE_NOOP("edits", "A {kind} does not belong into the table {table}."),
                        kind=type(row).__name__, table=table[-1])  # fmt: skip
    taken = {other.id for other in rows} if table[-1] == "groups" else _row_ids(workbook)
    if row.id in taken:  # type: ignore[attr-defined]
        raise EditError(QT_TRANSLATE_NOOP("edits", "There is a row with the id {id} already: give the new one its own."),
                        id=row.id)  # type: ignore[attr-defined]  # fmt: skip
    place = len(rows) if index is None else max(0, min(index, len(rows)))
    return _with_rows(workbook, table, (*rows[:place], row, *rows[place:]))


def removed(workbook: Workbook, path: Path) -> Workbook:
    """The workbook without a row. What refers to it keeps the reference, and a Finding says so."""
    rows, row = rows_at(workbook, path[:-1]), value_at(workbook, path)
    return _with_rows(workbook, path[:-1], tuple(other for other in rows if other is not row))


def moved(workbook: Workbook, path: Path, index: int) -> Workbook:
    """The workbook with a row moved so that it stands at `index`; beyond either end it stands at that end."""
    rows, row = rows_at(workbook, path[:-1]), value_at(workbook, path)
    others = [other for other in rows if other is not row]
    others.insert(max(0, min(index, len(others))), row)
    return workbook if tuple(others) == rows else _with_rows(workbook, path[:-1], tuple(others))


def duplicated(workbook: Workbook, path: Path) -> Workbook:
    """The workbook with a copy of a row right behind it, under fresh ids and the name "X (copy)"."""
    rows, row = rows_at(workbook, path[:-1]), value_at(workbook, path)
    return inserted(workbook, path[:-1], copied(row), next(i for i, other in enumerate(rows) if other is row) + 1)


def copied(row: Row) -> Row:
    """A copy of a row under a fresh id, its layer groups under fresh ids too, called "X (copy)"."""
    update: dict[str, Any] = {"id": new_id(type(row).__name__.casefold()), "name": _copy_name(row.name)}  # type: ignore[attr-defined]
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
    return _with_rows(workbook, table[:1], tuple(changed if row is model else row for row in rows_at(workbook, table[:1])))


def _row_ids(workbook: Workbook) -> set[str]:
    return {row.id for table in TABLES for row in getattr(workbook, table)}


# Steps


def _step(owner: Any, step: str, path: Path) -> Any:
    if isinstance(owner, tuple):
        for row in owner:
            if getattr(row, "id", None) == step:
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
def _fields(owner: type[BaseModel]) -> Mapping[str, Field]:
    return MappingProxyType(dict(fields_of(owner)))


@cache
def _adapter(owner: type[BaseModel], name: str) -> TypeAdapter[Any]:
    """The check of one field that declares no Field: its type with all that is annotated, strict like its record."""
    info = owner.model_fields[name]
    annotated: Any = Annotated[(info.annotation, *info.metadata)] if info.metadata else info.annotation  # type: ignore[valid-type]
    return TypeAdapter(annotated)


_CONTAINERS = frozenset({*((table,) for table in TABLES), ("models", "groups")})
_ROW_KINDS: Mapping[str, type[Record]] = MappingProxyType(
    {table: get_args(Workbook.model_fields[table].annotation)[0] for table in TABLES}
)
