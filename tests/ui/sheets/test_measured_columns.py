"""An observation stands beside the estimate for its own device, and says when it is of something else."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from planner.observations import Observation, Timing, fingerprint
from ui.session import Session
from ui.sheets.column_chooser import ColumnChooser
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


def test_that_columns_of_measurements_come_with_the_first_and_can_be_asked_for(
    view, session, observation, qtbot
) -> None:
    keys = [column.key for column in view.table.sheet.columns if column.key.startswith("measured.")]
    places = [view.table.sheet.column(key) for key in keys]
    assert len(places) > 6 and all(view.isColumnHidden(place) for place in places)
    chooser = ColumnChooser(view)
    qtbot.addWidget(chooser)
    chooser.turn("measured.peak_memory", True)
    assert not view.isColumnHidden(view.table.sheet.column("measured.peak_memory"))
    session.observe([observation])
    row = view.table.shown_row(3)
    columns = [view.table.sheet.columns[place] for place in places]
    filled = [column.value(row) is not None for column in columns]
    assert sum(filled) > 5
    filled[keys.index("measured.peak_memory")] = True  # as it was asked for
    assert [not view.isColumnHidden(place) for place in places] == filled


def test_that_an_attempt_to_measure_that_failed_shows_where_it_says_why(view, session) -> None:
    place = view.table.sheet.column("measured.decode.observed")
    assert view.isColumnHidden(place)
    session.set_unmeasured("s4", "no memory")
    assert not view.isColumnHidden(place)
    assert "no memory" in view.table.index(3, place).data(Qt.ItemDataRole.ToolTipRole)


def test_that_hidden_columns_of_measurements_stay_hidden_when_another_is_measured(view, session, observation) -> None:
    session.observe([observation])
    place = view.table.sheet.column("measured.decode.ratio")
    view.setColumnHidden(place, True)
    session.observe([observation.model_copy(update={"id": "o2", "date": "2026-01-03"})])
    assert view.isColumnHidden(place)
