"""From the open example to a training scenario with a verdict, by the mouse alone, with every click counted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QSettings, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolButton
from pytestqt.qtbot import QtBot

from planner.training.recipes import RECIPES
from planner.verdict import Verdict
from planner.workbook import Scenario, Training
from ui import theme
from ui.charts.bars import COMPONENTS, SERVING, TRAINING, component_title
from ui.chooser import Chooser
from ui.examples import example_file
from ui.session import Session
from ui.settings import Settings
from ui.theme import Theme
from ui.window import Window

LEFT = Qt.MouseButton.LeftButton
MOST = 3


class Clicks(QObject):
    """Counts the presses of the mouse that reach the windows of the program; a double click has two."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress and watched.isWindowType():
            self.count += 1
        return False


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Window:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made = Window(Session(), settings, Theme(qapp))
    made.documents.open_example(example_file())
    made.documents.may_leave = lambda: True  # type: ignore[method-assign]
    qtbot.addWidget(made)
    made.resize(1280, 720)
    made.show()
    qtbot.waitUntil(made.isVisible)
    return made


@pytest.fixture
def clicks(qapp: QApplication) -> Any:
    counter = Clicks()
    qapp.installEventFilter(counter)
    yield counter
    qapp.removeEventFilter(counter)


def click(widget: Any, at: QPoint | None = None) -> None:
    """One press and release that go through the window system's queue, as those of a person do."""
    QTest.mouseClick(widget.window().windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier,
                     widget.mapTo(widget.window(), widget.rect().center() if at is None else at))  # fmt: skip


def pick(menu: QMenu, chosen: Callable[[QAction], bool]) -> None:
    """Click an entry of a menu that is about to open."""

    def later() -> None:
        action = next(action for action in menu.actions() if chosen(action))
        click(menu, menu.actionGeometry(action).center())

    QTimer.singleShot(100, menu, later)


def made(window: Window, before: tuple[Scenario, ...]) -> Scenario:
    (row,) = [row for row in window.session.workbook.scenarios if row not in before]
    return row


@pytest.mark.parametrize("word", ["AdamW, bf16 with fp32 master", "QLoRA", "FSDP", "Muon"])
def test_that_a_training_scenario_is_made_in_at_most_three_clicks(
    window: Window, clicks: Clicks, qtbot: QtBot, word: str
) -> None:
    before = window.session.workbook.scenarios
    button = window.findChild(QToolButton, "training")
    assert button is not None and button.isVisible()
    pick(window.training, lambda action: word in action.text())
    click(button)
    qtbot.waitUntil(lambda: window.session.workbook.scenarios != before)
    row = made(window, before)
    assert 2 <= clicks.count <= MOST
    assert isinstance(row.load, Training) and word in RECIPES[row.load.recipe].label
    evaluation = window.session.evaluations.scenarios[row.id]
    assert evaluation.verdict in (Verdict.FITS, Verdict.TIGHT, Verdict.DOES_NOT_FIT)
    assert window.scenario_id() == row.id
    bar = next(bar for bar in window.chart._bars if bar.id == row.id)
    assert bar.selected and {part for part, _ in bar.segments} <= set(TRAINING)
    assert sum(count or 0 for _, count in bar.segments) == evaluation.value("needed")
    window.session.undo()
    assert window.session.workbook.scenarios == before


def test_that_a_scenario_that_serves_comes_to_train_in_three_clicks(
    window: Window, clicks: Clicks, qtbot: QtBot
) -> None:
    table = window.scenarios
    at = table.table.index(5, table.table.sheet.column("load.kind"))
    table.scrollTo(at)
    place, viewport = table.visualRect(at).center(), table.viewport()
    QTest.mouseDClick(window.windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, viewport.mapTo(window, place))
    editor = table.indexWidget(at)
    assert isinstance(editor, Chooser)
    popup = editor.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    entry = next(
        index for index in (popup.model().index(row, 0) for row in range(2)) if index.data() == "Training"
    )  # fmt: skip
    click(popup.viewport(), popup.visualRect(entry).center())
    qtbot.waitUntil(lambda: isinstance(window.session.workbook.scenarios[5].load, Training))
    assert clicks.count == MOST  # a double click and one in the list
    row = window.session.workbook.scenarios[5]
    assert window.session.evaluations.scenarios[row.id].verdict is not Verdict.UNKNOWN


