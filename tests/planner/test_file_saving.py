"""Saving a workbook: the old content or the new one is there, never a part."""

import os
import stat
from pathlib import Path

import pytest

from planner.edits import replaced, value_at
from planner.files import FileError, load, save
from planner.workbook import Workbook


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("step", ["open", "fdopen", "fsync", "chmod", "replace"])
def test_that_a_failed_save_leaves_the_old_file_and_nothing_else(
    example: Workbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "plan.fitsheet"
    save(path, example)
    before = path.read_bytes()

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(FileError, match=r"plan\.fitsheet cannot be saved: the disk is full"):
        save(path, replaced(example, ("scenarios", "s1", "tp"), 8))
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert left_in(tmp_path) == ["plan.fitsheet"]


def test_that_an_interrupted_save_leaves_no_temporary_file(
    example: Workbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        save(tmp_path / "plan.fitsheet", example)
    assert left_in(tmp_path) == []


@pytest.mark.skipif(os.name == "nt", reason="permissions and links of POSIX")
def test_that_permissions_and_links_are_kept(example: Workbook, tmp_path: Path) -> None:
    path, link = tmp_path / "plan.fitsheet", tmp_path / "link.fitsheet"
    save(path, example)
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0o666 & ~_umask() & 0o077
    path.chmod(0o640)
    link.symlink_to(path)
    save(link, replaced(example, ("scenarios", "s1", "tp"), 8))
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert value_at(load(path).workbook, ("scenarios", "s1", "tp")) == 8
    assert left_in(tmp_path) == ["link.fitsheet", "plan.fitsheet", "plan.fitsheet~"]


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def test_that_a_name_as_long_as_the_system_allows_is_saved(example: Workbook, tmp_path: Path) -> None:
    path = tmp_path / ("n" * 246 + ".fitsheet")
    save(path, example)
    assert load(path).workbook == example


def test_that_saving_into_a_missing_folder_says_so(example: Workbook, tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be saved: it, or its folder, is not there"):
        save(tmp_path / "gone" / "plan.fitsheet", example)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of POSIX")
def test_that_what_is_no_file_is_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileError, match="pipe cannot be saved: it is not a file"):
        save(pipe, Workbook())
    assert pipe.is_fifo()
