"""The devices of this computer, read in a second and without torch: name, memory, what of it is free now.

NVML when it is there, else `nvidia-smi`, else the processor and its memory. Nothing here raises: what cannot be read is
a sentence in `problems`, and `read_within` gives up on a driver that does not answer.
"""

from __future__ import annotations

import csv
import ctypes
import io
import os
import platform
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner import nvml
from planner.frozen import cleaned_environment, is_frozen
from planner.words import QT_TRANSLATE_NOOP

MIB = 2**20
SMI_PATIENCE_S = 8.0
PATIENCE_S = 10.0
QUERY = ("index", "name", "memory.total", "memory.free", "memory.used", "driver_version", "mig.mode.current")
LATE = QT_TRANSLATE_NOOP("devices", "The driver did not answer within {seconds:g} seconds.")


@dataclass(frozen=True, slots=True)
class LocalDevice:
    """A card, or the processor; bytes, None where the driver does not tell. `mig` is None where there is no MIG."""

    kind: str
    index: int
    name: str
    total: int | None
    free: int | None = None
    used: int | None = None
    driver: str = ""
    mig: bool | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found, and by what: "NVML", "nvidia-smi" or "the operating system". `problems` are sentences."""

    devices: tuple[LocalDevice, ...]
    by: str
    problems: tuple[str, ...] = ()


Run = Callable[[Sequence[str], float], str]
"""A program and its patience in seconds to what it prints; OSError, ValueError or SubprocessError when it fails."""


def run(command: Sequence[str], patience_s: float) -> str:
    """What a program prints."""
    hidden: dict[str, Any] = {"creationflags": 0x08000000} if sys.platform == "win32" else {}
    done: subprocess.CompletedProcess[str] = subprocess.run(
        command,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=patience_s,
        stdin=subprocess.DEVNULL,
        env=cleaned_environment(os.environ, is_frozen()),
        **hidden,
    )
    if done.returncode != 0:
        raise ValueError(f"{command[0]} ends with {done.returncode}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def read_devices(load: Callable[[], Any] = nvml.library, runs: Run = run) -> Reading:
    """The devices of this computer; `load` gives NVML, `runs` starts programs."""
    problems = []
    try:
        cards = nvml.cards(load)
        if cards:
            return Reading(tuple(_card(card) for card in cards), "NVML")
        problems.append("NVML finds no card")
    except (nvml.NvmlError, OSError, ValueError, TypeError) as error:
        problems.append(f"NVML: {error}")
    try:
        printed = runs(
            ("nvidia-smi", f"--query-gpu={','.join(QUERY)}", "--format=csv,noheader,nounits"), SMI_PATIENCE_S
        )
        found = smi_devices(printed)
        if found:
            return Reading(found, "nvidia-smi", tuple(problems))
        problems.append("nvidia-smi prints no card")
    except FileNotFoundError:
        problems.append("nvidia-smi is not there")
    except subprocess.TimeoutExpired:
        problems.append(f"nvidia-smi does not answer within {SMI_PATIENCE_S:g} seconds")
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        problems.append(str(error)[:200])
    return Reading((processor(runs),), "the operating system", tuple(problems))


def read_within(patience_s: float = PATIENCE_S, read: Callable[[], Reading] = read_devices) -> Reading:
    """`read_devices`, or a Reading without devices when that takes longer: a driver may hang inside a call."""
    found: list[Reading] = []
    # Nothing can end a call that hangs; the thread is left behind and does not keep the program from ending.
    reader = threading.Thread(target=lambda: found.append(read()), daemon=True, name="devices")
    reader.start()
    reader.join(patience_s)
    return found[0] if found else Reading((), "", (LATE.format(seconds=patience_s),))


def _card(card: nvml.Card) -> LocalDevice:
    return LocalDevice("cuda", card.index, card.name, card.total, card.free, card.used, card.driver, card.mig)


def smi_devices(printed: str) -> tuple[LocalDevice, ...]:
    """The cards in the lines of `nvidia-smi --query-gpu`; lines that are none are passed over.

    >>> smi_devices("0, Tesla T4, 15360, 14900, 460, 550.54, [N/A]\\nFailed to initialize")[0].free // 2**20
    14900
    """
    found = []
    for fields in csv.reader(io.StringIO(printed), skipinitialspace=True):
        if len(fields) != len(QUERY) or not fields[0].strip().isdecimal() or not fields[1].strip():
            continue
        index, name, total, free, used, driver, mig = (field.strip() for field in fields)
        modes = {"Enabled": True, "Disabled": False}
        found.append(LocalDevice("cuda", int(index), name, _mib(total), _mib(free), _mib(used), driver, modes.get(mig)))
    return tuple(found)


def _mib(text: str) -> int | None:
    return int(text) * MIB if text.isdecimal() and len(text) < 12 else None


# The processor and its memory


def processor(runs: Run = run) -> LocalDevice:
    """The processor of this computer with its memory, as far as the operating system tells."""
    if sys.platform == "darwin":
        return _mac(runs)
    if sys.platform == "win32":
        total, free = _windows_memory()
        return LocalDevice(
            "cpu", 0, platform.processor() or platform.machine() or "CPU", total, free, _less(total, free)
        )
    total, free = meminfo(_text_of("/proc/meminfo"))
    name = re.search(r"^model name\s*:\s*(\S.*)$", _text_of("/proc/cpuinfo"), re.MULTILINE)
    named = name[1].strip() if name else platform.processor() or platform.machine() or "CPU"
    return LocalDevice("cpu", 0, named, total, free, _less(total, free))


def meminfo(text: str) -> tuple[int | None, int | None]:
    """Total and available bytes of the lines of /proc/meminfo.

    >>> meminfo("MemTotal:  2048 kB\\nMemAvailable: 1024 kB\\n")
    (2097152, 1048576)
    """
    found = {name: int(kib) * 1024 for name, kib in re.findall(r"^(\w+):\s*(\d{1,15}) kB$", text, re.MULTILINE)}
    return found.get("MemTotal"), found.get("MemAvailable")


def _less(total: int | None, free: int | None) -> int | None:
    return None if total is None or free is None else total - free


def _text_of(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _mac(runs: Run) -> LocalDevice:
    said = []
    for name in ("machdep.cpu.brand_string", "hw.memsize"):
        try:
            said.append(runs(("sysctl", "-n", name), 2.0).strip())
        except (OSError, ValueError, subprocess.SubprocessError):
            said.append("")
    kind = "apple" if said[0].startswith("Apple") else "cpu"
    total = int(said[1]) if said[1].isdecimal() and len(said[1]) < 18 else None
    return LocalDevice(kind, 0, said[0] or platform.machine() or "CPU", total)


class _Status(ctypes.Structure):
    _fields_ = (
        ("length", ctypes.c_ulong), ("load", ctypes.c_ulong), ("total", ctypes.c_ulonglong),
        ("available", ctypes.c_ulonglong), ("rest", ctypes.c_ulonglong * 5),
    )  # fmt: skip


def _windows_memory() -> tuple[int | None, int | None]:
    """MEMORYSTATUSEX, as GlobalMemoryStatusEx fills it."""
    status = _Status()
    status.length = ctypes.sizeof(_Status)
    system: Any = getattr(ctypes, "windll", None)
    if system is None or not system.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
        return None, None
    return status.total, status.available
