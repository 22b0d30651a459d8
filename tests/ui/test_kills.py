"""Killed at any moment of an editing job: the next start offers the last edit that was made, and the file is whole."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from planner.files import load, save
from planner.journal import leftovers
from planner.workbook import Workbook
from tests.ui.editing_job import count_of, first, step

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="fork and SIGKILL of POSIX")


@pytest.fixture
def jobs() -> Iterator[subprocess.Popen[str]]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "tests.ui.editing_job"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as process:  # fmt: skip
        yield process
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(10) == 0


def killed(jobs: subprocess.Popen[str], folder: Path, seed: int) -> tuple[int, int]:
    """Lets a job edit for a random time, kills it, and gives the last edit and the last save that it told of."""
    assert jobs.stdin is not None and jobs.stdout is not None
    save(folder / "plan.fitsheet", first())
    jobs.stdin.write(f"{folder} {seed}\n")
    jobs.stdin.flush()
    child = int(jobs.stdout.readline().split()[1])
    told = folder / "acknowledged"
    deadline = time.monotonic() + 20
    while not (told.exists() and told.stat().st_size):
        assert time.monotonic() < deadline, "the job has begun"
        time.sleep(0.002)
    time.sleep(random.Random(seed).choice((0.0005, 0.01, 0.1, 0.5)) * random.Random(seed + 1).random())
    os.kill(child, signal.SIGKILL)
    assert jobs.stdout.readline() == "gone\n"
    lines = [line.split() for line in told.read_text().splitlines()]
    assert lines
    return tuple(max((int(n) for what, n in lines if what == word), default=0) for word in ("edit", "save"))  # type: ignore[return-value]


def state(number: int, seed: int) -> Workbook:
    workbook = first()
    for at in range(1, number + 1):
        workbook = step(workbook, at, seed)
    return workbook


def kills_lose_nothing(jobs: subprocess.Popen[str], tmp_path: Path, count: int) -> dict[str, int]:
    seen = {"kills": 0, "edits": 0, "offered": 0}
    for seed in range(count):
        folder = tmp_path / str(seed)
        folder.mkdir()
        edited, saved = killed(jobs, folder, seed)
        on_disk = load(folder / "plan.fitsheet").workbook
        assert count_of(on_disk) >= saved, seed
        assert on_disk == state(count_of(on_disk), seed), seed
        offers = leftovers(folder / "recovery")
        if offers:
            (offer,) = offers
            assert offer.document is not None, (seed, offer.problem)
            assert offer.about.file == str(folder / "plan.fitsheet")
            latest = offer.document.workbook
            seen["offered"] += 1
            offer.discard()
        else:
            latest = on_disk
        assert count_of(latest) >= edited, (seed, "an edit that was made is lost")
        assert latest == state(count_of(latest), seed), seed
        seen["kills"] += 1
        seen["edits"] += edited
        shutil.rmtree(folder)
    return seen


def test_that_12_kills_lose_no_edit_and_no_file(jobs: subprocess.Popen[str], tmp_path: Path) -> None:
    seen = kills_lose_nothing(jobs, tmp_path, 12)
    assert seen["offered"] > 5 and seen["edits"] > 50


@pytest.mark.soak
def test_that_200_kills_lose_no_edit_and_no_file(
    jobs: subprocess.Popen[str], tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    for name, number in kills_lose_nothing(jobs, tmp_path, 200).items():
        record_property(name, number)
