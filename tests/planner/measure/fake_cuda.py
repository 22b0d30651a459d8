"""A CUDA device that is none: enough of `torch.cuda` for the control flow of `planner.measure.cuda`, on the CPU.

It covers control flow only: graphs "replay" by calling what was recorded, events read the system's clock. It says
nothing about the hardware; the CUDA path has not been run on any.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest


class Event:
    def __init__(self, enable_timing: bool = False) -> None:
        self.at = 0.0

    def record(self) -> None:
        self.at = time.perf_counter()

    def synchronize(self) -> None:
        pass

    def elapsed_time(self, other: Event) -> float:
        return (other.at - self.at) * 1e3


class Stream:
    def wait_stream(self, other: Any) -> None:
        pass


class Graph:
    """Remembers nothing: a replay of the fake runs what `FakeCuda.replayed` counts. Its pool is its number."""

    def __init__(self, of: FakeCuda) -> None:
        self.of = of
        of.graphs += 1
        self.number = of.graphs

    def pool(self) -> int:
        return self.number

    def replay(self) -> None:
        self.of.replayed += 1
        time.sleep(self.of.pass_s)


class FakeCuda:
    """Patches `torch.cuda` as seen by the worker's modules; free memory falls by what is asked of `take`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, total: int = 8 << 30) -> None:
        import torch

        self.total, self.used, self.replayed, self.pass_s = total, 0, 0, 2e-4
        self.refuse_graph: str | None = None
        self.refuse_emptying: str | None = None
        self.graphs = 0
        self.pools: list[int | None] = []
        self.stream: Any = Stream()
        self.calls: list[str] = []
        cuda = torch.cuda
        patches: dict[str, Any] = {
            "set_device": lambda index: self.calls.append(f"device {index}"),
            "get_device_properties": lambda index: SimpleNamespace(
                name="Fake GPU", uuid="", major=9, minor=0, L2_cache_size=50 << 20, multi_processor_count=1
            ),
            "mem_get_info": lambda *_: (self.total - self.used, self.total),
            "memory_reserved": lambda *_: 0,
            "memory_allocated": lambda *_: 0,
            "max_memory_allocated": lambda *_: 3 << 20,
            "max_memory_reserved": lambda *_: 4 << 20,
            "reset_peak_memory_stats": lambda *_: self.calls.append("reset peaks"),
            "synchronize": lambda *_: None,
            "empty_cache": self._empty,
            "current_stream": lambda *_: self.stream,
            "set_stream": self._set_stream,
            "Stream": Stream,
            "Event": Event,
            "stream": lambda _: contextlib.nullcontext(),
            "CUDAGraph": lambda: Graph(self),
            "graph": self._recording,
        }
        for name, value in patches.items():
            monkeypatch.setattr(cuda, name, value)

    def _empty(self) -> None:
        if self.refuse_emptying is not None:
            raise RuntimeError(self.refuse_emptying)
        self.calls.append("empty cache")

    def _set_stream(self, stream: Any) -> None:
        self.stream = stream

    @contextlib.contextmanager
    def _recording(self, graph: Graph, pool: int | None = None) -> Iterator[None]:
        """As torch's: the end of a recording that failed raises before the stream is given back."""
        before, self.stream = self.stream, Stream()
        self.pools.append(pool)
        yield
        if self.refuse_graph is not None:
            raise RuntimeError(self.refuse_graph)
        self.stream = before


Check = Callable[[], None]
