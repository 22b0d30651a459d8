"""The working table: a model on an accelerator under a load, what it takes, whether it fits, how fast it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from pydantic import BaseModel

from planner.precision import CELLS, decided
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path, Scenario, StoredFormats, Workbook, new_id
from ui.sheets.columns import Row, translated
from ui.sheets.derive import columns_of, following, ordered
from ui.sheets.measured_columns import measured_columns
from ui.sheets.results import BYTES, SECONDS, VerdictColumn, result
from ui.sheets.sheet import Sheet, unused_name

FIRST = (
    "name", "model", "accelerator", "memory_basis", "tp", "link", "weights", "load.batch", "load.context",
    "load.prompt", "load.output", "load.kv_keys", "load.kv_values", "attention_weights", "feed_forward_weights",
    "expert_weights", "embedding_weights", "head_weights", "other_weights", "activations",
)  # fmt: skip


def _effective(cell: str) -> Callable[[Row], str]:
    """What a format comes to while it is blank; of the model only the checkpoint's formats matter."""

    def found(row: Row) -> str:
        stored = row.evaluation.model.stored_formats if row.evaluation is not None else StoredFormats()
        return decided(cast(Scenario, row.resolved), stored)[cell].format

    return found


EFFECTIVE: Mapping[str, Callable[[Row], str]] = {
    f"load.{cell}" if cell.startswith("kv_") else cell: _effective(cell) for cell in CELLS
}
"""Formats that follow another one while they are blank."""
_MEMORY = QT_TRANSLATE_NOOP("fields", "Memory per GPU")
_VERDICT = QT_TRANSLATE_NOOP("fields", "Verdict")
_TIME = QT_TRANSLATE_NOOP("fields", "Time")


def fresh(workbook: Workbook, container: Path) -> BaseModel:
    """A scenario like the last one, so that the next thing to do is to change what differs."""
    name = unused_name({row.name for row in workbook.scenarios}, translated("Scenario"))
    if workbook.scenarios:
        return workbook.scenarios[-1].model_copy(update={"id": new_id("scenario"), "name": name})
    model = workbook.models[0].id if workbook.models else None
    accelerator = workbook.accelerators[0].id if workbook.accelerators else None
    return Scenario(id=new_id("scenario"), name=name, model=model, accelerator=accelerator)


def scenarios_sheet() -> Sheet:
    """The table of scenarios."""
    total = QT_TRANSLATE_NOOP("fields", "All of it on the fullest GPU.")
    verdict = VerdictColumn(
        "verdict",
        translated(_VERDICT),
        translated(_VERDICT),
        translated(QT_TRANSLATE_NOOP("fields", "Fits, Tight, Does not fit, or Unknown, against the usable memory.")),
    )
    results = (
        result("weights", QT_TRANSLATE_NOOP("fields", "Weights"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "The model's weights on the fullest GPU."), BYTES),
        result("kv_cache", QT_TRANSLATE_NOOP("fields", "KV cache"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "Keys and values of all sequences at full context."), BYTES),
        result("activations", QT_TRANSLATE_NOOP("fields", "Activations"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "What is alive at once during a step."), BYTES),
        result("overhead", QT_TRANSLATE_NOOP("fields", "Overhead"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "Device context, runtime, captured graphs, communicators."), BYTES),
        result("needed", QT_TRANSLATE_NOOP("fields", "Total per GPU"), _MEMORY, total, BYTES, strong=True),
        result("usable", QT_TRANSLATE_NOOP("fields", "Usable"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "What software can allocate on this GPU."), BYTES),
        result("free", QT_TRANSLATE_NOOP("fields", "Free"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "Usable less total; negative when the plan does not fit."), BYTES),
        result("prefill", QT_TRANSLATE_NOOP("fields", "Prefill"), _TIME,
               QT_TRANSLATE_NOOP("fields", "Estimate: reading the prompts of the whole batch."), SECONDS),
        result("decode_step", QT_TRANSLATE_NOOP("fields", "Decode step"), _TIME,
               QT_TRANSLATE_NOOP("fields", "Estimate: one token for every sequence at full context."), SECONDS),
    )  # fmt: skip
    inputs = following(ordered(columns_of(Scenario), FIRST), EFFECTIVE)
    return Sheet(
        name="scenarios",
        title=translated(QT_TRANSLATE_NOOP("fields", "Scenarios")),
        # The verdict stands beside the name, so that no window is too narrow for it.
        columns=(inputs[0], verdict, *inputs[1:], *results, *measured_columns()),
        fresh=fresh,
        container=("scenarios",),
        hidden=(frozenset(EFFECTIVE) | {"memory_basis", "link"}) - {"weights"},
        evaluations="scenarios",
    )
