"""What opening a workbook comes to: its content, and what a planner makes of it, ready before the window shows it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from planner import files
from planner.evaluations import Evaluations, Planner


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file's content with what a planner of its own makes of it."""

    document: files.Loaded
    planner: Planner
    evaluations: Evaluations


def prepared(file: Path) -> Prepared:
    """Read and evaluate; FileError says what is wrong with a file that cannot be read."""
    document = files.load(file)
    planner = Planner()
    return Prepared(document, planner, planner.evaluate(document.workbook))