def test_that_a_new_training_scenario_takes_over_no_cell_of_serving(window: Window) -> None:
    window.select_scenario("llama_3_8b_vllm")
    before = window.session.workbook.scenarios
    window.insert_training("mixed_adamw")
    row = made(window, before)
    assert (row.model, row.accelerator, row.engine, row.weights) == ("llama_3_8b", "a100_80gb_sxm", None, None)
    codes = {finding.code for finding in window.session.evaluations.findings_of(row.id)}
    assert codes == {"peak_moment", "does_not_fit"}
    window.insert_training("lora_adamw")
    again = made(window, (*before, row))
    assert again.name != row.name and again.load == row.load.model_copy(update={"recipe": "lora_adamw"})


def test_that_a_model_with_few_positions_trains_sequences_that_it_can_hold(window: Window) -> None:
    window.session.edit(("models", "llama_2_13b", "max_context"), 2048)
    before = window.session.workbook.scenarios
    window.select_scenario("chat_13b_b8")
    window.insert_training("fsdp_adamw")
    load = made(window, before).load
    assert isinstance(load, Training) and (load.sequence, load.zero) == (2048, "3")


def test_that_the_columns_of_the_new_scenario_are_those_of_training(window: Window, qtbot: QtBot) -> None:
    window.insert_training("qlora_adamw")
    sheet = window.scenarios.table.sheet

    def shown() -> set[str]:
        return {column.key for at, column in enumerate(sheet.columns) if not window.scenarios.isColumnHidden(at)}

    qtbot.waitUntil(lambda: {"load.recipe", "lora_rank", "result.adapters"} <= shown())
    assert not {"load.batch", "load.context", "engine", "result.kv_cache", "result.kv_capacity_tokens"} & shown()
    window.commands["narrow"].trigger()
    assert {"load.batch", "load.recipe"} <= shown() and not window.settings.narrow
    window.commands["narrow"].trigger()
    assert "load.batch" not in shown() and window.settings.narrow


def test_that_a_restored_window_shows_the_columns_of_each_load(
    window: Window, qtbot: QtBot, qapp: QApplication
) -> None:
    window.insert_training("qlora_adamw")
    zero = window.scenarios.table.sheet.column("load.zero")
    qtbot.waitUntil(lambda: not window.scenarios.isColumnHidden(zero))
    window.scenarios.setColumnHidden(zero, True)
    window.close()
    other = Window(Session(), window.settings, Theme(qapp))
    other.documents.open_example(example_file())
    other.documents.may_leave = lambda: True  # type: ignore[method-assign]
    qtbot.addWidget(other)
    sheet = other.scenarios.table.sheet

    def shown(key: str) -> bool:
        return not other.scenarios.isColumnHidden(sheet.column(key))

    qtbot.waitUntil(lambda: not shown("load.recipe"))
    assert shown("load.batch") and shown("engine") and not shown("lora_rank") and not shown("dp")
    other.select_scenario("llama_3_8b_qlora")
    qtbot.waitUntil(lambda: shown("load.recipe"))
    assert shown("lora_rank") and not shown("load.zero") and not shown("engine")


def test_that_the_chart_shows_both_loads_with_a_name_for_each_colour(window: Window) -> None:
    bars = {bar.id: {part for part, count in bar.segments if count} for bar in window.chart._bars}
    assert "kv_cache" in bars["chat_13b_b8"] and "kv_cache" not in bars["llama_3_8b_fsdp"]
    assert {"gradients", "optimizer", "transient"} <= bars["llama_3_8b_fsdp"]
    assert "adapters" in bars["llama_3_8b_qlora"]
    named = window.chart._legend.accessibleDescription()
    for part in set().union(*bars.values()):
        assert component_title(part) in named
    assert "Master" not in named  # no plan of the example has any


def linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


# Machado, Oliveira & Fernandes 2009, IEEE TVCG 15(6), severity 1.0, over linear RGB.
DEFICIENCIES = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def lab(colour: str, seen_by: str) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of an sRGB colour as it is seen."""
    rgb = [linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5)]
    if seen_by != "all":
        rgb = [min(max(sum(a * b for a, b in zip(row, rgb, strict=True)), 0), 1) for row in DEFICIENCIES[seen_by]]
    r, g, b = rgb
    xyz = ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047, 0.2126 * r + 0.7152 * g + 0.0722 * b,
           (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)  # fmt: skip
    x, y, z = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("seen_by", ["all", *DEFICIENCIES])
@pytest.mark.parametrize("parts", [SERVING, TRAINING], ids=["serving", "training"])
def test_that_neighbours_along_a_bar_are_told_apart_by_everybody(parts: tuple[str, ...], seen_by: str) -> None:
    colours = [theme.COMPONENT_COLOURS[part] for part in parts]
    for at, one in enumerate(colours):
        for other in colours[at + 1 : at + 3]:  # the part between two may be missing
            a, b = lab(one, seen_by), lab(other, seen_by)
            assert sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5 > 10, (one, other)
    assert set(parts) <= set(COMPONENTS)
