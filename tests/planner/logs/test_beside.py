"""A log beside the ledger: which line a figure belongs to, the gap, and what of it becomes cells as one step."""

from __future__ import annotations

from typing import Any

import pytest

from planner.answers import request_workbook
from planner.edits import replaced, value_at
from planner.evaluations import Planner
from planner.findings import Edit
from planner.logs.answer import Reconciliation, reconcile, reconcile_answer, reconcile_table
from planner.logs.beside import Row
from planner.logs.offers import edits_of
from planner.workbook import Workbook
from tests.planner.logs.printing import log_of
from tests.planner.memory_cases import Case, cases, printed_overheads

GIB = 2**30
OF_VLLM = [case for case in cases() if case.engine.startswith("vllm")]
BOTH_STATED = [
    case
    for case in OF_VLLM
    if {"weights", "non_torch", "activations", "kv_cache"} <= case.printed.keys() and case.whole_card
]


def by_quantity(found: Reconciliation) -> dict[str, Row]:
    return {row.figure.quantity: row for row in found.rows}


def asked(settings: dict[str, Any], gpu: str = "h100-sxm5", model: str = "llama-3-8b") -> Workbook:
    return request_workbook({"model": model, "gpu": gpu, "set": settings})


def reconciled(text: str, workbook: Workbook) -> Reconciliation:
    return reconcile(text, Planner().evaluate(workbook).scenarios["scenario"], workbook)


def after(workbook: Workbook, edits: tuple[Edit, ...]) -> Workbook:
    for edit in edits:
        workbook = replaced(workbook, edit.path, edit.value)
    return workbook


def by_id(name: str) -> Case:
    return next(case for case in cases() if case.id == name)


@pytest.mark.parametrize(
    "case", [case for case in cases() if case.engine.startswith("vllm") and "weights" in case], ids=lambda case: case.id
)
def test_that_the_gap_is_stated_less_planned(case: Case) -> None:
    plan = case.plan()
    rows = by_quantity(reconcile(log_of(case), plan, case.workbook()))
    row = rows["weights"]
    assert row.planned is not None and row.planned.lines == ("weights",)
    assert row.planned.value == plan.value("weights")
    assert row.gap == row.figure.value - plan.value("weights")
    assert row.agrees is (abs(row.gap) <= row.figure.half)


def test_that_weights_of_vllm_agree_within_the_printed_digits() -> None:
    row = by_quantity(reconcile(log_of(by_id("vllm-10517-a")), by_id("vllm-10517-a").plan(), Workbook()))["weights"]
    assert row.share is not None and abs(row.share) < 0.001


@pytest.mark.parametrize("case", BOTH_STATED, ids=lambda case: case.id)
def test_that_taking_the_overheads_over_is_what_the_log_says(case: Case) -> None:
    """The cells are those that the tests of memory set by hand for the same case; the room for the cache follows."""
    workbook = case.workbook()
    found = reconcile(log_of(case), case.plan(), workbook)
    edits = edits_of([offer for offer in found.offers if offer.group == "overheads"])
    changed = after(workbook, edits)
    engine = changed.engines[0]
    for name, value in printed_overheads(case).items():
        if name.startswith("communicator") and case.raw["set"].get("tp", 1) == 1:
            continue
        assert abs(getattr(engine, name) - value) <= 11_000_000, name
    plan = Planner().evaluate(changed).scenarios["scenario"]
    rows = by_quantity(reconcile(log_of(case), plan, changed))
    for quantity in ("activations", "non_torch"):
        assert rows[quantity].agrees


def test_that_observed_values_of_the_scenario_are_taken_over_as_they_were_started() -> None:
    text = (
        "INFO non-default args: {'gpu_memory_utilization': 0.95, 'max_model_len': 16000, 'max_num_seqs': 128, "
        "'max_num_batched_tokens': 4096}"
    )
    workbook = asked({"engine": "vllm", "context": 4096})
    found = reconciled(text, workbook)
    edits = edits_of([offer for offer in found.offers if offer.group == "scenario"])
    scenario = after(workbook, edits).scenarios[0]
    assert (scenario.memory_fraction, scenario.max_batched_tokens, scenario.max_sequences) == (0.95, 4096, 128)
    assert scenario.serving.context == 16000


