"""Workbooks as files: `load`, `save`, and the same on bytes. Whatever the bytes, a workbook or a FileError's sentence.

The envelope is {"format", "version", "written_by", "workbook", "observations"}, indented JSON with every default
written out, so that a file is whole in itself and two saves of it differ only where the document does.
"""

from __future__ import annotations

import json
import os
import stat
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from planner import __version__
from planner.atomic import reason_of, write_whole
from planner.file_errors import FileError, Problem, problems_of, refused_content
from planner.findings import Finding, Severity
from planner.json_text import LARGEST_FILE, check_expressions, check_size, parse
from planner.migrations import STEPS, VERSION, Content, Step, migrated
from planner.observations import Observation
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import TABLES, Workbook

__all__ = ["FileError", "Loaded", "Problem", "Saved", "digest_on_disk", "dumps", "load", "loads", "save"]

FORMAT = "fitsheet-workbook"
ENDING = ".fitsheet"
_PARTS = ("format", "version", "written_by", "workbook", "observations")
_OBSERVATIONS = TypeAdapter(tuple[Observation, ...])


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a file holds; `findings` say what a person should know of it (an older version, observations of no row)."""

    workbook: Workbook
    observations: tuple[Observation, ...]
    findings: tuple[Finding, ...]
    digest: str = ""
    """Of the bytes that were read: tells later whether the file on disk is still that one."""
    partial: bool = False
    """Whether rows were left out, as `findings` say, so that the file is not to be written over unasked."""


def load(path: Path) -> Loaded:
    """The workbook of a file; FileError names what is wrong with it."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise FileError(QT_TRANSLATE_NOOP("files", "{name} is not a file. Choose a workbook ({ending})."),
                            name=path.name, ending=ENDING)  # fmt: skip
        check_size(path.stat().st_size)
        with path.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        if isinstance(error, FileError):
            raise
        raise FileError(QT_TRANSLATE_NOOP("files", "{name} cannot be read: {reason}."), name=path.name,
                        reason=reason_of(error)) from None  # fmt: skip
    return loads(data)


def loads(data: bytes, *, steps: Mapping[int, Step] = STEPS, current: int = VERSION) -> Loaded:
    """The workbook of a file's bytes; `steps` lead from older versions to `current`."""
    from planner.file_rows import bounded  # a window that starts reads no file before its first paint

    content = parse(data)
    version = _checked_version(content, current)
    try:
        content = migrated(content, steps, current)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise FileError(QT_TRANSLATE_NOOP("files", "The file is of version {version} and cannot be brought to version "
                                          "{current}: something in it is missing or of another kind."),
                        version=version, current=current) from None  # fmt: skip
    content["workbook"], left_out = bounded(content.get("workbook"))
    problems = [Problem(name[:60], "is no part of a workbook file") for name in content if name not in _PARTS]
    if not isinstance(content.get("written_by", ""), str):
        problems.append(Problem("written_by", "should be a text"))
    workbook = Workbook()
    observations: tuple[Observation, ...] = ()
    try:
        workbook = Workbook.model_validate(content.get("workbook"))
    except ValidationError as error:
        problems += problems_of(error, content.get("workbook"), "")
    try:
        observations = _OBSERVATIONS.validate_python(content.get("observations", []))
    except ValidationError as error:
        problems += problems_of(error, content.get("observations"), "observations")
    problems += _repeated_ids(workbook, observations)
    if problems:
        raise refused_content(problems)
    findings = (*left_out, *_findings(workbook, observations, version, current))
    if workbook.baseline is not None and all(row.id != workbook.baseline for row in workbook.scenarios):
        workbook = workbook.model_copy(update={"baseline": None})
    return Loaded(workbook, observations, findings, _digest(data), bool(left_out))


def dumps(workbook: Workbook, observations: Iterable[Observation] = ()) -> bytes:
    """The bytes of a file."""
    content: Content = {
        "format": FORMAT,
        "version": VERSION,
        "written_by": f"fitsheet {__version__}",
        "workbook": workbook.model_dump(),
        "observations": [observation.model_dump() for observation in observations],
    }
    try:
        text = json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        raise FileError(QT_TRANSLATE_NOOP("files", "The workbook holds a number that no file can: {reason}."),
                        reason=error) from None  # fmt: skip
    # Half characters can come in with a worker's messages; a file that holds one could not be read again.
    return (text + "\n").encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Saved:
    """What was written: the digest of its bytes, and why the previous version could not be kept (empty when it was)."""

    digest: str
    no_backup: str


