"""The table of devices. People look for "GPU"; CPUs and other accelerators stand in it too."""

from __future__ import annotations

from planner.fields import RowRecord
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Accelerator, Path, Workbook, new_id
from ui.sheets.columns import translated
from ui.sheets.derive import columns_of, ordered, with_presets
from ui.sheets.sheet import Sheet, unused_name

FIRST = (
    "name", "vendor", "nominal_memory", "driver_memory", "usable_memory", "reserved_memory", "free_memory",
    "memory_bandwidth",
)  # fmt: skip
HIDDEN = frozenset(
    {
        "driver_memory", "reserved_memory", "free_memory", "peak_tf32", "peak_fp16_fp16", "peak_fp8_fp16", "peak_int8",
        "peak_fp4", "link_cards", "cards_per_host", "host", "compute_capability", "mig_profile", "package_devices",
        "power", "price_low", "price_high", "pcie_latency", "pcie_efficiency",
    }
)  # fmt: skip
"""What few people look at first; the header's menu shows them."""


def fresh(workbook: Workbook, container: Path) -> RowRecord:
    """A device of which nothing is known yet."""
    name = unused_name({row.name for row in workbook.accelerators}, translated("GPU"))
    return Accelerator(id=new_id("accelerator"), name=name)


def accelerators_sheet() -> Sheet:
    """The table of devices."""
    return Sheet(
        name="accelerators",
        title=translated(QT_TRANSLATE_NOOP("fields", "GPUs")),
        columns=with_presets(ordered(columns_of(Accelerator), FIRST, ("preset",)), "accelerators"),
        fresh=fresh,
        container=("accelerators",),
        hidden=HIDDEN,
    )
