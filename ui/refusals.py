"""What the planner refuses, in the language of the window."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication

from planner.words import Refused

TITLES = ("title", "rows", "field")
"""Values of a refusal that are titles of fields."""


def refusal(error: ValueError, *contexts: str) -> str:
    """The sentence of a refusal, out of the first of these contexts that has it; another error as it says itself."""
    if not isinstance(error, Refused):
        return str(error)
    translate = QCoreApplication.translate
    known = (translate(context, error.template) for context in contexts)
    text = next((each for each in known if each != error.template), error.template)
    values: dict[str, Any] = {
        name: translate("fields", value) if name in TITLES and isinstance(value, str) else value
        for name, value in error.values.items()
    }
    return text.format(**values)
