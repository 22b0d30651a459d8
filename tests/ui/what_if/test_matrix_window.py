"""The matrix in its window: reached by key and menus, live, cancelled, copied, opened as a scenario and taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from planner import units
from planner.findings import Edit
from planner.verdict import Verdict
from planner.what_if.arrays import FITS, TIGHT
from planner.what_if.matrix.grid import Matrix
from ui.sheets.tsv import read
from ui.what_if import slices
from ui.what_if.matrix.model import MatrixModel
from ui.what_if.matrix.window import MatrixWindow, show_matrix
from ui.window import Window


@pytest.fixture
def matrix(window: Window, qtbot: QtBot) -> MatrixWindow:
    made = show_matrix(window)
    answered(made, qtbot)
    return made


def answered(matrix: MatrixWindow, qtbot: QtBot) -> None:
    """Wait until the question on show is the latest, and answered."""
    qtbot.waitUntil(
        lambda: not matrix.work.running and matrix.settled and not matrix.controls._later.isActive()
        and matrix.cells.grid is matrix.work.grid and bool(matrix.cells.grid.done.all()), timeout=20_000,
    )  # fmt: skip


def at(cells: MatrixModel, model: str, card: str) -> tuple[int, int]:
    rows, columns = cells.headings()
    return rows.index(model), next(n for n, title in enumerate(columns) if title.startswith(card))


def test_that_it_is_reached_by_key_menu_and_context_menus(window: Window) -> None:
    action = window.commands["matrix"]
    assert action.shortcut().toString() == "Ctrl+Alt+M" and action.statusTip()
    for table in (window.scenarios, window.models, window.accelerators):
        assert action in table.commands.shared
    action.trigger()
    action.trigger()
    assert len(window.findChildren(MatrixWindow)) == 1
    assert not window.findChildren(MatrixWindow)[0].isModal()


def test_that_cells_have_the_verdicts_of_the_scenarios_of_the_workbook(window: Window, matrix: MatrixWindow) -> None:
    QAbstractItemModelTester(matrix.cells, QAbstractItemModelTester.FailureReportingMode.Fatal)
    plan = window.evaluation()
    assert plan is not None and plan.accelerator is not None
    row, column = at(matrix.cells, plan.model.name, plan.accelerator.name)
    cell = matrix.cells.cell(matrix.cells.index(row, column))
    assert cell is not None
    assert (cell.verdict, cell.free) == (plan.verdict, plan.value("free"))
    shown = matrix.cells.index(row, column).data()
    assert shown == f"● {plan.value('free') / 2**30:,.2f}"
    assert plan.model.name in matrix.cells.spoken(matrix.cells.index(row, column))


def test_that_it_follows_edits_while_it_can_be_seen(window: Window, matrix: MatrixWindow, qtbot: QtBot) -> None:
    scenario = window.scenario_id()
    assert scenario is not None
    before = matrix.cells.index(0, 0).data()
    window.session.edit(("scenarios", scenario, "load", "batch"), 1)
    answered(matrix, qtbot)
    assert matrix.cells.index(0, 0).data() != before
    window.session.undo()
    answered(matrix, qtbot)
    assert matrix.cells.index(0, 0).data() == before
    asked = matrix.work.grid
    matrix.close()
    window.session.edit(("scenarios", scenario, "load", "batch"), 1)
    QTest.qWait(300)
    assert matrix.work.grid is asked  # nobody looks
    matrix.show()
    answered(matrix, qtbot)
    assert matrix.cells.index(0, 0).data() != before


def test_that_the_load_follows_the_scenario_on_show_or_stays_that_of_another(
    window: Window, matrix: MatrixWindow, qtbot: QtBot
) -> None:
    rows = window.session.workbook.scenarios
    window.select_scenario(rows[-1].id)
    answered(matrix, qtbot)
    assert matrix.work.grid is not None and matrix.work.grid.question.scenario.id == rows[-1].id
    matrix.controls.choose(matrix.controls.load, rows[0].id)
    window.select_scenario(rows[1].id)
    answered(matrix, qtbot)
    assert matrix.work.grid.question.scenario.id == rows[0].id


def test_that_a_cell_opens_the_scenario_that_is_there(window: Window, matrix: MatrixWindow) -> None:
    plan = window.evaluation()
    assert plan is not None and plan.accelerator is not None
    steps = window.session.undo_stack.count()
    row, column = at(matrix.cells, plan.model.name, plan.accelerator.name)
    matrix.view.setCurrentIndex(matrix.cells.index(row, column))
    QTest.keyClick(matrix.view, Qt.Key.Key_Return)
    assert window.session.undo_stack.count() == steps
    assert window.scenario_id() == plan.scenario.id


def test_that_a_cell_of_presets_becomes_a_scenario_with_its_rows_in_one_step(
    window: Window, matrix: MatrixWindow, qtbot: QtBot
) -> None:
    matrix.controls.choose(matrix.controls.where, "presets")
    matrix.controls.models.setText("qwen2.5-7b")
    matrix.controls.cards.setText("l40s")
    matrix.controls.set_precisions([None, "fp8"])
    answered(matrix, qtbot)
    before = window.session.workbook
    row, column = at(matrix.cells, "Qwen2.5-7B", "L40S")
    index = matrix.cells.index(row, column + 1)
    cell = matrix.cells.cell(index)
    matrix.view.doubleClicked.emit(index)
    after = window.session.workbook
    assert len(after.scenarios) == len(before.scenarios) + 1
    assert {row.preset for row in after.models} - {row.preset for row in before.models} == {"qwen2.5-7b"}
    assert {row.preset for row in after.accelerators} - {row.preset for row in before.accelerators} == {"l40s"}
    plan = window.evaluation()
    assert plan is not None and cell is not None
    assert (plan.scenario.weights, plan.verdict, plan.value("free")) == ("fp8", cell.verdict, cell.free)
    window.session.undo()
    assert window.session.workbook is before


def test_that_only_what_fits_can_be_shown(window: Window, matrix: MatrixWindow, qtbot: QtBot) -> None:
    every = matrix.cells.rowCount(), matrix.cells.columnCount()
    matrix.controls.fitting.setChecked(True)
    grid = matrix.cells.grid
    assert grid is not None
    fits = (grid.words == FITS) | (grid.words == TIGHT)
    shown = matrix.cells.rowCount(), matrix.cells.columnCount()
    assert shown == (fits.any(axis=(1, 2)).sum(), fits.any(axis=(0, 1)).sum()) != every
    matrix.controls.models.setText("no such model")
    answered(matrix, qtbot)
    assert matrix.nothing.isVisible() and "name" in matrix.nothing.text()
    assert not matrix.open.isEnabled()


def test_that_a_cell_is_said_in_a_sentence_with_what_decides(
    window: Window, matrix: MatrixWindow, qtbot: QtBot
) -> None:
    row, column = at(matrix.cells, "Llama-3-70B", "Tesla T4")
    index = matrix.cells.index(row, column)
    cell = matrix.cells.cell(index)
    assert cell is not None and cell.verdict is Verdict.DOES_NOT_FIT and cell.free is not None
    matrix.view.setCurrentIndex(index)
    qtbot.waitUntil(lambda: "Llama-3-70B" in matrix.sentence.text())
    said = matrix.sentence.text()
    assert "Does not fit" in said and "Decided by the line" in said and f"{-cell.free:,}" in said
    matrix.view.entered.emit(matrix.cells.index(*at(matrix.cells, "Llama-2-7B", "A100")))
    qtbot.waitUntil(lambda: "Llama-2-7B" in matrix.sentence.text())


def test_that_an_unknown_cell_says_why(window: Window, matrix: MatrixWindow, qtbot: QtBot) -> None:
    scenario = window.scenario_id()
    assert scenario is not None
    window.session.apply([Edit(("scenarios", scenario, "load", "context"), 1024),
                          Edit(("scenarios", scenario, "load", "prompt"), 2048)], "prompt beyond context")  # fmt: skip
    answered(matrix, qtbot)
    row, column = at(matrix.cells, "Llama-2-7B", "A100")
    index = matrix.cells.index(row, column)
    cell = matrix.cells.cell(index)
    assert cell is not None and (cell.verdict, cell.reason) == (Verdict.UNKNOWN, "contradiction")
    matrix.view.setCurrentIndex(index)
    qtbot.waitUntil(lambda: "Unknown" in matrix.sentence.text())
    assert "prompt" in matrix.sentence.text().casefold()


def test_that_selected_cells_are_copied_with_their_headings(matrix: MatrixWindow) -> None:
    model = matrix.view.selectionModel()
    model.clear()
    for column in (0, 1):
        model.select(matrix.cells.index(1, column), model.SelectionFlag.Select)
    matrix.controls.choose(matrix.controls.result, "verdict")
    QTest.keyClick(matrix.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = read(QGuiApplication.clipboard().text())
    rows, columns = matrix.cells.headings()
    words = [str(matrix.cells.cell(matrix.cells.index(1, at)).verdict) for at in (0, 1)]  # type: ignore[union-attr]
    assert copied == [["", *columns[:2]], [rows[1], *words]]


def test_that_it_is_saved_as_csv_with_exact_values(matrix: MatrixWindow, qtbot: QtBot, tmp_path: Path) -> None:
    matrix.controls.choose(matrix.controls.result, "needed")
    answered(matrix, qtbot)
    matrix.save_to(tmp_path / "matrix.csv")
    lines = (tmp_path / "matrix.csv").read_text(encoding="utf-8-sig").splitlines()
    cell = matrix.cells.cell(matrix.cells.index(0, 0))
    assert cell is not None
    assert lines[0].startswith("model,") and lines[1].split(",")[1] == str(cell.needed)


def test_that_long_work_shows_a_bar_and_can_be_cancelled(
    window: Window, matrix: MatrixWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = Matrix._row

    def slowly(self: Matrix, *arguments: object) -> None:
        QTest.qSleep(30)
        answer(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Matrix, "_row", slowly)
    monkeypatch.setattr(slices, "SHOW_AFTER_S", 0.05)
    matrix.controls.choose(matrix.controls.where, "presets")
    qtbot.waitUntil(lambda: matrix.busy.isVisible())
    with qtbot.waitSignal(matrix.work.cancelled):
        QTest.mouseClick(matrix.busy.cancel, Qt.MouseButton.LeftButton)
    assert not matrix.busy.isVisible() and "Cancelled" in matrix.sentence.text()
    grid = matrix.work.grid
    assert grid is not None and 0 < grid.done.sum() < grid.done.size
    monkeypatch.undo()


def test_that_its_size_is_remembered(window: Window, matrix: MatrixWindow) -> None:
    matrix.resize(700, 500)
    matrix.close()
    again = MatrixWindow(window)
    assert (again.width(), again.height()) == (700, 500)
    again.deleteLater()


def test_that_titles_are_not_cut_off(matrix: MatrixWindow, qtbot: QtBot) -> None:
    matrix.controls.choose(matrix.controls.where, "presets")
    answered(matrix, qtbot)
    titles, metrics = matrix.view.titles, matrix.view.titles.fontMetrics()
    wide = titles.defaultSectionSize() - metrics.height()
    for title in matrix.cells.headings()[1]:
        box = metrics.boundingRect(0, 0, wide, 10_000, int(Qt.TextFlag.TextWordWrap), title)
        assert box.height() <= titles.height() and box.width() <= titles.defaultSectionSize(), title


def test_that_the_context_menu_has_what_a_cell_can_do(matrix: MatrixWindow) -> None:
    texts = [action.text() for action in matrix.menu().actions()]
    assert "Open as &scenario" in texts and "&Copy" in texts


def test_that_titles_that_grow_leave_the_first_row_in_sight(matrix: MatrixWindow, qtbot: QtBot) -> None:
    before = matrix.view.titles.height()
    matrix.controls.set_precisions([None, "fp8", "int4_g128"])
    answered(matrix, qtbot)
    assert matrix.view.titles.height() > before
    assert matrix.view.viewport().y() >= matrix.view.titles.geometry().bottom()


def test_that_commas_part_alternatives_of_a_search(matrix: MatrixWindow, qtbot: QtBot) -> None:
    matrix.controls.choose(matrix.controls.where, "presets")
    matrix.controls.cards.setText("l40s, a100-sxm4-80gb\uff0ch100-sxm5,")
    answered(matrix, qtbot)
    cards = {title.partition("\n")[0] for title in matrix.cells.headings()[1]}
    assert {"L40S", "A100-80GB SXM", "H100-80GB SXM"} <= cards
    assert all(any(part in card for part in ("L40S", "A100", "H100")) for card in cards)


def test_that_the_cost_of_tokens_is_that_of_the_plan(window: Window, matrix: MatrixWindow, qtbot: QtBot) -> None:
    matrix.controls.choose(matrix.controls.result, "cost")
    answered(matrix, qtbot)
    row, column = at(matrix.cells, "Llama-2-13B", "A100-80GB SXM")
    cost = window.session.evaluations.scenarios["chat_13b_b8"].value("million_cost_low")
    cell = matrix.cells.cell(matrix.cells.index(row, column))
    assert cell is not None and cell.cost == pytest.approx(cost, rel=1e-12)
    assert matrix.cells.index(row, column).data().endswith(f"{cost:,.2f}")
    assert "USD" in matrix.cells.spoken(matrix.cells.index(row, column))


def test_that_a_plan_that_does_not_fit_has_no_speed_but_that_of_the_least_gpus(
    window: Window, matrix: MatrixWindow, qtbot: QtBot
) -> None:
    window.select_scenario("chat_13b_b8")
    matrix.controls.choose(matrix.controls.result, "tokens")
    answered(matrix, qtbot)
    index = matrix.cells.index(*at(matrix.cells, "Llama-3-70B", "H100"))
    cell = matrix.cells.cell(index)
    assert cell is not None and cell.verdict is Verdict.DOES_NOT_FIT
    assert index.data() == "✕ –" and "does not fit" in matrix.cells.spoken(index)
    grid = matrix.cells.grid
    assert grid is not None
    row, _, card = matrix.cells.place(index)
    plan = matrix.work.matrix.fitting(grid.question, grid.question.models[row], None, grid.question.cards[card])
    assert plan is not None and plan.verdict is Verdict.FITS and isinstance(plan.scenario.tp, int)
    matrix.view.setCurrentIndex(index)
    rate = units.write(plan.value("tokens_per_s"), "token/s")
    qtbot.waitUntil(lambda: f"fits from {plan.scenario.tp} GPUs on (TP {plan.scenario.tp})" in matrix.sentence.text())
    assert f"{rate} tokens per second" in matrix.sentence.text()
    matrix.controls.choose(matrix.controls.result, "gpus")
    answered(matrix, qtbot)
    assert matrix.cells.index(index.row(), index.column()).data() == f"✕ {plan.scenario.tp}"


def test_that_the_menu_of_formats_stays_open_while_formats_are_ticked(matrix: MatrixWindow, qtbot: QtBot) -> None:
    menu = matrix.controls.formats.menu()
    assert menu is not None
    menu.popup(matrix.mapToGlobal(matrix.rect().center()))
    actions = {action.data(): action for action in menu.actions() if action.isCheckable()}
    for name in ("fp8", "int8"):
        place = menu.actionGeometry(actions[name]).center()
        QTest.mouseMove(menu, place)
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
        assert menu.isVisible() and actions[name].isChecked()
    assert matrix.controls.precisions() == [None, "fp8", "int8"]
    QTest.keyClick(menu, Qt.Key.Key_Space)
    assert menu.isVisible() and matrix.controls.precisions() == [None, "fp8"]
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert not menu.isVisible()
    answered(matrix, qtbot)
