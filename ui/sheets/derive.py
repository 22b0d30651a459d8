"""Input columns from the fields of a record; nested parts are flattened into dotted keys.

A field that is added to a record, or a kind that is added to a union, appears in its table without a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from planner.edits import kind_choice
from planner.fields import Field, Number, fields_of
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import LayerGroup
from ui.sheets.choices import (
    KINDS_OF_COLUMN,
    FollowingColumn,
    FollowingNumberColumn,
    KindColumn,
    PresetColumn,
    ReferenceColumn,
)
from ui.sheets.columns import InputColumn, NumberColumn, Row, translated

GROUPS: Mapping[str, str] = {
    "identity": "",
    "plan": QT_TRANSLATE_NOOP("fields", "Plan"),
    "architecture": QT_TRANSLATE_NOOP("fields", "Architecture"),
    "parallelism": QT_TRANSLATE_NOOP("fields", "Parallelism"),
    "precision": QT_TRANSLATE_NOOP("fields", "Precision"),
    "checkpoint": QT_TRANSLATE_NOOP("fields", "Published checkpoint"),
    "load": QT_TRANSLATE_NOOP("fields", "Load"),
    "memory": QT_TRANSLATE_NOOP("fields", "Memory"),
    "rates": QT_TRANSLATE_NOOP("fields", "Rates"),
    "links": QT_TRANSLATE_NOOP("fields", "Links"),
    "board": QT_TRANSLATE_NOOP("fields", "Board"),
    "constants": QT_TRANSLATE_NOOP("fields", "Constants of the time estimate"),
    "class_constants": QT_TRANSLATE_NOOP("fields", "Constants by class of operator"),
    "collectives": QT_TRANSLATE_NOOP("fields", "All-reduces by number of cards"),
    "recipe": QT_TRANSLATE_NOOP("fields", "Recipe"),
    "backward": QT_TRANSLATE_NOOP("fields", "Activations"),
    "time": QT_TRANSLATE_NOOP("fields", "Time"),
    "engine": QT_TRANSLATE_NOOP("fields", "Engine"),
    "budget": QT_TRANSLATE_NOOP("fields", "Budget"),
    "kv_cache": QT_TRANSLATE_NOOP("fields", "KV cache"),
    "activations": QT_TRANSLATE_NOOP("fields", "Step"),
    "weights": QT_TRANSLATE_NOOP("fields", "Weights"),
    "overhead": QT_TRANSLATE_NOOP("fields", "Overhead"),
}
"""Titles of the column groups; a group that is not listed shows its own name."""
PLURALS: Mapping[str, str] = {"token": QT_TRANSLATE_NOOP("fields", "tokens")}
"""Units that a header writes as a word."""


def columns_of(record: type[BaseModel]) -> tuple[InputColumn, ...]:
    """The columns of a record, in the order in which it declares its fields; the row's id is none of them.

    >>> from planner.workbook import Scenario
    >>> [column.key for column in columns_of(Scenario)][:4]
    ['name', 'group', 'model', 'accelerator']
    """
    found: dict[str, InputColumn] = {}
    for column in _walk(record, ()):
        found.setdefault(column.key, column)
    return tuple(found.values())


def ordered(columns: Iterable[InputColumn], first: Sequence[str], last: Sequence[str] = ()) -> tuple[InputColumn, ...]:
    """The columns in the order `first`, then all others, then `last`; KeyError for a key of none."""
    rest = {column.key: column for column in columns}
    head, tail = [rest.pop(key) for key in first], [rest.pop(key) for key in last]
    return (*head, *rest.values(), *tail)


def retitled(columns: Iterable[InputColumn], titles: Mapping[str, str]) -> tuple[InputColumn, ...]:
    """The columns with other titles, where a table tells apart what two parts call by one word."""
    return tuple(
        replace(column, title=translated(titles[column.key])) if column.key in titles else column for column in columns
    )


def regrouped(columns: Iterable[InputColumn], groups: Mapping[str, str]) -> tuple[InputColumn, ...]:
    """The columns under other groups, by the first step of their path; those that are not named stay where they are."""
    return tuple(
        replace(column, group=translated(groups[column.path[0]])) if column.path[0] in groups else column
        for column in columns
    )


def with_presets(columns: Iterable[InputColumn], table: str) -> tuple[InputColumn, ...]:
    """The columns with the preset's as a chooser of the presets of a table."""
    return tuple(
        PresetColumn(**_declared(column), table=table) if column.key == "preset" else column for column in columns
    )


def following(
    columns: Iterable[InputColumn],
    effective: Mapping[str, Callable[[Row], Any]],
    follows: Callable[[Row], Any] | None = None,
) -> tuple[InputColumn, ...]:
    """The columns with those of these keys showing what they come to while they are blank.

    `follows` gives what of other rows decides that, where it is less work to compare than what it comes to.
    """
    return tuple(
        (FollowingNumberColumn if isinstance(column, NumberColumn) else FollowingColumn)(
            **{
                **_declared(column),
                "effective": effective[column.key],
                "follows": follows or effective[column.key],
            }
        )
        if column.key in effective
        else column
        for column in columns
    )


def with_blanks(columns: Iterable[InputColumn], blanks: Mapping[str, str]) -> tuple[InputColumn, ...]:
    """The columns with those of these keys offering to refer to no row, under this name."""
    return tuple(
        replace(column, blank=translated(blanks[column.key]))
        if isinstance(column, ReferenceColumn) and column.key in blanks
        else column
        for column in columns
    )


def _declared(column: InputColumn) -> dict[str, Any]:
    return {part.name: getattr(column, part.name) for part in dataclass_fields(column)}


def _walk(record: type[BaseModel], path: tuple[str, ...], everywhere: bool = True) -> Iterator[InputColumn]:
    described = dict(fields_of(record))
    for name, info in record.model_fields.items():
        here = (*path, name)
        if name in described:
            if name != "id":
                yield _input(here, described[name], everywhere=everywhere)
            continue
        choice = kind_choice(record, name)
        if choice is not None:
            yield _input((*here, "kind"), choice, everywhere=everywhere, kind=KindColumn)
        for part in dict.fromkeys(_records(info.annotation)):
            if part is LayerGroup:
                continue  # layers have a table of their own
            present = type(None) not in get_args(info.annotation)
            yield from _walk(part, here, everywhere and choice is None and present)


def _records(annotation: Any) -> Iterator[type[BaseModel]]:
    """The records that may stand in a place; nothing for containers and plain values."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _records(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for member in get_args(annotation):
            yield from _records(member)
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation


def _input(
    path: tuple[str, ...], field: Field, *, everywhere: bool, kind: type[InputColumn] | None = None
) -> InputColumn:
    number = field if isinstance(field, Number) else None
    group = field.group or ("architecture" if len(path) > 1 else "identity")
    return (kind or KINDS_OF_COLUMN.get(type(field), InputColumn))(
        key=".".join(path),
        title=translated(field.title),
        group=translated(GROUPS.get(group, group.capitalize())),
        help=translated(field.help),
        unit=PLURALS.get(number.shown or number.unit, number.shown or number.unit) if number else "",
        right=number is not None,
        path=path,
        field=field,
        everywhere=everywhere,
    )
