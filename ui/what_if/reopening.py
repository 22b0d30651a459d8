"""The windows of what if that stand open, opened again beside a window that follows another with what they asked.

A window in another language is made anew, and its windows go with it; what is noted of them are values, so that
nothing of the one that ends is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from ui.late import Late

if TYPE_CHECKING:
    from ui.what_if.architectures.window import ArchitecturesWindow
    from ui.what_if.matrix.window import MatrixWindow
    from ui.what_if.seek.dialog import SeekDialog
    from ui.what_if.sweep.window import SweepWindow
    from ui.window import Window

Again = Callable[["Window"], None]
sweep_commands = Late("ui.what_if.sweep.commands")
matrix_window = Late("ui.what_if.matrix.window")
architectures_window = Late("ui.what_if.architectures.window")
seek_menu = Late("ui.what_if.seek.menu")


def noted(window: Window) -> tuple[Again, ...]:
    """One for each window that is open, which opens it in another window."""
    found = [each for each in window.findChildren(QWidget) if each.isWindow() and each.isVisible()]
    return tuple(
        KINDS[type(each).__name__](each)  # by name: the modules of windows that nobody opened are not imported
        for each in found
        if type(each).__name__ in KINDS
    )


def _sweep(of: SweepWindow) -> Again:
    controls = of.controls
    scenario, as_curves, ((x, x_text), y_asked, result) = (
        controls.scenario.value(), controls.as_curves.isChecked(), controls.asked(),
    )  # fmt: skip
    y, y_text = y_asked or ("", "")

    def again(window: Window) -> None:
        made: SweepWindow | None = sweep_commands.open_sweep(window)
        if made is None:
            return
        now = made.controls
        now.choose_scenario(scenario)
        now.x.choose(x)
        now.y.choose(y)
        now.result.choose(result)
        now.x_range.setText(x_text)
        now.y_range.setText(y_text)
        now.y_range.setEnabled(bool(y))
        now.as_curves.setChecked(as_curves)
        made.again()

    return again


def _matrix(of: MatrixWindow) -> Again:
    before = of.controls
    boxes = {name: getattr(before, name).currentData() for name in ("load", "result", "where")}
    texts = {name: getattr(before, name).text() for name in ("models", "cards")}
    precisions, fitting = before.precisions(), before.fitting.isChecked()

    def again(window: Window) -> None:
        made: MatrixWindow = matrix_window.show_matrix(window)
        now = made.controls
        for name, text in texts.items():
            getattr(now, name).setText(text)
        now.set_precisions(precisions)
        now.fitting.setChecked(fitting)
        for name, data in boxes.items():
            if getattr(now, name).findData(data) >= 0:
                now.choose(getattr(now, name), data)

    return again


def _architectures(of: ArchitecturesWindow) -> Again:
    rows, presets, every = list(of.rows), list(of.presets), of.all.isChecked()

    def again(window: Window) -> None:
        made: ArchitecturesWindow = architectures_window.show_architectures(window)
        made.all.setChecked(every)
        made.presets = presets
        made.show_models(rows)

    return again


def _seek(of: SeekDialog) -> Again:
    asked, value, relation, path, fits = of.question()

    def again(window: Window) -> None:
        made: SeekDialog | None = seek_menu.show(window)
        if made is None:
            return
        made.turn_to(*asked)
        made.value.setText(value)
        made.relation.setCurrentIndex(made.relation.findData(relation))
        if path is not None:
            made.choose(path)
        made.fits.setChecked(fits)

    return again


KINDS: dict[str, Callable[..., Again]] = {
    "SweepWindow": _sweep,
    "MatrixWindow": _matrix,
    "ArchitecturesWindow": _architectures,
    "SeekDialog": _seek,
}
