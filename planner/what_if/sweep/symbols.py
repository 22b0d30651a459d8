"""Numbers that write down what is done with them: how the planner is asked which of its decisions a swept cell touches.

A `Traced` number behaves as the int or float that it stands for at one point of a sweep. Arithmetic with it gives
another one, and remembers how, so that the same arithmetic can be done over arrays later. A comparison answers for the
point and is written down as a decision: points for which all decisions come out alike take the same way through the
planner. What cannot be followed (an index, a hash, a text) raises `Opaque` with the columns it came from, and these are
then enumerated value by value. So nothing is assumed of the planner's code, and no point gets another's answer.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import numpy


class Opaque(BaseException):
    """A traced number was used in a way that cannot be followed; `roots` are the columns that it depends on.

    No Exception, so that no handler of the planner takes it for one of its own.
    """

    def __init__(self, roots: frozenset[str]) -> None:
        super().__init__(", ".join(sorted(roots)))
        self.roots = roots


class Points:
    """Some points of a sweep: the columns of swept numbers, the places in the result, and what was computed of them.

    They are a grid as long as they can be: `where` is [rows, columns]; what depends on one axis alone has one row or
    one column and is computed once for all. Points that no grid holds are flat, [points].
    """

    __slots__ = ("columns", "memo", "where")

    def __init__(self, columns: Mapping[str, Any], where: Any, memo: dict[int, Any] | None = None) -> None:
        self.columns = columns
        self.where = where
        self.memo: dict[int, Any] = {} if memo is None else memo

    def part(self, mask: Any) -> Points:
        """Those for which a mask is set; rows or columns of a grid where the mask depends on one axis alone."""
        if self.where.ndim == 1:
            return self._taken(lambda each: each[mask] if each.ndim else each)
        if mask.shape[0] == 1:
            chosen = numpy.broadcast_to(mask[0], self.where.shape[1:])
            return self._taken(lambda each: each[:, chosen] if each.ndim == 2 and each.shape[1] > 1 else each, chosen)
        if mask.shape[1] == 1:
            return self._taken(lambda each: each[mask[:, 0]] if each.ndim == 2 and each.shape[0] > 1 else each)
        return self.flat(mask)

    def flat(self, mask: Any | None = None) -> Points:
        """The same points (of a mask) one after the other."""
        shape = self.where.shape
        if len(shape) == 1:
            return self if mask is None else self.part(mask)
        chosen = numpy.ones(shape, bool) if mask is None else mask
        return self._taken(lambda each: numpy.broadcast_to(each, shape)[chosen] if each.ndim else each)

    def halves(self) -> tuple[Points, Points]:
        """The points in two parts of about the same size."""
        axis = 0 if self.where.ndim == 1 or self.where.shape[0] > 1 else 1
        first = numpy.arange(self.where.shape[axis]) < self.where.shape[axis] // 2
        if self.where.ndim == 2:
            first = first[:, None] if axis == 0 else first[None, :]
        return self.part(first), self.part(~first)

    def _taken(self, take: Callable[[Any], Any], columns: Any | None = None) -> Points:
        """The points with a part of everything; `columns` where single columns are left of a grid of one."""
        memo = {at: take(each) if isinstance(each, numpy.ndarray) else each for at, each in self.memo.items()}
        where = take(self.where) if columns is None else self.where[:, columns]
        return Points({name: take(column) for name, column in self.columns.items()}, where, memo)


class Node:
    """A number as a function of the swept columns; `serial` tells it from every other one of a sweep."""

    __slots__ = ("compute", "roots", "serial")

    def __init__(self, serial: int, roots: frozenset[str], compute: Callable[[Points], Any]) -> None:
        self.serial = serial
        self.roots = roots
        self.compute = compute

    def over(self, points: Points) -> Any:
        """Its values at these points (float64, or bool of a comparison), computed once."""
        found = points.memo.get(self.serial)
        if found is None:
            found = self.compute(points)
            points.memo[self.serial] = found
        return found


class Nodes:
    """All nodes of a sweep; what is computed alike is one node, whichever point it was first met at."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Node] = {}
        self.held: list[Any] = []
        """What nodes are told apart by, kept alive."""

    def node(self, key: tuple[Any, ...], roots: frozenset[str], compute: Callable[[Points], Any]) -> Node:
        """The node of this key, made where there is none."""
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Node(len(self._known), roots, compute)
        return found

    def column(self, name: str) -> Node:
        """The swept numbers themselves."""
        return self.node(("column", name), frozenset({name}), lambda points: points.columns[name])

    def applied(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Node:
        """A function of numbers and nodes."""
        key = [("node", each.serial) if isinstance(each, Node) else (type(each).__name__, each) for each in arguments]
        roots = frozenset[str]().union(*(each.roots for each in arguments if isinstance(each, Node)))

        def compute(points: Points) -> Any:
            return function(*[each.over(points) if isinstance(each, Node) else each for each in arguments])

        return self.node(("applied", function, *key), roots, compute)


class Trace:
    """One way through the planner: the decisions that were met, in order, with how they came out at the point."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes
        self.path: list[tuple[Node, bool]] = []
        self.decided = False
        """Whether all decisions are made, and what is asked for now is only wanted."""
        self._outcomes: dict[int, bool] = {}

    def number(self, now: Any, node: Node) -> Any:
        """A traced number that is `now` at this point."""
        return Traced(now, node, self)

    def apply(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """A function of traced and other numbers, as a traced one."""
        nodes = tuple(each.node if type(each) is Traced else each for each in arguments)
        node = self.nodes.applied(function, nodes)
        try:
            now = function(*[plain(each) for each in arguments])
        except (ArithmeticError, ValueError):
            raise Opaque(node.roots) from None
        return Traced(now, node, self)

    def decide(self, test: Callable[..., Any], *arguments: Any) -> bool:
        """Whether a test holds at this point; written down."""
        nodes = tuple(each.node if type(each) is Traced else each for each in arguments)
        node = self.nodes.applied(test, nodes)
        found = self._outcomes.get(node.serial)
        if found is None:
            found = bool(test(*[plain(each) for each in arguments]))
            self._outcomes[node.serial] = found
            self.path.append((node, found))
        return found


def plain(value: Any) -> Any:
    """The number that a traced one is at its point; anything else as it is."""
    return value.now if type(value) is Traced else value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float)


def _forward(function: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    return lambda self, other: self.trace.apply(function, self, other) if _is_number(other) else NotImplemented


def _reflected(function: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    return lambda self, other: self.trace.apply(function, other, self) if _is_number(other) else NotImplemented


def _alone(function: Callable[..., Any]) -> Callable[[Any], Any]:
    return lambda self: self.trace.apply(function, self)


def _compared(test: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    return lambda self, other: self.trace.decide(test, self, other) if _is_number(other) else NotImplemented


def _opaque(self: Traced, *_: Any) -> NoReturn:
    raise Opaque(self.node.roots)


class Traced:
    """A number at one point of a sweep that remembers where it comes from. `isinstance` takes it for an int or float,
    and no code in C can see the number without asking for it, which is refused.
    """

    __slots__ = ("node", "now", "trace")

    def __init__(self, now: Any, node: Node, trace: Trace) -> None:
        self.now = now
        self.node = node
        self.trace = trace

    @property  # type: ignore[misc]  # `isinstance` asks for it; to mypy it is no property
    def __class__(self) -> Any:
        return type(self.now)

    def __getattr__(self, name: str) -> NoReturn:
        raise Opaque(self.node.roots)

    def __bool__(self) -> bool:
        return self.trace.decide(operator.ne, self, 0)

    __add__, __radd__ = _forward(operator.add), _reflected(operator.add)
    __sub__, __rsub__ = _forward(operator.sub), _reflected(operator.sub)
    __mul__, __rmul__ = _forward(operator.mul), _reflected(operator.mul)
    __truediv__, __rtruediv__ = _forward(operator.truediv), _reflected(operator.truediv)
    __floordiv__, __rfloordiv__ = _forward(operator.floordiv), _reflected(operator.floordiv)
    __mod__, __rmod__ = _forward(operator.mod), _reflected(operator.mod)
    __pow__, __rpow__ = _forward(operator.pow), _reflected(operator.pow)
    __neg__, __pos__, __abs__ = _alone(operator.neg), _alone(operator.pos), _alone(operator.abs)
    __eq__, __ne__ = _compared(operator.eq), _compared(operator.ne)
    __lt__, __le__ = _compared(operator.lt), _compared(operator.le)
    __gt__, __ge__ = _compared(operator.gt), _compared(operator.ge)
    __hash__ = __index__ = __int__ = __float__ = __complex__ = _opaque
    __round__ = __trunc__ = __floor__ = __ceil__ = __str__ = __repr__ = __format__ = _opaque
    __divmod__ = __rdivmod__ = __and__ = __or__ = __xor__ = __invert__ = __lshift__ = __rshift__ = _opaque
