"""Saving a row as a preset of the user's own: one file in the user's folder, written whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from planner import presets
from planner.atomic import reason_of, write_whole
from planner.counted_alone import total_of
from planner.edits import row_cells
from planner.formula import parse_cell
from planner.preset_files import PresetError, Table, entries_of, entry_text, fields_of_row, file_text, table_of
from planner.sheets import with_values
from planner.words import QT_TRANSLATE_NOOP, Refused
from planner.workbook import Accelerator, Engine, Model

_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
"""Names that Windows keeps for devices: no file may be called so there."""


class NotSaved(Refused):
    """A row that does not become a preset, and why."""


def id_for(name: str) -> str:
    """An id that a row of this name may be saved under.

    >>> id_for("My Llama 3 (70B)")
    'my-llama-3-70b'
    """
    slug = re.sub(r"[^a-z0-9._]+", "-", name.casefold()).strip("-._")[:63].rstrip("-._")
    return slug if _ID.fullmatch(slug) else "preset"


def checked_id(text: str) -> str:
    """The id that a typed text means; NotSaved when it cannot be one."""
    wanted = text.strip().casefold()
    if not _ID.fullmatch(wanted) or wanted.endswith(".") or _DEVICES.fullmatch(wanted):
        raise NotSaved(
            QT_TRANSLATE_NOOP("presets", "“{id}” is no id for a preset: it takes a to z, 0 to 9, “.”, “_” and “-”, "
                              "begins with a letter or a digit and has at most 63 characters."),
            id=text.strip()[:80],
        )  # fmt: skip
    return wanted


def file_of(preset_id: str, table: Table) -> Path:
    """Where a preset of this id is saved."""
    return presets.own_folder(table) / f"{preset_id}.json"


def save(
    row: Model | Accelerator | Engine,
    resolved: Model | Accelerator | Engine,
    preset_id: str,
    family: str = "Yours",
    given_up: Callable[[], bool] = lambda: False,
) -> Path:
    """Write a row as a preset and have it listed; gives its file. NotSaved says why it was not, and nothing is written.

    `resolved` is the row with its expressions replaced by numbers. An expression that names other rows is saved as its
    number, since those rows are not there where the preset is used. `given_up` is that of `write_whole`.
    """
    preset_id = checked_id(preset_id)
    table = table_of(row)
    alone = _by_itself(row, resolved)
    entry: dict[str, Any] = {"id": preset_id, "name": alone.name}
    if isinstance(alone, Model) and (total := total_of(alone)) is not None:
        entry["total"] = total
    path = file_of(preset_id, table)
    data = file_text(family, table, [entry_text(entry | fields_of_row(alone))]).encode()
    try:
        for preset in entries_of(data, path.name, table, "yours"):
            assert preset.row is not None
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data, given_up=given_up)
    except PresetError as error:
        raise NotSaved(QT_TRANSLATE_NOOP("presets", "The row cannot be saved: {reason}."), reason=error) from None
    except OSError as error:
        raise NotSaved(QT_TRANSLATE_NOOP("presets", "{file} cannot be written: {reason}."), file=path.name,
                       reason=reason_of(error)) from None  # fmt: skip
    presets.read_again()
    return path


def _by_itself(row: Any, resolved: Any) -> Any:
    """The row with the expressions that name other rows replaced by their numbers."""
    numbers: dict[tuple[str, ...], Any] = {}
    for path, _ in row_cells(row):
        value = _at(row, path)
        if isinstance(value, str) and value.startswith("=") and any("." in name for name in parse_cell(value).names):
            number = _at(resolved, path)
            if number is None or isinstance(number, str):
                raise NotSaved(QT_TRANSLATE_NOOP("presets", "{place} names another row and has no value: {text}."),
                               place=".".join(path), text=value)  # fmt: skip
            numbers[path] = number
    return with_values(row, numbers) if numbers else row


def _at(record: Any, path: tuple[str, ...]) -> Any:
    for step in path:
        if isinstance(record, tuple):
            record = next(part for part in record if part.id == step)
        else:
            record = None if record is None else getattr(record, step, None)
    return record
