"""Asking for a file or a folder. No dialog begins in a folder that does not answer: it would hang with the window.

What a person types inside the dialog is the dialog's own affair: Qt's looks at it on the window's thread, those of
desktops in a process of theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from ui.waiting import shortly

LAST = "last_folder"
"""The property of the application that has the folder in which a file was chosen last."""


def ask_file(parent: QWidget, title: str, kinds: str = "", start: Path | None = None) -> Path | None:
    """Ask for a file that is there; `start` is a folder, None for the last one."""
    chosen, _ = QFileDialog.getOpenFileName(parent, title, str(_begin(start)), kinds)
    return _noted(chosen)


def ask_folder(parent: QWidget, title: str, start: Path | None = None) -> Path | None:
    """Ask for a folder that is there."""
    return _noted(QFileDialog.getExistingDirectory(parent, title, str(_begin(start))))


def ask_target(
    parent: QWidget, title: str, name: str, kinds: str = "", start: Path | None = None, endings: Sequence[str] = ()
) -> Path | None:
    """Ask where a file goes; `name` is offered. Without an ending it is given that of the chosen kind, or of `name`.

    With `endings`, another ending than one of these counts as none. The dialog asked whether the name as it was typed
    may be replaced; of the one with its ending that is asked here.
    """
    chosen, kind = QFileDialog.getSaveFileName(parent, title, str(_begin(start) / name), kinds)
    file = _noted(chosen)
    given = file is None or (file.suffix.casefold() in endings if endings else file.suffix)
    ending = "." + kind.partition("*.")[2].rstrip(")").split()[0] if "*." in kind else Path(name).suffix
    if file is None or given or not ending:
        return file
    file = file.with_name(file.name + ending)
    return file if not shortly(file.exists, False) or _may_replace(parent, title, file) else None


def _may_replace(parent: QWidget, title: str, file: Path) -> bool:
    question = QCoreApplication.translate("saving", "{name} is there already. Replace it?").format(name=file.name)
    return QMessageBox.question(parent, title, question) == QMessageBox.StandardButton.Yes


def _begin(start: Path | None) -> Path:
    """The wanted folder, or another one where that one is not there or does not answer."""
    application = QCoreApplication.instance()
    last = None if application is None else application.property(LAST)
    wanted = (start, Path(last) if isinstance(last, str) else None, _current(), Path.home())
    found = (each for each in dict.fromkeys(wanted) if each is not None and shortly(each.is_dir, False))
    return next(found, Path(Path.home().anchor))


def _current() -> Path | None:
    try:
        return Path.cwd()
    except OSError:  # it was removed since the program began
        return None


def _noted(chosen: str) -> Path | None:
    """What was chosen, which is where the next dialog begins."""
    if not chosen:
        return None
    application = QCoreApplication.instance()
    if application is not None:
        application.setProperty(LAST, str(Path(chosen).parent))
    return Path(chosen)
