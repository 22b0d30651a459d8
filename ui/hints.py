"""What a table without rows says in their place: the key that adds one."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def of(table: str) -> str:
    """The sentence of a table by its name; none for layers, which are added to a model that may not be there."""
    translate = QCoreApplication.translate
    if table == "scenarios":
        return translate("hints", "Ctrl+Shift+N adds a scenario; its cells of model and GPU offer the presets.")
    if table == "models":
        return translate("hints", "Ctrl+Shift+M adds a model from the presets, Ctrl+Shift+I one from a config.json.")
    if table == "accelerators":
        return translate("hints", "Ctrl+Shift+G adds a GPU from the presets, Ctrl+Shift+T those of this computer.")
    return translate("hints", "Ctrl+Shift+E adds an engine from the presets.") if table == "engines" else ""
