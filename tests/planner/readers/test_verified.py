"""A kind of part counts as verified when a published count that the planner meets exactly has it, and only then."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from pydantic import BaseModel

from planner.kinds import kinds_at, unverified_parts
from planner.parts.attention.short_convolution import ShortConvolution
from planner.parts.base import Part
from planner.readers.hf_config import Reading
from planner.workbook import LayerGroup, Model
from tests.planner.readers.test_models import EXPECTED, differences, outcome

KINDS = [
    kind
    for owner, name in ((LayerGroup, "attention"), (LayerGroup, "feed_forward"), (Model, "position"), (Model, "stream"))
    for kind in dict.fromkeys(kinds_at(owner, name).values())
    if kind is not None
]


def _kinds_in(record: BaseModel) -> Iterator[type[BaseModel]]:
    yield type(record)
    for name in type(record).model_fields:
        value = getattr(record, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, BaseModel):
                yield from _kinds_in(part)


@cache
def proven() -> frozenset[type[BaseModel]]:
    """The kinds that stand in a model whose every published figure the planner meets."""
    found: set[type[BaseModel]] = set()
    for name in EXPECTED:
        reading = outcome(name)
        if isinstance(reading, Reading) and not differences(name):
            found.update(_kinds_in(reading.model))
    return frozenset(found)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_that_a_kind_is_verified_when_a_published_count_proves_it(kind: type[Part]) -> None:
    assert kind.verified is (kind in proven())


def test_that_a_model_names_its_unverified_kinds_once() -> None:
    model = next(each.model for name in EXPECTED if isinstance(each := outcome(name), Reading))
    assert unverified_parts(model) == ()
    group = model.groups[0].model_copy(update={"attention": ShortConvolution()})
    assert unverified_parts(model.model_copy(update={"groups": (group, group)})) == (ShortConvolution.title,)
