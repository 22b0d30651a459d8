"""The cards of a matrix as arrays, in groups whose plans have the same lines.

Cards choose lines mostly by which constants of the time estimate they have. Where a constant of a class is blank,
`TimeChoices` takes that of a wider class. Here the blank cell gets that number, so that one set of lines serves cards
with few constants and with many; what is computed is the same. Where a known constant changes the formula of a call
itself (`otherwise`), both formulas are computed for all cards, and each card has its own. Only where one blank would
stand for two different numbers, cards stay apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import numpy

from planner.formula import formula
from planner.ledger import Slot, Structure
from planner.plan import Kitchen
from planner.plan_inputs import card_inputs, link_of, serving_of, time_of
from planner.precision import WEIGHT_CELLS
from planner.scope import Choices, Serving
from planner.time.calls import TOGETHER, time_of_call
from planner.time.choices import BY_CLASS, CLASS_OF, OPERANDS, CardFacts, TimeChoices
from planner.time.request_choices import RequestChoices, request_choices
from planner.what_if.matrix.array_lines import Other
from planner.workbook import Accelerator, Assumptions, Engine, Scenario

DECIDING = tuple(name for name, _, _ in TOGETHER.values())
"""Constants that change the formula of a call where they are known."""
KNOWN = "known."
"""How the slots begin that say of each card whether it has one of these."""
EXPERTS = ("grouped_gemm_compute_efficiency", "grouped_gemm_bandwidth_efficiency")
"""A card that has these and no constants of narrow products takes them for experts, and others for matrix products."""
PARTS_OF_A_CONSTANT = ("compute_efficiency", "bandwidth_efficiency", "fused_call_time", "call_time", "exponent")
PARTED: Mapping[str, tuple[str, str]] = {
    name: next((name.removesuffix(f"_{what}"), what) for what in PARTS_OF_A_CONSTANT if name.endswith(f"_{what}"))
    for name in BY_CLASS
}
"""Class and kind of each constant."""


class Chosen(NamedTuple):
    """What a card chooses of the lines of a plan."""

    serving: Serving
    time: TimeChoices
    request: RequestChoices
    link: str


@dataclass(frozen=True, slots=True, eq=False)
class CardGroup:
    """Cards by their places in the matrix, what they choose, and their amounts as arrays (NaN where blank)."""

    places: Any
    chosen: Chosen
    amounts: Mapping[Slot, Any]

    def choices(self, choices: Choices) -> Choices:
        """The choices of a plan with what these cards choose."""
        if choices.training is not None:
            return choices._replace(link=self.chosen.link)
        return choices._replace(**self.chosen._asdict())


@dataclass(slots=True)
class Cards:
    """The columns of a matrix: facts and amounts, computed once, and the groups that were asked for."""

    rows: Sequence[Accelerator]
    assumptions: Assumptions
    given: Sequence[tuple[Mapping[Slot, Any], CardFacts]]
    """What each row gives (`card_inputs`)."""
    amounts: dict[bool, list[Mapping[Slot, Any]]] = field(default_factory=dict)
    """With blank constants filled in, and as they are."""
    grouped: dict[tuple[Any, ...], tuple[Scenario, list[CardGroup]]] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Sequence[Accelerator], assumptions: Assumptions, kitchen: Kitchen) -> Cards:
        """The cards with their rows resolved; what these give is remembered by the kitchen."""
        return cls(rows, assumptions, [kitchen.remembered(row, card_inputs) for row in rows])

    def groups(
        self, choices: Choices, scenario: Scenario, engine: Engine | None, drafts: bool, timed: bool
    ) -> list[CardGroup]:
        """The cards by what they choose under this scenario; `choices` are those of its formats and degrees.

        Without `timed` only memory is asked for, and nothing that chooses lines of time tells cards apart.
        """
        linked = timed and (choices.tensor_parallel or choices.placement.pipeline or choices.placement.experts)
        used = frozenset(OPERANDS[name] for name in (getattr(choices, c) for c in WEIGHT_CELLS) if name in OPERANDS)
        serves = choices.training is None
        name = (id(scenario), drafts, timed and (used, linked), serves)
        found = self.grouped.get(name)
        if found is None:
            places: dict[Chosen, list[int]] = {}
            for at, row in enumerate(self.rows):
                link = link_of(scenario, row) if linked else "link"
                serving, time, asked = Serving(), TimeChoices(), RequestChoices()
                if serves:
                    serving = serving_of(scenario, engine, row)
                if serves and timed:
                    time = time_of(scenario, engine, row, self.given[at][1])
                    time = unified(time, used, scenario.constants == "three")
                    asked = request_choices(scenario, engine, row, drafts)._replace(priced=True, powered=False)
                places.setdefault(Chosen(serving, time, asked, link), []).append(at)
            groups = [self._group(those, chosen, serves and timed) for chosen, those in places.items()]
            found = self.grouped[name] = (scenario, groups)  # the scenario is held, so that its id stays its own
        return found[1]

    def _group(self, places: list[int], chosen: Chosen, filled: bool) -> CardGroup:
        rows = self._amounts(filled)
        amounts = {}
        for slot in rows[places[0]]:
            amounts[slot] = numpy.array([rows[at][slot] for at in places], dtype=float)  # None becomes NaN
        for name in DECIDING if filled else ():
            amounts[f"{KNOWN}{name}"] = numpy.array([name in self.given[at][1].known for at in places])
        return CardGroup(numpy.array(places), chosen, amounts)

    def _amounts(self, filled: bool) -> list[Mapping[Slot, Any]]:
        if filled not in self.amounts:
            self.amounts[filled] = [
                {**amounts, **self._constants(amounts, facts)} if filled else amounts for amounts, facts in self.given
            ]
        return self.amounts[filled]

    def _constants(self, amounts: Mapping[Slot, Any], facts: CardFacts) -> dict[Slot, Any]:
        """What stands for each constant by class that a card does not have."""
        found = {}
        for slot, instead, assumed in _instead(facts.known):
            value = 0 if instead is None else amounts[instead]
            if assumed:
                more = getattr(self.assumptions, assumed)
                value = None if value is None or more is None else value + more
            found[slot] = value
        return found


@lru_cache(maxsize=256)
def _instead(known: tuple[str, ...]) -> tuple[tuple[Slot, Slot | None, str], ...]:
    """Each constant by class that is not among these, the one that stands for it, and the assumption that is added."""
    constant = TimeChoices(known=known).constant
    found = []
    for name in BY_CLASS:
        if name not in known:
            kind, what = PARTED[name]
            narrow = next((operand for operand, own in CLASS_OF.items() if own == kind), "")
            if narrow and what.endswith("call_time"):
                instead = constant("gemm", "", "call_time")
                assumed = f"quantising_{'fused' if what == 'fused_call_time' else 'separate'}"
            else:
                instead = constant("gemm" if narrow else kind, narrow, what)
                assumed = "roofline_exponent" if instead is None else ""
            found.append((f"accelerator.{name}", instead, assumed))
    return tuple(found)


def unified(time: TimeChoices, used: frozenset[str], simple: bool) -> TimeChoices:
    """The choices without what no line of a matrix differs by; `used` are the narrow types that weights have."""
    known = time.known
    if not simple and not any(name in known for name in EXPERTS):
        known = BY_CLASS
    types = tuple(kind for kind in time.types if kind in used)
    return time._replace(types=types, known=known, own=False)


def otherwise(structure: Structure, time: TimeChoices) -> dict[str, Other]:
    """By call, the formula of its time on a card that has not the constant that decides over it."""
    without = time._replace(known=tuple(name for name in time.known if name not in DECIDING))
    found = {}
    for call in structure.calls:
        deciding = TOGETHER[call.operator_class][0] if call.operator_class in TOGETHER else ""
        if deciding in time.known and call.flops is not None:
            text, slots, _ = time_of_call(without, call.key, call.operator_class, call.operand, computes=True)
            found[call.key] = Other(f"{KNOWN}{deciding}", text, tuple(slots[name] for name in formula(text).names))
    return found
