"""The job of an hour in sixty steps, with a real window and real keys from outside the process; the file tells."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from planner.files import save
from planner.workbook import Inference, Workbook
from tests.tools.outside import Fitsheet, missing

pytestmark = [
    pytest.mark.soak,  # half a minute of real keys, which a machine that is busy with other tests keeps waiting
    pytest.mark.skipif(bool(missing()), reason=f"no real window: this machine lacks {missing()}"),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An empty workbook."""
    made = tmp_path / "sixty.fitsheet"
    save(made, Workbook())
    return made


@pytest.fixture
def program(file: Path, tmp_path: Path) -> Iterator[Fitsheet]:
    opened = Fitsheet(file, tmp_path)
    yield opened
    opened.close()


def batches(workbook: Workbook) -> list[object]:
    return [row.load.batch for row in workbook.scenarios if isinstance(row.load, Inference)]


def contexts(workbook: Workbook) -> list[object]:
    return [row.load.context for row in workbook.scenarios if isinstance(row.load, Inference)]


def named(workbook: Workbook, table: str, row: str | None) -> str:
    return next(each.name for each in getattr(workbook, table) if each.id == row)


def test_that_a_job_of_sixty_steps_leaves_the_file_that_it_should(
    program: Fitsheet, file: Path, tmp_path: Path
) -> None:
    do, first = program, program.saved()
    assert first == Workbook()

    # A GPU by the dialog, two scenarios whose models and GPUs are picked from the presets by part of their names.
    do.keys("ctrl+shift+g")
    do.in_front("preset")
    do.type("a100 sxm4 80", "Return")
    do.gone("preset")
    do.front()
    for name, model, gpu in (("Chat", "llama-2-13b", "a100"), ("Code", "mistral-7b", "h100-sxm5")):
        do.keys("ctrl+shift+n", "Home")
        do.type(name, "Tab")
        do.column("Model")
        do.type(model, "Tab")
        do.type(gpu, "Return")
    made = do.saved()
    assert [row.name for row in made.scenarios] == ["Chat", "Code"]
    assert [named(made, "models", row.model) for row in made.scenarios] == ["Llama-2-13B", "Mistral-7B v0.1"]
    assert len(made.accelerators) == 2 and made.scenarios[0].accelerator == made.accelerators[0].id

    # Ten cells: numbers as people write them, an expression, a name, a choice.
    do.keys("ctrl+Home")
    do.column("Batch")
    do.type("8", "Return")
    do.type("16", "Tab")
    do.type("8k", "Up")
    do.type("4,096", "Tab")
    do.type("=context/2", "Tab")
    do.type("512", "Return")
    do.type("=min(context, 600)", "Return")
    do.column("Weights")
    do.type("fp8", "Return")
    do.keys("Up", "Home")
    do.type("Chat at night", "F2", "End")
    do.type("s", "Return")
    edited = do.saved()
    assert batches(edited) == [8, 16] and contexts(edited) == [4096, 8192]
    loads = [row.load for row in edited.scenarios]
    assert next(load.prompt for load in loads if isinstance(load, Inference)) == "=context/2"
    assert [load.output for load in loads if isinstance(load, Inference)] == [512, "=min(context, 600)"]
    assert [row.name for row in edited.scenarios] == ["Chat at nights", "Code"]
    assert edited.scenarios[1].weights == "fp8"

    # A refused text stays until it is right or given up; nothing of it reaches the file.
    do.keys("ctrl+Home")
    do.column("Batch")
    do.type("1,5", "Return", "Escape")
    # Rows: duplicate, insert, move; fill down; one text into all selected cells.
    do.keys("ctrl+shift+d", "ctrl+shift+d", "ctrl+i", "alt+Up")
    do.keys("ctrl+Home")
    do.column("Context")
    do.keys("ctrl+shift+Down", "ctrl+d")
    do.keys("ctrl+Home")
    do.column("Batch")
    do.keys("shift+Down", "shift+Down")
    do.type("24", "ctrl+Return")
    filled = do.saved()
    assert batches(filled)[:3] == [24, 24, 24] and len(filled.scenarios) == 5
    assert contexts(filled) == [4096] * 5

    # Out to another program and back, one block and one that tiles.
    do.keys("ctrl+Home")
    do.column("Batch")
    do.keys("shift+Down", "shift+Right")
    assert do.copied() == "24\t4096\r\n24\t4096\r\n"
    do.clipboard.set("3\t1,024\r\n5\t2k\r\n")
    do.keys("ctrl+v")
    assert batches(do.saved())[:2] == [3, 5]
    do.keys("Escape", "ctrl+Home")
    do.column("Output")
    do.keys("ctrl+shift+Down")
    do.clipboard.set("77\n")
    do.keys("ctrl+v")
    pasted = do.saved()
    assert batches(pasted)[:3] == [3, 5, 24] and contexts(pasted)[:3] == [1024, 2048, 4096]
    assert [row.load.output for row in pasted.scenarios if isinstance(row.load, Inference)] == [77] * 5

    # A block with a bad cell changes nothing.
    do.keys("ctrl+Home")
    do.column("Batch")
    do.clipboard.set("1\t2\nx\t0\n")
    do.keys("ctrl+v")
    do.in_front("Nothing was changed")
    do.keys("Escape")
    do.gone("Nothing was changed")
    do.front()
    assert do.saved() == pasted

    do.keys(*["ctrl+z"] * 60)
    assert do.saved() == first
    do.keys(*["ctrl+y"] * 60)
    assert do.saved() == pasted
    assert do.steps > 60

    do.keys("ctrl+Home", "ctrl+a")
    shown = do.copied()
    do.quit()
    again = Fitsheet(file, tmp_path)
    try:
        again.keys("ctrl+Home", "ctrl+a")
        assert again.copied() == shown
        assert again.saved() == pasted
        again.quit()
    finally:
        again.close()


def test_that_no_key_is_lost_while_the_program_is_busy(program: Fitsheet) -> None:
    program.keys(*["ctrl+shift+n"] * 4, "ctrl+Home")
    program.column("Batch")
    program.saved()

    def typed() -> None:
        for text in ("11", "12", "13"):
            program.type(text, "Return")
        program.type("14", "Tab")
        program.type("4k", "Return")

    program.paused(typed)
    after = program.saved()
    assert batches(after) == [11, 12, 13, 14] and contexts(after)[3] == 4096


def test_that_no_key_is_lost_in_a_chooser_either(program: Fitsheet) -> None:
    program.keys(*["ctrl+shift+n"] * 2, "ctrl+Home")
    program.column("Weights")
    program.saved()

    def typed() -> None:
        for text in ("fp8", "int8 (per tensor"):
            program.type(text, "Return")

    program.paused(typed)
    assert [row.weights for row in program.saved().scenarios] == ["fp8", "int8"]
    assert os.path.exists(program.file)
