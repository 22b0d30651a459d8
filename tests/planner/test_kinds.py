"""Kinds of part, read from the types of the document."""

import pytest

from planner.fields import declared_fields
from planner.kinds import kind_choice, kinds_at, of_kind
from planner.parts.feed_forward import Gated, Mixture, NoFeedForward, Plain
from planner.parts.norm import Norm
from planner.parts.position import Learned, NoPosition
from planner.workbook import LayerGroup, Model


def test_that_the_kinds_of_a_field_are_read_from_its_type() -> None:
    networks = {"gated": Gated, "plain": Plain, "mixture": Mixture, "none": NoFeedForward}
    assert dict(kinds_at(LayerGroup, "feed_forward")) == networks
    assert dict(kinds_at(Model, "position")) == {"none": NoPosition, "learned": Learned}
    assert dict(kinds_at(Model, "final_norm")) == {"rms_norm": Norm, "layer_norm": Norm, "none": None}
    assert dict(kinds_at(Model, "max_context")) == {}, "a number that may be blank is no part"


def test_that_a_choice_names_every_kind_as_people_know_it() -> None:
    for owner, name in ((LayerGroup, "feed_forward"), (Model, "position"), (Model, "final_norm")):
        choice = kind_choice(owner, name)
        assert choice is not None
        assert [key for key, _ in choice.options] == list(kinds_at(owner, name))
        assert all(label for _, label in choice.options)
    assert kind_choice(Model, "head") is None


def test_that_a_value_beyond_the_bounds_of_the_new_kind_gives_way_to_its_default() -> None:
    wide = Gated.model_construct(kind="gated", width=10**12, activation="silu", up_bias=True, down_bias=False)
    plain = of_kind(LayerGroup, "feed_forward", wide, "plain")
    assert plain == Plain(activation="silu", up_bias=True)


def test_that_a_kind_that_may_not_stand_there_is_refused() -> None:
    with pytest.raises(ValueError, match="one of: gated, plain"):
        of_kind(LayerGroup, "feed_forward", Gated(), "strange")
    with pytest.raises(ValueError, match="one kind only"):
        of_kind(Model, "head", None, "tied")


def test_that_declared_fields_are_those_of_the_record() -> None:
    assert list(declared_fields(Plain)) == ["width", "activation", "up_bias", "down_bias", "inner_norm"]
