"""What a table without rows says in their place: the key that adds one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from ui.window import Window


def set_hints(window: Window) -> None:
    """Give each table of the window its sentence; layers are added to a model, which may be none."""
    translate = QCoreApplication.translate
    window.scenarios.hint = translate(
        "hints", "Ctrl+Shift+N adds a scenario; its cells of model and GPU offer the presets."
    )
    window.models.hint = translate(
        "hints", "Ctrl+Shift+M adds a model from the presets, Ctrl+Shift+I one from a config.json."
    )
    window.accelerators.hint = translate(
        "hints", "Ctrl+Shift+G adds a GPU from the presets, Ctrl+Shift+T those of this computer."
    )
    window.engines.hint = translate("hints", "Ctrl+Shift+E adds an engine from the presets.")
