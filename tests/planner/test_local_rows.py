"""Rows from this computer's devices: matched by name and memory, equal ones together, free memory with its time."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from planner.answers import request_evaluation
from planner.checks import check_scenario
from planner.evaluations import Planner
from planner.local_devices import LocalDevice, Reading
from planner.local_rows import When, matched, refreshed, rows_of
from planner.measured import device_row
from planner.presets import accelerator_from_preset, accelerator_presets
from planner.verdict import Verdict
from planner.workbook import Inference, Scenario, Workbook
from tests.planner.rows import GIB, llama_2_7b

MIB = 2**20
WHEN = When("box", "2026-01-02 03:04")
LATER = When("box", "2026-01-02 09:00")


def card(name: str, mib: int | None, free: int | None = None, index: int = 0) -> LocalDevice:
    return LocalDevice(
        "cuda", index, name, None if mib is None else mib * MIB, None if free is None else free * MIB, None, "550.54"
    )


def ids() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"a{next(numbers)}"


@pytest.mark.parametrize(
    ("name", "mib", "preset"),
    [
        ("NVIDIA GeForce RTX 3080", 10240, "rtx-3080-10gb"),
        ("NVIDIA GeForce RTX 3080", 12288, "rtx-3080-12gb"),
        ("NVIDIA GeForce RTX 4060 Ti", 8188, "rtx-4060-ti-8gb"),
        ("NVIDIA GeForce RTX 4060 Ti", 16380, "rtx-4060-ti-16gb"),
        ("NVIDIA GeForce RTX 4090", 24564, "rtx-4090"),
        ("NVIDIA GeForce RTX 4090", 49140, "rtx-4090-48gb-mod"),
        ("NVIDIA H100 80GB HBM3", 81559, "h100-sxm5"),
        ("NVIDIA H100 PCIe", 81559, "h100-pcie"),
        ("NVIDIA H200", 143771, "h200-sxm"),
        ("NVIDIA GH200 480GB", 97871, "gh200-96gb"),
        ("NVIDIA B200", 183359, "b200-sxm"),
        ("Tesla T4", 15360, "t4"),
        ("NVIDIA A40", 46068, "a40"),
        ("Orin", 15523, "jetson-orin-nx-16gb"),
        ("NVIDIA GB10", None, "dgx-spark-gb10"),
        ("NVIDIA H100 80GB HBM3 MIG 3g.40gb", 40320, "h100-sxm5-3g.40gb"),
        ("NVIDIA H100 80GB HBM", 81559, None),
        ("NVIDIA GeForce RTX 3080", 16384, None),
        ("NVIDIA GeForce RTX 4090", None, None),
        ("A100", 81920, None),
        ("", 81559, None),
    ],
)
def test_that_a_device_is_matched_by_its_whole_name_and_its_memory(
    name: str, mib: int | None, preset: str | None
) -> None:
    found = matched(card(name, mib), accelerator_presets())
    assert (found.preset if found else None) == preset


def test_that_every_preset_with_a_driver_name_is_matched_by_its_own_memory_or_shares_it() -> None:
    cards = accelerator_presets()
    for row in cards.values():
        total = row.driver_memory or row.usable_memory or row.nominal_memory
        for name in row.driver_names:
            found = matched(LocalDevice("cuda", 0, name, total), cards)
            twins = [
                other for other in cards.values()
                if other.preset != row.preset and name in other.driver_names
                and abs(other.nominal_memory - row.nominal_memory) < 0.1 * row.nominal_memory
            ]  # fmt: skip
            assert (found.preset if found else None) == (None if twins else row.preset), name


def test_that_equal_cards_are_one_row_with_their_number_and_the_least_free_memory() -> None:
    devices = tuple(card("NVIDIA H100 80GB HBM3", 81559, free, index) for index, free in enumerate((80000, 70000)))
    (row,) = rows_of(Reading(devices, "NVML"), accelerator_presets(), WHEN, ids())
    assert (row.id, row.preset, row.cards_per_host, row.host) == ("a1", "h100-sxm5", 2, "box")
    assert row.free_memory == 70000 * MIB
    assert row.sources["free_memory"] == (
        "Read by NVML (driver 550.54) on box at 2026-01-02 03:04; the least of 2 cards"
    )
    assert row.usable_memory == accelerator_presets()["h100-sxm5"].usable_memory


def test_that_a_device_without_a_preset_has_what_was_read_and_blanks_for_the_rest() -> None:
    (row,) = rows_of(Reading((card("NVIDIA Nova 1", 10000, 9000),), "NVML"), accelerator_presets(), WHEN, ids())
    assert (row.name, row.preset, row.driver_names) == ("NVIDIA Nova 1", None, ("NVIDIA Nova 1",))
    assert row.usable_memory == (10000 - 400 - 25) * MIB
    assert row.provenance("usable_memory") == "Derived"
    assert row.memory_bandwidth is row.peak_bf16 is row.nominal_memory is row.call_time is None


def test_that_the_processor_is_a_row_with_its_memory() -> None:
    device = LocalDevice("cpu", 0, "EPYC", 64 * GIB, 50 * GIB)
    (row,) = rows_of(Reading((device,), "the operating system"), {}, WHEN, ids())
    assert (row.name, row.usable_memory, row.free_memory, row.driver_names) == ("EPYC", 64 * GIB, 50 * GIB, ())
    assert row.cards_per_host is None


def test_that_an_apple_machine_keeps_the_rates_of_its_preset_and_its_own_memory() -> None:
    device = LocalDevice("apple", 0, "Apple M2 Max", 64 * GIB)
    (row,) = rows_of(Reading((device,), "the operating system"), accelerator_presets(), WHEN, ids())
    assert (row.preset, row.nominal_memory, row.usable_memory) == ("m2-max", 64 * GIB, 48 * GIB)
    assert row.memory_bandwidth == 400e9


def test_that_refreshing_changes_the_rows_of_this_computer_only() -> None:
    known = accelerator_from_preset("rtx-3080-10gb", "mine")
    other = accelerator_from_preset("rtx-3080-12gb", "other")
    workbook = Workbook(accelerators=(known, other))
    reading = Reading((card("NVIDIA GeForce RTX 3080", 10240, 9000),), "nvidia-smi")
    after, names = refreshed(workbook, reading, LATER)
    assert names == (known.name,)
    assert after.accelerators[0].free_memory == 9000 * MIB
    assert "2026-01-02 09:00" in after.accelerators[0].sources["free_memory"]
    assert after.accelerators[1] is other
    assert refreshed(workbook, Reading((), ""), LATER) == (workbook, ())


def test_that_a_measured_device_is_estimated_by_the_row_of_its_memory() -> None:
    known = [accelerator_from_preset(preset, preset) for preset in ("rtx-3080-10gb", "rtx-3080-12gb")]
    for mib, preset in ((10009, "rtx-3080-10gb"), (12117, "rtx-3080-12gb")):
        device = {"device": "cuda:0", "name": "NVIDIA GeForce RTX 3080", "total_bytes": mib * MIB}
        assert device_row({"device": device}, known).preset == preset
    other = {"device": "cuda:0", "name": "NVIDIA GeForce RTX 3080", "total_bytes": 20000 * MIB}
    assert device_row({"device": other}, known).preset is None


def plan(workbook: Workbook, **scenario: object) -> tuple[object, list[str]]:
    row = Scenario(id="s", name="s", model="llama_2_7b", **scenario)  # type: ignore[arg-type]
    evaluations = Planner().evaluate(workbook.model_copy(update={"models": (llama_2_7b(),), "scenarios": (row,)}))
    return evaluations.scenarios["s"], [finding.code for finding in evaluations.findings]


def test_that_a_scenario_plans_against_free_memory_when_it_says_so() -> None:
    full = accelerator_from_preset("rtx-4090", "card")
    busy = full.model_copy(update={"free_memory": 10 * GIB})
    for card_row, basis, usable, verdict in (
        (busy, "usable", full.usable_memory, "Fits"),
        (busy, "free", 10 * GIB, "Does not fit"),
        (full, "free", None, "Unknown"),
    ):
        evaluation, codes = plan(Workbook(accelerators=(card_row,)), accelerator="card", memory_basis=basis,
                                 load=Inference(batch=1, context=2048))  # fmt: skip
        assert (evaluation.value("usable"), evaluation.verdict) == (usable, verdict)
        assert ("memory_unknown" in codes) == (usable is None)


def test_that_unknown_free_memory_is_a_finding_that_offers_the_usable_memory() -> None:
    row = Scenario(id="s", name="s", model="llama_2_7b", accelerator="t4", memory_basis="free")
    workbook = Workbook(models=(llama_2_7b(),), accelerators=(accelerator_from_preset("t4", "t4"),), scenarios=(row,))
    found = next(f for f in Planner().evaluate(workbook).findings if f.code == "memory_unknown")
    assert found.sentence == "No verdict: Free now of Tesla T4 is blank."
    assert [(edit.path[-1], edit.value) for edit in found.edits] == [("memory_basis", "usable")]


def test_that_reserved_memory_is_taken_off_the_usable_memory() -> None:
    row = accelerator_from_preset("rtx-4090", "card").model_copy(update={"reserved_memory": 2 * GIB})
    evaluation, _ = plan(Workbook(accelerators=(row,)), accelerator="card")
    assert evaluation.value("usable") == row.usable_memory - 2 * GIB


@pytest.mark.parametrize(
    ("preset", "link", "fields", "sized"),
    [
        ("h100-sxm5", "fastest", "link", True),
        ("h100-sxm5", "pcie", "pcie", False),
        ("l40s", "fastest", "pcie", True),
        ("l40s", "nvlink", None, False),
        ("rtx-a6000", "fastest", "link", False),
    ],
)
def test_that_the_chosen_link_carries_the_all_reduce(preset: str, link: str, fields: str | None, sized: bool) -> None:
    row = accelerator_from_preset(preset, "card")
    evaluation, codes = plan(Workbook(accelerators=(row,)), accelerator="card", tp=2, link=link)
    line = evaluation.line("decode_step.collectives.group1")
    if fields is None:
        assert evaluation.blocked("decode_step")[0].startswith("accelerator.link_")
        assert "time_unknown" in codes
        return
    bandwidth = getattr(row, f"{fields}_bandwidth")
    latency, share = getattr(row, f"{fields}_latency"), getattr(row, f"{fields}_efficiency")
    if sized:
        latency, share = row.custom_latency_2, row.custom_efficiency_2
    each = latency + 2 * (2 - 1) / 2 * 2 * 4096 / (share * bandwidth)
    assert line.value == pytest.approx(2 * 32 * each)


def test_that_a_file_that_kept_pcie_in_the_link_still_uses_it() -> None:
    row = accelerator_from_preset("l40s", "card").model_copy(
        update={"link_bandwidth": 32e9, "link_latency": 1e-5, "link_efficiency": 0.1, "pcie_bandwidth": None}
    )
    evaluation, _ = plan(Workbook(accelerators=(row,)), accelerator="card", tp=2)
    line = evaluation.line("decode_step.collectives.group1.one")
    assert line.sources["bandwidth"].slot == "accelerator.link_bandwidth"


def test_that_more_ranks_than_a_bridge_joins_are_a_finding() -> None:
    row = accelerator_from_preset("a100-pcie-80gb", "card")
    assert "beyond_the_link" in plan(Workbook(accelerators=(row,)), accelerator="card", tp=4)[1]
    assert "beyond_the_link" not in plan(Workbook(accelerators=(row,)), accelerator="card", tp=2)[1]
    assert "beyond_the_link" not in plan(Workbook(accelerators=(row,)), accelerator="card", tp=4, link="pcie")[1]


def test_that_training_beyond_a_bridge_is_helped_by_a_smaller_tp() -> None:
    request = {"model": "llama-3-8b", "gpu": "a100-pcie-80gb", "set": {"load": "training", "tp": 4}}
    found = {finding.code: finding for finding in check_scenario(request_evaluation(Planner(), request))}
    (edit,) = found["beyond_the_link"].edits
    assert (edit.path[-1], edit.value) == ("tp", 2)


def test_that_more_ranks_than_a_host_has_are_a_finding() -> None:
    row = accelerator_from_preset("h100-sxm5", "card").model_copy(update={"cards_per_host": 8})
    assert "beyond_the_host" in plan(Workbook(accelerators=(row,)), accelerator="card", tp=16)[1]
    assert "beyond_the_host" not in plan(Workbook(accelerators=(row,)), accelerator="card", tp=8)[1]


def test_that_a_package_of_two_devices_is_a_finding() -> None:
    for preset, said in (("mi250x", True), ("mi250x-gcd", False)):
        workbook = Workbook(accelerators=(accelerator_from_preset(preset, "card"),))
        assert ("package_of_devices" in plan(workbook, accelerator="card")[1]) == said


def test_that_unequal_cards_of_one_host_are_planned_by_the_smallest() -> None:
    devices = (card("NVIDIA GeForce RTX 3090", 24576, 24000), card("NVIDIA GeForce RTX 3060", 12288, 12000, 1))
    workbook = Workbook(accelerators=rows_of(Reading(devices, "NVML"), accelerator_presets(), WHEN, ids()))
    by_name = {row.name: row.id for row in workbook.accelerators}
    small, large = by_name["GeForce RTX 3060 12GB"], by_name["GeForce RTX 3090"]
    assert not {"unequal_cards", "planned_by_the_smallest"} & set(plan(workbook, accelerator=large)[1])
    for degree in ("tp", "pp", "dp"):
        found, said = plan(workbook, accelerator=large, weights="int4_g128", **{degree: 2})
        assert "unequal_cards" in said and found.verdict is Verdict.UNKNOWN, degree
        found, said = plan(workbook, accelerator=small, weights="int4_g128", **{degree: 2})
        assert "planned_by_the_smallest" in said and found.verdict is Verdict.FITS, degree
    found, _ = plan(workbook, accelerator=large, weights="fp32", tp=1, pp=2)
    assert found.verdict is Verdict.UNKNOWN, "it would fit two of the larger"
    found, _ = plan(workbook, accelerator=large, weights="fp32", dp=2)
    assert found.verdict is Verdict.DOES_NOT_FIT, "what does not fit the larger card fits no smaller one"
    assert "planned_by_the_smallest" in plan(workbook, accelerator=small, tp=2)[1]
    assert "more_than_the_host" in plan(workbook, accelerator=small, tp=4)[1]
    row = Scenario(id="s", name="s", model="llama_2_7b", accelerator=large, tp=2)
    found = Planner().evaluate(workbook.model_copy(update={"models": (llama_2_7b(),), "scenarios": (row,)})).findings
    remedy = next(finding for finding in found if finding.code == "unequal_cards")
    assert "GeForce RTX 3060 12GB is the smallest" in remedy.sentence
    assert [edit.value for edit in remedy.edits] == [small]
