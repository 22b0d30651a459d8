"""A log as statements, and as figures: one per quantity, of the rank that the ledger is of.

The ledger is of the fullest GPU, so of several ranks the most weights and the least room for the cache count. Where one
rank states a quantity twice and both agree within their rounding, the one with more digits counts. What follows by
arithmetic alone is a figure too: an activation peak is torch's peak less the weights, a cache its keys and values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from planner.logs.lines import clean_lines, rank_of
from planner.logs.nvidia_smi import tables
from planner.logs.patterns import PATTERNS, SAYS
from planner.logs.statements import Statement

HOST = ("cpu", "host", "amx", "blas", "accel")
LEAST = frozenset({"kv_cache", "kv_tokens", "kv_blocks", "requests", "free_before", "free_after_weights",
                   "free_after_cache", "free_after_loading", "free_now", "usable", "allowed", "kv_cells"})  # fmt: skip
"""Quantities of which the rank with the least counts."""
SETTINGS = frozenset({"memory_fraction", "max_sequences", "tokens_per_step", "context", "page_tokens", "slots", "cells",
                      "request_tokens"})  # fmt: skip
"""What a program was started with: of several statements the last counts."""
CONTEXT = "cells"
"""llama.cpp prints it first of a context; a draft model has a context of its own."""


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


@dataclass(frozen=True, slots=True)
class Log:
    """What a text states. `lines` are those that say something, `recognised` those that a figure comes from."""

    statements: tuple[Statement, ...]
    figures: Mapping[str, Figure]
    lines: int

    @property
    def programs(self) -> tuple[str, ...]:
        """The programs whose lines were recognised, as often as they speak."""
        counted: dict[str, int] = {}
        for each in self.statements:
            counted[each.program] = counted.get(each.program, 0) + 1
        return tuple(sorted(counted, key=lambda name: (-counted[name], name)))

    @property
    def recognised(self) -> int:
        """Lines that a statement comes from."""
        return len({each.line for each in self.statements})


def read_log(text: str) -> Log:
    """What a pasted text states.

    >>> log = read_log("(Worker_TP0 pid=1) INFO Model loading took 30.59 GiB memory and 25 seconds")
    >>> log.figures["weights"].value / 2**30, log.figures["weights"].ranks
    (30.58999999985099, ('TP0',))
    """
    lines = [(at, "", line) for at, line in clean_lines(text)]
    found: list[Statement] = []
    for at, _, line in lines:
        small = line.casefold()
        if not any(word in small for word in SAYS):
            continue
        rank = rank_of(line)
        for known in PATTERNS:
            found.extend(known.found(line, at, rank))
    found.extend(tables(lines))
    found.sort(key=lambda each: each.line)
    return Log(tuple(found), _figures(found), len(lines))


def on_host(device: str) -> bool:
    """Whether a buffer of llama.cpp lies in host memory: CPU, CPU_Mapped, CUDA_Host.

    >>> [on_host(name) for name in ("CPU_Mapped", "CUDA_Host", "CUDA0", "Vulkan1", "Metal")]
    [True, True, False, False, False]
    """
    name = device.casefold()
    return name.startswith(HOST) or name.endswith("host")


def _figures(statements: Sequence[Statement]) -> dict[str, Figure]:
    buffers = ("buffer", "kv_buffer", "states_buffer", "compute")
    plain = _pooled([each for each in statements if not (each.quantity in buffers and each.device)])
    found: dict[str, Figure] = {}
    for quantity in dict.fromkeys(each.quantity for each in plain):
        same = [each for each in plain if each.quantity == quantity]
        if quantity == "kv_cache" and any(each.program == "llama.cpp" for each in same):
            found[quantity] = _caches(statements)
        else:
            found[quantity] = _one(quantity, same)
    _devices(statements, found)
    return _derived(found)


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


def _contexts(statements: Sequence[Statement], quantity: str) -> list[list[Statement]]:
    """The statements of a quantity by the context of llama.cpp that they stand in."""
    groups: list[list[Statement]] = [[]]
    for each in statements:
        if each.quantity == CONTEXT and groups[-1]:
            groups.append([])
        elif each.quantity == quantity:
            groups[-1].append(each)
    return [group for group in groups if group]


def _caches(statements: Sequence[Statement]) -> Figure:
    """The caches of llama.cpp's largest context: layers with a window have one of their own."""
    best = max(_contexts(statements, "kv_cache"), key=lambda group: sum(each.value for each in group))
    parts = {each.text: each for each in best}
    total = sum(each.value for each in parts.values())
    return Figure("kv_cache", total, sum(each.half for each in parts.values()), tuple(parts.values()))


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


def _devices(statements: Sequence[Statement], found: dict[str, Figure]) -> None:
    """Buffers by device: of several GPUs the one with the most, and the host's apart."""
    for quantity, name in (("buffer", "weights"), ("kv_buffer", "kv_cache"), ("compute", "compute"),
                           ("states_buffer", "states")):  # fmt: skip
        groups = _contexts(statements, quantity)
        if not groups:
            continue
        group = max(groups, key=lambda each: sum(one.value for one in each))
        sums: dict[str, list[Statement]] = {}
        for each in group:
            sums.setdefault(each.device, []).append(each)
        gpus = {device: own for device, own in sums.items() if not on_host(device) and "split" not in device.casefold()}
        spread = {device: own for device, own in sums.items() if "split" in device.casefold()}
        hosts = [each for device, own in sums.items() if on_host(device) for each in own]
        if gpus and not (name == "kv_cache" and len(gpus) == 1 and not hosts and name in found):
            found[name] = _summed(name, max(gpus.values(), key=lambda own: sum(each.value for each in own)))
        if spread:
            found[f"{name}_split"] = _summed(f"{name}_split", [each for own in spread.values() for each in own])
        if hosts and name in ("weights", "kv_cache"):
            found[f"{name}_host"] = _summed(f"{name}_host", hosts)


def _summed(quantity: str, statements: Sequence[Statement]) -> Figure:
    total, half = sum(each.value for each in statements), sum(each.half for each in statements)
    return Figure(quantity, total, half, tuple(statements))


def _derived(found: dict[str, Figure]) -> dict[str, Figure]:
    """What follows from other figures by adding and subtracting."""

    def add(name: str, plus: Sequence[str], minus: Sequence[str] = ()) -> None:
        if name in found or any(part not in found for part in (*plus, *minus)):
            return
        value = sum(found[part].value for part in plus) - sum(found[part].value for part in minus)
        parts = [found[part] for part in (*plus, *minus)]
        statements = tuple(each for part in parts for each in part.statements)
        found[name] = Figure(name, value, sum(part.half for part in parts), statements)

    add("activations", ("peak_torch",), ("weights",))
    add("kv_cache", ("kv_keys", "kv_values"))
    add("graphs", ("graphs_estimated",))
    add("torch_reserved", ("torch_allocated", "torch_unallocated"))
    add("outside_torch", ("process",), ("torch_reserved",))
    add("wanted", ("torch_allocated", "tried"))
    return found
