"""Whether an engine's figures were held against cases: only those of a built-in preset that were, while none differs.

A person cannot say so of a row: it is read off the preset that the row was copied from. Settings of a run, which the
cases themselves vary (the memory fraction, tokens and sequences of a step), may differ; every other figure may not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from planner.fields import Number, field_of, worded
from planner.preset_differences import compared
from planner.presets import built_in
from planner.units import write
from planner.words import QT_TRANSLATE_NOOP, Said, listed
from planner.workbook import Engine

SETTINGS = frozenset({"memory_fraction", "tokens_per_step", "max_sequences"})


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a row is verified, and a sentence that says why not; `theirs` has the preset's values of what differs."""

    verified: bool
    template: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    theirs: dict[str, Any] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """Why the row is not verified, in English; empty where it is."""
        return self.template.format(**self.values)


def standing_of(engine: Engine) -> Standing:
    """How a resolved row stands.

    >>> from planner.presets import engine_from_preset
    >>> vllm = engine_from_preset("vllm", "mine")
    >>> standing_of(vllm).verified, standing_of(vllm.model_copy(update={"page_tokens": 32})).sentence
    (True, 'vLLM is not verified: it differs from the figures that the cases were held against in Page (32, not 16).')
    """
    shipped = built_in("engines").get(engine.preset or "")
    if shipped is None:
        return Standing(False, QT_TRANSLATE_NOOP(
            "findings", "{name} is not verified: it is a row of your own, and no case was held against its figures."),
            {"name": engine.name})  # fmt: skip
    preset = shipped.row
    if not preset.verified:
        return Standing(False, QT_TRANSLATE_NOOP(
            "findings", "{name} is not verified: its {count} figures were not held against what it prints on cards."),
            {"name": engine.name, "count": len(engine.sources)})  # fmt: skip
    theirs = {str(path[0]): value for path, value in compared(engine, preset).items() if path[0] not in SETTINGS}
    if not theirs:
        return Standing(True)
    named = (_differs(name, getattr(engine, name), value) for name, value in theirs.items())
    return Standing(False, QT_TRANSLATE_NOOP(
        "findings", "{name} is not verified: it differs from the figures that the cases were held against in "
        "{figures}."), {"name": engine.name, "figures": listed(named)}, theirs)  # fmt: skip


def _differs(name: str, ours: Any, theirs: Any) -> Said:
    """A figure with both values: "Page (32, not 16)"."""
    title = Said("fields", field_of(Engine, name).title)
    template = QT_TRANSLATE_NOOP("findings", "{title} ({ours}, not {theirs})")
    return Said("findings", template, {"title": title, "ours": _written(name, ours), "theirs": _written(name, theirs)})


def _written(name: str, value: Any) -> Said | str:
    kind = field_of(Engine, name)
    text = worded(kind, value)
    if text is not None:
        return text
    if isinstance(kind, Number) and not isinstance(value, str):
        return f"{write(value, kind.unit, kind.shown)} {kind.shown}".strip() if kind.shown else f"{value:,}"
    return str(value)
