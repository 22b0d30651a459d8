"""What a process takes beside tensors: bands observed on real cards, never a point."""

from __future__ import annotations

from planner.ledger import Builder
from planner.scope import Scopes
from planner.words import QT_TRANSLATE_NOOP

OVERHEADS = (
    ("device_context", QT_TRANSLATE_NOOP("ledger", "Device context")),
    ("runtime", QT_TRANSLATE_NOOP("ledger", "Runtime outside the allocator")),
    ("graphs", QT_TRANSLATE_NOOP("ledger", "CUDA graphs")),
    ("communicator", QT_TRANSLATE_NOOP("ledger", "Communicator")),
)
BAND = QT_TRANSLATE_NOOP(
    "references",
    "Observed on serving engines: device context 0.30-0.55 GiB, other 0.02-0.14, graphs 0.2-1.2, communicator 0.2-0.7",
)


def overheads_of(scopes: Scopes) -> list[tuple[str, str]]:
    """Key and label of each overhead that this plan has; a communicator where there is more than one rank."""
    choices = scopes.choices
    placement = choices.placement
    alone = not (choices.tensor_parallel or placement.pipeline or placement.data)
    if choices.training is not None and placement.context:
        alone = False  # in training CP has ranks of its own
    absent = {"communicator"} if alone else set[str]()
    if choices.training is not None:
        absent.add("graphs")
    return [item for item in OVERHEADS if item[0] not in absent]


def overhead_lines(builder: Builder, scopes: Scopes) -> None:
    """The typical figures."""
    builder.section("overhead", "needed", "overhead", QT_TRANSLATE_NOOP("ledger", "Overheads"), "byte", BAND)
    for key, label in overheads_of(scopes):
        builder.add(f"overhead.{key}", "overhead", "overhead", label, "byte", key, scopes.shared, BAND)


def overhead_band(builder: Builder, scopes: Scopes, end: str) -> None:
    """The low or the high end of all of them together."""
    builder.add(
        f"overhead_{end}",
        f"needed_{end}",
        "overhead",
        QT_TRANSLATE_NOOP("ledger", "Overheads"),
        "byte",
        " + ".join(f"{key}_{end}" for key, _ in overheads_of(scopes)),
        scopes.shared,
        BAND,
    )
