"""The marker for every text that a person reads.

The planner knows no Qt, yet its texts are translated by the window: `lupdate` finds calls of this name in any Python
file. The planner writes templates (English); the window translates the template first and fills in the values after.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802 - the name that lupdate looks for
    """The text unchanged.

    >>> QT_TRANSLATE_NOOP("ledger", "Query projection")
    'Query projection'
    """
    return text


class Titled(NamedTuple):
    """What something is called: a template, and what fills it: titles of fields, which are translated, and names."""

    template: str
    values: Mapping[str, str] = MappingProxyType({})

    @property
    def text(self) -> str:
        """In English.

        >>> Titled("{title} of {row}", {"title": "Bandwidth", "row": "A100"}).text
        'Bandwidth of A100'
        """
        return self.template.format(**self.values)


class Refused(ValueError):
    """What a person gave cannot be taken: `template` is translated first, then formatted with `values`."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values))
        self.template = template
        self.values = values
