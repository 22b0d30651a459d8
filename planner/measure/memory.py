"""Memory of the machine and of this process, read from the system; no torch here."""

from __future__ import annotations

import ctypes
import os
import platform
import re
import subprocess
from pathlib import Path

_CGROUPS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)


def machine_memory() -> tuple[int | None, int | None]:
    """Give (total, available) bytes for programs, the limit of a container included; None where it cannot be read."""
    readers = {"Linux": _linux_memory, "Darwin": _mac_memory, "Windows": _windows_memory}
    read = readers.get(platform.system())
    return (None, None) if read is None else read()


def read_meminfo(text: str) -> tuple[int | None, int | None]:
    """Give (MemTotal, MemAvailable) in bytes from the text of /proc/meminfo.

    >>> read_meminfo("MemTotal:  24 kB\\nMemFree:  3 kB\\nMemAvailable:  20 kB\\n")
    (24576, 20480)
    """
    found = dict(re.findall(r"^(\w+):\s+(\d+) kB", text, re.MULTILINE))
    total, available = found.get("MemTotal"), found.get("MemAvailable")
    return (int(total) * 1024 if total else None), (int(available) * 1024 if available else None)


def read_vm_stat(text: str) -> int | None:
    """Give the bytes that macOS can hand out at once: free, inactive, speculative and purgeable pages of `vm_stat`.

    >>> read_vm_stat("(page size of 16384 bytes)\\nPages free:  2.\\nPages inactive:  3.\\nPages wired down:  9.\\n")
    81920
    """
    size = re.search(r"page size of (\d+) bytes", text)
    pages = re.findall(r"^Pages (?:free|inactive|speculative|purgeable):\s+(\d+)\.", text, re.MULTILINE)
    return int(size.group(1)) * sum(map(int, pages)) if size and pages else None


def _linux_memory() -> tuple[int | None, int | None]:
    total, available = read_meminfo(_text("/proc/meminfo") or "")
    for limit_path, used_path in _CGROUPS:
        limit, used = _text(limit_path), _text(used_path)
        if limit and used and limit.strip().isdecimal() and total is not None and int(limit) < total:
            total = int(limit)
            room = max(0, int(limit) - int(used))
            available = room if available is None else min(available, room)
    return total, available


def _mac_memory() -> tuple[int | None, int | None]:
    try:
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        text = subprocess.run(["vm_stat"], capture_output=True, text=True, timeout=5, check=True).stdout
    except (OSError, ValueError, subprocess.SubprocessError):
        return None, None
    return total, read_vm_stat(text)


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX of the Windows API."""

    _fields_ = (
        ("length", ctypes.c_ulong),
        ("load", ctypes.c_ulong),
        ("total", ctypes.c_ulonglong),
        ("available", ctypes.c_ulonglong),
        ("rest", ctypes.c_ulonglong * 5),
    )


def _windows_memory() -> tuple[int | None, int | None]:
    status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - exists on Windows only, which mypy takes to heart
    if not kernel.GlobalMemoryStatusEx(ctypes.byref(status)):
        return None, None
    return int(status.total), int(status.available)


class ResidentPeak:
    """The growth of this process's resident memory since it was made, in bytes; None where Linux's /proc is missing."""

    def __init__(self) -> None:
        self._start = _status_field("VmRSS")

    def restart(self) -> None:
        """Forget the highest growth so far (the kernel's own mark is set back); the starting point stays."""
        try:
            Path("/proc/self/clear_refs").write_text("5")
        except OSError:
            self._start = None

    def growth(self) -> int | None:
        """Give the highest growth since `restart`."""
        peak = _status_field("VmHWM")
        return None if self._start is None or peak is None else max(0, peak - self._start)


def interruption_count() -> int | None:
    """Give how often the system took a core away from this process's threads; None on Windows, which does not count."""
    try:
        import resource
    except ImportError:
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw


def _status_field(name: str) -> int | None:
    found = re.search(rf"^{name}:\s+(\d+) kB", _text("/proc/self/status") or "", re.MULTILINE)
    return int(found.group(1)) * 1024 if found else None


def _text(path: str) -> str | None:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
