"""What hundreds of plans are tried for, found beside the window: one of a large model takes a tenth of a second.

Quick answers are there at once, as from a call like any other. A planner of its own does the work, so that nothing is
shared with the one that the window asks meanwhile; the rows that are read are frozen.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from operator import is_
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QObject, QTimer

from planner.evaluations import Planner
from planner.plan import Evaluation
from ui.remedies_view import as_findings
from ui.waiting import LOOK_MS, Work

if TYPE_CHECKING:
    from planner.remedies import Remedy
    from ui.window import Window

QUICK_S = 0.1
"""So long the window waits for an answer before it goes on without it."""

GoingOn: TypeAlias = Callable[[], None]
Question: TypeAlias = Callable[[Planner, GoingOn], Any]


class _Dropped(Exception):
    """Nobody wants the answer any more."""


class Trying(QObject):
    """One question at a time: a new one drops the one before, which ends at the next plan that it would try."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._planner = Planner()
        self._work: Work[Any] | None = None
        self._last: Work[Any] | None = None
        """What was begun last, also where it was dropped: the planner serves one question after the other."""
        self._dropped = threading.Event()
        self._show: Callable[[Any], object] = is_
        self._about: tuple[object, ...] = ()
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._take)

    def ask(
        self,
        about: tuple[object, ...],
        question: Question,
        show: Callable[[Any], object],
        waiting: Callable[[], object],
    ) -> None:
        """`show` gets what `question(planner, going_on)` gives, in which `going_on` is to be called before each plan.

        `about` are the values that it depends on: of the same ones it is not asked again. `waiting` says on screen that
        the answer is not there yet.
        """
        if len(about) == len(self._about) and all(map(is_, about, self._about)):
            return
        self.drop()
        dropped = self._dropped = threading.Event()

        def going_on() -> None:
            if dropped.is_set():
                raise _Dropped

        self._about, self._show = about, show
        self._work = self._last = Work(lambda: question(self._planner, going_on), after=self._last)
        self._work.start()
        self._work.join(QUICK_S)
        self._take()
        if self._work is not None:
            waiting()
            self._look.start()

    def drop(self) -> None:
        """The answer is not wanted any more."""
        self._dropped.set()
        self._look.stop()
        self._work, self._about = None, ()

    def _take(self) -> None:
        if self._work is None or self._work.is_alive():
            return
        done, self._work = self._work, None
        self._look.stop()
        try:
            found = done.result()
        except BaseException:
            self._about = ()
            raise
        self._show(found)


class Tried(QObject):
    """Fills the two panels of a window whose content is tried: what would help, and how much fits."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._remedies, self._answers = Trying(self), Trying(self)

    def show_remedies(self, plan: Evaluation | None) -> None:
        """What would help this plan."""
        view, plain = self._window.remedies, self._window.session.evaluations.workbook
        if plan is None:
            self._remedies.drop()
            view.set_findings(())  # those of another plan could be applied to it
            return

        def show(found: tuple[Remedy, ...]) -> None:
            view.set_findings(as_findings(plan, found), plan.scenario.id)

        self._remedies.ask(
            (plan, plain.assumptions, plain.accelerators),
            lambda planner, going_on: planner.remedies(plan, plain.assumptions, plain.accelerators, going_on),
            show,
            lambda: view.set_findings((), plan.scenario.id, waiting=True),
        )

    def show_answers(self, plan: Evaluation | None) -> None:
        """How much fits in this plan."""
        panel, workbook = self._window.answers, self._window.session.workbook
        if plan is None:
            self._answers.drop()
            panel.set_answers(None)
            return
        self._answers.ask(
            (plan, workbook),
            lambda planner, going_on: planner.answers(workbook, plan, going_on),
            panel.set_answers,
            lambda: panel.set_answers((), waiting=True),
        )

    def drop(self) -> None:
        """Nobody looks any more."""
        self._remedies.drop()
        self._answers.drop()
