"""Saving when something fails: at every step, with every reason, the old file or the new one, never neither."""

import errno
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from planner.atomic import backup_of, write_whole
from planner.edits import replaced
from planner.files import FileError, dumps, load, save
from planner.workbook import Workbook

CALLS = ("open", "fdopen", "fsync", "chmod", "link", "replace")
ERRORS = (errno.ENOSPC, errno.EACCES, errno.EIO, errno.EROFS)


class Refusing:
    """Lets the n-th of the watched calls fail, once, or it and all that follow."""

    def __init__(self, number: int, error: int, lasting: bool) -> None:
        self.left = number
        self.error = error
        self.lasting = lasting
        self.failed = False

    def over(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            self.left -= 1
            if self.left == 0 or (self.lasting and self.left < 0):
                self.failed = True
                raise OSError(self.error, os.strerror(self.error))
            return real(*arguments, **named)

        return call


def failures() -> Iterator[tuple[int, int, bool, bool]]:
    return itertools.product(range(1, 12), ERRORS, (False, True), (False, True))


def test_that_a_save_that_fails_at_any_step_leaves_the_old_file_or_the_new_one(
    example: Workbook, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    after = replaced(example, ("scenarios", "s1", "tp"), 8)
    old, new = dumps(example), dumps(after)
    failed = refused = 0
    for number, error, lasting, without_links in failures():
        path = tmp_path / "plan.fitsheet"
        path.write_bytes(old)
        backup_of(path).write_bytes(b"older")
        refusing = Refusing(number, error, lasting)
        with pytest.MonkeyPatch.context() as patch:
            for name in CALLS:
                patch.setattr(os, name, refusing.over(getattr(os, name)))
            if without_links:
                patch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(OSError(errno.EPERM, "no links here")))
            try:
                save(path, after)
                saved = True
            except FileError as failure:
                saved = False
                assert "plan.fitsheet cannot be saved: " in str(failure)
        failed += refusing.failed
        refused += not saved
        case = (number, error, lasting, without_links)
        assert path.read_bytes() == (new if saved else old), case
        assert backup_of(path).read_bytes() in (b"older", old), case
        backup_of(path).unlink()
        path.unlink()
        assert lasting or not list(tmp_path.iterdir()), case
    assert failed >= 100 and 50 < refused < failed
    record_property("failures", failed)
    record_property("refused", refused)


def test_that_the_version_before_is_kept_beside_the_file(example: Workbook, tmp_path: Path) -> None:
    path = tmp_path / "plan.fitsheet"
    assert save(path, example).no_backup == "" and not backup_of(path).exists()
    for degree in (2, 4, 8):
        before = path.read_bytes()
        assert save(path, replaced(example, ("scenarios", "s1", "tp"), degree)).no_backup == ""
        assert backup_of(path).read_bytes() == before
        assert path.stat().st_nlink == 1
    assert load(backup_of(path)).workbook == replaced(example, ("scenarios", "s1", "tp"), 4)


def test_that_a_save_goes_on_where_no_backup_can_be_kept_and_says_why(example: Workbook, tmp_path: Path) -> None:
    path = tmp_path / "plan.fitsheet"
    save(path, example)
    backup_of(path).mkdir()
    saved = save(path, replaced(example, ("scenarios", "s1", "tp"), 8))
    assert saved.no_backup and load(path).workbook != example
    assert sorted(each.name for each in tmp_path.iterdir()) == ["plan.fitsheet", "plan.fitsheet~"]


def test_that_a_workbook_too_large_to_be_opened_again_is_not_written(
    example: Workbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "plan.fitsheet"
    save(path, example)
    before = path.read_bytes()
    monkeypatch.setattr("planner.json_text.LARGEST_FILE", 1000)
    with pytest.raises(FileError, match="MiB are opened"):
        save(path, example)
    assert path.read_bytes() == before


DISKS = """
import subprocess, sys
from pathlib import Path
from planner.atomic import backup_of
from planner.edits import replaced
from planner.files import FileError, dumps, load, save
from planner.journal import About, Journal, leftovers

folder = Path(sys.argv[1])
first = load(Path(sys.argv[2])).workbook
row = first.scenarios[0].id
second = replaced(first, ("scenarios", row, "name"), "Another name")

def mount(*options):
    subprocess.run(["mount", *options], check=True)

size = len(dumps(first))
mount("-t", "tmpfs", "-o", f"size={size * 5 // 2 // 4096 * 4096}", "none", str(folder))
path = folder / "plan.fitsheet"
save(path, first)
journal = Journal(folder / "recovery")
journal.clear(About(str(path)))
filler = folder / "filler"
try:
    filler.write_bytes(b"x" * size * 2)
except OSError:
    pass
for attempt in (lambda: save(path, second), lambda: save(folder / "new.fitsheet", second)):
    try:
        attempt()
    except FileError as error:
        print("full:", error)
try:
    journal.record(second, (), About(str(path)))
except OSError as error:
    print("journal:", error.strerror)
assert load(path).workbook == first
filler.unlink()
journal.record(second, (), About(str(path)))
assert leftovers(folder / "recovery") == []
journal.close()
save(path, second)
assert load(path).workbook == second and load(backup_of(path)).workbook == first
assert sorted(each.name for each in folder.iterdir()) == ["plan.fitsheet", "plan.fitsheet~", "recovery"]
mount("-o", "remount,ro", str(folder))
try:
    save(path, first)
except FileError as error:
    print("read-only:", error)
try:
    Journal(folder / "recovery2")
except OSError as error:
    print("journal:", error.strerror)
assert load(path).workbook == second
"""


@pytest.mark.skipif(sys.platform != "linux", reason="mounts of Linux")
def test_that_a_full_disk_and_a_read_only_one_are_said_and_lose_nothing(tmp_path: Path) -> None:
    example = Path(__file__).resolve().parents[2] / "presets" / "workbooks" / "example.fitsheet"
    script, disk = tmp_path / "disks.py", tmp_path / "disk"
    script.write_text(DISKS, encoding="utf-8")
    disk.mkdir()
    # A name space of its own, with root's rights in it, so that the mounts end with the process.
    alone = ["unshare", "--user", "--map-root-user", "--mount"]
    assert shutil.which("unshare") is not None
    done = subprocess.run([*alone, sys.executable, str(script), str(disk), str(example)], capture_output=True,
                          text=True, env={**os.environ, "PYTHONPATH": str(example.parents[2])}, timeout=60)  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split(":")[0] for line in lines] == ["full", "full", "journal", "read-only", "journal"]
    assert all("the disk is full" in line for line in lines[:2]) and "can only be read" in lines[3]


WRITE_AS_ANOTHER_USER = """
import os, sys
from pathlib import Path
from planner.atomic import write_whole
from planner.files import FileError, save
from planner.workbook import Workbook
os.setgroups([]); os.setgid(65534); os.setuid(65534)
for name in ("owned", "folder/plan.fitsheet"):
    try:
        save(Path(sys.argv[1]) / name, Workbook())
    except FileError as error:
        print(error)
"""


@pytest.mark.skipif(os.name == "nt", reason="users of POSIX")
def test_that_a_file_and_a_folder_of_another_user_are_refused_with_a_sentence(tmp_path: Path) -> None:
    """As root, another user tries; as a user, modes are enough."""
    shared = Path(tempfile.mkdtemp(prefix="fitsheet-others-"))
    try:
        shared.chmod(0o777)
        owned, folder = shared / "owned", shared / "folder"
        owned.write_bytes(b"old")
        owned.chmod(0o444)
        folder.mkdir()
        folder.chmod(0o555)
        script = WRITE_AS_ANOTHER_USER
        if os.geteuid() != 0:
            script = script.replace("os.setgroups([]); os.setgid(65534); os.setuid(65534)", "")
        root = Path(__file__).resolve().parents[2]
        done = subprocess.run([sys.executable, "-c", script, str(shared)], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(root)}, timeout=60)  # fmt: skip
        assert done.returncode == 0, done.stderr
        first, second = done.stdout.splitlines()
        assert "owned cannot be saved: you have no right to it" in first
        assert "plan.fitsheet cannot be saved: you have no right to it" in second
        assert owned.read_bytes() == b"old" and list(folder.iterdir()) == []
    finally:
        shutil.rmtree(shared)


@pytest.mark.parametrize("asked", [1, 2])
def test_that_a_file_that_nobody_waits_for_any_more_is_left_as_it_was(tmp_path: Path, asked: int) -> None:
    """Given up before anything is made, and while the new content is being written."""
    for before in (None, b"old"):
        path = tmp_path / "report.csv"
        if before is not None:
            path.write_bytes(before)
        answers = iter([False] * (asked - 1) + [True])
        with pytest.raises(OSError) as caught:
            write_whole(path, b"new", given_up=answers.__next__)
        assert caught.value.errno == errno.ECANCELED
        assert [each.read_bytes() for each in tmp_path.iterdir()] == ([] if before is None else [before])
