"""One job from its first check to its result: memory, blocks, points, gates. Imported once torch is there."""

from __future__ import annotations

import datetime
import gc
import time
from dataclasses import asdict
from typing import Any, Callable

import torch
from torch import nn

from . import counts, judge
from .attention_kernels import check_formats, choose_experts, choose_kernel, pinned, use_experts
from .blocks.decoder import Cache, Inputs, build, build_cache, copy_values, fill
from .devices import device_facts, open_device, out_of_memory
from .probe import FIGURE_S, STAGE, probe
from .protocol import Cancelled, Channel, Check, Refusal
from .room import most_blocks, too_large
from .sampling import blocks_touched, cold_blocks, collect, plan_passes
from .spec import Block, Head, Job, Point

PROBE_SHARE = 0.05
BUILT_SHARE = 0.2
SEED = 20240229


class Measuring:
    """One job on one device. Everything that takes memory is reachable from here only, so that it can be let go."""

    def __init__(self, job: Job, channel: Channel, check: Check) -> None:
        self.job = job
        self.channel = channel
        self.check = check
        self.ends = time.monotonic() + job.time_limit_s
        self.started = time.monotonic()
        self.furthest = 0.0
        self.device = open_device(job.device)
        self.facts = device_facts(self.device)
        self.dtype: torch.dtype = getattr(torch, job.dtype)
        self.blocks: list[nn.Module] = []
        self.built: Block | Head | None = None
        """What the blocks are blocks of."""
        self.finished: list[dict[str, Any]] = []
        self.achieved: dict[str, Any] | None = None
        """What the probe found."""
        self.place: dict[str, Any] = {"device": self.device.place, "dtype": self.dtype}
        self.kernels: dict[tuple[Any, ...], tuple[str, str | None]] = {}
        """Those of attention and of experts, by what decides them: trying takes a while, and points are often alike."""

    def run(self) -> dict[str, Any]:
        """Measure every point and give the fields of the result.

        A point that cannot be measured has its refusal in its place; when none can, the first refusal is raised.
        """
        refusals: list[Refusal] = []
        with torch.inference_mode():
            self.progress("Checking memory", 0.0)
            prepared = [self._guarded(self._prepare, point) for point in self.job.points]
            if not all(isinstance(plan, Refusal) for plan in prepared):
                self.achieved = self._probe()
            self.device.mark_start()
            for index, (point, plan) in enumerate(zip(self.job.points, prepared)):
                if not isinstance(plan, Refusal):
                    plan = self._guarded(self._measure, index, point, *plan)
                if isinstance(plan, Refusal):
                    refusals.append(plan)
                    plan = {"index": index, "point": point.described(), "failed": plan.message()}
                self.finished.append(plan)
                self.channel.send("sample", id=self.job.id, **plan)
        achieved = self.achieved
        if achieved is None or len(refusals) == len(self.job.points):
            raise refusals[0]
        return {
            **self.common(),
            "probe": achieved,
            "notes": judge.dtype_notes(self.job.dtype, achieved["gemm_flops_per_s"]) + judge.probe_notes(achieved),
            "points": self.finished,
        }

    def progress(self, stage: str, fraction: float) -> None:
        """Tell how far the job is; the time left follows from the time taken, and never passes the limit.

        It never goes back, not even when a batch of rounds is thrown away.
        """
        now = time.monotonic()
        self.furthest = fraction = min(1.0, max(fraction, self.furthest))
        left = None
        if fraction >= 0.1:
            left = min((now - self.started) * (1 - fraction) / fraction, max(0.0, self.ends - now))
        self.channel.progress(stage, fraction, left, id=self.job.id)

    def _guarded(self, step: Callable[..., Any], *arguments: Any) -> Any:
        """Give what the step gives, or the Refusal it ends with; memory that ran out is one, and is recovered from.

        The recovery happens after the except clause: inside it the traceback still holds the tensors.
        """
        refused: Refusal | None = None
        requested: tuple[str, int | None] = ("", None)
        try:
            return step(*arguments)
        except Refusal as refusal:
            refused = Refusal(refusal.code, refusal.sentence, **refusal.details)
        except (MemoryError, RuntimeError) as error:
            found = out_of_memory(error)
            if found is None:
                raise
            requested = found
        free = self.device.free_bytes()
        if refused is not None:
            self.device.release()
            return refused
        self._let_go()
        message, wanted = requested
        wish = "" if wanted is None else f" when {wanted:,} more bytes were asked for"
        rest = "" if free is None else f"; {free:,} bytes were free"
        sentence = f"The memory of {self.facts['name']} ran out{wish}{rest}"
        return Refusal("out_of_memory", sentence, requested_bytes=wanted, free_bytes=free, message=message)

    def _let_go(self) -> None:
        self.blocks.clear()
        self.built = None
        gc.collect()
        self.device.release()

    def _prepare(self, point: Point) -> tuple[str, str | None, int]:
        """Give the kernels of attention and experts and the number of blocks in rotation, or refuse what cannot fit."""
        self.check()
        spec, element = self.job.part(point), self.job.element_bytes
        kernel, experts = self._kernels(spec, point)
        materialised = kernel in ("math", "matmul")
        wanted = cold_blocks(self.facts["cache_bytes"] or 0, counts.weight_bytes(spec, element))
        free = self.device.free_bytes()
        if free is None:
            return kernel, experts, wanted

        asked = (spec, point, element, materialised, free)
        blocks = most_blocks(*asked, wanted)
        if not blocks:
            raise too_large(*asked)
        return kernel, experts, blocks

    def _kernels(self, spec: Block | Head, point: Point) -> tuple[str, str | None]:
        """Give the kernels of attention and experts; refuse weight formats that do not run here."""
        masked = not isinstance(spec, Head) and counts.needs_mask(spec, point)
        decides = (spec, point.phase, min(point.tokens, 16), min(point.context, 16), masked)
        if decides not in self.kernels:
            place = (self.device.place, self.dtype)
            check_formats(spec, *place)
            self.kernels[decides] = (choose_kernel(spec, point, *place), choose_experts(spec, *place))
        return self.kernels[decides]

    def _build(self, spec: Block | Head, experts: str | None, blocks: int, index: int) -> None:
        """Have so many blocks: the first is filled at random, the others hold the same values at other addresses."""
        if spec != self.built:
            self._let_go()
        self.built = spec
        while len(self.blocks) < blocks:
            self.check()
            share = PROBE_SHARE + (BUILT_SHARE - PROBE_SHARE) * len(self.blocks) / blocks
            self.progress("Building", share if index == 0 else self._share(index))
            block = build(spec, **self.place)
            use_experts(block, experts)
            if self.blocks:
                copy_values(block, self.blocks[0])
            else:
                fill(block, torch.Generator(device=self.device.place).manual_seed(SEED))
            self.blocks.append(block)

    def _check_time(self, point: Point, index: int) -> None:
        """Refuse a point whose single pass would outlast its share of the limit even at the rates of the probe."""
        spec, achieved = self.job.part(point), self.achieved or {}
        rate = (achieved.get("gemm_flops_per_s") or {}).get(self.job.dtype)
        read = achieved.get("read_bytes_per_s")
        left = (self.ends - time.monotonic()) / (len(self.job.points) - index)
        pass_s = max(
            counts.flops(spec, point) / rate if rate else 0.0,
            counts.moved_bytes(spec, point, self.job.element_bytes) / read if read else 0.0,
        )
        if pass_s > 2 * max(left, 0.0):  # a probe beside a busy neighbour finds half of what there is
            sentence = (
                f"One pass would take about {pass_s:.3g} s by the device's rates; {max(left, 0.0):.3g} s are left"
            )
            raise Refusal("time_limit", sentence, pass_s=pass_s, left_s=max(left, 0.0))

    def _share(self, index: int, fraction: float = 0.0) -> float:
        return BUILT_SHARE + (1 - BUILT_SHARE) * (index + fraction) / len(self.job.points)

    def _measure(self, index: int, point: Point, kernel: str, experts: str | None, blocks: int) -> dict[str, Any]:
        """Give everything about one point, or refuse it."""
        spec = self.job.part(point)
        self._check_time(point, index)
        self._build(spec, experts, blocks, index)
        self.progress("Warming up", self._share(index))
        self.device.mark_memory()
        generator = torch.Generator(device=self.device.place).manual_seed(SEED + index)
        inputs = Inputs(spec, point, generator, **self.place)
        caches: list[Cache | None] = []
        for _ in range(blocks):
            self.check()
            cache = None if isinstance(spec, Head) else build_cache(spec, point, **self.place)
            for tensor in () if cache is None else cache.tensors:
                tensor.normal_(0.0, 0.02, generator=generator)
            caches.append(cache)
        turn = 0

        def one_pass() -> None:
            nonlocal turn
            inputs.run(self.blocks[turn % blocks], caches[turn % blocks])
            turn += 1

        with pinned(kernel):
            timed = self._time(index, point, blocks, one_pass)
        result = {
            **timed,
            "attention_kernel": kernel,
            "expert_kernel": experts,
            "formats": None if isinstance(spec, Head) else asdict(spec.formats),
            "experts_hit": None if inputs.routing is None else inputs.routing.hit,
            "memory": self._memory(point, kernel, blocks),
            "parameters": counts.parameters(spec),
            "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),  # noqa: UP017
            **judge.implied_rates(self.job, point, timed["seconds"]),
        }
        result["notes"] = judge.notes(spec, point, result)
        self.device.release()
        return result

    def _time(self, index: int, point: Point, blocks: int, one_pass: Callable[[], None]) -> dict[str, Any]:
        device, check = self.device, self.check
        share = (self.ends - time.monotonic()) / (len(self.job.points) - index)
        point_ends = time.monotonic() + share
        pass_s = device.prepare(one_pass, blocks, check, share)
        plan = plan_passes(pass_s, blocks, point_ends - time.monotonic())
        for passes in (plan.short, plan.long):
            if passes is not None:
                device.capture(one_pass, passes, check)
        before = device.clocks()
        summary = collect(
            lambda passes: device.time_passes(one_pass, passes, check),
            plan,
            point_ends - time.monotonic(),
            lambda fraction: self.progress("Timing", self._share(index, fraction)),
            device.interruptions,
        )
        after = device.clocks()
        without_graph = device.time_without_graph(one_pass, plan.short, check)
        turned = blocks_touched(blocks, plan.short, device.graph_reason is None)
        return {
            "index": index,
            "point": point.described(),
            **asdict(summary),
            "blocks": blocks,
            "cold": judge.is_cold(self.job, point, turned, self.facts["cache_bytes"] or 0),
            "clock": device.clock,
            "cuda_graph": device.graph_reason is None,
            "cuda_graph_reason": device.graph_reason,
            "without_graph_s": without_graph,
            "clocks": {"before": before, "after": after},
        }

    def _memory(self, point: Point, kernel: str, blocks: int) -> dict[str, Any]:
        """Give the peak for all blocks in rotation and, less the others' weights and caches, for one block."""
        spec, element = self.job.part(point), self.job.element_bytes
        predicted = counts.predicted_bytes(spec, point, element, blocks, kernel in ("math", "matmul"))
        memory = self.device.memory(predicted)
        extra = (len(self.blocks) - 1) * counts.weight_bytes(spec, element)
        extra += (blocks - 1) * element * counts.cache_elements(spec, point)
        return {**memory, "one_block_bytes": memory["peak_bytes"] - extra, "predicted_bytes": predicted}

    def _probe(self) -> dict[str, Any]:
        """Give what the device achieves in the job's dtype and in those it may be compared with.

        On a `Device` of its own: a graph that the probe could not record says nothing about the block's. Its time is
        not taken from the points': beside a busy neighbour it would leave little of a short limit.
        """
        began = time.monotonic()
        achieved = probe(
            open_device(self.job.device),
            self.facts["cache_bytes"] or 0,
            tuple(dict.fromkeys((self.job.dtype, "bfloat16", "float32"))),
            FIGURE_S,
            self.check,
            lambda fraction: self.progress(STAGE, PROBE_SHARE * fraction),
        )
        self.ends += time.monotonic() - began
        return achieved

    def common(self) -> dict[str, Any]:
        """Give what is said of the whole job."""
        job = self.job
        shard = None
        if job.tensor_parallel > 1:
            shard = f"One rank of {job.tensor_parallel}: its share of heads and width, without the all-reduces"
        return {
            "id": job.id,
            "device": self.facts,
            "dtype": job.dtype,
            "torch": str(torch.__version__),
            "cuda_version": torch.version.cuda,
            "threads": torch.get_num_threads(),
            "tensor_parallel": job.tensor_parallel,
            "shard": shard,
            "block_parameters": counts.parameters(job.shard),
            "peaks": asdict(job.peaks),
        }


def measure(job: Job, channel: Channel, check: Check) -> None:
    """Run a job and send its result or its failure; Cancelled is sent as a failure with the points that were done."""
    run: Measuring | None = None
    try:
        run = Measuring(job, channel, check)
        fields = run.run()
    except Refusal as refusal:
        points = [] if run is None else run.finished
        channel.send("failed", id=job.id, points=points, **refusal.message())
    except Cancelled:
        points = [] if run is None else run.finished
        sentence = "Cancelled" + (f" after {len(points)} of {len(job.points)} points" if points else "")
        partial = None if run is None or not points else run.common()
        channel.send(
            "failed", id=job.id, points=points, code="cancelled", sentence=sentence, details={}, partial=partial
        )  # fmt: skip
    else:
        channel.send("result", **fields)
