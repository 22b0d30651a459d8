"""What is different in the packaged program: it is no Python, and its libraries are not those of other programs."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path


def is_frozen() -> bool:
    """Say whether this is the packaged program, which has no Python of its own."""
    return bool(getattr(sys, "frozen", False))


def cleaned_environment(environment: Mapping[str, str], frozen: bool) -> dict[str, str]:
    """Give the environment for an external Python, without what a frozen program or a Qt program put into it.

    PyInstaller points the loader at its own libraries and keeps the user's value under `..._ORIG`; without one, the
    value of a frozen program is its own and goes.
    """
    kept = {
        name: value
        for name, value in environment.items()
        if not name.startswith(("QT_", "_PYI_", "PYTHON")) and name != "_MEIPASS2"
    }
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH"):
        original = kept.pop(f"{name}_ORIG", None)
        if original:
            kept[name] = original
        elif frozen or original is not None:
            kept.pop(name, None)
    return kept


def bundled_python(program: Path) -> Path | None:
    """Give the Python with torch that one of the packages brings along, beside the program; None in the other."""
    name = "fitsheet-python.exe" if program.suffix == ".exe" else "fitsheet-python"
    python = program.parent / "python" / name
    return python if python.is_file() else None
