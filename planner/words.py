"""The marker for every text that a person reads.

The planner knows no Qt, yet its texts are translated by the window: `lupdate` finds calls of this name in any Python
file. The planner writes templates (English); the window translates the template first and fills in the values after.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802 - the name that lupdate looks for
    """The text unchanged.

    >>> QT_TRANSLATE_NOOP("ledger", "Query projection")
    'Query projection'
    """
    return text


class Titled(NamedTuple):
    """A template and what fills it: titles of fields and other such texts, which are translated, names, numbers."""

    template: str
    values: Mapping[str, Any] = MappingProxyType({})

    @property
    def text(self) -> str:
        """In English.

        >>> Titled("{title} of {row}", {"title": "Bandwidth", "row": "A100"}).text
        'Bandwidth of A100'
        """
        return self.template.format(**self.values)

    def __str__(self) -> str:
        return self.text


def listed(texts: Iterable[Titled]) -> Titled:
    """Several texts with commas between them.

    >>> str(listed([Titled("TP"), Titled("{title} of {row}", {"title": "Link", "row": "A100"})]))
    'TP, Link of A100'
    """
    values = {f"item{at}": text for at, text in enumerate(texts)}
    return Titled(", ".join(f"{{{name}}}" for name in values), values)


class Refused(ValueError):
    """What a person gave cannot be taken: `template` is translated first, then formatted with `values`."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values))
        self.template = template
        self.values = values
