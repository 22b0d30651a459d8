"""What the worker says, in the user's language: stages, refusals by their code, notes by their sentence, points.

The worker speaks English, and a refusal carries what its sentence says as figures. A sentence that has no words here,
or whose figures are not whole, stands as the worker wrote it; so does every one in an English window that is not of
bytes, which the window says in GiB.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QCoreApplication

from planner.units import write
from planner.words import QT_TRANSLATE_NOOP

STAGES = (
    QT_TRANSLATE_NOOP("measure", "Loading torch"),
    QT_TRANSLATE_NOOP("measure", "Checking memory"),
    QT_TRANSLATE_NOOP("measure", "Probing the device"),
    QT_TRANSLATE_NOOP("measure", "Building"),
    QT_TRANSLATE_NOOP("measure", "Warming up"),
    QT_TRANSLATE_NOOP("measure", "Timing"),
    QT_TRANSLATE_NOOP("measure", "All-reduces"),
)
_NONE_FITS = QT_TRANSLATE_NOOP(
    "measure",
    "{predicted_bytes} and 10 % more are needed, {free_bytes} are free; not even a batch of 1 fits",
)
REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "cannot_fit": QT_TRANSLATE_NOOP(
            "measure",
            "{predicted_bytes} and 10 % more are needed, {free_bytes} are free; the largest batch that fits is "
            "{largest_batch}",
        ),
        "out_of_memory": QT_TRANSLATE_NOOP(
            "measure", "Memory ran out when {requested_bytes} more were asked for; {free_bytes} were free"
        ),
        "time_limit": QT_TRANSLATE_NOOP(
            "measure", "One pass would take about {pass_s} s; {left_s} s of the limit are left"
        ),
        "gate": QT_TRANSLATE_NOOP(
            "measure", "{seconds} s per block would be above a peak: the time or the peak is wrong, so it is not shown"
        ),
        "no_cuda": QT_TRANSLATE_NOOP("measure", "CUDA was asked for and cannot be used: {reason}"),
        "no_torch": QT_TRANSLATE_NOOP("measure", "The measurement needs torch: {reason}"),
        "unsupported": QT_TRANSLATE_NOOP("measure", "torch does not run {format} weights on this device: {reason}"),
        "rank_ended": QT_TRANSLATE_NOOP("measure", "Rank {rank} ended without an answer"),
    }
)
NOTES = (
    QT_TRANSLATE_NOOP("measure", "Unsteady. {reason}"),
    QT_TRANSLATE_NOOP("measure", "Time allowed {count} of at least {least} samples"),
    QT_TRANSLATE_NOOP("measure", "While the device was probed, other work took each core away {rate} times a second"),
    QT_TRANSLATE_NOOP("measure", "Other work took each core away {rate} times a second"),
    QT_TRANSLATE_NOOP("measure", "The quartiles lie more than 5 % of the median apart"),
    QT_TRANSLATE_NOOP("measure", "The quartiles lie {spread} of the median apart, more than {largest}"),
    QT_TRANSLATE_NOOP(
        "measure", "More passes did not take longer, so there is no slope; the median of the passes is given"
    ),
    QT_TRANSLATE_NOOP("measure", "Slope and median differ by {share}"),
    QT_TRANSLATE_NOOP("measure", "{blocks} blocks in turn are less than three times the caches"),
    QT_TRANSLATE_NOOP("measure", "Attention without a fused kernel: it writes the scores of all pairs to memory"),
    QT_TRANSLATE_NOOP("measure", "The SM clock fell from {before} to {after} MHz"),
    QT_TRANSLATE_NOOP("measure", "The window is a mask: the kernel reads all pairs, and skips none"),
    QT_TRANSLATE_NOOP("measure", "The cache holds the full context, of which the window is read"),
    QT_TRANSLATE_NOOP("measure", "Values are padded to the width of the keys, as the flash kernels want it"),
    QT_TRANSLATE_NOOP("measure", "The expansion of keys and values is not quantised"),
    QT_TRANSLATE_NOOP(
        "measure",
        "Tokens go to experts in turn, so that most are hit: about {hit} of {experts}, decided beforehand",
    ),
    QT_TRANSLATE_NOOP("measure", "Tokens go to experts at random: about {hit} of {experts}, decided beforehand"),
    QT_TRANSLATE_NOOP("measure", "Measured in {dtype}; this device multiplies {best} {ratio} times as fast"),
)
"""What the worker says beside a number, as it writes it; kept observations have these sentences too."""
_PHASES = (
    QT_TRANSLATE_NOOP("measure", "prefill"),
    QT_TRANSLATE_NOOP("measure", "decode"),
    QT_TRANSLATE_NOOP("measure", "head"),
    QT_TRANSLATE_NOOP("measure", "layers"),
    QT_TRANSLATE_NOOP("measure", "experts in turn"),
)


def refusal(code: str, sentence: str, details: Mapping[str, Any]) -> str:
    """A refusal of the worker in the user's language, or as the worker wrote it.

    >>> refusal("time_limit", "One pass takes long", {})
    'One pass takes long'
    """
    template = REFUSALS.get(code, "")
    if code == "cannot_fit" and details.get("largest_batch") == 0:
        template = _NONE_FITS
    text = QCoreApplication.translate("measure", template) if template else ""
    names = re.findall(r"{(\w+)}", template)
    same = text == template and "_bytes" not in template
    if not text or same or any(details.get(name) is None for name in names):
        return sentence
    return text.format(**{name: _shown(name, details[name]) for name in names})


def failure(failed: Mapping[str, Any]) -> str:
    """The same of a point's `failed`."""
    details = failed.get("details")
    return refusal(
        str(failed.get("code", "")), str(failed.get("sentence", "")), details if isinstance(details, Mapping) else {}
    )


def note(sentence: str) -> str:
    """What the worker says beside a number in the user's language: why a point is unsteady, and what to know of it.

    >>> note("Slope and median differ by 12%"), note("Something else")
    ('Slope and median differ by 12%', 'Something else')
    """
    for template, pattern in _patterns():
        found = pattern.fullmatch(sentence)
        if found is not None:
            figures = {name: note(text) if name == "reason" else text for name, text in found.groupdict().items()}
            return QCoreApplication.translate("measure", template).format(**figures)
    return sentence


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each of NOTES with what recognises a sentence that was written from it."""

    def pattern(template: str) -> re.Pattern[str]:
        parts = re.split(r"{(\w+)}", template)
        texts = (f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
        return re.compile("".join(texts))

    return tuple((template, pattern(template)) for template in NOTES)


def point(text: str) -> str:
    """A point that the planner wrote ("decode 8 × 8192"), behind its model's name where it has one."""
    model, colon, at = text.rpartition(": ")
    for word in _PHASES:
        at = re.sub(rf"\b{word}\b", QCoreApplication.translate("measure", word), at, count=1)
    return f"{model}{colon}{at}"


def _shown(name: str, value: Any) -> str:
    if name.endswith("_bytes"):
        return write(value, "byte")
    if isinstance(value, float):
        return f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
