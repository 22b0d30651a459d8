"""One of several ranks: runs its shard of a tensor-parallel block with the others, or their all-reduce alone.

NCCL between CUDA devices, gloo between processes on a CPU. The first rank decides how many passes are timed and says so
to the others before each, so that all run the same. Passes are launched one by one, without CUDA graphs: with few
tokens the launches of the host are in the time. The CUDA path has not been run on hardware.
"""

from __future__ import annotations

import datetime
import os
import statistics
import threading
import time
from dataclasses import asdict
from functools import partial
from typing import Any, Callable, Iterator

from . import counts, judge
from .job import read_job, read_link
from .protocol import Channel, Refusal, parse_message, read_lines, take_stdout
from .room import most_blocks, too_large
from .sampling import cold_blocks
from .spec import Job, LinkOrder, Point

MEETING_S = 60
WARM_UP = 3
ROUNDS = 9
LEAST_SAMPLE_S = 2e-3
MOST_BLOCKS = 16
"""Of a cold set: each has all-reduces of its own, and a pass runs them all."""


def main(arguments: list[str]) -> int:
    """Serve one order as one rank; gives the exit status."""
    given = dict(zip(arguments[::2], arguments[1::2]))
    rank, ranks = int(given["--rank"]), int(given["--ranks"])
    channel = take_stdout()
    lines = read_lines(0)
    message = parse_message(next(lines))
    threading.Thread(target=_end_with, args=(lines,), daemon=True).start()
    order: Job | LinkOrder = read_link(message) if message["type"] == "link" else read_job(message)
    try:
        fields = Ranks(rank, ranks, given["--meeting"], order, channel).run()
    except Refusal as refusal:
        if rank == 0:
            channel.send("failed", id=order.id, points=[], **refusal.message())
        return 0
    except Exception as error:
        if rank == 0 and (refused := _out_of_memory(error)) is not None:
            channel.send("failed", id=order.id, points=[], **refused.message())
        elif rank == 0:
            sentence = f"The ranks broke: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
            channel.send("failed", id=order.id, points=[], code="internal", sentence=sentence, details={})
        raise
    if rank == 0:
        channel.send("result", **fields)
    return 0


def _end_with(lines: Iterator[bytes]) -> None:
    """End this process when the one that started it is gone: nobody else would end it, nor wants its answer."""
    for _ in lines:
        pass
    os._exit(1)


def _out_of_memory(error: BaseException) -> Refusal | None:
    from .devices import out_of_memory

    found = out_of_memory(error)
    if found is None:
        return None
    message, wanted = found
    wish = "" if wanted is None else f" when {wanted:,} more bytes were asked for"
    return Refusal(
        "out_of_memory", f"The memory of a rank ran out{wish}", requested_bytes=wanted, free_bytes=None, message=message
    )


