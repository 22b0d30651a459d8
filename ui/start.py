"""What the libraries below the window are told before they are imported, so that the window is there sooner.

Nothing here changes what the program does; each line names what it saves, measured from the start to the first paint.
"""

from __future__ import annotations

import builtins
import gc
import os
import sys
import types

MANY = 100_000


def before_imports() -> None:
    """To be called before pydantic and Qt are imported for the first time."""
    # Objects of the start live as long as the program: to look through them for garbage every 700 new ones costs 40 ms.
    gc.set_threshold(MANY, *gc.get_threshold()[1:])
    # Nothing is drawn with OpenGL: Qt on X11 would load a driver to ask what it can do.
    os.environ.setdefault("QT_XCB_GL_INTEGRATION", "none")
    _without_plugins_of_pydantic()
    _without_switches_of_pyside()


def after_first_paint() -> None:
    """What the start made is kept out of later searches for garbage, which happen as often as usual again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(700, 10, 10)


def _without_plugins_of_pydantic() -> None:
    """pydantic looks through every installed package for plugins, of which the program has none.

    The variable alone leaves `importlib.metadata` and the standard library's e-mail modules imported (1 MB, 20 ms). A
    pydantic that has no such module never asks for this one.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    loader = types.ModuleType("pydantic.plugin._loader")
    loader.get_plugins = tuple  # type: ignore[attr-defined]
    sys.modules.setdefault(loader.__name__, loader)


def _without_switches_of_pyside() -> None:
    """PySide replaces `import` by a function that reads the source of every module imported after it, to see whether
    it may use `from __feature__ import snake_case`; nobody here does. 60 ms, and 12 MB of source kept by linecache.
    """
    import PySide6.QtCore  # noqa: F401  (replaces it)

    original = getattr(builtins, "__orig_import__", None)
    if original is not None:
        builtins.__import__ = original
