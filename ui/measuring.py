"""The Measure menu at work: a queue of jobs, one worker process at a time, its progress, and what came of each."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from planner.plan import Evaluation
from ui.external_python import this_machines_pythons
from ui.late import Late
from ui.measurement import Measurement, Outcome
from ui.session import Session
from ui.settings import Settings
from ui.waiting import shortly

elsewhere = Late("planner.elsewhere")
measurable = Late("planner.measurable")
results = Late("ui.measured_results")


@dataclass(frozen=True)
class Task:
    """A job in the queue: what it is called, and what is done with its outcome, which gives a sentence."""

    subject: str
    job: Mapping[str, Any]
    keeps: Callable[[Outcome], str]


class Measuring(QObject):
    """Measures one thing after the other. `changed` on progress and at ends, `said` with a sentence for the user.

    `ended` comes with the outcome of each job.
    """

    changed = Signal()
    said = Signal(str)
    ended = Signal(object)

    def __init__(self, session: Session, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._settings = settings
        self._run: Measurement | None = None
        self._task: Task | None = None
        self._queue: deque[Task] = deque()
        self.subject = ""
        """What is being measured, or was measured last."""
        self.stage = ""
        self.fraction = 0.0
        self.seconds_left: float | None = None
        self.done = 0
        """How many jobs of this queue are behind us."""
        self.outcome: Outcome | None = None
        self.folder: Path | None = None
        """Where the worker is; None for the one that comes with the program."""

    @property
    def running(self) -> bool:
        """Whether a worker is at work."""
        return self._run is not None

    @property
    def waiting(self) -> int:
        """How many jobs wait for their turn."""
        return len(self._queue)

    def python(self) -> str:
        """The Python that runs the worker: the user's choice, else the one that runs Fitsheet, else the path's."""
        known = self._settings.python
        # A folder of the search path may be one of a network that does not answer.
        found = shortly(lambda: this_machines_pythons(known or None), [known] if known else [])
        return found[0] if found else ""

    def start(self, evaluation: Evaluation | None, calibration: bool = False, together: bool = False) -> bool:
        """Measure this plan; False, with the reason said, when it cannot be. `together`: all TP ranks at once."""
        if evaluation is None:
            self.said.emit(self.tr("Choose a scenario that has a model: its block is what gets measured."))
            return False
        return self.start_many([evaluation], calibration, together)

    def start_many(self, evaluations: Iterable[Evaluation], calibration: bool = False, together: bool = False) -> bool:
        """Put these plans into the queue; those that cannot be measured are said with their reasons."""
        tasks, reasons = [], []
        for evaluation in evaluations:
            try:
                entry = elsewhere.entry_of(evaluation, calibration=calibration, together=together)
            except measurable.NotMeasurable as refusal:
                self._session.set_unmeasured(evaluation.scenario.id, results.refused(refusal))
                reasons.append((evaluation.scenario.name, results.refused(refusal)))
                continue
            tasks.append(self._task_of(entry))
        if reasons:
            named = [f"{name}: {reason}" for name, reason in reasons] if len(reasons) + len(tasks) > 1 else None
            self.said.emit(" ".join(named or [reasons[0][1]]))
        return self._enqueue(tasks) if tasks else False

    def _task_of(self, entry: Mapping[str, Any]) -> Task:
        return Task(str(entry["name"]), entry["job"], lambda outcome: results.keep(self._session, entry, outcome))

    def start_probe(self) -> bool:
        """Find out what this computer achieves, and add it to the GPUs table; without torch its rates stay blank."""
        if self.running:
            return False
        job = {"type": "probe", "id": "this_computer", "device": "auto"}
        return self._enqueue(
            [Task(self.tr("this computer"), job, lambda outcome: results.add_device(self._session, outcome))]
        )

    def start_link(self, ranks: int, device: str = "auto") -> bool:
        """Time all-reduces between so many of this computer's devices, and write what their link achieves."""
        if self.running:
            return False
        job = {"type": "link", "id": "link", "device": device, "ranks": ranks, "time_limit_s": 60}
        return self._enqueue(
            [Task(self.tr("all-reduces"), job, lambda outcome: results.put_link(self._session, outcome))]
        )

    def _enqueue(self, tasks: Iterable[Task]) -> bool:
        python = self.python()
        if not python:
            self.said.emit(self.tr("No Python was found to run the measurement: choose one in the Measure menu."))
            return False
        self._queue.extend(tasks)
        if not self.running:
            self.done = 0
            self._launch(python)
        self.changed.emit()
        return True

    def _launch(self, python: str) -> None:
        task = self._task = self._queue.popleft()
        self.subject = task.subject
        self.stage, self.fraction, self.outcome, self.seconds_left = self.tr("Starting"), 0.0, None, None
        run = Measurement(self, self.folder)
        run.progress.connect(self._on_progress)
        run.finished.connect(self._on_finished)
        self._run = run
        self.changed.emit()
        run.start(python, task.job)

    def cancel(self) -> None:
        """Stop the measurement and empty the queue; the points that are done are kept."""
        self._queue.clear()
        if self._run is not None:
            self.stage = self.tr("Cancelling")
            self.changed.emit()
            self._run.cancel()

    def close(self) -> None:
        """End the worker now, for a window that closes."""
        self._queue.clear()
        if self._run is not None:
            self._run.close()

    def _on_progress(self, message: dict[str, Any]) -> None:
        self.stage = QCoreApplication.translate("measure", str(message.get("stage", "")))
        fraction, left = message.get("fraction"), message.get("seconds_left")
        if isinstance(fraction, int | float):
            self.fraction = min(max(float(fraction), 0.0), 1.0)
        self.seconds_left = float(left) if isinstance(left, int | float) and left >= 0 else None
        self.changed.emit()

    def _on_finished(self, outcome: Outcome) -> None:
        (run, self._run), (task, self._task) = (self._run, None), (self._task, None)
        if run is not None:
            run.deleteLater()
        self.outcome, self.seconds_left = outcome, None
        self.done += 1
        if task is not None:
            self.said.emit(task.keeps(outcome))
        python = self.python()
        if self._queue and python and outcome.kind not in ("cancelled", "not_started"):
            self._launch(python)
        else:
            self._queue.clear()
        self.changed.emit()
        self.ended.emit(outcome)
