"""Formats by their true bytes, each part in its own, blank cells following."""

from __future__ import annotations

import pytest

from planner.checks import check_scenario
from planner.evaluations import Planner
from planner.memory.formats import CACHE_FORMATS, FORMATS, WEIGHT_FORMATS
from planner.memory.ggml_types import TYPES
from planner.parts.feed_forward import Mixture
from planner.plan import Evaluation
from planner.precision import CELLS, decided
from planner.presets import model_presets
from planner.remedies import remedies
from planner.workbook import QUANTISATION, Inference, Model, Scenario, StoredFormats, Workbook
from tests.planner import rows

# Bits per weight as the sources of the formats state them, scales included.
BITS = {
    "fp32": 32, "bf16": 16, "fp16": 16, "fp8": 8, "fp8_b128": 8 + 32 / 128**2, "mxfp8": 8.25, "int8": 8,
    "int8_g128": 8 + 24 / 128, "int4_g128": 4 + 20 / 128, "int4_g64": 4 + 20 / 64, "int4_g32_zero": 4 + 20 / 32,
    "int4_g128_even": 4.125, "int4_g32": 4.5, "nf4": 4.5, "nf4_dq": 4 + 8 / 64 + 32 / (64 * 256), "mxfp4": 4.25,
    "nvfp4": 4.5, "q4_0": 4.5, "q4_1": 5, "q5_0": 5.5, "q5_1": 6, "q8_0": 8.5, "q2_K": 2.625, "q3_K": 3.4375,
    "q4_K": 4.5, "q5_K": 5.5, "q6_K": 6.5625, "iq1_s": 1.5625, "iq1_m": 1.75, "iq2_xxs": 2.0625, "iq2_xs": 2.3125,
    "iq2_s": 2.5625, "iq3_xxs": 3.0625, "iq3_s": 3.4375, "iq4_xs": 4.25, "iq4_nl": 4.5, "tq1_0": 1.6875,
    "tq2_0": 2.0625,
}  # fmt: skip


@pytest.mark.parametrize("name", BITS)
def test_that_a_format_has_the_bits_that_its_source_states(name: str) -> None:
    assert FORMATS[name].bits == pytest.approx(BITS[name], rel=1e-12)


def test_that_the_reader_of_gguf_and_the_formats_share_one_table() -> None:
    for known in TYPES.values():
        found = FORMATS.get(known.name)
        if found is not None:
            assert found.bytes * known.elements == known.bytes * found.elements, known.name


def test_that_names_and_labels_are_their_own_and_every_format_has_a_reference() -> None:
    assert len({label for _, label in WEIGHT_FORMATS}) == len(WEIGHT_FORMATS) == len(FORMATS)
    assert all(known.reference and known.compute in FORMATS for known in FORMATS.values())
    assert {name for name, _ in CACHE_FORMATS} <= FORMATS.keys()


def mixture() -> Model:
    group = rows.llama_2_7b().groups[0].model_copy(update={"feed_forward": Mixture(shared_width=1024)})
    return rows.llama_2_7b().model_copy(update={"groups": (group,)})


LINES = {
    "attention_weights": "weights.group1.layer.attention.q",
    "feed_forward_weights": "weights.group1.layer.feed_forward.shared",
    "expert_weights": "weights.group1.layer.feed_forward.experts",
    "embedding_weights": "weights.embedding",
    "head_weights": "weights.head",
    "other_weights": "weights.group1.layer.feed_forward.router",
}


def evaluated(**cells: str) -> Evaluation:
    return rows.evaluated(mixture(), rows.h100(), **cells)


@pytest.mark.parametrize("cell", LINES)
def test_that_a_cell_decides_its_part_and_no_other(cell: str) -> None:
    plain, changed = evaluated(), evaluated(**{cell: "fp32"})
    for other, line in LINES.items():
        follows = cell == "other_weights" and other in ("embedding_weights", "head_weights")
        assert changed.value(line) == plain.value(line) * (2 if other == cell or follows else 1), other


