"""The words of many plans at once, by the rule of a single plan, and what keeps one from a word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy

from planner.engine import known_on
from planner.hosts import taken_in
from planner.verdict import contradicts
from planner.what_if.arrays import DOES_NOT_FIT, FITS, TIGHT, UNKNOWN
from planner.what_if.matrix.rows import Load
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Accelerator, Model, Training

REASONS: Mapping[str, str] = {
    "": "",
    "blank": QT_TRANSLATE_NOOP("matrix", "a figure that the count needs is blank"),
    "no_engine": QT_TRANSLATE_NOOP("matrix", "the engine of the load is not in the workbook"),
    "contradiction": QT_TRANSLATE_NOOP("matrix", "the load and the model do not go together"),
    "cut_cache": QT_TRANSLATE_NOOP("matrix", "the engine keeps the cache whole on one GPU, and TP divides it"),
    "foreign": QT_TRANSLATE_NOOP("matrix", "the engine's figures are not known on this device"),
    "unequal": QT_TRANSLATE_NOOP("matrix", "the plan takes in smaller cards of the host"),
}
"""Why a cell is Unknown, by code, in English."""
REASON_CODES = tuple(REASONS)


def words_of(
    values: Mapping[str, Any], model: Model, cards: Sequence[Accelerator], load: Load, hosts: Sequence[Accelerator]
) -> tuple[Any, Any]:
    """Word and reason of each card's plan, by `arrays.CODES` and places in `REASON_CODES`; `hosts` are all cards."""
    free, needed = values["free"], values["needed"]
    more, kept = values["needed_high"] - needed, values["tight_below"]
    unknown = numpy.isnan(free) | numpy.isnan(more) | numpy.isnan(kept)
    words = numpy.where((free < more) | (free < kept), TIGHT, FITS)
    words = numpy.where(free < 0, DOES_NOT_FIT, words)
    words = numpy.where(unknown, UNKNOWN, words)
    # A NaN compares as False: states are known, needed is not, and the states alone are larger than the card.
    words = numpy.where(numpy.isnan(needed) & (values["states"] > values["usable"]), DOES_NOT_FIT, words)
    reasons = numpy.where(words == UNKNOWN, REASON_CODES.index("blank"), 0)

    def withhold(where: Any, code: str) -> None:
        nonlocal words, reasons
        known = where & ((words == FITS) | (words == TIGHT))
        words = numpy.where(known, UNKNOWN, words)
        reasons = numpy.where(known, REASON_CODES.index(code), reasons)

    scenario, engine = load.scenario, load.engine
    every = numpy.ones(len(cards), dtype=bool)
    serves = not isinstance(scenario.load, Training)
    withhold(every & (serves and scenario.engine is not None and engine is None), "no_engine")
    models = [each for each in (model, load.draft) if each is not None]
    withhold(every & any(contradicts(each, scenario) for each in models), "contradiction")
    withhold(every & (engine is not None and engine.cache_on_one_gpu and scenario.tp != 1), "cut_cache")
    if serves and engine is not None:
        withhold(numpy.array([not known_on(engine, card.vendor) for card in cards], dtype=bool), "foreign")
    smaller = [
        card.host is not None and taken_in(hosts, scenario.model_copy(update={"accelerator": card.id})) is not None
        for card in cards
    ]
    withhold(numpy.array(smaller, dtype=bool), "unequal")
    return words, reasons
