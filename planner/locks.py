"""A file held by one process: the system lets it go when that process ends, however it ends."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_HELD = (errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK, errno.EDEADLK)


class Lock:
    """A held lock file, until `release`. Children do not inherit it: a worker that lives on holds nothing."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor: int | None = descriptor

    def release(self, *, remove: bool = False) -> None:
        """Let go, and remove the file when nobody will need it again."""
        if self._descriptor is None:
            return
        if remove and sys.platform != "win32":  # while it is held, so that nobody takes a name that goes away
            self.path.unlink(missing_ok=True)
        os.close(self._descriptor)
        self._descriptor = None
        if remove and sys.platform == "win32":  # which removes no open file
            self.path.unlink(missing_ok=True)


def locked(path: Path) -> Lock | None:
    """The lock of a file, which is made when it is not there; None when another process (or this one) holds it.

    OSError where files cannot be locked at all (some network file systems).
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        _take(descriptor)
    except OSError as error:
        os.close(descriptor)
        if error.errno in _HELD:
            return None
        raise
    if sys.platform != "win32" and os.fstat(descriptor).st_nlink == 0:
        os.close(descriptor)  # its owner ended, and removed it, between our opening and locking it
        return None
    return Lock(path, descriptor)
