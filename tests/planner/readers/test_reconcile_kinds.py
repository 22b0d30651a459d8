"""Lines of kinds beyond dense models held against checkpoints: what the table of names knows of them."""

import pytest

from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward import Gated
from planner.readers.expected import ExpectedLine, ExpectedModel, expected_model
from planner.readers.reconcile import reconcile, reconcile_model
from planner.readers.reconciliation import Reason
from planner.workbook import LayerGroup, Model, Prediction
from tests.planner.readers.made import llama_tensors
from tests.planner.readers.reconciling import made, row, small
from tests.planner.rows import evaluated


def lines(**each: int) -> ExpectedModel:
    found = [
        ExpectedLine(f"parameters.group1.layer.{role}", role, 0, role, size)
        for role, size in ((name.replace("__", "."), size) for name, size in each.items())
    ]
    return ExpectedModel(tuple(found), ((0, 2), (1,)))


def test_that_experts_router_and_shared_experts_fill_their_lines() -> None:
    expected = lines(feed_forward__router=8 * 4, feed_forward__experts=8 * 3 * 20, feed_forward__shared=3 * 20)
    tensors: dict[str, tuple[str, tuple[int, ...]]] = {}
    for layer in (0, 2):
        stem = f"model.layers.{layer}.mlp"
        tensors[f"{stem}.gate.weight"] = ("BF16", (8, 4))
        tensors[f"{stem}.gate.e_score_correction_bias"] = ("F32", (8,))
        for part in ("gate_proj", "up_proj", "down_proj"):
            tensors[f"{stem}.shared_experts.{part}.weight"] = ("BF16", (5, 4))
            for expert in range(8):
                tensors[f"{stem}.experts.{expert}.{part}.weight"] = ("BF16", (5, 4))
    result = reconcile_model(expected, made(tensors), "m")
    assert result.agrees and [extra.reason for extra in result.extras] == [Reason.BUFFER] * 2
    del tensors["model.layers.2.mlp.experts.7.up_proj.weight"]
    assert row(reconcile_model(expected, made(tensors), "m"), "experts").differing == (2,)
    counted = lines(feed_forward__router=32, feed_forward__router_bias=8)
    assert row(reconcile_model(counted, made(tensors), "m"), "router_bias").found == 16


def test_that_experts_in_one_packed_tensor_fill_their_line() -> None:
    expected = lines(feed_forward__experts=4 * 3 * 64 * 32, feed_forward__expert_bias=4 * (2 * 64 + 32))
    tensors: dict[str, tuple[str, tuple[int, ...]]] = {}
    for layer in (0, 2):
        stem = f"model.layers.{layer}.mlp.experts"
        tensors |= {
            f"{stem}.gate_up_proj_blocks": ("U8", (4, 128, 1, 16)), f"{stem}.gate_up_proj_scales": ("U8", (4, 128, 1)),
            f"{stem}.down_proj_blocks": ("U8", (4, 32, 2, 16)), f"{stem}.down_proj_scales": ("U8", (4, 32, 2)),
            f"{stem}.gate_up_proj_bias": ("BF16", (4, 128)), f"{stem}.down_proj_bias": ("BF16", (4, 32)),
        }  # fmt: skip
    result = reconcile_model(expected, made(tensors), "m")
    assert result.agrees and result.schemes == {"MXFP4": 4}


def test_that_latent_attention_fills_its_lines() -> None:
    expected = lines(attention__q_a=12, attention__q_norm=3, attention__q=24, attention__kv_a=20,
                     attention__kv_norm=4, attention__kv_b=40, attention__o=30)  # fmt: skip
    shapes = {"q_a_proj": (3, 4), "q_a_layernorm": (3,), "q_b_proj": (8, 3), "kv_a_proj_with_mqa": (5, 4),
              "kv_a_layernorm": (4,), "kv_b_proj": (10, 4), "o_proj": (6, 5)}  # fmt: skip
    tensors = {
        f"model.layers.{layer}.self_attn.{name}.weight": ("BF16", shape)
        for layer in (0, 2)
        for name, shape in shapes.items()
    }
    result = reconcile_model(expected, made(tensors), "m")
    assert result.agrees and all(len(row.lines) == 1 for row in result.rows)


