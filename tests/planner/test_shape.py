"""Numbers choose neither lines nor texts: what one part of a shape says, all of that shape say."""

from __future__ import annotations

from planner.parts.base import Phase
from planner.parts.stream import Stream
from planner.plan_inputs import choices_of
from planner.presets import model_presets
from planner.resolve import resolve
from planner.scope import Scopes, _sayings
from planner.shape import structural
from planner.tensor_tree import PARTS
from planner.what_if.matrix.grid import plain, standard
from planner.workbook import Model, Workbook
from tests.planner import rows

PHASES: tuple[Phase, ...] = ("prefill", "decode")


def scopes_of(model: Model) -> Scopes:
    return Scopes(model, choices_of(plain(standard()), model))


def test_that_a_shape_is_without_numbers_and_names_but_with_blanks_and_kinds() -> None:
    one = rows.llama_2_7b()
    same = one.model_copy(update={"name": "Another", "d_model": 64, "vocab_size": 99})
    assert structural(one) == structural(same)
    assert structural(one) != structural(one.model_copy(update={"max_context": None}))
    assert structural(one) != structural(rows.gpt_2())
    group = one.groups[0]
    renamed = one.model_copy(update={"groups": (group.model_copy(update={"name": "Other label"}),)})
    assert structural(one) != structural(renamed), "a group's name is the label of its lines"


def test_that_parts_of_one_shape_say_the_same_whatever_their_numbers() -> None:
    """Every preset in turn: a text with a number in it would be met again in a model with another number."""
    _sayings.cache_clear()
    count = 0
    for model in resolve(Workbook(models=tuple(model_presets().values()))).workbook.models:
        for group in scopes_of(model).groups:
            for part, _ in PARTS:
                value = group.parts[part]
                stream = isinstance(value, Stream)
                count += 1
                assert group.weights(part) == tuple(value.layer_weights() if stream else value.weights())
                assert group.caches(part) == tuple(value.caches())
                assert group.shapes(part) == tuple(value.shapes())
                for phase in PHASES:
                    own = value.layer_operators(phase) if stream else value.operators(phase)
                    assert group.operators(part, phase) == tuple(own), (model.name, part)
    remembered = _sayings.cache_info()
    assert remembered.misses < count / 5
    assert remembered.maxsize is not None


def test_that_a_renamed_scope_has_its_own_names_and_the_parts_that_were_asked() -> None:
    scopes = scopes_of(rows.llama_2_7b())
    group = scopes.groups[0]
    before = group.names("attention")
    other = scopes.renamed({"batch": "another_batch"})
    assert other.groups[0].names("attention")["batch"] == "another_batch"
    assert other.tables()["batch"] == "another_batch"
    assert group.names("attention") is before and before["batch"] == "load.batch"
    assert other.groups[0].weights("attention") is group.weights("attention")
