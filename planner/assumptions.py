"""Figures that hold for every scenario of a workbook."""

from __future__ import annotations

from typing import Annotated

from planner.fields import Cell, Number, Record


class Assumptions(Record):
    """Figures that hold for every scenario of the workbook; each is a band or a convention that a user may change."""

    tokens_per_step: Annotated[
        Cell,
        Number(
            "Tokens per step",
            "Most tokens that one forward pass of a server takes.",
            "activations",
            unit="token",
            minimum=1,
            binary=True,
        ),
    ] = 8192
    device_context_low: Annotated[
        Cell, Number("Device context, low", "Lower end of the band.", "overhead", "byte", "GiB")
    ] = 322122547
    device_context: Annotated[
        Cell,
        Number("Device context", "What a process takes on the device before any tensor.", "overhead", "byte", "GiB"),
    ] = 483183820
    device_context_high: Annotated[
        Cell, Number("Device context, high", "Upper end of the band.", "overhead", "byte", "GiB")
    ] = 590558003
    runtime_low: Annotated[Cell, Number("Runtime, low", "Lower end of the band.", "overhead", "byte", "GiB")] = 21474836
    runtime: Annotated[
        Cell,
        Number("Runtime", "Libraries and workspaces outside the framework's allocator.", "overhead", "byte", "GiB"),
    ] = 85899346
    runtime_high: Annotated[Cell, Number("Runtime, high", "Upper end of the band.", "overhead", "byte", "GiB")] = (
        150323855
    )
    graphs_low: Annotated[Cell, Number("CUDA graphs, low", "Lower end of the band.", "overhead", "byte", "GiB")] = (
        214748365
    )
    graphs: Annotated[Cell, Number("CUDA graphs", "Captured graphs of a server.", "overhead", "byte", "GiB")] = (
        536870912
    )
    graphs_high: Annotated[Cell, Number("CUDA graphs, high", "Upper end of the band.", "overhead", "byte", "GiB")] = (
        1288490189
    )
    communicator_low: Annotated[
        Cell, Number("Communicator, low", "Lower end of the band.", "overhead", "byte", "GiB")
    ] = 214748365
    communicator: Annotated[
        Cell,
        Number("Communicator", "Buffers of the collectives library, on more than one GPU.", "overhead", "byte", "GiB"),
    ] = 429496730
    communicator_high: Annotated[
        Cell, Number("Communicator, high", "Upper end of the band.", "overhead", "byte", "GiB")
    ] = 734003200
    tight_share: Annotated[
        Cell,
        Number(
            "Tight below",
            "A plan that leaves less than this share of the usable memory is Tight.",
            "verdict",
            shown="%",
            minimum=0,
            maximum=1,
            whole=False,
        ),
    ] = 0.05
    roofline_exponent: Annotated[
        Cell,
        Number(
            "Roofline exponent",
            "How sharply compute and memory time overlap (p); 1 adds them.",
            "time",
            minimum=1,
            maximum=16,
            whole=False,
        ),
    ] = 2.5
    quantising_separate: Annotated[
        Cell,
        Number("Quantising, own kernels", "Fixed time that kernels of their own add to a quantised matrix product.",
               "time", unit="s", shown="µs", maximum=1, whole=False),
    ] = 9.3e-6  # fmt: skip
    quantising_fused: Annotated[
        Cell,
        Number("Quantising, fused", "Fixed time that a quantised input adds to a matrix product when the kernel before "
               "quantises it.", "time", unit="s", shown="µs", maximum=1, whole=False),
    ] = 1.5e-6  # fmt: skip
    band_own: Annotated[
        Cell,
        Number("Band, own constants", "Factor between estimate and pessimistic time where the GPU's constants were "
               "fitted on this kind of GPU.", "time", minimum=1, maximum=100, whole=False),
    ] = 1.1  # fmt: skip
    band_other_prefill: Annotated[
        Cell,
        Number("Band of a prefill, other constants", "The same for a prefill with constants of another GPU, typed ones "
               "or defaults.", "time", minimum=1, maximum=100, whole=False),
    ] = 1.15  # fmt: skip
    band_other_decode: Annotated[
        Cell,
        Number("Band of a decode step, other constants", "The same for a decode step.", "time", minimum=1, maximum=100,
               whole=False),
    ] = 1.3  # fmt: skip
