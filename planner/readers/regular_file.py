"""Files of others opened with care: regular files only, sizes known before a byte is read, system errors in words."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from planner.atomic import reason_of
from planner.readers.checkpoint import CheckpointError, short
from planner.words import QT_TRANSLATE_NOOP


@contextmanager
def opened(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    """The file for reading, and its size in bytes; CheckpointError for what is no regular file or cannot be read."""
    try:
        # A pipe would wait for its writer and a device may have no end: neither is opened at all.
        if not stat.S_ISREG(path.stat().st_mode):
            raise CheckpointError(QT_TRANSLATE_NOOP("checkpoints", "{file} is not a file."), file=short(path.name))
        with path.open("rb") as stream:
            yield stream, os.fstat(stream.fileno()).st_size
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        if isinstance(error, CheckpointError):
            raise
        raise unreadable(path, error) from None


def unreadable(path: Path, error: Exception) -> CheckpointError:
    """The sentence for a file that the system does not give."""
    reason = reason_of(error) if isinstance(error, OSError) else "its name is not one of a file"
    return CheckpointError(QT_TRANSLATE_NOOP("checkpoints", "{file} cannot be read: {reason}."),
                           file=short(path.name), reason=reason)  # fmt: skip


def exactly(stream: BinaryIO, count: int, file: str) -> bytes:
    """The next `count` bytes, which the file was found to have; CheckpointError if it lost them meanwhile."""
    data = stream.read(count)
    if len(data) < count:
        raise CheckpointError(QT_TRANSLATE_NOOP("checkpoints", "{file} changed while it was read. Try again."),
                              file=file)  # fmt: skip
    return data
