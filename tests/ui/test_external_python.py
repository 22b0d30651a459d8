"""The Pythons on offer, the worker's folder."""

import sys
from pathlib import Path

import pytest

from ui.external_python import python_candidates, this_machines_pythons, worker_folder


def test_that_pythons_are_offered_once_and_the_chosen_one_first(tmp_path: Path) -> None:
    for folder in ("venv", "conda", "path"):
        (tmp_path / folder / "bin").mkdir(parents=True)
        for name in ("python", "python3"):
            (tmp_path / folder / "bin" / name).write_text("")
            (tmp_path / folder / "bin" / name).chmod(0o755)
    environment = {
        "VIRTUAL_ENV": str(tmp_path / "venv"),
        "CONDA_PREFIX": str(tmp_path / "conda"),
        "PATH": str(tmp_path / "path" / "bin"),
    }
    own = str(tmp_path / "venv" / "bin" / "python")
    conda = str(tmp_path / "conda" / "bin" / "python")
    on_path = [str(tmp_path / "path" / "bin" / name) for name in ("python3", "python")]
    assert python_candidates("/mine", environment, own, False, False) == ["/mine", own, conda, *on_path]
    assert python_candidates(None, {"PATH": ""}, own, True, False) == []
    assert sys.executable in this_machines_pythons()


def test_that_the_worker_is_found_in_the_frozen_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert (worker_folder() / "__main__.py").is_file()
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert worker_folder() == tmp_path / "planner" / "measure"
