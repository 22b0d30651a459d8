"""What a device achieves at its simplest works: a matrix product, a read and a copy of its memory, a small kernel.

An estimate for the device that was measured takes these as its peaks and its fixed time. The same code times CPU and
CUDA through their `Device`; on CUDA it is events around replays of a graph, which has not been run on hardware.
"""

from __future__ import annotations

import datetime
import gc
import statistics
import time
from functools import partial
from typing import Any, Callable, Sequence

import torch
from torch.nn import functional

from .devices import Device, device_facts, open_device, out_of_memory
from .judge import probe_notes
from .protocol import Channel, Check
from .sampling import is_interrupted
from .spec import DTYPES, ProbeOrder

FIGURE_S = 0.25
ATTEMPTS = 2
FEWEST_SAMPLES = 3
MOST_SAMPLES = 99
TILE = 256
LARGEST_GEMM = 8192
GEMMS_AT_LEAST = 10
READ_BYTES = {"cpu": 256 * 2**20, "cuda": 2**30}
CACHES_READ = 4
SMALL = 256
CALLS = 1000
STAGE = "Probing the device"

Progress = Callable[[float], None]


def probe(
    device: Device, cache_bytes: int, dtypes: Sequence[str], seconds: float, check: Check, progress: Progress
) -> dict[str, Any]:
    """Give `gemm_flops_per_s` by dtype, `read_bytes_per_s`, `copy_bytes_per_s`, `call_s`, medians; None if impossible.

    seconds: about what each figure may take. progress: is told the fraction done. Nothing stays allocated. Also
    `cuda_graph`, and `interruptions_per_s`, the most under any figure (see `sampling.is_interrupted`).
    """
    steps: list[Callable[[], float | None]] = [
        partial(_gemm_rate, device, getattr(torch, name), seconds, check) for name in dtypes
    ]
    steps.append(partial(_read_rate, device, cache_bytes, seconds, check))
    steps.append(partial(_copy_rate, device, cache_bytes, seconds, check))
    steps.append(partial(_call_time, device, seconds, check))
    values: list[float | None] = []
    interruptions: list[float] = []
    for index, step in enumerate(steps):
        progress(index / len(steps))
        value, rate = _quiet(device, step)
        values.append(value)
        if rate is not None:
            interruptions.append(rate)
    *rates, read, copy, call = values
    return {
        "gemm_flops_per_s": dict(zip(dtypes, rates)),
        "read_bytes_per_s": read,
        "copy_bytes_per_s": copy,
        "call_s": call,
        "cuda_graph": device.graph_reason is None,
        "interruptions_per_s": max(interruptions, default=None),
    }


def answer_probe(order: ProbeOrder, channel: Channel, check: Check) -> None:
    """Probe a device in every dtype and send the result; Refusal and Cancelled are the caller's to report."""
    device = open_device(order.device)
    facts = device_facts(device)

    def progress(fraction: float) -> None:
        channel.progress(STAGE, fraction, None, id=order.id)

    with torch.inference_mode():
        found = probe(device, facts["cache_bytes"] or 0, tuple(DTYPES), FIGURE_S, check, progress)
    channel.send(
        "result",
        id=order.id,
        device=facts,
        probe=found,
        torch=str(torch.__version__),
        cuda_version=torch.version.cuda,
        threads=torch.get_num_threads(),
        notes=probe_notes(found),
        date=datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),  # noqa: UP017
    )


def _quiet(device: Device, step: Callable[[], float | None]) -> tuple[float | None, float | None]:
    """Give a figure and the interruptions per second under it: the quieter of at most two attempts.

    Cores that are taken away do not widen the spread of a figure, they divide it: with both threads on one core, a
    matrix product ran at a hundredth of its rate, evenly. What the device achieves is then not what it was given.
    """
    found: list[tuple[float | None, float | None]] = []
    for _ in range(ATTEMPTS):
        began, count = time.perf_counter(), device.interruptions()
        value = _possible(device, step)
        after, spent = device.interruptions(), time.perf_counter() - began
        rate = None if count is None or after is None or spent <= 0 else (after - count) / spent
        found.append((value, rate))
        if not is_interrupted(rate):
            break
    return min(found, key=lambda attempt: attempt[1] or 0.0)


