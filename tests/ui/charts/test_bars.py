"""What the bars say: positions, reach of the axis, words at their ends, exact bytes in the tooltip."""

from dataclasses import replace

import pytest

from planner.plan import Kitchen
from planner.presets import engine_from_preset
from planner.workbook import Assumptions, Inference, Scenario
from tests.planner import rows
from ui.charts.bars import (
    FARTHEST,
    GIB,
    SERVING,
    Bar,
    bar_of,
    margin_text,
    reach,
    spans,
    summary,
    ticks,
    tooltip,
    total_text,
)


def bar(weights: int | None, kv: int | None, usable: int | None, verdict: str = "Fits") -> Bar:
    needed = None if weights is None or kv is None else weights + kv
    return Bar("s1", "13B", verdict, (("weights", weights), ("kv_cache", kv)), needed, usable)


FITS = bar(26_030_899_200, 25 * GIB, 80 * GIB)
OVER = bar(26_030_899_200, 75 * GIB, 80 * GIB, "Does not fit")
BLANK_CARD = bar(GIB, GIB, None, "Unknown")
BLANK_CACHE = bar(GIB, None, 80 * GIB, "Unknown")


@pytest.mark.parametrize(
    ("shown", "total", "margin"),
    (
        (FITS, "49.24 / 80.00 GiB", "30.76 GiB free"),
        (OVER, "99.24 / 80.00 GiB", "+19.24 GiB over"),
        (BLANK_CARD, "2.00 GiB", "usable memory not known"),
        (BLANK_CACHE, "at least 1.00 GiB", "KV cache not known"),
        (bar(None, None, None, "Unknown"), "not known", "Weights, KV cache not known"),
        (bar(2 * 2**20, 0, 2 * GIB), "2.00 MiB / 2.00 GiB", "2.00 GiB free"),
        (bar(GIB + 5, 0, GIB, "Does not fit"), "1.00 / 1.00 GiB", "+5 B over"),
    ),
)
def test_that_the_end_of_a_bar_says_what_is_needed_and_what_is_left(shown: Bar, total: str, margin: str) -> None:
    assert total_text(shown) == total
    assert margin_text(shown) == margin


def test_that_segments_follow_each_other_in_the_fixed_order_whatever_the_order_given() -> None:
    mixed = Bar("s", "x", "Fits", (("overhead", GIB), ("weights", 2 * GIB), ("kv_cache", 0)), 3 * GIB, None)
    assert spans(mixed) == [("weights", 0.0, 2.0), ("overhead", 2.0, 3.0)]


def test_that_a_component_without_a_place_is_refused_and_not_left_out() -> None:
    with pytest.raises(ValueError, match="cargo"):
        Bar("s", "x", "Fits", (("cargo", 1),), 1, 1)


def test_that_the_axis_reaches_the_longest_bar_but_no_hopeless_one() -> None:
    assert reach([FITS]) == 80.0
    assert reach([FITS, OVER]) == OVER.known / GIB
    assert reach([FITS, bar(2**60, 0, 16 * GIB)]) == FARTHEST * 80
    assert reach([BLANK_CARD]) == 2.0
    assert reach([]) == 1.0


@pytest.mark.parametrize("limit", (0.003, 0.4, 7.0, 79.15, 144.0, 1e6))
@pytest.mark.parametrize("most", (1, 2, 5, 12))
def test_that_ticks_are_round_within_the_limit_and_not_too_many(limit: float, most: int) -> None:
    found = ticks(limit, most)
    assert found[0] == 0 and found[-1] <= limit * (1 + 1e-9) and len(found) <= most + 1
    if len(found) > 1:
        assert float(f"{found[1]:.15g}".replace(".", "").lstrip("0").rstrip("0")[:3]) in (1, 2, 5) or found[1] >= 10


def test_that_the_tooltip_has_every_byte_and_the_summary_every_word() -> None:
    text = tooltip(OVER)
    for part in ("26,030,899,200 byte", "24.24 GiB", "80,530,636,800 byte", "106,561,536,000 byte", "Does not fit"):
        assert part in text
    assert summary(OVER) == "13B: Does not fit, 99.24 / 80.00 GiB, +19.24 GiB over"


