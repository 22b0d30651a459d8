"""What this Python and this machine are: the answer to hello. torch is imported here, when it is first asked for."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from .memory import machine_memory

OLDEST_TORCH = (2, 5)
ASSUMED_CPU_CACHE = 64 * 2**20
_FAST_BFLOAT16 = ("amx_bf16", "avx512_bf16", "bf16")


def import_torch() -> tuple[Any, str | None]:
    """Give (torch, None), or (None, why it cannot be used).

    Everything an import can raise is caught: a torch with a missing library raises OSError, a broken one anything.
    """
    try:
        import torch
    except ImportError as error:
        return None, f"torch cannot be imported by {sys.executable}: {error}"
    except Exception as error:
        return None, f"torch is installed but does not load: {type(error).__name__}: {error}"
    version = re.match(r"(\d+)\.(\d+)", str(torch.__version__))
    if version is None or tuple(map(int, version.groups())) < OLDEST_TORCH:
        return None, f"torch {torch.__version__} is too old: 2.5 or later is needed (enable_gqa)"
    return torch, None


def describe(torch: Any, no_torch: str | None) -> dict[str, Any]:
    """Give the fields of the hello answer: Python, torch, CUDA, devices (CUDA ones first, then the CPU)."""
    available, reason = (False, no_torch) if torch is None else cuda_state(torch)
    devices = [cuda_device(torch, index) for index in range(torch.cuda.device_count())] if available else []
    return {
        "python": platform.python_version(),
        "executable": sys.executable,
        "platform": platform.platform(),
        "torch": None if torch is None else str(torch.__version__),
        "torch_reason": no_torch,
        "cuda": available,
        "cuda_reason": reason,
        "devices": [*devices, cpu_device(torch)],
    }


def cuda_state(torch: Any) -> tuple[bool, str | None]:
    """Give (True, None) if a CUDA device can be used, else (False, the reason)."""
    if torch.version.cuda is None and getattr(torch.version, "hip", None) is None:
        return False, f"torch {torch.__version__} is built for the CPU only"
    if torch.cuda.is_available() and torch.cuda.device_count() > 0:
        return True, None
    try:
        torch.cuda.init()
    except Exception as error:
        return False, f"torch {torch.__version__} finds no CUDA device: {error}"
    return False, f"torch {torch.__version__} finds no CUDA device"


def cuda_device(torch: Any, index: int) -> dict[str, Any]:
    """Give the facts of one CUDA device. Its free memory is what other programs leave at this moment."""
    properties = torch.cuda.get_device_properties(index)
    free, total = torch.cuda.mem_get_info(index)
    return {
        "device": f"cuda:{index}",
        "name": properties.name,
        "total_bytes": int(total),
        "free_bytes": int(free),
        "capability": f"{properties.major}.{properties.minor}",
        "cache_bytes": int(getattr(properties, "L2_cache_size", 0)) or None,
        "multiprocessors": int(properties.multi_processor_count),
        "uuid": str(getattr(properties, "uuid", "")) or None,
        "bfloat16_fast": properties.major >= 8,
    }


def cpu_device(torch: Any) -> dict[str, Any]:
    """Give the facts of the CPU. `cores` are those this process may run on."""
    total, available = machine_memory()
    cache, assumed = cpu_cache_bytes()
    text = _cpuinfo()
    return {
        "device": "cpu",
        "name": cpu_name(text),
        "total_bytes": total,
        "free_bytes": available,
        "capability": None if torch is None else torch.backends.cpu.get_cpu_capability(),
        "cache_bytes": cache,
        "cache_assumed": assumed,
        "cores": len(_own_cpus()),
        "threads": None if torch is None else torch.get_num_threads(),
        "bfloat16_fast": has_fast_bfloat16(text),
    }


def cpu_name(cpuinfo: str) -> str:
    """Give the processor's name.

    >>> cpu_name("processor : 0\\nmodel name\\t: Example 9000\\n")
    'Example 9000'
    """
    found = re.search(r"^model name\s*:\s*(.+)$", cpuinfo, re.MULTILINE)
    return found.group(1).strip() if found else platform.processor() or platform.machine() or "CPU"


def has_fast_bfloat16(cpuinfo: str) -> bool | None:
    """Say whether the CPU multiplies bfloat16 in hardware (AMX, AVX512-BF16, Arm BF16); None where it is not known.

    >>> has_fast_bfloat16("flags : fpu avx512_bf16 sse"), has_fast_bfloat16("flags : fpu sse"), has_fast_bfloat16("")
    (True, False, None)
    """
    flags = _flags(cpuinfo)
    return None if flags is None else any(flag in flags for flag in _FAST_BFLOAT16)


def cpu_flags() -> list[str]:
    """Give the processor's features by the kernel's names; empty where they are not told."""
    return _flags(_cpuinfo()) or []


def _flags(cpuinfo: str) -> list[str] | None:
    found = re.search(r"^(?:flags|Features)\s*:\s*(.+)$", cpuinfo, re.MULTILINE)
    return found.group(1).split() if found else None


def cpu_cache_bytes(root: str = "/sys/devices/system/cpu") -> tuple[int, bool]:
    """Give (bytes of all L2 and L3 caches that this process's cores reach, whether it is only assumed)."""
    caches: dict[tuple[str, str], int] = {}
    for cpu in _own_cpus():
        for index in sorted(Path(root, f"cpu{cpu}", "cache").glob("index*")):
            level, size, shared = (_first_line(index / name) for name in ("level", "size", "shared_cpu_list"))
            kibibytes = re.fullmatch(r"(\d+)K", size)
            if level in ("2", "3") and kibibytes:
                caches[level, shared] = int(kibibytes.group(1)) * 1024
    return (sum(caches.values()), False) if caches else (ASSUMED_CPU_CACHE, True)


class SmiReading:
    """A running `nvidia-smi` that prints fields of one card."""

    def __init__(self, process: subprocess.Popen[str], fields: tuple[str, ...]) -> None:
        self._process = process
        self._fields = fields
        self._ends = time.monotonic() + 10.0

    def is_running(self) -> bool:
        """Say whether it still runs; after 10 seconds it is ended."""
        if self._process.poll() is None and time.monotonic() > self._ends:
            self._process.kill()
            self._process.wait()
        return self._process.poll() is None

    def values(self) -> dict[str, str] | None:
        """Wait for the end and give the fields as printed, or None when it failed."""
        answer, _ = self._process.communicate()
        values = [value.strip() for value in answer.strip().split(",")]
        if self._process.returncode != 0 or len(values) != len(self._fields):
            return None
        return dict(zip(self._fields, values))


def nvidia_smi(uuid: str | None, *fields: str) -> SmiReading | None:
    """Start `nvidia-smi` for the card with this id; None where the id is not known or the tool is missing."""
    if uuid is None:
        return None
    name = uuid if uuid.startswith(("GPU-", "MIG-")) else f"GPU-{uuid}"
    command = ["nvidia-smi", f"--id={name}", f"--query-gpu={','.join(fields)}", "--format=csv,noheader,nounits"]
    try:
        pipe = subprocess.PIPE
        return SmiReading(subprocess.Popen(command, stdout=pipe, stderr=subprocess.DEVNULL, text=True), fields)
    except OSError:
        return None


def _own_cpus() -> list[int]:
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def _cpuinfo() -> str:
    try:
        return Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _first_line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
