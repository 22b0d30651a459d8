"""What holds for every kind of part: described fields, formulas over known names, a file round trip, arrays."""

from __future__ import annotations

import re
import typing
from collections import Counter
from typing import Any, get_args

import numpy
import pytest
from pydantic import BaseModel

from planner.fields import Number, fields_of
from planner.formula import formula
from planner.parts.attention import ATTENTION_KINDS, Attention, GroupedQuery, NoAttention
from planner.parts.base import Part, Phase
from planner.parts.feed_forward import FEED_FORWARD_KINDS, FeedForward, Gated, NoFeedForward
from planner.parts.position import POSITION_KINDS
from planner.parts.stream import STREAM_KINDS, Stream, StreamKind
from planner.workbook import LayerGroup, Model
from tests.planner import rows

EVERYTHING: dict[type[Part], dict[str, Any]] = {
    GroupedQuery: {
        "window": 4096, "value_dim": 64, "query_key_norm": "each", "query_key_norm_bias": True, "output_norm": True,
        "output_gate": "element", "sinks": True, "query_bias": True, "output_bias": True,
    },
}  # fmt: skip
"""Values that switch on what a kind does not have by default."""
KINDS: tuple[type[Part], ...] = (*ATTENTION_KINDS, *FEED_FORWARD_KINDS, *POSITION_KINDS, *STREAM_KINDS)


def switched_on(kind: type[Part]) -> Part:
    """The kind with every flag on and every optional number given."""
    values: dict[str, Any] = dict(EVERYTHING.get(kind, {}))
    for name, field in fields_of(kind):
        default = kind.model_fields[name].default
        if default is False:
            values.setdefault(name, True)
        elif default is None and isinstance(field, Number):
            values.setdefault(name, 8)
    return kind(**values)


def model_with(part: Part) -> Model:
    attention: Any = part if type(part) in ATTENTION_KINDS else GroupedQuery()
    network: Any = part if type(part) in FEED_FORWARD_KINDS else Gated()
    group = LayerGroup(id="g1", count=2, attention=attention, feed_forward=network)
    fields: dict[str, Any] = {"stream": part} if isinstance(part, Stream) else {}
    if type(part) in POSITION_KINDS:
        fields["position"] = part
    return Model(id="m", name="m", groups=(group,), **fields)


PARTS = [part for kind in KINDS for part in (kind(), switched_on(kind))]
NAMES = [f"{type(part).__name__}{'+' if at % 2 else ''}" for at, part in enumerate(PARTS)]


@pytest.mark.parametrize(
    ("union", "kinds"), [(Attention, ATTENTION_KINDS), (FeedForward, FEED_FORWARD_KINDS), (StreamKind, STREAM_KINDS)]
)
def test_that_a_union_has_the_kinds_of_its_tuple(union: Any, kinds: tuple[type[Part], ...]) -> None:
    assert set(get_args(get_args(union)[0])) == set(kinds)
    names = [kind.model_fields["kind"].default for kind in kinds]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("kind", KINDS)
def test_that_every_field_is_described(kind: type[Part]) -> None:
    described = dict(fields_of(kind))
    assert set(described) == set(kind.model_fields) - {"kind"}
    for name, field in described.items():
        assert field.title and len(field.help) > 10, name
    assert kind.title and kind.__doc__


@pytest.mark.parametrize("part", PARTS, ids=NAMES)
def test_that_a_part_reads_back_from_a_file(part: Part) -> None:
    holder = model_with(part)
    assert Model.model_validate_json(holder.model_dump_json()) == holder


