"""The files of the user's presets folder, read on a thread of its own: the home folder may be one that does not answer.

Nothing can end a call that hangs. What does not come in time is left out, and taken in when it comes after all.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from planner.file_errors import FileError
from planner.json_text import check_size

PATIENCE_S = 1.0
"""So long the next file is waited for; a folder of many files takes longer in all."""
Content = bytes | Exception


class OwnFiles(threading.Thread):
    """Reads these folders, one after the other; `came_late` is called when one comes that was not waited for."""

    def __init__(self, folders: Mapping[str, Path], came_late: Callable[[], object]) -> None:
        super().__init__(name="presets", daemon=True)
        self._folders = folders
        self._came_late = came_late
        self._found: dict[str, list[tuple[str, Content]]] = {}
        self._changed = threading.Condition()
        self._steps = 0
        self._moved = time.monotonic()
        self._missed = False
        self.start()

    def of(self, name: str) -> list[tuple[str, Content]] | None:
        """Names and contents of the files of a folder, or why there is none; None where the folder does not answer."""
        with self._changed:
            steps = -1
            while name not in self._found and (steps < self._steps or time.monotonic() < self._moved + PATIENCE_S):
                steps = self._steps
                self._changed.wait(max(self._moved + PATIENCE_S - time.monotonic(), 0.001))
            self._missed = self._missed or name not in self._found
            return self._found.get(name)

    def run(self) -> None:
        """Read all; the last step tells those who did not wait."""
        for name, folder in self._folders.items():
            found = self._read(folder)
            with self._changed:
                self._found[name] = found
            self._step()
        if self._missed:
            self._came_late()

    def _step(self) -> None:
        with self._changed:
            self._steps += 1
            self._moved = time.monotonic()
            self._changed.notify_all()

    def _read(self, folder: Path) -> list[tuple[str, Content]]:
        try:
            paths = sorted(path for path in folder.iterdir() if path.suffix == ".json" and path.is_file())
        except FileNotFoundError:
            return []
        except OSError as error:
            return [(folder.name, error)]
        found: list[tuple[str, Content]] = []
        for path in paths:
            self._step()
            try:
                check_size(path.stat().st_size)
                found.append((path.name, path.read_bytes()))
            except (FileError, OSError) as error:
                found.append((path.name, error))
        return found
