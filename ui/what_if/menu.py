"""The What if menu; what a command opens is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from ui.commands import command
from ui.what_if import baseline, docks
from ui.what_if.seek import menu as seek_menu
from ui.what_if.sweep.commands import open_sweep

if TYPE_CHECKING:
    from ui.window import Window


def fill(window: Window) -> None:
    """The whole menu; its commands stand in the context menus of what they are about too."""
    menu = window.menuBar().addMenu(window.tr("Wh&at if"))

    def add(name: str, text: str, keys: str | None, run: Callable[[], object], tip: str) -> QAction:
        return command(window, menu, text, keys, run, tip, name)

    seek = add("seek", window.tr("S&eek…"), "Ctrl+Alt+G", lambda: seek_menu.show(window),
               window.tr("Make a computed cell a value that you want by changing another cell"))  # fmt: skip
    seek_menu.offer(window, seek)
    baseline.fill(window, menu, add)
    for name, text, keys, tip in (
        ("breakdown", window.tr("Breakdo&wn"), "Ctrl+Alt+B",
         window.tr("Where parameters, FLOPs, bytes and time of the current scenario are")),
        ("roofline", window.tr("&Roofline"), "Ctrl+Alt+O",
         window.tr("The operators of the current scenario under the peaks of its GPU")),
        ("block", window.tr("Bloc&k"), "Ctrl+Alt+K",
         window.tr("The decoder block of a layer group as a picture, with shapes and amounts")),
    ):  # fmt: skip
        if name in window.docks:
            add(name, text, keys, lambda name=name: docks.show(window, name), tip)
    sweep = add(
        "sweep",
        window.tr("&Sweep…"),
        "Ctrl+Alt+S",
        lambda: open_sweep(window),
        window.tr("One or two fields of the current scenario over ranges, as a map or as curves"),
    )
    window.shared["scenarios"].append(sweep)
    _offer_pictures(window)
    matrix = add("matrix", window.tr("&Matrix of models and GPUs…"), "Ctrl+Alt+M", lambda: show_matrix(window),
                 window.tr("Which models fit on which GPUs, with margin, least GPUs and speed"))  # fmt: skip
    for table in ("scenarios", "models", "accelerators"):
        window.shared[table].append(matrix)
    side_by_side = add(
        "architectures", window.tr("&Architectures side by side…"), "Ctrl+Alt+H", lambda: show_architectures(window),
        window.tr("The selected models by attention, heads, networks, experts, norms and cache"),
    )  # fmt: skip
    window.shared["models"].append(side_by_side)


def _offer_pictures(window: Window) -> None:
    """The pictures of a plan in the context menus of what they show."""
    pictures = [window.commands[name] for name in ("breakdown", "block", "roofline") if name in window.commands]
    for table in ("scenarios", "layers", "operators"):
        window.shared[table] += pictures


def show_matrix(window: Window) -> None:
    """The window of the matrix."""
    from ui.what_if.matrix.window import show_matrix

    show_matrix(window)


def show_architectures(window: Window) -> None:
    """The selected models side by side."""
    from ui.what_if.architectures.window import show_architectures

    show_architectures(window)
