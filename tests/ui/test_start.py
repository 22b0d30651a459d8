"""The start: nothing heavy before the first paint, and no network, ever."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LATE = ("torch", "planner.readers", "ui.import_dialog", "ui.checkpoint_dialog", "logging.handlers", "ssl", "http.",
        "urllib.request")  # fmt: skip

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
