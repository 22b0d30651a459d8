"""Where two rows of one table differ, cell by cell: a row and the preset that it was copied from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from planner.workbook import LayerGroup, Path

OWN = frozenset({"id", "name", "preset", "sources", "verified"})
"""What a row has for itself: a copy under another name does not differ."""


def compared(ours: BaseModel, theirs: BaseModel) -> Mapping[Path, Any]:
    """The relative paths of our cells that have another value, each with their value.

    Layer groups are compared in their order. Another kind of part in a place is one difference, at its "kind"; another
    number of groups one at "groups", and each group of ours that they lack stands by itself.
    """
    return dict(_differing(ours, theirs, ()))


def _differing(ours: BaseModel, theirs: BaseModel, path: Path) -> Iterator[tuple[Path, Any]]:
    for name in type(ours).model_fields:
        if name in OWN:
            continue
        own, other = getattr(ours, name), getattr(theirs, name)
        here = (*path, name)
        if own is other or (type(own) is type(other) and own == other):
            continue
        if name == "groups":
            yield from _of_groups(own, other, here)
        elif isinstance(own, BaseModel) or isinstance(other, BaseModel):
            yield from _of_parts(own, other, here)
        elif own != other:
            yield here, other


def _of_groups(ours: tuple[LayerGroup, ...], theirs: tuple[LayerGroup, ...], path: Path) -> Iterator[tuple[Path, Any]]:
    if len(ours) != len(theirs):
        yield path, len(theirs)
    for own, other in zip(ours, theirs, strict=False):
        yield from _differing(own, other, (*path, own.id))
    for own in ours[len(theirs) :]:
        yield (*path, own.id), None


def _of_parts(ours: Any, theirs: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    kinds = ["none" if part is None else getattr(part, "kind", None) for part in (ours, theirs)]
    if type(ours) is not type(theirs) or kinds[0] != kinds[1]:
        # A norm of another kind has the same fields: they are compared too.
        yield (*path, "kind"), kinds[1]
    if type(ours) is type(theirs):
        for at, value in _differing(ours, theirs, path):
            if at != (*path, "kind"):
                yield at, value
