"""What a measured time is worth: the rates it implies, whether they are possible, and what has to be said with it.

No torch here: it judges the figures of one point.
"""

from __future__ import annotations

from typing import Any

from . import counts
from .protocol import Refusal
from .sampling import is_interrupted
from .spec import Attention, Block, Head, Job, Latent, Mixture, Point

LARGEST_CLOCK_FALL = 0.1
LEAST_DTYPE_GAIN = 1.5


def set_bytes(job: Job, point: Point) -> int:
    """Give the bytes that one block in rotation has to itself: weights and cache."""
    spec, element = job.part(point), job.element_bytes
    return counts.weight_bytes(spec, element) + element * counts.cache_elements(spec, point)


def is_cold(job: Job, point: Point, blocks: int, cache_bytes: int) -> bool:
    """Say whether so many blocks in turn are at least three times the caches, so that none is found in them."""
    return blocks * set_bytes(job, point) >= 3 * cache_bytes


def implied_rates(job: Job, point: Point, seconds: float) -> dict[str, Any]:
    """Give the rates of one pass, and their fractions of the job's peaks where it names them.

    Raises Refusal("gate") when a fraction is above 1: such a time is wrong (a warm cache) or such a peak is.
    """
    work = counts.flops(job.part(point), point)
    moved = counts.moved_bytes(job.part(point), point, job.element_bytes)
    rates = {"flops": work / seconds, "bandwidth": moved / seconds}
    peaks = {"flops": job.peaks.flops, "bandwidth": job.peaks.bandwidth}
    fractions = {name: None if peak is None else rates[name] / peak for name, peak in peaks.items()}
    too_fast = {name: value for name, value in fractions.items() if value is not None and value > 1}
    if too_fast:
        listed = " and ".join(f"{value:.2f} of the peak {name}" for name, value in too_fast.items())
        sentence = f"{seconds:.4g} s per block would be {listed}: the time or the peak is wrong, so it is not shown"
        raise Refusal("gate", sentence, seconds=seconds, fractions=fractions, peaks=peaks)
    return {
        "flops": work,
        "moved_bytes": moved,
        "flops_per_s": rates["flops"],
        "bytes_per_s": rates["bandwidth"],
        "fraction_of_flops": fractions["flops"],
        "fraction_of_bandwidth": fractions["bandwidth"],
    }


def notes(spec: Block | Head, point: Point, result: dict[str, Any]) -> list[dict[str, str]]:
    """Give what somebody who judges the number has to know, as codes and sentences."""
    found = []
    if result["unstable"]:
        found.append(("unstable", f"Unsteady. {result['reason']}"))
    if not result["cold"]:
        found.append(("warm", f"{result['blocks']} blocks in turn are less than three times the caches"))
    if result["attention_kernel"] == "math":
        found.append(("scores", "Attention without a fused kernel: it writes the scores of all pairs to memory"))
    if isinstance(spec, Block):
        found += _of_block(spec, point)
    before, after = ((result["clocks"][when] or {}).get("sm_mhz") or 0.0 for when in ("before", "after"))
    if 0 < after < (1 - LARGEST_CLOCK_FALL) * before:
        found.append(("clock_fell", f"The SM clock fell from {before:.0f} to {after:.0f} MHz"))
    return [{"code": code, "sentence": sentence} for code, sentence in found]


def _of_block(spec: Block, point: Point) -> list[tuple[str, str]]:
    found = []
    attention, forward = spec.attention, spec.feed_forward
    if counts.needs_mask(spec, point):
        found.append(("window_mask", "The window is a mask: the kernel reads all pairs, and skips none"))
    if isinstance(attention, Attention) and attention.window is not None:
        found.append(("window_cache", "The cache holds the full context, of which the window is read"))
    if isinstance(attention, Latent) and point.phase != "decode":
        found.append(("padded_values", "Values are padded to the width of the keys, as the flash kernels want it"))
    if isinstance(attention, Latent) and spec.formats.attention != "plain":
        found.append(("plain_expansion", "The expansion of keys and values is not quantised"))
    if isinstance(forward, Mixture):
        hit = counts.hit_experts(forward, point.batch * point.tokens, point.routing)
        how = "in turn, so that most are hit" if point.routing == "spread" else "at random"
        found.append(("routing", f"Tokens go to experts {how}: about {hit} of {forward.experts}, decided beforehand"))
    return found


def dtype_notes(dtype: str, gemm: dict[str, float | None]) -> list[dict[str, str]]:
    """Give a note when another dtype multiplies at least 1.5 times as fast here; gemm: FLOP/s by dtype, or None."""
    known = {name: rate for name, rate in gemm.items() if rate is not None}
    if dtype not in known:
        return []
    best = max(known, key=lambda name: known[name])
    ratio = known[best] / known[dtype]
    if ratio < LEAST_DTYPE_GAIN:
        return []
    sentence = f"Measured in {dtype}; this device multiplies {best} {ratio:.1f} times as fast"
    return [{"code": "slow_dtype", "sentence": sentence}]


def probe_notes(achieved: dict[str, Any]) -> list[dict[str, str]]:
    """Give a note when the device was not quiet while it was probed, so that it can do more than was found."""
    rate = achieved["interruptions_per_s"]
    if rate is None or not is_interrupted(rate):
        return []
    sentence = f"While the device was probed, other work took each core away {rate:.0f} times a second"
    return [{"code": "probe_unstable", "sentence": sentence}]
