"""What the program remembers between starts: appearance, recent files, layout, the Python that measures."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QByteArray, QObject, QSettings

from ui.sheets.beside import Mode
from ui.theme import Appearance

MOST_RECENT = 10
SCHEME = "file://"


class Settings(QObject):
    """Typed access to QSettings. What is missing or damaged reads as its default; nothing here can stop a start."""

    def __init__(self, store: QSettings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = QSettings("Fitsheet", "Fitsheet") if store is None else store

    @property
    def appearance(self) -> Appearance:
        """Light, dark, or as the desktop."""
        try:
            return Appearance(self._text("appearance"))
        except ValueError:
            return Appearance.SYSTEM

    @appearance.setter
    def appearance(self, appearance: Appearance) -> None:
        self._store.setValue("appearance", appearance.value)

    @property
    def language(self) -> str:
        """The code of the window's language; empty to follow the system."""
        return self._text("language")

    @language.setter
    def language(self, code: str) -> None:
        self._store.setValue("language", code)

    @property
    def zoom(self) -> int:
        """Percent over the size of the font."""
        return self._count("font/zoom", 100)

    @zoom.setter
    def zoom(self, percent: int) -> None:
        self._store.setValue("font/zoom", str(percent))

    @property
    def font(self) -> tuple[str, int]:
        """Family and points of the font that was chosen; empty and 0 for the platform's."""
        return self._text("font/family"), self._count("font/points", 0)

    @font.setter
    def font(self, font: tuple[str, int]) -> None:
        self._store.setValue("font/family", font[0])
        self._store.setValue("font/points", str(font[1]))

    @property
    def recent_files(self) -> list[Path]:
        """The files last opened or saved, the latest first; those that are gone are included."""
        kept = self._store.value("recent_files")
        # An INI file gives a list of one back as a plain text.
        names = [kept] if isinstance(kept, str) else kept if isinstance(kept, list) else []
        return [_path_of(name) for name in names if isinstance(name, str) and name][:MOST_RECENT]

    def add_recent_file(self, file: Path) -> None:
        """Put a file at the head of the recent ones."""
        file = file.absolute()
        self._set_recent_files([file, *(other for other in self.recent_files if other != file)][:MOST_RECENT])

    def forget_recent_file(self, file: Path) -> None:
        """Drop one file, which could not be opened."""
        self._set_recent_files([other for other in self.recent_files if other != file.absolute()])

    def clear_recent_files(self) -> None:
        """Drop all of them."""
        self._set_recent_files([])

    @property
    def narrow(self) -> bool:
        """Whether the scenarios show the columns of the selected load only."""
        return self._text("columns/narrow") != "no"

    @narrow.setter
    def narrow(self, narrow: bool) -> None:
        self._store.setValue("columns/narrow", "yes" if narrow else "no")

    @property
    def beside(self) -> Mode:
        """How results stand beside those of the baseline."""
        try:
            return Mode(self._text("baseline/results"))
        except ValueError:
            return Mode.BOTH

    @beside.setter
    def beside(self, mode: Mode) -> None:
        self._store.setValue("baseline/results", mode.value)

    @property
    def grouped(self) -> bool:
        """Whether scenarios of one group stand together."""
        return self._text("scenarios/grouped") == "yes"

    @grouped.setter
    def grouped(self, grouped: bool) -> None:
        self._store.setValue("scenarios/grouped", "yes" if grouped else "no")

    @property
    def python(self) -> str:
        """The interpreter that the user chose for measuring; empty for the default."""
        return self._text("measure/python")

    @python.setter
    def python(self, interpreter: str) -> None:
        self._store.setValue("measure/python", interpreter)

    @property
    def geometry(self) -> QByteArray:
        """The window's size and place, empty before the first time."""
        return self._bytes("window/geometry")

    @geometry.setter
    def geometry(self, geometry: QByteArray) -> None:
        self._store.setValue("window/geometry", geometry)

    def place_of(self, window: str) -> QByteArray:
        """Size and place of a window beside the main one, by its name; empty before the first time."""
        return self._bytes(f"windows/{window}")

    def set_place_of(self, window: str, geometry: QByteArray) -> None:
        """Remember the size and place of a window beside the main one."""
        self._store.setValue(f"windows/{window}", geometry)

    @property
    def layout(self) -> QByteArray:
        """Docks and toolbars (QMainWindow.saveState), empty before the first time."""
        return self._bytes("window/layout")

    @layout.setter
    def layout(self, layout: QByteArray) -> None:
        self._store.setValue("window/layout", layout)

    def header(self, table: str, columns: Sequence[str]) -> QByteArray:
        """Columns of a table as its header saved them; empty before the first time, and where the table has others now.

        Qt keeps them by their number, so a column that came in between would take the place of another.
        """
        same = self._text(f"columns_of/{table}") == " ".join(columns)
        return self._bytes(f"columns/{table}") if same else QByteArray()

    def set_header(self, table: str, columns: Sequence[str], state: QByteArray) -> None:
        """Remember the columns of a table."""
        self._store.setValue(f"columns_of/{table}", " ".join(columns))
        self._store.setValue(f"columns/{table}", state)

    def held(self, table: str) -> int:
        """How many of a table's first columns stay in sight."""
        return self._count(f"columns_held/{table}", 1)

    def set_held(self, table: str, count: int) -> None:
        """Remember how many of a table's first columns stay in sight."""
        self._store.setValue(f"columns_held/{table}", str(count))

    def _set_recent_files(self, files: list[Path]) -> None:
        self._store.setValue("recent_files", [_text_of(file) for file in files])

    def _count(self, key: str, otherwise: int) -> int:
        text = self._text(key)
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else otherwise

    def _text(self, key: str) -> str:
        value = self._store.value(key)
        return value if isinstance(value, str) else ""

    def _bytes(self, key: str) -> QByteArray:
        value = self._store.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()


def _text_of(file: Path) -> str:
    """A file's name as the settings keep it: as an address where it has bytes that are no text, which Qt leaves out.

    >>> _text_of(Path("/plans/plan.fitsheet")), _text_of(Path("/plans/pl\\udcffan.fitsheet"))
    ('/plans/plan.fitsheet', 'file:///plans/pl%FFan.fitsheet')
    """
    try:
        str(file).encode()
    except UnicodeEncodeError:
        return file.as_uri()
    return str(file)


def _path_of(text: str) -> Path:
    return Path(os.fsdecode(unquote_to_bytes(text.removeprefix(SCHEME)))) if text.startswith(SCHEME) else Path(text)
