"""The start: nothing heavy before the first paint, and no network, ever."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from ui import start

ROOT = Path(__file__).resolve().parents[2]
LATE = ("torch", "planner.readers", "ui.import_dialog", "ui.checkpoint_dialog", "logging.handlers", "ssl", "http.",
        "urllib.request")  # fmt: skip

MOST_MODULES = 580
"""574 are there, with what the environment's own start imports: room for a handful, not for a library."""

# Opens the window as `fitsheet --smoke` does, edits, saves, reads again and evaluates; a hook refuses every look-up of
# a name and every connection, and what the process has loaded is searched for Qt's network library.
WITHOUT_NETWORK = """
import json, sys
asked = []
def hook(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto",
                 "urllib.Request", "http.client.connect"):
        asked.append(f"{event} {arguments}")
        raise OSError("no network here")
sys.addaudithook(hook)
from pathlib import Path
from ui import start
start.before_imports()
from ui.smoke import smoke
import time
status = smoke(sys.argv[1], time.perf_counter())
modules = sorted(sys.modules)
from ui.examples import example_file
from ui.recovery import Recovery
from ui.session import Session
session = Session()
recovery = Recovery(session, Path(sys.argv[2]))
session.open(example_file())
session.edit(("scenarios", "chat_13b_b16", "load", "batch"), 8)
session.save(Path(sys.argv[2]) / "plan.fitsheet")
recovery.close()
if sys.argv[3:]:  # every command of the menus, with the dialogs that they import; no process is started
    from PySide6.QtCore import QProcess
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QInputDialog, QMenu, QMessageBox
    from ui import application
    from ui.settings import Settings
    QDialog.exec = lambda self: 0
    QMenu.exec = lambda *_: None
    QProcess.start = lambda *_: None
    nothing = staticmethod(lambda *_, **__: ("", ""))
    for kind, names in {QFileDialog: "getOpenFileName getSaveFileName getOpenFileNames", QInputDialog:
                        "getText getItem getInt"}.items():
        for name in names.split():
            setattr(kind, name, nothing)
    QFileDialog.getExistingDirectory = staticmethod(lambda *_, **__: "")
    for name in "warning question information critical about aboutQt".split():
        setattr(QMessageBox, name, staticmethod(lambda *_, **__: QMessageBox.StandardButton.Cancel))
    session = Session()
    window = application.open_window(Settings(), session)
    window.documents.open_example(example_file())
    window.show()
    window.language_wanted.disconnect()  # would replace this window
    commands = 0
    for menu in window.menuBar().findChildren(QMenu):
        menu.aboutToShow.emit()
        for text in [action.text() for action in menu.actions() if action.text() and not action.menu()]:
            menu.aboutToShow.emit()  # again: a command may have filled the menu anew
            found = [action for action in menu.actions() if action.text() == text]
            if found and found[0].shortcut().toString() != "Ctrl+Q":
                commands += 1
                found[0].trigger()
                QApplication.processEvents()
    for shown in QApplication.topLevelWidgets():
        shown.close()
    dialogs = sorted(name for name in sys.modules if name.startswith("ui.") and "dialog" in name)
else:
    commands, dialogs = 0, []
maps = Path("/proc/self/maps").read_text() if Path("/proc/self/maps").exists() else ""
print(json.dumps({"status": status, "asked": asked, "modules": modules, "qt_network": "Qt6Network" in maps,
                  "commands": commands, "dialogs": dialogs}))
"""


def _without_network(tmp_path: Path, *more: str) -> dict[str, Any]:
    assert shutil.which("unshare") is not None
    alone = ["unshare", "--user", "--map-root-user", "--net"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen",
                   "XDG_CONFIG_HOME": str(tmp_path)}  # fmt: skip
    command = [*alone, sys.executable, "-c", WITHOUT_NETWORK, str(tmp_path / "report.json"), str(tmp_path), *more]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return seen


@pytest.mark.skipif(sys.platform != "linux", reason="network name spaces of Linux")
def test_that_the_window_starts_and_works_where_networking_is_forbidden(tmp_path: Path) -> None:
    """In a name space without any interface; with the display in memory, since a display may be a connection too."""
    seen = _without_network(tmp_path)
    assert seen["status"] == 0 and seen["asked"] == [] and not seen["qt_network"]
    assert [name for name in seen["modules"] if name.startswith(LATE)] == []
    assert json.loads((tmp_path / "report.json").read_text())["heavy_at_first_paint"] == []


