"""The working table: a model on an accelerator under a load, what it takes, whether it fits, how fast it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from planner.fields import RowRecord
from planner.new_scenarios import training_like
from planner.plan import Evaluation
from planner.precision import CELLS, PART_CELLS, Decided, decided, label_of
from planner.relevance import ADAPTER_CELLS, why_without_part
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path, Scenario, StoredFormats, Workbook, new_id
from ui.sheets.columns import InputColumn, Row, translated
from ui.sheets.derive import columns_of, following, ordered, with_blanks
from ui.sheets.matters import matters_to
from ui.sheets.measured_columns import measured_columns
from ui.sheets.request_results import REQUESTS_HIDDEN, REQUESTS_RARE, request_results
from ui.sheets.results import VerdictColumn, plan_results
from ui.sheets.sheet import Sheet, unused_name
from ui.sheets.training_results import HIDDEN, training_results

FIRST = (
    "name", "group", "model", "accelerator", "load.kind", "engine", "memory_basis", "tp", "pp", "stages", "dp", "ep",
    "cp", "link", "weights", "lora_rank", "load.lora_targets", "load.lora_dropout", "load.batch", "load.context",
    "load.prompt", "load.output", "load.shared_prefix", "load.kv_keys", "load.kv_values", "load.recipe",
    "load.zero", "load.sharding", "load.micro_batch", "load.global_batch", "load.sequence", "load.packing",
    "load.document_tokens", "load.tokens",
    "load.checkpointing", "load.checkpoint_layers", "load.attention_implementation", "load.loss", "load.loss_chunks",
    "load.mfu", "load.hour_price", "load.power", "attention_weights", "feed_forward_weights", "expert_weights",
    "embedding_weights", "head_weights", "other_weights", "activations", "draft", "memory_fraction", "kv_policy",
    "max_batched_tokens", "max_sequences", "lora_slots", "lora_tables",
)  # fmt: skip
RARE = (
    "group", "memory_basis", "pp", "stages", "dp", "ep", "cp", "link", "load.shared_prefix", "draft", "memory_fraction",
    "kv_policy", "max_batched_tokens", "max_sequences", "lora_slots", "lora_rank", "lora_tables",
    "load.shard_ranks",
    "load.checkpoint_layers", "load.sequence_parallel", "load.virtual_stages", "load.explicit_mask", "load.dropout",
    "load.loss", "load.loss_chunks", "load.lora_targets", "load.lora_dropout", "load.offload", "load.bucket",
    "load.weight_bytes", "load.gradient_bytes", "load.master_bytes", "load.optimizer_bytes", "load.hour_price",
    "load.power", "load.packing", "load.document_tokens", "latent_cache", "constants", *REQUESTS_RARE,
)  # fmt: skip
"""What most plans leave as it is: on show where a row does not."""
BLANKS = {
    "engine": QT_TRANSLATE_NOOP("fields", "No engine"),
    "draft": QT_TRANSLATE_NOOP("fields", "No draft model"),
}


def _stored(row: Row) -> StoredFormats:
    """The formats of the checkpoint: what of the model the formats of a plan follow."""
    return row.evaluation.model.stored_formats if row.evaluation is not None else NOTHING_STORED


NOTHING_STORED = StoredFormats()


def _decided(row: Row) -> Mapping[str, Decided]:
    """The format of every cell of a scenario; remembered while its row and its model's are the same objects."""
    scenario, stored = cast(Scenario, row.resolved), _stored(row)
    known = _DECIDED.get(id(scenario))
    if known is None or known[0] is not scenario or known[1] is not stored:
        if len(_DECIDED) >= MOST_DECIDED:
            _DECIDED.clear()
        known = _DECIDED[id(scenario)] = scenario, stored, decided(scenario, stored)
    return known[2]


_DECIDED: dict[int, tuple[Scenario, StoredFormats, Mapping[str, Decided]]] = {}
MOST_DECIDED = 2_000


def _format(cell: str) -> Callable[[Row], str]:
    """What a format comes to while it is blank: its name, or words where the files' sizes count."""

    def comes_to(row: Row) -> str:
        formats = _decided(row)
        found = formats[cell]
        if found.size is not None:
            return _as_files(found)
        if cell == "weights" and any(formats[part].size is not None for part in PART_CELLS):
            words = translated(QT_TRANSLATE_NOOP("fields", "{format}, parts as the file"))
            return words.format(format=label_of(found.format))
        return found.format

    return comes_to


def _as_files(found: Decided) -> str:
    """The size of a part in words: "4.87 bits, as the file"."""
    bits = None if found.size is None else found.size.bits
    if bits is None:
        return translated(QT_TRANSLATE_NOOP("fields", "As the file"))
    return translated(QT_TRANSLATE_NOOP("fields", "{bits} bits, as the file")).format(bits=f"{bits:.2f}")


FORMATS: Mapping[str, Callable[[Row], str]] = {
    f"load.{cell}" if cell.startswith("kv_") else cell: _format(cell) for cell in CELLS
}


def _fraction(row: Row) -> Any:
    engine = row.evaluation.engine if row.evaluation is not None else None
    return None if engine is None or engine.budget == "none" else engine.memory_fraction


