"""The What if menu; what a command opens is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence

from ui.what_if import baseline, docks
from ui.what_if.sweep_commands import open_sweep

if TYPE_CHECKING:
    from ui.window import Window


def fill(window: Window) -> None:
    """The whole menu; its commands stand in the context menus of what they are about too."""
    menu = window.menuBar().addMenu(window.tr("Wh&at if"))

    def add(name: str, text: str, keys: str | None, run: Callable[[], object], tip: str) -> QAction:
        action = QAction(text, window)
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
        action.setStatusTip(tip)
        action.setToolTip(tip)
        action.triggered.connect(lambda _=False: run())
        menu.addAction(action)
        window.commands[name] = action
        return action

    baseline.fill(window, menu, add)
    for name, text, keys, tip in (
        ("breakdown", window.tr("&Breakdown"), "Ctrl+Alt+B",
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
    window.scenarios.commands.shared = [*window.scenarios.commands.shared, sweep]
    _offer_pictures(window)


def _offer_pictures(window: Window) -> None:
    """The pictures of a plan in the context menus of what they show."""
    pictures = [window.commands[name] for name in ("block", "roofline") if name in window.commands]
    for table in (window.scenarios, window.layers):
        table.commands.shared = [*table.commands.shared, *pictures]
    window.operators.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
    window.operators.table.addActions(pictures)
