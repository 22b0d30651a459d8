"""Statements of one start-up as figures: one per quantity, of the rank that the ledger is of.

The ledger is of the fullest GPU, so of several ranks the most weights and the least room for the cache count. Where one
rank states a quantity twice and both agree within their rounding, the one with more digits counts. What follows by
arithmetic alone is a figure too: an activation peak is torch's peak less the weights, a cache its keys and values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from planner.logs.buffers import buffers, is_of_buffers
from planner.logs.messages import worst_message
from planner.logs.statements import Statement

LEAST = frozenset({"kv_cache", "kv_tokens", "kv_blocks", "requests", "free_before", "free_after_weights", "usable",
                   "free_after_cache", "free_after_loading", "free_ready", "free_now", "allowed"})  # fmt: skip
"""Quantities of which the rank with the least counts."""
SETTINGS = frozenset({"memory_fraction", "max_sequences", "tokens_per_step", "context", "page_tokens", "slots", "cells",
                      "request_tokens"})  # fmt: skip
"""What a program was started with: of several statements the last counts."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A quantity as the log has it. `value` is in bytes, tokens, or a plain number; `ranks` are those that state it."""

    quantity: str
    value: int | float
    half: float
    statements: tuple[Statement, ...]
    differs: bool = False
    """Whether a rank states it with different values."""

    @property
    def ranks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each.rank or each.device for each in self.statements if each.rank or each.device))


def figures_of(statements: Sequence[Statement]) -> dict[str, Figure]:
    """One figure per quantity of what one start-up states."""
    amounts = buffers(statements)
    message = worst_message(statements)
    plain = [each for each in _pooled(statements) if not is_of_buffers(each, amounts) and not _automatic(each)]
    found: dict[str, Figure] = {}
    for quantity in dict.fromkeys(each.quantity for each in plain):
        same = [each for each in plain if each.quantity == quantity]
        found[quantity] = _said(message[quantity], same) if quantity in message else _one(quantity, same)
    for quantity, amount in amounts.items():
        found.pop(quantity, None)
        if amount is not None:
            found[quantity] = Figure(quantity, amount.value, amount.half, amount.statements, amount.differs)
    if "process" in found and found["process"].value <= 0:
        del found["process"]  # in a container the driver does not say whose memory it is
    return _derived(found)


def _automatic(statement: Statement) -> bool:
    """Whether a setting is one that the program finds itself, which it writes as -1."""
    return statement.quantity in SETTINGS and statement.value <= 0


def _said(one: Statement, same: Sequence[Statement]) -> Figure:
    """The figure of one message, where others state it too: those of its rank may contradict it."""
    differs = any(each.rank == one.rank and abs(each.value - one.value) > each.half + one.half for each in same)
    return Figure(one.quantity, one.value, one.half, tuple(same), differs)


def _one(quantity: str, statements: Sequence[Statement]) -> Figure:
    """The figure of a quantity from what its ranks state."""
    if quantity in SETTINGS:
        last = statements[-1]
        differs = len({each.value for each in statements}) > 1
        return Figure(quantity, last.value, last.half, tuple(statements), differs)
    choose: Callable[[Iterable[Statement]], Statement] = _least if quantity in LEAST else _most
    by_rank: dict[str, list[Statement]] = {}
    for each in statements:
        by_rank.setdefault(each.rank or each.device, []).append(each)
    chosen: list[Statement] = []
    differs = False
    for own in by_rank.values():
        extreme = choose(own)
        agreeing = [each for each in own if abs(each.value - extreme.value) <= each.half + extreme.half]
        differs = differs or len(agreeing) < len(own)
        chosen.append(min(agreeing, key=lambda each: each.half))
    one = choose(chosen)
    return Figure(quantity, one.value, one.half, tuple(statements), differs)


def _least(statements: Iterable[Statement]) -> Statement:
    return min(statements, key=lambda each: each.value)


def _most(statements: Iterable[Statement]) -> Statement:
    return max(statements, key=lambda each: each.value)


def _pooled(statements: Sequence[Statement]) -> Sequence[Statement]:
    """SGLang's two pools of a model whose layers have windows as the one cache that they are: each rank's keys, and its
    values, are the sum of both; the tokens are those of the pool of the whole context.
    """
    tokens = {each.quantity: each.value for each in statements if each.quantity in ("pool_tokens", "window_tokens")}
    if len(tokens) < 2:
        return statements
    sizes = {str(int(each.value)) for each in statements if each.quantity in tokens}
    pools: dict[tuple[str, str], list[Statement]] = {}
    kept = []
    for each in statements:
        own = re.search(r"#tokens:\s*([\d,]+)", each.text)
        if each.quantity == "kv_tokens" and each.value == tokens["window_tokens"] != tokens["pool_tokens"]:
            continue
        if each.quantity not in ("kv_keys", "kv_values") or own is None or own[1].replace(",", "") not in sizes:
            kept.append(each)
            continue
        pools.setdefault((each.quantity, each.rank), []).append(each)
    for both in pools.values():
        first, *rest = both[:2]  # a draft model's cache comes after them
        other = sum(each.value for each in rest)
        kept.append(replace(first, value=first.value + other, half=first.half + sum(each.half for each in rest)))
    return sorted(kept, key=lambda each: each.line)


def _derived(found: dict[str, Figure]) -> dict[str, Figure]:
    """What follows from other figures by adding and subtracting."""

    def add(name: str, plus: Sequence[str], minus: Sequence[str] = ()) -> None:
        if name in found or any(part not in found for part in (*plus, *minus)):
            return
        value = sum(found[part].value for part in plus) - sum(found[part].value for part in minus)
        parts = [found[part] for part in (*plus, *minus)]
        statements = tuple(each for part in parts for each in part.statements)
        differs = any(part.differs for part in parts)
        found[name] = Figure(name, value, sum(part.half for part in parts), statements, differs)

    add("activations", ("peak_torch",), ("weights",))
    add("kv_cache", ("kv_keys", "kv_values", "conv_states", "states"))
    add("kv_cache", ("kv_keys", "kv_values"))
    add("graphs", ("graphs_estimated",))
    add("torch_reserved", ("torch_allocated", "torch_unallocated"))
    if "process" in found and "torch_reserved" in found and found["process"].value >= found["torch_reserved"].value:
        add("outside_torch", ("process",), ("torch_reserved",))
    add("wanted", ("torch_allocated", "tried"))
    return found
