"""Preset files: what a row looks like in one, and the entries of one, read without checking their rows yet.

{"family": text, "models": [...]}, or "accelerators" or "engines" in its place. An entry has `id` (a slug), `name`,
`aliases` (other names, such as the repository), `total` (a model's exact parameters) and the row's own fields, those at
the schema's default left out; a layer group carries no id.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ValidationError

from planner.accelerator import DERIVED
from planner.file_errors import FileError
from planner.json_text import parse
from planner.workbook import Accelerator, Engine, Model

Row = TypeVar("Row", Model, Accelerator, Engine)
Table: TypeAlias = Literal["models", "accelerators", "engines"]
KINDS: Mapping[Table, Any] = {"models": Model, "accelerators": Accelerator, "engines": Engine}
Origin: TypeAlias = Literal["built in", "yours"]

NEVER_WRITTEN = ("id", "name", "preset")
WRITTEN_ALWAYS = frozenset({"kind", "count", "d_model", "vocab_size", "heads", "kv_heads", "head_dim", "width"})
"""What a reader of a file looks for, written even where it is the default."""


class PresetError(ValueError):
    """A preset file that cannot be read: the sentence names the file, the preset and the field."""


@dataclass(frozen=True)
class Preset(Generic[Row]):
    """An entry of a file, with what a list and a search need; its row is checked when it is asked for.

    `total` is the exact number of parameters of a model, where it is known; `memory` the usable bytes of a device.
    """

    id: str
    name: str
    family: str
    aliases: tuple[str, ...]
    total: int | None
    origin: Origin
    table: Table
    file: str
    entry: Mapping[str, Any]

    @property
    def names(self) -> tuple[str, ...]:
        """Everything it may be called by, each lower-case: id, name, aliases, and a repository without its owner."""
        called = (self.id, self.name, *self.aliases, *map(_without_owner, self.aliases))
        return tuple(dict.fromkeys(name.casefold() for name in called))

    @property
    def memory(self) -> int | None:
        """Usable bytes of a device; None for models and where they are not stated as a number."""
        value = self.entry.get("usable_memory")
        return value if isinstance(value, int) else None

    @property
    def memory_is_derived(self) -> bool:
        """Whether the usable bytes of a device are computed, since nobody states what software sees of it."""
        sources = self.entry.get("sources")
        return isinstance(sources, dict) and str(sources.get("usable_memory", "")).startswith(DERIVED)

    @cached_property
    def row(self) -> Row:
        """The row, ready to be copied into a workbook; PresetError names the field that is no value of it."""
        fields = {key: value for key, value in self.entry.items() if key not in ("aliases", "total")}
        fields |= {"id": row_id_of(self.id), "preset": self.id}
        groups = fields.get("groups")
        if isinstance(groups, list) and all(isinstance(group, dict) for group in groups):
            fields["groups"] = [{"id": f"group{at}", **group} for at, group in enumerate(groups, 1)]
        kind: Any = KINDS[self.table]
        try:
            row: Row = kind.model_validate(fields)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(str(step) for step in first["loc"])
            raise PresetError(
                f"{self.file}: {self.id}, {place}: {first['msg'].removeprefix('Value error, ')}"
            ) from None
        return row

    def counted(self, total: int | None) -> Preset[Row]:
        """The same preset with this total."""
        return replace(self, total=total)


def _without_owner(repository: str) -> str:
    return repository.rpartition("/")[2]


def table_of(row: object) -> Table:
    """The table that a row stands in."""
    return next(table for table, kind in KINDS.items() if isinstance(row, kind))


def row_id_of(preset_id: str) -> str:
    """A readable row id for a preset.

    >>> row_id_of("qwen2.5-7b")
    'qwen2_5_7b'
    """
    name = "".join(letter if letter.isalnum() else "_" for letter in preset_id)
    return name if name.isidentifier() else f"_{name}"


def read_entries(path: Traversable, table: Table, origin: Origin = "built in") -> Iterator[Preset[Any]]:
    """The presets of one file, their rows not checked yet; PresetError names the file and, where it can, the preset."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PresetError(f"{path.name} cannot be read: {error.strerror}") from None
    yield from entries_of(data, path.name, table, origin)


