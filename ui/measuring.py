"""The Measure button: one block of a scenario's model in a worker process, its progress, and what came of it."""

from __future__ import annotations

import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from planner.edits import replaced
from planner.measurable import NotMeasurable, job_of
from planner.measured import observation_of, probed_row, this_machine
from planner.plan import Evaluation
from planner.workbook import Accelerator, new_id
from ui.external_python import this_machines_pythons
from ui.measurement import Measurement, Outcome
from ui.session import Session
from ui.settings import Settings


class Measuring(QObject):
    """At most one measurement at a time. `changed` on progress and at the end, `said` with a sentence for the user."""

    changed = Signal()
    said = Signal(str)
    ended = Signal(object)

    def __init__(self, session: Session, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._settings = settings
        self._run: Measurement | None = None
        self._evaluation: Evaluation | None = None
        self._keeps: Callable[[Outcome], None] = self._keep
        self.subject = ""
        """What is being measured, or was measured last."""
        self.stage = ""
        self.fraction = 0.0
        self.outcome: Outcome | None = None
        self.folder: Path | None = None
        """Where the worker is; None for the one that comes with the program."""

    @property
    def running(self) -> bool:
        """Whether a worker is at work."""
        return self._run is not None

    def python(self) -> str:
        """The Python that runs the worker: the user's choice, else the one that runs Fitsheet, else the path's."""
        found = this_machines_pythons(self._settings.python or None)
        return found[0] if found else ""

    def start(self, evaluation: Evaluation | None) -> bool:
        """Measure one block of this plan; False, with the reason said, when it cannot be."""
        if self.running:
            return False
        if evaluation is None:
            self.said.emit(self.tr("Choose a scenario that has a model: its block is what gets measured."))
            return False
        try:
            job = job_of(evaluation)
        except NotMeasurable as refusal:
            self.said.emit(QCoreApplication.translate("measure", refusal.template).format(**refusal.values))
            return False
        self._evaluation = evaluation
        return self._launch(evaluation.scenario.name, job, self._keep)

    def start_probe(self) -> bool:
        """Find out what this computer achieves, and add it to the GPUs table; without torch its rates stay blank."""
        if self.running:
            return False
        job = {"type": "probe", "id": "this_computer", "device": "auto"}
        return self._launch(self.tr("this computer"), job, self._add_device)

    def _launch(self, subject: str, job: dict[str, Any], keep: Callable[[Outcome], None]) -> bool:
        """Start a worker on a job; `keep` is given its outcome."""
        python = self.python()
        if not python:
            self.said.emit(self.tr("No Python was found to run the measurement: choose one in the Measure menu."))
            return False
        self.subject, self._keeps = subject, keep
        self.stage, self.fraction, self.outcome = self.tr("Starting"), 0.0, None
        run = Measurement(self, self.folder)
        run.progress.connect(self._on_progress)
        run.finished.connect(self._on_finished)
        self._run = run
        self.changed.emit()
        run.start(python, job)
        return True

    def cancel(self) -> None:
        """Stop the measurement; what was measured until now is dropped with it."""
        if self._run is not None:
            self.stage = self.tr("Cancelling")
            self.changed.emit()
            self._run.cancel()

    def close(self) -> None:
        """End the worker now, for a window that closes."""
        if self._run is not None:
            self._run.close()

    def _on_progress(self, message: dict[str, Any]) -> None:
        self.stage = QCoreApplication.translate("measure", str(message.get("stage", "")))
        fraction = message.get("fraction")
        if isinstance(fraction, int | float):
            self.fraction = min(max(float(fraction), 0.0), 1.0)
        self.changed.emit()

    def _on_finished(self, outcome: Outcome) -> None:
        run, self._run = self._run, None
        if run is not None:
            run.deleteLater()
        self.outcome = outcome
        self._keeps(outcome)
        self.changed.emit()
        self.ended.emit(outcome)

    def _keep(self, outcome: Outcome) -> None:
        """Puts what was measured into the session, or says why there is nothing to keep."""
        if outcome.kind != "finished" or outcome.result is None or self._evaluation is None:
            self.said.emit(outcome.sentence)
            return
        try:
            observation = observation_of(outcome.result, self._evaluation, new_id("o"))
        except KeyError as error:
            self.said.emit(
                self.tr("The answer of the measurement cannot be used. It lacks {name}.").format(name=error.args[0])
            )
            return
        except (NotMeasurable, ValueError, TypeError) as error:
            self.said.emit(self.tr("The answer of the measurement cannot be used. {reason}").format(reason=error))
            return
        kept = [each for each in self._session.observations if each.scenario != observation.scenario]
        self._session.observe([*kept, observation])
        notes = [str(note.get("sentence", "")) for note in outcome.result.get("notes") or ()]
        text = self.tr("Measured one block of {name} on {device}.").format(name=self.subject, device=observation.device)
        self.said.emit(" ".join([text, *notes]))

    def _put(self, row: Accelerator) -> Accelerator:
        """The row in the table: in place of the one that was read of this device and knows no rates, else a new one."""
        workbook = self._session.workbook
        bare = next((each for each in workbook.accelerators if _is_bare(each, row)), None)
        if bare is None:
            self._session.insert(("accelerators",), len(workbook.accelerators), [row])
            return row
        achieved = {name: getattr(row, name) for name in row.sources}
        filled = bare.model_copy(update={**achieved, "sources": {**bare.sources, **row.sources}})
        filled = filled.model_copy(
            update={name: getattr(row, name) for name in ("compute_efficiency", "bandwidth_efficiency")}
        )
        after = replaced(workbook, ("accelerators", bare.id), filled)
        self._session.change(after, ("accelerators", bare.id), self.tr("Rates of {name}").format(name=bare.name))
        return filled

    def _add_device(self, outcome: Outcome) -> None:
        """Puts this computer into the GPUs table: with what it achieved, or with blank rates and the reason."""
        if outcome.kind == "cancelled":
            self.said.emit(outcome.sentence)
            return
        result = outcome.result or {}
        found = (outcome.hello or {}).get("devices") or [this_machine()]
        row = probed_row(result.get("device") or found[0], result.get("probe") or {}, new_id("a"))
        row = self._put(row)
        if outcome.result is None:
            text = self.tr("{name} was added without rates, which need torch. {reason}")
            self.said.emit(text.format(name=row.name, reason=outcome.sentence))
        else:
            notes = [str(note.get("sentence", "")) for note in result.get("notes") or ()]
            self.said.emit(
                " ".join([self.tr("{name} was added with the rates it achieved.").format(name=row.name), *notes])
            )


def _is_bare(row: Accelerator, measured: Accelerator) -> bool:
    """Whether a row is what was read of a measured device on this computer, without rates of a preset."""
    same = row.name == measured.name or bool(set(row.driver_names) & set(measured.driver_names))
    return row.host == platform.node() and row.preset is None and row.memory_bandwidth is None and same
