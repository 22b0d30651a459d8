"""Presets found by words: names, families, sizes and the memory on a label (`planner.presets.find` says how)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

from planner.preset_files import Preset

CLOSE = 0.03
"""A model is of a size that is searched for ("70b") when its name says so or its total is within this of it."""
_SIZE = re.compile(r"(\d+(?:\.\d+)?)([mbt])")
_MEMORY = re.compile(r"(\d+(?:\.\d+)?)gi?b")
_TIMES = {"m": 10**6, "b": 10**9, "t": 10**12}


def matching(presets: Collection[Preset[Any]], text: str, family: str) -> tuple[str, ...]:
    """Ids of the presets that hold every word of a text, the likeliest first; read apart where none does."""
    return _found(presets, text, family, _words) or _found(presets, text, family, _words_apart)


def _found(
    presets: Collection[Preset[Any]], text: str, family: str, words: Callable[[str], list[str]]
) -> tuple[str, ...]:
    wanted, of_family = words(text), words(family)
    ranked: list[tuple[int, str]] = []
    for preset in presets:
        spoken = [words(name) for name in (*preset.names, preset.family)]
        if all(_says(word, spoken, preset) for word in wanted) and all(
            any(word in part for part in spoken[-1]) for word in of_family
        ):
            ranked.append((_rank(wanted, spoken), preset.id))
    return tuple(preset_id for _, preset_id in sorted(ranked, key=lambda item: item[0]))


def _says(word: str, spoken: list[list[str]], preset: Preset[Any]) -> bool:
    memory = _MEMORY.fullmatch(word)
    if memory is not None and preset.table == "accelerators":
        label = preset.entry.get("nominal_memory") or 0
        return any(abs(label - float(memory[1]) * unit) <= 0.01 * label for unit in (2**30, 10**9))
    size, total = _SIZE.fullmatch(word), preset.total
    if size is None:
        # "3" is the 3 of Llama-3 and not that of 13B.
        fits = str.startswith if word[0].isdigit() else str.__contains__
        return any(fits(part, word) for name in spoken for part in name)
    if any(word == part for name in spoken for part in name):
        return True
    parameters = float(size[1]) * _TIMES[size[2]]
    return total is not None and abs(total - parameters) <= CLOSE * parameters


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9.]+", text.casefold())


def _words_apart(text: str) -> list[str]:
    """Words and numbers, a number with the letters after it: "llama3.1-8b" is llama, 3.1 and 8b."""
    return re.findall(r"[0-9.]+[a-z]*|[a-z]+", text.casefold())


def _rank(wanted: list[str], spoken: list[list[str]]) -> int:
    if wanted in spoken:
        return 0
    begun = " ".join(wanted)
    if any(" ".join(name).startswith(begun) for name in spoken):
        return 1
    return 2 if all(any(part.startswith(word) for name in spoken for part in name) for word in wanted) else 3
