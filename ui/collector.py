"""Python's search for unused cycles, moved from the middle of edits to the moment after them.

An edit that changes a hundred scenarios makes some ten thousand objects, nearly all of which go when the next one
comes, without a search. By its usual thresholds Python searches some forty times in such an edit, and now and then all
of the program's objects, which takes a tenth of a second. So the young are searched less often, and all of them only
when the workbook has been left alone for a while.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

from ui.session import Session

YOUNG, MIDDLE, OLD = 50_000, 20, 1_000
"""After so many new containers the young are searched, after so many searches of these the older, then all."""
AFTER_MS = 3_000


def search_seldom() -> None:
    """From now on by these thresholds; not before the first paint, in which a search would fall."""
    gc.set_threshold(YOUNG, MIDDLE, OLD)


class Collector(QObject):
    """Searches once edits have ceased for `AFTER_MS`."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._later = QTimer(self, singleShot=True, interval=AFTER_MS)
        self._later.timeout.connect(gc.collect)
        session.changed.connect(self._on_changed)

    def _on_changed(self, *_: object) -> None:
        # No lambda: it would outlive this collector, which goes with its window, in a session that goes on.
        self._later.start()
