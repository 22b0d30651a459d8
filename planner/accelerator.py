"""A row of the accelerators table: a device with its memory, rates, links, and the constants of its estimate."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from planner.fields import Cell, Number, RowRecord, Sources, Text

DERIVED, DEFAULT, MEASURED = "Derived", "Default", "Measured here"
"""How the source of a figure begins that was computed from others, that stands for every card of its sort, or that was
fitted on observations of this computer."""


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


def _of_class(base: Number, title: str, text: str, group: str = "class_constants") -> Number:
    return replace(base, title=title, help=text, group=group)


def _compute(title: str) -> Number:
    text = "Share of their peak that these calls reach. Blank: the compute efficiency of the next wider class."
    return _of_class(_share("", ""), f"{title}: compute", text)


def _memory_share(title: str) -> Number:
    text = "Share of the bandwidth that these calls reach. Blank: the bandwidth efficiency of the next wider class."
    return _of_class(_share("", ""), f"{title}: bandwidth", text)


def _call(title: str, more: str = "") -> Number:
    return _of_class(_time("", ""), f"{title}: per call", f"Fixed time of one call{more}. Blank: of the wider class.")


def _fused(title: str) -> Number:
    text = "Fixed time of one call whose input an earlier kernel has quantised. Blank: of the wider class."
    return _of_class(_time("", ""), f"{title}: per call, fused", text)


def _exponent(title: str) -> Number:
    text = "How sharply their compute and memory time overlap (p); 1 adds them. Blank: the roofline exponent."
    return Number(f"{title}: exponent", text, "class_constants", whole=False, minimum=1, maximum=16, optional=True)


def _alpha(kind: str, cards: int) -> Number:
    text = f"Fixed time of one all-reduce of {cards} cards over their faster link. Blank: the collective latency."
    return _of_class(_time("", ""), f"{kind} latency, {cards} cards", text, "collectives")


def _reached(kind: str, cards: int) -> Number:
    text = f"Share of the faster link that an all-reduce of {cards} cards reaches. Blank: the link's efficiency."
    return _of_class(_share("", ""), f"{kind} efficiency, {cards} cards", text, "collectives")


QUANTISING = " and of the kernels before it that quantise its input"


def _price(title: str, text: str) -> Number:
    return Number(title, text, "board", unit="USD/h", shown="USD/h", whole=False, optional=True)


class Accelerator(RowRecord):
    """A device: memory, bandwidth, dense peaks, links, and the constants of its time estimate. Blank is not known.

    A peak is named by the type of its operands; where the type of the sum matters, the plain name is the wide sum.
    """

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
    gemm_compute_efficiency: Annotated[Cell | None, _compute("Matrix products")] = None
    gemm_bandwidth_efficiency: Annotated[Cell | None, _memory_share("Matrix products")] = None
    gemm_call_time: Annotated[Cell | None, _call("Matrix products")] = None
    gemm_exponent: Annotated[Cell | None, _exponent("Matrix products")] = None
    gemm_8bit_compute_efficiency: Annotated[Cell | None, _compute("8-bit products")] = None
    gemm_8bit_bandwidth_efficiency: Annotated[Cell | None, _memory_share("8-bit products")] = None
    gemm_8bit_call_time: Annotated[Cell | None, _call("8-bit products", QUANTISING)] = None
    gemm_8bit_fused_call_time: Annotated[Cell | None, _fused("8-bit products")] = None
    gemm_8bit_exponent: Annotated[Cell | None, _exponent("8-bit products")] = None
    gemm_4bit_compute_efficiency: Annotated[Cell | None, _compute("4-bit products")] = None
    gemm_4bit_bandwidth_efficiency: Annotated[Cell | None, _memory_share("4-bit products")] = None
    gemm_4bit_call_time: Annotated[Cell | None, _call("4-bit products", QUANTISING)] = None
    gemm_4bit_fused_call_time: Annotated[Cell | None, _fused("4-bit products")] = None
    gemm_4bit_exponent: Annotated[Cell | None, _exponent("4-bit products")] = None
    prefill_attention_compute_efficiency: Annotated[Cell | None, _compute("Prefill attention")] = None
    prefill_attention_bandwidth_efficiency: Annotated[Cell | None, _memory_share("Prefill attention")] = None
    prefill_attention_call_time: Annotated[Cell | None, _call("Prefill attention")] = None
    decode_attention_bandwidth_efficiency: Annotated[Cell | None, _memory_share("Decode attention")] = None
    decode_attention_call_time: Annotated[Cell | None, _call("Decode attention")] = None
    elementwise_bandwidth_efficiency: Annotated[Cell | None, _memory_share("Elementwise")] = None
    elementwise_call_time: Annotated[Cell | None, _call("Elementwise")] = None
    grouped_gemm_compute_efficiency: Annotated[Cell | None, _compute("Experts")] = None
    grouped_gemm_bandwidth_efficiency: Annotated[Cell | None, _memory_share("Experts")] = None
    grouped_gemm_call_time: Annotated[Cell | None, _call("Experts")] = None
    scan_compute_efficiency: Annotated[Cell | None, _compute("Recurrence")] = None
    scan_bandwidth_efficiency: Annotated[Cell | None, _memory_share("Recurrence")] = None
    scan_call_time: Annotated[Cell | None, _call("Recurrence")] = None
    custom_latency_2: Annotated[Cell | None, _alpha("Custom all-reduce", 2)] = None
    custom_latency_4: Annotated[Cell | None, _alpha("Custom all-reduce", 4)] = None
    custom_latency_8: Annotated[Cell | None, _alpha("Custom all-reduce", 8)] = None
    custom_efficiency_2: Annotated[Cell | None, _reached("Custom all-reduce", 2)] = None
    custom_efficiency_4: Annotated[Cell | None, _reached("Custom all-reduce", 4)] = None
    custom_efficiency_8: Annotated[Cell | None, _reached("Custom all-reduce", 8)] = None
    nccl_latency_2: Annotated[Cell | None, _alpha("NCCL all-reduce", 2)] = None
    nccl_latency_4: Annotated[Cell | None, _alpha("NCCL all-reduce", 4)] = None
    nccl_latency_8: Annotated[Cell | None, _alpha("NCCL all-reduce", 8)] = None
    nccl_efficiency_2: Annotated[Cell | None, _reached("NCCL all-reduce", 2)] = None
    nccl_efficiency_4: Annotated[Cell | None, _reached("NCCL all-reduce", 4)] = None
    nccl_efficiency_8: Annotated[Cell | None, _reached("NCCL all-reduce", 8)] = None
    driver_names: Annotated[tuple[str, ...], Field(strict=False)] = ()
    sources: Sources

    def provenance(self, name: str) -> str:
        """ "Derived", "Default" or "": whether a figure was computed, or is that of every card of its sort.

        >>> Accelerator(id="a", name="a", sources={"power": "Derived: half a pair"}).provenance("power")
        'Derived'
        """
        source = self.sources.get(name, "")
        return next((word for word in (DERIVED, DEFAULT) if source.startswith(word)), "")
