"""Opens the device that a job asks for, and tells when an error means that its memory ran out."""

from __future__ import annotations

import re
from typing import Any, Union

import torch

from .cpu import CpuDevice
from .cuda import CudaDevice
from .machine import cpu_device, cuda_device, cuda_state
from .protocol import Refusal

Device = Union[CpuDevice, CudaDevice]


def open_device(wanted: str) -> Device:
    """Give the device that a job asks for; "auto" is the first CUDA device, or the CPU where there is none."""
    if wanted == "cpu":
        return CpuDevice()
    available, reason = cuda_state(torch)
    if not available:
        if wanted == "auto":
            return CpuDevice()
        raise Refusal("no_cuda", f"CUDA was asked for and cannot be used: {reason}", reason=reason)
    index = int(wanted.partition(":")[2] or 0)
    if index >= torch.cuda.device_count():
        found = torch.cuda.device_count()
        raise Refusal("no_cuda", f"There is no {wanted}: torch finds {found} CUDA devices", devices=found)
    return CudaDevice(index)


def device_facts(device: Device) -> dict[str, Any]:
    """Give what hello says about the device."""
    if isinstance(device, CudaDevice):
        return cuda_device(torch, int(device.place.partition(":")[2]))
    return cpu_device(torch)


def out_of_memory(error: BaseException) -> tuple[str, int | None] | None:
    """Give (message, bytes asked for if it names them) when an error says that memory ran out, else None.

    >>> out_of_memory(RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 64 bytes."))[1]
    64
    >>> out_of_memory(RuntimeError("CUDA out of memory. Tried to allocate 1.50 GiB. GPU 0 has"))[1]
    1610612736
    >>> out_of_memory(RuntimeError("shapes do not match")) is None
    True
    """
    text = str(error)
    words = ("out of memory", "can't allocate memory", "not enough memory", "CUBLAS_STATUS_ALLOC_FAILED")
    if not isinstance(error, MemoryError) and not any(word in text for word in words):
        return None
    found = re.search(r"[Tt]ried to allocate ([\d.]+) (bytes|KiB|MiB|GiB)", text)
    if found is None:
        return text.splitlines()[0] if text else "", None
    scale = {"bytes": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}[found.group(2)]
    return text.splitlines()[0], round(float(found.group(1).rstrip(".")) * scale)
