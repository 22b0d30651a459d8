"""Sums and products of terms put together: constants folded into one factor per term, what is added up added once.

Two hundred calls of a pass that each take a constant and so many seconds per token are one constant and one factor.
Whole numbers are exact in any order. Of others the last bits may differ, so they are put together only where nothing
hangs on these: not below a division that rounds, and not in what the planner decides by.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from planner.what_if.sweep.terms import ROUNDED, Operand, Term, Terms, is_whole

CANCELLED = 0.05
"""Factors of one term are not added up where this little is left of them: the difference has lost digits."""
LIMITS: Mapping[str, Callable[..., Any]] = {"min": min, "max": max}
FEW_FACTORS = 4
"""Powers up to here are products."""


@dataclass(slots=True)
class Sum:
    """A number and so much of each term."""

    constant: Any
    terms: dict[Term, Any] = field(default_factory=dict)

    def alone(self) -> tuple[Any, Term] | None:
        """The factor and the term where it is nothing else."""
        if self.constant == 0 and len(self.terms) == 1:
            return next((factor, term) for term, factor in self.terms.items())
        return None

    def whole(self) -> bool:
        """Whether it is whole at every point, and so is all of it."""
        return is_whole(self.constant) and all(
            term.whole and is_whole(factor) for term, factor in self.terms.items()
        )  # fmt: skip

    def scaled(self, by: Any) -> Sum:
        """So many times as much."""
        return Sum(self.constant * by, {term: factor * by for term, factor in self.terms.items()})


class Simplified:
    """The terms that are computed in place of those of a graph. `exact` where the wanted ones decide something."""

    def __init__(self, wanted: Sequence[Operand], exact: bool) -> None:
        self.terms = Terms()
        self._sums: dict[Term, Any] = {}
        order = needed(wanted)
        strict = set[Term](each for each in wanted if type(each) is Term) if exact else set[Term]()
        for term in reversed(order):
            if term in strict or term.operation in ROUNDED:
                strict.update(each for each in term.arguments if type(each) is Term)
        for term in order:
            self._sums[term] = self._simple(term, term in strict)
        self.wanted = tuple(self._operand(self._of(each)) for each in wanted)

    def _of(self, value: Operand) -> Any:
        """What a term of the graph has become: a `Sum`, or a number."""
        return self._sums[value] if type(value) is Term else _plain(value)

    def _operand(self, value: Any) -> Operand:
        """A sum as a term of its own."""
        if type(value) is not Sum:
            return value
        alone = value.alone()
        if alone is not None and alone[0] == 1:
            return alone[1]
        parts = [part for term, factor in value.terms.items() for part in (factor, term)]
        return self.terms.term("sum", (value.constant, *parts), value.whole())

    def _simple(self, term: Term, strict: bool) -> Any:
        if term.operation == "leaf":
            return Sum(0, {self.terms.leaf(term.arguments[0], term.whole): 1})
        values = [self._of(each) for each in term.arguments]
        if not strict or (term.whole and all(map(is_whole, term.arguments))):
            found = self._merged(term, values)
            if found is not None:
                return found
        operands = tuple(self._operand(value) for value in values)
        if term.operation in LIMITS:
            numbers = [each for each in operands if type(each) is not Term]
            limit = (LIMITS[term.operation](numbers),) if numbers else ()
            operands = (*limit, *dict.fromkeys(each for each in operands if type(each) is Term))
            if len(operands) == 1:
                return Sum(0, {operands[0]: 1})
        return Sum(0, {self.terms.term(term.operation, operands, term.whole): 1})

    def _merged(self, term: Term, values: list[Any]) -> Any:
        """The sum that an operation gives, None where it is a term of its own."""
        shared = [type(each) is Term and each.uses > 1 for each in term.arguments]
        match term.operation:
            case "+":
                return self._added(values[0], values[1], 1, shared)
            case "-":
                return self._added(values[0], values[1], -1, shared)
            case "neg":
                return self._once(values[0], shared[0]).scaled(-1)
            case "*":
                return self._product(values, shared)
            case "/":
                return self._quotient(values, shared)
            case "power":
                return self._power(values)
        return None

    def _once(self, value: Any, shared: bool) -> Sum:
        """A sum as it is, or as one term where several would add it up anew."""
        if type(value) is not Sum:
            return Sum(value)
        return Sum(0, {self._operand(value): 1}) if shared and len(value.terms) > 1 else value

    def _added(self, one: Any, other: Any, sign: int, shared: Sequence[bool]) -> Sum:
        first = self._once(one, shared[0])
        second = self._once(other, shared[1]).scaled(sign)
        terms = dict(first.terms)
        exact = first.whole() and second.whole()
        constant = _together(first.constant, second.constant, exact)
        for term, factor in second.terms.items():
            terms[term] = _together(terms[term], factor, exact) if term in terms else factor
        if constant is not None and None not in terms.values():
            return Sum(constant, terms)
        operands = tuple(self._operand(each) if each.terms else each.constant for each in (first, second))
        return Sum(0, {self.terms.term("+", operands, all(map(is_whole, operands))): 1})

    def _product(self, values: Sequence[Any], shared: Sequence[bool]) -> Sum:
        for number, other, twice in ((values[0], values[1], shared[1]), (values[1], values[0], shared[0])):
            if type(number) is not Sum:
                whole = self._once(other, twice)
                signs = {amount > 0 for amount in (whole.constant, *whole.terms.values()) if amount}
                return (Sum(0, {self._operand(whole): 1}) if len(signs) > 1 else whole).scaled(number)
        factor, factors = 1, list[Term]()
        for value, twice in zip(values, shared, strict=True):
            by, term = value.alone() or (1, self._operand(value))
            factor = factor * by
            factors += term.arguments if term.operation == "product" and not twice else (term,)
        return Sum(0, {self._of_factors(factors): factor})

    def _of_factors(self, factors: Sequence[Term]) -> Term:
        ordered = tuple(sorted(factors, key=lambda each: each.serial))
        return self.terms.term("product", ordered, all(each.whole for each in ordered))

    def _quotient(self, values: Sequence[Any], shared: Sequence[bool]) -> Sum | None:
        above, below = values
        if type(below) is not Sum:
            if below == 0:
                raise ZeroDivisionError
            above = self._once(above, shared[0])
            return Sum(above.constant / below, {term: factor / below for term, factor in above.terms.items()})
        factor, divisor = below.alone() or (1, self._operand(below))
        if factor == 0:
            return None
        if type(above) is not Sum:
            return Sum(0, {self.terms.term("/", (above / factor, divisor), False): 1})
        by, term = above.alone() or (1, self._operand(above))
        return Sum(0, {self.terms.term("/", (term, divisor), False): by / factor})

    def _power(self, values: Sequence[Any]) -> Sum | None:
        base, exponent = values
        if type(base) is not Sum or type(exponent) is Sum:
            return None
        factor, term = base.alone() or (1, self._operand(base))
        if factor <= 0:
            factor, term = 1, self._operand(base)
        if exponent in range(1, FEW_FACTORS + 1):
            whole = self._of_factors([term] * int(exponent)) if exponent > 1 else term
        else:
            whole = self.terms.term("power", (term, exponent), False)
        return Sum(0, {whole: factor**exponent})


def needed(wanted: Sequence[Operand]) -> list[Term]:
    """The terms that these are computed from, and these, each after its arguments."""
    found: dict[Term, None] = {}
    stack = [each for each in wanted if type(each) is Term]
    while stack:
        term = stack.pop()
        if term not in found:
            found[term] = None
            stack += [each for each in term.arguments if type(each) is Term]
    return sorted(found, key=lambda each: each.serial)


def _plain(value: Any) -> Any:
    """A number, as an int where it is whole: sums of ints are exact."""
    return int(value) if type(value) is float and is_whole(value) else value


def _together(one: Any, other: Any, exact: bool) -> Any:
    """The sum of two factors; None where most of them cancels, unless all numbers are exact: a plan loses digits there
    that a sum put together would keep.
    """
    both = one + other
    return both if exact or abs(both) >= CANCELLED * (abs(one) + abs(other)) else None
