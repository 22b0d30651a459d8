"""From the start of the process to the window's first paint, what was imported by then, and the memory it holds: of
this Python and, where `make package` left one, of the packaged program.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FROZEN = ROOT / "dist" / "fitsheet" / "fitsheet"
RUNS = 7


def one(command: list[str], folder: Path) -> tuple[float, float, dict[str, Any]]:
    """Milliseconds from spawning the process to its first paint and to its end, and the program's own report."""
    report = folder / "report.json"
    # Compiled modules are kept, as where it is installed, and beside the sources nothing is left.
    environment = {**os.environ, "XDG_CONFIG_HOME": str(folder), "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begin = time.perf_counter()
    subprocess.run([*command, "--smoke", str(report)], env=environment, check=True, cwd=ROOT, stderr=subprocess.DEVNULL)
    whole = (time.perf_counter() - begin) * 1e3
    seen = json.loads(report.read_text(encoding="utf-8"))
    # Both programs read the one clock of the system.
    return (seen["painted_at_s"] - begin) * 1e3, whole, seen


def measured(of: str, command: list[str], folder: Path) -> None:
    """Print what RUNS starts come to, after one that is not counted."""
    one(command, folder)
    runs = [one(command, folder) for _ in range(RUNS)]
    for title, values in (
        ("process started to first paint", [painted for painted, _, _ in runs]),
        ("main() to first paint", [report["painted_ms"] for *_, report in runs]),
        ("main() to the example on show", [report["filled_ms"] for *_, report in runs]),
        ("processor time until the first paint", [report["processor_ms_at_first_paint"] for *_, report in runs]),
        ("process started to process ended", [whole for _, whole, _ in runs]),
    ):
        low, middle, high = statistics.quantiles(values, n=4)
        print(json.dumps({"name": f"{of}: {title}", "value": middle, "unit": "ms", "low": low, "high": high,
                          "count": RUNS, "note": f"{min(values):.0f} ms at best"}))  # fmt: skip
    last = runs[-1][2]
    print(json.dumps({"name": f"{of}: modules at first paint", "value": last["modules_at_first_paint"],
                      "unit": "modules"}))  # fmt: skip
    memory = last["memory_before_the_chart"]
    if memory:
        for title, held in (
            ("resident before the chart", sum(memory.values())),
            ("of it the program's own", memory["anonymous"]),
            ("of it pages of files", sum(size for name, size in memory.items() if name != "anonymous")),
        ):
            print(json.dumps({"name": f"{of}: {title}", "value": held / 1e6, "unit": "MB"}))
    heavy = last["heavy_at_first_paint"]
    print(json.dumps({"name": f"{of}: imported too early", "value": len(heavy), "unit": "modules",
                      "note": ", ".join(heavy) or "none"}))  # fmt: skip


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        measured("sources", [sys.executable, "-m", "ui"], Path(name))
        if FROZEN.exists():
            measured("packaged", [str(FROZEN)], Path(name))


if __name__ == "__main__":
    main()
