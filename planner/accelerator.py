"""A row of the accelerators table: a device with its memory, rates, link, and the constants of its estimate."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from planner.fields import Cell, Name, Number, Record, RowId, Sources, Text


class Accelerator(Record):
    """A device: memory, bandwidth, dense peaks, links, and the constants of its time estimate. Blank is not known."""

    id: RowId
    name: Name
    preset: Annotated[str | None, Text("Preset", "The preset this row was copied from.", optional=True)] = None
    vendor: Annotated[str, Text("Vendor", "Maker of the device.", "identity")] = "unknown"
    nominal_memory: Annotated[
        Cell | None,
        Number("Nominal memory", "What the label says.", "memory", unit="byte", shown="GiB", optional=True),
    ] = None
    usable_memory: Annotated[
        Cell | None,
        Number(
            "Usable memory",
            "What software can allocate (torch's total), less than the label. The verdict is against this.",
            "memory",
            unit="byte",
            shown="GiB",
            optional=True,
        ),
    ] = None
    memory_bandwidth: Annotated[
        Cell | None,
        Number(
            "Bandwidth", "Memory bandwidth, decimal.", "rates", unit="byte/s", shown="GB/s", whole=False, optional=True
        ),
    ] = None
    peak_bf16: Annotated[
        Cell | None,
        Number(
            "bf16 peak",
            "Dense bf16 rate with fp32 accumulation.",
            "rates",
            unit="FLOP/s",
            shown="TFLOP/s",
            whole=False,
            optional=True,
        ),
    ] = None
    peak_fp16: Annotated[
        Cell | None,
        Number(
            "fp16 peak",
            "Dense fp16 rate with fp32 accumulation.",
            "rates",
            unit="FLOP/s",
            shown="TFLOP/s",
            whole=False,
            optional=True,
        ),
    ] = None
    peak_fp32: Annotated[
        Cell | None,
        Number(
            "fp32 peak",
            "Dense fp32 rate (not TF32).",
            "rates",
            unit="FLOP/s",
            shown="TFLOP/s",
            whole=False,
            optional=True,
        ),
    ] = None
    link_bandwidth: Annotated[
        Cell | None,
        Number(
            "Link",
            "Bandwidth to a neighbour, ONE direction; brochures print both.",
            "rates",
            unit="byte/s",
            shown="GB/s",
            whole=False,
            optional=True,
        ),
    ] = None
    compute_efficiency: Annotated[
        Cell | None,
        Number(
            "Compute efficiency",
            "Share of the peak that matrix products reach (mfu).",
            "constants",
            shown="%",
            minimum=0.001,
            maximum=1,
            whole=False,
            optional=True,
        ),
    ] = None
    bandwidth_efficiency: Annotated[
        Cell | None,
        Number(
            "Bandwidth efficiency",
            "Share of the bandwidth that kernels reach (mbu).",
            "constants",
            shown="%",
            minimum=0.001,
            maximum=1,
            whole=False,
            optional=True,
        ),
    ] = None
    call_time: Annotated[
        Cell | None,
        Number(
            "Time per call",
            "Fixed time of one kernel (t0).",
            "constants",
            unit="s",
            shown="µs",
            whole=False,
            maximum=1,
            optional=True,
        ),
    ] = None
    link_latency: Annotated[
        Cell | None,
        Number(
            "Collective latency",
            "Fixed time of one all-reduce (alpha).",
            "constants",
            unit="s",
            shown="µs",
            whole=False,
            maximum=1,
            optional=True,
        ),
    ] = None
    link_efficiency: Annotated[
        Cell | None,
        Number(
            "Link efficiency",
            "Share of the link that an all-reduce reaches.",
            "constants",
            shown="%",
            minimum=0.001,
            maximum=1,
            whole=False,
            optional=True,
        ),
    ] = None
    driver_names: Annotated[tuple[str, ...], Field(strict=False)] = ()
    sources: Sources