def entries_of(data: bytes, file: str, table: Table, origin: Origin) -> Iterator[Preset[Any]]:
    """The presets in the bytes of a file of this name; see `read_entries`."""
    try:
        content = parse(data) if origin == "yours" else json.loads(data)
    except (FileError, ValueError, RecursionError) as error:
        raise PresetError(f"{file} is not JSON: {error}") from None
    try:
        title, entries = content["family"], content[table]
    except (KeyError, TypeError):
        raise PresetError(f"{file} lacks “family” or “{table}”") from None
    if not isinstance(title, str) or not isinstance(entries, list):
        raise PresetError(f"{file}: “family” is a text and “{table}” a list")
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict) or not isinstance(entry.get("id"), str) or not entry["id"].strip():
            raise PresetError(f"{file}: preset {number} has no id")
        if not isinstance(entry.get("name"), str):
            raise PresetError(f"{file}: {entry['id']} has no name")
        aliases, total = entry.get("aliases", []), entry.get("total")
        if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
            raise PresetError(f"{file}: {entry['id']}, aliases: a list of texts")
        if total is not None and (isinstance(total, bool) or not isinstance(total, int)):
            raise PresetError(f"{file}: {entry['id']}, total: a whole number")
        yield Preset(entry["id"], entry["name"], title, tuple(aliases), total, origin, table, file, entry)


def read_file(path: Traversable, table: Table, origin: Origin = "built in") -> Iterator[Preset[Any]]:
    """The presets of one file, each with a row that has been checked; PresetError for the first that cannot be."""
    for preset in read_entries(path, table, origin):
        assert preset.row is not None
        yield preset


def fields_of_row(row: BaseModel) -> dict[str, Any]:
    """What an entry says of a row: its fields without its id and name, without what is at the schema's default.

    >>> from planner.parts.norm import Norm
    >>> fields_of_row(Norm(kind="layer_norm", bias=True))
    {'kind': 'layer_norm', 'bias': True}
    """
    return {name: value for name, value in _written(row).items() if name not in NEVER_WRITTEN}


def _written(record: BaseModel) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, info in type(record).model_fields.items():
        value = getattr(record, name)
        always = name in WRITTEN_ALWAYS and value is not None
        if always or value != info.get_default(call_default_factory=True, validated_data={}):
            found[name] = _plain(name, value)
    return found


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, BaseModel):
        return _written(value)
    if isinstance(value, tuple | list):
        rows = [_plain("", item) for item in value]
        return [{key: item[key] for key in item if key != "id"} for item in rows] if name == "groups" else rows
    return value


def entry_text(entry: Mapping[str, Any]) -> str:
    """An entry as it stands in a file: one field per line, one layer group per line."""
    lines = []
    for name, value in entry.items():
        if name in ("groups", "sources") and value:
            items = [_json(item) for item in value] if name == "groups" else [
                f"{_json(key)}: {_json(text)}" for key, text in value.items()
            ]  # fmt: skip
            opened, closed = "[]" if name == "groups" else "{}"
            inner = ",\n".join(f"        {item}" for item in items)
            lines.append(f"      {_json(name)}: {opened}\n{inner}\n      {closed}")
        else:
            lines.append(f"      {_json(name)}: {_json(value)}")
    return "    {\n" + ",\n".join(lines) + "\n    }"


def file_text(family: str, table: Table, entries: Iterable[str]) -> str:
    """A whole preset file of entries that are written already."""
    return f'{{\n  "family": {_json(family)},\n  "{table}": [\n' + ",\n".join(entries) + "\n  ]\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
