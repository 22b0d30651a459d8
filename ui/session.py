"""The one mutable thing: the open workbook, what it evaluates to, how to undo, what was observed, where it is saved.

Everything that changes the document comes through `change`: one step of the undo stack, then one signal. Views compare
what they show with what is here now; nothing flows back up. A refused edit raises before anything has changed.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from planner import edits, files, units
from planner.asked import Try
from planner.evaluations import Evaluations, Planner
from planner.fields import Number, RowRecord
from planner.findings import Edit
from planner.observations import Observation
from planner.plan import Evaluation
from planner.ranks import Rank
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Model, Path, Workbook
from ui.counted import counted
from ui.opening import Prepared

if TYPE_CHECKING:
    from planner.measured import Measured
    from planner.what_if.seek.effects import Effects

UNDO_LIMIT = 1_000
Write: TypeAlias = Callable[[FilePath, Workbook, Iterable[Observation]], files.Saved]


def latest(observations: Iterable[Observation]) -> Iterable[Observation]:
    """The last observation of each scenario; one without a time at the scenario's own load counts only alone."""
    found: dict[str, Observation] = {}
    for observation in observations:
        if observation.block or observation.scenario not in found:
            found[observation.scenario] = observation
    return found.values()


class Change(QUndoCommand):
    """One step: the workbook before and after (untouched rows are shared by both), and the path it is about.

    A step does not keep its session alive: Qt deletes the steps with the session's stack, and a session that went with
    the last of its steps would delete that step once more.
    """

    def __init__(self, session: Session, before: Workbook, after: Workbook, path: Path | None, text: str) -> None:
        super().__init__(text)
        self._session = weakref.ref(session)
        self._before = before
        self._after = after
        self._path = path

    def redo(self) -> None:
        self._show(self._after)

    def undo(self) -> None:
        self._show(self._before)

    def _show(self, workbook: Workbook) -> None:
        session = self._session()
        assert session is not None, "the stack of the steps is a child of their session"
        session._show(workbook, self._path)