@pytest.mark.parametrize("cell", LINES)
def test_that_a_line_leads_to_the_cell_that_decides(cell: str) -> None:
    stated = evaluated(**{cell: "fp32"})
    slot = stated.line(LINES[cell]).sources["bytes_per_element"].slot
    assert slot == f"format.{cell}.bytes"
    assert stated.path(slot) == ("scenarios", "s1", cell)
    following = "other_weights" if cell in ("embedding_weights", "head_weights", "other_weights") else "weights"
    assert evaluated().path(slot) == ("scenarios", "s1", following)
    kept = mixture().model_copy(update={"stored_formats": StoredFormats(**{cell: "fp32"})})
    published = rows.evaluated(kept, rows.h100())
    assert published.path(slot) == ("models", "llama_2_7b", "stored_formats", cell)
    assert published.value(LINES[cell]) == stated.value(LINES[cell])
    assert published.title(slot).startswith("Stored")


def test_that_stated_weights_leave_the_checkpoint_aside() -> None:
    stored = StoredFormats(weights="fp8_b128", expert_weights="mxfp4", head_weights="fp8", other_weights="fp16")
    scenario = Scenario(id="s", name="s", weights="int8")
    found = {cell: each.format for cell, each in decided(scenario, stored).items()}
    assert found == {**dict.fromkeys(CELLS, "bf16"), "weights": "int8", "attention_weights": "int8",
                     "feed_forward_weights": "int8", "expert_weights": "int8"}  # fmt: skip


def test_that_scales_per_channel_are_counted_once_for_d_model_elements() -> None:
    plain, scaled = evaluated(weights="fp8"), evaluated(weights="fp8_channel")
    line = LINES["attention_weights"]
    assert scaled.value(line) - plain.value(line) == 4 * 4096


def test_that_a_published_checkpoint_is_planned_without_being_asked_for() -> None:
    """gpt-oss-120b: experts in 4.25 bits, all else in bf16; it fits one 80 GB card as published and not in bf16."""
    model = model_presets()["gpt-oss-120b"]
    plan = rows.evaluated(model, rows.h100())
    experts = 36 * 128 * 3 * 2880**2
    assert plan.value("weights") == experts * 17 // 32 + 2 * (model_total(plan) - experts)
    assert plan.value("free") > 0 > rows.evaluated(model, rows.h100(), weights="bf16").value("free")
    codes = {finding.code for finding in check_scenario(plan)}
    assert "config_is_quantised" not in codes
    assert QUANTISATION in model.sources


def model_total(plan: Evaluation) -> int:
    found: int = plan.value("parameters")
    return found


def test_that_an_edit_of_the_stored_formats_reaches_the_plans_that_follow_it() -> None:
    model = rows.llama_2_7b()
    scenario = Scenario(id="s1", name="s", model=model.id, load=Inference(prompt=2048))
    planner, before = Planner(), Workbook(models=(model,), scenarios=(scenario,))
    bf16 = planner.evaluate(before).scenarios["s1"].value("weights")
    stored = model.model_copy(update={"stored_formats": StoredFormats(weights="fp8")})
    after = before.model_copy(update={"models": (stored,)})
    assert planner.evaluate(after).scenarios["s1"].value("weights") < 0.6 * bf16
    assert planner.evaluate(before).scenarios["s1"].value("weights") == bf16


def test_that_a_mix_counts_the_layers_of_the_model_that_it_is_used_for() -> None:
    """One scenario row for two models of one shape and other counts: what is remembered for one is not the other's."""
    planner = Planner()
    scenario = Scenario(id="s1", name="s", model="llama_2_7b", weights="Q4_K_M", load=Inference(prompt=2048))
    found = []
    for count in (32, 16, 32):
        group = rows.llama_2_7b().groups[0].model_copy(update={"count": count})
        model = rows.llama_2_7b().model_copy(update={"groups": (group,)})
        evaluation = planner.evaluate(Workbook(models=(model,), scenarios=(scenario,))).scenarios["s1"]
        found.append(evaluation.amounts["mixed.groups.0.feed_forward.down.q6_K"])
    assert found == [16, 8, 16]


def test_that_remedies_offer_fewer_bits_than_the_checkpoint_has() -> None:
    model = model_presets()["deepseek-v3"]
    planner = Planner()

    def evaluate(changed: Model, scenario: Scenario) -> Evaluation:
        return planner.kitchen.evaluate(changed, rows.h100(), scenario, Workbook().assumptions)

    plan = evaluate(model, Scenario(id="s1", name="s", load=Inference(prompt=2048)))
    codes = {remedy.code for remedy in remedies(plan, evaluate)}
    assert "weights_int4_g128" in codes and "weights_int8" not in codes
