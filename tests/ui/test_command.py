"""The command `fitsheet` before a window: what opens none, in words."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    kept.pop("QT_QPA_PLATFORM", None)
    command = [sys.executable, "-m", "ui", *arguments]
    return subprocess.run(command, env={**kept, **environment}, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("typed", ["paln", "foo", "--nope"])
def test_that_a_mistyped_command_opens_no_window(typed: str) -> None:
    ended = run(typed, QT_QPA_PLATFORM="offscreen")
    assert ended.returncode == 2
    assert typed in ended.stderr and "Traceback" not in ended.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a window needs no variable")
def test_that_the_lack_of_a_display_is_said() -> None:
    ended = run()
    assert ended.returncode == 2
    assert "display" in ended.stderr and "Traceback" not in ended.stderr
