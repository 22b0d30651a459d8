"""A log's figures beside the lines of a ledger: what is planned, the gap, and whether it lies within the rounding."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planner.hosts import gpus_of
from planner.logs.figures import Figure
from planner.logs.reading import Log
from planner.plan import Evaluation
from planner.scope import SET_IN_SCENARIO
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Training

TITLES: Mapping[str, str] = {
    "weights": QT_TRANSLATE_NOOP("logs", "Weights"),
    "weights_host": QT_TRANSLATE_NOOP("logs", "Weights in host memory"),
    "weights_split": QT_TRANSLATE_NOOP("logs", "Weights whose rows are spread over the GPUs"),
    "weights_all": QT_TRANSLATE_NOOP("logs", "Weights on all devices, as reckoned before loading"),
    "kv_cache": QT_TRANSLATE_NOOP("logs", "KV cache"),
    "kv_cache_host": QT_TRANSLATE_NOOP("logs", "KV cache in host memory"),
    "kv_all": QT_TRANSLATE_NOOP("logs", "KV cache on all devices, as reckoned before loading"),
    "kv_keys": QT_TRANSLATE_NOOP("logs", "Keys in the cache"),
    "kv_values": QT_TRANSLATE_NOOP("logs", "Values in the cache"),
    "kv_tokens": QT_TRANSLATE_NOOP("logs", "Tokens in the cache"),
    "kv_blocks": QT_TRANSLATE_NOOP("logs", "Pages of the cache"),
    "kv_request": QT_TRANSLATE_NOOP("logs", "Cache that one request needs"),
    "requests": QT_TRANSLATE_NOOP("logs", "Requests of a whole context"),
    "states": QT_TRANSLATE_NOOP("logs", "Recurrent states"),
    "conv_states": QT_TRANSLATE_NOOP("logs", "States of convolutions"),
    "activations": QT_TRANSLATE_NOOP("logs", "Activations"),
    "compute": QT_TRANSLATE_NOOP("logs", "Compute buffer"),
    "projected": QT_TRANSLATE_NOOP("logs", "Projected on all devices before loading"),
    "peak_torch": QT_TRANSLATE_NOOP("logs", "Peak of torch"),
    "non_torch": QT_TRANSLATE_NOOP("logs", "Outside torch, while profiling"),
    "graphs": QT_TRANSLATE_NOOP("logs", "CUDA graphs"),
    "usable": QT_TRANSLATE_NOOP("logs", "Memory of the card"),
    "allowed": QT_TRANSLATE_NOOP("logs", "Allowed to the engine"),
    "memory_fraction": QT_TRANSLATE_NOOP("logs", "Memory fraction"),
    "tokens_per_step": QT_TRANSLATE_NOOP("logs", "Tokens per step"),
    "max_sequences": QT_TRANSLATE_NOOP("logs", "Sequences per step"),
    "context": QT_TRANSLATE_NOOP("logs", "Context"),
    "page_tokens": QT_TRANSLATE_NOOP("logs", "Tokens of a page"),
    "free_before": QT_TRANSLATE_NOOP("logs", "Free before loading"),
    "free_after_weights": QT_TRANSLATE_NOOP("logs", "Free after the weights"),
    "free_after_cache": QT_TRANSLATE_NOOP("logs", "Free after the cache"),
    "free_after_loading": QT_TRANSLATE_NOOP("logs", "Free after loading"),
    "free_ready": QT_TRANSLATE_NOOP("logs", "Free when ready"),
    "free_now": QT_TRANSLATE_NOOP("logs", "Free now"),
    "tried": QT_TRANSLATE_NOOP("logs", "Asked for when it ran out"),
    "torch_allocated": QT_TRANSLATE_NOOP("logs", "Held by tensors when it ran out"),
    "wanted": QT_TRANSLATE_NOOP("logs", "Tensors, with what was asked for (at least)"),
    "process": QT_TRANSLATE_NOOP("logs", "Memory of the process"),
    "outside_torch": QT_TRANSLATE_NOOP("logs", "Of the process, outside torch"),
    "others": QT_TRANSLATE_NOOP("logs", "Memory of a process that is named by its number"),
    "elsewhere": QT_TRANSLATE_NOOP("logs", "Of the process, by Metal outside torch"),
    "card_used": QT_TRANSLATE_NOOP("logs", "Used on the card"),
    "card_total": QT_TRANSLATE_NOOP("logs", "Total of the card, by the driver"),
    "execution_context": QT_TRANSLATE_NOOP("logs", "Execution context"),
    "cells": QT_TRANSLATE_NOOP("logs", "Cells of the cache"),
    "slots": QT_TRANSLATE_NOOP("logs", "Slots"),
}
"""What is shown, in this order."""
COUNTS: Mapping[str, str] = {
    "kv_tokens": "token", "kv_blocks": "page", "requests": "request", "memory_fraction": "", "tokens_per_step": "token",
    "max_sequences": "", "context": "token", "page_tokens": "token", "cells": "token", "slots": "",
}  # fmt: skip
"""Units of what is no size."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A number of a plan: its value, and the lines of the ledger that it comes from (none for a cell)."""

    value: int | float
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One figure beside the plan. `gap` is stated less planned, None where the plan has no such number."""

    figure: Figure
    title: str
    unit: str
    planned: Planned | None

    @property
    def gap(self) -> int | float | None:
        """Stated less planned."""
        return None if self.planned is None else self.figure.value - self.planned.value

    @property
    def share(self) -> float | None:
        """The gap as a share of what is stated."""
        return None if self.gap is None or not self.figure.value else self.gap / abs(self.figure.value)

    @property
    def agrees(self) -> bool:
        """Whether the plan lies within the rounding of what was printed."""
        return self.gap is not None and abs(self.gap) <= max(self.figure.half, 1e-9 * abs(self.figure.value))


def rows_of(log: Log, plan: Evaluation) -> tuple[Row, ...]:
    """Every figure that has a name, beside what the plan says of it."""
    return tuple(
        Row(log.figures[quantity], title, COUNTS.get(quantity, "byte"), planned(quantity, log, plan))
        for quantity, title in TITLES.items()
        if quantity in log.figures and not (quantity == "compute" and "activations" in log.figures)
    )


def planned(quantity: str, log: Log, plan: Evaluation) -> Planned | None:
    """What a plan says of a quantity; None where it says nothing, or is of another length than the log."""
    find = _PLANNED.get(quantity)
    return None if find is None else find(log, plan)


def _lines(*keys: str) -> Callable[[Log, Evaluation], Planned | None]:
    """The sum of lines; those that a plan does not have are nothing, but one must be there."""

    def find(_: Log, plan: Evaluation) -> Planned | None:
        return _sum(plan, [key for key in keys if key in plan.structure.index])

    return find


def _sum(plan: Evaluation, keys: Sequence[str]) -> Planned | None:
    values = [plan.value(key) for key in keys]
    return None if not values or None in values else Planned(sum(values), tuple(keys))


def bounded(plan: Evaluation) -> bool:
    """Whether the engine gives the cache all that its budget leaves."""
    return plan.engine is not None and plan.engine.budget != "none"


def _cache(_: Log, plan: Evaluation) -> Planned | None:
    return _sum(plan, ["kv_budget" if bounded(plan) else "kv_cache"])


def _cached(ending: str) -> Callable[[Log, Evaluation], Planned | None]:
    """The lines of the cache that end so: keys, values, states. An engine that fills its budget has no such lines."""

    def find(_: Log, plan: Evaluation) -> Planned | None:
        if bounded(plan) and ending not in ("state", "conv_state"):
            return None
        keys = [line.key for line in plan.structure.lines
                if line.key.startswith("kv_cache.") and line.key.rpartition(".")[2] == ending]  # fmt: skip
        return _sum(plan, keys)

    return find


def _blocks(log: Log, plan: Evaluation) -> Planned | None:
    tokens = plan.value("kv_capacity_tokens")
    page: Any = figure_or(log, "page_tokens", None if plan.engine is None else plan.engine.page_tokens)
    if tokens is None or not page:
        return None
    return Planned(tokens // page, ("kv_capacity_tokens",))


def _of_context(key: str) -> Callable[[Log, Evaluation], Planned | None]:
    """A line about a request of the plan's context, where the log speaks of that length."""

    def find(log: Log, plan: Evaluation) -> Planned | None:
        length = figure_or(log, "request_tokens", None)
        if isinstance(plan.scenario.load, Training) or length != plan.scenario.serving.context:
            return None
        return _sum(plan, [key] if key in plan.structure.index else [])

    return find


