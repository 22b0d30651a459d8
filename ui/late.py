"""Modules that are imported when something of them is first asked for, after the first paint: dialogs, mostly."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Late:
    """Stands for a module; `Late("ui.guide").show` imports it. `packaging/fitsheet.spec` freezes every module of ui."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)
