"""What would help a training plan that is tight or does not fit: candidates, each evaluated by the same ledger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.findings import Edit
from planner.plan import Evaluation
from planner.training.recipes import RECIPES
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path, Training

EIGHT_BIT = "adam_8bit"


def training_candidates(evaluation: Evaluation, load: Training, path: Path) -> Iterator[tuple[Any, ...]]:
    """Code, sentence, values, model, changed scenario and edits of each change of the load."""
    for code, template, values, changes in _changes(evaluation, load):
        changed = evaluation.scenario.model_copy(update={"load": load.model_copy(update=changes)})
        edits = tuple(Edit((*path, "load", name), value) for name, value in changes.items())
        yield code, template, values, evaluation.model, changed, edits


def _changes(evaluation: Evaluation, load: Training) -> Iterator[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    scenario = evaluation.scenario
    if load.checkpointing != "full":
        template = QT_TRANSLATE_NOOP("remedies", "Every layer checkpointed (one forward pass more)")
        yield "checkpoint_layers", template, {}, {"checkpointing": "full"}
    if load.zero != "3" and (scenario.dp != 1 or scenario.cp != 1):
        now = int(load.zero)
        template = QT_TRANSLATE_NOOP("remedies", "ZeRO stage {stage} in place of {now}")
        for stage in range(now + 1, 4):
            yield f"zero_{stage}", template, {"stage": stage, "now": now}, {"zero": str(stage)}
    micro = load.micro_batch
    if isinstance(micro, int) and micro > 1:
        half = micro // 2
        changes: dict[str, Any] = {"micro_batch": half}
        if load.global_batch is None and isinstance(scenario.dp, int):
            changes["global_batch"] = micro * scenario.dp
        template = QT_TRANSLATE_NOOP("remedies", "Micro-batch of {half:,} in place of {now:,}, gradients accumulated")
        yield "smaller_micro_batch", template, {"half": half, "now": micro}, changes
    recipe = RECIPES[load.recipe]
    if not recipe.adapters and load.recipe != EIGHT_BIT:
        template = QT_TRANSLATE_NOOP("remedies", "Recipe: {recipe}")
        yield "eight_bit", template, {"recipe": RECIPES[EIGHT_BIT].label}, {"recipe": EIGHT_BIT}
    if load.offload == "none":
        template = QT_TRANSLATE_NOOP("remedies", "Optimizer states on the host (slower steps)")
        yield "offload", template, {}, {"offload": "optimizer"}
    if load.loss not in ("chunked", "fused", "parallel"):
        template = QT_TRANSLATE_NOOP("remedies", "Linear layer and cross-entropy fused: no whole logits")
        yield "fused_loss", template, {}, {"loss": "fused"}