def _policy(row: Row) -> Any:
    if row.evaluation is None:
        return None
    engine = row.evaluation.engine
    return "exact" if engine is None else engine.kv_policy


def _step(name: str) -> Callable[[Row], Any]:
    """A figure of the engine's step, which may depend on the card."""

    def of(row: Row) -> Any:
        evaluation: Evaluation | None = row.evaluation
        if evaluation is None or evaluation.engine is None:
            return None
        on_card = evaluation.value(name)
        return getattr(evaluation.engine, name) if on_card is None else on_card

    return of


def _of_card(name: str) -> Callable[[Row], Any]:
    """A figure of the GPU's row, for a scenario that trains."""

    def of(row: Row) -> Any:
        evaluation: Evaluation | None = row.evaluation
        return None if evaluation is None or evaluation.accelerator is None else getattr(evaluation.accelerator, name)

    return of


def _estimated_mfu(row: Row) -> Any:
    estimated = None if row.evaluation is None else row.evaluation.value("mfu_exact")
    return None if estimated is None else round(estimated, 3)


def _one_on_each(row: Row) -> Any:
    return None if row.evaluation is None else row.evaluation.value("global_batch")


EFFECTIVE: Mapping[str, Callable[[Row], Any]] = {
    "load.global_batch": _one_on_each,
    "load.mfu": _estimated_mfu,
    "load.hour_price": _of_card("price_low"),
    "load.power": _of_card("power"),
    "memory_fraction": _fraction,
    "kv_policy": _policy,
    "max_batched_tokens": _step("tokens_per_step"),
    "max_sequences": _step("max_sequences"),
}
"""Cells that follow the engine, the GPU or the estimate while they are blank; the formats follow each other."""
_VERDICT = QT_TRANSLATE_NOOP("fields", "Verdict")


_TRAINING = QT_TRANSLATE_NOOP("fields", "Training")
HIDDEN_RESULTS = (
    "result.adapters", "result.host", "result.reserved", "result.kv_budget", "result.least_fraction",
    "result.kv_requests", *HIDDEN, *REQUESTS_HIDDEN,
)  # fmt: skip


def fresh(workbook: Workbook, container: Path) -> RowRecord:
    """A scenario like the last one, so that the next thing to do is to change what differs."""
    name = unused_name({row.name for row in workbook.scenarios}, translated("Scenario"))
    if workbook.scenarios:
        return workbook.scenarios[-1].model_copy(update={"id": new_id("scenario"), "name": name})
    model = workbook.models[0].id if workbook.models else None
    accelerator = workbook.accelerators[0].id if workbook.accelerators else None
    return Scenario(id=new_id("scenario"), name=name, model=model, accelerator=accelerator)


def fresh_training(workbook: Workbook, current: Path | None, recipe: str) -> Scenario:
    """A scenario that trains with this recipe, on the model and the GPU of the current row, else of the last one."""
    rows = {row.id: row for row in workbook.scenarios}
    like = rows.get("" if current is None else current[1]) or cast(Scenario, fresh(workbook, ("scenarios",)))
    model = next((row for row in workbook.models if row.id == like.model), None)
    return training_like(like, unused_name({row.name for row in workbook.scenarios}, translated(_TRAINING)), recipe,
                         model)  # fmt: skip


def _with_load(columns: tuple[InputColumn, ...]) -> tuple[InputColumn, ...]:
    """The columns with the kind of load among those of the plan, which brings the columns of its kind; those of
    adapters together.
    """
    what = QT_TRANSLATE_NOOP("fields", "What the scenario does: serve, or train. Each has columns of its own.")
    plan, adapters = (
        translated(title) for title in (QT_TRANSLATE_NOOP("fields", "Plan"), QT_TRANSLATE_NOOP("fields", "Adapters"))
    )
    return tuple(
        replace(column, group=plan, help=translated(what))
        if column.key == "load.kind"
        else replace(column, group=adapters)
        if column.key in ADAPTER_CELLS
        else column
        for column in columns
    )


def scenarios_sheet() -> Sheet:
    """The table of scenarios."""
    verdict = VerdictColumn(
        "verdict",
        translated(_VERDICT),
        translated(_VERDICT),
        translated(
            QT_TRANSLATE_NOOP(
                "fields", "Fits, Tight, Does not fit, or Unknown, against what the card or the engine leaves."
            )
        ),
    )
    inputs = following(ordered(_with_load(columns_of(Scenario)), FIRST), FORMATS, _stored)
    inputs = with_blanks(following(inputs, EFFECTIVE), BLANKS)
    measured = measured_columns()
    rare = frozenset({*RARE, *(column.key for column in measured)})
    return Sheet(
        name="scenarios",
        title=translated(QT_TRANSLATE_NOOP("fields", "Scenarios")),
        # The verdict stands beside the name, so that no window is too narrow for it.
        columns=(inputs[0], verdict, *inputs[1:], *plan_results(), *request_results(), *training_results(), *measured),
        fresh=fresh,
        container=("scenarios",),
        hidden=frozenset({*FORMATS, *rare, *HIDDEN_RESULTS} - {"weights"}),
        evaluations="scenarios",
        adaptive=True,
        matters=matters_to,
        idle=why_without_part,
        unless_used=rare,
    )
