"""The headers of a checkpoint in safetensors: one file, an index, or a folder with either; never the tensors.

A folder's index (`model.safetensors.index.json`) says which file holds which tensor. Files that are not there leave
their tensors without dtype and shape, which a Finding says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from planner.findings import Finding, Severity
from planner.readers.checkpoint import Checkpoint, CheckpointError, Tensor, short
from planner.readers.header_json import is_count, parse_object
from planner.readers.packing import read_packing
from planner.readers.regular_file import exactly, opened, unreadable
from planner.readers.safetensors_header import LONGEST_NAME, Header, PointerOnly, read_header
from planner.words import QT_TRANSLATE_NOOP

INDEX = "model.safetensors.index.json"
WHOLE = "model.safetensors"
MOST_FILES = 10_000
MOST_TENSORS = 400_000
NAMED = 5
_PART = re.compile(r".*-(\d{5})-of-(\d{5})\.safetensors", re.ASCII)


def read_headers(folder_or_file: Path) -> Checkpoint:
    """All tensors of a checkpoint: a folder, an index file, or one .safetensors file.

    CheckpointError, with file and place, for what is truncated, corrupt, or no checkpoint.
    """
    try:
        is_folder = folder_or_file.is_dir()
    except (OSError, ValueError) as error:
        raise unreadable(folder_or_file, error) from None
    if is_folder:
        return _read_folder(folder_or_file)
    if folder_or_file.name.endswith(".json"):
        return _read_index(folder_or_file)
    return _gathered(folder_or_file, folder_or_file.parent, [folder_or_file.name], None)


@dataclass(frozen=True, slots=True)
class _Index:
    """Which file holds which tensor, and what the index says of the whole."""

    places: Mapping[str, str]
    metadata: Mapping[str, str]
    stated_bytes: int | None


def _read_folder(folder: Path) -> Checkpoint:
    try:
        names = sorted(path.name for path in islice(folder.iterdir(), MOST_FILES))
    except OSError as error:
        raise unreadable(folder, error) from None
    indexes = [name for name in names if name.endswith(".safetensors.index.json")]
    if INDEX in indexes or len(indexes) == 1:
        return _read_index(folder / (INDEX if INDEX in indexes else indexes[0]))
    files = [WHOLE] if WHOLE in names else [name for name in names if name.endswith(".safetensors")]
    if not files:
        raise CheckpointError(
            QT_TRANSLATE_NOOP("checkpoints", "There is no safetensors file in {folder}. Choose the folder that holds "
                              "the model's files."),
            folder=short(folder.name),
        )  # fmt: skip
    return _gathered(folder, folder, files, None)


def _read_index(path: Path) -> Checkpoint:
    file = short(path.name)
    with opened(path) as (stream, size):
        content = parse_object(exactly(stream, min(size, 64 * 2**20 + 1), file), file)
    places = content.get("weight_map")
    if not isinstance(places, dict) or not places:
        raise CheckpointError(QT_TRANSLATE_NOOP("checkpoints", "{file} is no index: it has no weight_map."), file=file)
    if len(places) > MOST_TENSORS:
        raise _too_many(file)
    for name, shard in places.items():
        # The files lie beside the index: a name with a path in it would reach elsewhere.
        if not isinstance(shard, str) or not _is_plain(shard) or len(name) > LONGEST_NAME:
            raise CheckpointError(
                QT_TRANSLATE_NOOP("checkpoints", "{file} says that tensor “{tensor}” is in “{shard}”, which is not the "
                                  "name of a file beside it."),
                file=file, tensor=short(name), shard=short(shard),
            )  # fmt: skip
    said = content.get("metadata")
    said = said if isinstance(said, dict) else {}
    total = said.get("total_size")
    texts = {key: str(value) for key, value in said.items() if isinstance(value, str | int | float)}
    index = _Index(places, texts, total if is_count(total) else None)
    shards = sorted(set(places.values()))
    if len(shards) > MOST_FILES:
        raise _too_many(file)
    return _gathered(path.parent, path.parent, shards, index)


def _is_plain(name: str) -> bool:
    return 0 < len(name) <= 255 and name not in (".", "..") and not set(name) & set("/\\\0:")


def _too_many(file: str) -> CheckpointError:
    return CheckpointError(
        QT_TRANSLATE_NOOP("checkpoints", "{file} names more than {tensors} tensors or {files} files: this is no "
                          "checkpoint of a model."),
        file=file, tensors=f"{MOST_TENSORS:,}", files=f"{MOST_FILES:,}",
    )  # fmt: skip


def _gathered(source: Path, folder: Path, shards: Iterable[str], index: _Index | None) -> Checkpoint:
    """The headers of these files put together, with what does not go together as Findings."""
    headers: dict[str, Header | None] = {}
    findings: list[Finding] = []
    count = 0
    for shard in shards:
        headers[shard] = header = _header_if_there(folder / shard, index is not None)
        if header is not None:
            findings += header.findings
            count += len(header.tensors)
        if count > MOST_TENSORS:
            raise _too_many(short(shard))
    tensors, twice = _merged(headers, index)
    metadata: dict[str, str] = dict(index.metadata) if index else {}
    for header in headers.values():
        for key, value in header.metadata.items() if header is not None else ():
            metadata.setdefault(key, value)
    sizes = {shard: None if header is None else header.size for shard, header in headers.items()}
    stated = index.stated_bytes if index else None
    checkpoint = Checkpoint(source.absolute().name, tensors, sizes, metadata, stated, read_packing(folder))
    findings += [
        *_listed("missing_file", Severity.WARNING, _MISSING, [name for name, size in sizes.items() if size is None]),
        *_listed("missing_file", Severity.WARNING, _UNNAMED, _parts_not_here(headers) if index is None else []),
        *_listed("tensor_twice", Severity.WARNING, _TWICE, twice),
    ]
    if index is not None:
        absent = [name for name, shard in index.places.items() if headers[shard] is not None and name not in tensors]
        unlisted = [name for name in tensors if name not in index.places]
        findings += _listed("tensor_not_there", Severity.WARNING, _ABSENT, absent)
        findings += _listed("tensor_not_in_index", Severity.NOTE, _UNLISTED, unlisted)
    total = checkpoint.bytes
    if stated is not None and total is not None and stated != total:
        findings.append(
            Finding("stated_total_differs", ("checkpoint", short(checkpoint.name)), Severity.NOTE, _TOTAL,
                    {"stated": f"{stated:,}", "found": f"{total:,}"})
        )  # fmt: skip
    return replace(checkpoint, findings=tuple(findings))


def _header_if_there(path: Path, indexed: bool) -> Header | None:
    """The header; None for a file that an index names and that is not here, or only as a pointer."""
    try:
        if indexed and not path.exists():
            return None
        return read_header(path)
    except OSError as error:
        raise unreadable(path, error) from None
    except PointerOnly:
        if not indexed:
            raise
        return None


def _merged(headers: Mapping[str, Header | None], index: _Index | None) -> tuple[dict[str, Tensor], list[str]]:
    """Each tensor once, and the names that several files hold; the index decides which of them counts."""
    tensors: dict[str, Tensor] = {}
    twice: list[str] = []
    for shard, header in headers.items():
        for tensor in () if header is None else header.tensors:
            if tensor.name not in tensors:
                tensors[tensor.name] = tensor
                continue
            twice.append(tensor.name)
            if index is not None and index.places.get(tensor.name) == shard:
                tensors[tensor.name] = tensor
    if index is not None:
        for name, shard in index.places.items():
            if headers[shard] is None and name not in tensors:
                tensors[name] = Tensor(name, None, None, None, short(shard))
    return tensors, twice


def _parts_not_here(headers: Mapping[str, object]) -> list[str]:
    """Files of a set (`...-00001-of-00003`) whose others are here; without an index only their names are missed."""
    sets = {(name[: match.start(1)], match[2]) for name in headers if (match := _PART.fullmatch(name))}
    missing: list[str] = []
    for stem, count in sorted(sets):
        wanted = (f"{stem}{number:05}-of-{count}.safetensors" for number in range(1, int(count) + 1))
        missing += [name for name in wanted if name not in headers]
        if len(missing) > MOST_FILES:
            break
    return missing


def _listed(code: str, severity: Severity, template: str, names: list[str]) -> list[Finding]:
    """One Finding that counts the names and shows the first ones; none where there are no names."""
    if not names:
        return []
    shown = ", ".join(short(name) for name in names[:NAMED]) + (", ..." if len(names) > NAMED else "")
    return [Finding(code, ("checkpoint", short(names[0])), severity, template, {"count": len(names), "names": shown})]


_MISSING = QT_TRANSLATE_NOOP("checkpoints", "Files that the index names and that are not here: {count} ({names}). The "
                             "dtypes, shapes and bytes of their tensors are not known.")  # fmt: skip
_UNNAMED = QT_TRANSLATE_NOOP("checkpoints", "Files of the set that are not here: {count} ({names}).")
_TWICE = QT_TRANSLATE_NOOP("checkpoints", "Tensors that stand in several files, counted once: {count} ({names}).")
_ABSENT = QT_TRANSLATE_NOOP("checkpoints", "Tensors that are not in the file that the index names: {count} ({names}).")
_UNLISTED = QT_TRANSLATE_NOOP("checkpoints", "Tensors in the files that the index does not name: {count} ({names}).")
_TOTAL = QT_TRANSLATE_NOOP("checkpoints", "The index states {stated} bytes in all; the tensors have {found}.")
