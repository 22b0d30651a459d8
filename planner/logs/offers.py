"""What of a log can become cells of the document: the scenario's own values, the engine's overheads, the card's memory.

Offers are edits that a person picks from and that are applied as one step; nothing is taken over by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from planner.edits import EditError, applied, value_at
from planner.findings import Edit
from planner.logs.beside import bounded
from planner.logs.reading import Log
from planner.plan import Evaluation
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path, Training, Workbook

Group = Literal["scenario", "overheads", "card"]
GROUPS: dict[Group, str] = {
    "scenario": QT_TRANSLATE_NOOP("logs", "Observed values of the scenario"),
    "overheads": QT_TRANSLATE_NOOP("logs", "Overheads of the engine"),
    "card": QT_TRANSLATE_NOOP("logs", "Memory of the card"),
}
ENDS = ("", "_low", "_high")
"""An observed figure has no band: both ends become the figure."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A figure that can be taken over. `edits` are applied together; `quantity` is the figure that they come from."""

    group: Group
    quantity: str
    title: str
    value: int | float
    unit: str
    edits: tuple[Edit, ...]


def offers_of(log: Log, plan: Evaluation, workbook: Workbook) -> tuple[Offer, ...]:
    """What can be taken over into this workbook, and would change it."""
    found = [*_scenario(log, plan), *_overheads(log, plan), *_card(log, plan)]
    return tuple(offer for offer in found if _changes(offer, workbook))


def edits_of(offers: tuple[Offer, ...] | list[Offer]) -> tuple[Edit, ...]:
    """The edits of several offers; of two for one cell the last."""
    return tuple({edit.path: edit for offer in offers for edit in offer.edits}.values())


def _changes(offer: Offer, workbook: Workbook) -> bool:
    """Whether a document takes the edits, and differs after them."""
    try:
        after = applied(workbook, offer.edits)
    except EditError:
        return False
    return after is not workbook


def _scenario(log: Log, plan: Evaluation) -> Iterator[Offer]:
    if isinstance(plan.scenario.load, Training):
        return
    here = ("scenarios", plan.scenario.id)
    cells: tuple[tuple[str, Path, str, str], ...] = (
        ("memory_fraction", (*here, "memory_fraction"), QT_TRANSLATE_NOOP("logs", "Memory fraction"), ""),
        ("tokens_per_step", (*here, "max_batched_tokens"), QT_TRANSLATE_NOOP("logs", "Tokens per step"), "token"),
        ("max_sequences", (*here, "max_sequences"), QT_TRANSLATE_NOOP("logs", "Sequences per step"), ""),
        ("context", (*here, "load", "context"), QT_TRANSLATE_NOOP("logs", "Context"), "token"),
    )
    for quantity, path, title, unit in cells:
        figure = log.figures.get(quantity)
        if figure is None or figure.value <= 0 or (quantity == "memory_fraction" and not bounded(plan)):
            continue
        if quantity == "context" or plan.engine is not None:
            yield Offer("scenario", quantity, title, figure.value, unit, (Edit(path, figure.value),))


def _overheads(log: Log, plan: Evaluation) -> Iterator[Offer]:
    row: Path = ("assumptions",) if plan.engine is None else ("engines", plan.engine.id)

    def band(name: str, value: int) -> tuple[Edit, ...]:
        return tuple(Edit((*row, f"{name}{end}"), value) for end in ENDS)

    several = "overhead.communicator" in plan.structure.index
    activations = log.figures.get("activations") or log.figures.get("compute")
    if activations is not None and plan.engine is not None and activations.value >= 0:
        title = QT_TRANSLATE_NOOP("logs", "Activations, as printed")
        edit = Edit((*row, "printed_activations"), int(activations.value))
        yield Offer("overheads", activations.quantity, title, activations.value, "byte", (edit,))
    if "outside_torch" in log.figures:
        value = int(log.figures["outside_torch"].value)
        title = QT_TRANSLATE_NOOP("logs", "Device context, with all that is outside torch")
        edits = (*band("device_context", value), *band("runtime", 0), *(band("communicator", 0) if several else ()))
        if value >= 0:
            yield Offer("overheads", "outside_torch", title, value, "byte", edits)
    elif "non_torch" in log.figures:
        value = int(log.figures["non_torch"].value)
        title = QT_TRANSLATE_NOOP("logs", "Runtime outside the allocator")
        if several:
            title = QT_TRANSLATE_NOOP("logs", "Runtime outside the allocator, communicator included")
        edits = (*band("runtime", value), *(band("communicator", 0) if several else ()))
        if value >= 0:
            yield Offer("overheads", "non_torch", title, value, "byte", edits)
    if "graphs" in log.figures:
        # A difference of free memory may be negative; graphs then take less than what was given back meanwhile.
        value = max(int(log.figures["graphs"].value), 0)
        yield Offer("overheads", "graphs", QT_TRANSLATE_NOOP("logs", "CUDA graphs"), value, "byte",
                    band("graphs", value))  # fmt: skip
    if "page_tokens" in log.figures and plan.engine is not None:
        pages: Any = log.figures["page_tokens"].value
        title = QT_TRANSLATE_NOOP("logs", "Tokens of a page")
        yield Offer("overheads", "page_tokens", title, pages, "token", (Edit((*row, "page_tokens"), pages),))


def _card(log: Log, plan: Evaluation) -> Iterator[Offer]:
    if plan.accelerator is None:
        return
    here = ("accelerators", plan.accelerator.id)
    if "usable" in log.figures:
        value = int(log.figures["usable"].value)
        title = QT_TRANSLATE_NOOP("logs", "Usable memory")
        yield Offer("card", "usable", title, value, "byte", (Edit((*here, "usable_memory"), value),))
    if "card_total" in log.figures:
        value = int(log.figures["card_total"].value)
        title = QT_TRANSLATE_NOOP("logs", "Driver memory")
        yield Offer("card", "card_total", title, value, "byte", (Edit((*here, "driver_memory"), value),))
    for quantity in ("free_now", "free_before"):
        if quantity in log.figures:
            value = int(log.figures[quantity].value)
            title = QT_TRANSLATE_NOOP("logs", "Free now")
            yield Offer("card", quantity, title, value, "byte", (Edit((*here, "free_memory"), value),))
            return


def present(workbook: Workbook, edit: Edit) -> Any:
    """What stands in the cell of an edit now; None where nothing does."""
    try:
        return value_at(workbook, edit.path)
    except EditError:
        return None
