"""Observations: what they take, and when they are stale."""

from typing import Any

import pytest
from pydantic import ValidationError

from planner.edits import duplicated, replaced, value_at
from planner.observations import Observation, Timing, fingerprint, is_stale
from planner.resolve import resolve
from planner.workbook import Workbook

TIMING = Timing(median=0.02, quartile_low=0.019, quartile_high=0.021, minimum=0.018, samples=20)


def observation(print_of_inputs: str, **changes: Any) -> Observation:
    known: dict[str, Any] = {
        "id": "o1", "scenario": "s1", "fingerprint": print_of_inputs, "device": "CPU", "device_kind": "cpu",
        "torch": "2.13.0", "date": "2026-11-29", "dtype": "bfloat16", "block": {"decode": TIMING},
    }  # fmt: skip
    return Observation(**known | changes)


def print_of(workbook: Workbook, scenario: str = "s1", model: str = "llama") -> str:
    plain = resolve(workbook).workbook
    return fingerprint(value_at(plain, ("models", model)), value_at(plain, ("scenarios", scenario)))


MATTERS = [
    (("scenarios", "s1", "tp"), 2),
    (("scenarios", "s1", "weights"), "fp16"),
    (("scenarios", "s1", "activations"), "fp16"),
    (("scenarios", "s1", "load", "batch"), 2),
    (("scenarios", "s1", "load", "context"), 8192),
    (("scenarios", "s1", "load", "output"), 512),  # changes the prompt
    (("scenarios", "s1", "load", "kv_keys"), "fp8"),
    (("models", "llama", "d_model"), 2048),
    (("models", "llama", "groups", "g1", "attention", "heads"), 16),
    (("models", "llama", "groups", "g1", "norm", "kind"), "layer_norm"),
    (("models", "llama", "groups", "g1", "feed_forward", "kind"), "plain"),
]
DOES_NOT_MATTER = [
    (("scenarios", "s1", "name"), "Renamed"),
    (("scenarios", "s1", "accelerator"), None),
    (("models", "llama", "name"), "Renamed"),
    (("models", "llama", "vocab_size"), 1000),
    (("models", "llama", "groups", "g1", "count"), 2),
    (("models", "llama", "groups", "g1", "name"), "Renamed"),
    (("scenarios", "s1", "load", "prompt"), "=context - output"),  # the same number by another way
]


@pytest.mark.parametrize(("path", "value"), MATTERS)
def test_that_an_edit_of_what_a_block_is_made_of_makes_it_stale(
    example: Workbook, path: tuple[str, ...], value: object
) -> None:
    assert print_of(replaced(example, path, value)) != print_of(example)


@pytest.mark.parametrize(("path", "value"), DOES_NOT_MATTER)
def test_that_an_edit_of_anything_else_leaves_it_fresh(example: Workbook, path: tuple[str, ...], value: object) -> None:
    assert print_of(replaced(example, path, value)) == print_of(example)


def test_that_a_copy_of_the_rows_has_the_same_fingerprint(example: Workbook) -> None:
    after = duplicated(duplicated(example, [("models", "llama")])[0], [("scenarios", "s1")])[0]
    assert print_of(after, after.scenarios[1].id, after.models[1].id) == print_of(example)


def test_that_the_fingerprint_is_the_same_on_every_machine(example: Workbook) -> None:
    assert print_of(example) == "499b1c07326330a02f01276e21d49e393dccd467fe60b5dcc08e0630636e11b4"


def test_that_staleness_compares_the_fingerprints(example: Workbook) -> None:
    plain = resolve(example).workbook
    fresh = observation(print_of(example))
    assert not is_stale(fresh, plain.models[0], plain.scenarios[0])
    assert is_stale(fresh, plain.models[1], plain.scenarios[0])
    assert is_stale(fresh, None, plain.scenarios[0])


def test_that_an_expression_never_stands_for_a_number_in_a_fingerprint(example: Workbook) -> None:
    assert fingerprint(example.models[0], example.scenarios[0]) != print_of(example)


@pytest.mark.parametrize(
    "changes",
    [
        {"block": {"decode": {"median": 0.02}}},
        {"peak_memory": -1},
        {"peak_memory": 1.5},
        {"date": "soon"},
        {"fingerprint": "x"},
        {"device": ""},
        {"unknown": 1},
        {"details": {"x": float("nan")}},
        {"details": {"x": object()}},
        {"details": {1: "x"}},
        {"details": {"x": [0] * 30_000}},
    ],
)
def test_that_an_observation_that_no_file_can_hold_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        observation("0" * 64, **changes)


def test_that_details_that_are_nested_without_end_are_refused() -> None:
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"x": deep}
    with pytest.raises(ValidationError, match="nested too deeply"):
        observation("0" * 64, details=deep)


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan"), "0.1", True])
def test_that_a_time_is_a_positive_number(seconds: object) -> None:
    with pytest.raises(ValidationError):
        Timing.model_validate(TIMING.model_dump() | {"median": seconds})
