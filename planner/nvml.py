"""NVIDIA's management library through ctypes: which cards there are and what of their memory is free. No package of it.

The structures and return codes are those of nvml.h (NVIDIA Management Library API reference). A MIG-enabled card is
listed by its slices, since the whole of it can then be used by nobody.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

SUCCESS = 0
MIG_ON = 1
NAME_BYTES = 96
"""NVML_DEVICE_NAME_V2_BUFFER_SIZE."""


class NvmlError(Exception):
    """The library is missing, or a call of it failed; the message says which."""


@dataclass(frozen=True, slots=True)
class Card:
    """What the library tells of one card or MIG slice; bytes, None where it does not tell."""

    index: int
    name: str
    total: int | None
    free: int | None
    used: int | None
    driver: str
    mig: bool | None


class _Memory(ctypes.Structure):
    _fields_ = (("total", ctypes.c_ulonglong), ("free", ctypes.c_ulonglong), ("used", ctypes.c_ulonglong))


def library() -> Any:
    """The library, loaded; NvmlError when this machine has none."""
    names = ["libnvidia-ml.so.1", "libnvidia-ml.so", "/usr/lib/wsl/lib/libnvidia-ml.so.1"]
    if sys.platform == "win32":
        program_files = os.environ.get("PROGRAMW6432", r"C:\Program Files")
        names = ["nvml.dll", os.path.join(program_files, "NVIDIA Corporation", "NVSMI", "nvml.dll")]
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise NvmlError(f"{names[0]} is not there")


def cards(load: Callable[[], Any] = library) -> tuple[Card, ...]:
    """Every card, a MIG-enabled one by its slices; NvmlError when the library cannot be used."""
    found = load()
    _call(found, "nvmlInit_v2")
    try:
        driver = _text(found, "nvmlSystemGetDriverVersion")
        count = ctypes.c_uint()
        _call(found, "nvmlDeviceGetCount_v2", ctypes.byref(count))
        return tuple(card for index in range(min(count.value, 1024)) for card in _cards_at(found, index, driver))
    finally:
        found.nvmlShutdown()


def _cards_at(found: Any, index: int, driver: str) -> Iterator[Card]:
    handle = ctypes.c_void_p()
    _call(found, "nvmlDeviceGetHandleByIndex_v2", ctypes.c_uint(index), ctypes.byref(handle))
    mig = _mig_mode(found, handle)
    slices = list(_slices(found, handle)) if mig else []
    for device in slices or [handle]:
        total, free, used = _memory(found, device)
        yield Card(index, _text(found, "nvmlDeviceGetName", device), total, free, used, driver, mig)


def _mig_mode(found: Any, handle: ctypes.c_void_p) -> bool | None:
    now, later = ctypes.c_uint(), ctypes.c_uint()
    try:
        _call(found, "nvmlDeviceGetMigMode", handle, ctypes.byref(now), ctypes.byref(later))
    except NvmlError:
        return None  # cards without MIG, and libraries older than it
    return now.value == MIG_ON


def _slices(found: Any, handle: ctypes.c_void_p) -> Iterator[ctypes.c_void_p]:
    most = ctypes.c_uint()
    try:
        _call(found, "nvmlDeviceGetMaxMigDeviceCount", handle, ctypes.byref(most))
    except NvmlError:
        return
    for at in range(min(most.value, 64)):
        part = ctypes.c_void_p()
        try:
            _call(found, "nvmlDeviceGetMigDeviceHandleByIndex", handle, ctypes.c_uint(at), ctypes.byref(part))
        except NvmlError:
            continue  # places without a slice
        yield part


def _memory(found: Any, handle: ctypes.c_void_p) -> tuple[int | None, int | None, int | None]:
    """Total, free and used bytes; nothing on machines whose memory is shared with the processor."""
    memory = _Memory()
    try:
        _call(found, "nvmlDeviceGetMemoryInfo", handle, ctypes.byref(memory))
    except NvmlError:
        return None, None, None
    return memory.total, memory.free, memory.used


def _text(found: Any, name: str, *first: Any) -> str:
    buffer = ctypes.create_string_buffer(NAME_BYTES)
    _call(found, name, *first, buffer, ctypes.c_uint(NAME_BYTES))
    return buffer.value.decode("utf-8", "replace").strip()


def _call(found: Any, name: str, *arguments: Any) -> None:
    try:
        code = getattr(found, name)(*arguments)
    except AttributeError:
        raise NvmlError(f"the library has no {name}") from None
    if code != SUCCESS:
        raise NvmlError(f"{name} gives {code}")
