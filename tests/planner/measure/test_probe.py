"""What a device achieves: exact arithmetic on a device whose times are known, and the CPU in front of us."""

import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from planner.measure.cpu import CpuDevice
from planner.measure.job import ProbeOrder, read_probe
from planner.measure.probe import probe
from planner.measure.protocol import Cancelled, Refusal
from planner.measured import probed_row

Start = Callable[..., Any]
LINUX = pytest.mark.skipif(platform.system() != "Linux", reason="resident memory is read from Linux's /proc")


class KnownDevice(CpuDevice):
    """Runs the passes and says that each took 10 ms; its first figure ends in `fails`, `interrupted` are readings."""

    def __init__(self, fails: Exception | None = None, interrupted: list[float] | None = None) -> None:
        super().__init__()
        self.fails = fails
        self.interrupted = interrupted
        self.samples: list[float] = []
        self.released = 0

    def prepare(self, one_pass: Callable[[], None], blocks: int, check: Callable[[], None], seconds: float) -> float:
        one_pass()
        if self.fails is not None and not self.released:
            raise self.fails
        return 0.01

    def time_passes(self, one_pass: Callable[[], None], passes: int, check: Callable[[], None]) -> float:
        check()
        return self.samples.pop(0) if self.samples else 0.01

    def interruptions(self) -> float | None:
        return None if self.interrupted is None else self.interrupted.pop(0)

    def release(self) -> None:
        self.released += 1


def allow() -> None:
    """Nobody asked to stop."""


def ignore(fraction: float) -> None:
    """Nobody looks."""


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_that_figures_follow_from_work_and_median_time() -> None:
    device = KnownDevice()
    device.samples = [0.02, 0.05, 0.01]
    fractions: list[float] = []
    found = probe(device, 0, ("bfloat16",), 0.0, allow, fractions.append)
    # The smallest product is 256 x 256 x 256; the buffer is 256 MiB; a pass is a thousand calls.
    assert found["gemm_flops_per_s"] == {"bfloat16": pytest.approx(2 * 256**3 / 0.02)}
    assert found["read_bytes_per_s"] == pytest.approx(2**28 / 0.01)
    assert found["copy_bytes_per_s"] == pytest.approx(2 * 2**28 / 0.01)
    assert found["call_s"] == pytest.approx(0.01 / 1000)
    assert (found["cuda_graph"], found["interruptions_per_s"]) == (False, None)
    assert fractions == pytest.approx([0, 1 / 4, 2 / 4, 3 / 4])


def test_that_the_buffer_is_four_times_the_caches() -> None:
    found = probe(KnownDevice(), 100 * 2**20, (), 0.0, allow, ignore)
    assert found["read_bytes_per_s"] == pytest.approx(400 * 2**20 / 0.01)


def test_that_a_buffer_without_room_is_not_read() -> None:
    found = probe(KnownDevice(), 1 << 50, ("float32",), 0.0, allow, ignore)
    assert found["read_bytes_per_s"] is None
    assert found["gemm_flops_per_s"]["float32"] > 0 and found["call_s"] > 0


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 64 bytes."),
        RuntimeError("\"addmm_impl\" not implemented for 'Half'"),
        MemoryError(),
    ],
)
def test_that_a_figure_that_cannot_be_had_is_blank_and_the_others_stay(error: Exception) -> None:
    found = probe(KnownDevice(error), 0, ("float16", "float32"), 0.0, allow, ignore)
    assert found["gemm_flops_per_s"]["float16"] is None
    assert found["gemm_flops_per_s"]["float32"] > 0
    assert found["read_bytes_per_s"] > 0 and found["call_s"] > 0


def test_that_an_error_of_another_kind_is_not_swallowed() -> None:
    with pytest.raises(RuntimeError, match="illegal memory access"):
        probe(KnownDevice(RuntimeError("an illegal memory access was encountered")), 0, ("float32",), 0, allow, ignore)


def test_that_the_quieter_of_two_attempts_counts() -> None:
    # Readings before and after: an attempt with a million interruptions, a quiet one; then read, copy, call, quiet.
    device = KnownDevice(interrupted=[0, *[1e6] * 9])
    device.samples = [0.5, 0.5, 0.5, 0.02, 0.02, 0.02]
    found = probe(device, 0, ("float32",), 0.0, allow, ignore)
    assert found["gemm_flops_per_s"]["float32"] == pytest.approx(2 * 256**3 / 0.02)
    assert found["interruptions_per_s"] == 0
    assert device.interrupted == []


