"""The control flow of the CUDA clock on a fake device; nothing here is a measurement of a card."""

from collections.abc import Callable

import pytest

from planner.measure.cuda import CudaDevice
from planner.measure.devices import out_of_memory
from tests.planner.measure.fake_cuda import FakeCuda


@pytest.fixture
def cuda(monkeypatch: pytest.MonkeyPatch) -> FakeCuda:
    return FakeCuda(monkeypatch)


def nothing() -> None:
    """No request to stop."""


def counter() -> tuple[Callable[[], None], list[int]]:
    passes: list[int] = []
    return lambda: passes.append(1), passes


def test_that_three_turns_of_the_cold_set_warm_up_on_a_side_stream(cuda: FakeCuda) -> None:
    device = CudaDevice(1)
    one_pass, passes = counter()
    seconds = device.prepare(one_pass, 4, nothing, 1.0)
    assert (device.place, cuda.calls) == ("cuda:1", ["device 1"])
    assert len(passes) == 3 * 4 + 4 and seconds >= 0


def test_that_a_graph_is_recorded_once_and_replayed_until_the_clocks_are_up(cuda: FakeCuda) -> None:
    device = CudaDevice(0)
    one_pass, passes = counter()
    device.capture(one_pass, 8, nothing)
    assert len(passes) == 8 and device.graph_reason is None
    assert cuda.replayed * cuda.pass_s > 0.1  # 0.3 s of replays, less what a sleep takes longer
    replayed = cuda.replayed
    assert device.time_passes(one_pass, 8, nothing) > 0
    # 0.2 ms is too short for a sample: it is replayed until it lasts 1 ms
    assert cuda.replayed - replayed > 2 and len(passes) == 8


def test_that_graphs_share_their_memory(cuda: FakeCuda) -> None:
    device = CudaDevice(0)
    one_pass, _ = counter()
    device.capture(one_pass, 2, nothing)
    device.capture(one_pass, 8, nothing)
    assert cuda.pools == [None, 1]


def test_that_a_refused_recording_leaves_passes_without_a_graph_and_its_reason(cuda: FakeCuda) -> None:
    cuda.refuse_graph = "operation not permitted when stream is capturing\nCompile with"
    device = CudaDevice(0)
    one_pass, passes = counter()
    stream = cuda.stream
    device.capture(one_pass, 2, nothing)
    assert device.graph_reason is not None and device.graph_reason.endswith("capturing")
    assert cuda.stream is stream  # torch leaves its recording stream the current one
    before = len(passes)
    device.time_passes(one_pass, 2, nothing)
    assert len(passes) > before and cuda.replayed == 0
    cuda.refuse_emptying = "captures_underway.empty() INTERNAL ASSERT FAILED"
    device.release()


def test_that_memory_that_cannot_be_given_back_is_an_error_after_whole_recordings(cuda: FakeCuda) -> None:
    device = CudaDevice(0)
    device.capture(counter()[0], 2, nothing)
    cuda.refuse_emptying = "CUDA error: an illegal memory access was encountered"
    with pytest.raises(RuntimeError, match="illegal"):
        device.release()


@pytest.mark.parametrize("refused", [None, "not permitted"])
def test_that_the_card_is_kept_busy_while_its_clock_is_read(
    cuda: FakeCuda, monkeypatch: pytest.MonkeyPatch, refused: str | None
) -> None:
    class Reading:
        left = 3

        def is_running(self) -> bool:
            self.left -= 1
            return self.left >= 0

        def values(self) -> dict[str, str]:
            return {"driver_version": "570.00", "clocks.sm": "1980"}

    monkeypatch.setattr("planner.measure.cuda.nvidia_smi", lambda *_: Reading())
    cuda.refuse_graph = refused
    device = CudaDevice(0)
    one_pass, passes = counter()
    device.capture(one_pass, 2, nothing)
    before = (cuda.replayed, len(passes))
    assert device.clocks() == {"driver": "570.00", "sm_mhz": 1980.0}
    replays, launched = cuda.replayed - before[0], len(passes) - before[1]
    assert (replays, launched) == ((3, 0) if refused is None else (0, 6))


def test_that_memory_tells_peaks_and_what_the_card_lost(cuda: FakeCuda) -> None:
    device = CudaDevice(0)
    device.mark_start()
    device.mark_memory()
    cuda.used = 7 << 20
    assert device.memory(0) == {
        "method": "cuda",
        "peak_bytes": 3 << 20,
        "reserved_bytes": 4 << 20,
        "device_growth_bytes": 7 << 20,
    }
    assert device.free_bytes() == cuda.total - cuda.used
    device.release()
    assert cuda.calls[-1] == "empty cache"


def test_that_launch_overhead_is_timed_without_the_graph(cuda: FakeCuda) -> None:
    device = CudaDevice(0)
    one_pass, passes = counter()
    device.capture(one_pass, 3, nothing)
    replayed = cuda.replayed
    assert device.time_without_graph(one_pass, 3, nothing) is not None
    assert cuda.replayed == replayed and len(passes) == 3 + 5 * 3
    assert device.clocks() is None and device.interruptions() is None


@pytest.mark.parametrize(
    ("error", "asked"),
    [
        ("CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of", 2 << 30),
        ("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`", None),
    ],
)
def test_that_a_card_without_memory_is_told_from_other_errors(error: str, asked: int | None) -> None:
    found = out_of_memory(RuntimeError(error))
    assert found is not None and found[1] == asked
    assert out_of_memory(RuntimeError("CUDA error: an illegal memory access was encountered")) is None
