"""Which terms are functions of one term alone: they are computed once for each value that it has.

Of a million points of batch and context the requests that run at a time have a thousand values, and all calls of a
decoding pass are functions of that number. A region is such a term with all that is computed from it alone: what it
dominates, in the words of compilers. (Cooper, Harvey and Kennedy, A Simple, Fast Dominance Algorithm, 2001; of a graph
without circles one pass is enough.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from planner.what_if.sweep.terms import Operand, Term

WORTH = 40
"""A region pays where it saves so many operations: to find the values of a whole term costs about thirty."""
COST = {"power": 12, "sum": 2, "ceil_div": 3, "//": 40, "%": 40}
"""Operations on arrays that one of these takes, in additions; one where it is not said."""


@dataclass(slots=True, eq=False)
class Region:
    """A term (None at the outset) and what is a function of it alone, in order. `exports` are used outside; `within` are
    regions inside, by their roots.
    """

    root: Term | None
    parent: Region | None
    terms: list[Term] = field(default_factory=list)
    exports: dict[Term, None] = field(default_factory=dict)
    within: dict[Term, Region] = field(default_factory=dict)


def regions(terms: Sequence[Term], wanted: Sequence[Operand]) -> tuple[Region, dict[Term, Region]]:
    """The outermost region, and the region that each term is computed in. The root of a region is of its parent."""
    above: dict[Term, Term | None] = {}
    depth: dict[Term | None, int] = {None: 0}
    for term in terms:
        found, first = None, True
        for each in term.arguments:
            if type(each) is not Term:
                continue
            other: Term | None = each
            if first:
                found, first = other, False
            while found is not other:
                if depth[found] >= depth[other]:
                    assert found is not None
                    found = above[found]
                else:
                    assert other is not None
                    other = above[other]
        above[term] = found
        depth[term] = depth[found] + 1
    saved = dict.fromkeys(terms, 0)
    for term in reversed(terms):
        up = above[term]
        if up is not None:
            saved[up] += saved[term] + COST.get(term.operation, 1) * max(len(term.arguments) // 2, 1)
    outermost = Region(None, None)
    own: dict[Term | None, Region] = {None: outermost}
    home: dict[Term, Region] = {}
    for term in terms:
        home[term] = region = own[above[term]]
        region.terms.append(term)
        own[term] = region
        if term.whole and saved[term] >= WORTH:
            own[term] = region.within[term] = Region(term, region)
    for term in terms:
        for each in term.arguments:
            if type(each) is Term and home[term].root is not each:
                _export(each, home[each], home[term])
    for each in wanted:
        if type(each) is Term:
            _export(each, home[each], outermost)
    return outermost, home


def _export(term: Term, region: Region, user: Region) -> None:
    """Hand a term out of its region to that of its user, which is this one or around it."""
    while region is not user:
        region.exports[term] = None
        assert region.parent is not None
        region = region.parent
