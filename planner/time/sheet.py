"""Adds lines of requests to a ledger; names are those of the plan and the keys of lines that stand there already."""

from __future__ import annotations

from collections.abc import Mapping

from planner.ledger import Builder, Slot
from planner.scope import Scopes


class Names(dict[str, Slot]):
    """Names of a plan, and of the lines that a builder holds by now: an input goes before a line of the same name."""

    def __init__(self, names: Mapping[str, Slot], builder: Builder) -> None:
        super().__init__(names)
        self.builder = builder

    def __missing__(self, name: str) -> Slot:
        if name in self.builder.lines:
            return name
        raise KeyError(name)


class Sheet:
    """`names` may be added to; inputs go before lines of the same name, except the degrees' own lines."""

    def __init__(self, builder: Builder, scopes: Scopes) -> None:
        self.builder, self.scopes = builder, scopes
        self.names = Names(scopes.shared, builder)

    def has(self, key: str) -> bool:
        """Whether the ledger has a line."""
        return key in self.builder.lines

    def add(self, key: str, label: str, unit: str, text: str, reference: str) -> str:
        """A line at the top of the ledger; its component is `requests`."""
        return self.builder.add(key, None, "requests", label, unit, text, self.names, reference)
