"""The word of a plan, the line that decides over it, and what keeps it from one: loads and degrees that cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from planner.ledger import Slot, Structure, Values
from planner.placement import PlacementError, Stage, impossible, stages_of
from planner.training.interleaving import interleaving_of
from planner.training_load import Training
from planner.unit_table import GIB
from planner.words import QT_TRANSLATE_NOOP, Said
from planner.workbook import Model, Scenario

WITH_THE_LOAD = ("activations", "transient", "kv_cache")
"""What grows with the load, in the order in which a program makes room for it: the cache gets what is left."""


class Verdict(StrEnum):
    """The four words. Needed is judged with typical overheads; a band that reaches past the card is Tight."""

    FITS = QT_TRANSLATE_NOOP("verdict", "Fits")
    TIGHT = QT_TRANSLATE_NOOP("verdict", "Tight")
    DOES_NOT_FIT = QT_TRANSLATE_NOOP("verdict", "Does not fit")
    UNKNOWN = QT_TRANSLATE_NOOP("verdict", "Unknown")


class Judged(Protocol):
    """What of an evaluated plan its word, the line that decides and its kinds of GPU are read from."""

    @property
    def model(self) -> Model:
        """Its model row, resolved."""

    @property
    def scenario(self) -> Scenario:
        """Its scenario row, resolved."""

    @property
    def stage(self) -> Stage | None:
        """The pipeline stage that the memory lines are of; None without a pipeline."""

    @property
    def structure(self) -> Structure:
        """Its lines."""

    @property
    def values(self) -> Values:
        """The numbers of the lines, in their order."""

    @property
    def amounts(self) -> Mapping[Slot, Any]:
        """The numbers of the cells that the lines read."""

    @property
    def verdict(self) -> Verdict:
        """The word."""

    def value(self, key: str) -> Any:
        """The value of a line by its key; None when there is no such line or it is blocked."""


def verdict_of(free: Any, more: Any, tight_below: Any) -> Verdict:
    """The word for these bytes: what stays free, what the high end of the band takes more, what is kept. A blank among
    them is Unknown, never a guess.

    >>> [str(verdict_of(free, 2, 4)) for free in (29, 3, -1)], str(verdict_of(None, 2, 4))
    (['Fits', 'Tight', 'Does not fit'], 'Unknown')
    """
    if free is None or more is None or tight_below is None:
        return Verdict.UNKNOWN
    if free < 0:
        return Verdict.DOES_NOT_FIT
    if free < more or free < tight_below:
        return Verdict.TIGHT
    return Verdict.FITS


def misplaced(model: Model, scenario: Scenario) -> str | None:
    """Why the layers cannot be dealt to pipeline stages as the scenario says; None where they can."""
    pp: Any = scenario.pp
    if scenario.stages is None or not isinstance(pp, int):
        return None
    try:
        stages_of(model.groups, pp, scenario.stages)
    except PlacementError as error:
        return str(error)
    return None


def stages(model: Model, scenario: Scenario) -> tuple[Stage, ...]:
    """The pipeline stages of a plan; one where PP is 1 or not known, dealt evenly where a statement is not usable."""
    pp: Any = scenario.pp
    if not isinstance(pp, int) or pp == 1:
        return ()
    text = None if misplaced(model, scenario) else scenario.stages
    try:
        return stages_of(model.groups, pp, text)
    except PlacementError:
        return ()


def contradicts(model: Model, scenario: Scenario) -> bool:
    """Whether a load cannot be as it is said, so that no memory count of it may be called fitting.

    A model without layers, a prompt longer than the context, a context beyond a table of learned positions, layers per
    stage that are not the model's, degrees or shares of the states that no set of ranks can have; a Finding names the
    cells. An output that goes past the context is none: a server ends it there, and the cache is bounded by the context.
    """
    if not model.groups:
        return True
    if misplaced(model, scenario) is not None or impossible(model.groups, scenario):
        return True
    load = scenario.load
    positions: Any = getattr(model.position, "positions", None)
    if isinstance(load, Training):
        sequence: Any = load.sequence
        shared, dp, cp = load.shard_ranks, scenario.dp, scenario.cp
        if isinstance(shared, int) and isinstance(dp, int) and isinstance(cp, int) and (dp * cp) % shared:
            return True  # a share of the states that no rank has
        interleaved = interleaving_of(model, scenario)
        if interleaved is not None and (interleaved.beyond_layers or interleaved.broken_rounds):
            return True
        return positions is not None and sequence is not None and sequence > positions
    context: Any = load.context
    prompt: Any = load.prompt
    if context is None:
        return False
    return (prompt is not None and prompt > context) or (positions is not None and context > positions)


@dataclass(frozen=True, slots=True)
class Deciding:
    """The line of the ledger that a verdict rests on, and a sentence with its numbers."""

    key: str
    template: str = ""
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """Why it is this line, in English; empty where the word says all."""
        return self.template.format(**self.values)


def deciding_line(evaluation: Judged) -> Deciding | None:
    """Which line decides over a plan's word; None where no line does, but cells that cannot go together.

    Does not fit   The parts of what is needed take their places as a program takes them: weights, states and overheads
                   in the ledger's order, then activations, then the KV cache. The first that finds less room than it
                   takes decides. So weights that are larger than the card decide whatever the load is, and where they
                   have room it is the part whose growth with the load crosses. Where an engine asks for more than is
                   free on the card, what it is allowed decides.
    Tight          Where the high end of the band passes what is free: of the overheads and the activations the one
                   whose own band, high less typical, is widest. Else the share of the card that is to stay free.
    Fits           What stays free.
    Unknown        The first line without a value of those that the free memory needs.
    """
    verdict = evaluation.verdict
    if verdict is Verdict.DOES_NOT_FIT:
        return _without_room(evaluation)
    if verdict is Verdict.TIGHT:
        return _widest_band(evaluation) or _line(evaluation, "tight_below", QT_TRANSLATE_NOOP(
            "findings", "Decided by the line {line}: {value:.2f} GiB are to stay free."),
            value=evaluation.value("tight_below") / GIB)  # fmt: skip
    if verdict is Verdict.FITS:
        return Deciding("free")
    return _blocked(evaluation)


def parts_of(evaluation: Judged) -> tuple[str, ...]:
    """The lines that what a GPU needs is the sum of, in the order in which they find their room."""
    parts = evaluation.structure.children.get("needed", ())
    fixed = [key for key in parts if key not in WITH_THE_LOAD]
    return (*fixed, *(key for key in WITH_THE_LOAD if key in parts))


def _line(evaluation: Judged, key: str, template: str, **values: Any) -> Deciding:
    line = evaluation.structure.lines[evaluation.structure.index[key]]
    return Deciding(key, template, {"line": Said("ledger", line.label, line.label_values), **values})


def _without_room(evaluation: Judged) -> Deciding:
    needed, free = evaluation.value("needed"), evaluation.value("free")
    room = evaluation.value("usable") if needed is None or free is None else needed + free
    allowed, usable = evaluation.value("allowed"), evaluation.value("usable")
    if free is not None and allowed is not None and free == usable - allowed < evaluation.value("free_within"):
        return _line(evaluation, "allowed", QT_TRANSLATE_NOOP(
            "findings", "Decided by the line {line}: {value:.2f} GiB, and {left:.2f} GiB are free on the card."),
            value=allowed / GIB, left=usable / GIB)  # fmt: skip
    left, last = room, "needed"
    for key in parts_of(evaluation):
        value = evaluation.value(key)
        if value is None:
            continue
        last = key
        if value > left:
            break
        left -= value
    return _line(evaluation, last, QT_TRANSLATE_NOOP(
        "findings", "Decided by the line {line}: {value:.2f} GiB, and {left:.2f} GiB are left for it."),
        value=evaluation.value(last) / GIB, left=left / GIB)  # fmt: skip


def _widest_band(evaluation: Judged) -> Deciding | None:
    more = evaluation.value("needed_high") - evaluation.value("needed")
    if evaluation.value("free") >= more:
        return None
    key, value, high = max(_bands(evaluation), key=lambda band: band[2] - band[1])
    return _line(evaluation, key, QT_TRANSLATE_NOOP(
        "findings", "Decided by the line {line}: typically {value:.2f} GiB, up to {high:.2f} GiB."),
        value=value / GIB, high=high / GIB)  # fmt: skip


def _bands(evaluation: Judged) -> Iterator[tuple[str, Any, Any]]:
    """Each line with a band of its own: its key, typical and high."""
    structure = evaluation.structure
    for name, slot in structure.lines[structure.index["overhead_high"]].sources.items():
        key = f"overhead.{name.removesuffix('_high')}"
        yield key, evaluation.value(key), evaluation.amounts[slot]
    if "activations_high" in structure.index:
        yield "activations", evaluation.value("activations"), evaluation.value("activations_high")


def _blocked(evaluation: Judged) -> Deciding | None:
    """The first line in order of calculation that has no value and that the free memory is computed from."""
    structure = evaluation.structure
    stack, needs = ["free", "needed_high", "tight_below"], set[str]()
    while stack:
        key = stack.pop()
        if key in structure.index and key not in needs:
            needs.add(key)
            stack.extend(structure.precedents(key))
    for position in structure.order:
        key = structure.lines[position].key
        if key in needs and evaluation.values.values[position] is None:
            return Deciding(key)
    return None