def test_that_a_stored_layer_may_be_two_layers_of_the_ledger() -> None:
    expected = ExpectedModel(
        tuple(
            ExpectedLine(f"parameters.group{group + 1}.layer.{role}", role, group, role, size)
            for group, role, size in ((0, "attention.o", 12), (0, "feed_forward.experts", 40), (0, "norms", 8),
                                      (0, "feed_forward.shared", 20), (1, "attention.o", 12), (1, "norms", 8),
                                      (1, "feed_forward.down", 20))
        ),
        ((0, 2), (1, 3)),
    )  # fmt: skip
    tensors: dict[str, tuple[str, tuple[int, ...]]] = {}
    for layer in range(2):
        stem = f"model.layers.{layer}"
        tensors[f"{stem}.mlp.experts.0.down_proj.weight"] = ("BF16", (4, 10))
        for half in range(2):
            tensors |= {
                f"{stem}.self_attn.{half}.o_proj.weight": ("BF16", (4, 3)),
                f"{stem}.mlps.{half}.down_proj.weight": ("BF16", (4, 5)),
                f"{stem}.input_layernorm.{half}.weight": ("BF16", (4,)),
                f"{stem}.post_attention_layernorm.{half}.weight": ("BF16", (4,)),
            }
    assert reconcile_model(expected, made(tensors), "m").agrees


def test_that_a_name_takes_the_first_meaning_that_the_ledger_has() -> None:
    tensors = {f"model.layers.{layer}.mamba.out_proj.weight": ("BF16", (4, 3)) for layer in (0, 1, 2)}
    for role in ("attention.state_out", "beside.state_out", "attention.o"):
        lines_of_role = [ExpectedLine(role, role, group, role, 12) for group in (0, 1)]
        other = ExpectedLine("o", "attention.o", 0, "o", 7) if role == "beside.state_out" else None
        model = ExpectedModel((*lines_of_role, *([other] if other else [])), ((0, 2), (1,)))
        result = reconcile_model(model, made(tensors), "m")
        assert [row.found for row in result.rows if role in row.lines] == [24, 12]


def test_that_groups_that_alternate_take_the_layers_they_are_given() -> None:
    wide, narrow = GroupedQuery(heads=4, kv_heads=2, head_dim=16), GroupedQuery(heads=4, kv_heads=1, head_dim=16)
    groups = tuple(
        LayerGroup(id=f"g{number}", count=2, attention=attention, feed_forward=Gated(width=128))
        for number, attention in enumerate((wide, narrow))
    )
    evaluation = evaluated(Model(id="m", name="Mixed", d_model=64, vocab_size=96, groups=groups))
    tensors = llama_tensors(layers=4)
    for layer in (1, 3):
        for name in ("k", "v"):
            tensors[f"model.layers.{layer}.self_attn.{name}_proj.weight"] = ("BF16", (16, 64))
    assert expected_model(evaluation).layers == ((0, 1), (2, 3))
    assert not reconcile(evaluation, made(tensors)).agrees
    assert reconcile(evaluation, made(tensors), layers=((0, 2), (1, 3))).agrees


@pytest.mark.parametrize(
    ("positions", "layers"),
    [
        (("0, 2", "1, 3"), ((0, 2), (1, 3))),
        ((None, "0, 2"), ((1, 3), (0, 2))),
        (("0-9", "words"), ((0, 1), (2, 3))),
        ((None, None), ((0, 1), (2, 3))),
    ],
)
def test_that_groups_have_the_layers_that_they_state(
    positions: tuple[str | None, ...], layers: tuple[tuple[int, ...], ...]
) -> None:
    groups = tuple(
        LayerGroup(id=f"g{number}", count=2, attention=GroupedQuery(), feed_forward=Gated(), positions=text)
        for number, text in enumerate(positions)
    )
    assert expected_model(evaluated(Model(id="m", name="Two", groups=groups))).layers == layers


def test_that_prediction_layers_are_compared_where_they_are_stored() -> None:
    prediction = Prediction(layers=1)
    evaluation = small(prediction=prediction)
    without = reconcile(evaluation, made(llama_tensors()))
    assert without.agrees and without.expected == evaluation.value("parameters")
    tensors = llama_tensors(layers=3)
    stem = "model.layers.2"
    tensors |= {f"{stem}.{name}.weight": ("BF16", (64,)) for name in ("enorm", "hnorm", "shared_head.norm")}
    tensors[f"{stem}.eh_proj.weight"] = ("BF16", (64, 128))
    stored = reconcile(evaluation, made(tensors))
    assert stored.agrees, [finding.sentence for finding in stored.findings]
    assert stored.expected == evaluation.value("parameters") + evaluation.value("prediction")
    tensors.pop(f"{stem}.eh_proj.weight")
    assert not reconcile(evaluation, made(tensors)).agrees


def test_that_a_ledger_with_blanks_expects_nothing_rather_than_zero() -> None:
    evaluation = small()
    assert sum((line.each or 0) * (1 if line.group is None else 2) for line in expected_model(evaluation).lines) == (
        evaluation.value("parameters")
    )
    blank = ExpectedModel((ExpectedLine("parameters.head", "head", None, "LM head", None),), ())
    result = reconcile_model(blank, made({"lm_head.weight": ("BF16", (3, 3))}), "m")
    assert (result.expected, result.found, result.difference, result.agrees) == (None, 9, None, False)