def test_that_what_changes_nothing_is_not_offered() -> None:
    text = "max_model_len=4096"
    assert reconciled(text, asked({"engine": "vllm", "context": 4096})).offers == ()
    assert [offer.quantity for offer in reconciled(text, asked({"engine": "vllm", "context": 8192})).offers] == [
        "context"
    ]


def test_that_a_plan_without_an_engine_takes_overheads_into_the_assumptions() -> None:
    text = "model weights take 14.96GiB; non_torch_memory takes 0.35GiB; PyTorch activation peak memory takes 1.26GiB"
    workbook = asked({"context": 4096})
    found = reconciled(text, workbook)
    edits = edits_of([offer for offer in found.offers if offer.group == "overheads"])
    assert {edit.path[0] for edit in edits} == {"assumptions"}
    assert value_at(after(workbook, edits), ("assumptions", "runtime")) == round(0.35 * GIB)
    assert any("no engine" in str(note) for note in found.notes)


def test_that_a_log_of_another_program_is_noted() -> None:
    text = "[2025-11-04 05:27:13 TP0] Load weight end. type=X, avail mem=60.00 GB, mem usage=14.99 GB."
    notes = [str(note) for note in reconciled(text, asked({"engine": "vllm", "context": 4096})).notes]
    assert any("SGLang" in sentence and "vLLM" in sentence for sentence in notes)


def test_that_requests_of_another_length_are_not_held_against_the_plan() -> None:
    text = "Maximum concurrency for 32,768 tokens per request: 42.90x"
    here = reconciled(text, asked({"engine": "vllm", "context": 4096}, model="llama-3.1-8b"))
    same = reconciled(text, asked({"engine": "vllm", "context": 32768}, model="llama-3.1-8b"))
    assert by_quantity(here)["requests"].planned is None
    assert any("32,768" in str(note) for note in here.notes)
    assert by_quantity(same)["requests"].planned is not None


def test_that_an_out_of_memory_message_stands_beside_tensors_and_overheads() -> None:
    text = (
        "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 79.11 GiB of which 1.06 GiB is "
        "free. Including non-PyTorch memory, this process has 22.57 GiB memory in use. Of the allocated memory 21.07 "
        "GiB is allocated by PyTorch, and 1.04 GiB is reserved by PyTorch but unallocated."
    )
    workbook = asked({"context": 4096})
    found = reconciled(text, workbook)
    rows = by_quantity(found)
    assert rows["wanted"].planned is not None and rows["wanted"].planned.lines == ("weights", "kv_cache", "activations")
    assert abs(rows["outside_torch"].figure.value - 0.46 * GIB) < 0.01 * GIB
    edits = edits_of([offer for offer in found.offers if offer.quantity == "outside_torch"])
    plan = Planner().evaluate(after(workbook, edits)).scenarios["scenario"]
    assert plan.value("overhead.device_context") == rows["outside_torch"].figure.value
    assert plan.value("overhead.runtime") == 0


def test_that_nvidia_smi_stands_beside_what_the_engine_reserves_and_the_card() -> None:
    text = (
        "|   0  NVIDIA H100 80GB HBM3          On  |   00000000:07:00.0 Off |                    0 |\n"
        "| N/A   32C    P0             61W /  700W |   72345MiB /  81559MiB |      0%      Default |"
    )
    rows = by_quantity(reconciled(text, asked({"engine": "vllm", "context": 4096})))
    assert rows["card_used"].planned is not None and rows["card_used"].planned.lines == ("reserved",)
    assert rows["card_total"].agrees


def test_that_nothing_recognised_says_what_to_paste() -> None:
    found = reconciled("hello", asked({"context": 4096}))
    assert found.rows == () and found.offers == ()
    assert "nvidia-smi" in found.notes[0].words()


def test_that_scripts_get_every_row_with_its_lines_and_edits() -> None:
    case = by_id("llmd-7")
    answer = reconcile_answer(reconcile(log_of(case), case.plan(), case.workbook()))
    weights = next(row for row in answer["rows"] if row["quantity"] == "weights")
    assert weights["ranks"] == ["TP0", "TP1"] and weights["ledger"] == ["weights"]
    assert weights["gap"] == weights["stated"] - weights["planned"]
    assert {offer["group"] for offer in answer["offers"]} >= {"overheads"}
    assert "CUDA graphs" in reconcile_table(reconcile(log_of(case), case.plan(), case.workbook()))
