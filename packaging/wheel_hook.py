"""Puts compiled catalogues into the wheel, where the sources have their texts (ui/translations): a hook of hatchling.

The installed program then reads no XML when it starts in another language, as the packaged one does (build.py). An
editable install runs the sources and compiles a catalogue where it is loaded. Standard library only: nothing of
Fitsheet is installed when this runs.
"""

from __future__ import annotations

import runpy
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TRANSLATIONS = "ui/translations"


class Catalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles each .ts file into a folder of its own, which is gone when the wheel is there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Give hatchling one compiled file more for each language."""
        self.folder: Path | None = None
        if version == "editable":
            return
        self.folder = Path(tempfile.mkdtemp(prefix="fitsheet-catalogues-"))
        texts = Path(self.root, TRANSLATIONS)
        catalogue = runpy.run_path(str(texts / "catalogue.py"))
        for source in sorted(texts.glob("*.ts")):
            made = self.folder / f"{source.stem}.qm"
            made.write_bytes(catalogue["compiled"](source.stem, catalogue["read"](source)))
            build_data["force_include"][str(made)] = f"{TRANSLATIONS}/{made.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled: the wheel has it."""
        if self.folder is not None:
            shutil.rmtree(self.folder)
