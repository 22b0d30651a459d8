"""Models side by side: chosen rows and presets, what differs, hybrids per layer group, live, copied."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from planner.presets import listed, model_presets
from planner.what_if.architectures import mixed
from ui.sheets.tsv import read
from ui.what_if.architectures.lines import Line
from ui.what_if.architectures.window import DIFFERS, ArchitecturesWindow, show_architectures
from ui.window import Window


@pytest.fixture
def shown(window: Window) -> ArchitecturesWindow:
    return show_architectures(window)


def line(shown: ArchitecturesWindow, title: str, section: str = "") -> Line:
    rows = [row for row in shown.lines.rows if isinstance(row, Line)]
    return next(row for row in rows if row.title.startswith(title) and row.section.startswith(section))


def test_that_it_is_reached_by_key_menu_and_context_menu(window: Window) -> None:
    action = window.commands["architectures"]
    assert action in window.models.commands.shared
    assert action.shortcut().toString() == "Ctrl+Alt+H" and action.statusTip()
    action.trigger()
    assert window.findChildren(ArchitecturesWindow)[0].isVisible()


def test_that_rows_and_presets_stand_side_by_side(window: Window, shown: ArchitecturesWindow) -> None:
    QAbstractItemModelTester(shown.lines, QAbstractItemModelTester.FailureReportingMode.Fatal)
    shown.show_models([row.id for row in window.session.workbook.models[:1]])
    shown.add_preset("deepseek-v3")
    shown.add_preset("gemma-3-27b")
    assert shown.lines.names == ["Llama-2-13B", "DeepSeek-V3", "Gemma-3-27B"]
    assert line(shown, "Parameters").exact[1] == f"{listed('models')['deepseek-v3'].total:,}"
    assert line(shown, "Attention", "Figures").texts == (
        "40 × Grouped-query", "61 × Multi-head latent", "52 × Grouped-query, window 1,024; 10 × Grouped-query",
    )  # fmt: skip
    assert line(shown, "Heads", "Layers, group 1").texts == ("40", "128", "32")
    assert line(shown, "Experts", "Layers, group 2").texts == ("–", "256", "–")
    assert line(shown, "Tied head").texts == ("no", "no", "yes")
    assert line(shown, "KV of 32,768").exact[0] == f"{32_768 * 819_200:,} byte"


def test_that_what_differs_is_marked_by_more_than_colour(shown: ArchitecturesWindow) -> None:
    rows = [at for at, row in enumerate(shown.lines.rows) if isinstance(row, Line)]
    differing = [at for at in rows if shown.lines.rows[at].differs]  # type: ignore[union-attr]
    assert 0 < len(differing) < len(rows)
    for at in rows:
        title = shown.lines.headerData(at, Qt.Orientation.Vertical)
        assert title.startswith(DIFFERS) == (at in differing)
        assert (shown.lines.index(at, 0).data(Qt.ItemDataRole.FontRole) is not None) == (at in differing)


def test_that_equal_fields_come_on_request(shown: ArchitecturesWindow) -> None:
    few = shown.lines.rowCount()
    shown.all.setChecked(True)
    assert shown.lines.rowCount() > few
    assert line(shown, "Query bias").texts == ("no", "no")


def test_that_a_model_is_taken_away_and_an_edit_followed(
    window: Window, shown: ArchitecturesWindow, qtbot: QtBot
) -> None:
    first = window.session.workbook.models[0]
    shown.table.setCurrentIndex(shown.lines.index(1, 1))
    QTest.keyClick(shown, Qt.Key.Key_Delete)
    assert shown.lines.names == [first.name]
    window.session.edit(("models", first.id, "d_model"), 4096)
    qtbot.waitUntil(lambda: line(shown, "d_model").texts == ("4,096",))
    window.session.remove([("models", first.id)])
    qtbot.waitUntil(lambda: shown.lines.names == [])
    assert shown.lines.rowCount() == 0 and not shown.remove.isEnabled()


def test_that_it_is_copied_with_every_digit(shown: ArchitecturesWindow) -> None:
    QTest.keyClick(shown, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = read(QGuiApplication.clipboard().text())
    assert copied[0] == ["", *shown.lines.names]
    assert ["Parameters", "13,015,864,320", "70,553,706,496"] in copied


def test_that_groups_that_mix_tokens_alike_are_one() -> None:
    assert [count for count, _, _ in mixed(model_presets()["deepseek-v3"])] == [61]
