"""Measuring from the window: what a worker observed, this computer's row, a real block."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.conftest import TIGHT
from ui.window import Window


def shrink(window: Window) -> None:
    """Make the tight scenario's model and load tiny, so that its block runs in no time."""
    session = window.session
    model = session.workbook.scenarios[1].model
    assert model is not None
    group = ("models", model, "groups", session.workbook.models[0].groups[0].id)
    for path, text in (
        (("models", model, "d_model"), "64"),
        ((*group, "attention", "heads"), "4"),
        ((*group, "attention", "kv_heads"), "2"),
        ((*group, "attention", "head_dim"), "16"),
        ((*group, "feed_forward", "width"), "96"),
        ((*TIGHT, "load", "context"), "32"),
        ((*TIGHT, "load", "output"), "16"),
        ((*TIGHT, "load", "batch"), "1"),
    ):
        session.edit(path, text)
    session.edit((*TIGHT, "weights"), "fp32")


STUB = """
import json, sys
DEVICE = {"device": "cpu", "name": "Test CPU", "threads": 2, "total_bytes": 2**34}
def say(**message): print(json.dumps(message), flush=True)
def point(phase, seconds, **rest):
    return {"point": {"phase": phase, "batch": 1, **rest}, "seconds": seconds, "lower_quartile_s": seconds,
            "upper_quartile_s": seconds, "minimum_s": seconds, "n": 5, "date": "2026-01-02T03:04:05+00:00",
            "memory": {"one_block_bytes": 123456}}
for line in sys.stdin:
    order = json.loads(line)
    if order["type"] == "hello":
        say(type="hello", protocol=1, python="3", torch="2", cuda=False, devices=[DEVICE])
    elif order["type"] == "measure":
        say(type="progress", id=order["id"], stage="Timing", fraction=0.5, seconds_left=1)
        points = [point("prefill", 2e-3, tokens=16), point("decode", 1e-3, context=32)]
        say(type="result", id=order["id"], device=DEVICE, dtype=order["dtype"], torch="2", threads=2, points=points,
            probe={"gemm_flops_per_s": {"float32": 1e9}, "read_bytes_per_s": 1e9, "call_s": 1e-6}, notes=[])
    elif order["type"] == "probe":
        say(type="result", id=order["id"], device=DEVICE, points=[], notes=[],
            probe={"gemm_flops_per_s": {"float32": 1e9, "bfloat16": 2e9}, "read_bytes_per_s": 3e9, "call_s": 1e-6})
    elif order["type"] == "quit":
        break
"""


def check_measured(window: Window, qtbot: QtBot) -> None:
    """Measure the tight scenario and look at what stands beside the estimate."""
    session = window.session
    before = session.workbook
    said: list[str] = []
    window.measuring.said.connect(said.append)
    with qtbot.waitSignal(window.measuring.ended, timeout=200_000) as ended:
        assert window.measuring.start(window.evaluation())
        assert window.measuring.running
    assert ended.args[0].kind == "finished", ended.args[0]
    assert session.workbook is before
    assert TIGHT[1] in session.measured, said
    measured = session.measured[TIGHT[1]]
    for phase in ("prefill", "decode"):
        assert measured.figure(phase, "observed") > 0
        assert measured.figure(phase, "estimate") > 0
        ratio = measured.figure(phase, "observed") / measured.figure(phase, "estimate")
        assert measured.figure(phase, "ratio") == ratio
    assert measured.observation.device.startswith("CPU") is measured.on_cpu
    assert not measured.stale
    session.edit((*TIGHT, "load", "batch"), "2")
    stale = session.measured[TIGHT[1]]
    # What was measured is marked, and is not held against the estimate of another row than it was measured of.
    assert stale.stale and stale.figure("decode", "observed") == measured.figure("decode", "observed")
    assert stale.figure("decode", "ratio") is None and stale.outside("decode") == 0
    table = window.scenarios.table
    row = (table.position_of(TIGHT) or (-1,))[0]
    ratio = table.index(row, table.sheet.column("measured.decode.ratio"))
    assert ratio.data() == "" and "measure again" in ratio.data(Qt.ItemDataRole.ToolTipRole)
    session.undo()
    assert not session.measured[TIGHT[1]].stale


def test_that_what_a_worker_observed_stands_beside_the_estimate_for_its_device(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "__main__.py").write_text(STUB, encoding="utf-8")
    window.measuring.folder = tmp_path
    shrink(window)
    check_measured(window, qtbot)
    measured = window.session.measured[TIGHT[1]]
    assert measured.figure("prefill", "observed") == 2e-3
    assert measured.observation.device == "CPU: Test CPU, 2 threads"
    assert measured.observation.peak_memory == 123456
    memory = window.scenarios.table.sheet.column("measured.peak_memory")
    at = window.scenarios.table.position_of(TIGHT)
    assert at is not None and window.scenarios.table.index(at[0], memory).data() == "0.12"
    column = window.scenarios.table.sheet.column("measured.prefill.observed")
    row = (window.scenarios.table.position_of(TIGHT) or (-1,))[0]
    assert window.scenarios.table.index(row, column).data().startswith("2.00")


def test_that_this_computer_is_added_with_what_it_achieved(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "__main__.py").write_text(STUB, encoding="utf-8")
    window.measuring.folder = tmp_path
    before = window.session.workbook
    with qtbot.waitSignal(window.measuring.ended, timeout=60_000):
        assert window.measuring.start_probe()
    row = window.session.workbook.accelerators[-1]
    assert (row.name, row.usable_memory, row.memory_bandwidth) == ("Test CPU", 2**34, 3e9)
    assert (row.peak_bf16, row.peak_fp32, row.peak_fp16) == (2e9, 1e9, None)
    assert row.sources["memory_bandwidth"]
    window.session.undo()
    assert window.session.workbook == before


def test_that_this_computer_is_added_without_rates_where_no_worker_runs(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    window.measuring.folder = tmp_path / "nowhere"
    with qtbot.waitSignal(window.measuring.ended, timeout=60_000):
        assert window.measuring.start_probe()
    row = window.session.workbook.accelerators[-1]
    assert row.name and row.memory_bandwidth is None and row.peak_bf16 is None


@pytest.mark.slow
def test_that_a_real_block_is_measured_from_the_window(window: Window, qtbot: QtBot) -> None:
    shrink(window)
    check_measured(window, qtbot)


def test_that_what_cannot_be_measured_is_said_by_name(window: Window, qtbot: QtBot) -> None:
    window.session.edit((*TIGHT, "weights"), "int8")
    with qtbot.waitSignal(window.measuring.said) as said:
        assert not window.measuring.start(window.evaluation())
    assert "int8" in said.args[0]
