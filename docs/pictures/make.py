"""Draw the pictures of the documentation again: `make screenshots`.

Each is a grab of the real window, or of a part of it, on the example workbook, at a fixed size, with its own settings.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

    from ui.window import Window

HERE = Path(__file__).resolve().parent
SIZE = (1600, 960)
SETTLE_MS = 1200


def main() -> int:
    """Writes window-light.png, window-dark.png and the details that the README shows; gives the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder
        return _draw()


def _draw() -> int:
    from PySide6.QtTest import QTest

    from ui.application import application, open_window
    from ui.examples import example_file
    from ui.session import Session
    from ui.settings import Settings
    from ui.theme import Appearance

    application()
    window = open_window(Settings(), Session())
    window.documents.open_example(example_file())
    window.resize(*SIZE)
    window.show()
    window.scenarios.setCurrentIndex(window.scenarios.table.index(1, 0))
    window.ledger.select("kv_cache.group1.keys")
    while window.chart.plot is None:  # it comes after the first paint
        QTest.qWait(50)
    for appearance in (Appearance.LIGHT, Appearance.DARK):
        window.theme.set_appearance(appearance)
        window.show_dock("explain" if appearance is Appearance.LIGHT else "remedies")
        QTest.qWait(SETTLE_MS)
        name = f"window-{appearance.value}.png"
        if not window.grab().save(str(HERE / name)):
            print(f"{name} could not be written", file=sys.stderr)
            return 1
        print(HERE.name + "/" + name)
    for appearance in (Appearance.LIGHT, Appearance.DARK):
        window.theme.set_appearance(appearance)
        pictures = (
            ("compare", _compared(window)),
            ("gpus", _table_of_gpus(window)),
            ("gpu-chooser", _chooser(window)),
        )
        for name, picture in pictures:
            if not picture.save(str(HERE / f"{name}-{appearance.value}.png")):
                print(f"{name} could not be written", file=sys.stderr)
                return 1
            print(f"{HERE.name}/{name}-{appearance.value}.png")
    for name, picture in (("matrix", _matrix(window)), ("architectures", _architectures(window))):
        for appearance in (Appearance.LIGHT, Appearance.DARK):
            window.theme.set_appearance(appearance)
            if not picture().save(str(HERE / f"{name}-{appearance.value}.png")):
                print(f"{name} could not be written", file=sys.stderr)
                return 1
            print(f"{HERE.name}/{name}-{appearance.value}.png")
    for appearance in (Appearance.LIGHT, Appearance.DARK):
        window.theme.set_appearance(appearance)
        name = f"sweep-{appearance.value}.png"
        if not _sweep(window).save(str(HERE / name)):
            print(f"{name} could not be written", file=sys.stderr)
            return 1
        print(f"{HERE.name}/{name}")
    for appearance in (Appearance.LIGHT, Appearance.DARK):
        window.theme.set_appearance(appearance)
        for name, picture in (
            ("block", _block(window)),
            ("roofline", _roofline(window)),
            ("seek", _seek(window)),
            ("breakdown", _breakdown(window)),
        ):
            if not picture.save(str(HERE / f"{name}-{appearance.value}.png")):
                print(f"{name} could not be written", file=sys.stderr)
                return 1
            print(f"{HERE.name}/{name}-{appearance.value}.png")
    window.session.undo_stack.clear()
    window.close()
    return 0


GROUPS = {"Chat on one A100": ("chat_13b_b8", "chat_13b_b16", "chat_13b_b24")}


def _compared(window: Window) -> QPixmap:
    """The window with a baseline and a group, scrolled to the computed columns."""
    from PySide6.QtTest import QTest

    from ui.what_if.groups import put_into_group, set_grouped

    for name, rows in GROUPS.items():
        put_into_group(window, list(rows), name)
    window.select_scenario("chat_13b_b8")
    window.commands["set_baseline"].trigger()
    window.show_dock("explain")
    window.select_scenario("chat_13b_b16")
    table = window.scenarios.table
    place = table.position_of(("scenarios", "chat_13b_b16"))
    assert place is not None
    window.scenarios.setCurrentIndex(table.index(place[0], table.sheet.column("result.free")))
    window.ledger.select("kv_cache")
    QTest.qWait(SETTLE_MS)
    window.scenarios.scrollTo(window.scenarios.currentIndex())  # columns have become wider for the differences
    QTest.qWait(SETTLE_MS)
    picture = window.grab()
    window.commands["clear_baseline"].trigger()
    put_into_group(window, [row for rows in GROUPS.values() for row in rows], "")
    set_grouped(window, False)
    window.scenarios.setCurrentIndex(table.index(place[0], 0))
    return picture


CARDS = ("rtx-4060", "l40", "a100-pcie-80gb", "mi300x", "b200-sxm", "m2-max", "h100-sxm5-3g.40gb")


def _table_of_gpus(window: Window) -> QPixmap:
    """The panel of GPUs with some presets, stated, derived and blank."""
    from PySide6.QtTest import QTest

    from planner.presets import accelerator_from_preset

    present = {row.preset for row in window.session.workbook.accelerators}
    rows = [accelerator_from_preset(key, f"card{at}") for at, key in enumerate(CARDS) if key not in present]
    if rows:
        window.session.insert(("accelerators",), 0, rows)
    window.show_dock("accelerators")
    dock = window.docks["accelerators"]
    dock.setFloating(True)
    dock.resize(1500, 420)
    window.accelerators.fit_columns()
    QTest.qWait(SETTLE_MS)
    picture = dock.grab()
    dock.setFloating(False)
    return picture


