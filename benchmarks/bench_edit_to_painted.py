"""From an edit to the end of the repaint it causes: 100 scenarios, 200 models and 126 accelerators in the window.

"table" is a scenarios table alone, "window" the whole window with ledger, chart, Findings and all tables.
"""

from __future__ import annotations

import itertools
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

if "DISPLAY" not in os.environ and "WAYLAND_DISPLAY" not in os.environ:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from planner.edits import replaced
from planner.presets import accelerator_presets, model_presets
from planner.workbook import Inference, Scenario, Workbook
from ui.application import application, open_window
from ui.session import Session
from ui.settings import Settings
from ui.sheets.scenarios_sheet import scenarios_sheet
from ui.sheets.table_view import TableView
from ui.window import Window

SCENARIOS, MODELS, ACCELERATORS = 100, 200, 126
PRESETS = ("gpt-2", "gpt-3-175b", "llama-2-7b", "llama-2-13b", "llama-2-70b", "llama-3-8b", "llama-3-70b",
           "mistral-7b", "qwen2.5-7b")  # fmt: skip
FIRST_CARD = "a100-sxm4-80gb"
"""A card without a blank that matters: lines that are blocked are evaluated one by one, which takes longer."""
PASTED = ("tp", "pp", "dp", "load.batch", "load.context", "load.prompt", "load.output", "weights", "load.kv_keys",
          "load.kv_values")  # fmt: skip
REPETITIONS = 40


def copies(rows: Iterable[Any], count: int, prefix: str) -> tuple[Any, ...]:
    """`count` rows made from the given ones, under ids and names of their own."""
    return tuple(
        row.model_copy(update={"id": f"{prefix}{at}", "name": f"{row.name} {at}"})
        for at, row in zip(range(count), itertools.cycle(rows), strict=False)
    )


def workbook() -> Workbook:
    """Every scenario on the first accelerator, spread over nine models."""
    scenarios = tuple(
        Scenario(
            id=f"s{at}",
            name=f"Scenario {at}",
            model=f"m{at % len(PRESETS)}",
            accelerator="a0",
            load=Inference(batch=1 + at, context=4096),
        )
        for at in range(SCENARIOS)
    )
    return Workbook(
        models=copies([model_presets()[key] for key in PRESETS], MODELS, "m"),
        accelerators=copies((accelerator_presets()[FIRST_CARD], *accelerator_presets().values()), ACCELERATORS, "a"),
        scenarios=scenarios,
    )


def painted() -> None:
    """Work off what is due now: the repaint, and what was put off to the next turn of the event loop."""
    for _ in range(3):
        QApplication.processEvents()


def report(name: str, run: Callable[[int], Any], note: str = "", count: int = REPETITIONS) -> None:
    """Print the median, the quartiles and, in the note, the 95th percentile of `run`, in milliseconds.

    The CPU time of the process is given too: neighbours on the machine lengthen it little.
    """
    run(0)
    painted()
    samples, busy = [], []
    for at in range(1, count + 1):
        begin, working = time.perf_counter(), time.process_time()
        run(at)
        painted()
        samples.append((time.perf_counter() - begin) * 1e3)
        busy.append((time.process_time() - working) * 1e3)
    low, middle, high = statistics.quantiles(samples, n=4)
    worst = statistics.quantiles(samples, n=20)[-1]
    work = statistics.quantiles(busy, n=20)[-1]
    note = ", ".join(part for part in (f"p95 {worst:.1f}", f"of CPU time {work:.1f}", note) if part)
    print(json.dumps({"name": name, "value": round(middle, 2), "unit": "ms", "low": round(low, 2),
                      "high": round(high, 2), "count": count, "note": note}), flush=True)  # fmt: skip


def edits(where: str, session: Session, view: TableView) -> None:
    """An edit of one scenario, of a row that all share, a paste, and scrolling."""
    batch = view.table.sheet.column("load.batch")
    cell = view.table.index(3, batch)
    report(f"{where}: a cell of one scenario", lambda at: view.table.setData(cell, str(50 + at)))
    usable = ("accelerators", "a0", "usable_memory")
    report(f"{where}: a row that 100 scenarios share", lambda at: session.edit(usable, f"{70 + at / 100} GiB"))
    report(f"{where}: undo of it", lambda at: session.undo(), count=20)
    report(f"{where}: an assumption", lambda at: session.edit(("assumptions", "tight_share"), 0.9 + at / 1000))

    def paste(at: int) -> None:
        line = ("1", "1", "1", f"{1 + at % 64}", f"{4096 + at}", f"{1024 + at}", f"{64 + at}", "bf16", "fp8", "bf16")
        QGuiApplication.clipboard().setText("\r\n".join("\t".join(cells) for cells in (PASTED, *[line] * SCENARIOS)))
        view.setCurrentIndex(view.table.index(0, batch))
        view.commands.paste()

    report(f"{where}: a paste of {SCENARIOS * len(PASTED):,} cells", paste, "into columns found by heading", 10)
    report(f"{where}: scrolling by one row", lambda at: view.verticalScrollBar().setValue(24 * (at % 40)))
    report(f"{where}: repaint of all cells in sight", lambda at: view.viewport().repaint())


def beside_a_baseline(session: Session, window: Window) -> None:
    """Edits while all scenarios are compared with the first, its computed columns in sight."""
    session.change(replaced(session.workbook, ("baseline",), "s0"), ("baseline",), "")
    table, view = window.scenarios.table, window.scenarios
    view.setCurrentIndex(table.index(3, table.sheet.column("result.free")))
    painted()
    for name, row in (("a cell of one scenario", "s3"), ("a cell of the baseline", "s0")):
        path = ("scenarios", row, "load", "batch")
        report(f"beside a baseline: {name}", lambda at, path=path: session.edit(path, 50 + at))
    report("beside a baseline: repaint of all cells in sight", lambda at: view.viewport().repaint())


def main() -> None:
    application()
    session = Session(workbook())
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat))
        window = open_window(settings, session)
        alone = Session(session.workbook)
        table = TableView(alone, scenarios_sheet())
        table.resize(1600, 800)
        table.show()
        painted()
        edits("table", alone, table)
        table.close()
        window.resize(1920, 1080)
        window.show()
        painted()
        edits("window", session, window.scenarios)
        beside_a_baseline(session, window)
        session.undo_stack.setClean()
        window.close()


if __name__ == "__main__":
    main()
