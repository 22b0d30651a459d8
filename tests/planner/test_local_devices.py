"""Reading this computer's devices: NVML by a stub, nvidia-smi by a script, neither, and both at their worst."""

from __future__ import annotations

import ctypes
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from planner import nvml
from planner.local_devices import LocalDevice, Reading, meminfo, processor, read_devices, read_within, run, smi_devices

MIB = 2**20
CARDS = [("NVIDIA GeForce RTX 3090", 24576, 20000), ("NVIDIA GeForce RTX 3060", 12288, 11000)]
NOT_SUPPORTED = 3


class FakeNvml:
    """What ctypes would load: functions that fill what they are given a reference to, and give a code."""

    def __init__(self, cards: list[tuple[str, int, int]], slices: list[tuple[str, int, int]] | None = None) -> None:
        self.cards, self.slices = cards, slices or []
        self.ended = 0
        self.nvmlInit_v2: Callable[[], int] = lambda: 0

    def nvmlShutdown(self) -> int:  # noqa: N802 - NVML's own names
        self.ended += 1
        return 0

    def nvmlSystemGetDriverVersion(self, buffer: Any, _size: Any) -> int:  # noqa: N802
        buffer.value = b"550.54"
        return 0

    def nvmlDeviceGetCount_v2(self, count: Any) -> int:  # noqa: N802
        count._obj.value = len(self.cards)
        return 0

    def nvmlDeviceGetHandleByIndex_v2(self, index: Any, handle: Any) -> int:  # noqa: N802
        handle._obj.value = index.value + 1
        return 0

    def nvmlDeviceGetMigMode(self, _handle: Any, now: Any, _later: Any) -> int:  # noqa: N802
        now._obj.value = 1 if self.slices else 0
        return 0 if self.slices else NOT_SUPPORTED

    def nvmlDeviceGetMaxMigDeviceCount(self, _handle: Any, count: Any) -> int:  # noqa: N802
        count._obj.value = 7
        return 0

    def nvmlDeviceGetMigDeviceHandleByIndex(self, _handle: Any, index: Any, part: Any) -> int:  # noqa: N802
        if index.value >= len(self.slices):
            return 6
        part._obj.value = 100 + index.value
        return 0

    def _of(self, handle: Any) -> tuple[str, int, int]:
        return self.slices[handle.value - 100] if handle.value >= 100 else self.cards[handle.value - 1]

    def nvmlDeviceGetName(self, handle: Any, buffer: Any, _size: Any) -> int:  # noqa: N802
        buffer.value = self._of(handle)[0].encode()
        return 0

    def nvmlDeviceGetMemoryInfo(self, handle: Any, memory: Any) -> int:  # noqa: N802
        _, total, free = self._of(handle)
        if not total:
            return NOT_SUPPORTED
        memory._obj.total, memory._obj.free, memory._obj.used = total * MIB, free * MIB, (total - free) * MIB
        return 0


def missing() -> Any:
    raise nvml.NvmlError("libnvidia-ml.so.1 is not there")


def no_program(command: Sequence[str], _patience_s: float) -> str:
    raise FileNotFoundError(command[0])


def test_that_nvml_gives_every_card_with_its_memory() -> None:
    fake = FakeNvml(CARDS)
    reading = read_devices(lambda: fake, no_program)
    assert reading.by == "NVML"
    assert reading.devices == (
        LocalDevice("cuda", 0, CARDS[0][0], 24576 * MIB, 20000 * MIB, 4576 * MIB, "550.54", None),
        LocalDevice("cuda", 1, CARDS[1][0], 12288 * MIB, 11000 * MIB, 1288 * MIB, "550.54", None),
    )
    assert fake.ended == 1


def test_that_a_card_in_mig_mode_is_listed_by_its_slices() -> None:
    slices = [("NVIDIA H100 80GB HBM3 MIG 3g.40gb", 40320, 40000), ("NVIDIA H100 80GB HBM3 MIG 1g.10gb", 9984, 9900)]
    reading = read_devices(lambda: FakeNvml([("NVIDIA H100 80GB HBM3", 81559, 0)], slices), no_program)
    assert [(device.name, device.mig) for device in reading.devices] == [(name, True) for name, _, _ in slices]


def test_that_memory_that_nvml_does_not_tell_stays_unknown() -> None:
    reading = read_devices(lambda: FakeNvml([("NVIDIA GB10", 0, 0)]), no_program)
    assert reading.devices == (LocalDevice("cuda", 0, "NVIDIA GB10", None, None, None, "550.54", None),)


def test_that_a_library_that_fails_is_shut_down_and_said() -> None:
    fake = FakeNvml(CARDS)
    fake.nvmlDeviceGetName = lambda *_: 999  # type: ignore[method-assign]
    reading = read_devices(lambda: fake, no_program)
    assert reading.by == "the operating system"
    assert reading.problems == ("NVML: nvmlDeviceGetName gives 999", "nvidia-smi is not there")
    assert fake.ended == 1