def _possible(device: Device, step: Callable[[], float | None]) -> float | None:
    """Give what the step gives; None when memory ran out or the device has no such kernel.

    Memory is given back after the except clause: inside it the traceback still holds the tensors.
    """
    try:
        return step()
    except (MemoryError, RuntimeError) as error:
        if out_of_memory(error) is None and not _has_no_kernel(error):
            raise
    finally:
        device.release()
    gc.collect()
    device.release()
    return None


def _has_no_kernel(error: BaseException) -> bool:
    return any(words in str(error) for words in ("not implemented for", "CUBLAS_STATUS_NOT_SUPPORTED"))


def _sample(device: Device, one_pass: Callable[[], None], seconds: float, check: Check) -> float:
    """Give the median seconds of a pass that has been prepared."""
    device.capture(one_pass, 1, check)
    ends = time.monotonic() + seconds
    samples: list[float] = []
    while len(samples) < FEWEST_SAMPLES or (len(samples) < MOST_SAMPLES and time.monotonic() < ends):
        samples.append(device.time_passes(one_pass, 1, check))
    return statistics.median(samples)


def _normal(device: Device, dtype: torch.dtype, elements: int) -> torch.Tensor:
    """Give normal numbers of spread 0.02, as a block's weights are: one tile, repeated, which takes far less time."""
    tile = torch.empty(TILE * TILE, device=device.place).normal_(0.0, 0.02)
    values = torch.empty(elements, device=device.place, dtype=dtype)
    values.view(-1, TILE * TILE).copy_(tile)
    return values


def _gemm_rate(device: Device, dtype: torch.dtype, seconds: float, check: Check) -> float:
    """Give the FLOP/s of x W^T of square matrices, by the call that the block uses, at the largest size that is quick.

    The size doubles while ten products of the next would take no more than the time.
    """
    size = TILE
    while True:
        check()
        x_NN, weight_NN = (_normal(device, dtype, size * size).view(size, size) for _ in range(2))

        def one_pass(x_NN: torch.Tensor = x_NN, weight_NN: torch.Tensor = weight_NN) -> None:
            functional.linear(x_NN, weight_NN)

        pass_s = device.prepare(one_pass, 1, check, seconds)
        if size == LARGEST_GEMM or GEMMS_AT_LEAST * 8 * pass_s > seconds:
            return 2 * size**3 / _sample(device, one_pass, seconds, check)
        size *= 2


def _buffer(device: Device, cache_bytes: int, copies: int) -> torch.Tensor | None:
    """Give a buffer of four times the caches; None where free memory has no room for so many and as much again."""
    wanted = max(READ_BYTES[device.kind], CACHES_READ * cache_bytes)
    free = device.free_bytes()
    if free is not None and (copies + 1) * wanted > free:
        return None
    tiles = -(-wanted // (4 * TILE * TILE))
    return _normal(device, torch.float32, tiles * TILE * TILE)


def _read_rate(device: Device, cache_bytes: int, seconds: float, check: Check) -> float | None:
    """Give the bytes/s of a sum over a buffer of four times the caches; None where free memory has no room for it."""
    check()
    values = _buffer(device, cache_bytes, 1)
    if values is None:
        return None

    def one_pass() -> None:
        values.sum()

    device.prepare(one_pass, 1, check, seconds)
    return 4 * values.numel() / _sample(device, one_pass, seconds, check)


def _copy_rate(device: Device, cache_bytes: int, seconds: float, check: Check) -> float | None:
    """Give the bytes/s of a copy of such a buffer, read and written counted; None where there is no room for two."""
    check()
    values = _buffer(device, cache_bytes, 2)
    if values is None:
        return None
    other = torch.empty_like(values)

    def one_pass() -> None:
        other.copy_(values)

    device.prepare(one_pass, 1, check, seconds)
    return 2 * 4 * values.numel() / _sample(device, one_pass, seconds, check)


def _call_time(device: Device, seconds: float, check: Check) -> float:
    """Give the seconds of one addition of 256 numbers, a thousand of them in a row."""
    check()
    small = _normal(device, torch.float32, TILE * TILE)[:SMALL].clone()

    def one_pass() -> None:
        for _ in range(CALLS):
            torch.add(small, small)

    device.prepare(one_pass, 1, check, seconds)
    return _sample(device, one_pass, seconds, check) / CALLS
