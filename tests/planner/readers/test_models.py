"""Published and reconstructed configurations against counts made apart (tests/cases/models.jsonl): exact or refused.

Convention of "active": per token, with both embedding tables, without the experts that the router does not choose;
vision and audio stacks are left out here and in what the planner says.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from planner.layers import read_positions
from planner.readers.hf_config import Reading, Refused, read_config
from tests.planner.readers.counted import COMPONENTS, layers, totals

FILE = Path(__file__).parents[2] / "cases" / "models.jsonl"
CASES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
EXPECTED = {case["id"]: case for case in CASES if case["expected"]}

CASE_IS_OFF: Mapping[str, str] = {
    # The norm of the projector (vision width 1,024), a part of the vision stack, is in the case's final norm:
    # 4,096 = 3,072 + 1,024 for a model of d_model 3,072.
    "mistralai/Ministral-3-3B-Instruct-2512": "projector's norm among the decoder's",
}
"""Cases whose own figures cannot be right, with the reason; the planner's figure differs by exactly that."""
OFF_BY = {"mistralai/Ministral-3-3B-Instruct-2512": 1024}

V4_NAMES = {
    "mla_norms": ("attention.q_norm",),
    "dsa_indexer": tuple(f"attention.index_{part}" for part in ("q", "k", "gate", "weights", "positions", "norm")),
}
"""DeepSeek-V4's cases count the norm of its one key-value head among the layer's norms, and its indexer has more."""

TWO_BLOCKS_A_LAYER = "longcat_flash"


@cache
def outcome(name: str) -> Reading | Refused:
    case = next(case for case in CASES if case["id"] == name)
    try:
        return read_config(case["config"])
    except Refused as refusal:
        return refusal


@cache
def differences(name: str) -> tuple[str, ...]:
    """What differs between a case's figures and the planner's; empty when all agree."""
    case, reading = EXPECTED[name], outcome(name)
    assert isinstance(reading, Reading)
    expected, found = case["expected"], totals(reading.model)
    off = OFF_BY.get(name, 0)
    wanted: dict[str, Any] = {"embedding": expected["embedding"], "head": expected["lm_head"]}
    if expected["decoder_total"] is not None:
        wanted["total"] = expected["decoder_total"] - off
        wanted["active"] = expected["active"] - expected["other_stacks"] - off
    if expected["kv_bytes_per_token_bf16"] is not None:
        wanted["kv_bytes_per_token"] = expected["kv_bytes_per_token_bf16"]
    said = [f"{key}: {found[key]:,} for {value:,}" for key, value in wanted.items() if found[key] != value]
    final = found["components"].get("final_norm", 0)
    if final != expected["final_norm"] - off:
        said.append(f"final norm: {final:,} for {expected['final_norm']:,}")
    return (*said, *layer_differences(case, reading))


def layer_differences(case: dict[str, Any], reading: Reading) -> list[str]:
    counted = list(layers(reading.model))
    if case["config"]["model_type"] == TWO_BLOCKS_A_LAYER:
        counted = [(at // 2, counted[at][1] + counted[at + 1][1], {}) for at in range(0, len(counted), 2)]
    said: list[str] = []
    seen = 0
    for kind in case["expected"]["layers"]:
        for position in read_positions(kind["positions"]):
            seen += 1
            at, parameters, components = counted[position]
            assert at == position
            if parameters != kind["parameters"]:
                said.append(f"layer {position}: {parameters:,} for {kind['parameters']:,}")
            elif components:
                said += component_differences(position, kind["components"] or {}, components)
    if seen != len(counted):
        said.append(f"{len(counted)} layers for {seen}")
    return said[:5]


def component_differences(position: int, wanted: dict[str, int], found: dict[str, int]) -> list[str]:
    """Where a component of the case has a name here, its parameters; a case without a router's bias still has it."""
    said: list[str] = []
    names = {**COMPONENTS, **(V4_NAMES if "attention.kv" in found else {})}
    for name, parameters in wanted.items():
        parts = names.get(name)
        if parts is None or not any(part in found for part in parts):
            continue
        here = sum(found.get(part, 0) for part in parts)
        if "attn_gate" in wanted and name == "attn_q":
            here = found["attention.q"]
        if here != parameters:
            said.append(f"layer {position}, {name}: {here:,} for {parameters:,}")
    return said


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_that_a_model_is_counted_exactly_or_refused_with_a_reason(name: str) -> None:
    result = outcome(name)
    if isinstance(result, Refused):
        assert result.field and result.reason
    else:
        assert differences(name) == ()


@pytest.mark.parametrize("name", sorted(case["id"] for case in CASES if not case["expected"]))
def test_that_a_model_without_expected_figures_is_read_or_refused(name: str) -> None:
    result = outcome(name)
    if isinstance(result, Refused):
        assert result.field and result.reason
    else:
        assert totals(result.model)["total"] > 10_000_000


def test_that_none_is_wrong_and_nearly_all_are_exact(record_property: Any, capsys: pytest.CaptureFixture[str]) -> None:
    counts = Counter(
        "refused" if isinstance(outcome(name), Refused) else "wrong" if differences(name) else "exact"
        for name in EXPECTED
    )
    with capsys.disabled():
        print(f"\nconfigs with known counts: {counts['exact']} exact, {counts['refused']} refused, "
              f"{counts['wrong']} wrong of {len(EXPECTED)}")  # fmt: skip
    record_property("exact", counts["exact"])
    record_property("refused", counts["refused"])
    assert counts["wrong"] == 0
    assert counts["exact"] >= 220


def test_that_a_case_that_is_off_is_off_by_what_is_said() -> None:
    assert OFF_BY.keys() == CASE_IS_OFF.keys()
    for name, off in OFF_BY.items():
        reading = outcome(name)
        assert isinstance(reading, Reading)
        assert totals(reading.model)["total"] == EXPECTED[name]["expected"]["decoder_total"] - off
