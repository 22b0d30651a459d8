"""Where on a heat map the verdict changes: lines between cells, hatching over what does not fit, places for words."""

from __future__ import annotations

import math

import numpy
from PySide6.QtCore import QLineF, QPointF, QRectF

MOST_EDGES = 40_000
"""Of a map that is torn into more pieces than this no line is drawn: it would cover the map."""
LEAST_SHARE = 0.02
"""A region smaller than this share of the map has no word of its own."""


def edges(mask: numpy.ndarray, place: QRectF) -> list[QLineF]:
    """The lines between cells inside and outside of a mask [y, x], row 0 at the bottom of `place`."""
    rows, columns = mask.shape
    wide, high = place.width() / columns, place.height() / rows
    across = numpy.argwhere(mask[:, 1:] != mask[:, :-1])
    along = numpy.argwhere(mask[1:, :] != mask[:-1, :])
    if len(across) + len(along) > MOST_EDGES:
        return []
    lines = []
    for row, column in across.tolist():
        x, y = place.left() + (column + 1) * wide, place.bottom() - row * high
        lines.append(QLineF(x, y, x, y - high))
    for row, column in along.tolist():
        x, y = place.left() + column * wide, place.bottom() - (row + 1) * high
        lines.append(QLineF(x, y, x + wide, y))
    return lines


def hatching(mask: numpy.ndarray, place: QRectF, distance: float, rising: bool = True) -> list[QLineF]:
    """Slanted lines over the cells of a mask, so far apart; one line per stretch, so that no clipping is needed."""
    rows, columns = mask.shape
    if not mask.any() or place.width() < 2 or place.height() < 2:
        return []
    found = []
    width, height = place.width(), place.height()
    for start in numpy.arange(-height, width, distance):
        first, last = max(start, 0.0), min(start + height, width)
        x = numpy.arange(first, last, 2.0)
        if len(x) < 2:
            continue
        y = x - start if rising else height - (x - start)
        row = numpy.clip((y / height * rows).astype(int), 0, rows - 1)
        at = mask[row, numpy.clip((x / width * columns).astype(int), 0, columns - 1)]
        change = numpy.flatnonzero(numpy.diff(numpy.concatenate(([False], at, [False])).astype(int)))
        for begin, end in zip(change[::2], change[1::2] - 1, strict=True):
            if end > begin:
                found.append(
                    QLineF(place.left() + x[begin], place.bottom() - y[begin], place.left() + x[end],
                           place.bottom() - y[end])
                )  # fmt: skip
    return found


def word_place(mask: numpy.ndarray, place: QRectF) -> QPointF | None:
    """The middle of a region of a map; None where it is too small for a word."""
    if mask.mean() < LEAST_SHARE:
        return None
    row = int(numpy.median(numpy.nonzero(mask)[0]))
    here = numpy.flatnonzero(mask[row])
    if not len(here):
        return None
    runs = numpy.split(here, numpy.flatnonzero(numpy.diff(here) > 1) + 1)
    longest = max(runs, key=len)
    column = (longest[0] + longest[-1] + 1) / 2
    return QPointF(
        place.left() + column / mask.shape[1] * place.width(),
        place.bottom() - (row + 0.5) / mask.shape[0] * place.height(),
    )


def ratio_steps(values: tuple[object, ...]) -> bool:
    """Whether values are in equal ratios rather than at equal distances.

    >>> ratio_steps((1, 2, 4, 8)), ratio_steps((1, 2, 3, 4)), ratio_steps(("a", "b"))
    (True, False, False)
    """
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(numbers) < 3 or len(numbers) != len(values) or numbers[0] <= 0:
        return False
    whole = math.log(numbers[-1] / numbers[0])
    half = math.log(numbers[len(numbers) // 2] / numbers[0])
    expected = len(numbers) // 2 / (len(numbers) - 1)
    return whole > 0 and abs(half / whole - expected) < 0.1 and numbers[-1] / numbers[0] > 3
