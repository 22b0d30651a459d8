"""PySide's own Python modules, compiled beforehand; build.py writes them for the recipe.

libshiboken carries them as source and compiles them in every start (20 ms). It prefers a folder `files.dir` beside
`shiboken6`, which it writes itself where the environment says `SBK_EMBED=0`; the frozen program carries that folder,
with compiled modules.
"""

from __future__ import annotations

import py_compile
import sys
import tempfile
from pathlib import Path

NEVER_ASKED = "shibokensupport/signature/lib/pyi_generator.py"
"""Writes `.pyi` files of the bindings. It is imported with the others, and argparse and logging with it: 10 ms."""


def write(folder: Path) -> None:
    """Leave the content of `files.dir` in a folder; RuntimeError when this PySide keeps its modules in another way."""
    import PySide6.QtCore  # noqa: F401  (unpacks them)

    importer = getattr(sys.modules.get("shibokensupport"), "__loader__", None)
    archive = getattr(importer, "zfile", None)
    names = [] if archive is None else [name for name in archive.namelist() if name.startswith("shibokensupport/")]
    if NEVER_ASKED not in names:
        raise RuntimeError("libshiboken does not carry its Python modules as expected.")
    for name in names:
        if not name.endswith(".py"):
            continue
        source = b"" if name == NEVER_ASKED else archive.read(name)
        target = folder / f"{name}c"
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place) / "module.py"
            copy.write_bytes(source)
            py_compile.compile(str(copy), str(target), dfile=name, doraise=True)