def test_that_bytes_past_63_bits_and_names_with_markup_are_shown_as_they_are() -> None:
    huge = Bar("s", "<b>&", "Does not fit", (("weights", 2**70),), 2**70, 2**30)
    assert "1,180,591,620,717,411,303,424 byte" in tooltip(huge)
    assert "&lt;b&gt;&amp;" in tooltip(huge)


def test_that_a_bar_takes_its_figures_from_the_ledger_and_nowhere_else() -> None:
    evaluation = rows.evaluated(rows.llama_2_13b(), rows.a100(), {"batch": 8})
    made = bar_of(evaluation.scenario, evaluation, selected=True)
    assert made.segments == tuple((part, evaluation.value(part)) for part in SERVING)
    assert made.known == made.needed == evaluation.value("needed")
    assert (made.id, made.usable, made.verdict, made.selected) == ("s1", evaluation.value("usable"), "Fits", True)


def test_that_a_scenario_without_a_model_has_a_bar_that_knows_nothing() -> None:
    made = bar_of(Scenario(id="s9", name="new", load=Inference()), None)
    assert (made.known, made.needed, made.usable, made.verdict) == (0, None, None, "Unknown")
    assert summary(made) == "new: Unknown, not known, Weights, KV cache, Activations, Overhead not known"


ON_ENGINE = replace(FITS, reserved=72 * GIB)
BEYOND = replace(bar(26_030_899_200, 50 * GIB, 80 * GIB, "Does not fit"), reserved=72 * GIB)


def test_that_a_bar_is_held_against_what_its_engine_may_take() -> None:
    assert (total_text(ON_ENGINE), margin_text(ON_ENGINE)) == ("49.24 / 72.00 GiB", "22.76 GiB free")
    assert (total_text(BEYOND), margin_text(BEYOND)) == ("74.24 / 72.00 GiB", "+2.24 GiB over")
    larger = replace(FITS, reserved=81 * GIB)
    assert larger.limit == 80 * GIB and reach([larger]) == 81.0
    assert replace(BLANK_CARD, reserved=GIB).limit is None


def test_that_needed_and_reserved_are_told_apart_in_words() -> None:
    said = tooltip(ON_ENGINE)
    assert "Needed per GPU" in said and "Reserved by the engine" in said and "nvidia-smi" in said
    assert f"{72 * GIB:,} byte" in said
    assert "Reserved" not in tooltip(FITS) and "nvidia-smi" not in tooltip(FITS)
    assert summary(ON_ENGINE).endswith("reserved by the engine: 72.00 GiB")


def test_that_a_plan_with_an_engine_and_a_draft_model_has_a_segment_and_a_mark_of_its_own() -> None:
    kitchen, scenario = Kitchen(), rows.evaluated(rows.llama_2_13b(), rows.a100(), {"batch": 8}).scenario
    engine = engine_from_preset("vllm", "vllm")
    drafting = scenario.model_copy(update={"engine": "vllm", "draft": "small"})
    plan = kitchen.evaluate(rows.llama_2_13b(), rows.a100(), drafting, Assumptions(), engine, rows.llama_2_7b())
    made = bar_of(drafting, plan)
    assert [component for component, _ in made.segments] == ["weights", "draft", *SERVING[1:]]
    assert dict(made.segments)["draft"] == plan.value("draft") and made.known == made.needed
    assert made.reserved == plan.value("reserved")
    alone = bar_of(scenario, kitchen.evaluate(rows.llama_2_13b(), rows.a100(), scenario, Assumptions()))
    assert alone.reserved is None and [component for component, _ in alone.segments] == list(SERVING)
    unbounded = engine_from_preset("llama-cpp", "llama_cpp")
    plain = kitchen.evaluate(rows.llama_2_13b(), rows.a100(), scenario, Assumptions(), unbounded)
    assert bar_of(scenario, plain).reserved is None
