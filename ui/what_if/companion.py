"""A window beside the main one: not modal, of a size and place that are remembered, following the workbook."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from ui.session import Session
from ui.settings import Settings
from ui.theme import give_size

SETTLED_MS = 200
"""So long after the last edit a window follows it."""
OF_NO_PLAN = (("file",), ("observations",))
"""Changes of the document that change no plan."""


class Companion(QWidget):
    """What windows beside the main one have in common; `follow` is theirs to say.

    A window that is not in sight follows nothing, and catches up when it is shown. `name` is what its place is
    remembered by, and what it is found by while it is there.
    """

    def __init__(self, name: str, session: Session, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._session, self._settings, self._name = session, settings, name
        self.setObjectName(name)
        self._stale = True
        self._later = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._later.timeout.connect(self.catch_up)
        session.changed.connect(self._on_changed)

    def follow(self) -> None:
        """Show the workbook as it is now."""
        raise NotImplementedError

    @property
    def settled(self) -> bool:
        """Whether every edit was followed, as far as somebody looks."""
        return not self._later.isActive()

    def catch_up(self) -> None:
        """Follow the edits so far, at once."""
        self._later.stop()
        self._stale = False
        self.follow()

    def fall_behind(self) -> None:
        """What is shown is old: follow, once nothing has changed for a moment and while somebody looks."""
        self._stale = True
        if self.isVisible():
            self._later.start()

    def place(self, wide: float, high: float) -> None:
        """Take the size and place of last time; the first time this size in em."""
        give_size(self, wide, high)
        kept = self._settings.place_of(self._name)
        if not kept.isEmpty():
            self.restoreGeometry(kept)

    def come_up(self) -> None:
        """Show it in front of the others, with the keyboard."""
        self.show()
        self.raise_()
        self.activateWindow()

    def _on_changed(self, path: object) -> None:
        if path not in OF_NO_PLAN:
            self.fall_behind()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.catch_up()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._later.stop()
        self._stale = True
        self._settings.set_place_of(self._name, self.saveGeometry())
        if self.testAttribute(Qt.WidgetAttribute.WA_DeleteOnClose):
            self.setObjectName("")  # it goes with the next round of events, and is not to be found until then
        super().closeEvent(event)
