"""What the worker says, in the user's language: stages, refusals by their code, points.

The worker speaks English, and a refusal carries what its sentence says as figures. A sentence that has no words here,
or whose figures are not whole, stands as the worker wrote it; so does every one in an English window that is not of
bytes, which the window says in GiB.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
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
