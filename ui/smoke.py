"""`fitsheet --smoke REPORT.json`: opens the window, waits for its first paint and the example, reports, ends."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QTableView

from ui import start
from ui.application import application, open_window
from ui.examples import example_file
from ui.external_python import worker_folder
from ui.first_paint import FirstPaint
from ui.session import Session
from ui.settings import Settings
from ui.sheets.table_view import TableView

LONGEST_WAIT_MS = 30_000
HEAVY = (
    *("numpy", "pyqtgraph", "torch", "xlsxwriter", "email", "xml.etree.ElementTree", "logging.handlers"),
    *("planner.readers", "planner.export", "planner.launch", "planner.calibration", "planner.local_devices"),
    *("planner.measurable", "planner.capacity", "planner.remedies", "planner.cli", "ui.handover.export_dialog"),
    *("ui.calibration_dialog", "ui.charts.plot", "ui.checkpoint_dialog", "ui.comparing", "ui.dialogs", "ui.guide"),
    *(
        "ui.import_dialog",
        "ui.imports",
        "ui.keys_dialog",
        "ui.logs",
        "ui.measured_results",
        "ui.preferences",
        "ui.preset_dialogs",
    ),
    *("ui.recovery_dialog", "ui.translations.catalogue", "ui.row_dialog", "ui.sheets.filter_dialog"),
)
"""What comes when it is asked for, at the earliest after the first paint of the example."""
BEHIND = (
    *("ui.sheets.accelerators_sheet", "ui.sheets.engines_sheet", "ui.sheets.layers_sheet", "ui.operators_panel"),
    *("ui.assumptions_panel", "ui.what_if.block.panel", "ui.what_if.breakdown.panel", "ui.what_if.roofline.panel"),
)
"""What nobody sees at first and comes after the first paint."""


class _FirstPaint(QObject):
    """Notes when a table was painted first, and when first with rows, then lets the event loop end."""

    def __init__(self, started: float, table: QTableView) -> None:
        super().__init__()
        self._started = started
        self._table = table
        self.painted_at = 0.0
        self.milliseconds = 0.0
        self.filled = 0.0
        self.processor = 0.0
        self.heavy: list[str] = []
        self.modules = 0
        self.tables = 0
        self.behind: list[str] = []
        self.memory: dict[str, int] = {}

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self.milliseconds:
            self.painted_at = time.perf_counter()
            self.milliseconds = (self.painted_at - self._started) * 1000
            self.processor = time.process_time() * 1000
            self.tables = len(self._table.window().findChildren(TableView))
            self.behind = [name for name in BEHIND if name in sys.modules]
        if event.type() == QEvent.Type.Paint and not self.filled and self._table.model().rowCount():
            self.filled = (time.perf_counter() - self._started) * 1000
            self.heavy = [name for name in HEAVY if name in sys.modules]
            self.modules = len(sys.modules)
            self.memory = _memory()
            QTimer.singleShot(0, application().quit)
        return super().eventFilter(watched, event)


def _memory() -> dict[str, int]:
    """The bytes that this process holds now by what they are: "anonymous" (its own: the heap, and pages of files that
    it has written to), else the name of the file they are read from, which other processes may share; empty where there
    is no /proc to ask.
    """
    held: Counter[str] = Counter()
    name = ""
    try:
        with open("/proc/self/smaps", encoding="utf-8", errors="replace") as lines:
            for line in lines:
                first, *rest = line.split(maxsplit=5)
                if not first.endswith(":"):
                    name = os.path.basename(rest[4].strip()) if len(rest) == 5 else ""
                elif first == "Rss:":
                    held[name] += int(rest[0]) * 1024
                elif first == "Anonymous:":
                    held[name] -= int(rest[0]) * 1024
                    held["anonymous"] += int(rest[0]) * 1024
    except OSError:
        return {}
    return {name: size for name, size in held.most_common() if size > 0}


def smoke(report: str, started: float) -> int:
    """Writes what was seen as JSON (see the keys below); 1 when nothing was painted in 30 s."""
    from planner.presets import accelerator_presets, model_presets

    program = application()
    window = open_window(Settings(), Session())
    paint = _FirstPaint(started, window.scenarios)
    window.scenarios.viewport().installEventFilter(paint)

    # As `ui.application.run` does.
    def fill() -> None:
        window.documents.open_example(example_file())
        window.late.build_all()
        start.give_back()

    FirstPaint(window.scenarios.viewport(), fill)
    start.give_back()
    window.show()
    QTimer.singleShot(LONGEST_WAIT_MS, program.quit)
    program.exec()
    folder = worker_folder()
    seen = {
        "painted_at_s": paint.painted_at,
        "painted_ms": round(paint.milliseconds, 1),
        "filled_ms": round(paint.filled, 1),
        "processor_ms_at_first_paint": round(paint.processor, 1),
        "tables_at_first_paint": paint.tables,
        "behind_at_first_paint": paint.behind,
        "heavy_at_first_paint": paint.heavy,
        "modules_at_first_paint": paint.modules,
        "resident_bytes_before_the_chart": sum(paint.memory.values()) or None,
        "memory_before_the_chart": paint.memory,
        "presets": len(model_presets()) + len(accelerator_presets()),
        "scenarios": len(window.session.workbook.scenarios),
        "first_menu": window.menuBar().actions()[0].text(),
        "worker": str(folder),
        "worker_exists": (folder / "__main__.py").is_file(),
    }
    Path(report).write_text(json.dumps(seen) + "\n", encoding="utf-8")
    return 0 if paint.filled else 1
