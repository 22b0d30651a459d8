"""The clock and the memory of a CUDA device; `cpu.py` has the same methods for the CPU.

After the practice of triton's `do_bench_cudagraph` and of nvbench: warm-up on a side stream, capture, replays between
events, whole turns of a cold set. No card was at hand when this was written, so it has not been run on hardware.
"""

from __future__ import annotations

import statistics
import time
from functools import partial
from typing import Any, Callable

import torch

from .machine import nvidia_smi
from .protocol import Check
from .sampling import SHORTEST_SAMPLE_S

WARM_UP_TURNS = 3
CLOCKS_RISE_S = 0.3
EAGER_SAMPLES = 5

Turn = Callable[[], None]

# torch's own annotations of streams and events are incomplete.
_cuda: Any = torch.cuda


class CudaDevice:
    """Times replays of CUDA graphs with events on the device."""

    kind = "cuda"
    clock = "events"

    def __init__(self, index: int) -> None:
        self.place = f"cuda:{index}"
        self.graph_reason: str | None = None
        torch.cuda.set_device(index)
        self._uuid = str(getattr(torch.cuda.get_device_properties(index), "uuid", "")) or None
        self._graphs: dict[int, torch.cuda.CUDAGraph] = {}
        self._busy: Turn | None = None
        """One sample's work, to keep the card at its clock while that is read."""
        self._free_at_start = 0
        self.mark_start()

    def free_bytes(self) -> int | None:
        """Bytes that the driver can still give, and those that torch holds without using them."""
        held = torch.cuda.memory_reserved(self.place) - torch.cuda.memory_allocated(self.place)
        return int(torch.cuda.mem_get_info(self.place)[0]) + int(held)

    def mark_start(self) -> None:
        """Memory that is taken from now on is the measurement's."""
        self._free_at_start = torch.cuda.mem_get_info(self.place)[0]

    def mark_memory(self) -> None:
        """From now on counts the peak."""
        torch.cuda.synchronize()
        torch.cuda.reset_peak_memory_stats(self.place)

    def memory(self, counted: int) -> dict[str, Any]:
        """Give torch's peaks since the mark, and what the card's free memory fell by: workspaces and graph pools too.

        The CUDA context is there before anything can be read, so it is in none of them.
        """
        torch.cuda.synchronize()
        return {
            "method": "cuda",
            "peak_bytes": int(torch.cuda.max_memory_allocated(self.place)),
            "reserved_bytes": int(torch.cuda.max_memory_reserved(self.place)),
            "device_growth_bytes": int(self._free_at_start - torch.cuda.mem_get_info(self.place)[0]),
        }

    def release(self) -> None:
        """Give graphs and cached memory back."""
        self._graphs.clear()
        self._busy = None
        try:
            torch.cuda.empty_cache()
        except RuntimeError:
            # WORKAROUND: before torch 2.12 a recording that failed leaves the allocator sure that one is under way,
            # and giving memory back is then an assertion (pytorch/pytorch#180395). What it holds is used again anyway.
            if self.graph_reason is None:
                raise

    def prepare(self, one_pass: Turn, blocks: int, check: Check, seconds: float) -> float:
        """Run three turns of the cold set on a side stream, uncounted, and give the seconds a pass takes."""
        side = _cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(WARM_UP_TURNS):
                for _ in range(blocks):
                    check()
                    one_pass()
                torch.cuda.synchronize()
        torch.cuda.current_stream().wait_stream(side)
        return self._timed(lambda: _repeat(one_pass, blocks)) / blocks

    def capture(self, one_pass: Turn, passes: int, check: Check) -> None:
        """Record so many passes as one graph and replay it for 0.3 s, so that the clocks are up.

        Where the recording is refused, passes are timed without a graph and `graph_reason` says why.
        """
        if self.graph_reason is not None:
            return
        graph = torch.cuda.CUDAGraph()
        stream = torch.cuda.current_stream()
        # Graphs are replayed one at a time and nobody reads what they leave, so all may use the same memory.
        pool = next((each.pool() for each in self._graphs.values()), None)
        try:
            with torch.cuda.graph(graph, pool=pool):
                _repeat(one_pass, passes)
        except torch.cuda.OutOfMemoryError:
            _cuda.set_stream(stream)
            raise
        except RuntimeError as error:
            # torch leaves its recording stream the current one when the end of a recording fails.
            _cuda.set_stream(stream)
            self._graphs.clear()
            self.graph_reason = f"The recording of a CUDA graph failed: {str(error).splitlines()[0]}"
        else:
            self._graphs[passes] = graph
        self._busy = partial(self._once, one_pass, passes)
        ends = time.monotonic() + CLOCKS_RISE_S
        while time.monotonic() < ends:
            check()
            self._once(one_pass, passes)
            torch.cuda.synchronize()

    def time_passes(self, one_pass: Turn, passes: int, check: Check) -> float:
        """Give the seconds of so many passes; what is shorter than 1 ms is replayed until it is not."""
        check()
        seconds = self._timed(lambda: self._once(one_pass, passes))
        if seconds >= SHORTEST_SAMPLE_S:
            return seconds
        times = int(SHORTEST_SAMPLE_S / max(seconds, 1e-7)) + 1
        check()
        return self._timed(lambda: _repeat(lambda: self._once(one_pass, passes), times)) / times

    def time_without_graph(self, one_pass: Turn, passes: int, check: Check) -> float | None:
        """Give the seconds of one pass launched kernel by kernel; the difference is this host's launch overhead."""
        samples = []
        for _ in range(EAGER_SAMPLES):
            check()
            samples.append(self._timed(lambda: _repeat(one_pass, passes)) / passes)
        return statistics.median(samples)

    def interruptions(self) -> float | None:
        """The card's work is not taken off it by other processes' work on the CPU."""
        return None

    def clocks(self) -> dict[str, Any] | None:
        """Give the driver's version and the SM clock in MHz, read while the sample's own passes keep the card busy."""
        reading = nvidia_smi(self._uuid, "driver_version", "clocks.sm")
        if reading is None:
            return None
        while reading.is_running():
            if self._busy is not None:
                self._busy()
            torch.cuda.synchronize()
        read = reading.values()
        return None if read is None else {"driver": read["driver_version"], "sm_mhz": _number(read["clocks.sm"])}

    def _once(self, one_pass: Turn, passes: int) -> None:
        graph = self._graphs.get(passes)
        if graph is None:
            _repeat(one_pass, passes)
        else:
            graph.replay()

    def _timed(self, run: Turn) -> float:
        begin, end = _cuda.Event(enable_timing=True), _cuda.Event(enable_timing=True)
        begin.record()
        run()
        end.record()
        end.synchronize()
        return float(begin.elapsed_time(end)) / 1000


def _repeat(run: Turn, times: int) -> None:
    for _ in range(times):
        run()


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