@pytest.mark.parametrize("part", PARTS, ids=NAMES)
@pytest.mark.parametrize("tp", [1, 2])
def test_that_every_line_of_a_part_has_label_reference_and_value(part: Part, tp: int) -> None:
    evaluation = rows.evaluated(model_with(part), rows.a100(), tp=tp)
    for line in evaluation.lines():
        assert line.label, line.key
        assert line.reference or line.formula.startswith("sum("), line.key
        assert not line.blocked, line.key
        for source in line.sources.values():
            if source.kind == "cell":
                assert evaluation.path(source.slot) is not None, line.key
                assert evaluation.title(source.slot), line.key
        if line.unit in ("parameter", "byte", "FLOP", "token") and "." in line.key and "bytes" not in line.key:
            assert line.value >= 0, line.key
    assert evaluation.value("prefill") > evaluation.value("prefill_floor") > 0
    assert evaluation.value("decode_step") > 0


@pytest.mark.parametrize("part", PARTS, ids=NAMES)
def test_that_the_lines_of_a_part_evaluate_on_arrays(part: Part) -> None:
    evaluation = rows.evaluated(model_with(part), rows.h100())
    keys = ("parameters", "needed", "kv_cache", "flops_prefill", "prefill", "decode_step")
    function = evaluation.structure.arrays(keys)
    batch = numpy.array([1.0, 3.0, 64.0])
    columns = function({**evaluation.amounts, "load.batch": batch})
    for at, value in enumerate(batch):
        one = rows.evaluated(model_with(part), rows.h100(), {"batch": int(value)})
        for key, column in zip(keys, columns, strict=True):
            column = numpy.broadcast_to(column, batch.shape)
            assert column[at] == pytest.approx(one.value(key), rel=1e-12), key


@pytest.mark.parametrize("part", PARTS, ids=NAMES)
def test_that_a_rank_holds_all_of_one_and_no_less_than_its_share(part: Part) -> None:
    weights = (*part.weights(), *(part.layer_weights() if isinstance(part, Stream) else ()))
    numbers = {name: getattr(part, name) for name, field in fields_of(part) if isinstance(field, Number)}
    for tp in (1, 2, 8):
        values = {**numbers, "d_model": 4096, "vocab_size": 32000, "tp": tp, "ep": 1, "total_layers": 2}
        for shape in part.shapes():
            values[shape.key] = formula(shape.formula).evaluate(values)
        for weight in weights:
            whole, here = (formula(text).evaluate(values) for text in (weight.elements, weight.per_rank))
            assert type(whole) is int, weight.key
            assert whole <= here * tp, weight.key
            assert here <= whole or tp > 1, weight.key
            if weight.active is not None:
                assert 0 < formula(weight.active).evaluate(values) <= whole


@pytest.mark.parametrize(
    "part", [part for part in PARTS if not isinstance(part, Stream)], ids=lambda p: type(p).__name__
)
@pytest.mark.parametrize("phase", ["prefill", "decode"])
def test_that_the_operators_of_a_part_read_every_matrix_once(part: Part, phase: Phase) -> None:
    moved = " + ".join(operator.bytes_moved for operator in part.operators(phase))
    read = Counter(re.findall(r"\w+_bytes", moved))
    for weight in part.weights():
        if weight.stored == "matrix" and weight.active is None:
            once = weight.once is not None and phase == "decode"  # made from another input, in the prefill
            assert read[f"{weight.key}_bytes"] == (0 if once else 1), weight.key


def test_that_a_layer_of_one_part_has_one_norm() -> None:
    for attention, network, norms in (
        (GroupedQuery(), Gated(), 2),
        (NoAttention(), Gated(), 1),
        (GroupedQuery(), NoFeedForward(), 1),
    ):
        group = LayerGroup(id="g1", count=1, attention=attention, feed_forward=network)
        evaluation = rows.evaluated(Model(id="m", name="m", groups=(group,)), rows.a100())
        assert evaluation.value("parameters.group1.layer.norms") == norms * 4096


def test_that_a_kind_is_a_frozen_value() -> None:
    assert all(issubclass(kind, BaseModel) and kind.model_config["frozen"] for kind in KINDS)
    assert typing.get_type_hints(GroupedQuery)["heads"]
