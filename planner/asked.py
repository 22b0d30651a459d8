"""What an answer to a question on capacity is, and how one is tried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from planner.findings import Edit
from planner.plan import Evaluation

Try = Callable[[tuple[Edit, ...]], Evaluation]
"""The plan under these edits."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One question answered. `value` is None where nothing holds; `edits` put it into the plan, none where it is there
    already or is no cell of it.
    """

    code: str
    title: str
    value: int | float | None
    unit: str
    template: str
    values: dict[str, Any] = field(default_factory=dict)
    edits: tuple[Edit, ...] = ()

    @property
    def sentence(self) -> str:
        """The answer in words, in English."""
        return self.template.format(**self.values)
