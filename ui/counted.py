"""How many of a thing, in words: one, or a number of them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def counted(count: int, one: str, many: str) -> str:
    """`one` as it is, or `many` with its {count}; both are texts marked in the context "counted".

    >>> counted(1, "Insert row", "Insert {count} rows"), counted(5000, "Insert row", "Insert {count} rows")
    ('Insert row', 'Insert 5,000 rows')
    """
    return QCoreApplication.translate("counted", one if count == 1 else many).format(count=f"{count:,}")
