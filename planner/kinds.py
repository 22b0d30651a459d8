"""Which kinds of part may stand in a field of the document, read from its type; and one kind put in place of another.

A kind that is added to a union appears here, in choosers and in the file format without a further line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from planner.fields import Choice, declared_fields
from planner.words import QT_TRANSLATE_NOOP


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
        own = declared_fields(kind).get("kind") if kind is not None else None
        label = dict(own.options)[key] if isinstance(own, Choice) else str(getattr(kind, "title", "none"))
        labels.append((key, label))
    help_text = QT_TRANSLATE_NOOP("fields", "Which kind of part stands here.")
    return Choice(name.replace("_", " ").capitalize(), help_text, "architecture", tuple(labels))


def of_kind(owner: type[BaseModel], name: str, present: Any, kind: Any) -> Any:
    """A part of another kind in place of `present`, with the values of all fields that both kinds have.

    ValueError with a sentence when no such kind may stand there.
    """
    choice, kinds = kind_choice(owner, name), kinds_at(owner, name)
    if choice is None or choice.check(kind) is None:
        raise ValueError(f"{name} has one kind only")
    wanted = kinds[kind]
    if wanted is None:
        return None
    if type(present) is wanted and getattr(present, "kind", None) == kind:
        return present
    kept: dict[str, Any] = {"kind": kind}
    for field_name, field in declared_fields(wanted).items():
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


def unverified_parts(record: BaseModel) -> tuple[str, ...]:
    """The titles of the kinds in a row that no published count has proven, each once, in the order of the fields."""
    found: dict[str, None] = {}
    if not getattr(record, "verified", True):
        found[str(getattr(record, "title", type(record).__name__))] = None
    for name in type(record).model_fields:
        value = getattr(record, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, BaseModel):
                found |= dict.fromkeys(unverified_parts(part))
    return tuple(found)
