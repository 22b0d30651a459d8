"""The calls of a plan under the roofs of its card: FLOPs per byte across, FLOP/s up.

A roof is min(peak, intensity * bandwidth). Each call has a point at its floor, where nothing but FLOPs and bytes
counts, and one at the time that the ledger estimates with the card's constants; a measured block has one of its own.
Kernels that only move memory have no FLOPs and no point; their share of the time is told.
Source: Williams, Waterman, Patterson 2009, doi:10.1145/1498765.1498785.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from planner.plan import Evaluation
from planner.time.call import Call
from planner.time.operations import operations_of

if TYPE_CHECKING:
    from planner.measured import Measured

PASSES = ("prefill", "decode_step")
PRODUCTS = ("gemm", "grouped_gemm")


@dataclass(frozen=True, slots=True)
class Roof:
    """A peak in FLOP/s of a type, and a bandwidth in byte/s; of the published figures, or of the reached shares."""

    operand: str
    peak: float
    bandwidth: float
    calibrated: bool

    @property
    def ridge(self) -> float:
        """FLOPs per byte from which on the peak is the limit.

        >>> round(Roof("bf16", 989e12, 3.35e12, False).ridge, 1)
        295.2
        """
        return self.peak / self.bandwidth

    def at(self, intensity: float) -> float:
        """FLOP/s that can be reached with so many FLOPs per byte."""
        return min(self.peak, intensity * self.bandwidth)


@dataclass(frozen=True, slots=True)
class Point:
    """One call of a pass, or a measured block. Rates in FLOP/s, `seconds` over all its calls in the pass."""

    key: str
    label: str
    root: str
    operator_class: str
    group: str
    intensity: float
    flops: int
    floor: float
    estimated: float | None
    seconds: float
    share: float
    operand: str
    measured: float | None = None
    device: str = ""


@dataclass(frozen=True, slots=True)
class Roofline:
    """Roofs, points in order of the passes, and by pass the share of the time that has no FLOPs."""

    roofs: tuple[Roof, ...]
    points: tuple[Point, ...]
    without: dict[str, float]


def roofline_of(evaluation: Evaluation, measured: Measured | None = None) -> Roofline:
    """The roofline of a plan; empty where its times are not known (a training plan, blank rates of the card)."""
    roofs = tuple(_roofs(evaluation))
    points: list[Point] = []
    without: dict[str, float] = {}
    calls = {call.key: call for call in evaluation.structure.calls}
    for root in PASSES:
        whole = evaluation.value(root)
        if not whole or not roofs:
            continue
        bare = 0.0
        for each in operations_of(evaluation, root):
            if not each.flops or not each.bytes_moved:
                bare += each.calls * each.seconds if each.operator_class != "collective" else 0.0
                continue
            call = calls[each.key]
            intensity = each.flops / each.bytes_moved
            roof = Roof("", evaluation.amounts[call.peak], evaluation.amounts["accelerator.memory_bandwidth"], False)
            points.append(Point(
                key=each.key, label=each.label, root=root, operator_class=each.operator_class, group=call.group,
                intensity=intensity, flops=each.flops, floor=roof.at(intensity), estimated=each.flops / each.seconds,
                seconds=each.calls * each.seconds, share=each.calls * each.seconds / whole, operand=_operand(call.peak),
            ))  # fmt: skip
        without[root] = bare / whole
    if measured is not None and roofs and not measured.stale:
        points += _measured(evaluation, measured)
    return Roofline(roofs, tuple(points), without)


def _roofs(evaluation: Evaluation) -> Iterator[Roof]:
    """The published roof of each type that a call multiplies in, and the one that its matrix products reach."""
    bandwidth = evaluation.amounts.get("accelerator.memory_bandwidth")
    seen: set[str] = set()
    for call in evaluation.structure.calls:
        peak = evaluation.amounts.get(call.peak)
        if call.root not in PASSES or call.operator_class not in PRODUCTS or call.peak in seen:
            continue
        if not peak or not bandwidth:
            continue
        seen.add(call.peak)
        yield Roof(_operand(call.peak), peak, bandwidth, False)
        compute, memory = _reached(evaluation, call, "compute"), _reached(evaluation, call, "bandwidth")
        if compute and memory:
            yield Roof(_operand(call.peak), compute * peak, memory * bandwidth, True)


def _reached(evaluation: Evaluation, call: Call, what: str) -> Any:
    """The share of the peak or of the bandwidth that a call's time is computed with."""
    line = f"{call.key}.{'compute' if what == 'compute' else 'memory'}"
    structure = evaluation.structure
    slot = structure.lines[structure.index[line]].sources.get(f"{what}_efficiency") if line in structure.index else None
    return None if slot is None else evaluation.amounts.get(slot)


def _operand(peak: str) -> str:
    return peak.removeprefix("accelerator.peak_").partition("_")[0]


def _measured(evaluation: Evaluation, measured: Measured) -> Iterator[Point]:
    """One block of the first layer group, as it was measured: FLOPs and bytes of its calls over its time."""
    from planner.measured import ROOTS as MEASURED_ROOTS  # with the devices of this computer behind it

    for phase, root in MEASURED_ROOTS.items():
        timing = measured.observation.block.get(phase)
        calls = [call for call in evaluation.structure.calls if call.root == root and call.group == "group1"]
        flops = [evaluation.value(call.flops) for call in calls if call.flops is not None]
        moved = [evaluation.value(f"{call.key}.bytes") for call in calls]
        if timing is None or not calls or None in flops or None in moved or not sum(flops):
            continue
        block, whole, layers = f"{root}.group1.block", evaluation.value(root), evaluation.amounts.get("groups.0.count")
        estimate = evaluation.value(block)
        intensity = sum(flops) / sum(moved)
        peaks = {call.peak for call in calls if call.flops is not None}
        peak = max(evaluation.amounts[slot] for slot in peaks)
        roof = Roof("", peak, evaluation.amounts["accelerator.memory_bandwidth"], False)
        seconds = timing.median * (layers or 1)
        yield Point(
            key=block, label=evaluation.structure.lines[evaluation.structure.index[block]].label, root=root,
            operator_class="block", group="group1", intensity=intensity, flops=sum(flops), floor=roof.at(intensity),
            estimated=sum(flops) / estimate if estimate else None, seconds=seconds,
            share=seconds / whole if whole else 0.0, operand="", measured=sum(flops) / timing.median,
            device=measured.observation.device,
        )  # fmt: skip