@pytest.mark.skipif(sys.platform != "linux", reason="network name spaces of Linux")
def test_that_every_command_of_the_menus_works_where_networking_is_forbidden(tmp_path: Path) -> None:
    """With the dialogs that they import when they are asked for."""
    seen = _without_network(tmp_path, "every command")
    assert seen["asked"] == [] and not seen["qt_network"]
    assert seen["commands"] > 60
    for dialog in ("export", "launch", "reconcile", "import", "checkpoint", "preset", "find", "row", "calibration"):
        assert any(dialog in name for name in seen["dialogs"]), dialog


def test_that_the_start_imports_little_and_nothing_that_can_come_later(tmp_path: Path) -> None:
    """Counts, since times depend on the machine: a module costs half a millisecond and 50 kB."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen", "LANGUAGE": "en", "LANG": "C"}
    report = tmp_path / "report.json"
    command = [sys.executable, "-m", "ui", "--smoke", str(report)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    seen = json.loads(report.read_text())
    assert seen["heavy_at_first_paint"] == []
    assert seen["modules_at_first_paint"] < MOST_MODULES
    assert seen["tables_at_first_paint"] == 2 and seen["behind_at_first_paint"] == []


def test_that_importing_a_module_reads_no_source_of_it(tmp_path: Path) -> None:
    """PySide's would read the source of every module that is imported after it, and keep it."""
    script = (
        "import builtins, linecache; from ui import start; start.before_imports(); import ui.application;"
        "assert builtins.__import__ is not getattr(builtins, '__feature_import__', None);"
        "assert not [name for name in linecache.cache if 'planner' in name]"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="reads how Linux maps files")
def test_that_only_pages_that_nobody_has_written_to_are_given_back(qapp: QApplication) -> None:
    given = set(start._unwritten())
    assert given
    place, written = (0, 0), 0
    for line in Path("/proc/self/smaps").read_text().splitlines():
        first, *rest = line.split()
        if not first.endswith(":"):
            begin, end = (int(part, 16) for part in first.split("-"))
            place, rights = (begin, end), rest[0]
        elif first == "Anonymous:" and place in given:
            written += int(rest[0])
            assert "w" not in rights and rights.endswith("p")
    assert written == 0
    start.give_back()
    assert QLabel("still there").sizeHint().isValid()


def test_that_a_written_page_is_kept_wherever_it_was_put() -> None:
    text = """\
7f0000000000-7f0000001000 r--p 00000000 08:01 1 /usr/lib/a.so
Anonymous:             0 kB
Swap:                  0 kB
7f0000001000-7f0000002000 r--p 00000000 08:01 1 /usr/lib/relocated.so
Anonymous:             4 kB
Swap:                  0 kB
7f0000002000-7f0000003000 r--p 00000000 08:01 1 /usr/lib/relocated and swapped.so
Anonymous:             0 kB
Swap:                  4 kB
7f0000003000-7f0000004000 rw-p 00000000 08:01 1 /usr/lib/data.so
Anonymous:             0 kB
7f0000004000-7f0000005000 r-xp 00000000 08:01 1 /usr/lib/last.so
Anonymous:             0 kB
"""
    assert [hex(begin)[-4:] for begin, _ in start.unwritten_in(text.splitlines())] == ["0000", "4000"]


AT_THE_END = """
import sys
from PySide6.QtCore import QTimer
from ui import application
program = application.application()
def end():
    (window,) = [each for each in program.topLevelWidgets() if type(each).__name__ == "Window"]
    if window.session.workbook.scenarios:
        window.session.edit(("scenarios", "chat_13b_b16", "name"), "Given up")
        window.documents.may_leave = lambda: True
        window.close()
    else:
        QTimer.singleShot(50, end)
QTimer.singleShot(50, end)
sys.exit(application.run(None))
"""


def test_that_a_window_whose_changes_are_given_up_ends_without_a_word(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    environment |= {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", AT_THE_END], env=environment, timeout=60, capture_output=True)
    assert done.returncode == 0 and b"Traceback" not in done.stderr, done.stderr
    assert not list(tmp_path.rglob("*.journal"))
