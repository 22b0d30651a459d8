"""The start: nothing heavy before the first paint, and no network, ever."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from ui import start

ROOT = Path(__file__).resolve().parents[2]
LATE = ("torch", "planner.readers", "ui.import_dialog", "ui.checkpoint_dialog", "logging.handlers", "ssl", "http.",
        "urllib.request")  # fmt: skip

MOST_MODULES = 530

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
maps = Path("/proc/self/maps").read_text() if Path("/proc/self/maps").exists() else ""
print(json.dumps({"status": status, "asked": asked, "modules": modules, "qt_network": "Qt6Network" in maps}))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="network name spaces of Linux")
def test_that_the_window_starts_and_works_where_networking_is_forbidden(tmp_path: Path) -> None:
    """In a name space without any interface; with the display in memory, since a display may be a connection too."""
    assert shutil.which("unshare") is not None
    alone = ["unshare", "--user", "--map-root-user", "--net"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    command = [*alone, sys.executable, "-c", WITHOUT_NETWORK, str(tmp_path / "report.json"), str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["status"] == 0 and seen["asked"] == [] and not seen["qt_network"]
    assert [name for name in seen["modules"] if name.startswith(LATE)] == []
    assert json.loads((tmp_path / "report.json").read_text())["heavy_at_first_paint"] == []


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
    start.before_show()
    assert QLabel("still there").sizeHint().isValid()
