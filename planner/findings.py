"""What does not fit together: a Finding names the place, says it in a sentence and offers a remedy.

A Finding is not an error: the value is accepted and kept, because people edit through such states.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

Path = tuple[str, ...]


class Severity(IntEnum):
    """How much a Finding matters: a note, a doubt about the numbers, or a plan that cannot be."""

    NOTE = 0
    WARNING = 1
    ERROR = 2


@dataclass(frozen=True, slots=True)
class Edit:
    """One value at one path; a remedy is a tuple of these, applied as one undoable change."""

    path: Path
    value: Any


@dataclass(frozen=True, slots=True)
class Finding:
    """`template` is translated first, then formatted with `values`; `remedy` says what to do, `edits` does it."""

    code: str
    path: Path
    severity: Severity
    template: str
    values: Mapping[str, Any] = field(default_factory=dict)
    remedy: str = ""
    edits: tuple[Edit, ...] = ()

    @property
    def sentence(self) -> str:
        """The English sentence.

        >>> Finding("x", ("scenarios", "s"), Severity.NOTE, "TP {tp} exceeds {heads}", {"tp": 8, "heads": 4}).sentence
        'TP 8 exceeds 4'
        """
        return self.template.format(**self.values)


def warning(code: str, path: Path, template: str, values: Mapping[str, Any], remedy: str, value: Any) -> Finding:
    """A doubt that another value of its own cell would end."""
    return Finding(code, path, Severity.WARNING, template, values, remedy, (Edit(path, value),))
