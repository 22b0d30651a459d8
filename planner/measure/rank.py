"""One of several ranks: runs its shard of a tensor-parallel block with the others, or their all-reduce alone.

NCCL between CUDA devices, gloo between processes on a CPU. The first rank decides how many passes are timed and says so
to the others before each, so that all run the same. Passes are launched one by one, without CUDA graphs: with few
tokens the launches of the host are in the time. The CUDA path has not been run on hardware.
"""

from __future__ import annotations

import datetime
import statistics
import time
from functools import partial
from typing import Any, Callable

from .job import read_job, read_link
from .protocol import Channel, Refusal, parse_message, read_lines, take_stdout
from .spec import Job, LinkOrder

MEETING_S = 60
WARM_UP = 3
ROUNDS = 9
LEAST_SAMPLE_S = 2e-3


def main(arguments: list[str]) -> int:
    """Serve one order as one rank; gives the exit status."""
    given = dict(zip(arguments[::2], arguments[1::2]))
    rank, ranks = int(given["--rank"]), int(given["--ranks"])
    channel = take_stdout()
    message = parse_message(next(iter(read_lines(0))))
    order: Job | LinkOrder = read_link(message) if message["type"] == "link" else read_job(message)
    try:
        fields = Ranks(rank, ranks, given["--meeting"], order, channel).run()
    except Refusal as refusal:
        if rank == 0:
            channel.send("failed", id=order.id, points=[], **refusal.message())
        return 0
    except Exception as error:
        if rank == 0:
            sentence = f"The ranks broke: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
            channel.send("failed", id=order.id, points=[], code="internal", sentence=sentence, details={})
        raise
    if rank == 0:
        channel.send("result", **fields)
    return 0


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

    def _said(self) -> dict[str, Any]:
        from .machine import cpu_device, cuda_device

        torch = self.torch
        return {
            "id": self.order.id,
            "device": cuda_device(torch, self.rank) if self.on_cuda else cpu_device(torch),
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
            values = torch.full((max(1, size // 4),), 0.02, device=self.place, dtype=torch.float32)
            seconds = self._seconds(partial(self.distributed.all_reduce, values))
            found.append({"bytes": 4 * values.numel(), **seconds})
        fit = latency_and_rate([(each["bytes"], each["seconds"]) for each in found], self.ranks)
        return {**self._said(), "sizes": found, **fit}

    def _block(self, order: Job) -> dict[str, Any]:
        from . import counts
        from .attention_kernels import check_formats, choose_experts, choose_kernel, pinned, use_experts
        from .blocks.decoder import Inputs, build, build_cache, fill

        torch = self.torch
        dtype = getattr(torch, order.dtype)
        place: dict[str, Any] = {"device": self.place, "dtype": dtype}
        spec, points = order.shard, [point for point in order.points if not point.block and point.phase != "head"]
        check_formats(spec, self.place, dtype)
        blocks = []
        for number in range(2):
            block = build(spec, **place)
            use_experts(block, choose_experts(spec, self.place, dtype))
            fill(block, torch.Generator(device=self.place).manual_seed(self.rank + 7 * number))
            block.reduce = self._reduced  # type: ignore[assignment]
            blocks.append(block)
        done = []
        for index, point in enumerate(points):
            self._tell("Timing", index / len(points))
            kernel = choose_kernel(spec, point, self.place, dtype)
            inputs = Inputs(spec, point, torch.Generator(device=self.place).manual_seed(index), **place)
            caches = [build_cache(spec, point, **place) for _ in blocks]
            for tensor in (tensor for cache in caches for tensor in cache.tensors):
                tensor.normal_(0.0, 0.02)

            def one_pass(inputs: Any = inputs, caches: Any = caches) -> None:
                for block, cache in zip(blocks, caches):
                    inputs.run(block, cache)

            with pinned(kernel):
                timed = {name: value / len(blocks) if name.endswith("_s") or name == "seconds" else value
                         for name, value in self._seconds(one_pass).items()}  # fmt: skip
            result = {"index": index, "point": point.described(), **timed, "attention_kernel": kernel,
                      "blocks": len(blocks), "cuda_graph": False, "date": _now(),
                      "flops": counts.flops(spec, point), "notes": []}  # fmt: skip
            done.append(result)
            if self.rank == 0:
                self.channel.send("sample", id=order.id, **result)
        shard = f"{self.ranks} ranks at once over {self.backend}, all-reduces included"
        return {**self._said(), "dtype": order.dtype, "tensor_parallel": self.ranks, "together": True, "shard": shard,
                "block_parameters": counts.parameters(spec), "probe": None, "points": done}  # fmt: skip

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
