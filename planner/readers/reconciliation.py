"""The values that a reconciliation gives: rows of ledger lines, and what of a checkpoint fills none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from planner.findings import Finding
from planner.readers.packed import StoredWeight
from planner.words import QT_TRANSLATE_NOOP


class Reason(StrEnum):
    """Why a stored weight fills no line, as it stands in a table."""

    TIED = QT_TRANSLATE_NOOP("checkpoints", "the tied head, stored again")
    BUFFER = QT_TRANSLATE_NOOP("checkpoints", "computed, no parameter")
    OTHER_STACK = QT_TRANSLATE_NOOP("checkpoints", "of another stack than the decoder")
    BEYOND = QT_TRANSLATE_NOOP("checkpoints", "of a layer that the ledger does not have")
    NO_LINE = QT_TRANSLATE_NOOP("checkpoints", "the ledger has no line for it")
    UNKNOWN = QT_TRANSLATE_NOOP("checkpoints", "its name is not known")


ALLOWED = (Reason.TIED, Reason.BUFFER, Reason.OTHER_STACK)
OUTSIDE = -1
"""The number of "the layer" for lines outside the layers."""


@dataclass(frozen=True, slots=True)
class Row:
    """One ledger line, or lines that are stored in one tensor; elements and bytes of the whole model.

    `found`, `bytes`: None where a tensor's file is missing or a packing does not tell. `missing` and `differing` are
    the numbers of layers that have none of it, or another count than expected (outside the layers: -1).
    """

    lines: tuple[str, ...]
    labels: tuple[str, ...]
    group: int | None
    expected: int | None
    found: int | None
    bytes: int | None
    tensors: int
    bytes_by_dtype: Mapping[str, int]
    missing: tuple[int, ...]
    differing: tuple[int, ...]

    @property
    def difference(self) -> int | None:
        """Elements found less elements expected."""
        return None if self.found is None or self.expected is None else self.found - self.expected


@dataclass(frozen=True, slots=True)
class Extra:
    """A stored weight that fills no line, and why; `allowed` where that is in order."""

    weight: StoredWeight
    reason: Reason

    @property
    def allowed(self) -> bool:
        """Whether a checkpoint may hold this without the ledger being wrong."""
        return self.reason in ALLOWED


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """The rows in the ledger's order, and everything that fills none. `bytes` are the exact weights on disk."""

    rows: tuple[Row, ...]
    extras: tuple[Extra, ...]
    schemes: Mapping[str, int]
    bytes: int | None
    bytes_by_dtype: Mapping[str, int]
    findings: tuple[Finding, ...]

    @property
    def expected(self) -> int | None:
        """Elements that the ledger counts; with the prediction layers, where the files hold them."""
        return total(row.expected for row in self.rows)

    @property
    def found(self) -> int | None:
        """Elements found for the ledger's lines."""
        return total(row.found for row in self.rows)

    @property
    def difference(self) -> int | None:
        """Elements found less elements expected, over all rows."""
        return None if self.found is None or self.expected is None else self.found - self.expected

    @property
    def bits_per_weight(self) -> float | None:
        """Bits on disk per element of the ledger's lines, scales and maps of packed weights included."""
        size, elements = total(row.bytes for row in self.rows), self.found
        return None if size is None or not elements else 8 * size / elements

    @property
    def agrees(self) -> bool:
        """Whether every layer of every line has exactly the elements expected, and nothing else needs a reason."""
        return all(row.difference == 0 and not row.missing and not row.differing for row in self.rows) and all(
            extra.allowed for extra in self.extras
        )


def total(amounts: Iterable[int | None]) -> int | None:
    """The sum; None where one of them is not known."""
    total = 0
    for amount in amounts:
        if amount is None:
            return None
        total += amount
    return total
