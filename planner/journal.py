"""The recovery journal: what a workbook became since it was last saved, on disk before anybody sees it on screen.

One file per open window: a header (which workbook), the whole document once, then for each edit the rows that differ.
Rows that an edit did not touch are the same objects before and after, so a record is as large as the edit. A line is
`crc32 JSON`; what a process that was killed left half written ends the reading, and everything before it holds.
A lock file beside it tells a journal that is in use from one that was left behind.
"""

from __future__ import annotations

import json
import os
import threading
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from planner.files import Loaded, loads
from planner.locks import Lock, locked
from planner.migrations import VERSION
from planner.observations import Observation
from planner.workbook import TABLES, Workbook

FORMAT = 1
PATIENCE_S = 0.5
"""So long the folder of another window's file has to answer."""
ENDING = ".journal"
LARGEST = 512 * 2**20
LEAST_REWRITTEN = 2 * 2**20
"""A journal is written anew when its records pass this many bytes and three times its whole document."""


@dataclass(frozen=True, slots=True)
class About:
    """Which workbook a journal is of: its file (None before the first save), what it is called, its file's digest."""

    file: str | None = None
    title: str = ""
    digest: str = ""


class Journal:
    """The journal of one window. OSError when it cannot be written: the next record then begins it anew, whole."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = None
        while lock is None:
            self.path = folder / f"{datetime.now():%Y%m%d-%H%M%S}-{os.urandom(4).hex()}{ENDING}"
            lock = locked(self.path.with_suffix(".lock"))
        self._lock: Lock = lock
        self._descriptor: int | None = None
        self._about = About()
        self._workbook: Workbook | None = None
        self._observations: tuple[Observation, ...] = ()
        self._whole_bytes = self._record_bytes = 0
        self._syncing: threading.Thread | None = None

    def clear(self, about: About) -> None:
        """Nothing is unsaved: only the header stays, which tells other windows what is open here."""
        if self._workbook is None and self._about == about and self._descriptor is not None:
            return
        self._workbook = None
        self._about = about
        self._begin(_line(self._header(), names=True))

    def record(self, workbook: Workbook, observations: tuple[Observation, ...], about: About) -> None:
        """Put down what differs from the last record; it is with the system when this returns."""
        before = self._workbook
        large = self._record_bytes > max(LEAST_REWRITTEN, 3 * self._whole_bytes)
        if before is None or self._descriptor is None or about != self._about or large:
            self._about, self._workbook = about, None
            data = {"workbook": workbook.model_dump(), "observations": _dumped(observations)}
            lines = _line(self._header(), names=True) + _line({"whole": data, "at": _now()})
            self._begin(lines)
            self._whole_bytes, self._record_bytes = len(lines), 0
        else:
            change = _difference(before, workbook)
            if observations is not self._observations:
                change["observations"] = _dumped(observations)
            if not change:
                return
            line = _line({**change, "at": _now()})
            self._append(line)
            self._record_bytes += len(line)
        self._workbook, self._observations = workbook, observations

    def sync(self) -> None:
        """Ask the disk, on another thread, to make what was recorded last through a power cut."""
        if self._descriptor is None or (self._syncing is not None and self._syncing.is_alive()):
            return
        try:
            copy = os.dup(self._descriptor)
        except OSError:
            return
        self._syncing = threading.Thread(target=_synced, args=(copy,), name="journal", daemon=True)
        self._syncing.start()

    def close(self) -> None:
        """The workbook was left in good order: nothing of it stays here."""
        if self._syncing is not None:
            self._syncing.join(2.0)
        self._end()
        try:
            self.path.unlink(missing_ok=True)
        finally:
            self._lock.release(remove=True)

    def _header(self) -> dict[str, Any]:
        return {"fitsheet_journal": FORMAT, "version": VERSION, "pid": os.getpid(), **asdict(self._about)}

    def _begin(self, data: bytes) -> None:
        """Put a new journal in the place of the present one, which stays whole until then."""
        self._end()
        temporary = self.path.with_suffix(".new")
        try:
            self._descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, 0o600)
            self._append(data)
            if os.name == "nt":  # which renames no open file
                self._end()
                os.replace(temporary, self.path)
                self._descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | _BINARY)
            else:
                os.replace(temporary, self.path)
        except OSError:
            self._end()
            temporary.unlink(missing_ok=True)
            raise

    def _append(self, data: bytes) -> None:
        assert self._descriptor is not None
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(self._descriptor, view) :]
        except OSError:
            self._end()  # behind half a line nothing would be read
            raise

    def _end(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


@dataclass(slots=True)
class Leftover:
    """A journal that its process left behind. It is held until `discard` or `release`, so that one window offers it.

    `document` is None, with `problem`, when what is there cannot be read.
    """

    path: Path
    about: About
    at: str
    edits: int
    document: Loaded | None
    problem: str
    lock: Lock

    def discard(self) -> None:
        """Remove it for good."""
        self.path.unlink(missing_ok=True)
        self.lock.release(remove=True)

    def release(self) -> None:
        """Leave it for another time."""
        self.lock.release()


def leftovers(folder: Path) -> list[Leftover]:
    """The journals of processes that are gone and that hold unsaved work, the latest first."""
    found = []
    for path in _journals(folder):
        try:
            lock = locked(path.with_suffix(".lock"))
        except OSError:
            continue
        if lock is None:
            continue
        leftover = _leftover(path, lock)
        if leftover is not None:
            found.append(leftover)
    return sorted(found, key=lambda each: each.at, reverse=True)


def open_elsewhere(folder: Path, file: Path, own: Path | None) -> bool:
    """Whether another window has this file open; `own` is the journal of the window that asks.

    The file of another journal may lie in a folder that does not answer. Where this file's does, that is another one.
    """
    wanted = _real(file)
    for path in _journals(folder):
        if path == own:
            continue
        about = _about(next(_records(path, header_only=True), {}))
        if about.file is None or not _is_file(about.file, wanted):
            continue
        try:
            lock = locked(path.with_suffix(".lock"))
        except OSError:
            continue
        if lock is None:
            return True
        lock.release()
    return False


def _real(file: str | Path) -> str:
    try:
        return os.path.normcase(os.path.realpath(file))
    except ValueError:  # a null character in the name
        return str(file)


def _is_file(named: str, wanted: str) -> bool:
    """Whether a name leads to the file whose real name is wanted."""
    if os.path.normcase(named) == wanted:
        return True
    found: list[str] = []
    look = threading.Thread(target=lambda: found.append(_real(named)), daemon=True, name="real name")
    look.start()
    look.join(PATIENCE_S)
    return found == [wanted]


def _journals(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ENDING)
    except OSError:
        return []


def _leftover(path: Path, lock: Lock) -> Leftover | None:
    """What a journal holds; None, and nothing left of it, when its workbook had no unsaved changes."""
    records = list(_records(path))
    about = _about(records[0] if records else {})
    at, edits, whole = "", -1, None
    problem = ""
    try:
        for record in records[1:]:
            whole = _applied(whole, record)
            at, edits = str(record.get("at", "")), edits + 1
    except (LookupError, TypeError, ValueError, AttributeError):
        problem = "a record in it does not fit the ones before"
    if whole is None:
        if records and records[0].get("fitsheet_journal") != FORMAT:  # of a newer program, which will want it
            lock.release()
        else:
            path.unlink(missing_ok=True)
            lock.release(remove=True)
        return None
    content = {"format": "fitsheet-workbook", "version": records[0].get("version"), **whole}
    document = None
    try:
        document = loads(json.dumps(content).encode())
    except ValueError as error:  # a FileError's sentence
        problem = str(error)
    return Leftover(path, about, at, max(edits, 0), document, problem, lock)


def _about(header: dict[str, Any]) -> About:
    if header.get("fitsheet_journal") != FORMAT:
        return About()
    file = header.get("file")
    return About(file if isinstance(file, str) else None, str(header.get("title", "")), str(header.get("digest", "")))


def _records(path: Path, *, header_only: bool = False) -> Iterator[dict[str, Any]]:
    """The records of a journal up to the first line that is damaged."""
    try:
        with path.open("rb") as stream:
            data = stream.readline(2**20) if header_only else stream.read(LARGEST)
    except OSError:
        return
    for line in data.splitlines(keepends=True):
        checksum, _, text = line.partition(b" ")
        if not text.endswith(b"\n") or checksum != b"%08x" % zlib.crc32(text[:-1]):
            return
        record = json.loads(text)
        if not isinstance(record, dict):
            return
        yield record


def _applied(whole: dict[str, Any] | None, record: dict[str, Any]) -> dict[str, Any]:
    """The document after one more record."""
    if "whole" in record:
        return dict(record["whole"])
    if whole is None:
        raise LookupError("the whole document is missing")
    workbook = dict(whole["workbook"])
    for table, change in record.get("tables", {}).items():
        present = {row["id"]: row for row in workbook[table]}
        present |= {row["id"]: row for row in change["rows"]}
        workbook[table] = [present[row_id] for row_id in change.get("order", present)]
    if "assumptions" in record:
        workbook["assumptions"] = record["assumptions"]
    if "baseline" in record:
        workbook["baseline"] = record["baseline"]
    return {"workbook": workbook, "observations": record.get("observations", whole["observations"])}


def _difference(before: Workbook, after: Workbook) -> dict[str, Any]:
    """The rows of `after` that are other objects than in `before`, and the order of a table where it differs."""
    change: dict[str, Any] = {}
    tables: dict[str, Any] = {}
    for table in TABLES:
        old, new = getattr(before, table), getattr(after, table)
        if old is new:
            continue
        known = {row.id: row for row in old}
        tables[table] = {"rows": [row.model_dump() for row in new if known.get(row.id) is not row]}
        order = [row.id for row in new]
        if order != list(known):
            tables[table]["order"] = order
    if tables:
        change["tables"] = tables
    if before.assumptions is not after.assumptions:
        change["assumptions"] = after.assumptions.model_dump()
    if before.baseline != after.baseline:
        change["baseline"] = after.baseline
    return change


def _dumped(observations: Iterable[Observation]) -> list[dict[str, Any]]:
    return [observation.model_dump() for observation in observations]


def _line(record: dict[str, Any], *, names: bool = False) -> bytes:
    # Half characters can come in with a worker's messages; they are replaced as in a file. In the name of a file they
    # stand for bytes that are no text, and what is replaced there names another file.
    text = json.dumps(record, ensure_ascii=names, allow_nan=False, separators=(",", ":"))
    data = text.encode("utf-8", "replace")
    return b"%08x %s\n" % (zlib.crc32(data), data)


def _now() -> str:
    return datetime.now().isoformat(timespec="milliseconds")


def _synced(descriptor: int) -> None:
    try:
        os.fsync(descriptor)
    except OSError:
        pass  # the next record that cannot be written says so
    finally:
        os.close(descriptor)


_BINARY = getattr(os, "O_BINARY", 0)
