"""A sentence that is translated later: a template and what stands in it, which may be such sentences again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Translate = Callable[[str, str], str]
"""Context and English text to the text in a language."""


def english(context: str, text: str) -> str:
    """The text as it is."""
    return text


@dataclass(frozen=True, slots=True)
class Said:
    """`template` is translated in its context first, then formatted with the values."""

    context: str
    template: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def words(self, translate: Translate = english) -> str:
        """The sentence.

        >>> Said("seek", "{what} is {value}", {"what": Said("fields", "Batch"), "value": 8}).words()
        'Batch is 8'
        """
        found = {
            name: value.words(translate) if isinstance(value, Said) else value for name, value in self.values.items()
        }
        text = translate(self.context, self.template)
        return text.format(**found) if found else text

    def __str__(self) -> str:
        return self.words()
