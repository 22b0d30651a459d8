"""What the libraries below the window are told before they are imported, so that the window is there sooner.

Nothing here changes what the program does; each line names what it saves, measured from the start to the first paint.
"""

from __future__ import annotations

import builtins
import contextlib
import gc
import os
import sys
import types
from collections.abc import Iterable, Iterator

from ui import compiled_texts

MANY = 1_000_000
MADV_DONTNEED = 4
HEXADECIMAL = frozenset("0123456789abcdef")


def before_imports() -> None:
    """To be called before pydantic and Qt are imported for the first time."""
    # Objects of the start live as long as the program: to look through them for garbage every 700 new ones costs 40 ms.
    gc.set_threshold(MANY, *gc.get_threshold()[1:])
    # Nothing is drawn with OpenGL: Qt on X11 would load a driver to ask what it can do.
    os.environ.setdefault("QT_XCB_GL_INTEGRATION", "none")
    _without_plugins_of_pydantic()
    _without_switches_of_pyside()


def after_first_paint() -> None:
    """What the start made is kept out of later searches for garbage; how often they happen says `ui.collector`."""
    from ui.collector import search_seldom

    gc.collect()
    gc.freeze()
    search_seldom()


def _without_plugins_of_pydantic() -> None:
    """pydantic looks through every installed package for plugins, of which the program has none.

    The variable alone leaves `importlib.metadata` and the standard library's e-mail modules imported (1 MB, 20 ms). A
    pydantic that has no such module never asks for this one.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    loader = types.ModuleType("pydantic.plugin._loader")
    vars(loader)["get_plugins"] = tuple
    sys.modules.setdefault(loader.__name__, loader)


def _without_switches_of_pyside() -> None:
    """PySide replaces `import` by a function that reads the source of every module imported after it, to see whether
    it may use `from __feature__ import snake_case`; nobody here does. 60 ms, and 12 MB of source kept by linecache.
    """
    import PySide6.QtCore  # noqa: F401  (replaces it)

    original = getattr(builtins, "__orig_import__", None)
    if original is not None:
        builtins.__import__ = original


def give_back() -> None:
    """Give back what only the start needed: pages of libraries that were read once, and freed memory.

    The system reads them again, from its cache, when they are needed; of some 55 MB that are mapped when the window is
    ready, showing it needs half. Linux only: elsewhere the system has ways of its own.
    """
    compiled_texts.forget()
    if sys.platform != "linux":
        return
    import ctypes

    system = ctypes.CDLL(None)
    for begin, end in _unwritten():
        system.madvise(ctypes.c_void_p(begin), ctypes.c_size_t(end - begin), MADV_DONTNEED)
    with contextlib.suppress(AttributeError):  # glibc's own
        system.malloc_trim(0)


def _unwritten() -> list[tuple[int, int]]:
    """Where files are mapped that can only be read, and of which no page was written to before (by the linker, say):
    such a page would be lost, whether it is in memory or was put into the swap space.
    """
    try:
        with open("/proc/self/smaps", encoding="utf-8", errors="replace") as lines:
            return list(unwritten_in(lines))
    except (OSError, ValueError):
        return []


def unwritten_in(lines: Iterable[str]) -> Iterator[tuple[int, int]]:
    """First and last address of each such mapping in a text like /proc/self/smaps."""
    mapped: tuple[int, int] | None = None
    for line in lines:
        if line[0] in HEXADECIMAL:  # what else stands there begins with a capital letter
            if mapped is not None:
                yield mapped
            place, rights, *_, name = line.split(maxsplit=5)
            begin, end = (int(part, 16) for part in place.split("-"))
            private = rights[1] == "-" and rights[3] == "p" and name.startswith("/")
            mapped = (begin, end) if private else None
        elif line.startswith(("Anonymous:", "Swap:")) and line.split()[1] != "0":
            mapped = None
    if mapped is not None:
        yield mapped
