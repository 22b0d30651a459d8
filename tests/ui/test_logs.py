"""The log is bounded, has no private paths, and stops nothing; the doctor's report has what a bug report needs."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import qWarning

from ui import logs
from ui.doctor import greeting


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "state" / "fitsheet.log"
    logs.stop()


def test_that_the_log_says_what_happened_without_private_paths(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    logs.start(log, "9.9")
    qWarning("cannot load /home/jane/secret/icon.svg")
    try:
        raise RuntimeError("no such file: /home/jane/secret/plan.fitsheet")
    except RuntimeError as error:
        logs.LOG.error("unexpected error", exc_info=error)
    text = log.read_text(encoding="utf-8")
    assert "Fitsheet 9.9 started" in text and "Qt: cannot load …/icon.svg" in text
    assert "RuntimeError" in text and "test_logs.py" in text and "jane" not in text
    assert "icon.svg" in capfd.readouterr().err


def test_that_the_log_stays_below_its_size(log: Path) -> None:
    logs.start(log, "9.9")
    for number in range(4_000):
        logs.LOG.warning("%d %s", number, "x" * 500)
    files = sorted(log.parent.iterdir())
    assert [file.name for file in files] == ["fitsheet.log", "fitsheet.log.1"]
    assert sum(file.stat().st_size for file in files) <= 2 * logs.LARGEST
    assert "3999 " in log.read_text(encoding="utf-8")


def test_that_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    logs.start(tmp_path / "file" / "fitsheet.log", "9.9")
    logs.LOG.warning("nowhere to go")
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the device that is always full is of Linux")
def test_that_a_log_on_a_full_disk_ends_without_an_error(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    logs.start(Path("/dev/full"), "9.9")
    logs.LOG.warning("nowhere to go")
    logs.stop()
    assert not failed and "Traceback" not in capfd.readouterr().err


def test_that_the_doctor_prints_versions_devices_fonts_folders_and_pythons(tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment = {**kept, "HOME": str(tmp_path), "PATH": str(tmp_path)}
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "QT_QPA_PLATFORM"):
        environment.pop(name, None)
    done = subprocess.run([sys.executable, "-m", "ui", "doctor"], env=environment, capture_output=True, text=True,
                          timeout=120)  # fmt: skip
    assert done.returncode == 0 and "Traceback" not in done.stderr
    text = done.stdout
    for part in ("Fitsheet ", "PySide6-Essentials 6.", "cpu 0: ", "platform offscreen", "interface font: ",
                 "recovery: ~/", "log: ~/", "Pythons that could measure",
                 f"Python {sys.version.split()[0]}, "):  # fmt: skip
        assert part in text, part
    assert str(tmp_path) not in text and "could not be read" not in text


def test_that_a_python_that_is_none_is_described(tmp_path: Path) -> None:
    assert "does not start" in greeting(str(tmp_path / "python3"))
    false = tmp_path / "false"
    false.write_text("#!/bin/sh\nexit 1\n")
    false.chmod(0o755)
    assert greeting(str(false)) == "did not greet"
