"""The models and accelerators to copy rows from: those that come with Fitsheet and those of the user's own folder.

`planner.preset_files` says what a file looks like. Reading all files gives a light list (id, name, family, total); a
row is checked when it is asked for. A preset of the user's folder takes the place of the built-in one of its id. A file
there that cannot be used is a Finding (`problems`) and never stops anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import Any, get_args

from planner.atomic import reason_of
from planner.file_errors import FileError
from planner.findings import Finding, Severity
from planner.own_files import OwnFiles
from planner.preset_differences import compared
from planner.preset_files import (
    Preset,
    PresetError,
    Row,
    Table,
    entries_of,
    read_entries,
    read_file,
    row_id_of,
    table_of,
)
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Accelerator, Engine, Model, Path

__all__ = [
    "Preset",
    "PresetError",
    "Table",
    "accelerator_from_preset",
    "accelerator_presets",
    "built_in",
    "differences",
    "engine_from_preset",
    "engine_presets",
    "family",
    "find",
    "find_accelerator",
    "find_model",
    "listed",
    "model_from_preset",
    "model_presets",
    "named",
    "own_folder",
    "problems",
    "read_again",
    "read_file",
    "row_id_of",
]  # fmt: skip


class Rows(Mapping[str, Row]):
    """The rows of presets by id; each is checked when it is first asked for."""

    def __init__(self, presets: Mapping[str, Preset[Any]]) -> None:
        self._presets: Mapping[str, Preset[Any]] = presets

    def __getitem__(self, preset_id: str) -> Row:
        row: Row = self._presets[preset_id].row
        return row

    def __iter__(self) -> Iterator[str]:
        return iter(self._presets)

    def __len__(self) -> int:
        return len(self._presets)


def model_presets() -> Mapping[str, Model]:
    """Every model preset by id, in the order of the files; each value's `preset` says which one it is.

    >>> model_presets()["llama-2-7b"].vocab_size
    32000
    """
    return Rows(listed("models"))


def accelerator_presets() -> Mapping[str, Accelerator]:
    """Every accelerator preset by id.

    >>> accelerator_presets()["t4"].usable_memory / 2**30
    14.748046875
    """
    return Rows(listed("accelerators"))


def engine_presets() -> Mapping[str, Engine]:
    """Every engine preset by id.

    >>> engine_presets()["vllm"].budget
    'total'
    """
    return Rows(listed("engines"))


def model_from_preset(preset_id: str, row_id: str) -> Model:
    """A model row with this id; KeyError when there is no such preset."""
    return model_presets()[preset_id].model_copy(update={"id": row_id})


def accelerator_from_preset(preset_id: str, row_id: str) -> Accelerator:
    """An accelerator row with this id; KeyError when there is no such preset."""
    return accelerator_presets()[preset_id].model_copy(update={"id": row_id})


def engine_from_preset(preset_id: str, row_id: str) -> Engine:
    """An engine row with this id; KeyError when there is no such preset."""
    return engine_presets()[preset_id].model_copy(update={"id": row_id})


def find(text: str, table: Table = "models", family: str = "") -> tuple[str, ...]:
    """Ids of the presets whose id, name, aliases or family hold every word of the text, of one family if it is given.

    A size ("7b", "1.5b", "350m") is a word of its own: it finds what is called so or has so many parameters. So is the
    memory of a device ("24gb"): it finds those with that much on their label. The exact name comes first, then those
    that begin with the text, those with words that do, then the rest. Where nothing is called so, names and numbers are
    read apart: Qwen 2.5 is Qwen2.5, and Llama3 is Llama-3.

    >>> find("llama 2 70b"), find("llama2 70b")
    (('llama-2-70b',), ('llama-2-70b',))
    >>> find("hopper 80gb", "accelerators")
    ('h100-pcie', 'h100-sxm5', 'h800-sxm5')
    """
    from planner.preset_search import matching  # which the start does not need

    return matching(listed(table).values(), text, family)


def named(text: str, table: Table = "models") -> str | None:
    """The id of the preset that this text names exactly (id, name or alias, letter case aside); None when none does.

    Where a preset of the user's and a built-in one have the name, it is the user's.

    >>> named("meta-llama/Llama-2-7b-hf"), named("llama")
    ('llama-2-7b', None)
    """
    wanted = text.casefold().strip()
    found = [preset for preset in listed(table).values() if wanted in preset.names]
    return next((preset.id for preset in sorted(found, key=lambda preset: preset.origin != "yours")), None)


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
    return listed(table)[preset_id].family


def listed(table: Table) -> Mapping[str, Preset[Any]]:
    """Every preset of a table by id: what a list shows, the rows not checked yet.

    >>> listed("models")["llama-2-7b"].total
    6738415616
    """
    return _read(table)[0]


def differences(row: Model | Accelerator | Engine) -> Mapping[Path, Any]:
    """The cells of a row, by their relative paths, that differ from its preset, each with the preset's value.

    Empty where the row has no preset, or one that is not here. Names, ids and sources are the row's own.

    >>> llama = model_from_preset("llama-2-7b", "mine")
    >>> differences(llama.model_copy(update={"d_model": 5120}))
    {('d_model',): 4096}
    """
    table = table_of(row)
    preset = listed(table).get(row.preset or "")
    return {} if preset is None else compared(row, preset.row)


def problems(table: Table) -> tuple[Finding, ...]:
    """What in the user's folder cannot be used, and why."""
    return _read(table)[1]