class Session(QObject):
    """An open workbook. `changed` carries the path that an edit was about, or None when anything may have changed."""

    changed = Signal(object)

    def __init__(self, workbook: Workbook | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(UNDO_LIMIT)
        self._planner = Planner()
        self._file: FilePath | None = None
        self._workbook = workbook or Workbook()
        self._evaluations = self._planner.evaluate(self._workbook)
        self._observations: tuple[Observation, ...] = ()
        self._saved_observations = self._observations
        self._saved_workbook: Workbook | None = self._workbook
        self.digest = ""
        """Of the file's bytes when they were read or written last; see `planner.files.digest_on_disk`."""
        self.watch: Callable[[int, int], object] | None = None
        """Told how many of how many plans are evaluated; it may have events served, but no change of the document."""
        self.busy = False
        """Whether an evaluation is on its way."""
        self.label = ""
        """What a workbook without a file is called; empty for "Untitled"."""
        self._measured: Mapping[str, Measured] = {}
        self._compared: dict[str, tuple[tuple[object, ...], Measured]] = {}
        self._unmeasured: Mapping[str, str] = {}

    @property
    def workbook(self) -> Workbook:
        """The document as it is now."""
        return self._workbook

    @property
    def evaluations(self) -> Evaluations:
        """What the planner makes of it; untouched scenarios keep their evaluation object."""
        return self._evaluations

    @property
    def observations(self) -> tuple[Observation, ...]:
        """What was measured. Undo never touches it."""
        return self._observations

    @property
    def measured(self) -> Mapping[str, Measured]:
        """Per scenario id: what was observed, beside the estimate for the device that was measured."""
        return self._measured

    @property
    def unmeasured(self) -> Mapping[str, str]:
        """Per scenario id: why the last attempt to measure it gave nothing. Not saved."""
        return self._unmeasured

    def set_unmeasured(self, scenario: str, reason: str) -> None:
        """Keep why a scenario was not measured; an empty reason forgets it."""
        kept = {name: text for name, text in self._unmeasured.items() if name != scenario}
        self._unmeasured = {**kept, scenario: reason} if reason else kept
        self.changed.emit(("observations",))

    @property
    def file(self) -> FilePath | None:
        """Where the workbook was opened from or last saved to; None before that."""
        return self._file

    @property
    def modified(self) -> bool:
        """Whether closing now would lose something."""
        return not self.undo_stack.isClean() or self._observations is not self._saved_observations

    @property
    def as_saved(self) -> bool:
        """Whether the document is the one that was opened or saved; right at any moment, inside `changed` as well."""
        return self._workbook is self._saved_workbook and self._observations is self._saved_observations

    def trial(self, scenario_id: str) -> Try:
        """Evaluates one scenario under edits that are not made."""
        return self._planner.trial(self._workbook, scenario_id)

    def effects(self, before: Evaluation, changes: Sequence[Edit]) -> Effects:
        """What edits would do to a plan and to the other scenarios."""
        from planner.what_if.seek.effects import effects_of

        return effects_of(self._planner, self._workbook, before, changes)

    def rank(self, evaluation: Evaluation, rank: Rank) -> Evaluation:
        """The same plan with the memory of another kind of GPU, computed now."""
        return self._planner.rank(evaluation, self._evaluations.workbook.assumptions, rank)

    def alone(self, model: Model) -> Evaluation:
        """A model counted by itself, whether it stands in the workbook or not; its cells hold numbers."""
        return self._planner.alone(model)

    # Edits. Each is one step of the undo stack.

    def edit(self, path: Path, value: Any) -> None:
        """Set one cell to a value, or to what a typed text means; ValueError with a sentence refuses."""
        self.apply([Edit(path, self.read(path, value))], self.describe(path))

    def read(self, path: Path, value: Any) -> Any:
        """What a typed text means in the cell at `path`; a value that is no text stays as it is."""
        field = edits.field_at(self._workbook, path)
        return units.read(value, field) if isinstance(value, str) and isinstance(field, Number) else value

    def apply(self, changes: Iterable[Edit], text: str) -> None:
        """Several edits as one step: all of them or, when one is refused, none."""
        changes = list(changes)
        self.change(edits.applied(self._workbook, changes), changes[0].path if len(changes) == 1 else None, text)

    def insert(self, container: Path, position: int, rows: Sequence[RowRecord]) -> None:
        """Put rows before the one at `position` of a table."""
        after = self._workbook
        for offset, row in enumerate(rows):
            after = edits.inserted(after, container, row, position + offset)
        self.change(
            after,
            container,
            counted(
                len(rows),
                QT_TRANSLATE_NOOP("counted", "Insert row"),
                QT_TRANSLATE_NOOP("counted", "Insert {count} rows"),
            ),
        )

    def remove(self, rows: Sequence[Path]) -> None:
        """Remove rows; what referred to them keeps the reference, and a Finding says so."""
        after = self._workbook
        for path in rows:
            after = edits.removed(after, path)
        self.change(
            after,
            rows[0][:-1],
            counted(
                len(rows),
                QT_TRANSLATE_NOOP("counted", "Delete row"),
                QT_TRANSLATE_NOOP("counted", "Delete {count} rows"),
            ),
        )

    def duplicate(self, rows: Sequence[Path]) -> tuple[Path, ...]:
        """Copy rows to behind the last of them, under fresh ids; the paths of the copies."""
        after, copies = edits.duplicated(self._workbook, rows)
        self.change(
            after,
            rows[0][:-1],
            counted(
                len(rows),
                QT_TRANSLATE_NOOP("counted", "Duplicate row"),
                QT_TRANSLATE_NOOP("counted", "Duplicate {count} rows"),
            ),
        )
        return copies

    def move(self, rows: Sequence[Path], by: int) -> None:
        """Move rows of one table up (-1) or down (1) by one place; none of them when one stands at the edge."""
        after, container = self._workbook, rows[0][:-1]
        present = edits.rows_at(after, container)
        places = sorted((at for at, row in enumerate(present) if (*container, row.id) in rows), reverse=by > 0)
        if not 0 <= places[0] + by < len(present):
            return
        for at in places:
            after = edits.moved(after, (*container, present[at].id), at + by)
        self.change(
            after,
            container,
            counted(
                len(rows), QT_TRANSLATE_NOOP("counted", "Move row"), QT_TRANSLATE_NOOP("counted", "Move {count} rows")
            ),
        )

    def change(self, after: Workbook, path: Path | None, text: str) -> None:
        """The only door: from the present workbook to `after` as one step; nothing happens when they are one."""
        if after is self._workbook:
            return
        self.undo_stack.push(Change(self, self._workbook, after, path, text))

    def undo(self) -> None:
        """Take the last step back."""
        self.undo_stack.undo()

    def redo(self) -> None:
        """Take the last undone step again."""
        self.undo_stack.redo()

    def describe(self, path: Path) -> str:
        """What an edit of this cell is called in the Edit menu: "Change Batch of 13B b8"."""
        title = QCoreApplication.translate("fields", edits.field_at(self._workbook, path).title)
        row = edits.value_at(self._workbook, path[:2])
        name = getattr(row, "name", None)
        if name is None:
            return self.tr("Change {title}").format(title=title)
        return self.tr("Change {title} of {row}").format(title=title, row=name)

    def observe(self, observations: Iterable[Observation]) -> None:
        """Replace what was measured; not an undoable step."""
        self._observations = tuple(observations)
        self._compare()
        self.changed.emit(("observations",))

    # Files

    def new(self, workbook: Workbook | None = None, label: str = "") -> None:
        """Start over with an empty workbook, or with this one, unsaved."""
        self._take(workbook or Workbook(), (), None, "", label)

    def open(self, file: FilePath) -> None:
        """Read a file; planner.files says in its error what is wrong with one that cannot be read."""
        self.take(files.load(file), file)

    def take(
        self, document: files.Loaded, file: FilePath | None, label: str = "", prepared: Prepared | None = None
    ) -> None:
        """Show what was read of a file; without one it is a new workbook. `prepared` saves evaluating it again."""
        if prepared is not None:
            self._planner = prepared.planner
        self._take(document.workbook, document.observations, file, document.digest, label)

    def recover(self, document: files.Loaded, file: FilePath | None, digest: str, label: str) -> None:
        """Show what was not saved when the program ended; it counts as changed until it is saved."""
        self.undo_stack.clear()
        self.undo_stack.resetClean()
        self._file, self.digest, self.label = file, digest, label
        self._saved_workbook = None
        self._observations, self._saved_observations = document.observations, ()
        self._show(document.workbook, None)

    def save(self, file: FilePath | None = None, write: Write = files.save) -> str:
        """Write to `file`, or to where it was last saved; the error says why when that fails, and nothing is lost.

        The answer is empty, or says why the version before could not be kept beside it. The steps that can be undone
        stay. `write` may serve the window's events meanwhile: what then comes to be measured counts as not saved.
        """
        target = file or self._file
        if target is None:
            raise ValueError(self.tr("This workbook has no file yet"))
        workbook, observations = self._workbook, self._observations
        saved = write(target, workbook, observations)
        self._file, self.digest = target, saved.digest
        self._saved_observations = observations
        self._saved_workbook = workbook
        if self._workbook is workbook:
            self.undo_stack.setClean()
        self.changed.emit(("file",))
        return saved.no_backup

    def _take(
        self, workbook: Workbook, observations: Iterable[Any], file: FilePath | None, digest: str, label: str
    ) -> None:
        self.undo_stack.clear()
        self._file, self.digest, self.label = file, digest, label
        self._saved_workbook = workbook
        self._observations = self._saved_observations = tuple(observations)
        self._unmeasured = {}
        self._show(workbook, None)

    def _show(self, workbook: Workbook, path: Path | None) -> None:
        self.busy = True
        try:
            evaluations = self._planner.evaluate(workbook, self.watch)
        finally:
            self.busy = False
        self._workbook, self._evaluations = workbook, evaluations
        self._compare()
        self.changed.emit(path)

    def _compare(self) -> None:
        """The latest observation of each scenario beside the estimate for its device; unchanged ones are kept."""
        if not self._observations:
            self._compared, self._measured = {}, {}
            return
        from planner.measured import measured_beside
        from planner.presets import accelerator_presets

        plain = self._evaluations.workbook
        evaluate = partial(self._planner.estimate, plain.assumptions)
        compared: dict[str, tuple[tuple[object, ...], Measured]] = {}
        for observation in latest(self._observations):
            evaluation = self._evaluations.scenarios.get(observation.scenario)
            if evaluation is None:
                continue
            read = (observation, evaluation, plain.accelerators, plain.assumptions)
            kept = self._compared.get(observation.scenario)
            if kept is None or any(a is not b for a, b in zip(kept[0], read, strict=True)):
                known = (*plain.accelerators, *accelerator_presets().values())
                kept = (read, measured_beside(observation, evaluation, known, evaluate))
            compared[observation.scenario] = kept
        self._compared = compared
        self._measured = {scenario: measured for scenario, (_, measured) in compared.items()}
