"""A scripted editing job that is killed: forks a process per order, each of which edits until it is killed.

    python editing_job.py

Reads lines "FOLDER SEED" and answers "pid N" when the job of that folder has begun. The job opens FOLDER/plan.fitsheet,
edits it without end and saves now and then; behind each step it appends a line to FOLDER/acknowledged. What the n-th
edit is depends on SEED and n alone, so that the one who kills can make every state again.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from planner import edits
from planner.workbook import Inference, Scenario, Workbook
from ui.recovery import Recovery
from ui.session import Session

COUNTER = ("scenarios", "counter")


def first() -> Workbook:
    rows = (Scenario(id="counter", name="edits so far", load=Inference(batch=1)), Scenario(id="s0", name="Plan"))
    return Workbook(scenarios=rows)


def count_of(workbook: Workbook) -> int:
    """How many edits a state is from the first one; the counter's batch says it."""
    return int(edits.value_at(workbook, (*COUNTER, "load", "batch"))) - 1


def step(workbook: Workbook, number: int, seed: int) -> Workbook:
    """The state after the edit of this number, which comes after `workbook`."""
    chance = random.Random(seed * 1_000_003 + number)
    after = edits.replaced(workbook, (*COUNTER, "load", "batch"), number + 1)
    rows = [row.id for row in after.scenarios if row.id != "counter"]
    chosen = ("scenarios", chance.choice(rows))
    match chance.randrange(6):
        case 0 if len(rows) < 30:
            row = Scenario(id=f"n{number}", name=f"Row {number} “{chance.random()}”")
            return edits.inserted(after, ("scenarios",), row, chance.randrange(len(rows)))
        case 1 if len(rows) > 3:
            return edits.removed(after, chosen)
        case 2:
            return edits.moved(after, chosen, chance.randrange(len(rows)))
        case 3:
            return edits.replaced(after, ("assumptions", "tight_share"), chance.randint(1, 50) / 100)
        case 4:
            return edits.replaced(after, (*chosen, "load", "context"), f"=2*{chance.randint(500, 90_000)}")
        case _:
            return edits.replaced(after, (*chosen, "name"), f"Renamed by {number}")


def job(folder: Path, seed: int) -> None:
    """Edits until it is killed."""
    application = QCoreApplication(sys.argv[:1])
    session = Session()
    recovery = Recovery(session, folder / "recovery", application)
    session.open(folder / "plan.fitsheet")
    assert not recovery.failing
    told = os.open(folder / "acknowledged", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    chance = random.Random(seed)
    number = 0
    while True:
        number += 1
        session.change(step(session.workbook, number, seed), None, "edit")
        os.write(told, b"edit %d\n" % number)
        if chance.random() < 0.1:
            session.save()
            os.write(told, b"save %d\n" % number)
        application.processEvents()


def main() -> None:
    for line in sys.stdin:
        name, seed = line.rsplit(" ", 1)
        child = os.fork()
        if child == 0:
            try:
                job(Path(name), int(seed))
            finally:
                os._exit(1)
        print(f"pid {child}", flush=True)
        os.waitpid(child, 0)
        print("gone", flush=True)


if __name__ == "__main__":
    main()
