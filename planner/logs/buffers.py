"""Buffers of llama.cpp by device, and its caches: of one context, and of the GPU that has the most.

A text may have several contexts: a draft model's, or a second trial. Each prints its weights, then its sizes, its
caches and its compute buffers, so that a step back begins another one. Buffers of one device are added within a context
(files that are mapped one by one; a cache for layers with windows); of compute buffers, which are reserved anew, the
last counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planner.logs.statements import Statement

HOST = ("cpu", "host", "amx", "blas", "accel")
_STEPS = {"buffer": 0, "cells": 1, "kv_buffer": 2, "states_buffer": 2, "kv_cache": 2, "compute": 3}
"""The order in which a context is printed."""
TABLE = {"table_model": "weights", "table_context": "kv_cache", "table_compute": "compute"}
"""What the table of memory states, which is printed besides the lines of the buffers."""
PARTS = ("kv_keys", "kv_values", "conv_states", "states")
CACHES = ("kv_buffer", "states_buffer")
OF_BUFFERS = frozenset({"buffer", "kv_buffer", "states_buffer", "compute", *TABLE})


@dataclass(frozen=True, slots=True)
class Amount:
    """A sum of statements. `differs` says whether another context has another amount."""

    value: int | float
    half: float
    statements: tuple[Statement, ...]
    differs: bool = False


def on_host(device: str) -> bool:
    """Whether a buffer of llama.cpp lies in host memory: CPU, CPU_Mapped, CUDA_Host.

    >>> [on_host(name) for name in ("CPU_Mapped", "CUDA_Host", "CUDA0", "Vulkan1", "Metal")]
    [True, True, False, False, False]
    """
    name = device.casefold()
    return name.startswith(HOST) or name.endswith("host")


def buffers(statements: Sequence[Statement]) -> dict[str, Amount | None]:
    """The amounts by name; None for what lines state of a whole model that lies on several devices."""
    own = [each for each in statements if each.program in ("llama.cpp", "Ollama")]
    ranks = dict.fromkeys(each.rank for each in own)
    contexts = [group for rank in ranks for group in _contexts([each for each in own if each.rank == rank])]
    found: dict[str, Amount | None] = {}
    _by_device(found, "weights", _fullest(contexts, ("buffer",)))
    _by_device(found, "compute", _last_by_device(_fullest(contexts, ("compute",))))
    held, others = _fullest(contexts, CACHES), _fullest(contexts, ("kv_cache",))
    _by_device(found, "kv_cache", held)
    sizes = _sum(_once(others[0]), others[1])
    devices = {each.device for each in held[0]}
    if len(devices) > 1:
        found.update(dict.fromkeys(PARTS))
    elif sizes.statements:
        beside = found.get("kv_cache") or found.get("kv_cache_host")
        if beside is None or (sizes.value > beside.value and "kv_cache" in found):
            found["kv_cache"] = sizes
        whole = beside is None or sizes.value + sizes.half >= beside.value - beside.half
        found.update(_parts(others[0], own) if whole else dict.fromkeys(PARTS))  # else a line of a cache is missing
    _from_table(found, own)
    return found


def _contexts(statements: Sequence[Statement]) -> list[list[Statement]]:
    groups: list[list[Statement]] = [[]]
    step = 0
    whole = False
    for each in statements:
        at = _STEPS.get(each.quantity)
        if at is None or (each.quantity == "compute" and not each.device):
            groups[-1].append(each)
            continue
        # Older versions state the size of all caches once, after their buffers.
        if at < step or (at == 1 and step == 1) or (at == 2 and whole):
            groups.append([])
        whole = each.text.startswith("KV self size") or (whole and at == 3)
        step = at
        groups[-1].append(each)
    return groups


def _fullest(contexts: Sequence[Sequence[Statement]], names: Sequence[str]) -> tuple[list[Statement], bool]:
    """The statements of these quantities in the context that has the most of them, and whether another differs."""
    groups = [[each for each in context if each.quantity in names and (each.device or names == ("kv_cache",))]
              for context in contexts]  # fmt: skip
    groups = [group for group in groups if group]
    if not groups:
        return [], False
    totals = [sum(each.value for each in group) for group in groups]
    return groups[totals.index(max(totals))], len(set(totals)) > 1


def _last_by_device(group: tuple[list[Statement], bool]) -> tuple[list[Statement], bool]:
    return list({each.device: each for each in group[0]}.values()), group[1]


def _once(statements: Sequence[Statement]) -> list[Statement]:
    return list({each.text: each for each in statements}.values())


def _sum(statements: Sequence[Statement], differs: bool = False) -> Amount:
    return Amount(
        sum(each.value for each in statements), sum(each.half for each in statements), tuple(statements), differs
    )


def _by_device(found: dict[str, Amount | None], name: str, group: tuple[list[Statement], bool]) -> None:
    """Of several GPUs the one with the most, and the host's apart."""
    sums: dict[str, list[Statement]] = {}
    for each in group[0]:
        sums.setdefault(each.device, []).append(each)
    gpus = [own for device, own in sums.items() if not on_host(device) and "split" not in device.casefold()]
    spread = [each for device, own in sums.items() if "split" in device.casefold() for each in own]
    hosts = [each for device, own in sums.items() if on_host(device) for each in own]
    if gpus:
        most = max(gpus, key=lambda own: sum(each.value for each in own))
        amount = _sum(most, group[1])
        found[name] = Amount(amount.value, amount.half, amount.statements, amount.differs)
    if spread:
        found[f"{name}_split"] = _sum(spread, group[1])
    if hosts and name != "compute":
        found[f"{name}_host"] = _sum(hosts, group[1])


def _parts(sizes: Sequence[Statement], statements: Sequence[Statement]) -> dict[str, Amount]:
    """Keys, values and states over the caches of a context, which stand in the lines of their sizes."""
    lines = {each.line for each in sizes}
    found = {}
    for name in PARTS:
        same = [each for each in statements if each.quantity == name]
        own = [each for each in same if each.line in lines]
        if own:
            found[name] = _sum(own, any(each not in own for each in same))
    return found


def _from_table(found: dict[str, Amount | None], statements: Sequence[Statement]) -> None:
    """The last row of each device, for what no line of a buffer states."""
    for quantity, name in TABLE.items():
        rows = [each for each in statements if each.quantity == quantity]
        if not rows or name in found or f"{name}_host" in found:
            continue
        last = {each.device: each for each in rows}
        differs = any(each.value != last[each.device].value for each in rows)
        _by_device(found, name, ([each for each in last.values() if each.value], differs))


def is_of_buffers(statement: Statement, amounts: Mapping[str, Amount | None]) -> bool:
    """Whether a statement is one of these, and no figure by itself."""
    if statement.quantity in OF_BUFFERS and statement.device:
        return True
    return statement.program == "llama.cpp" and (statement.quantity == "kv_cache" or statement.quantity in amounts)
