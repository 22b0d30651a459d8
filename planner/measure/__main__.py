"""Starts the worker: `python -E <this folder>`, or `python -m planner.measure` inside the project.

With `--jobs FILE --out FILE` it runs the jobs of a file and writes their results (`batch.py`).
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

OLDEST_PYTHON = (3, 9)


def load_worker(name: str = "worker") -> ModuleType:
    """Give the module `worker`, or another of this folder, imported as part of a package in either way of starting.

    Python runs a folder as a script without a package, where relative imports fail. The folder is registered as a
    package under a name of its own, and leaves `sys.path`, so that none of its modules can hide one that torch imports.
    """
    if __package__:
        return importlib.import_module(f".{name}", __package__)
    folder = Path(__file__).resolve().parent
    spec = importlib.util.spec_from_file_location(
        "fitsheet_measure", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise SystemExit(f"The measuring worker is not whole: {folder} cannot be loaded")
    package = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = package
    spec.loader.exec_module(package)
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != folder]
    return importlib.import_module(f".{name}", spec.name)


def refuse_python() -> int:
    """Say in the worker's language that this Python is too old; gives the exit status."""
    found = ".".join(map(str, sys.version_info[:3]))
    sentence = f"Python {found} ({sys.executable}) is too old to measure with: 3.9 or later is needed"
    failed = {"type": "failed", "id": "", "code": "old_python", "sentence": sentence, "details": {}, "points": []}
    print(json.dumps(failed), flush=True)
    print(sentence, file=sys.stderr)
    return 2


def main(arguments: list[str]) -> int:
    """Serve orders, run a file of jobs, or be one of several ranks: what the first argument says."""
    if sys.version_info < OLDEST_PYTHON:
        return refuse_python()
    if arguments[:1] == ["--rank"]:
        return int(load_worker("rank").main(arguments))
    if arguments:
        return int(load_worker("batch").main(arguments))
    return int(load_worker().main())


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
