"""A row of the accelerators table: a device with its memory, rates, links, and the constants of its estimate."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from planner.fields import Cell, Name, Number, Record, RowId, Sources, Text

DERIVED, DEFAULT = "Derived", "Default"
"""How the source of a figure begins that was computed from others, or that stands for every card of its sort."""


def _memory(title: str, text: str) -> Number:
    return Number(title, text, "memory", unit="byte", shown="GiB", optional=True)


def _bandwidth(title: str, text: str, group: str) -> Number:
    return Number(title, text, group, unit="byte/s", shown="GB/s", whole=False, optional=True)


def _peak(title: str, text: str) -> Number:
    return Number(title, text, "rates", unit="FLOP/s", shown="TFLOP/s", whole=False, optional=True)


def _share(title: str, text: str) -> Number:
    return Number(title, text, "constants", shown="%", minimum=0.001, maximum=1, whole=False, optional=True)


def _time(title: str, text: str) -> Number:
    return Number(title, text, "constants", unit="s", shown="µs", whole=False, maximum=1, optional=True)


def _price(title: str, text: str) -> Number:
    return Number(title, text, "board", unit="USD/h", shown="USD/h", whole=False, optional=True)


class Accelerator(Record):
    """A device: memory, bandwidth, dense peaks, links, and the constants of its time estimate. Blank is not known.

    A peak is named by the type of its operands; where the type of the sum matters, the plain name is the wide sum.
    """

    id: RowId
    name: Name
    preset: Annotated[str | None, Text("Preset", "The preset this row was copied from.", optional=True)] = None
    vendor: Annotated[str, Text("Vendor", "Maker of the device.", "identity")] = "unknown"
    nominal_memory: Annotated[Cell | None, _memory("Nominal memory", "What the label says.")] = None
    driver_memory: Annotated[
        Cell | None, _memory("Driver memory", "The total that the driver reports (nvidia-smi, NVML).")
    ] = None
    usable_memory: Annotated[
        Cell | None,
        _memory(
            "Usable memory",
            "What software can allocate (torch's total), less than the label. The verdict is against this, less what "
            "is reserved.",
        ),
    ] = None
    reserved_memory: Annotated[
        Cell,
        Number(
            "Reserved",
            "Kept for a display or other processes, and taken off the usable memory.",
            "memory",
            unit="byte",
            shown="GiB",
        ),
    ] = 0
    free_memory: Annotated[
        Cell | None,
        _memory(
            "Free now",
            "What no process held when it was read. A scenario whose memory basis is “free now” is judged against "
            "this.",
        ),
    ] = None
    memory_bandwidth: Annotated[Cell | None, _bandwidth("Bandwidth", "Memory bandwidth, decimal.", "rates")] = None
    peak_bf16: Annotated[Cell | None, _peak("bf16 peak", "Dense bf16 rate with fp32 accumulation.")] = None
    peak_fp16: Annotated[Cell | None, _peak("fp16 peak", "Dense fp16 rate with fp32 accumulation.")] = None
    peak_fp32: Annotated[Cell | None, _peak("fp32 peak", "Dense fp32 rate (not TF32).")] = None
    peak_tf32: Annotated[Cell | None, _peak("TF32 peak", "Dense TF32 rate of the matrix units.")] = None
    peak_fp16_fp16: Annotated[
        Cell | None, _peak("fp16 peak, fp16 sum", "Dense fp16 rate with fp16 accumulation; on GeForce twice the other.")
    ] = None
    peak_fp8: Annotated[Cell | None, _peak("fp8 peak", "Dense fp8 rate with fp32 accumulation.")] = None
    peak_fp8_fp16: Annotated[
        Cell | None, _peak("fp8 peak, fp16 sum", "Dense fp8 rate with fp16 accumulation; on GeForce twice the other.")
    ] = None
    peak_int8: Annotated[Cell | None, _peak("int8 peak", "Dense int8 rate with int32 accumulation, in TOP/s.")] = None
    peak_fp4: Annotated[Cell | None, _peak("fp4 peak", "Dense fp4 rate with fp32 accumulation.")] = None
    link_bandwidth: Annotated[
        Cell | None,
        _bandwidth(
            "Link", "Bandwidth to a neighbour over NVLink or its like, ONE direction; brochures print both.", "links"
        ),
    ] = None
    link_cards: Annotated[
        Cell | None,
        Number("Cards on the link", "How many cards the link joins: 2 for a bridge.", "links", minimum=1,
               maximum=100_000, optional=True),
    ] = None  # fmt: skip
    pcie_bandwidth: Annotated[
        Cell | None, _bandwidth("PCIe", "Nominal bandwidth of the slot, ONE direction.", "links")
    ] = None
    cards_per_host: Annotated[
        Cell | None,
        Number("Cards per host", "Equal cards in one machine.", "links", minimum=1, maximum=100_000, optional=True),
    ] = None
    host_memory: Annotated[
        Cell | None,
        Number("Host memory", "What processes of this plan may take of the memory of one host, for states that are "
               "offloaded; its cards share it.", "links", unit="byte", shown="GiB", optional=True),
    ] = None  # fmt: skip
    host: Annotated[
        str | None,
        Text("Host", "The computer that this row was read from; cards of one host can work together.", "links",
             optional=True),
    ] = None  # fmt: skip
    compute_capability: Annotated[
        str | None, Text("Capability", "NVIDIA's compute capability.", "board", longest=20, optional=True)
    ] = None
    mig_profile: Annotated[
        str | None,
        Text("MIG profile", "The slice of a card that this row is, such as 3g.40gb; blank is a whole card.", "board",
             longest=40, optional=True),
    ] = None  # fmt: skip
    package_devices: Annotated[
        Cell,
        Number("Devices", "As how many devices software sees this row; each has its share.", "board", minimum=1,
               maximum=1024),
    ] = 1  # fmt: skip
    power: Annotated[
        Cell | None,
        Number("Power", "Limit of the board.", "board", unit="W", shown="W", whole=False, optional=True),
    ] = None
    price_low: Annotated[
        Cell | None, _price("Price from", "Lowest price found for one hour, at the date in its source.")
    ] = None
    price_high: Annotated[
        Cell | None, _price("Price to", "Highest price found for one hour, at the date in its source.")
    ] = None
    compute_efficiency: Annotated[
        Cell | None, _share("Compute efficiency", "Share of the peak that matrix products reach (mfu).")
    ] = None
    bandwidth_efficiency: Annotated[
        Cell | None, _share("Bandwidth efficiency", "Share of the bandwidth that kernels reach (mbu).")
    ] = None
    call_time: Annotated[Cell | None, _time("Time per call", "Fixed time of one kernel (t0).")] = None
    link_latency: Annotated[
        Cell | None, _time("Collective latency", "Fixed time of one all-reduce over the link (alpha).")
    ] = None
    link_efficiency: Annotated[
        Cell | None, _share("Link efficiency", "Share of the link that an all-reduce reaches.")
    ] = None
    pcie_latency: Annotated[
        Cell | None, _time("Collective latency, PCIe", "Fixed time of one all-reduce over PCIe (alpha).")
    ] = None
    pcie_efficiency: Annotated[
        Cell | None, _share("PCIe efficiency", "Share of the slot's bandwidth that an all-reduce reaches.")
    ] = None
    driver_names: Annotated[tuple[str, ...], Field(strict=False)] = ()
    sources: Sources

    def provenance(self, name: str) -> str:
        """ "Derived", "Default" or "": whether a figure was computed, or is that of every card of its sort.

        >>> Accelerator(id="a", name="a", sources={"power": "Derived: half a pair"}).provenance("power")
        'Derived'
        """
        source = self.sources.get(name, "")
        return next((word for word in (DERIVED, DEFAULT) if source.startswith(word)), "")
