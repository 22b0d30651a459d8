"""The models and accelerators that come with Fitsheet, read from the package `presets` when they are first asked for.

A preset file is JSON data: {"family": text, "models": [...]} or {"family": text, "accelerators": [...]}. Each entry has
the fields of `planner.workbook.Model` or `Accelerator`; its `id` is the preset's id ("llama-2-7b"), `aliases` are other
names it is known by, and its layer groups carry no ids of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from pydantic import ValidationError

from planner.workbook import Accelerator, Model

Row = TypeVar("Row", Model, Accelerator)
Table: TypeAlias = Literal["models", "accelerators"]


class PresetError(ValueError):
    """A preset file that cannot be read: the sentence names the file, the preset and the field."""


@dataclass(frozen=True, slots=True)
class Preset(Generic[Row]):
    """A row ready to be copied into a workbook, with what a search needs to know of it."""

    id: str
    family: str
    aliases: tuple[str, ...]
    row: Row

    @property
    def names(self) -> tuple[str, ...]:
        """Everything it may be called by, each lower-case: id, name, aliases."""
        return tuple(name.casefold() for name in (self.id, self.row.name, *self.aliases))


def row_id_of(preset_id: str) -> str:
    """A readable row id for a preset.

    >>> row_id_of("qwen2.5-7b")
    'qwen2_5_7b'
    """
    return "".join(letter if letter.isalnum() else "_" for letter in preset_id)


def model_presets() -> Mapping[str, Model]:
    """Every model preset by id, in the order of the files; each value's `preset` says which one it is.

    >>> model_presets()["llama-2-7b"].vocab_size
    32000
    """
    return _rows(_presets("models"))


def accelerator_presets() -> Mapping[str, Accelerator]:
    """Every accelerator preset by id.

    >>> accelerator_presets()["t4"].usable_memory / 2**30
    14.748046875
    """
    return _rows(_presets("accelerators"))


def model_from_preset(preset_id: str, row_id: str) -> Model:
    """A model row with this id; KeyError when there is no such preset."""
    return model_presets()[preset_id].model_copy(update={"id": row_id})


def accelerator_from_preset(preset_id: str, row_id: str) -> Accelerator:
    """An accelerator row with this id; KeyError when there is no such preset."""
    return accelerator_presets()[preset_id].model_copy(update={"id": row_id})


def find(text: str, table: Table = "models") -> tuple[str, ...]:
    """Ids of the presets whose id, name, aliases or family hold every word of the text.

    The exact name comes first, then those that begin with the text, those with words that do, then the rest.

    >>> find("llama 2 70")
    ('llama-2-70b',)
    >>> find("hopper", "accelerators")
    ('h100-sxm5', 'h200-sxm')
    """
    wanted = _words(text)
    ranked: list[tuple[int, str]] = []
    for preset in _presets(table).values():
        spoken = [_words(name) for name in (*preset.names, preset.family)]
        if all(any(word in part for name in spoken for part in name) for word in wanted):
            ranked.append((_rank(wanted, spoken), preset.id))
    return tuple(preset_id for _, preset_id in sorted(ranked, key=lambda item: item[0]))


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9.]+", text.casefold())


def _rank(wanted: list[str], spoken: list[list[str]]) -> int:
    if wanted in spoken:
        return 0
    begun = " ".join(wanted)
    if any(" ".join(name).startswith(begun) for name in spoken):
        return 1
    return 2 if all(any(part.startswith(word) for name in spoken for part in name) for word in wanted) else 3


def named(text: str, table: Table = "models") -> str | None:
    """The id of the preset that this text names exactly (id, name or alias, letter case aside); None when none does.

    >>> named("meta-llama/Llama-2-7b-hf"), named("llama")
    ('llama-2-7b', None)
    """
    wanted = text.casefold().strip()
    return next((preset.id for preset in _presets(table).values() if wanted in preset.names), None)


def find_model(text: str, row_id: str) -> Model | None:
    """A model row of the preset that this text names exactly; None when none does.

    >>> find_model("Llama-2-7B", "mine").id
    'mine'
    """
    preset_id = named(text)
    return None if preset_id is None else model_from_preset(preset_id, row_id)


def find_accelerator(text: str, row_id: str) -> Accelerator | None:
    """An accelerator row of the preset that this text names exactly; None when none does."""
    preset_id = named(text, "accelerators")
    return None if preset_id is None else accelerator_from_preset(preset_id, row_id)


def family(preset_id: str, table: Table = "models") -> str:
    """The family a preset belongs to, for grouping in a chooser.

    >>> family("gpt-3-175b")
    'GPT-3'
    """
    return _presets(table)[preset_id].family


@cache
def _presets(table: Table) -> Mapping[str, Preset[Any]]:
    found: dict[str, Preset[Any]] = {}
    for path in sorted((files("presets") / table).iterdir(), key=lambda entry: entry.name):
        if path.name.endswith(".json"):
            for preset in read_file(path, table):
                if preset.id in found:
                    raise PresetError(f"{path.name}: there are two presets with the id {preset.id}")
                found[preset.id] = preset
    return MappingProxyType(found)


def _rows(presets: Mapping[str, Preset[Row]]) -> Mapping[str, Row]:
    return MappingProxyType({preset_id: preset.row for preset_id, preset in presets.items()})


def read_file(path: Traversable, table: Table) -> Iterator[Preset[Any]]:
    """The presets of one file; PresetError names the file and, where it can, the preset and the field."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise PresetError(f"{path.name} is not JSON: {error}") from None
    try:
        title, entries = content["family"], content[table]
    except (KeyError, TypeError):
        raise PresetError(f"{path.name} lacks “family” or “{table}”") from None
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
            raise PresetError(f"{path.name}: preset {number} has no id")
        fields = dict(entry)
        preset_id, aliases = fields.pop("id"), tuple(fields.pop("aliases", ()))
        try:
            row = _row({**fields, "id": row_id_of(preset_id), "preset": preset_id}, table)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(str(step) for step in first["loc"])
            raise PresetError(f"{path.name}: {preset_id}, {place}: {first['msg']}") from None
        yield Preset(preset_id, title, aliases, row)


def _row(fields: dict[str, Any], table: Table) -> Model | Accelerator:
    if table == "accelerators":
        return Accelerator.model_validate(fields)
    groups = fields.get("groups")
    if isinstance(groups, list) and all(isinstance(group, dict) for group in groups):
        fields = {**fields, "groups": [{"id": f"group{at}", **group} for at, group in enumerate(groups, 1)]}
    return Model.model_validate(fields)
