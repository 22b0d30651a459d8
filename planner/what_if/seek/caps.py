"""What a `min` or `max` takes in place of what a cell moves, so that the cell moves a line no further."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from planner.ledger import Slot
from planner.plan import Evaluation
from planner.what_if.seek.trees import choices_in, names_in, taken
from planner.workbook import Path


def caps(evaluation: Evaluation, key: str, path: Path) -> tuple[Slot, ...]:
    """What holds a line where a cell no longer moves it: what a `min` or `max` takes in its place, such as
    the sequences that an engine runs at most.
    """
    structure = evaluation.structure
    moved: dict[str, bool] = {}

    def moves(slot: str) -> bool:
        if slot not in moved:
            moved[slot] = False
            if slot in structure.index:
                moved[slot] = any(moves(each) for each in _used(evaluation, slot))
            else:
                moved[slot] = evaluation.path(slot) == path
        return moved[slot]

    stack, seen = [key], set[str]()
    while stack:
        current = stack.pop()
        if current in seen or current not in structure.index or not moves(current):
            continue
        seen.add(current)
        line = structure.lines[structure.index[current]]
        if line.formula is not None:
            amounts = {name: _amount(evaluation, slot) for name, slot in line.sources.items()}
            if None not in amounts.values():
                for how, arguments in choices_in(line.formula.tree):
                    winner = taken(arguments, how, amounts)
                    lost = [each for each in arguments if each is not winner]
                    if not _moved(winner, line.sources, moves) and any(_moved(n, line.sources, moves) for n in lost):
                        return tuple(line.sources[name] for name in sorted(names_in(winner)))
        stack.extend(_used(evaluation, current))
    return ()


def _moved(node: Any, sources: Any, moves: Callable[[str], bool]) -> bool:
    return any(moves(sources[name]) for name in names_in(node))


def _used(evaluation: Evaluation, key: str) -> tuple[str, ...]:
    line = evaluation.structure.lines[evaluation.structure.index[key]]
    return evaluation.structure.children.get(key, ()) if line.formula is None else tuple(line.sources.values())


def _amount(evaluation: Evaluation, slot: str) -> Any:
    return evaluation.value(slot) if slot in evaluation.structure.index else evaluation.amounts.get(slot)
