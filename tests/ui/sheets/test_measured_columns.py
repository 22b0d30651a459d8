"""An observation stands beside the estimate for its own device, and says when it is of something else."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from planner.observations import Observation, Timing, fingerprint
from ui.session import Session
from ui.sheets.table_view import TableView

DEVICE = {"device": "cpu", "name": "Test CPU", "threads": 2, "total_bytes": 8 * 2**30}
PROBE = {"gemm_flops_per_s": {"bfloat16": 1e12}, "read_bytes_per_s": 2e10, "call_s": 5e-6}


@pytest.fixture
def observation(session: Session) -> Observation:
    evaluation = session.evaluations.scenarios["s4"]

    def timing(seconds: float) -> Timing:
        return Timing(median=seconds, quartile_low=seconds, quartile_high=seconds, minimum=seconds, samples=9)

    return Observation(
        id="o1",
        scenario="s4",
        fingerprint=fingerprint(evaluation.model, evaluation.scenario),
        device="CPU: Test CPU, 2 threads",
        device_kind="cpu",
        torch="2.13",
        date="2026-01-02",
        dtype="bfloat16",
        block={"prefill": timing(2.0), "decode": timing(0.025)},
        details={"device": DEVICE, "probe": PROBE},
    )


@pytest.fixture
def shown(view: TableView) -> Callable[[str], str]:
    return lambda key: str(view.table.index(3, view.table.sheet.column(key)).data())


def test_that_an_observation_fills_its_row_beside_the_estimate_for_its_device(
    view, session, observation, shown
) -> None:
    assert shown("measured.prefill.observed") == ""
    session.observe([observation])
    assert (shown("measured.prefill.observed"), shown("measured.decode.observed")) == ("2,000", "25.0")
    estimate = session.measured["s4"].figure("decode", "estimate")
    assert estimate > session.evaluations.scenarios["s4"].value("block_decode")
    assert shown("measured.decode.ratio") == f"{0.025 / estimate:.2f}"
    section = view.table.sheet.column("measured.prefill.observed")
    assert view.header.group_titles()[section] == "Measured on CPU: Test CPU, 2 threads"
    tip = view.table.index(3, section).data(Qt.ItemDataRole.ToolTipRole)
    assert "Test CPU" in tip and "2.13" in tip and "2026-01-02" in tip
    assert session.modified and not session.undo_stack.canUndo()


def test_that_an_observation_of_other_inputs_is_marked_until_they_come_back(session, observation, shown) -> None:
    session.observe([observation])
    session.edit(("scenarios", "s4", "load", "batch"), 2)
    assert shown("measured.decode.observed") == "25.0 *"
    assert not shown("measured.decode.estimate").endswith("*")
    session.undo()
    assert shown("measured.decode.observed") == "25.0"
    session.edit(("scenarios", "s4", "name"), "Renamed")
    assert shown("measured.decode.observed") == "25.0"


def test_that_an_edit_elsewhere_does_not_compare_again(session, observation) -> None:
    session.observe([observation])
    before = session.measured["s4"]
    session.edit(("scenarios", "s1", "load", "batch"), 3)
    assert session.measured["s4"] is before
    session.edit(("accelerators", "a100", "usable_memory"), "70")
    assert session.measured["s4"] is not before
