"""`fitsheet --smoke REPORT.json`: opens the window on the example, waits for its first paint, reports, ends."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer

from ui.application import application, open_window
from ui.examples import example_file
from ui.external_python import worker_folder
from ui.session import Session
from ui.settings import Settings

LONGEST_WAIT_MS = 30_000
HEAVY = ("numpy", "pyqtgraph", "torch")


class _FirstPaint(QObject):
    """Notes when a widget was painted first, then lets the event loop end."""

    def __init__(self, started: float) -> None:
        super().__init__()
        self._started = started
        self.milliseconds = 0.0
        self.heavy: list[str] = []
        self.modules = 0
        self.resident: int | None = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self.milliseconds:
            self.milliseconds = (time.perf_counter() - self._started) * 1000
            self.heavy = [name for name in HEAVY if name in sys.modules]
            self.modules = len(sys.modules)
            self.resident = _resident_bytes()
            QTimer.singleShot(0, application().quit)
        return super().eventFilter(watched, event)


def _resident_bytes() -> int | None:
    """The memory that this process holds now, shared libraries included; None where there is no /proc to ask."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def smoke(report: str, started: float) -> int:
    """Writes what was seen as JSON (see the keys below); 1 when nothing was painted in 30 s."""
    from planner.presets import accelerator_presets, model_presets

    program = application()
    window = open_window(Settings(), Session())
    window.documents.open_example(example_file())
    paint = _FirstPaint(started)
    window.scenarios.viewport().installEventFilter(paint)
    window.show()
    QTimer.singleShot(LONGEST_WAIT_MS, program.quit)
    program.exec()
    folder = worker_folder()
    seen = {
        "painted_ms": round(paint.milliseconds, 1),
        "heavy_at_first_paint": paint.heavy,
        "modules_at_first_paint": paint.modules,
        "resident_bytes_at_first_paint": paint.resident,
        "presets": len(model_presets()) + len(accelerator_presets()),
        "scenarios": len(window.session.workbook.scenarios),
        "worker": str(folder),
        "worker_exists": (folder / "__main__.py").is_file(),
    }
    Path(report).write_text(json.dumps(seen) + "\n", encoding="utf-8")
    return 0 if paint.milliseconds else 1
