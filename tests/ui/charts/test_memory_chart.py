"""The chart as a widget: lazy, painted once per change, nothing made anew, driven by mouse and keys."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from ui import theme
from ui.charts.bars import GIB, Bar
from ui.charts.memory_chart import MemoryChart

LAZY = """
import sys
from PySide6.QtWidgets import QApplication
from ui.charts.memory_chart import MemoryChart
app = QApplication([])
chart = MemoryChart()
assert "pyqtgraph" not in sys.modules and "numpy" not in sys.modules
chart.resize(500, 300)
chart.show()
while chart.plot is None:
    app.processEvents()
assert "pyqtgraph" in sys.modules
chart.close()
"""


def bars(count: int, selected: int = 0, kv: int = 10) -> list[Bar]:
    return [
        Bar(f"s{index}", f"Scenario {index}", "Fits",
            (("weights", 20 * GIB), ("kv_cache", kv * GIB), ("activations", GIB), ("overhead", GIB)),
            (22 + kv) * GIB, 79 * GIB, index == selected)
        for index in range(count)
    ]  # fmt: skip


@pytest.fixture
def shown(qtbot: QtBot) -> Callable[[list[Bar]], MemoryChart]:
    def make(content: list[Bar]) -> MemoryChart:
        chart = MemoryChart()
        qtbot.addWidget(chart)
        chart.set_bars(content)
        chart.resize(620, 400)
        chart.show()
        qtbot.waitUntil(lambda: chart.plot is not None)
        qtbot.wait(30)
        return chart

    return make


def colour_at(chart: MemoryChart, row: float, gib: float) -> QColor:
    from PySide6.QtCore import QPointF

    plot = chart.plot
    scene = plot.getPlotItem().vb.mapViewToScene(QPointF(gib, row))
    return plot.grab().toImage().pixelColor(plot.mapFromScene(scene))


def place_of(chart: MemoryChart, row: float) -> QPoint:
    from PySide6.QtCore import QPointF

    return chart.plot.mapFromScene(chart.plot.getPlotItem().vb.mapViewToScene(QPointF(1.0, row + 0.5)))


def test_that_pyqtgraph_is_imported_after_the_first_paint_only() -> None:
    subprocess.run([sys.executable, "-c", LAZY], check=True, timeout=60)


def test_that_new_data_repaints_once_and_makes_no_item(
    shown: Callable[[list[Bar]], MemoryChart], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ui.charts.items import BarsItem

    painted: list[int] = []
    original = BarsItem.paint

    def counting(self, painter, option, widget=None) -> None:
        painted.append(len(self.bars))
        original(self, painter, option, widget)

    monkeypatch.setattr(BarsItem, "paint", counting)
    chart = shown(bars(6))
    items = chart.plot.scene().items()
    painted.clear()
    chart.set_bars(bars(6, kv=12))
    qtbot.waitUntil(lambda: bool(painted))
    qtbot.wait(50)
    assert painted == [6]
    assert set(chart.plot.scene().items()) == set(items)
    chart.set_bars(bars(6, kv=12))
    qtbot.wait(50)
    assert painted == [6]


def test_that_segments_have_their_colours_at_their_places(shown: Callable[[list[Bar]], MemoryChart]) -> None:
    chart = shown(bars(3, kv=30))
    for gib, component in ((1.0, "weights"), (21.0, "kv_cache"), (50.5, "activations"), (51.5, "overhead")):
        assert colour_at(chart, 1.34, gib).name().upper() == theme.COMPONENT_COLOURS[component]


def test_that_what_the_card_lacks_is_hatched_beyond_the_marker(shown: Callable[[list[Bar]], MemoryChart]) -> None:
    chart = shown(bars(2, kv=100))
    image = [colour_at(chart, 1.5, 85 + step / 4) for step in range(40)]
    assert len({colour.name() for colour in image}) > 1
    assert all(colour.red() > colour.blue() for colour in image)


def test_that_a_click_on_bar_or_name_asks_for_the_scenario_and_selects_nothing_itself(
    shown: Callable[[list[Bar]], MemoryChart], qtbot: QtBot
) -> None:
    chart = shown(bars(4))
    for x in (place_of(chart, 2).x(), 20):
        with qtbot.waitSignal(chart.scenario_selected) as asked:
            qtbot.mouseClick(chart.plot.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, place_of(chart, 2).y()))
        assert asked.args == ["s2"]
    assert [bar.selected for bar in chart.plot.item.bars] == [True, False, False, False]


def test_that_a_click_beside_the_bars_asks_for_nothing(shown: Callable[[list[Bar]], MemoryChart], qtbot: QtBot) -> None:
    chart = shown(bars(2))
    with qtbot.assertNotEmitted(chart.scenario_selected, wait=50):
        qtbot.mouseClick(chart.plot.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, 5))
        qtbot.mouseClick(chart.plot.viewport(), Qt.MouseButton.LeftButton, pos=place_of(chart, 3))


@pytest.mark.parametrize(
    ("key", "wanted"), ((Qt.Key.Key_Down, "s6"), (Qt.Key.Key_Up, "s4"), (Qt.Key.Key_Home, "s0"), (Qt.Key.Key_End, "s9"))
)
def test_that_keys_ask_for_another_scenario(
    shown: Callable[[list[Bar]], MemoryChart], qtbot: QtBot, key: Qt.Key, wanted: str
) -> None:
    chart = shown(bars(10, selected=5))
    with qtbot.waitSignal(chart.scenario_selected) as asked:
        qtbot.keyClick(chart.plot, key)
    assert asked.args == [wanted]


def test_that_many_bars_scroll_and_the_selected_one_comes_into_sight(
    shown: Callable[[list[Bar]], MemoryChart], qtbot: QtBot
) -> None:
    chart = shown(bars(120))
    plot = chart.plot
    assert chart._scroll.isVisible()
    assert plot.row_height() >= 2.5 * theme.em(plot)
    chart.set_bars(bars(120, selected=80))
    visible = plot.room() / plot.row_height()
    assert plot.top <= 80 and plot.top + visible + 0.01 >= 81
    chart._scroll.setValue(0)
    assert plot.top == pytest.approx(0, abs=0.01)
    chart.set_bars(bars(3))
    assert not chart._scroll.isVisible()
    assert plot.top == 0


def test_that_rows_out_of_sight_are_not_painted(
    shown: Callable[[list[Bar]], MemoryChart], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ui.charts.items import BarsItem

    painted: list[int] = []
    original = BarsItem._paint_row

    def counting(self, painter, to_device, index) -> None:
        painted.append(index)
        original(self, painter, to_device, index)

    monkeypatch.setattr(BarsItem, "_paint_row", counting)
    chart = shown(bars(500))
    painted.clear()
    chart.set_bars(bars(500, kv=12))
    qtbot.waitUntil(lambda: bool(painted))
    qtbot.wait(50)
    assert len(painted) <= chart.plot.room() / chart.plot.row_height() + 2


def test_that_no_text_at_a_bars_end_is_cut_off(shown: Callable[[list[Bar]], MemoryChart]) -> None:
    hopeless = replace(bars(1)[0], id="x", segments=(("weights", 700 * GIB),), needed=700 * GIB, usable=14 * GIB)
    chart = shown([*bars(3, kv=90), hopeless])
    for width in (380, 620, 1400):
        chart.resize(width, 400)
        item, view = chart.plot.item, chart.plot.getPlotItem().vb
        for bar in item.bars:
            end = min(item.limit, max(bar.known, bar.usable or 0) / GIB) / item.far * view.width()
            assert end + item.label_width(bar) <= view.width() + 1


def test_that_resting_on_a_bar_or_its_name_shows_its_exact_bytes(shown: Callable[[list[Bar]], MemoryChart]) -> None:
    chart = shown(bars(3))
    viewport = chart.plot.viewport()
    for x in (place_of(chart, 1).x(), 20):
        at = QPoint(x, place_of(chart, 1).y())
        QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, at, viewport.mapToGlobal(at)))
        assert "Scenario 1" in QToolTip.text() and f"{20 * GIB:,} byte" in QToolTip.text()
        QToolTip.hideText()


def test_that_a_screen_reader_hears_the_selected_scenario(shown: Callable[[list[Bar]], MemoryChart]) -> None:
    chart = shown(bars(3, selected=1))
    assert chart.accessibleName() == "VRAM per GPU"
    assert chart.plot.accessibleDescription() == "Scenario 1: Fits, 32.00 / 79.00 GiB, 47.00 GiB free."


def test_that_values_past_63_bits_are_painted_without_harm(
    shown: Callable[[list[Bar]], MemoryChart], qtbot: QtBot
) -> None:
    huge = Bar("x", "huge", "Does not fit", (("weights", 2**80), ("kv_cache", None)), None, 2**70)
    chart = shown([huge, *bars(2)])
    assert not chart.grab().isNull()


def test_that_what_an_engine_reserves_is_pale_and_ends_at_a_mark_that_the_legend_names(
    shown: Callable[[list[Bar]], MemoryChart],
) -> None:
    plain, reserving = bars(1)[0], replace(bars(2)[1], reserved=60 * GIB)
    chart = shown([plain, reserving])
    within, beyond = colour_at(chart, 1.5, 45), colour_at(chart, 1.5, 70)
    assert within != beyond == colour_at(chart, 0.5, 45) != QColor(theme.COMPONENT_COLOURS["kv_cache"])
    assert within.hue() in range(20, 60), "a pale tone of the KV cache that gets it"
    assert "Reserved by the engine" in chart._legend.accessibleDescription()
    chart.set_bars([plain])
    assert "Reserved by the engine" not in chart._legend.accessibleDescription()


def test_that_what_goes_past_the_engine_is_hatched_although_the_card_has_room(
    shown: Callable[[list[Bar]], MemoryChart],
) -> None:
    chart = shown([replace(bars(1, kv=40)[0], reserved=50 * GIB)])
    strip = {colour_at(chart, 0.5, 52 + at / 10).name() for at in range(80)}
    missing = QColor(theme.COMPONENT_COLOURS["missing"]).name()
    assert len(strip) > 1 and missing in strip


def test_that_a_low_chart_has_a_legend_of_one_line_that_names_the_common_first(qtbot: QtBot) -> None:
    chart = MemoryChart()
    qtbot.addWidget(chart)
    chart.set_bars(bars(6))
    legend = chart._legend
    legend.set_components({"weights", "kv_cache", "adapters", "gradients", "optimizer", "transient", "master"})
    em = theme.em(chart)
    chart.resize(em * 28, em * 30)
    chart.show()
    qtbot.waitExposed(chart)
    assert legend.heightForWidth(em * 24) > legend._row_height() and not legend.toolTip()
    chart.resize(em * 28, em * 12)
    assert legend.heightForWidth(em * 24) == legend._row_height()
    entries = [entry for entry, _ in legend._placed(em * 24)]
    assert entries[:2] == ["weights", "kv_cache"] and entries[-1] == "…"
    assert "Optimizer" in legend.toolTip()


def test_that_the_words_of_an_empty_chart_go_with_the_first_bar_and_come_back(
    shown: Callable[[list[Bar]], MemoryChart], qtbot: QtBot
) -> None:
    chart = shown([])
    viewport = chart.plot.viewport()
    painted = Painted()
    viewport.installEventFilter(painted)
    for content in (bars(1), []):
        qtbot.wait(30)
        painted.region = QRegion()
        chart.set_bars(content)
        qtbot.waitUntil(lambda: painted.region.contains(viewport.rect().center()))
        assert QRegion(viewport.rect()).subtracted(painted.region).isEmpty()


class Painted(QObject):
    """What of a widget was painted, without painting it by asking."""

    region = QRegion()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region = self.region.united(event.region())
        return False
