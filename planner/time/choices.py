"""What of card, engine and scenario chooses the lines of the time estimate: which constants are known, which peaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from planner.accelerator import DEFAULT, MEASURED, Accelerator
from planner.engine import Engine
from planner.fields import Number, fields_of
from planner.ledger import Slot
from planner.scenario import Scenario
from planner.time.request_choices import RequestChoices

SIMPLE = ("compute_efficiency", "bandwidth_efficiency", "call_time")
"""The three constants that every card has."""
BY_CLASS = tuple(
    name for name, kind in fields_of(Accelerator) if isinstance(kind, Number) and kind.group == "class_constants"
)
FITTED = ": fitted to "
"""What stands in the source of a constant between its date and the points that it was fitted to."""
SIZES = (2, 4, 8)
"""The numbers of cards that all-reduces are fitted for."""

OPERANDS: Mapping[str, str] = {
    "fp8": "fp8", "fp8_channel": "fp8", "fp8_b128": "fp8", "mxfp8": "fp8", "int8": "int8", "int8_channel": "int8",
    "nvfp4": "fp4",
}  # fmt: skip
"""The type in which a weight's format is multiplied, where it is not weights alone that are quantised: int4 of AWQ and
GPTQ, int8 in groups, nf4, GGUF types and MXFP4 are widened to 16 bits first."""
FROM_CAPABILITY: Mapping[str, tuple[int, int]] = {"fp8": (8, 9), "int8": (7, 5), "fp4": (10, 0)}
"""NVIDIA's compute capability from which the matrix units have a type (CUDA C++ programming guide, tensor cores)."""
CLASS_OF: Mapping[str, str] = {"fp8": "gemm_8bit", "int8": "gemm_8bit", "fp4": "gemm_4bit"}

WIDER: Mapping[str, tuple[str, ...]] = {"grouped_gemm": ("grouped_gemm", "gemm")}
"""The classes whose constants stand for those of a class, in order; the three constants come last."""


class TimeChoices(NamedTuple):
    """The default is a card without constants by class and an engine that nobody chose."""

    known: tuple[str, ...] = ()
    """The constants by class that the card has, in the order of the record; none under three constants."""
    types: tuple[str, ...] = ()
    """The types below 16 bits that the card's matrix units have."""
    quantising: str = "separate"
    collective: str = "custom"
    sized: bool = False
    """Whether the card has the engine's all-reduce by number of cards, over the link that the plan uses."""
    own: bool = False
    """Whether the constants were fitted on this kind of card."""
    from_blocks: bool = False
    """Whether they were fitted to single blocks that Fitsheet measured."""

    def operand(self, format_name: str) -> str:
        """The type of the operands of a product with weights in a format: "fp8", "int8", "fp4", or "" for 16 bits.

        >>> TimeChoices(types=("fp8",)).operand("fp8_b128"), TimeChoices(types=("fp8",)).operand("int4_g128")
        ('fp8', '')
        """
        found = OPERANDS.get(format_name, "")
        return found if found in self.types and self.quantising != "none" else ""

    def constant(self, operator_class: str, operand: str, name: str) -> Slot | None:
        """The cell of a constant of a class: its own, of a wider class, or one of the three; None of an exponent that
        no class states.

        >>> TimeChoices(("gemm_call_time",)).constant("grouped_gemm", "", "call_time")
        'accelerator.gemm_call_time'
        """
        wider = WIDER.get(operator_class, (operator_class,))
        if operand and "gemm" in wider and not (operator_class == "grouped_gemm" and name == "call_time"):
            wider = (CLASS_OF[operand], *wider)
        for known in wider:
            if f"{known}_{name}" in self.known:
                return f"accelerator.{known}_{name}"
        return f"accelerator.{name}" if name in SIMPLE else None

    def call_times(self, operator_class: str, operand: str) -> dict[str, Slot]:
        """The fixed time of a call by name: of a quantised product that of the card, or that of a plain one and what
        quantising adds.
        """
        if operand and operator_class == "gemm":
            own = f"{CLASS_OF[operand]}_{'fused_' if self.quantising == 'fused' else ''}call_time"
            if own in self.known:
                return {"call_time": f"accelerator.{own}"}
            plain = self.constant("gemm", "", "call_time")
            assert plain is not None
            return {"call_time": plain, "quantising": f"assumptions.quantising_{self.quantising}"}
        found = self.constant(operator_class, operand, "call_time")
        assert found is not None
        return {"call_time": found}


