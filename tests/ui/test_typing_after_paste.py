"""Keys that are typed right behind a paste from another program reach their cells, however slowly that one answers."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from planner.files import save
from planner.workbook import Inference, Workbook
from tests.tools.outside import Fitsheet, missing

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(bool(missing()), reason=f"no real window: this machine lacks {missing()}"),
]
TIMES = 30


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Fitsheet]:
    made = tmp_path / "pasted.fitsheet"
    save(made, Workbook())
    opened = Fitsheet(made, tmp_path)
    yield opened
    opened.close()


@pytest.mark.parametrize("owner", ["answers at once", "answers late"])
def test_that_no_key_behind_a_paste_is_lost(program: Fitsheet, owner: str, record_property) -> None:
    program.keys(*["ctrl+shift+n"] * 4, "ctrl+Home")
    for at in range(TIMES):
        program.keys("Escape", "ctrl+Home")
        program.column("Batch")
        program.clipboard.set(f"{10 + at}\n")
        held = program.clipboard._owner
        assert held is not None
        waker = threading.Timer(0.1 * (at % 8), os.kill, (held.pid, signal.SIGCONT))
        if owner == "answers late":
            os.kill(held.pid, signal.SIGSTOP)
            waker.start()
        program.keys("ctrl+v", "Down")
        program.type(str(100 + at), "Return")
        program.type(str(200 + at), "Return")
        program.type(str(300 + at), "Tab")
        program.type("4k", "Return")
        if owner == "answers late":
            waker.join()
        loads = [row.load for row in program.saved().scenarios if isinstance(row.load, Inference)]
        assert [load.batch for load in loads] == [10 + at, 100 + at, 200 + at, 300 + at]
        assert loads[3].context == 4096
    record_property("pastes", TIMES)
