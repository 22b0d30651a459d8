"""Where a file goes that the window writes, and what is said when it was not written."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from planner.atomic import write_whole


def ask_csv(parent: QWidget, name: str) -> Path | None:
    """Ask where a table goes; None when nothing was chosen. `name` is offered, without its ending."""
    translate = QCoreApplication.translate
    kinds = translate("saving", "Table (*.csv)")
    chosen, _ = QFileDialog.getSaveFileName(parent, translate("saving", "Save CSV"), f"{name}.csv", kinds)
    return Path(chosen) if chosen else None


def save_or_say(parent: QWidget, file: Path, data: bytes) -> bool:
    """Write a file whole; False where it was not written, which is then said."""
    try:
        write_whole(file, data)
    except OSError as error:
        title = QCoreApplication.translate("saving", "Nothing was saved")
        QMessageBox.warning(parent, title, f"{file.name}: {error.strerror}")
        return False
    return True
