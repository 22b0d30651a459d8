"""The edits that give a load another batch or context, with the prompt giving way where it must."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from planner.asked import Try
from planner.findings import Edit
from planner.workbook import Scenario


def load_with(scenario: Scenario, name: str, value: int) -> dict[str, int]:
    """The cells of a resolved load when its batch or context is another: to a shorter context the prompt gives way, so
    that the output still fits.
    """
    changes = {name: value}
    output: Any = scenario.serving.output
    prompt: Any = scenario.serving.prompt
    if name == "context" and output is not None and prompt is not None and prompt + output > value:
        changes["prompt"] = max(value - output, 1)
    return changes


def load_edits(scenario: Scenario, name: str, value: int) -> tuple[Edit, ...]:
    """The same as edits of the document."""
    cells = load_with(scenario, name, value)
    return tuple(Edit(("scenarios", scenario.id, "load", cell), number) for cell, number in cells.items())


def context_edits(scenario: Scenario, attempt: Try) -> Callable[[int], tuple[Edit, ...]]:
    """The edits for a context; a prompt that is an expression of the context follows by itself and keeps it."""

    def alone(value: int) -> tuple[Edit, ...]:
        return (Edit(("scenarios", scenario.id, "load", "context"), value),)

    context: Any = scenario.serving.context
    follows = attempt(alone(2 * context)).scenario.serving.prompt != scenario.serving.prompt
    return alone if follows else lambda value: load_edits(scenario, "context", value)