@LINUX
def test_that_a_probe_leaves_no_memory_behind() -> None:
    probe(CpuDevice(), 0, ("float32",), 0.0, allow, ignore)
    before = resident_bytes()
    probe(CpuDevice(), 0, ("float32",), 0.0, allow, ignore)
    assert resident_bytes() - before < 2**26  # the buffer alone was four times that


def test_that_a_cancelled_probe_stops_and_leaves_no_tensors() -> None:
    asked = 0

    def stop_at_the_fifth() -> None:
        nonlocal asked
        asked += 1
        if asked == 5:
            raise Cancelled

    with pytest.raises(Cancelled):
        probe(CpuDevice(), 0, ("float32",), 0.25, stop_at_the_fifth, ignore)
    assert asked == 5


@pytest.mark.parametrize(
    ("message", "field"), [({"device": "tpu"}, "device"), ({"id": 3}, "id"), ({"dtype": "float32"}, "dtype")]
)
def test_that_a_wrong_field_of_a_probe_is_named(message: dict[str, Any], field: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_probe({"type": "probe", **message})
    assert caught.value.details["field"] == field


def test_that_a_probe_is_read_with_its_defaults() -> None:
    assert read_probe({"type": "probe"}) == ProbeOrder("", "auto")


def test_that_this_computer_becomes_an_accelerator_row(start_worker: Start) -> None:
    worker = start_worker()
    began = time.monotonic()
    worker.send({"type": "probe", "id": "here", "device": "cpu"})
    result = worker.read("failed", "result")
    assert time.monotonic() - began < 30  # what a person waits for at most; on a quiet machine it takes three seconds
    assert (result["type"], result["id"], result["device"]["device"]) == ("result", "here", "cpu")
    assert result["torch"] and result["threads"] >= 1 and result["date"]
    found = result["probe"]
    assert set(found["gemm_flops_per_s"]) == {"bfloat16", "float16", "float32"}
    assert 1e8 < found["read_bytes_per_s"] < 1e13
    assert 1e-8 < found["call_s"] < 1e-2
    row = probed_row(result["device"], found)
    assert (row.name, row.usable_memory) == (result["device"]["name"], result["device"]["total_bytes"])
    assert (row.memory_bandwidth, row.call_time) == (found["read_bytes_per_s"], found["call_s"])
    rates = {"bfloat16": row.peak_bf16, "float16": row.peak_fp16, "float32": row.peak_fp32}
    assert rates == found["gemm_flops_per_s"] and all(rates.values())


def test_that_a_probe_is_cancelled_and_the_worker_goes_on(start_worker: Start) -> None:
    worker = start_worker()
    worker.send({"type": "probe", "id": "first", "device": "cpu"})
    while worker.read("progress")["stage"] != "Probing the device":
        continue
    asked = time.monotonic()
    worker.send({"type": "cancel"})
    failed = worker.read("failed", "result")
    assert (failed["type"], failed["id"], failed["code"]) == ("failed", "first", "cancelled")
    assert time.monotonic() - asked < 5
    worker.send({"type": "hello"})
    assert worker.read("hello")["protocol"] == 1


def test_that_a_probe_of_a_card_that_is_not_there_is_refused_with_the_reason(start_worker: Start) -> None:
    worker = start_worker(sys.executable, environment={**os.environ, "CUDA_VISIBLE_DEVICES": ""})
    worker.send({"type": "probe", "device": "cuda:0"})
    failed = worker.read("failed", "result")
    assert failed["code"] == "no_cuda" and failed["details"]["reason"] in failed["sentence"]


@pytest.mark.gpu
def test_that_a_card_is_probed_with_graphs(start_worker: Start) -> None:
    worker = start_worker()
    worker.send({"type": "probe", "device": "cuda"})
    result = worker.read("failed", "result")
    assert result["type"] == "result" and result["device"]["device"] == "cuda:0"
    assert result["probe"]["cuda_graph"] is True
    assert result["probe"]["gemm_flops_per_s"]["float32"] > 1e11
    assert result["probe"]["read_bytes_per_s"] > 1e10 and 1e-7 < result["probe"]["call_s"] < 1e-4
    assert torch.cuda.is_available()
