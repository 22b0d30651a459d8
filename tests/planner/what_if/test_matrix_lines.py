"""What a matrix sets up: how many ledgers, with which lines, and what these share. Counted, so that it stays quick."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from planner.ledger import Structure
from planner.shape import structural
from planner.structure import build
from planner.time.calls import REMEMBERED, TOGETHER, _made
from planner.what_if.matrix import rows
from planner.what_if.matrix.array_lines import ArrayLines
from planner.what_if.matrix.grid import Matrix, Question, plain, standard
from planner.workbook import Inference
from tests.planner.what_if.test_matrix import assert_same, card, engine, model, presets

LLAMA, MIXTRAL, DEEPSEEK = "llama-3-8b", "mixtral-8x7b", "deepseek-v3"


@pytest.fixture
def ledgers(monkeypatch: pytest.MonkeyPatch) -> list[Structure]:
    """The ledgers that matrices set up, in order."""
    found: list[Structure] = []

    def noted(*arguments: Any) -> Structure:
        found.append(build(*arguments))
        return found[-1]

    monkeypatch.setattr(rows, "build", noted)
    return found


def asked(matrix: Matrix, models: list[Any], cards: list[Any], batch: int = 1, **changes: Any) -> Any:
    chosen = engine(changes["engine"]) if "engine" in changes else None
    scenario = plain(standard(load=Inference(batch=batch), **(changes | ({"engine": chosen.id} if chosen else {}))))
    return matrix.answer(Question(models, cards, scenario, engine=chosen))


def test_that_one_ledger_serves_every_card_in_formats_that_all_of_them_widen(ledgers: list[Structure]) -> None:
    cards = list(presets().accelerators)
    own = [all(getattr(row, name) is not None for name, _, _ in TOGETHER.values()) for row in cards]
    assert any(own) and not all(own), "cards with and without constants of attention"
    models = [model(LLAMA), model(MIXTRAL)]
    asked(Matrix(), models, cards, weights="int4_g128")
    assert len(ledgers) == 2


def test_that_cards_of_both_kinds_have_their_own_attention_in_one_ledger(ledgers: list[Structure]) -> None:
    h100 = card("h100-sxm5")
    cards = [h100, *(h100.model_copy(update={name: None}) for name, _, _ in TOGETHER.values()), card("t4")]
    matrix, one = Matrix(), model(LLAMA)
    question = Question([one], cards, plain(standard(load=Inference(batch=16, context=8192))))
    grid = matrix.answer(question)
    assert len(ledgers) == 1
    for place, each in enumerate(cards):
        assert_same(grid.cell(0, 0, place), matrix.exact(question, one, None, each))
    assert len({grid.cell(0, 0, place).tpot for place in range(4)}) > 2, "each constant changes the time"


def test_that_models_of_one_shape_share_a_ledger_and_another_load_needs_none(ledgers: list[Structure]) -> None:
    first, cards, matrix = model(LLAMA), [card("a100-sxm4-80gb"), card("t4")], Matrix()
    wider = first.model_copy(update={"name": "Wider", "d_model": first.d_model * 2})
    assert structural(first) == structural(wider)
    asked(matrix, [first, wider], cards)
    assert len(ledgers) == 1
    asked(matrix, [first, wider], cards, batch=7)
    assert len(ledgers) == 1


def test_that_few_ledgers_serve_all_presets(ledgers: list[Structure]) -> None:
    models = list(presets().models)
    shapes = {structural(row) for row in models}
    asked(Matrix(), models, list(presets().accelerators))
    assert len(ledgers) < 1.2 * len(shapes), "beyond the shapes only formats that some cards multiply in"
    assert len(ledgers) < len(models) / 2


@pytest.mark.parametrize(("settings", "alone"), [({}, False), ({"engine": "vllm"}, True)])
def test_that_only_the_prefill_that_a_request_waits_for_is_set_up(
    settings: dict[str, Any], alone: bool, ledgers: list[Structure]
) -> None:
    asked(Matrix(), [model(LLAMA)], [card("h100-sxm5")], **settings)
    timed = [ledger for ledger in ledgers if ledger.calls]
    assert len(timed) == 1
    passes = {"prefill", "prefill_request", "decode_step", "decode_mean"} & timed[0].index.keys()
    assert passes == {"prefill_request" if alone else "prefill", "decode_mean"}


def test_that_models_share_the_steps_of_lines_that_they_have_in_common(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[ArrayLines] = []
    original: Callable[..., ArrayLines] = rows._array_lines

    def noted(*arguments: Any) -> ArrayLines:
        found.append(original(*arguments))
        return found[-1]

    monkeypatch.setattr(rows, "_array_lines", noted)
    asked(Matrix(), [model(LLAMA), model(MIXTRAL)], [card("t4")])
    one, other = ({id(step) for step in lines.steps} for lines in found)
    assert len(one & other) > len(one) / 2


def test_that_the_calls_of_a_model_are_set_up_once_and_remembered_within_bounds(ledgers: list[Structure]) -> None:
    _made.cache_clear()
    cards = [card("h100-sxm5")]
    asked(Matrix(), [model(DEEPSEEK)], cards)
    made = _made.cache_info().misses
    assert made == len(ledgers[0].calls)
    asked(Matrix(), [model(DEEPSEEK)], cards)
    assert _made.cache_info().misses == made
    assert len(ledgers) == 2
    shared = [line is ledgers[1].lines[at] for at, line in enumerate(ledgers[0].lines)]
    assert sum(shared) >= 4 * made, "time, bytes, memory term and what a product has beside"
    assert _made.cache_info().maxsize == REMEMBERED
    assert made * 4 < REMEMBERED


def test_that_remembered_calls_are_those_that_would_be_made_anew(ledgers: list[Structure]) -> None:
    settings: list[dict[str, Any]] = [
        {}, {"engine": "vllm"}, {"engine": "llama-cpp"}, {"constants": "three"}, {"weights": "fp8"}, {"tp": 2},
    ]  # fmt: skip
    cards, models = [card("b200-sxm"), card("t4")], [model(LLAMA), model(MIXTRAL), model(DEEPSEEK)]
    for changes in settings:
        asked(Matrix(), models, cards, **changes)
    remembered = [(ledger.lines, ledger.calls) for ledger in ledgers]
    ledgers.clear()
    for changes in settings:
        _made.cache_clear()
        for one in models:
            asked(Matrix(), [one], cards, **changes)
            _made.cache_clear()
    assert [(ledger.lines, ledger.calls) for ledger in ledgers] == remembered
