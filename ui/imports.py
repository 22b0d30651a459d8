"""How the window opens the import of a model: from the menu, a dropped file or folder, or a pasted text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from ui.import_dialog import ImportDialog
from ui.importing import looks_like_config

if TYPE_CHECKING:
    from ui.window import Window


def import_model(window: Window) -> ImportDialog:
    """Open the dialog, empty."""
    dialog = ImportDialog(window.session, window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.added.connect(window.go_to)
    dialog.open()
    return dialog


def import_path(window: Window, path: Path) -> None:
    """Open the dialog with what a file or folder offers."""
    import_model(window).show_path(path)


def import_pasted(window: Window, text: str) -> bool:
    """Open the dialog with a pasted text, when it is a config; False when it is none."""
    if not looks_like_config(text):
        return False
    import_model(window).show_text(text)
    return True
