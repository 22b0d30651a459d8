"""The matrix against single plans: every word the same, whole numbers below 2^53 exactly, everything else to 1e-12."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from planner.plan import Evaluation
from planner.presets import accelerator_presets, engine_presets, model_presets
from planner.resolve import resolve
from planner.verdict import Verdict
from planner.what_if.matrix.grid import Cell, Grid, Matrix, Question, plain, standard
from planner.what_if.matrix.least import fewest
from planner.workbook import Accelerator, Inference, Training, Workbook

MATRIX = Matrix()
SEED = 20_261_130
CELLS = 24


@cache
def presets() -> Workbook:
    """Every preset, resolved."""
    rows = Workbook(
        models=tuple(model_presets().values()),
        accelerators=tuple(accelerator_presets().values()),
        engines=tuple(engine_presets().values()),
    )
    return resolve(rows).workbook


def model(preset: str) -> Any:
    return next(row for row in presets().models if row.preset == preset)


def card(preset: str) -> Any:
    return next(row for row in presets().accelerators if row.preset == preset)


def engine(preset: str) -> Any:
    return next(row for row in presets().engines if row.preset == preset)


def some(seed: int, models: int = 3, cards: int = 12) -> tuple[list[Any], list[Any]]:
    """Models and cards of the presets; some cells of the cards are blank or zero."""
    chance = random.Random(SEED + seed)
    rows, columns = chance.sample(presets().models, models), chance.sample(presets().accelerators, cards)
    for at, name in enumerate(("memory_bandwidth", "usable_memory", "call_time", "peak_bf16", "link_bandwidth")):
        columns[at] = columns[at].model_copy(update={name: None})
    columns[6] = columns[6].model_copy(update={"price_high": None})
    columns[5] = columns[5].model_copy(update={"memory_bandwidth": 0})
    return rows, columns


def numbers(found: Evaluation) -> tuple[Any, ...]:
    rate = "train_tokens_per_s" if isinstance(found.scenario.load, Training) else "tokens_per_s"
    return tuple(found.value(key) for key in ("needed", "free", rate, "tpot", "million_cost_low"))


def assert_same(cell: Cell, found: Evaluation) -> None:
    where = f"{found.model.name} on {found.accelerator and found.accelerator.name}, {found.scenario.weights}"
    assert cell.verdict is found.verdict, where
    shown = (cell.needed, cell.free, cell.tokens_per_s, cell.tpot, cell.cost)
    for ours, theirs in zip(shown, numbers(found), strict=True):
        if theirs is None or ours is None:
            assert ours is theirs, where
        elif isinstance(theirs, int) and abs(theirs) < 2**53:
            assert ours == theirs, where
        else:
            assert ours == pytest.approx(theirs, rel=1e-12, abs=0), where


def assert_grid(question: Question, seed: int, cells: int = CELLS) -> Grid:
    grid = MATRIX.answer(question)
    assert grid.done.all()
    chance = random.Random(seed)
    for _ in range(cells):
        at, nth = chance.randrange(len(question.models)), chance.randrange(len(question.precisions))
        place = chance.randrange(len(question.cards))
        found = MATRIX.exact(question, question.models[at], question.precisions[nth], question.cards[place])
        assert_same(grid.cell(at, nth, place), found)
    return grid


def load(**values: Any) -> Inference:
    return Inference(**values)


LOADS: dict[str, dict[str, Any]] = {
    "standard": {},
    "batch": {"load": load(batch=64, context=8192), "engine": "vllm", "tp": 4},
    "three constants": {"load": load(batch=4), "constants": "three", "tp": 2, "link": "pcie"},
    "pipeline": {"load": load(batch=8, context=4096), "engine": "vllm", "tp": 2, "pp": 3},
    "pipeline, no engine": {"load": load(batch=8), "pp": 2, "dp": 2},
    "experts": {"load": load(batch=32), "engine": "sglang", "tp": 8, "ep": 8},
    "llama.cpp": {"load": load(batch=2, context=16384), "engine": "llama_cpp"},
    "cached and apart": {"load": load(batch=8, cached_tokens=100, pools="apart"), "engine": "vllm"},
    "drafted": {"load": load(batch=2, draft_tokens=3, acceptance=0.7), "draft": "llama_3_2_1b", "engine": "vllm"},
    "predicted": {"load": load(batch=2, draft_tokens=2, acceptance=0.8)},
    "adapters": {"load": load(batch=8), "lora_slots": 2, "engine": "vllm"},
    "training": {"load": Training(micro_batch=2, sequence=2048)},
    "sharded training": {"load": Training(recipe="fsdp_adamw", zero="3"), "tp": 2, "dp": 8, "pp": 2},
    "packed training": {"load": Training(packing="packed", document_tokens=512, micro_batch=2)},
    "context too long": {"load": load(context=300_000)},
    "no such engine": {"load": load(), "engine": "gone"},
    "stages that are not the model's": {"load": load(), "pp": 2, "stages": "1, 1"},
}


@pytest.mark.parametrize("name", list(LOADS))
def test_that_cells_say_what_single_plans_say(name: str) -> None:
    seed = list(LOADS).index(name)
    models, cards = some(seed)
    if name == "predicted":
        drafting = model("deepseek-v3")
        models[0] = drafting.model_copy(update={"prediction": drafting.prediction.model_copy(update={"drafts": True})})
    scenario = plain(standard(**LOADS[name]))
    rows = {row.id: row for row in presets().engines}
    drafts = {row.id: row for row in presets().models}
    precisions = [None, "bf16", "fp8", "nvfp4", "int4_g128", "Q4_K_M"]
    chosen = (None, random.Random(seed).choice(precisions[1:]))
    question = Question(models, cards, scenario, engine=rows.get(scenario.engine or ""),
                        draft=drafts.get(scenario.draft or ""), precisions=chosen)  # fmt: skip
    assert_grid(question, seed)


def test_that_cards_with_constants_of_any_classes_keep_their_own_times() -> None:
    whole = card("b200-sxm")
    blank = [
        {"gemm_8bit_call_time": None, "gemm_8bit_exponent": None},
        {"grouped_gemm_compute_efficiency": 0.31, "gemm_8bit_compute_efficiency": None},
        {"prefill_attention_compute_efficiency": None},
        {"decode_attention_bandwidth_efficiency": None, "gemm_exponent": None},
        {"elementwise_call_time": None, "gemm_call_time": None},
    ]
    cards = [whole, *(whole.model_copy(update=changes) for changes in blank)]
    models = [model("mixtral-8x7b"), model("llama-3-8b")]
    question = Question(models, cards, plain(standard()), precisions=(None, "fp8", "nvfp4"))
    assert_grid(question, 1, 60)


def test_that_an_unknown_cell_has_its_reason() -> None:
    t4 = card("t4")
    blank = t4.model_copy(update={"usable_memory": None, "driver_memory": None, "nominal_memory": None})
    one = [model("opt-125m")]

    def reason(cards: list[Accelerator], **changes: Any) -> str:
        chosen = next((row for row in presets().engines if row.id == changes.get("engine")), None)
        grid = MATRIX.answer(Question(one, cards, plain(standard(**changes)), engine=chosen))
        cell = grid.cell(0, 0, 0)
        assert cell.verdict is Verdict.UNKNOWN
        return cell.reason

    assert reason([blank]) == "blank"
    assert reason([t4], engine="gone") == "no_engine"
    assert reason([t4], load=load(context=100_000)) == "contradiction"
    tpu = t4.model_copy(update={"vendor": "Google"})
    assert reason([tpu], engine=engine("tensorrt-llm").id, load=load(context=1024)) == "foreign"


def test_that_smaller_cards_of_a_host_keep_a_cell_from_its_word() -> None:
    large = card("h100-sxm5").model_copy(update={"id": "large", "host": "box", "cards_per_host": 1})
    small = card("t4").model_copy(update={"id": "small", "host": "box", "cards_per_host": 1})
    question = Question([model("opt-125m")], [large, small], plain(standard(tp=2, load=load(context=1024))),
                        hosts=[large, small])  # fmt: skip
    grid = assert_grid(question, 3, 8)
    assert grid.cell(0, 0, 0).reason == "unequal"


def test_that_a_context_is_cut_to_what_a_model_was_made_for_where_none_is_named() -> None:
    question = Question(
        [model("opt-125m"), model("llama-3.1-8b")], [card("t4")], plain(standard()), shortened=standard()
    )
    grid = assert_grid(question, 4, 6)
    assert grid.cell(0, 0, 0).verdict is Verdict.FITS
    assert [question.length(row) for row in question.models] == [2048, None]


def test_that_the_least_gpus_are_the_first_tp_that_fits() -> None:
    cards = [card("rtx-4090"), card("h100-sxm5"), card("t4")]
    rows = [model("llama-3-70b"), model("llama-3-8b")]
    question = Question(rows, cards, plain(standard()), timed=False, least=True)
    grid = MATRIX.answer(question)
    for at, row in enumerate(rows):
        for place, one in enumerate(cards):
            tried = []
            for tp in (1, 2, 4, 8):
                again = Question([row], [one], plain(standard(tp=tp)))
                if MATRIX.exact(again, row, None, one).verdict is Verdict.FITS:
                    tried.append(tp)
            assert grid.cell(at, 0, place).least == min(tried, default=None)
            fitting = MATRIX.fitting(question, rows[at], None, cards[place])
            assert (None if fitting is None else fitting.scenario.tp) == min(tried, default=None)


def test_that_the_fewest_gpus_of_a_cell_are_those_of_all_placements() -> None:
    question = Question([model("llama-3-70b")], [card("rtx-4090")], plain(standard()))
    found = MATRIX.exact(question, question.models[0], None, question.cards[0])
    number = fewest(MATRIX.pantry, found, question.load(question.scenario), ())
    assert number is not None and number <= 8


def test_that_it_can_be_cancelled_and_keeps_what_is_answered() -> None:
    models, cards = some(99, models=6)
    seen: list[tuple[int, int]] = []
    question = Question(models, cards, plain(standard()), timed=False)
    grid = MATRIX.answer(question, lambda *step: seen.append(step), lambda: len(seen) == 2)
    assert seen == [(1, 6), (2, 6)]
    assert grid.done.sum() == 2
    assert grid.cell(0, 0, 3).verdict is MATRIX.exact(question, models[0], None, cards[3]).verdict