def read_again() -> None:
    """Forget what was read: the user's folder has changed."""
    _own_files.cache_clear()
    _read.cache_clear()


def own_folder(table: Table) -> FilePath:
    """The user's folder of preset files; it need not be there."""
    import platformdirs

    return platformdirs.user_data_path("fitsheet", appauthor=False) / "presets" / table


@cache
def built_in(table: Table) -> Mapping[str, Preset[Any]]:
    """The presets that come with Fitsheet, whatever is in the user's folder."""
    found: dict[str, Preset[Any]] = {}
    for path in sorted((files("presets") / table).iterdir(), key=lambda entry: entry.name):
        if path.name.endswith(".json"):
            for preset in read_entries(path, table):
                if preset.id in found:
                    raise PresetError(f"{path.name}: there are two presets with the id {preset.id}")
                found[preset.id] = preset
    return MappingProxyType(found)


@cache
def _read(table: Table) -> tuple[Mapping[str, Preset[Any]], tuple[Finding, ...]]:
    own: dict[str, Preset[Any]] = {}
    said = tuple(_finding(sentence, table) for sentence in _read_own(table, own))
    return MappingProxyType({**built_in(table), **own}), said


@cache
def _own_files() -> OwnFiles:
    return OwnFiles({table: own_folder(table) for table in get_args(Table)}, _read.cache_clear)


def _read_own(table: Table, own: dict[str, Preset[Any]]) -> Iterator[str]:
    """Fills `own` from the user's folder; a sentence for each file or preset that is left out."""
    found = _own_files().of(table)
    if found is None:
        yield f"{own_folder(table)} does not answer"
        return
    for name, content in found:
        try:
            if isinstance(content, Exception):
                raise content
            for preset in entries_of(content, name, table, "yours"):
                yield from _kept(preset, own)
        except PresetError as error:
            yield str(error)
        except FileError as error:
            yield f"{name}: {error}"
        except OSError as error:
            yield f"{name} cannot be read: {reason_of(error)}"


def _kept(preset: Preset[Any], own: dict[str, Preset[Any]]) -> Iterable[str]:
    if preset.id in own:
        return (f"{preset.file}: the id {preset.id} is taken already, in {own[preset.id].file}",)
    try:
        row = preset.row
    except PresetError as error:
        return (str(error),)
    own[preset.id] = preset.counted(_counted(row) if isinstance(row, Model) else None)
    return ()


def _counted(model: Model) -> int | None:
    from planner.counted_alone import total_of  # the ledger, which listing presets does not need

    return total_of(model)


def _finding(sentence: str, table: Table) -> Finding:
    return Finding(
        "preset_left_out",
        ("presets", table),
        Severity.WARNING,
        QT_TRANSLATE_NOOP("findings", "A preset of yours is left out. {sentence}."),
        {"sentence": sentence.rstrip(".")},
        QT_TRANSLATE_NOOP("findings", "Put the file right or remove it from your presets folder."),
    )
