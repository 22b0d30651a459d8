"""Thousands of rows: what is done for each of them is counted, since times depend on the machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QProgressDialog
from pytestqt.qtbot import QtBot

from planner import edits
from planner.evaluations import Planner
from planner.files import load
from planner.plan import Kitchen
from planner.workbook import Workbook
from ui import application, progress
from ui.charts import bars
from ui.charts.items import BarsItem
from ui.examples import example_file
from ui.findings_view import _FindingDelegate
from ui.session import Session
from ui.settings import Settings
from ui.sheets import sparse
from ui.sheets.painting import CellPainter
from ui.sheets.widths import LOOKED_AT
from ui.window import Window

ROWS, MODELS = 900, 300


@pytest.fixture(scope="module")
def large() -> Workbook:
    """The example's rows again and again; each scenario names a model of its own third, and a few are misfits."""
    example = load(example_file()).workbook

    def again(rows: tuple[Any, ...], count: int, name: str) -> tuple[Any, ...]:
        copies = (rows[at % len(rows)].model_copy(update={"id": f"{name}{at}"}) for at in range(count - len(rows)))
        return (*rows, *copies)

    models = again(example.models, MODELS, "m")
    scenarios = again(example.scenarios, ROWS, "s")
    given = tuple(row.model_copy(update={"model": models[at % MODELS].id}) for at, row in enumerate(scenarios))
    return example.model_copy(update={"models": models, "scenarios": given})


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Any, large: Workbook) -> Iterator[Window]:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    opened = application.open_window(settings, Session())
    opened.documents.may_leave = lambda: True  # type: ignore[method-assign]
    qtbot.addWidget(opened)
    opened.show()
    opened.session.new(large)
    opened.documents.named.emit()
    QApplication.processEvents()
    yield opened


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[int]:
    calls = [0]
    real: Callable[..., Any] = getattr(owner, name)

    def counting(*given: Any, **named: Any) -> Any:
        calls[0] += 1
        return real(*given, **named)

    monkeypatch.setattr(owner, name, counting)
    return calls


def test_that_an_edit_of_one_scenario_evaluates_and_draws_that_one(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluated = counted(monkeypatch, Kitchen, "evaluate")
    drawn = counted(monkeypatch, bars, "bar_of")
    told: list[object] = []
    window.scenarios.table.dataChanged.connect(lambda *given: told.append(given))
    window.session.edit(("scenarios", "s40", "load", "batch"), 3)
    QApplication.processEvents()
    assert evaluated[0] < 5 and len(told) <= 12 and drawn[0] == 1


def test_that_rows_here_and_there_are_told_to_the_views_in_few_pieces(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    window.scenarios.table.dataChanged.connect(lambda *given: told.append(given))
    card = window.session.workbook.scenarios[5].accelerator
    window.session.edit(("accelerators", card, "memory_bandwidth"), 2e12)
    assert 1 <= len(told) <= 12


def test_that_a_place_is_found_without_a_search_through_the_rows(large: Workbook) -> None:
    looked = [0]

    class Row:
        @property
        def id(self) -> str:
            looked[0] += 1
            return "row"

    rows = (Row(), *large.scenarios)
    wide = large.model_copy(update={"scenarios": rows})
    for row in large.scenarios:
        assert edits.value_at(wide, ("scenarios", row.id)) is row
    assert looked[0] <= 2


def test_that_findings_are_wrapped_in_slices(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    window.show_dock("findings")
    for _ in range(3):
        QApplication.processEvents()
    wrapped = counted(monkeypatch, _FindingDelegate, "sizeHint")
    broken = tuple(row.model_copy(update={"model": "gone"}) for row in window.session.workbook.scenarios)
    window.session.new(window.session.workbook.model_copy(update={"scenarios": broken}))
    assert len(window.session.evaluations.findings) >= ROWS
    QApplication.processEvents()
    assert wrapped[0] < ROWS / 2


def test_that_the_labels_of_the_longest_bars_alone_are_measured(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.waitUntil(lambda: window.chart.plot is not None, timeout=20_000)
    measured = counted(monkeypatch, BarsItem, "label_width")
    plot = window.chart.plot
    assert plot is not None and len(plot.item.bars) == ROWS
    plot.arrange()
    assert 0 < measured[0] <= 200


def test_that_rows_that_come_at_once_are_measured_as_far_as_a_screen_goes(
    window: Window, large: Workbook, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = counted(monkeypatch, CellPainter, "width_of")
    window.session.new()
    measured[0] = 0
    window.session.new(large)
    tables = (window.scenarios, window.models, window.accelerators, window.engines, window.layers)
    assert 0 < measured[0] <= LOOKED_AT * sum(view.table.columnCount() for view in tables)


def test_that_a_long_table_is_looked_through_in_slices(
    window: Window, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    looked: list[str] = []
    real = sparse.used
    monkeypatch.setattr(sparse, "used", lambda column, row: (looked.append(row.record.id), real(column, row))[1])
    window.scenarios.sparse.again()
    assert 0 < len(set(looked)) <= sparse.SLICE
    qtbot.waitUntil(lambda: len(set(looked)) == ROWS, timeout=20_000)
    looked.clear()
    window.session.edit(("scenarios", "s40", "load", "batch"), 3)
    assert set(looked) <= {"s40"}


def test_that_a_long_evaluation_shows_how_far_it_is(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "QUIET_S", 0.0)
    monkeypatch.setattr(progress, "EVERY_S", 0.0)
    seen: list[tuple[int, int]] = []
    watch = window.session.watch
    assert watch is not None

    def looking(done: int, of: int) -> None:
        watch(done, of)
        shown = [each for each in window.findChildren(QProgressDialog) if each.isVisible()]
        seen.extend((each.value(), each.maximum()) for each in shown)

    window.session.watch = looking
    window.session.edit(("assumptions", "tight_share"), 0.07)
    assert len({value for value, _ in seen}) > 100 and {of for _, of in seen} == {ROWS + MODELS + 1}
    QApplication.processEvents()
    assert not [each for each in window.findChildren(QProgressDialog) if each.isVisible()]
    assert not window.session.busy


def test_that_a_watched_evaluation_tells_its_end_even_when_it_fails(large: Workbook) -> None:
    told: list[tuple[int, int]] = []
    planner = Planner()

    def watch(done: int, of: int) -> None:
        told.append((done, of))
        if done == 10:
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        planner.evaluate(large, watch)
    assert told[0] == (0, ROWS + MODELS + 1) and told[-1] == (1, 1)
