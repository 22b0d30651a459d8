"""What the worker reads about the machine: caches, memory, nvidia-smi."""

import os
import sys
from pathlib import Path

import pytest

from planner.measure.machine import ASSUMED_CPU_CACHE, cpu_cache_bytes, nvidia_smi
from planner.measure.memory import ResidentPeak, machine_memory


def fake_cpu(root: Path, cpu: int, caches: list[tuple[str, str, str]]) -> None:
    for index, (level, size, shared) in enumerate(caches):
        folder = root / f"cpu{cpu}" / "cache" / f"index{index}"
        folder.mkdir(parents=True)
        for name, text in (("level", level), ("size", size), ("shared_cpu_list", shared)):
            (folder / name).write_text(f"{text}\n")


def test_that_shared_caches_are_counted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2}, raising=False)
    for cpu, third in ((0, "0-1"), (1, "0-1"), (2, "2-3"), (3, "2-3")):
        fake_cpu(tmp_path, cpu, [("1", "32K", str(cpu)), ("2", "1024K", str(cpu)), ("3", "32768K", third)])
    assert cpu_cache_bytes(str(tmp_path)) == (3 * 2**20 + 2 * 32 * 2**20, False)


def test_that_a_cache_size_nobody_tells_is_marked_as_assumed(tmp_path: Path) -> None:
    assert cpu_cache_bytes(str(tmp_path)) == (ASSUMED_CPU_CACHE, True)


def test_that_memory_of_this_machine_is_read() -> None:
    total, available = machine_memory()
    assert total is not None and available is not None
    assert 0 < available <= total


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="the mark is Linux's")
def test_that_the_resident_peak_sees_memory_that_has_gone_again() -> None:
    peak = ResidentPeak()
    peak.restart()
    size = 64 << 20
    held = bytearray(os.urandom(1 << 20)) * 64
    assert len(held) == size
    del held
    grown = peak.growth()
    assert grown is not None and 0.9 * size < grown < 2 * size
    peak.restart()
    again = peak.growth()
    assert again is not None and again < 0.5 * size


def smi(folder: Path, body: str) -> None:
    tool = folder / "nvidia-smi"
    tool.write_text(f"#!{sys.executable}\nimport sys\n{body}\n")
    tool.chmod(0o755)


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a script with a #! line")
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("print('575.51, 1980')", {"driver_version": "575.51", "clocks.sm": "1980"}),
        ("print('No devices were found')", None),
        ("sys.exit(9)", None),
    ],
)
def test_that_nvidia_smi_is_read_or_given_up(
    body: str, expected: dict[str, str] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    smi(tmp_path, f"assert sys.argv[1] == '--id=GPU-12', sys.argv\n{body}")
    monkeypatch.setenv("PATH", str(tmp_path))
    reading = nvidia_smi("12", "driver_version", "clocks.sm")
    assert reading is not None
    assert reading.values() == expected


def test_that_a_missing_nvidia_smi_gives_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert nvidia_smi("12", "clocks.sm") is None
    assert nvidia_smi(None, "clocks.sm") is None
