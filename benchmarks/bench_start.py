"""From the start of the process to the window's first paint, what was imported by then, and the memory it holds."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 7


def one(folder: Path) -> tuple[float, dict[str, object]]:
    """Wall-clock from spawning the interpreter to the first paint, and the program's own report."""
    report = folder / "report.json"
    environment = {**os.environ, "XDG_CONFIG_HOME": str(folder)}
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-m", "ui", "--smoke", str(report)], env=environment, check=True,
                   stderr=subprocess.DEVNULL)  # fmt: skip
    whole = (time.perf_counter() - begin) * 1e3
    return whole, json.loads(report.read_text(encoding="utf-8"))


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        one(Path(name))
        runs = [one(Path(name)) for _ in range(RUNS)]
    for title, values in (
        ("main() to first paint", [float(str(report["painted_ms"])) for _, report in runs]),
        ("process started to process ended", [whole for whole, _ in runs]),
    ):
        low, middle, high = statistics.quantiles(values, n=4)
        print(json.dumps({"name": title, "value": middle, "unit": "ms", "low": low, "high": high, "count": RUNS}))
    last = runs[-1][1]
    print(json.dumps({"name": "modules at first paint", "value": last["modules_at_first_paint"], "unit": "modules"}))
    resident = last["resident_bytes_at_first_paint"]
    if isinstance(resident, int):
        print(json.dumps({"name": "resident at first paint", "value": resident / 1e6, "unit": "MB"}))
    heavy = last["heavy_at_first_paint"]
    assert isinstance(heavy, list)
    print(json.dumps({"name": "of numpy, pyqtgraph, torch", "value": len(heavy), "unit": "modules",
                      "note": ", ".join(heavy) or "none"}))  # fmt: skip


if __name__ == "__main__":
    main()
