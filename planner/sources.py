"""A model from what a person names on a command line: a preset's id, a config.json, or a folder that holds one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from planner.presets import (
    PresetError,
    Table,
    accelerator_from_preset,
    engine_from_preset,
    listed,
    model_from_preset,
    named,
)
from planner.workbook import Accelerator, Engine, Model

Row = TypeVar("Row")
FIELDS: dict[Table, tuple[str, str]] = {"accelerators": ("gpu", "GPU"), "engines": ("engine", "engine")}
"""The field of a request that names a row of a table, and what such a row is called."""


class SourceError(ValueError):
    """A source that gives no model or device: which field, why, and what to do."""

    def __init__(self, field: str, reason: str, remedy: str) -> None:
        super().__init__(f"{reason} {remedy}")
        self.field, self.reason, self.remedy = field, reason, remedy

    def answer(self) -> dict[str, str]:
        """The error as scripts get it."""
        return {"field": self.field, "reason": self.reason, "remedy": self.remedy}


def model_of(source: object, row_id: str = "model") -> Model:
    """The model of a preset id, a config.json, a folder with one, or a config as an object; SourceError otherwise."""
    if isinstance(source, dict):
        return _from_config(source, row_id)
    if not isinstance(source, str) or not source.strip():
        raise SourceError("model", "A model is a preset id, a path or a config object.", "Give one of these.")
    try:
        preset = named(source)
        if preset is not None:
            return model_from_preset(preset, row_id)
    except PresetError as error:
        raise SourceError("model", f"{error}.", "Mend that file of presets.") from None
    path = Path(source)
    try:
        if path.is_dir():
            path = path / "config.json"
        if path.is_file():
            return _from_config(path, row_id)
    except OSError as error:
        raise SourceError("model", f"{source} cannot be read: {error.strerror}.", "Check its permissions.") from None
    raise SourceError("model", f"There is no preset and no file {source!r}.", "`fitsheet presets` lists the presets.")


def accelerator_of(name: object, row_id: str = "accelerator") -> Accelerator:
    """The device of a preset id; SourceError when there is none of that name."""
    return _preset_row(name, "accelerators", lambda found: accelerator_from_preset(found, row_id))


def engine_of(name: object, row_id: str = "engine") -> Engine:
    """The engine of a preset id; SourceError when there is none of that name."""
    return _preset_row(name, "engines", lambda found: engine_from_preset(found, row_id))


def _preset_row(name: object, table: Table, copied: Callable[[str], Row]) -> Row:
    """The row that `copied` makes of the preset of this name; SourceError when there is none, or its file is broken."""
    field, kind = FIELDS[table]
    try:
        found = named(name, table) if isinstance(name, str) else None
        if found is not None:
            return copied(found)
    except PresetError as error:
        raise SourceError(field, f"{error}.", "Mend that file of presets.") from None
    remedy = "`fitsheet presets` lists the presets."
    if table == "engines":
        remedy = f"There are: {', '.join(listed('engines'))}."
    raise SourceError(field, f"There is no {kind} preset {name!r}.", remedy)


def _from_config(source: Any, row_id: str) -> Model:
    from planner.readers.hf_config import Refused, read_config

    try:
        return read_config(source).model.model_copy(update={"id": row_id})
    except Refused as refusal:
        raise SourceError(refusal.field, refusal.reason, refusal.remedy) from None
