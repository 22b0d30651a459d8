"""Panels that are filled only while they are looked at: what they show tries hundreds of plans or draws pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QDockWidget

from planner.plan import Evaluation


class Sights(QObject):
    """Fills the docks that are in sight from the evaluation on show, after the layout has settled."""

    def __init__(self, evaluation: Callable[[], Evaluation | None], parent: QObject) -> None:
        super().__init__(parent)
        self._evaluation = evaluation
        self._fills: dict[str, Callable[[Evaluation | None], object]] = {}
        self.shown: set[str] = set()
        """Names of the docks that can be seen now."""
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._fill)

    def follow(
        self, docks: Mapping[str, QDockWidget], fills: Mapping[str, Callable[[Evaluation | None], object]]
    ) -> None:
        """Fill each of these docks by its function from now on."""
        for name, fill in fills.items():
            self._fills[name] = fill
            docks[name].visibilityChanged.connect(lambda seen, name=name: self._on_sight(name, seen))

    def again(self) -> None:
        """The evaluation on show may be another one."""
        self._later.start()

    def _on_sight(self, name: str, visible: bool) -> None:
        # A dock that stands behind another tab is not hidden for Qt; only this signal tells.
        (self.shown.add if visible else self.shown.discard)(name)
        self._later.start()

    def _fill(self) -> None:
        evaluation = self._evaluation()
        for name in tuple(self.shown):
            self._fills[name](evaluation)