def _tensors(_: Log, plan: Evaluation) -> Planned | None:
    parts = ["weights", "kv_budget" if bounded(plan) else "kv_cache", "activations"]
    if isinstance(plan.scenario.load, Training):
        parts = [key for key in plan.structure.children.get("needed", ()) if key != "overhead"]
    return _sum(plan, [key for key in parts if key in plan.structure.index])


def _on_one(*keys: str) -> Callable[[Log, Evaluation], Planned | None]:
    """The sum of lines where one GPU and its host hold everything."""

    def find(_: Log, plan: Evaluation) -> Planned | None:
        if gpus_of(plan.scenario) != 1:
            return None
        return _sum(plan, [key for key in keys if key in plan.structure.index])

    return find


def _card(name: str) -> Callable[[Log, Evaluation], Planned | None]:
    def find(_: Log, plan: Evaluation) -> Planned | None:
        value = None if plan.accelerator is None else getattr(plan.accelerator, name)
        return None if value is None else Planned(value)

    return find


def _setting(name: str) -> Callable[[Log, Evaluation], Planned | None]:
    def find(_: Log, plan: Evaluation) -> Planned | None:
        if isinstance(plan.scenario.load, Training):
            return None
        own = getattr(plan.scenario, SET_IN_SCENARIO[name])
        value = own if own is not None else plan.value(name)
        if value is None and plan.engine is not None:
            value = getattr(plan.engine, name)
        return None if value is None else Planned(value)

    return find


