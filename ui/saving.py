"""Where a file goes that the window writes, and what is said when it was not written. Nothing is written by half."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from planner.atomic import reason_of, write_whole
from planner.words import Refused
from ui.choosing import ask_target
from ui.waiting import Files, GaveUp


def ask_csv(parent: QWidget, name: str) -> Path | None:
    """Ask where a table goes; None when nothing was chosen. `name` is offered, without its ending."""
    translate = QCoreApplication.translate
    return ask_target(parent, translate("saving", "Save CSV"), f"{name}.csv", translate("saving", "Table (*.csv)"))


def why_not_written(parent: QWidget, file: Path, content: Callable[[], bytes]) -> str:
    """Write a file whole, beside the window: empty when it is there, else why it is not, as the end of a sentence.

    `content` is made beside the window, too. Where the user does not wait for it, nothing is written later either.
    """
    sentence = QCoreApplication.translate("saving", "Making {name} …").format(name=file.name)
    try:
        data = Files(parent).make(file, sentence, content)
    except GaveUp as error:
        return error.reason
    except ValueError as error:
        return QCoreApplication.translate("files", reason_of(error))
    return why_not_done(parent, file, lambda given_up: write_whole(file, data, given_up=given_up))


def why_not_done(parent: QWidget, file: Path, write: Callable[[Callable[[], bool]], object]) -> str:
    """The same for work that is told by a question whether it was given up; it is then to leave nothing behind."""
    given_up = threading.Event()
    sentence = QCoreApplication.translate("saving", "Writing {name} …").format(name=file.name)
    try:
        Files(parent).do(file, sentence, lambda: write(given_up.is_set))
    except GaveUp as error:
        given_up.set()
        return error.reason
    except Refused:
        raise  # in words of its own
    except (OSError, ValueError) as error:
        return QCoreApplication.translate("files", reason_of(error))
    return ""


def not_written(file: Path, reason: str) -> str:
    """The sentence for a file that was not written."""
    return QCoreApplication.translate("saving", "{name} was not written: {reason}.").format(
        name=file.name, reason=reason.rstrip(".")
    )


def save_or_say(parent: QWidget, file: Path, content: Callable[[], bytes]) -> bool:
    """Write a file whole; False where it was not written, which is then said."""
    reason = why_not_written(parent, file, content)
    if reason:
        title = QCoreApplication.translate("saving", "Nothing was saved")
        QMessageBox.warning(parent, title, not_written(file, reason))
    return not reason