class Ranks:
    """This process among the others."""

    def __init__(self, rank: int, ranks: int, meeting: str, order: Job | LinkOrder, channel: Channel) -> None:
        import torch
        import torch.distributed as distributed

        from .machine import cuda_state

        self.torch, self.distributed = torch, distributed
        self.rank, self.ranks, self.order, self.channel = rank, ranks, order, channel
        available, reason = cuda_state(torch)
        self.on_cuda = order.device != "cpu" and available
        if self.on_cuda and torch.cuda.device_count() < ranks:
            found = torch.cuda.device_count()
            raise Refusal("no_cuda", f"{ranks} ranks need as many devices, and torch finds {found}", devices=found)
        if order.device.startswith("cuda") and not available:
            raise Refusal("no_cuda", f"CUDA was asked for and cannot be used: {reason}", reason=reason)
        self.place = f"cuda:{rank}" if self.on_cuda else "cpu"
        if self.on_cuda:
            torch.cuda.set_device(rank)
        self.backend = "nccl" if self.on_cuda else "gloo"
        distributed.init_process_group(
            self.backend,
            init_method=f"file://{meeting}",
            rank=rank,
            world_size=ranks,
            timeout=datetime.timedelta(seconds=MEETING_S),
        )
        self.ends = time.monotonic() + order.time_limit_s

    def run(self) -> dict[str, Any]:
        """Give the fields of the result; of the first rank they are sent."""
        try:
            with self.torch.inference_mode():
                found = self._links(self.order) if isinstance(self.order, LinkOrder) else self._block(self.order)
        finally:
            self.distributed.destroy_process_group()
        return found

    def _facts(self) -> dict[str, Any]:
        from .machine import cpu_device, cuda_device

        return cuda_device(self.torch, self.rank) if self.on_cuda else cpu_device(self.torch)

    def _said(self) -> dict[str, Any]:
        torch = self.torch
        return {
            "id": self.order.id,
            "device": self._facts(),
            "ranks": self.ranks,
            "backend": self.backend,
            "torch": str(torch.__version__),
            "cuda_version": torch.version.cuda,
            "threads": torch.get_num_threads(),
            "date": _now(),
            "notes": [],
        }

    def _links(self, order: LinkOrder) -> dict[str, Any]:
        torch = self.torch
        found = []
        for at, size in enumerate(order.sizes):
            self._tell("All-reduces", at / len(order.sizes))
            # The sum doubles its values until they are infinite, which no all-reduce minds.
            values = torch.full((max(1, size // 4),), 0.02, device=self.place, dtype=torch.float32)
            seconds = self._seconds(partial(self.distributed.all_reduce, values))
            found.append({"bytes": 4 * values.numel(), **seconds})
        fit = latency_and_rate([(each["bytes"], each["seconds"]) for each in found], self.ranks)
        return {**self._said(), "sizes": found, **fit}

    def _block(self, order: Job) -> dict[str, Any]:
        from .attention_kernels import check_formats, choose_experts, choose_kernel, use_experts
        from .blocks.decoder import build, fill

        torch = self.torch
        dtype = getattr(torch, order.dtype)
        place: dict[str, Any] = {"device": self.place, "dtype": dtype}
        spec, points = order.shard, [point for point in order.points if not point.block and point.phase != "head"]
        check_formats(spec, self.place, dtype)
        kernels = [choose_kernel(spec, point, self.place, dtype) for point in points]
        experts = choose_experts(spec, self.place, dtype)
        refusals, number = self._room(order, points, kernels)
        blocks = []
        for each in range(number):
            block = build(spec, **place)
            use_experts(block, experts)
            fill(block, torch.Generator(device=self.place).manual_seed(self.rank + 7 * each))
            block.reduce = self._reduced  # type: ignore[assignment]  # torch knows tensors and modules only
            blocks.append(block)
        done = []
        for index, (point, kernel, refused) in enumerate(zip(points, kernels, refusals)):
            self._tell("Timing", index / len(points))
            found = refused or self._point(order, index, point, kernel, blocks)
            fields = {"failed": found.message()} if isinstance(found, Refusal) else {**found, "expert_kernel": experts}
            done.append({"index": index, "point": point.described(), **fields})
            if self.rank == 0:
                self.channel.send("sample", id=order.id, **done[-1])
        shard = f"{self.ranks} ranks at once over {self.backend}, all-reduces included"
        return {**self._said(), "dtype": order.dtype, "tensor_parallel": self.ranks, "together": True, "shard": shard,
                "block_parameters": counts.parameters(spec), "probe": None, "points": done}  # fmt: skip

    def _point(self, order: Job, index: int, point: Point, kernel: str, blocks: list[Any]) -> dict[str, Any] | Refusal:
        """Time one point on all ranks; gives what is known of it, or the reason why such a time is impossible."""
        from .attention_kernels import pinned
        from .blocks.decoder import Inputs, build_cache

        torch, spec = self.torch, order.shard
        place: dict[str, Any] = {"device": self.place, "dtype": getattr(torch, order.dtype)}
        inputs = Inputs(spec, point, torch.Generator(device=self.place).manual_seed(index), **place)
        caches = [build_cache(spec, point, **place) for _ in blocks]
        for tensor in (tensor for cache in caches for tensor in cache.tensors):
            tensor.normal_(0.0, 0.02)

        def one_pass() -> None:
            for block, cache in zip(blocks, caches):
                inputs.run(block, cache)

        with pinned(kernel):
            times = self._seconds(one_pass)
        for name in times:
            if name == "seconds" or name.endswith("_s"):
                times[name] /= len(blocks)
        result = {
            **times,
            "blocks": len(blocks),
            "cold": judge.is_cold(order, point, len(blocks), self._facts()["cache_bytes"] or 0),
            "clock": "wall",
            "clocks": {"before": None, "after": None},
            "cuda_graph": False,
            "attention_kernel": kernel,
            "experts_hit": None if inputs.routing is None else inputs.routing.hit,
            "formats": asdict(spec.formats),
            "parameters": counts.parameters(spec),
            "date": _now(),
        }
        try:
            result.update(judge.implied_rates(order, point, result["seconds"]))
        except Refusal as refusal:
            return refusal
        return {**result, "notes": judge.notes(spec, point, result)}

    def _room(self, order: Job, points: list[Point], kernels: list[str]) -> tuple[list[Refusal | None], int]:
        """Give for each point its refusal where it cannot fit, and how many blocks take turns; the same on all ranks.

        The rank with the least free memory decides; on a CPU the ranks share what there is. Refused when no point fits.
        """
        facts = self._facts()
        free = self._least(facts["free_bytes"] or 0) // (1 if self.on_cuda else self.ranks)
        spec, element = order.shard, order.element_bytes
        number = min(MOST_BLOCKS, cold_blocks(facts["cache_bytes"] or 0, counts.weight_bytes(spec, element)))
        if not free:
            return [None] * len(points), number  # nobody tells what is free
        refusals: list[Refusal | None] = []
        for point, kernel in zip(points, kernels):
            asked = (spec, point, element, kernel in ("math", "matmul"), free)
            blocks = most_blocks(*asked, number)
            refusals.append(None if blocks else too_large(*asked))
            number = blocks or number
        first = next((refusal for refusal in refusals if refusal is not None), None)
        if first is not None and None not in refusals:
            raise first
        return refusals, number

    def _reduced(self, x: Any) -> Any:
        self.distributed.all_reduce(x)
        return x

    def _tell(self, stage: str, fraction: float) -> None:
        if self.rank == 0:
            left = max(0.0, self.ends - time.monotonic())
            self.channel.progress(stage, fraction, left, id=self.order.id)

    def _agreed(self, number: int) -> int:
        """The first rank's number, on all ranks."""
        value = self.torch.tensor([number], device=self.place, dtype=self.torch.int64)
        self.distributed.broadcast(value, 0)
        return int(value.item())

    def _least(self, number: int) -> int:
        """The smallest number of all ranks, on all ranks."""
        value = self.torch.tensor([number], device=self.place, dtype=self.torch.int64)
        self.distributed.all_reduce(value, op=self.distributed.ReduceOp.MIN)
        return int(value.item())

    def _once(self, one_pass: Callable[[], Any], passes: int) -> float:
        self.distributed.barrier()
        self._wait()
        began = time.perf_counter()
        for _ in range(passes):
            one_pass()
        self._wait()
        return time.perf_counter() - began

    def _wait(self) -> None:
        if self.on_cuda:
            self.torch.cuda.synchronize()

    def _seconds(self, one_pass: Callable[[], Any]) -> dict[str, Any]:
        """Give the slope of n against 4 n passes, with the spread over rounds; the same on all ranks."""
        warm = min(self._once(one_pass, 1) for _ in range(WARM_UP))
        passes = self._agreed(max(1, int(LEAST_SAMPLE_S / max(warm, 1e-7))))
        short, long = [], []
        rounds = 0
        while self._agreed(int(rounds < ROUNDS and (rounds < 3 or time.monotonic() < self.ends))):
            short.append(self._once(one_pass, passes))
            long.append(self._once(one_pass, 4 * passes))
            rounds += 1
        slope = statistics.median((b - a) / (3 * passes) for a, b in zip(short, long))
        per_pass = sorted(b / (4 * passes) for b in long)
        low, median, high = statistics.quantiles(per_pass, n=4, method="inclusive")
        unstable = high - low > 0.05 * median
        return {
            "seconds": slope if slope > 0 else median,
            "median_s": median,
            "lower_quartile_s": low,
            "upper_quartile_s": high,
            "minimum_s": per_pass[0],
            "n": len(per_pass),
            "passes": [passes, 4 * passes],
            "unstable": unstable,
            "reason": "The quartiles lie more than 5 % of the median apart" if unstable else None,
        }


def latency_and_rate(points: list[tuple[int, float]], ranks: int) -> dict[str, Any]:
    """Give `latency_s` and `bytes_per_s` of t = latency + 2 (n - 1) / n x bytes / rate, least relative squares.

    >>> found = latency_and_rate([(1000, 2e-6 + 1000 / 1e9), (10**8, 2e-6 + 10**8 / 1e9)], 2)
    >>> round(found["latency_s"], 9), round(found["bytes_per_s"] / 1e9, 3)
    (2e-06, 1.0)
    """
    share = 2 * (ranks - 1) / ranks
    rows = [(1 / seconds, share * size / seconds) for size, seconds in points if seconds > 0]
    aa, ab, bb = (sum(x[i] * x[j] for x in rows) for i, j in ((0, 0), (0, 1), (1, 1)))
    a, b = sum(x[0] for x in rows), sum(x[1] for x in rows)
    determinant = aa * bb - ab * ab
    if len(rows) < 2 or determinant <= 0:
        return {"latency_s": None, "bytes_per_s": None}
    latency, slope = (a * bb - b * ab) / determinant, (b * aa - a * ab) / determinant
    if latency <= 0:
        latency = min(seconds for _, seconds in points)
    return {"latency_s": latency, "bytes_per_s": 1 / slope if slope > 0 else None}


def _now() -> str:
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")  # noqa: UP017
