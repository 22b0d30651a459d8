"""How the window opens the import of a model and the check of a checkpoint: menu, dropped files, pasted text.

The dialogs and the readers behind them are imported when they are asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from planner.workbook import Model

if TYPE_CHECKING:
    from ui.checkpoint_dialog import CheckpointDialog
    from ui.import_dialog import ImportDialog
    from ui.importing import Source
    from ui.window import Window


def import_model(window: Window) -> ImportDialog:
    """Open the dialog, empty."""
    from ui.import_dialog import ImportDialog

    dialog = ImportDialog(window.session, window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.added.connect(window.go_to)
    dialog.checkpoint_asked.connect(lambda source, model: _check(window, source, model, dialog))
    dialog.open()
    return dialog


def import_path(window: Window, path: Path) -> None:
    """Open the dialog with what a file or folder offers."""
    import_model(window).show_path(path)


def open_or_import(window: Window, path: Path) -> None:
    """Open a workbook that was dropped on the window; import a model from anything else, and from folders."""
    from ui.importing import importable
    from ui.waiting import Files, GaveUp

    sentence = window.tr("Looking for {name} …").format(name=path.name)
    try:
        importing = Files(window).do(path, sentence, lambda: importable(path), place=path)
    except GaveUp as error:
        window.status.say(window.tr("{name} was not opened: {reason}.").format(name=path.name, reason=error.reason))
        return
    if importing:
        import_path(window, path)
    else:
        window.documents.open(path)


def import_pasted(window: Window, text: str) -> bool:
    """Open the dialog with a pasted text, when it is a config; False when it is none."""
    from ui.importing import looks_like_config

    if not looks_like_config(text):
        return False
    import_model(window).show_text(text)
    return True


def check_checkpoint(window: Window) -> CheckpointDialog:
    """Open the check of a checkpoint against the current model row."""
    from ui.checkpoint_dialog import CheckpointDialog

    path = window.models.current_path()
    dialog = CheckpointDialog(window.session, window, current="" if path is None else path[1])
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog


def _check(window: Window, source: Source, model: Model | None, over: ImportDialog) -> None:
    """The check of what lies beside a config that is not added yet."""
    from ui.checkpoint_dialog import CheckpointDialog

    dialog = CheckpointDialog(window.session, over, model=model)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    dialog.show_paths(source.checkpoints)
