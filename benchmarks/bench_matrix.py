"""Matrices of 150 models and 126 accelerators: after an edit, for the first time, and of every preset."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from planner.what_if.matrix.entries import Entry, entries, question_of
from planner.what_if.matrix.grid import Matrix, plain, standard
from planner.workbook import Inference, Workbook

MODELS, CARDS = 150, 126


def timed(name: str, run: Callable[[], Any], note: str = "", count: int = 9, warm: bool = True) -> None:
    """Print the median and quartiles in seconds; `warm` leaves one run before them uncounted."""
    if warm:
        run()
    samples = []
    for _ in range(count):
        begin = time.perf_counter()
        run()
        samples.append(time.perf_counter() - begin)
    low, middle, high = statistics.quantiles(samples, n=4)
    print(json.dumps({"name": name, "value": middle, "unit": "s", "low": low, "high": high, "count": count,
                      "note": note}))  # fmt: skip


def main() -> None:
    models, cards = (entries(Workbook(), side, "presets") for side in ("models", "accelerators"))
    matrix = Matrix()
    batch = 0

    def asked(of: Matrix, rows: tuple[Entry, ...], columns: tuple[Entry, ...], **wanted: bool) -> Callable[[], Any]:
        def run() -> None:
            nonlocal batch
            batch += 1  # another load every time, as after an edit: nothing but lines is remembered
            scenario = plain(standard(load=Inference(batch=batch)))
            workbook = Workbook(scenarios=(scenario,))
            of.answer(question_of(workbook, scenario.id, rows, columns, **wanted))

        return run

    some, few = models[:MODELS], cards[:CARDS]
    size = f"{len(some)} x {len(few)} after an edit"
    timed(f"verdicts and margins, {size}", asked(matrix, some, few, timed=False))
    timed(f"tokens per second and TPOT too, {size}", asked(matrix, some, few))
    timed(f"least GPUs, {size}", asked(matrix, some, few, timed=False, least=True))
    first = f"{len(some)} x {len(few)} for the first time"
    timed(f"verdicts and margins, {first}", lambda: asked(Matrix(), some, few, timed=False)(), count=3, warm=False)
    timed(f"tokens per second and TPOT too, {first}", lambda: asked(Matrix(), some, few)(), count=3, warm=False,
          note="lines are set up once per kinds and formats")  # fmt: skip
    every = f"every preset, {len(models)} x {len(cards)} after an edit"
    timed(f"tokens per second and TPOT too, {every}", asked(matrix, models, cards), count=3)


if __name__ == "__main__":
    main()
