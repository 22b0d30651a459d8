"""Reads the fields of one JSON object, and gathers what is wrong instead of stopping at the first."""

from __future__ import annotations

import math
from typing import Any, Mapping

from .protocol import Refusal

LARGEST = 1 << 40

Problems = list[tuple[str, str, str]]
"""(code, field, reason) of everything that is wrong."""


class Fields:
    """One JSON object; a field that nobody asked for is refused by `close`."""

    def __init__(self, value: object, path: str, problems: Problems) -> None:
        self.path = path
        self.problems = problems
        self.known: set[str] = set()
        self.values: Mapping[str, Any] = value if isinstance(value, dict) else {}
        if not isinstance(value, dict):
            self.problem("", "is not an object")

    def name(self, key: str) -> str:
        """The field with the objects that it is in."""
        return ".".join(part for part in (self.path, key) if part)

    def problem(self, key: str, reason: str, code: str = "bad_job") -> None:
        """Keep what is wrong with a field."""
        self.problems.append((code, self.name(key), reason))

    def take(self, key: str, default: Any = None, required: bool = True) -> Any:
        """A value as it stands."""
        self.known.add(key)
        if key not in self.values and required:
            self.problem(key, "is missing")
        return self.values.get(key, default)

    def whole(self, key: str, default: int | None = None) -> int:
        """A whole number from 1 to 2^40."""
        value = self.take(key, default, default is None)
        if key not in self.values:
            return default or 1
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LARGEST:
            self.problem(key, f"is {value!r}, and must be a whole number from 1 to 2^40")
            return 1
        return value

    def optional(self, key: str) -> int | None:
        """A whole number, or None where it is null or left out."""
        return None if self.take(key, None, required=False) is None else self.whole(key)

    def positive(self, key: str, default: float | None = None, largest: float = 1e30) -> float:
        """A finite number above 0."""
        value = self.take(key, default, default is None)
        usable = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not usable or not math.isfinite(value) or not 0 < value <= largest:
            if key in self.values:
                self.problem(key, f"is {value!r}, and must be a number above 0 and at most {largest:g}")
            return 1.0
        return float(value)

    def flag(self, key: str) -> bool:
        """True or false; false where it is left out."""
        value = self.take(key, False, required=False)
        if not isinstance(value, bool):
            self.problem(key, f"is {value!r}, and must be true or false")
            return False
        return value

    def choice(self, key: str, choices: tuple[str, ...], default: str | None = None) -> str:
        """One of some words; another word is "unsupported"."""
        value = self.take(key, default, default is None)
        if value in choices:
            return str(value)
        if isinstance(value, str):
            self.problem(key, f"is {value!r}; this worker knows {', '.join(choices)}", "unsupported")
        elif key in self.values:
            self.problem(key, f"is {value!r}, and must be one of {', '.join(choices)}")
        return choices[0]

    def part(self, key: str) -> Fields:
        """The object in a field."""
        return Fields(self.take(key, {}), self.name(key), self.problems)

    def close(self) -> None:
        """Refuse what was not asked for."""
        for key in self.values:
            if key not in self.known:
                self.problem(str(key), "is not known to this worker", "unsupported")


def refusal(problems: Problems) -> Refusal:
    """All problems as one refusal."""
    codes = {code for code, _, _ in problems}
    code = "bad_job" if "bad_job" in codes else "unsupported"
    sentence = "; ".join(f"{field or 'the job'} {reason}" for _, field, reason in problems)
    listed = [{"field": field, "reason": reason} for _, field, reason in problems]
    return Refusal(code, sentence, field=problems[0][1], problems=listed)
