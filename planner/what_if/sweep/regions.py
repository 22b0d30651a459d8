"""Which terms are functions of one term alone: they are computed once for each value that it has.

Of a million points of batch and context the requests that run at a time have a thousand values, and all calls of a
decoding pass are functions of that number. A region is such a term with all that is computed from it alone: what it
dominates, in the words of compilers. (Cooper, Harvey and Kennedy, A Simple, Fast Dominance Algorithm, 2001; of a graph
without circles one pass is enough.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from planner.what_if.sweep.terms import Operand, Term, is_whole

WORTH = 40
"""A region pays where it saves so many operations: to find the values of a whole term costs about thirty."""
COST = {"power": 12, "sum": 2, "ceil_div": 3, "//": 3, "%": 40}
"""Operations on arrays that one of these takes, in additions; one where it is not said."""


@dataclass(slots=True, eq=False)
class Region:
    """A term (None at the outset) and what is a function of it alone, in order. `exports` are used outside; `within`
    are regions inside, by their roots.
    """

    root: Term | None
    parent: Region | None
    terms: list[Term] = field(default_factory=list)
    exports: dict[Term, None] = field(default_factory=dict)
    within: dict[Term, Region] = field(default_factory=dict)


def regions(terms: Sequence[Term], wanted: Sequence[Operand]) -> Region:
    """The outermost region. The root of a region is computed in the region around it. Sums are cut into sums of what
    is of one region: one number leaves it, not one for each call.
    """
    tree = _Tree()
    for term in terms:
        if term.operation == "sum":
            tree.cut(term)
        tree.grow(term)
    above, ordered = tree.above, tuple(tree.above)
    saved = dict.fromkeys(ordered, 0)
    for term in reversed(ordered):
        up = above[term]
        if up is not None:
            saved[up] += saved[term] + COST.get(term.operation, 1) * max(len(term.arguments) // 2, 1)
    outermost = Region(None, None)
    own: dict[Term | None, Region] = {None: outermost}
    home: dict[Term, Region] = {}
    for term in ordered:
        home[term] = region = own[above[term]]
        region.terms.append(term)
        own[term] = region
        if term.whole and saved[term] >= WORTH:
            own[term] = region.within[term] = Region(term, region)
    for term in ordered:
        for each in term.arguments:
            if type(each) is Term and home[term].root is not each:
                _export(each, home[each], home[term])
    for each in wanted:
        if type(each) is Term:
            _export(each, home[each], outermost)
    return outermost


class _Tree:
    """By what each term is dominated: the last one that all ways from the leaves to it go through; None is the top."""

    def __init__(self) -> None:
        self.above: dict[Term, Term | None] = {}
        self._depth: dict[Term | None, int] = {None: 0}

    def grow(self, term: Term) -> None:
        """Add a term whose arguments are there."""
        own = [each for each in term.arguments if type(each) is Term]
        self.above[term] = up = self._common(own) if own else None
        self._depth[term] = self._depth[up] + 1

    def _common(self, terms: Sequence[Term]) -> Term | None:
        """The lowest that these have above them, or are."""
        found: Term | None = terms[0]
        for each in terms[1:]:
            other: Term | None = each
            while found is not other:
                if self._depth[found] >= self._depth[other]:
                    assert found is not None
                    found = self.above[found]
                else:
                    assert other is not None
                    other = self.above[other]
        return found

    def cut(self, term: Term) -> None:
        """Add up first what is below one term, where a sum adds up what is below several."""
        parts = list(zip(term.arguments[1::2], term.arguments[2::2], strict=True))
        top = self._common([each for _, each in parts])
        groups: dict[Term, list[tuple[Operand, Term]]] = {}
        for factor, each in parts:
            below = each
            while below is not top and (up := self.above[below]) is not top:
                assert up is not None
                below = up
            groups.setdefault(below, []).append((factor, each))
        arguments = [term.arguments[0]]
        for below, group in groups.items():
            alone = len(group) == 1 and (group[0][0] == 1 or group[0][1] is below)
            if alone or len(groups) == 1:
                arguments += [part for pair in group for part in pair]
                continue
            whole = all(is_whole(factor) and each.whole for factor, each in group)
            part = term.graph.term("sum", (0, *(part for pair in group for part in pair)), whole)
            if part not in self.above:
                self.cut(part)
                self.grow(part)
            arguments += [1, part]
        term.arguments = tuple(arguments)


def _export(term: Term, region: Region, user: Region) -> None:
    """Hand a term out of its region to that of its user, which is this one or around it."""
    while region is not user:
        region.exports[term] = None
        assert region.parent is not None
        region = region.parent
