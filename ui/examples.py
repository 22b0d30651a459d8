"""The example workbooks that come with the program."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def example_file() -> Path:
    """The example that the first start opens: a fit, a tight fit and a misfit."""
    return Path(str(files("presets") / "workbooks" / "example.fitsheet"))
