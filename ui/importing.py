"""What a chosen file, folder or pasted text offers to the import: the config to read, the checkpoints beside it.

Nothing here shows anything, and all that looks at the disk is called beside the window (ui.waiting), since a network
folder may not answer. Folders are looked into to a bounded number of names, and only by name.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from planner.atomic import refuse_no_file
from planner.readers.hf_config import Reading, Refused, read_config

CONFIG = "config.json"
TENSORS, INDEX, GGUF = ".safetensors", ".safetensors.index.json", ".gguf"
MOST_NAMES = 10_000
MOST_CHECKPOINTS = 100
LONGEST_TEXT = 4 * 2**20
LONGEST_SHOWN = 400_000
"""A longer config is read all the same, but not put into the text field."""


@dataclass(frozen=True, slots=True)
class Source:
    """`chosen` is what was given; `config` the file to read, None where there is none; `checkpoints` in their order."""

    chosen: Path
    config: Path | None
    checkpoints: tuple[Path, ...]

    @property
    def text(self) -> str:
        """The config's text for the text field; empty where it is no text, or too long for one."""
        if self.config is None:
            return ""
        try:
            refuse_no_file(self.config)
            with self.config.open("rb") as file:
                data = file.read(LONGEST_SHOWN + 1)
            return "" if len(data) > LONGEST_SHOWN else data.decode("utf-8-sig")
        except (OSError, ValueError):
            return ""


def source_of(chosen: Path) -> Source:
    """What a path offers: a config.json, a folder, a file of a checkpoint with the config that lies beside it."""
    if os.path.isdir(chosen):
        return Source(chosen, _config_in(chosen), checkpoints_in(chosen))
    if is_checkpoint(chosen):
        return Source(chosen, _config_in(chosen.parent), (chosen,))
    return Source(chosen, chosen, checkpoints_in(chosen.parent))


def is_checkpoint(path: Path) -> bool:
    """Whether a file is one of a checkpoint, by its name."""
    return path.name.lower().endswith((TENSORS, INDEX, GGUF))


def checkpoints_in(folder: Path) -> tuple[Path, ...]:
    """The folder itself where it holds safetensors, then its GGUF files (of a split one the first)."""
    try:
        names = sorted(path.name for path in islice(folder.iterdir(), MOST_NAMES))
    except OSError:
        return ()
    whole = [folder] if any(name.lower().endswith((TENSORS, INDEX)) for name in names) else []
    return (*whole, *(folder / name for name in names if name.lower().endswith(GGUF)))[:MOST_CHECKPOINTS]


def _config_in(folder: Path) -> Path | None:
    return folder / CONFIG if os.path.isfile(folder / CONFIG) else None


def read_source(source: Source) -> Reading | Refused:
    """The model of a source, or why there is none."""
    if source.config is None:
        folder = source.chosen if os.path.isdir(source.chosen) else source.chosen.parent
        where = QCoreApplication.translate("importing", "There is none in {folder}.").format(folder=folder)
        what = QCoreApplication.translate("importing", "Choose the config.json of the model, or paste its text.")
        return Refused(CONFIG, where, what)
    return _outcome(source.config)


def read_text(text: str) -> Reading | Refused:
    """The model of a pasted text, or why there is none."""
    return _outcome(text.encode("utf-8", "replace"))


def _outcome(given: Path | bytes) -> Reading | Refused:
    try:
        return read_config(given)
    except Refused as refused:
        return refused


def looks_like_config(text: str) -> bool:
    """Whether a pasted text is meant as a config: a JSON object that names its type or its architecture.

    >>> looks_like_config('{"model_type": "llama"}'), looks_like_config('{"a": 1}'), looks_like_config("7\\t8")
    (True, False, False)
    """
    if text.lstrip()[:1] != "{" or len(text) > LONGEST_TEXT:
        return False
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and not value.keys().isdisjoint(("model_type", "architectures"))


@dataclass(frozen=True, slots=True)
class Offered:
    """A source with what reading it came to."""

    source: Source
    text: str
    outcome: Reading | Refused


def offered(chosen: Path) -> Offered:
    """Look at a path and read what it offers."""
    source = source_of(chosen)
    return Offered(source, source.text, read_source(source))


def importable_name(path: Path) -> bool:
    """Whether a dropped file goes to the import by its name."""
    return path.suffix.lower() == ".json" or is_checkpoint(path)


def importable(path: Path) -> bool:
    """Whether a dropped path goes to the import and not to the workbooks."""
    return importable_name(path) or os.path.isdir(path)


def first_to_open(paths: Iterable[Path], workbook_suffix: str) -> Path | None:
    """Of several dropped files the one to open: a workbook, else a config, else the first; None where there are none.

    >>> first_to_open([Path("a.safetensors"), Path("config.json")], ".fitsheet").name
    'config.json'
    """

    def rank(path: Path) -> int:
        return (path.suffix == workbook_suffix, path.name == CONFIG, True).index(True)

    return min(paths, key=rank, default=None)
