"""The picture of a block in the window: what it shows, how it follows, where its steps lead."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFont, QGuiApplication, QImage, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from planner.presets import accelerator_from_preset, model_from_preset, model_presets
from planner.what_if.block.dataflow import block_flow
from planner.what_if.block.mask import mask_of
from planner.what_if.block.model_flow import model_flow
from planner.workbook import Scenario
from tests.planner import rows
from ui import theme
from ui.figures import memory
from ui.handover.pictures import drawing_of
from ui.what_if.block import text as words
from ui.what_if.block.layout import Picture, laid_out, order_of
from ui.what_if.block.lines import Fonts
from ui.what_if.block.paint import paint
from ui.what_if.block.panel import BlockPanel
from ui.window import Window

PRESETS = dict(model_presets())
KINDS = ("llama-3-8b", "deepseek-v3", "deepseek-v3.2", "deepseek-v4-flash", "mixtral-8x7b", "gpt-oss-120b", "command-r",
         "falcon-h1-0.5b", "qwen3-next-80b-a3b", "llama-3.2-11b-vision", "nemotron-3-super-120b-a12b")  # fmt: skip


def panel_of(window: Window, qtbot: QtBot) -> BlockPanel:
    panel = window.late.panel("block")
    assert isinstance(panel, BlockPanel)
    window.commands["block"].trigger()
    qtbot.waitUntil(lambda: bool(panel.dataflow().steps))
    return panel


def key_of(panel: BlockPanel, ending: str) -> str:
    return next(key for key in panel.dataflow().steps if key.endswith(ending))


def test_that_the_picture_is_made_only_while_it_is_in_sight(window: Window, qtbot: QtBot) -> None:
    panel = window.late.panel("block")
    assert isinstance(panel, BlockPanel) and not panel.dataflow().steps
    assert panel_of(window, qtbot).totals.text()


def test_that_an_edit_is_in_the_picture_at_once(window: Window, qtbot: QtBot) -> None:
    window.select_scenario("llama_3_8b_vllm")
    panel = panel_of(window, qtbot)
    window.session.edit(("scenarios", "llama_3_8b_vllm", "load", "batch"), "3")
    qtbot.waitUntil(lambda: panel.dataflow().steps[key_of(panel, "attention.o")].gives[0].sizes[0] == 3)
    plan = window.evaluation()
    assert plan is not None
    assert panel.dataflow().steps == block_flow(plan, 0, "prefill").steps
    window.session.undo_stack.undo()
    qtbot.waitUntil(lambda: panel.dataflow().steps[key_of(panel, "attention.o")].gives[0].sizes[0] != 3)


def test_that_the_sums_are_of_one_gpu_and_leave_what_goes_between_gpus_aside(window: Window, qtbot: QtBot) -> None:
    window.session.edit(("scenarios", "llama_3_8b_vllm", "tp"), "4")
    window.select_scenario("llama_3_8b_vllm")
    panel = panel_of(window, qtbot)
    plan = window.evaluation()
    assert plan is not None
    calls = [call for call in plan.structure.calls if call.root == "prefill" and call.group == "group1"]
    moved = sum(plan.value(f"{call.key}.bytes") for call in calls)
    text = panel.totals.text().replace("\u00a0", " ")
    assert text.startswith("218,112,000 parameters · ") and f" · {memory(round(moved))} moved · " in text
    assert "one of 4 GPUs" in text
    shares = [box.share for box in panel.canvas.picture.boxes if box.share is not None]
    adds = sum(step.seconds or 0.0 for step in panel.dataflow().steps.values() if step.role == "add")
    assert sum(shares) + adds / plan.value("prefill.group1.block") == pytest.approx(1.0, rel=1e-9)


def test_that_a_chosen_step_is_the_ledgers_line_and_its_figures_are_told(window: Window, qtbot: QtBot) -> None:
    window.select_scenario("llama_3_8b_vllm")
    panel = panel_of(window, qtbot)
    key = key_of(panel, "feed_forward.down")
    box = panel.canvas.picture.box_of(key)
    assert box is not None
    qtbot.mouseClick(panel.canvas, Qt.MouseButton.LeftButton, pos=box.rect.center().toPoint())
    assert window.ledger.selected_key() == key
    assert "58,720,256" in panel.details.text() and "Down matrix" in panel.details.text()
    assert panel.canvas.accessibleDescription().startswith("Down matrix")


def test_that_the_keyboard_goes_through_steps_and_stores(window: Window, qtbot: QtBot) -> None:
    window.select_scenario("llama_3_8b_vllm")
    panel = panel_of(window, qtbot)
    reached = []
    for _ in range(len(order_of(panel.dataflow())) + 1):
        qtbot.keyClick(panel.canvas, Qt.Key.Key_Down)
        reached.append(panel.canvas.current)
    assert reached[:-1] == order_of(panel.dataflow()) and reached[-1] == reached[-2]
    store = next(key for key in reached if key.endswith(".store"))
    panel.canvas.select(store)
    assert window.ledger.selected_key() == "kv_cache.group1.keys"
    qtbot.keyClick(panel.canvas, Qt.Key.Key_Home)
    assert panel.canvas.current == reached[0]


def test_that_the_group_follows_the_row_of_the_layers_and_the_whole_model_opens_into_one(
    window: Window, qtbot: QtBot
) -> None:
    model = model_from_preset("gpt-oss-120b", "oss")
    card = accelerator_from_preset("h100-sxm5", "card")
    window.session.insert(("models",), 0, [model])
    window.session.insert(("accelerators",), 0, [card])
    window.session.insert(("scenarios",), 0, [Scenario(id="oss1", name="oss", model="oss", accelerator="card")])
    window.select_scenario("oss1")
    panel = panel_of(window, qtbot)
    window.models.show_path(("models", "oss"))
    window.layers.setCurrentIndex(window.layers.table.index(1, 0))
    qtbot.waitUntil(lambda: panel.groups.currentData() == model.groups[1].id)
    assert all(step.group == "group2" for step in panel.dataflow().steps.values())
    panel.show_group("")
    assert next(iter(panel.dataflow().steps)) == "token_ids"
    panel.canvas.select("layers.group1")
    assert window.ledger.selected_key() == "prefill.group1"
    qtbot.keyClick(panel.canvas, Qt.Key.Key_Return)
    assert panel.groups.currentData() == model.groups[0].id


def test_that_a_training_plan_shows_its_forward_pass_without_times(window: Window, qtbot: QtBot) -> None:
    training = next(row for row in window.session.workbook.scenarios if row.load.kind == "training")
    panel = panel_of(window, qtbot)
    window.select_scenario(training.id)
    qtbot.waitUntil(lambda: panel.passes.currentData() == "forward")
    step = window.evaluation()
    assert step is not None and "no times" not in panel.totals.text()
    assert panel.untimed.isVisible() and words.amount(step.value("train_step"), "s") in panel.untimed.text()
    assert all(step.seconds is None for step in panel.dataflow().steps.values())
    panel.canvas.select(key_of(panel, "attention.qkv"))
    assert window.ledger.selected_key().startswith("parameters.group1.layer.attention")
    assert panel.details.text().endswith("The ledger has neither FLOPs nor a time of this operation alone.")
    panel.untimed.linkActivated.emit("train_step")
    assert window.ledger.selected_key() == "train_step"
    window.select_scenario("llama_3_8b_vllm")
    qtbot.waitUntil(lambda: panel.passes.currentData() == "prefill")
    assert panel.untimed.isHidden()
    panel.canvas.select(key_of(panel, "attention.qkv"))
    assert "bound by" in panel.details.text() and "neither" not in panel.details.text()


def test_that_commands_stand_in_menu_and_context_menus_with_keys(window: Window) -> None:
    keys = {name: window.commands[name].shortcut().toString() for name in ("block", "roofline")}
    assert keys == {"block": "Ctrl+Alt+K", "roofline": "Ctrl+Alt+O"}
    for table in (window.scenarios, window.layers):
        menu = QMenu(window)
        table.commands.fill_context_menu(menu)
        assert {window.commands["block"], window.commands["roofline"]} <= set(menu.actions())
    assert window.commands["block"] in window.operators.table.actions()
    taken = [action.shortcut().toString() for action in window.findChildren(type(window.commands["block"]))]
    assert taken.count(keys["block"]) == taken.count(keys["roofline"]) == 1


def test_that_the_table_on_the_clipboard_has_every_digit(window: Window, qtbot: QtBot) -> None:
    window.select_scenario("llama_3_8b_vllm")
    panel = panel_of(window, qtbot)
    panel.copy_table()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 1 + len(panel.dataflow().steps)
    down = next(line for line in lines if line.startswith("Down matrix")).split("\t")
    assert down[4] == "58720256" and down[-1].endswith("feed_forward.down")


def test_that_ctrl_and_the_wheel_zoom_and_the_width_is_kept_below_one(window: Window, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    room = panel.scroller.viewport().width()
    assert panel.canvas.width() == room
    for turn, wider in ((120, True), (-120, False), (-120, False)):
        event = QWheelEvent(QPointF(5, 5), panel.canvas.mapToGlobal(QPointF(5, 5)), QPoint(), QPoint(0, turn),
                            Qt.MouseButton.NoButton, Qt.KeyboardModifier.ControlModifier,
                            Qt.ScrollPhase.NoScrollPhase, False)  # fmt: skip
        QApplication.sendEvent(panel.canvas, event)
        assert (panel.canvas.width() > room) is wider
    assert panel.canvas.zoom < 1


def pictures_of(name: str, width: float, points: float, tp: int) -> list[Picture]:
    plan = rows.evaluated(PRESETS[name], rows.h100(), {"batch": 8, "prompt": 4096, "context": 32768}, tp=tp)
    font = QFont()
    font.setPointSizeF(points)
    found = [laid_out(model_flow(plan, "prefill"), Fonts(font), width, {})]
    for at in range(len(plan.model.groups)):
        for which in ("prefill", "decode"):
            flow = block_flow(plan, at, which)  # type: ignore[arg-type]
            mixing = [key for key in flow.steps if key.endswith((".attention.attention", ".attention.recurrence"))]
            masks = {key: mask_of(plan, at, which) for key in mixing[:1]}  # type: ignore[arg-type]
            found.append(laid_out(flow, Fonts(font), width, masks))
    return found


@pytest.mark.parametrize(("width", "points", "tp"), [(480, 9, 1), (700, 15, 4)])
@pytest.mark.parametrize("name", KINDS)
def test_that_no_box_covers_another_and_no_text_leaves_its_box(
    name: str, width: float, points: float, tp: int, qapp: QApplication
) -> None:
    for picture in pictures_of(name, width, points, tp):
        boxes = [box for box in picture.boxes if box.step is None or box.step.role != "add"]
        for number, box in enumerate(boxes):
            assert box.rect.left() >= 0 and box.rect.right() <= picture.width and box.rect.bottom() <= picture.height
            assert not any(box.rect.intersects(other.rect) for other in boxes[number + 1 :]), box.key
            font = QFont()
            font.setPointSizeF(points)
            for line in box.lines:
                metrics = Fonts(font).metrics(line.style)
                wide = metrics.horizontalAdvance(line.text)
                left = line.at.x() - wide if line.right else line.at.x()
                assert left >= box.rect.left() and left + wide <= box.rect.right() + 1, line.text
                assert line.at.y() + metrics.height() <= box.rect.bottom() + metrics.descent(), line.text
                if not box.mask_rect.isNull() and line.at.y() + metrics.height() > box.mask_rect.top():
                    beside = left + wide <= box.mask_rect.left() or line.at.y() <= box.mask_rect.top()
                    assert beside or box.mask_rect.bottom() <= line.at.y(), line.text
            assert box.mask_rect.isNull() or box.rect.contains(box.mask_rect)


def test_that_every_step_is_painted_in_both_appearances(qapp: QApplication) -> None:
    picture = pictures_of("deepseek-v3", 520, 10, 1)[1]
    font = QFont()
    font.setPointSizeF(10)
    for of in (theme.LIGHT, theme.DARK):
        image = QImage(round(picture.width), round(picture.height), QImage.Format.Format_RGB32)
        image.fill(theme.QColor(of.base))
        blank = image.copy()
        painter = QPainter(image)
        paint(painter, picture, Fonts(font), of, picture.boxes[2].key, picture.boxes[3].key)
        painter.end()
        for box in picture.boxes:
            rect = box.rect.toRect()
            assert image.copy(rect) != blank.copy(rect), box.key


def test_that_the_picture_is_saved_whole_as_drawing(window: Window, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    svg = drawing_of(panel.canvas, "Block")("svg").decode()
    assert "Residual stream in" in svg and "Residual stream out" in svg
    assert QImage.fromData(drawing_of(panel.canvas, "Block")("png")).height() == 2 * panel.canvas.height()
