"""Adds lines of requests to a ledger; names are those of the plan and the keys of lines that stand there already."""

from __future__ import annotations

from planner.ledger import Builder, Slot
from planner.scope import Scopes


class Sheet:
    """`names` may be added to; inputs go before lines of the same name, except the degrees' own lines."""

    def __init__(self, builder: Builder, scopes: Scopes) -> None:
        self.builder, self.scopes = builder, scopes
        self.names: dict[str, Slot] = dict(scopes.shared)

    def has(self, key: str) -> bool:
        """Whether the ledger has a line."""
        return key in self.builder.lines

    def add(self, key: str, label: str, unit: str, text: str, reference: str) -> str:
        """A line at the top of the ledger; its component is `requests`."""
        lines = {name: name for name in self.builder.lines if name.isidentifier()}
        return self.builder.add(key, None, "requests", label, unit, text, {**lines, **self.names}, reference)