def save(path: Path, workbook: Workbook, observations: Iterable[Observation] = ()) -> Saved:
    """Write a file so that at every moment the old content or the new one is there, never a part; FileError if not.

    The new file keeps the old one's permissions; a symbolic link stays one. The old content stays beside it, with a
    tilde at the end of its name.
    """
    data = dumps(workbook, observations)
    check_size(len(data))
    check_expressions(data.decode())
    try:
        no_backup = write_whole(Path(os.path.realpath(path)), data, backup=True)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise FileError(
            QT_TRANSLATE_NOOP("files", "{name} cannot be saved: {reason}. What was there before is untouched; save "
                              "under another name or in another folder."),
            name=path.name, reason=reason_of(error),
        ) from None  # fmt: skip
    return Saved(_digest(data), no_backup)


def digest_on_disk(path: Path) -> str:
    """The digest of what a file holds now, as `Loaded` and `Saved` have it; empty when it cannot be read."""
    try:
        with path.open("rb") as stream:
            return _digest(stream.read(LARGEST_FILE + 1))
    except (OSError, ValueError):
        return ""


def _digest(data: bytes) -> str:
    # Two checksums and the length: against an accident, not an attack, and OpenSSL would be loaded for a better one.
    return f"{len(data)}-{zlib.crc32(data):08x}-{zlib.adler32(data):08x}"


def _checked_version(content: Any, current: int) -> int:
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise FileError(QT_TRANSLATE_NOOP("files", "This is JSON, but not a workbook of this program: its format is "
                                          "not {format}. Choose another file."), format=FORMAT)  # fmt: skip
    version = content.get("version")
    if type(version) is not int or version < 1:
        raise FileError(QT_TRANSLATE_NOOP("files", "The file does not say which version it is: version should be a "
                                          "whole number from 1 to {current}."), current=current)  # fmt: skip
    if version > current:
        raise FileError(
            QT_TRANSLATE_NOOP("files", "The file is of version {version}, written by a newer program; this one reads "
                              "versions up to {current}. Update the program."), version=version, current=current,
        )  # fmt: skip
    return version


def _repeated_ids(workbook: Workbook, observations: tuple[Observation, ...]) -> Iterator[Problem]:
    rows = [(table, row.id) for table in TABLES for row in getattr(workbook, table)]
    places: list[tuple[str, list[tuple[str, str]]]] = [("", rows)]
    places += [(f"models, {model.id}, ", [("groups", group.id) for group in model.groups]) for model in workbook.models]
    places.append(("", [("observations", observation.id) for observation in observations]))
    for prefix, listed in places:
        for name, count in Counter(row_id for _, row_id in listed).items():
            if count > 1:
                where = " and ".join(dict.fromkeys(table for table, row_id in listed if row_id == name))
                yield Problem(f"{prefix}{where}", f"{count} rows have the id {name}; each row needs its own")


def _findings(
    workbook: Workbook, observations: tuple[Observation, ...], version: int, current: int
) -> Iterator[Finding]:
    if version < current:
        yield Finding(
            "older_version", (), Severity.NOTE,
            QT_TRANSLATE_NOOP("findings", "The file was of version {version}; saving writes version {current}."),
            {"version": version, "current": current},
        )  # fmt: skip
    present = {row.id for row in workbook.scenarios}
    if workbook.baseline is not None and workbook.baseline not in present:
        yield Finding(
            "baseline_without_row", ("baseline",), Severity.NOTE,
            QT_TRANSLATE_NOOP("findings", "The file compares with a scenario that is not in it; nothing is compared."),
        )  # fmt: skip
    gone = sum(observation.scenario not in present for observation in observations)
    if gone:
        yield Finding(
            "observation_without_row", ("observations",), Severity.NOTE,
            QT_TRANSLATE_NOOP("findings", "{count} observations are of scenarios that are not in this workbook."),
            {"count": gone},
        )  # fmt: skip
