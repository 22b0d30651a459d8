"""Writing a file so that at every moment the old content or the new one is there, and why the system refuses."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

from planner.words import QT_TRANSLATE_NOOP

BACKUP_ENDING = "~"
NOT_A_FILE = QT_TRANSLATE_NOOP("files", "it is not a file")

_REASONS = {
    errno.ENOSPC: QT_TRANSLATE_NOOP("files", "the disk is full"),
    errno.EDQUOT if hasattr(errno, "EDQUOT") else errno.ENOSPC: QT_TRANSLATE_NOOP("files", "the disk is full"),
    errno.EROFS: QT_TRANSLATE_NOOP("files", "the folder can only be read"),
    errno.EACCES: QT_TRANSLATE_NOOP("files", "you have no right to it"),
    errno.EPERM: QT_TRANSLATE_NOOP("files", "it is protected against changes"),
    errno.ENOENT: QT_TRANSLATE_NOOP("files", "it, or its folder, is not there"),
    errno.ENOTDIR: QT_TRANSLATE_NOOP("files", "its folder is not there"),
    errno.EISDIR: QT_TRANSLATE_NOOP("files", "it is not a file"),
    errno.ESTALE if hasattr(errno, "ESTALE") else errno.ENOENT: QT_TRANSLATE_NOOP("files", "its folder is gone"),
    errno.EBUSY: QT_TRANSLATE_NOOP("files", "another program is using it"),
    errno.EIO: QT_TRANSLATE_NOOP("files", "the disk, or the network behind it, failed"),
    errno.ENAMETOOLONG: QT_TRANSLATE_NOOP("files", "its name is too long"),
}
_WINDOWS_REASONS = {
    32: QT_TRANSLATE_NOOP("files", "another program is using it"),
    33: QT_TRANSLATE_NOOP("files", "another program is using it"),
    53: QT_TRANSLATE_NOOP("files", "the network folder is not there"),
    112: QT_TRANSLATE_NOOP("files", "the disk is full"),
}


def refuse_no_file(path: Path) -> None:
    """OSError for what is no regular file: to open a pipe waits for its writer, and a device may have no end."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, NOT_A_FILE)


def reason_of(error: Exception) -> str:
    """Why the system refused, as the end of a sentence."""
    if isinstance(error, OSError):
        known = _WINDOWS_REASONS.get(getattr(error, "winerror", None) or 0) or _REASONS.get(error.errno or 0)
        said = known or error.strerror
        if said:
            return said
    return str(error) or type(error).__name__


def backup_of(target: Path) -> Path:
    """Where the version before the last save is kept: beside the file, with a tilde at the end of its name."""
    return target.with_name(target.name + BACKUP_ENDING)


def write_whole(
    target: Path, data: bytes, *, backup: bool = False, given_up: Callable[[], bool] = lambda: False
) -> str:
    """Write a file so that at every moment the old content or the new one is there; OSError when that fails.

    With `backup`, the old content is kept as `backup_of(target)`; when only that fails, the file is written all the
    same and the answer says why there is no backup. What is no file (a device, a pipe) is refused, since renaming over
    it would put a plain file in its place; a file that may not be written is refused, although its folder would let it.
    `given_up` is asked before anything is made and before the new content takes its place: a folder that answers too
    late, when nobody waits for it any more, is left as it was (OSError, ECANCELED).
    """
    if target.exists():
        if not target.is_file():
            raise OSError(errno.EINVAL, NOT_A_FILE)
        os.close(os.open(target, os.O_WRONLY))  # the system says best why it may not be written
    go_on(given_up)
    temporary = _beside(target)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    problem = ""
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            os.chmod(temporary, stat.S_IMODE(target.stat().st_mode))
            problem = _keep_old(target) if backup else ""
        go_on(given_up)
        os.replace(temporary, target)
    except BaseException:
        _forget(temporary)
        raise
    _sync_folder(target.parent)
    return problem


def go_on(given_up: Callable[[], bool]) -> None:
    """OSError (ECANCELED) where nobody waits for this any more."""
    if given_up():
        raise OSError(errno.ECANCELED, os.strerror(errno.ECANCELED))


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name[:40]}.{os.urandom(4).hex()}.tmp")


def _forget(temporary: Path) -> None:
    with contextlib.suppress(OSError):  # the reason for which we are here is the one to tell
        temporary.unlink(missing_ok=True)


def _keep_old(target: Path) -> str:
    """Give the old content its second name. A link takes no room on a full disk; where there are none, a copy."""
    second = _beside(target)
    try:
        try:
            os.link(target, second)
        except OSError:
            shutil.copy2(target, second)
        os.replace(second, backup_of(target))
    except OSError as error:
        _forget(second)
        return reason_of(error)
    except BaseException:
        _forget(second)
        raise
    return ""


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system can (Windows cannot open a folder)."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass  # the file itself is written; some network file systems do not sync folders
    finally:
        os.close(descriptor)
