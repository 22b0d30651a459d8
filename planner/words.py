"""The marker for every text that a person reads.

The planner knows no Qt, yet its texts are translated by the window: `lupdate` finds calls of this name in any Python
file. The planner writes templates (English); the window translates the template first and fills in the values after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802 - the name that lupdate looks for
    """The text unchanged.

    >>> QT_TRANSLATE_NOOP("ledger", "Query projection")
    'Query projection'
    """
    return text


Translate = Callable[[str, str], str]
"""Context and English text to the text in a language."""


def english(context: str, text: str) -> str:
    """The text as it is."""
    return text


@dataclass(frozen=True, slots=True)
class Said:
    """A text that is translated later: `template` in its context first, which is then formatted with the values.

    A value may be such a text again; any other is a name or a number, and is the same in every language. A template
    without words of its own, ", " between names, has no context.
    """

    context: str
    template: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def words(self, translate: Translate = english) -> str:
        """The text in a language.

        >>> Said("seek", "{what} is {value}", {"what": Said("fields", "Batch"), "value": 8}).words()
        'Batch is 8'
        """
        found = {
            name: value.words(translate) if isinstance(value, Said) else value for name, value in self.values.items()
        }
        text = translate(self.context, self.template) if self.context else self.template
        return text.format(**found) if found else text

    def __str__(self) -> str:
        return self.words()


def listed(texts: Iterable[Said | str]) -> Said:
    """Several texts with commas between them; a plain one is a name, the same in every language.

    >>> of_row = Said("inputs", "{title} of {row}", {"title": Said("fields", "Link"), "row": "A100"})
    >>> str(listed([Said("fields", "TP"), of_row]))
    'TP, Link of A100'
    """
    values = {f"item{at}": text for at, text in enumerate(texts)}
    return Said("", ", ".join(f"{{{name}}}" for name in values), values)


class Refused(ValueError):
    """What a person gave cannot be taken: `template` is translated first, then formatted with `values`."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values))
        self.template = template
        self.values = values
