"""Which Python measures, and what it is told to run. No Qt here."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from planner.frozen import bundled_python, is_frozen


def worker_folder() -> Path:
    """Give the worker's folder: beside this package, or inside the frozen program."""
    bundled = getattr(sys, "_MEIPASS", None)
    root = Path(bundled) if bundled else Path(__file__).resolve().parents[1]
    return root / "planner" / "measure"


def python_candidates(
    chosen: str | None, environment: Mapping[str, str], executable: str | None, frozen: bool, windows: bool
) -> list[str]:
    """Give the Pythons to offer, the likeliest first, each once.

    The user's choice; the one that runs Fitsheet (not in the frozen program, which is none); those of an active virtual
    environment or conda environment; those on the search path.
    """
    inside = Path("Scripts" if windows else "bin") / ("python.exe" if windows else "python")
    found = [chosen, None if frozen else executable]
    if environment.get("VIRTUAL_ENV"):
        found.append(str(Path(environment["VIRTUAL_ENV"]) / inside))
    if environment.get("CONDA_PREFIX"):
        folder = Path(environment["CONDA_PREFIX"])
        found.append(str(folder / "python.exe" if windows else folder / inside))
    search = environment.get("PATH", os.defpath)
    found += [shutil.which(name, path=search) for name in ("python3", "python")]
    present = [path for path in found[1:] if path and Path(path).is_file()]
    return list(dict.fromkeys(([chosen] if chosen else []) + present))


def this_machines_pythons(chosen: str | None = None) -> list[str]:
    """Give `python_candidates` for the program that runs."""
    found = python_candidates(chosen, os.environ, sys.executable, is_frozen(), os.name == "nt")
    brought = bundled_python(Path(sys.executable)) if is_frozen() else None
    return list(dict.fromkeys(found if brought is None else [*found[: bool(chosen)], str(brought), *found]))