class Rates(NamedTuple):
    """What of a plan chooses the constants and the peak of its calls, and nothing else."""

    time: TimeChoices
    activations: str
    half_sums: bool
    shared: bool
    ceiling: bool
    group_reads: bool


def rates_of(time: TimeChoices, request: RequestChoices, activations: str) -> Rates:
    """The rates under these choices; equal ones are equal whatever else is chosen."""
    constants = TimeChoices(known=time.known, quantising=time.quantising)
    return Rates(constants, activations, request.half_sums, request.shared_rates, request.ceiling, request.group_reads)


class CardFacts(NamedTuple):
    """What a resolved card's row gives to the choices, whatever the scenario; remembered with the row."""

    known: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    sized: tuple[str, ...] = ()
    """The all-reduces that it has for every number of cards."""
    own: tuple[bool, bool] = (False, False)
    """Whether the constants were fitted on this kind of card: those by class, and the three."""
    from_blocks: tuple[bool, bool] = (False, False)
    """Whether any was fitted to single blocks that Fitsheet measured: those by class too, and the three alone."""


def facts_of(card: Accelerator) -> CardFacts:
    """The facts of a resolved row."""
    return CardFacts(
        known=tuple(name for name in BY_CLASS if getattr(card, name) is not None),
        types=tuple(kind for kind in FROM_CAPABILITY if multiplies(card, kind)),
        sized=tuple(
            kind
            for kind in ("custom", "nccl")
            if all(getattr(card, f"{kind}_{what}_{size}") is not None
                   for what in ("latency", "efficiency") for size in SIZES)
        ),
        own=(fitted_here(card, simple=False), fitted_here(card, simple=True)),
        from_blocks=(fitted_to_blocks(card, (*SIMPLE, *BY_CLASS)), fitted_to_blocks(card, SIMPLE)),
    )  # fmt: skip


def time_choices(scenario: Scenario, card: CardFacts, engine: Engine | None, same_link: bool) -> TimeChoices:
    """The choices of a resolved plan; `same_link`: it uses the faster of the card's links."""
    simple = scenario.constants == "three"
    collective = "custom" if engine is None else engine.collective
    return TimeChoices(
        known=() if simple else card.known,
        types=card.types,
        quantising="separate" if engine is None else engine.quantising,
        collective=collective,
        sized=not simple and same_link and scenario.tp != 1 and collective in card.sized,
        own=card.own[simple],
        from_blocks=card.from_blocks[simple],
    )


def multiplies(card: Accelerator, kind: str) -> bool:
    """Whether a card's matrix units have a type: it states their peak, or is of a generation that has them.

    >>> multiplies(Accelerator(id="a", name="a", compute_capability="9.0"), "fp8")
    True
    """
    if getattr(card, f"peak_{kind}") is not None:
        return True
    major, _, minor = (card.compute_capability or "").partition(".")
    known = major.isascii() and major.isdigit() and (not minor or (minor.isascii() and minor.isdigit()))
    return known and (int(major), int(minor or 0)) >= FROM_CAPABILITY[kind]


def fitted_here(card: Accelerator, simple: bool) -> bool:
    """Whether the constants of matrix products were fitted on this kind of card or measured here, not taken from
    another, typed without a source, or a default.
    """
    names = [name if simple or getattr(card, f"gemm_{name}") is None else f"gemm_{name}" for name in SIMPLE]
    return all(card.sources.get(name) and card.provenance(name) != DEFAULT for name in names)


def fitted_to_blocks(card: Accelerator, names: Iterable[str]) -> bool:
    """Whether one of these constants was fitted to what Fitsheet measured.

    >>> source = fitted_source("2026-11-30", "9 points of GPT-2")
    >>> fitted_to_blocks(Accelerator(id="a", name="a", sources={"call_time": source}), SIMPLE)
    True
    """
    return any(card.sources.get(name, "").startswith(MEASURED) and FITTED in card.sources[name] for name in names)


def fitted_source(date: str, about: str) -> str:
    """The source of a constant that was fitted to measured blocks."""
    return f"{MEASURED} on {date}{FITTED}{about}"