def test_that_a_library_that_does_not_start_is_said() -> None:
    fake = FakeNvml(CARDS)
    fake.nvmlInit_v2 = lambda: 9
    assert read_devices(lambda: fake, no_program).problems[0] == "NVML: nvmlInit_v2 gives 9"


def test_that_something_else_of_that_name_is_no_library() -> None:
    assert read_devices(lambda: object(), no_program).problems[0] == "NVML: the library has no nvmlInit_v2"


STUB = r"""
#include <string.h>
typedef struct { unsigned long long total, free, used; } memory;
int nvmlInit_v2(void) { return 0; }
int nvmlShutdown(void) { return 0; }
int nvmlSystemGetDriverVersion(char *text, unsigned size) { strncpy(text, "123.4", size); return 0; }
int nvmlDeviceGetCount_v2(unsigned *count) { *count = 1; return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **handle) { *handle = (void *)0x7fffffff1234UL; return 0; }
int nvmlDeviceGetMigMode(void *handle, unsigned *now, unsigned *later) { *now = 0; *later = 0; return 0; }
int nvmlDeviceGetName(void *handle, char *text, unsigned size) {
    if (handle != (void *)0x7fffffff1234UL) return 2;
    strncpy(text, "Stub", size);
    return 0;
}
int nvmlDeviceGetMemoryInfo(void *handle, memory *out) {
    out->total = 5ULL << 40; out->free = 3ULL << 40; out->used = 2ULL << 40;
    return 0;
}
"""


@pytest.mark.skipif(shutil.which("cc") is None or sys.platform != "linux", reason="needs a C compiler")
def test_that_a_real_library_is_called_with_whole_pointers_and_wide_numbers(tmp_path: Path) -> None:
    source, built = tmp_path / "stub.c", tmp_path / "libnvidia-ml.so.1"
    source.write_text(STUB, encoding="utf-8")
    subprocess.run(["cc", "-shared", "-fPIC", "-w", "-o", str(built), str(source)], check=True)
    (card,) = nvml.cards(lambda: ctypes.CDLL(str(built)))
    assert card == nvml.Card(0, "Stub", 5 << 40, 3 << 40, 2 << 40, "123.4", False)


def script(folder: Path, body: str) -> Callable[[Sequence[str], float], str]:
    """A program called nvidia-smi; what runs it."""
    path = folder / "nvidia-smi"
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return lambda command, patience_s: run((str(path), *command[1:]), min(patience_s, 0.5))


posix = pytest.mark.skipif(sys.platform == "win32", reason="the script is one of a shell")


@posix
def test_that_nvidia_smi_is_asked_where_there_is_no_library(tmp_path: Path) -> None:
    runs = script(tmp_path, 'case "$1" in --query-gpu=*) echo "0, NVIDIA A40, 46068, 45000, 1068, 535.1, [N/A]";; esac')
    reading = read_devices(missing, runs)
    assert reading.by == "nvidia-smi"
    assert reading.devices == (
        LocalDevice("cuda", 0, "NVIDIA A40", 46068 * MIB, 45000 * MIB, 1068 * MIB, "535.1", None),
    )
    assert reading.problems == ("NVML: libnvidia-ml.so.1 is not there",)


@posix
@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("echo 'NVIDIA-SMI has failed'; exit 9", "ends with 9: NVIDIA-SMI has failed"),
        ("head -c 3000 /dev/urandom", "nvidia-smi prints no card"),
        ("echo '0,,1,2,3,4,5'; echo 'x, A, 1, 2, 3, 4, 5'; echo 0,A", "nvidia-smi prints no card"),
        ("exec sleep 20", "does not answer within"),
    ],
)
def test_that_a_bad_nvidia_smi_leaves_the_processor_and_says_why(tmp_path: Path, body: str, problem: str) -> None:
    begun = time.monotonic()
    reading = read_devices(missing, script(tmp_path, body))
    assert time.monotonic() - begun < 10
    assert reading.by == "the operating system"
    assert problem in reading.problems[1]
    (device,) = reading.devices
    assert device.kind == "cpu" and device.name


def test_that_what_nvidia_smi_does_not_support_stays_unknown() -> None:
    (device,) = smi_devices("0, NVIDIA GB10, [N/A], [Not Supported], [N/A], 580.1, Enabled\n")
    assert (device.total, device.free, device.used, device.mig) == (None, None, None, True)


def test_that_without_any_driver_the_processor_is_found() -> None:
    reading = read_devices(missing, no_program)
    assert reading.by == "the operating system"
    (device,) = reading.devices
    assert device == processor(no_program) or device.free != processor(no_program).free
    if sys.platform == "linux":
        assert device.total is not None and device.free is not None
        assert 0 < device.free <= device.total


def test_that_garbage_in_meminfo_is_no_memory() -> None:
    assert meminfo("MemTotal: lots\n\x00\xff") == (None, None)


def test_that_a_driver_that_hangs_is_given_up_and_said() -> None:
    begun = time.monotonic()
    reading = read_within(0.05, lambda: time.sleep(5) or Reading((), "never"))
    assert time.monotonic() - begun < 2
    assert reading == Reading((), "", ("The driver did not answer within 0.05 seconds.",))
