"""The clock and the memory of the CPU; `cuda.py` has the same methods for CUDA."""

from __future__ import annotations

import statistics
import time
from typing import Any, Callable

import torch

from .memory import ResidentPeak, interruption_count, machine_memory
from .protocol import Check

Turn = Callable[[], None]


class CpuDevice:
    """Times passes with the system's clock; a pass ends when the call returns.

    With one thread it is the clock of that thread, which stands still while other work has the core: what is left of a
    neighbour is the memory and the caches that it uses. Several threads wait for each other, so theirs would lie.
    """

    kind = "cpu"
    graph_reason = "CUDA graphs are for CUDA devices"

    def __init__(self) -> None:
        self.place = "cpu"
        self.alone = torch.get_num_threads() == 1
        self.clock = "thread" if self.alone else "wall"
        self._resident = ResidentPeak()

    def free_bytes(self) -> int | None:
        """Bytes that a program can still get."""
        return machine_memory()[1]

    def mark_start(self) -> None:
        """Memory that is taken from now on is the measurement's."""
        self._resident = ResidentPeak()

    def mark_memory(self) -> None:
        """From now on counts the peak."""
        self._resident.restart()

    def memory(self, counted: int) -> dict[str, Any]:
        """Give the peak since the mark: what the process grew by, or the tensors counted where that cannot be read."""
        growth = self._resident.growth()
        if growth is None:
            return {"method": "tensors_counted", "peak_bytes": counted}
        return {"method": "process_growth", "peak_bytes": growth}

    def release(self) -> None:
        """Nothing is kept back on the CPU: torch frees at once."""

    def prepare(self, one_pass: Turn, blocks: int, check: Check, seconds: float) -> float:
        """Run the first passes, which are not counted, and give the seconds that one takes afterwards.

        Every block of the cold set is touched once while a tenth of the time lasts.
        """
        check()
        started = time.perf_counter()
        one_pass()
        passes = [time.perf_counter() - started]
        while len(passes) <= blocks and time.perf_counter() - started + passes[-1] <= 0.1 * seconds:
            check()
            began = time.perf_counter()
            one_pass()
            passes.append(time.perf_counter() - began)
        return statistics.median(passes[1:] or passes)

    def capture(self, one_pass: Turn, passes: int, check: Check) -> None:
        """Nothing to capture on the CPU."""

    def time_passes(self, one_pass: Turn, passes: int, check: Check) -> float:
        """Give the seconds of so many passes; a request to stop is answered after the pass that runs."""
        clock = time.thread_time if self.alone else time.perf_counter
        started = clock()
        for _ in range(passes):
            check()
            one_pass()
        return clock() - started

    def time_without_graph(self, one_pass: Turn, passes: int, check: Check) -> float | None:
        """The CPU has no graphs; there is no second figure."""
        return None

    def interruptions(self) -> float | None:
        """Give how often, per thread, the system has taken a core away from this process; None on Windows.

        None too where the thread's own clock is read, which does not run meanwhile.
        """
        if self.alone:
            return None
        count = interruption_count()
        return None if count is None else count / torch.get_num_threads()

    def clocks(self) -> dict[str, Any] | None:
        """The CPU's clock is not read: what /proc prints is not the clock under load."""
        return None
