"""Findings on a training load: lengths, degrees without effect, cells of serving, what is not counted, the peak.

Those on batches and documents stand in `training_batch_checks`, those on settings in `training_setting_checks`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.checks.training_batch import check_batch
from planner.checks.training_settings import check_settings
from planner.fields import field_of
from planner.findings import Edit, Finding, Severity, warning
from planner.parts.position import Learned
from planner.plan import Evaluation
from planner.precision import WEIGHT_CELLS, decided, label_of
from planner.relevance import SERVING_CELLS
from planner.training.choices import training_choices
from planner.training.interleaving import interleaving_of
from planner.training.peak import MOMENTS
from planner.training.recipes import RECIPES
from planner.training_load import IMPLEMENTATIONS
from planner.unit_table import GIB
from planner.words import QT_TRANSLATE_NOOP, listed
from planner.workbook import Path, Training


def check_training(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    """What of a training load does not go together, each at its cell, and which moment is the peak."""
    load = evaluation.scenario.load
    if not isinstance(load, Training):
        return
    at = (*path, "load")
    yield from _length(evaluation, load, at)
    yield from check_batch(evaluation, load, at)
    yield from _interleaving(evaluation, load, at)
    yield from _without_effect(evaluation, load, at)
    yield from check_settings(evaluation, load, at)
    yield from _not_counted(evaluation, load, at)
    yield from _peak(evaluation, load, at)


def _length(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    model = evaluation.model
    sequence: Any = load.sequence
    positions: Any = model.position.positions if isinstance(model.position, Learned) else None
    for longest, severity, template in (
        (positions, Severity.ERROR, QT_TRANSLATE_NOOP(
            "findings", "The sequence {sequence:,} exceeds the {longest:,} positions that {name} has a table for: no "
            "verdict.")),
        (model.max_context, Severity.NOTE, QT_TRANSLATE_NOOP(
            "findings", "The sequence {sequence:,} exceeds the {longest:,} that {name} was made for.")),
    ):  # fmt: skip
        if isinstance(sequence, int) and isinstance(longest, int) and sequence > longest:
            remedy = QT_TRANSLATE_NOOP("findings", "Shorten the sequence, or choose a model with a longer one.")
            yield Finding("sequence_exceeds_model", (*at, "sequence"), severity, template,
                          {"sequence": sequence, "longest": longest, "name": model.name}, remedy,
                          (Edit((*at, "sequence"), longest),))  # fmt: skip
            return


def _interleaving(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    found = interleaving_of(evaluation.model, evaluation.scenario)
    if found is None:
        return
    place = (*at, "virtual_stages")
    values: dict[str, Any] = found._asdict()
    if found.beyond_layers:
        yield Finding("virtual_stages_beyond_layers", place, Severity.ERROR, QT_TRANSLATE_NOOP(
            "findings", "{parts} virtual stages on each of {pp} stages are more parts than the {layers} layers: no "
            "verdict."), values, QT_TRANSLATE_NOOP("findings", "Choose fewer virtual stages."),
            (Edit(place, max((found.layers or 1) // found.pp, 1)),))  # fmt: skip
    if found.broken_rounds:
        rounds = -(-(found.micro_batches or 1) // found.pp) * found.pp
        micro, dp = load.micro_batch, evaluation.scenario.dp
        edits: tuple[Edit, ...] = ()
        if isinstance(micro, int) and isinstance(dp, int):
            edits = (Edit((*at, "global_batch"), rounds * micro * dp),)
        yield Finding("micro_batches_not_a_multiple_of_pp", (*at, "global_batch"), Severity.ERROR, QT_TRANSLATE_NOOP(
            "findings", "{micro_batches} micro-batches are no multiple of the {pp} pipeline stages, and interleaving "
            "needs whole rounds: it is not said to fit."), values,
            QT_TRANSLATE_NOOP("findings", "Choose a global batch of whole rounds, or one virtual stage."),
            edits)  # fmt: skip


def _without_effect(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    scenario = evaluation.scenario
    if load.checkpointing == "selective" and load.attention_implementation in ("sdpa", "sdpa_norms", "fused"):
        yield warning("checkpointing_does_nothing", (*at, "checkpointing"), QT_TRANSLATE_NOOP(
            "findings", "Selective checkpointing computes attention scores again, and this implementation keeps none."),
            {}, QT_TRANSLATE_NOOP("findings", "Checkpoint whole layers, or set it to none."), "none")  # fmt: skip
    if load.zero != "0" and scenario.dp == 1 and scenario.cp == 1:
        yield warning("states_never_shard", (*at, "zero"), QT_TRANSLATE_NOOP(
            "findings", "ZeRO {zero} shares states among data-parallel ranks, and there is one: nothing is divided."),
            {"zero": load.zero}, QT_TRANSLATE_NOOP("findings", "Raise DP, or set ZeRO to 0."), "0")  # fmt: skip
    ranks: Any = scenario.dp * scenario.cp if isinstance(scenario.dp, int) and isinstance(scenario.cp, int) else None
    shared: Any = load.shard_ranks
    if shared is not None and ranks is not None and ranks % shared:
        place = (*at, "shard_ranks")
        yield Finding("shard_ranks_do_not_divide", place, Severity.ERROR, QT_TRANSLATE_NOOP(
            "findings", "{shared} ranks that share the states do not divide the {ranks} of DP times CP: "
            "it is not said to fit."),
            {"shared": shared, "ranks": ranks}, QT_TRANSLATE_NOOP("findings", "Choose a divisor, or clear the cell."),
            (Edit(place, None),))  # fmt: skip
    if load.sequence_parallel and scenario.tp == 1:
        yield warning("sequence_parallel_without_tp", (*at, "sequence_parallel"), QT_TRANSLATE_NOOP(
            "findings", "Sequence parallelism shares tokens among TP ranks, and TP is 1."), {},
            QT_TRANSLATE_NOOP("findings", "Raise TP, or switch it off."), False)  # fmt: skip
    if load.virtual_stages != 1 and scenario.pp == 1:
        yield warning("virtual_stages_without_pp", (*at, "virtual_stages"), QT_TRANSLATE_NOOP(
            "findings", "Virtual stages interleave a pipeline, and PP is 1."), {},
            QT_TRANSLATE_NOOP("findings", "Raise PP, or set them to 1."), 1)  # fmt: skip
    for cell in () if RECIPES[load.recipe].adapters else WEIGHT_CELLS:
        stated = getattr(scenario, cell)
        if stated is not None:
            place = (*at[:-1], cell)
            yield Finding("recipe_decides_weights", place, Severity.NOTE, QT_TRANSLATE_NOOP(
                "findings", "In training the recipe decides the bytes of the weights; the format {format} has no part "
                "in it."), {"format": label_of(stated)}, QT_TRANSLATE_NOOP("findings", "Clear the cell."),
                (Edit(place, None),))  # fmt: skip
    for cell in SERVING_CELLS:  # the engine has a Finding of its own, and a link is always stated
        if cell not in ("engine", "link") and getattr(scenario, cell) is not None:
            place = (*at[:-1], cell)
            yield Finding("serving_cell_in_training", place, Severity.NOTE, QT_TRANSLATE_NOOP(
                "findings", "{cell} is of serving: it has no part in a training plan."),
                {"cell": field_of(scenario, cell).title}, QT_TRANSLATE_NOOP("findings", "Clear the cell."),
                (Edit(place, None),))  # fmt: skip
    if evaluation.engine is not None:
        yield Finding("engine_in_training", (*at[:-1], "engine"), Severity.NOTE, QT_TRANSLATE_NOOP(
            "findings", "An engine serves: it has no part in a training plan."), {},
            QT_TRANSLATE_NOOP("findings", "Clear the cell."), (Edit((*at[:-1], "engine"), None),))  # fmt: skip


def _proved(evaluation: Evaluation, load: Training) -> str | None:
    """An implementation under which everything that the layers keep was measured; None where there is none."""
    model = evaluation.model
    compute = decided(evaluation.scenario, model.stored_formats)["activations"].format
    for name, _ in IMPLEMENTATIONS[:4]:
        fused = name in ("fused", "megatron")
        changed = load.model_copy(update={"attention_implementation": name})
        how = training_choices(changed, compute, False).saving
        parts = [part for group in model.groups for part in (group.attention, group.beside, group.feed_forward)]
        norms = [*(group.norm for group in model.groups), *([model.final_norm] if model.final_norm else [])]
        if (model.kept_measured or fused) and all(part.saved(how) is not None for part in (*parts, *norms)):
            return name
    return None


def _not_counted(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    blocked = dict.fromkeys((*evaluation.blocked("needed"), *evaluation.blocked("host")))
    slots = [slot for slot in blocked if slot.startswith("unproved.")]
    if slots:
        template = QT_TRANSLATE_NOOP(
            "findings", "Not counted: there is no proved formula for {what} with this implementation."
        )
        proved = _proved(evaluation, load)
        place = (*at, "attention_implementation")
        edits = () if proved in (None, load.attention_implementation) else (Edit(place, proved),)
        remedy = QT_TRANSLATE_NOOP("findings", "Only states, FLOPs and time are counted.")
        if edits:
            remedy = QT_TRANSLATE_NOOP("findings", "Choose an implementation that was measured.")
        yield Finding("activations_not_proved", (*at, "attention_implementation"), Severity.WARNING, template,
                      {"what": listed(evaluation.titled(slot) for slot in slots)},
                      remedy, edits)  # fmt: skip


def peak_moment(evaluation: Evaluation) -> str | None:
    """The line of the moment that decides the peak: the loss, a layer's backward pass, the optimizer's step."""
    if evaluation.value("needed") is None:
        return None
    activations, transient = evaluation.value("activations"), evaluation.value("transient") or 0
    step = evaluation.value("moment_step")
    if step is not None and step == activations + transient and transient:
        return "moment_step"
    found = [key for key in MOMENTS if evaluation.value(key) == activations]
    return found[0] if found else None


def _peak(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    moment = peak_moment(evaluation)
    if moment is None:
        return
    label = evaluation.structure.lines[evaluation.structure.index[moment]].label
    yield Finding("peak_moment", (*at, "checkpointing"), Severity.NOTE,
                  QT_TRANSLATE_NOOP("findings", "The peak of a step is here: {moment}. {needed:.2f} GiB per GPU are "
                                    "needed then."),
                  {"moment": label, "needed": evaluation.value("needed") / GIB}, "")  # fmt: skip
    needed, activations = evaluation.value("needed"), evaluation.value("activations")
    if RECIPES[load.recipe].adapters and 2 * activations > needed:
        yield Finding("lora_keeps_activations", (*at, "recipe"), Severity.NOTE, QT_TRANSLATE_NOOP(
            "findings", "{share:.0%} of what is needed are activations: adapters shrink the states, hardly the "
            "activations."), {"share": activations / needed},
            QT_TRANSLATE_NOOP("findings", "Checkpoint the layers, or shorten the micro-batch."),
            () if load.checkpointing == "full" else (Edit((*at, "checkpointing"), "full"),))  # fmt: skip
