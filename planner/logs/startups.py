"""Several start-ups in one text: a service that restarts, two trials one after the other. Their figures are not mixed.

A start-up begins where a program says so, where vLLM states weights again after the cache of the same rank, and where
SGLang loads again after it was ready. Of several the one counts that states the most, of equals the last.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from planner.logs.lines import rank_of
from planner.logs.statements import OF_CARDS, Statement

_BEGINS = re.compile(
    r"Initializing an? (?:V\d )?LLM engine|server_args=ServerArgs\(|\bbuild(?:_info)?\s*[:=]\s*b?\d+[ -]|"
    r"msg=\"?(?:offload\b|starting (?:runner|llama server)\")",
)
BEGINS = ("llm engine", "server_args=", "build", "msg=")
"""What a line that begins a start-up has in it, in small letters."""
_LOADS = re.compile(r"(?:Loading model weights|Model loading) took|model weights take|Load weight begin", re.IGNORECASE)
_READY = re.compile(r"max_total_num_tokens")
_CACHE = frozenset({"kv_cache", "kv_tokens", "kv_blocks"})
_OF_A_START = frozenset({"weights", "buffer", "kv_cache", "kv_tokens", "kv_blocks", "kv_buffer", "compute", "kv_keys",
                         "weights_all", "kv_all", "free_before", "activations"})  # fmt: skip
"""What makes lines a start-up: the settings alone are a command that somebody typed."""


@dataclass(frozen=True, slots=True)
class Startup:
    """What one start-up states, and the lines of the text that it reaches over."""

    first: int
    last: int
    statements: tuple[Statement, ...]


def startups(lines: Iterable[tuple[int, str]], statements: Sequence[Statement]) -> tuple[Startup, ...]:
    """The start-ups of a text in their order; one where nothing says that there are more. `statements` are in the
    order of the lines. What the tables of cards say belongs to none of them.
    """
    own = [each for each in statements if each.program not in OF_CARDS]
    bounds = sorted({*_marked(lines), *_repeated(own)})
    parts: list[list[Statement]] = [[] for _ in range(len(bounds) + 1)]
    for each in own:
        parts[bisect_right(bounds, each.line)].append(each)
    found: list[list[Statement]] = []
    for part in parts:
        if found and not (_states(part) and _states(found[-1])):
            found[-1].extend(part)  # the head of a start-up, or what follows one
        else:
            found.append(part)
    return tuple(Startup(part[0].line, part[-1].line, tuple(part)) for part in found if part)


def fullest(parts: Sequence[Startup]) -> Startup | None:
    """The start-up that states the most quantities, of equals the last."""
    return max(parts, key=lambda part: (len({each.quantity for each in part.statements}), part.first), default=None)


def _states(part: Sequence[Statement]) -> bool:
    return any(each.quantity in _OF_A_START for each in part)


def _marked(lines: Iterable[tuple[int, str]]) -> list[int]:
    """The lines at which a program says that it begins: each engine of several says so once."""
    bounds: list[int] = []
    seen: set[tuple[str, str]] = set()
    for at, line in lines:
        small = line.casefold()
        if not any(word in small for word in BEGINS):
            continue
        begins = _BEGINS.search(line)
        if begins is None:
            continue
        key = (rank_of(line), begins[0])
        if key in seen or not bounds:
            bounds.append(at)
            seen = set()
        seen.add(key)
    return bounds


def _repeated(statements: Sequence[Statement]) -> list[int]:
    """The lines at which a rank that has loaded, and has stated its cache since, loads anew."""
    bounds: list[int] = []
    loaded: set[tuple[str, str]] = set()
    ready: set[tuple[str, str]] = set()
    for each in statements:
        who = (each.program, each.rank)
        if _LOADS.match(each.text):
            if who in ready:
                bounds.append(each.line)
                loaded.clear()
                ready.clear()
            loaded.add(who)
        elif who in loaded and (each.quantity in _CACHE if each.program == "vLLM" else _READY.match(each.text)):
            ready.add(who)
    return bounds