def _context(_: Log, plan: Evaluation) -> Planned | None:
    load = plan.scenario.load
    value: Any = None if isinstance(load, Training) else load.context
    return None if value is None else Planned(value)


def _page(_: Log, plan: Evaluation) -> Planned | None:
    value: Any = None if plan.engine is None else plan.engine.page_tokens
    return None if value is None else Planned(value)


def figure_or(log: Log, quantity: str, other: Any) -> Any:
    """The value of a figure, or something else where the log does not state it."""
    return log.figures[quantity].value if quantity in log.figures else other


_PLANNED: Mapping[str, Callable[[Log, Evaluation], Planned | None]] = {
    "weights": _lines("weights"),
    "weights_host": _lines("weights_elsewhere"),
    "weights_all": _on_one("weights", "weights_elsewhere"),
    "kv_cache": _cache,
    "kv_all": _on_one("kv_cache"),
    "kv_keys": _cached("keys"),
    "kv_values": _cached("values"),
    "states": _cached("state"),
    "conv_states": _cached("conv_state"),
    "kv_tokens": _lines("kv_capacity_tokens"),
    "kv_blocks": _blocks,
    "kv_request": _of_context("kv_request"),
    "requests": _of_context("kv_requests"),
    "activations": _lines("activations"),
    "compute": _lines("activations"),
    "projected": _on_one("weights", "kv_cache", "activations"),
    "peak_torch": _lines("weights", "activations"),
    "non_torch": _lines("overhead.runtime", "overhead.communicator"),
    "graphs": _lines("overhead.graphs"),
    "usable": _card("usable_memory"),
    "allowed": _lines("allowed"),
    "memory_fraction": _setting("memory_fraction"),
    "tokens_per_step": _setting("tokens_per_step"),
    "max_sequences": _setting("max_sequences"),
    "context": _context,
    "page_tokens": _page,
    "wanted": _tensors,
    "process": _lines("reserved"),
    "outside_torch": _lines("overhead.device_context", "overhead.runtime", "overhead.communicator"),
    "card_used": _lines("reserved"),
    "card_total": _card("driver_memory"),
}
