"""The packaged program and other programs: their environment, and which Python `fitsheet measure` takes there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from planner.elsewhere import run_here
from planner.frozen import cleaned_environment
from planner.measure_command import own_python


def program(path: Path, text: str = "") -> Path:
    """A program that a shell runs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_that_library_paths_of_a_frozen_program_are_undone() -> None:
    given = {"LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": "/opt/cuda/lib", "HOME": "/h", "_MEIPASS2": "/b"}
    assert cleaned_environment(given, frozen=True) == {"LD_LIBRARY_PATH": "/opt/cuda/lib", "HOME": "/h"}
    assert cleaned_environment({"LD_LIBRARY_PATH": "/bundle"}, frozen=True) == {}
    assert cleaned_environment({"LD_LIBRARY_PATH": "/opt/cuda/lib"}, frozen=False) == {
        "LD_LIBRARY_PATH": "/opt/cuda/lib"
    }


@pytest.mark.skipif(sys.platform == "win32", reason="programs of a shell")
def test_that_the_packaged_program_measures_with_the_python_that_it_brings_along(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    on_path = program(tmp_path / "path" / "python3")
    monkeypatch.setenv("PATH", str(on_path.parent))
    assert own_python() == sys.executable
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "fitsheet" / "fitsheet"))
    assert own_python() == str(on_path)
    brought = program(tmp_path / "fitsheet" / "python" / "fitsheet-python")
    assert own_python() == str(brought)


@pytest.mark.skipif(sys.platform == "win32", reason="programs of a shell")
def test_that_an_external_python_is_not_given_the_libraries_of_the_packaged_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen = tmp_path / "seen"
    python = program(tmp_path / "python", f'echo "$LD_LIBRARY_PATH $QT_PLUGIN_PATH $OTHER" > "{seen}"')
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    given = {**os.environ, "LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": "/mine", "QT_PLUGIN_PATH": "/bundle"}
    assert run_here(str(python), tmp_path / "jobs.json", tmp_path / "out.json", {**given, "OTHER": "kept"}) == 0
    assert seen.read_text() == "/mine  kept\n"
