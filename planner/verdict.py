"""The word of a plan, and what keeps it from one: loads and degrees that cannot be as they are said."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from planner.placement import PlacementError, Stage, impossible, stages_of
from planner.training.interleaving import interleaving_of
from planner.training_load import Training
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Model, Scenario


class Verdict(StrEnum):
    """The four words. Needed is judged with typical overheads; a band that reaches past the card is Tight."""

    FITS = QT_TRANSLATE_NOOP("verdict", "Fits")
    TIGHT = QT_TRANSLATE_NOOP("verdict", "Tight")
    DOES_NOT_FIT = QT_TRANSLATE_NOOP("verdict", "Does not fit")
    UNKNOWN = QT_TRANSLATE_NOOP("verdict", "Unknown")


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

    A prompt longer than the context, a context beyond a table of learned positions, layers per stage that are not the
    model's, degrees or shares of the states that no set of ranks can have; a Finding names the cells. An output that
    goes past the context is none: a server ends it there, and the cache is bounded by the context.
    """
    if misplaced(model, scenario) is not None or impossible(model.groups, scenario) is not None:
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
