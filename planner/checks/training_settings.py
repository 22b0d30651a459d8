"""Findings on settings of a training load that do nothing, do little, or ask for what the plan cannot show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.fields import field_of
from planner.findings import Edit, Finding, Severity, warning
from planner.plan import Evaluation
from planner.plan_inputs import training_choices_of
from planner.precision import decided, label_of
from planner.relevance import WHY, without_part
from planner.training.recipes import RECIPES
from planner.unit_table import GIB
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path, Training

LITTLE = 0.01
"""What frees less than this share of what is needed frees next to nothing."""
HELD = (14, 16)
"""Bytes per token and entry of the vocabulary at the peak of a loss whose logits are kept, in bf16 and in fp32."""
CHECKED = ("lora_rank", "load.lora_targets", "load.lora_dropout", "load.shard_ranks", "load.checkpoint_layers",
           "load.loss_chunks", "load.document_tokens", "load.hour_price", "load.power")  # fmt: skip
"""Cells that other cells make pointless, and that nobody fills in but for this plan."""


def check_settings(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    """Settings without effect or without ground, each at its cell; `at` is the path of the load."""
    yield from _checkpointing(evaluation, load, at)
    yield from _loss(evaluation, load, at)
    yield from _sharing(evaluation, load, at)
    yield from _adapters(evaluation, load, at)
    yield from _host(evaluation, load, at)
    yield from _without_part(evaluation, load, at)


def _whole(evaluation: Evaluation) -> Any:
    """Activations and transients at the peak; None where they are not known."""
    activations = evaluation.value("activations")
    return None if activations is None else activations + (evaluation.value("transient") or 0)


def _with_moment(evaluation: Evaluation, moment: Any) -> Any:
    """What `_whole` would be if the moment that decides were this large and every layer kept all it saves."""
    end, step = evaluation.value("moment_end") or 0, evaluation.value("moment_step") or 0
    during = (evaluation.value("gathered") or 0) + (evaluation.value("buckets") or 0)
    return max(max(moment, end) + during, step)


def _checkpointing(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    """Checkpointing costs FLOPs; whether it frees anything depends on where the peak would be without it."""
    if load.checkpointing == "none" or evaluation.stage is not None:
        return  # of a pipeline another stage than the one on show may be the fullest without it, or has more under way
    key = "moment_loss" if evaluation.value("moment_loss") is not None else "moment_backward"
    names = (key, "saved", "kept_in_flight", "needed", "flops_hardware_step", "flops_train_step")
    moment, saved, kept, needed, all_flops, flops = (evaluation.value(name) for name in names)
    if None in (moment, saved, kept, needed, flops):
        return
    before = _with_moment(evaluation, moment - kept + saved)
    freed = before - _whole(evaluation)
    if freed > LITTLE * needed or all_flops is None:
        return
    flash = evaluation.value("flops_recomputed.flash") or 0
    more = (all_flops - flops - flash) / flops
    if load.checkpointing == "selective" and not more:
        return  # it drops nothing at all: a Finding of its own
    yield Finding("checkpointing_frees_nothing", (*at, "checkpointing"), Severity.WARNING, QT_TRANSLATE_NOOP(
        "findings", "Checkpointing frees {freed:.2f} of {before:.2f} GiB, because the peak is elsewhere, and computes "
        "{more:.0%} more."),
        {"freed": max(freed, 0) / GIB, "before": (needed + max(freed, 0)) / GIB, "more": more},
        QT_TRANSLATE_NOOP("findings", "Set it to none."), (Edit((*at, "checkpointing"), "none"),))  # fmt: skip


def _loss(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    scenario = evaluation.scenario
    if load.loss == "parallel" and scenario.tp == 1:
        yield warning("loss_parallel_without_tp", (*at, "loss"), QT_TRANSLATE_NOOP(
            "findings", "This loss cuts the vocabulary by TP, and TP is 1: nothing is cut."), {},
            QT_TRANSLATE_NOOP("findings", "Raise TP, or fuse the head with the loss."), "fused")  # fmt: skip
    if load.loss == "chunked" and load.loss_chunks == 1:
        yield warning("loss_chunks_do_nothing", (*at, "loss_chunks"), QT_TRANSLATE_NOOP(
            "findings", "One chunk of the loss is all tokens at once: nothing is cut."), {},
            QT_TRANSLATE_NOOP("findings", "Take several chunks."), 8)  # fmt: skip
        return
    if load.loss not in ("chunked", "fused") or evaluation.model.head.cap:
        return
    moment, peak, forward = (evaluation.value(name) for name in ("moment_loss", "loss_peak", "loss_forward"))
    rows, needed, whole = evaluation.value("rows"), evaluation.value("needed"), _whole(evaluation)
    if None in (moment, peak, forward, rows, needed, whole):
        return
    factor = HELD[training_choices_of(evaluation.scenario, load, evaluation.model.stored_formats).compute == "fp32"]
    kept = factor * rows * evaluation.model.vocab_size
    before = max(whole, _with_moment(evaluation, moment - max(peak, forward) + kept))
    if before - whole <= LITTLE * needed:
        yield Finding("loss_frees_nothing", (*at, "loss"), Severity.NOTE, QT_TRANSLATE_NOOP(
            "findings", "Logits that are never whole free {freed:.2f} of {before:.2f} GiB, because the peak is "
            "elsewhere."), {"freed": (before - whole) / GIB, "before": (needed + before - whole) / GIB},
            QT_TRANSLATE_NOOP("findings", "Keep it if it is faster; for memory it is not needed."),
            (Edit((*at, "loss"), "held"),))  # fmt: skip


def _sharing(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    """States that ZeRO cannot share, or shares hardly, and a table that two stages hold."""
    stages, tables = evaluation.scenario.pp, evaluation.value("parameters.embedding")
    if isinstance(stages, int) and stages > 1 and evaluation.model.head.tied and tables is not None:
        yield Finding("tied_table_twice", (*at[:-1], "pp"), Severity.NOTE, QT_TRANSLATE_NOOP(
            "findings", "Head and token table are one matrix of {tables:,} parameters; with PP {pp} the first and the "
            "last stage each hold it and its states."), {"tables": tables, "pp": stages},
            QT_TRANSLATE_NOOP("findings", "Give these two stages fewer layers."))  # fmt: skip
    recipe = RECIPES[load.recipe]
    training = training_choices_of(evaluation.scenario, load, evaluation.model.stored_formats)
    if not (training.zero and training.sharded):
        return
    place = (*at, "zero")
    base = evaluation.value("weights")
    if recipe.adapters and training.zero < 3 and base is not None:
        yield warning("base_never_shards", place, QT_TRANSLATE_NOOP(
            "findings", "ZeRO {zero} shares what is trained, the adapters; the frozen base of {base:.2f} GiB stands "
            "whole on every rank."), {"zero": training.zero, "base": base / GIB},
            QT_TRANSLATE_NOOP("findings", "Set ZeRO to 3, which shares weights too."), "3")  # fmt: skip
    if evaluation.value("expert_shards") == 1:
        yield Finding("experts_never_shard", (*at[:-1], "ep"), Severity.NOTE, QT_TRANSLATE_NOOP(
            "findings", "EP {ep} leaves one copy of each expert: ZeRO has none to share there."),
            {"ep": evaluation.scenario.ep},
            QT_TRANSLATE_NOOP("findings", "Each rank holds its experts' states whole: that is as little as EP can "
                              "make it."))  # fmt: skip
    if recipe.whole_matrices:
        yield warning("optimizer_needs_whole_matrices", place, QT_TRANSLATE_NOOP(
            "findings", "The optimizer of “{recipe}” does not step on shares of a matrix: {why}. This plan divides its "
            "states; a program must gather each matrix for the step, or keep them whole."),
            {"recipe": recipe.label, "why": recipe.whole_matrices},
            QT_TRANSLATE_NOOP("findings", "Set ZeRO to 0, or see that your program gathers them."), "0")  # fmt: skip


def _adapters(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    if not RECIPES[load.recipe].adapters:
        return
    scenario, model, card = evaluation.scenario, evaluation.model, evaluation.accelerator
    rank, wide = scenario.lora_rank, model.d_model
    if isinstance(rank, int) and isinstance(wide, int) and 2 * rank >= wide:
        yield warning("lora_rank_too_large", (*at[:-1], "lora_rank"), QT_TRANSLATE_NOOP(
            "findings", "Adapters of rank {rank:,} beside a matrix of {wide:,} by {wide:,} are as large as it is."),
            {"rank": rank, "wide": wide}, QT_TRANSLATE_NOOP("findings", "Lower the rank, or train all weights."),
            16)  # fmt: skip
    base = decided(scenario, model.stored_formats)["weights"]
    for family, peak in (("fp8", "peak_fp8"), ("mxfp8", "peak_fp8"), ("mxfp4", "peak_fp4"), ("nvfp4", "peak_fp4")):
        if card is not None and base.format.startswith(family) and getattr(card, peak) is None:
            yield Finding("base_format_without_rate", (*at[:-1], "weights"), Severity.NOTE, QT_TRANSLATE_NOOP(
                "findings", "The base is stored in {format}, and {name} has no rate for it: it is widened for each "
                "product, which saves memory and no time."), {"format": label_of(base.format), "name": card.name},
                QT_TRANSLATE_NOOP("findings", "Choose a GPU with that rate if time matters."))  # fmt: skip


def _host(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    """Offloaded states stand in a host's memory, which its cards share."""
    each, gpus, card = evaluation.value("host"), evaluation.value("gpus"), evaluation.accelerator
    if not each or card is None:
        return
    present: Any = card.cards_per_host
    cards = min(gpus, present) if isinstance(present, int) else gpus
    room: Any = card.host_memory
    if room is None:
        yield Finding("host_memory_not_stated", (*at, "offload"), Severity.NOTE, QT_TRANSLATE_NOOP(
            "findings", "{each:.2f} GiB of states for each GPU stand in the memory of its host, and nothing says how "
            "much that has."), {"each": each / GIB},
            QT_TRANSLATE_NOOP("findings", "Fill in the host memory of the GPU."))  # fmt: skip
    elif each * cards > room:
        less = "optimizer" if load.offload == "all" else "none"
        yield Finding("host_memory_exceeded", (*at, "offload"), Severity.WARNING, QT_TRANSLATE_NOOP(
            "findings", "{whole:.2f} GiB of states stand in the memory of a host with {cards:,} of {name}, and that "
            "has {room:.2f} GiB."),
            {"whole": each * cards / GIB, "cards": cards, "name": card.name, "room": room / GIB},
            QT_TRANSLATE_NOOP("findings", "Offload less, or share the states among more ranks."),
            (Edit((*at, "offload"), less),))  # fmt: skip


def _without_part(evaluation: Evaluation, load: Training, at: Path) -> Iterator[Finding]:
    """Cells that were filled in and that this plan does not read."""
    for cell in sorted(without_part(evaluation.scenario) & set(CHECKED)):
        owner: Any = load if cell.startswith("load.") else evaluation.scenario
        name = cell.rpartition(".")[2]
        default = type(owner).model_fields[name].default
        if getattr(owner, name) != default:
            place = (*at, name) if owner is load else (*at[:-1], name)
            yield Finding("cell_without_part", place, Severity.NOTE, WHY[cell], {"cell": field_of(owner, name).title},
                          QT_TRANSLATE_NOOP("findings", "Clear the cell."), (Edit(place, default),))  # fmt: skip
