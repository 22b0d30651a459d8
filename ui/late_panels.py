"""Panels that nobody sees at first: built when they come in sight, when something of them is asked for, at the latest
after the first paint. Their docks have place, title and menu entry from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDockWidget, QWidget

from ui.rank_chooser import stacked
from ui.sheets.table_view import TableView
from ui.sheets.view_bar import ViewBar


class LatePanels(QObject):
    """Builds the panels of docks, each once."""

    def __init__(self, docks: Mapping[str, QDockWidget], parent: QObject) -> None:
        super().__init__(parent)
        self._docks = docks
        self._builds: dict[str, Callable[[], QWidget]] = {}
        self.built: dict[str, QWidget] = {}
        """The panels that are there by now."""

    def add(self, name: str, build: Callable[[], QWidget]) -> None:
        """The panel of a dock that is there and empty."""
        self._builds[name] = build
        self._docks[name].visibilityChanged.connect(lambda seen: self.panel(name) if seen else None)

    def waiting(self) -> tuple[str, ...]:
        """The docks that have no panel yet."""
        return tuple(self._builds)

    def panel(self, name: str) -> QWidget:
        """The panel of a dock, in its place."""
        build = self._builds.pop(name, None)
        if build is not None:
            panel = self.built[name] = build()
            self._docks[name].setWidget(in_its_dock(panel))
        return self.built[name]

    def build_all(self) -> None:
        """Have all panels now."""
        for name in self.waiting():
            self.panel(name)


def in_its_dock(panel: QWidget) -> QWidget:
    """What a dock holds for a panel: a table has a line above it that says when it is sorted or filtered."""
    return stacked(ViewBar(panel.rows), panel) if isinstance(panel, TableView) else panel
