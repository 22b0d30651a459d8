"""What one line of a log states: a quantity with its value, how exactly it was printed, who said it, and where.

Amounts are in bytes. Programs of this field print binary units whatever they call them: the "GB" of vLLM, SGLang and
TensorRT-LLM and the "MB" of llama.cpp are 2^30 and 2^20 bytes (each divides by a shifted one before it prints).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Program = Literal["vLLM", "SGLang", "TensorRT-LLM", "llama.cpp", "Ollama", "PyTorch", "nvidia-smi", "rocm-smi"]

OF_CARDS = ("nvidia-smi", "rocm-smi")
"""What states the memory of cards whoever uses it."""

SIZES = {
    "b": 1, "byte": 1, "bytes": 1, "kib": 2**10, "kb": 2**10, "mib": 2**20, "mb": 2**20, "gib": 2**30, "gb": 2**30,
    "tib": 2**40, "tb": 2**40,
}  # fmt: skip
COUNTS = frozenset({"kv_tokens", "kv_blocks", "requests", "request_tokens", "memory_fraction"})
"""Quantities that never are sizes."""
NUMBER = r"-?\d+(?:(?:,\d{3}(?!\d))+|,\d+)?(?:\.\d+)?"
UNIT = r"(?:[KMGT]i?B|bytes?|B)\b"
_THOUSANDS = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?")


def amount(name: str) -> str:
    """A pattern for a number with a unit of memory, as the groups `name` and `name_unit`."""
    return rf"(?P<{name}>{NUMBER})\s*(?P<{name}_unit>{UNIT})"


def number(name: str) -> str:
    """A pattern for a plain number; not for the beginning of `30_000` or `32k`."""
    return rf"(?P<{name}>{NUMBER})(?![\d_kKmMgG])"


@dataclass(frozen=True, slots=True)
class Statement:
    """`half` is half of the last digit that was printed. `rank` is as the log names it, empty where it names none;
    `device` is a GPU or the host where the line is about one. `line` counts from 1.
    """

    quantity: str
    value: int | float
    half: float
    program: Program
    rank: str
    device: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A line of a program. A group `x` with a group `x_unit` is a size, another one a number; `device` is a name. What
    begins with `_` only holds the pattern together.
    """

    program: Program
    regex: re.Pattern[str]
    unit: str = ""
    """The unit of sizes that stand without one: theirs is printed once for several, or in the head of a table."""

    def found(self, text: str, line: int, rank: str) -> Iterator[Statement]:
        """What a line states, in the order of the groups."""
        for match in self.regex.finditer(text):
            groups = match.groupdict()
            device = groups.pop("device", None) or ""
            for name, digits in groups.items():
                if digits is None or name.endswith("_unit") or name.startswith("_"):
                    continue
                unit = groups.get(f"{name}_unit")
                if unit is None and self.unit and name not in COUNTS:
                    unit = self.unit
                value, half = read(digits, unit)
                yield Statement(name, value, half, self.program, rank, device.strip(), line, match[0].strip())


def pattern(program: Program, *parts: str, unit: str = "") -> Pattern:
    """The pattern of a line from its parts, whatever the letters' case."""
    return Pattern(program, re.compile("".join(parts), re.IGNORECASE), unit)


def read(digits: str, unit: str | None) -> tuple[int | float, float]:
    """The value of printed digits, and half of their last one. A comma that parts no three digits is a decimal one: C
    programs print it where the computer's language has it.

    >>> read("14.9888", "GB"), read("178,880", None), read("0.90", None), read("512,00", "MiB")[0] / 2**20
    ((16094101452, 53687.0912), (178880, 0.0), (0.9, 0.005), 512.0)
    """
    whole = digits.rstrip(",")
    plain = whole.replace(",", "") if _THOUSANDS.fullmatch(whole) else whole.replace(",", ".")
    decimals = len(plain.partition(".")[2])
    factor = 1 if unit is None else SIZES[unit.casefold()]
    half = 0.5 * 10.0**-decimals * factor
    if unit is not None and unit.casefold() not in ("b", "byte", "bytes"):
        return round(float(plain) * factor), half
    if decimals == 0:
        return int(plain), 0.0
    return float(plain) * factor, half
