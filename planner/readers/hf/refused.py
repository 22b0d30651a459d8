"""Why a config gives no model: the field, the reason, and what to do. A reader that guessed would be worse."""

from __future__ import annotations


class Refused(ValueError):
    """A config that is not read. `field` is the key it fails at, dotted where it is nested."""

    def __init__(self, field: str, reason: str, remedy: str = "") -> None:
        super().__init__(f"{field}: {reason} {remedy}".rstrip())
        self.field, self.reason, self.remedy = field, reason, remedy
