"""This computer in the GPUs table: its devices as rows at once, without torch, and their free memory read again.

The reading runs in a thread of its own with a time limit, since a driver may hang; the window never waits for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from planner.accelerator import Accelerator
from planner.presets import accelerator_presets
from planner.units import write
from planner.workbook import new_id
from ui.late import Late
from ui.session import Session

if TYPE_CHECKING:
    from planner.local_devices import Reading
    from planner.local_rows import When

local_devices = Late("planner.local_devices")
local_rows = Late("planner.local_rows")


class ThisComputer(QObject):
    """At most one reading at a time. `said` has a sentence for the user; `changed` comes when free memory was read,
    `added` when there are new rows.
    """

    said = Signal(str)
    changed = Signal()
    added = Signal()
    ended = Signal()
    _arrived = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._then: Callable[[Reading, When], None] | None = None
        self.read: Callable[[], Reading] = lambda: local_devices.read_within()
        """What reads the devices; replaced by tests."""
        self._arrived.connect(self._take)

    @property
    def running(self) -> bool:
        """Whether devices are being read."""
        return self._then is not None

    def add(self) -> bool:
        """Add a row for each sort of device that is not in the table yet; the others get their free memory anew."""
        return self._start(self._add)

    def refresh(self) -> bool:
        """Read the free memory of every row that is a device of this computer."""
        return self._start(self._refresh)

    def _start(self, then: Callable[[Reading, When], None]) -> bool:
        if self.running:
            return False
        self._then = then
        threading.Thread(target=self._work, daemon=True, name="this computer").start()
        return True

    def _work(self) -> None:
        try:
            reading = self.read()
        except Exception as error:
            reading = local_devices.Reading((), "", (str(error),))
        try:
            self._arrived.emit(reading)
        except RuntimeError:
            return  # the window is gone

    def _take(self, reading: Reading) -> None:
        if self._session.busy:  # no change of the document now
            QTimer.singleShot(100, self, lambda: self._take(reading))
            return
        then, self._then = self._then, None
        if then is not None:
            import platform

            then(
                reading, local_rows.When(platform.node() or "this computer", datetime.now().strftime("%Y-%m-%d %H:%M"))
            )
        self.ended.emit()

    def _add(self, reading: Reading, when: When) -> None:
        if not reading.devices:
            self.said.emit(self.tr("No device was read. {reason}").format(reason=" ".join(reading.problems)))
            return
        before = self._session.workbook
        rows = local_rows.rows_of(reading, accelerator_presets(), when, lambda: new_id("a"))
        known = {(row.host, row.driver_names, row.name) for row in before.accelerators}
        fresh = [row for row in rows if (row.host, row.driver_names, row.name) not in known]
        if not fresh:
            self._refresh(reading, when)
            return
        self._session.insert(("accelerators",), len(before.accelerators), fresh)
        self.added.emit()
        self.said.emit(" ".join([self._added(fresh, reading), *self._warnings(rows, reading)]))
        self.changed.emit()

    def _refresh(self, reading: Reading, when: When) -> None:
        after, names = local_rows.refreshed(self._session.workbook, reading, when)
        if not names:
            reason = " ".join(reading.problems)
            self.said.emit(self.tr("No row of the GPUs is a device of this computer. {reason}").format(reason=reason))
            return
        self._session.change(after, None, self.tr("Refresh free memory"))
        rows = [row for row in after.accelerators if row.name in names]
        self.said.emit(self.tr("Free now: {rows}.").format(rows=", ".join(map(_said, rows))))
        self.changed.emit()

    def _added(self, rows: Sequence[Accelerator], reading: Reading) -> str:
        named = ", ".join(map(_said, rows))
        if reading.by == "the operating system":
            return self.tr("No GPU was found, so the processor was added: {rows}. {reason}").format(
                rows=named, reason="; ".join(reading.problems)
            )
        return self.tr("Added, read by {by}: {rows}.").format(by=reading.by, rows=named)

    def _warnings(self, rows: Sequence[Accelerator], reading: Reading) -> list[str]:
        said = []
        cards = [row for row in rows if row.cards_per_host is not None]
        if len(cards) > 1:
            smallest = min(cards, key=lambda row: row.driver_memory if isinstance(row.driver_memory, int) else 0)
            said.append(
                self.tr("The cards are unequal, and a scenario uses equal ones: plan by the smallest, {name}.").format(
                    name=smallest.name
                )
            )
        if any(device.mig and "MIG" not in device.name for device in reading.devices):
            said.append(self.tr("MIG is on, and there is no slice yet that a program could use."))
        return said


def _said(row: Accelerator) -> str:
    count = f"{row.cards_per_host} × " if isinstance(row.cards_per_host, int) and row.cards_per_host > 1 else ""
    free = row.free_memory
    if not isinstance(free, int):
        return f"{count}{row.name}"
    text = QCoreApplication.translate("ThisComputer", "{name} with {memory} free")
    return count + text.format(name=row.name, memory=write(free, "byte"))