def _sweep(window: Window) -> QPixmap:
    """Batch and context of the first scenario as a map, with a point that is looked at."""
    from PySide6.QtTest import QTest

    from ui.what_if.sweep.commands import open_sweep

    window.scenarios.setCurrentIndex(window.scenarios.table.index(1, 0))
    found = open_sweep(window)
    assert found is not None
    found.controls.x_range.setText("1..48")
    found.controls.y_range.setText("256..8k step 256")
    found.again()
    found.resize(1100, 680)
    QTest.qWait(SETTLE_MS)
    found.canvas.move_to(15, 17)
    QTest.qWait(SETTLE_MS)
    picture = found.grab()
    found.close()
    return picture


def _block(window: Window) -> QPixmap:
    """A block of DeepSeek-V3 with experts, as a prefill runs it on one of eight GPUs."""
    from planner.presets import accelerator_from_preset, model_from_preset
    from planner.workbook import Inference, Scenario
    from ui.what_if.block.panel import BlockPanel

    if window.session.workbook.scenarios[0].id != "deepseek":
        model, card = model_from_preset("deepseek-v3", "deepseek_v3"), accelerator_from_preset("h200-sxm", "h200")
        load = Inference(batch=8, prompt=4096, context=8192)
        row = Scenario(id="deepseek", name="DeepSeek-V3", model=model.id, accelerator=card.id, tp=8, load=load)
        window.session.insert(("models",), 0, [model])
        window.session.insert(("accelerators",), 0, [card])
        window.session.insert(("scenarios",), 0, [row])
    window.select_scenario("deepseek")
    panel = window.late.panel("block")
    assert isinstance(panel, BlockPanel)
    panel.show_group(window.session.workbook.models[0].groups[-1].id)
    return _floating(window, "block", (760, 1500))


def _roofline(window: Window) -> QPixmap:
    """Llama-3-8B under the roofs of its card."""
    window.select_scenario("llama_3_8b_vllm")
    return _floating(window, "roofline", (900, 640))


def _floating(window: Window, name: str, size: tuple[int, int]) -> QPixmap:
    """A panel by itself, in this size."""
    from PySide6.QtTest import QTest

    dock = window.docks[name]
    window.show_dock(name)
    dock.setFloating(True)
    dock.resize(*size)
    QTest.qWait(SETTLE_MS)
    picture = dock.grab()
    dock.setFloating(False)
    return picture


def _chooser(window: Window) -> QPixmap:
    """The list of presets of GPUs, narrowed to those with 24 GiB."""
    from PySide6.QtTest import QTest

    from ui.preset_dialogs import PresetDialog

    dialog = PresetDialog("accelerators", "GPU from preset", window)
    dialog.search.setText("24gb")
    dialog.show()
    QTest.qWait(SETTLE_MS)
    picture = dialog.grab()
    dialog.close()
    return picture


def _matrix(window: Window) -> Callable[[], QPixmap]:
    """Some models against the GPUs of some makers, in two formats."""
    from PySide6.QtTest import QTest

    from ui.what_if.matrix.window import show_matrix

    shown = show_matrix(window)
    shown.controls.choose(shown.controls.where, "both")
    shown.controls.cards.setText("nvidia 80gb")
    shown.controls.set_precisions([None, "fp8"])
    shown.resize(1400, 700)

    def picture() -> QPixmap:
        QTest.qWait(SETTLE_MS)
        while shown.work.running:
            QTest.qWait(100)
        shown.view.setCurrentIndex(shown.cells.index(1, 2))
        QTest.qWait(200)
        return shown.grab()

    return picture


def _architectures(window: Window) -> Callable[[], QPixmap]:
    """Four kinds of attention side by side."""
    from PySide6.QtTest import QTest

    from ui.what_if.architectures.window import show_architectures

    shown = show_architectures(window)
    shown.show_models([window.session.workbook.models[1].id])
    for preset in ("deepseek-v3", "gemma-3-27b", "qwen3-next-80b-a3b"):
        shown.add_preset(preset)
    shown.resize(1200, 760)

    def picture() -> QPixmap:
        QTest.qWait(SETTLE_MS)
        return shown.grab()

    return picture


def _seek(window: Window) -> QPixmap:
    """Seek, with the longest context at 40 ms per token."""
    from PySide6.QtTest import QTest

    from ui.what_if.seek.dialog import SeekDialog

    plan = window.evaluation()
    assert plan is not None
    dialog = SeekDialog(window.session, plan.scenario.id, "tpot", "ms", window)
    dialog.show()
    dialog.quick["context"].click()
    while dialog.found is None:
        QTest.qWait(50)
    QTest.qWait(SETTLE_MS)
    picture = dialog.grab()
    dialog.close()
    return picture


def _breakdown(window: Window) -> QPixmap:
    """The breakdown of the memory of the plan on show."""
    from PySide6.QtTest import QTest

    window.show_dock("breakdown")
    dock = window.docks["breakdown"]
    dock.setFloating(True)
    dock.resize(1000, 420)
    QTest.qWait(SETTLE_MS)
    picture = dock.grab()
    dock.setFloating(False)
    return picture


if __name__ == "__main__":
    sys.exit(main())
