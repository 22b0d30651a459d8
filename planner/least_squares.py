"""Few unknowns from few residuals, each unknown held near zero by a prior: damped Gauss-Newton with Huber weights.

Plain Python: there are at most twenty unknowns and some dozens of residuals, and the function costs more than the sums.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

STEP = 1e-4
ITERATIONS = 25
HUBER = 2.0
"""Residuals beyond so many standard deviations count linearly."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The unknowns, and the mean absolute residual of each point as the others predict it."""

    unknowns: tuple[float, ...]
    left_out: float


def fitted(residuals: Callable[[Sequence[float]], list[float]], priors: Sequence[float]) -> Fit:
    """Minimise the sum of Huber(residual) + (unknown / prior)^2, from zero.

    residuals: in standard deviations. priors: the standard deviation of each unknown.

    >>> round(fitted(lambda x: [(x[0] - 0.3) / 0.01], [10.0]).unknowns[0], 4)
    0.3
    """
    x = [0.0] * len(priors)
    r = residuals(x)
    damping, cost = 1e-3, _cost(r, x, priors)
    jacobian = _jacobian(residuals, x, r)
    for _ in range(ITERATIONS):
        normal, gradient = _normal(jacobian, r, x, priors)
        for at in range(len(x)):
            normal[at][at] *= 1 + damping
        step = solved(normal, [-value for value in gradient])
        trial = [a + b for a, b in zip(x, step, strict=True)]
        after = residuals(trial)
        new = _cost(after, trial, priors)
        if new < cost:
            small = cost - new < 1e-9 * (1 + cost)
            x, r, cost, damping = trial, after, new, damping / 5
            jacobian = _jacobian(residuals, x, r)
            if small:
                break
        else:
            damping *= 10
            if damping > 1e8:
                break
    return Fit(tuple(x), _left_out(jacobian, r, x, priors))


def _weight(residual: float) -> float:
    return 1.0 if abs(residual) <= HUBER else HUBER / abs(residual)


def _cost(r: Sequence[float], x: Sequence[float], priors: Sequence[float]) -> float:
    total = sum(value * value if abs(value) <= HUBER else HUBER * (2 * abs(value) - HUBER) for value in r)
    return total + sum((value / prior) ** 2 for value, prior in zip(x, priors, strict=True))


def _jacobian(
    residuals: Callable[[Sequence[float]], list[float]], x: Sequence[float], r: Sequence[float]
) -> list[list[float]]:
    """Rows of residuals, columns of unknowns, by forward differences."""
    columns = []
    for at in range(len(x)):
        moved = [value + STEP * (index == at) for index, value in enumerate(x)]
        columns.append([(b - a) / STEP for a, b in zip(r, residuals(moved), strict=True)])
    return [list(row) for row in zip(*columns, strict=True)]


def _normal(
    jacobian: Sequence[Sequence[float]], r: Sequence[float], x: Sequence[float], priors: Sequence[float]
) -> tuple[list[list[float]], list[float]]:
    size = len(x)
    normal = [[0.0] * size for _ in range(size)]
    gradient = [0.0] * size
    for row, residual in zip(jacobian, r, strict=True):
        weight = _weight(residual)
        for i in range(size):
            gradient[i] += weight * row[i] * residual
            for j in range(size):
                normal[i][j] += weight * row[i] * row[j]
    for i, (value, prior) in enumerate(zip(x, priors, strict=True)):
        normal[i][i] += 1 / prior**2
        gradient[i] += value / prior**2
    return normal, gradient


def _left_out(
    jacobian: Sequence[Sequence[float]], r: Sequence[float], x: Sequence[float], priors: Sequence[float]
) -> float:
    """Each residual over 1 - leverage: what it would be if its point had not been fitted."""
    normal, _ = _normal(jacobian, r, x, priors)
    total = 0.0
    for row, residual in zip(jacobian, r, strict=True):
        weight = _weight(residual)
        solution = solved([list(line) for line in normal], list(row))
        leverage = weight * sum(a * b for a, b in zip(row, solution, strict=True))
        total += abs(residual) / max(1 - leverage, 0.05)
    return total / len(r)


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a square system, by elimination with pivots; both arguments are used up.

    >>> solved([[2.0, 1.0], [1.0, 3.0]], [3.0, 5.0])
    [0.8, 1.4]
    """
    size = len(right)
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(matrix[row][at]))
        matrix[at], matrix[best], right[at], right[best] = matrix[best], matrix[at], right[best], right[at]
        for below in range(at + 1, size):
            factor = matrix[below][at] / matrix[at][at]
            right[below] -= factor * right[at]
            for column in range(at, size):
                matrix[below][column] -= factor * matrix[at][column]
    for at in reversed(range(size)):
        known = sum(matrix[at][column] * right[column] for column in range(at + 1, size))
        right[at] = (right[at] - known) / matrix[at][at]
    return right
