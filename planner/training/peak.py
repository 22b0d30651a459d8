"""Memory of a training step: states, the largest of what happens at one time, overheads; and what is free.

Moments that do not happen at the same time are not added: the end of the forward pass with the loss, the backward pass
of a layer that is computed again, the step of the optimizer.
"""

from __future__ import annotations

from planner.ledger import Builder, Slot
from planner.memory.budget import BASES
from planner.memory.overheads import BAND, overhead_band, overhead_lines
from planner.scope import Scopes
from planner.training.activations import outside_lines, saved_lines, size_lines
from planner.training.choices import TrainingChoices
from planner.training.loss import loss_lines
from planner.training.recipes import FSDP, TORCH
from planner.training.states import state_lines
from planner.words import QT_TRANSLATE_NOOP

MOMENTS = ("moment_loss", "moment_layer", "moment_backward", "moment_end", "moment_step")
"""The moments that compete for the peak, by the line of each; a plan has those that can happen in it."""
SET_TO_NONE = "torch: zero_grad sets gradients to none; with one micro-batch a forward pass is without them"
AT_ONCE = "The largest of what happens at one time"


def training_memory_lines(builder: Builder, scopes: Scopes) -> None:
    """What one GPU must hold in a training step, and the verdict's numbers."""
    training = scopes.choices.training
    assert training is not None
    label = QT_TRANSLATE_NOOP("ledger", "Needed per GPU")
    reference = "States, the largest of what happens at one time, and overheads"
    builder.section("needed", None, "memory", label, "byte", reference)
    state_lines(builder, scopes, training)
    size_lines(builder, scopes, training)
    _moments(builder, scopes, training)
    _transients(builder, scopes, training)
    saved_lines(builder, scopes, training)
    outside_lines(builder, scopes, training)
    if scopes.choices.placement.last:
        loss_lines(builder, scopes, training)
    overhead_lines(builder, scopes)
    _budget(builder, scopes)


def _moments(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    """The activations of each moment, and the largest of them."""
    last = scopes.choices.placement.last
    again = training.checkpointing != "none"
    later = ""
    if training.recipe.frees and training.offload != "all":
        later = " - gradients_later"
        label = QT_TRANSLATE_NOOP("ledger", "Gradients that do not exist before the first backward pass of a step")
        names = {"gradients": "gradients", "micro_batches": "micro_batches"}
        text = "gradients * (1 - min(micro_batches - 1, 1))"
        builder.add("gradients_later", None, "gradients", label, "byte", text, names, SET_TO_NONE)
    moments: list[tuple[str, str, str]] = []
    if last:
        label = QT_TRANSLATE_NOOP("ledger", "At the loss: all that is kept, logits and loss")
        text = f"kept_in_flight + outside + max(loss_forward, loss_peak){later}"
        moments.append(("moment_loss", label, text))
    else:
        label = QT_TRANSLATE_NOOP("ledger", "Before the backward pass: all that is kept")
        moments.append(("moment_backward", label, f"kept_in_flight + outside{later}"))
    if again:
        label = QT_TRANSLATE_NOOP("ledger", "In the backward pass of the first layer that is computed again")
        moments.append(("moment_layer", label, f"kept_in_flight + outside + recomputed{later}"))
    if later:
        label = QT_TRANSLATE_NOOP("ledger", "At the end of the backward pass: one layer and all gradients")
        moments.append(("moment_end", label, "layer_saved"))
    names = {key: key for key in ("kept_in_flight", "outside", "loss_peak", "loss_forward", "recomputed",
                                  "gradients_later", "layer_saved")}  # fmt: skip
    keys = [key for key, _, _ in moments]
    text = f"max({', '.join(keys)})" if len(keys) > 1 else keys[0]
    label = QT_TRANSLATE_NOOP("ledger", "Activations")
    if later:
        label = QT_TRANSLATE_NOOP("ledger", "Activations, less the place of gradients that come later")
    builder.add("activations", "needed", "activations", label, "byte", text, {key: key for key in keys}, AT_ONCE)
    for key, label, text in moments:
        builder.add(key, "activations", "activations", label, "byte", text, names, AT_ONCE)
    layers: dict[str, Slot] = {group.prefix: f"saved.{group.prefix}.layer" for group in scopes.groups}
    if later:
        label = QT_TRANSLATE_NOOP("ledger", "Saved by the largest layer")
        builder.fold("layer_saved", None, "activations", label, "byte", "max", layers, AT_ONCE)
    if again:
        _recomputed(builder, scopes, training)


def _recomputed(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    layers: dict[str, Slot] = {}
    for group in scopes.groups:
        name = f"recomputed.{group.prefix}"
        layer = f"saved.{group.prefix}.layer"
        names: dict[str, Slot] = {**group.shared, **group.here, "layer": layer}
        text = "layer"
        if training.checkpointing == "every_n":
            text = "min(checkpoint_layers, layers) * layer"
        elif training.checkpointing == "selective":
            names |= {"all": f"saved.{group.prefix}", "kept": f"kept.{group.prefix}"}
            text = "ceil_div(all - kept, max(layers, 1))"
            names["all_saved"] = names.pop("all")
            text = text.replace("all -", "all_saved -")
        layers[group.prefix] = name
        builder.add(name, "recomputed", "activations", group.label, "byte", text, names, "One layer at a time")
    label = QT_TRANSLATE_NOOP("ledger", "Computed again for one layer")
    builder.fold("recomputed", None, "activations", label, "byte", "max", layers, "One layer at a time")


def _transients(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    """Gathered layers and buckets; what the optimizer's step needs beyond the activations, which are gone by then."""
    shared = training.zero >= 3 and training.sharded
    names: dict[str, Slot] = {**scopes.shared, "activations": "activations"}
    during: list[str] = []
    if shared and not training.recipe.adapters:
        _gathered(builder, scopes, training)
        during.append("gathered")
    if "bucket" in training.stated:
        label = QT_TRANSLATE_NOOP("ledger", "Bucket of the collectives")
        bytes_name = "load.gradient_bytes" if "gradient_bytes" in training.stated else "recipe.gradients"
        builder.add("buckets", "transient", "transient", label, "byte", "bucket * gradient_bytes",
                    {**scopes.shared, "gradient_bytes": bytes_name},
                    "Rajbhandari et al. 2020, arXiv:1910.02054, section 6.2 (constant-size buffers)")  # fmt: skip
        during.append("buckets")
    names |= {key: key for key in during}
    held = " + ".join(during)
    if training.recipe.temporary and training.offload == "none":
        label = QT_TRANSLATE_NOOP("ledger", "In the optimizer's step")
        elements = "ceil_div(trained, shards)" if training.zero >= 1 and training.sharded else "trained"
        builder.add("moment_step", "transient", "transient", label, "byte", f"{elements} * temporary",
                    {"trained": "trained", "shards": "shards", "temporary": "recipe.temporary"},
                    f"{TORCH}; foreach holds one more copy")  # fmt: skip
        names["moment_step"] = "moment_step"
        held = f"max({held or '0'}, moment_step - activations)"
    if held:
        label = QT_TRANSLATE_NOOP("ledger", "Beyond the activations: gathered layers, buckets, the optimizer's step")
        builder.add("transient", "needed", "transient", label, "byte", held, names, AT_ONCE)


def _gathered(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    """The layer that computes and the next one, gathered from their ranks, and the tables while they are used."""
    layers = {group.prefix: f"rank_parameters.{group.prefix}.layer" for group in scopes.groups}
    label = QT_TRANSLATE_NOOP("ledger", "Largest layer")
    builder.fold("gathered.layer", "gathered", "transient", label, "parameter", "max", layers, FSDP)
    tables = {
        name: f"rank_parameters.{name}"
        for name in ("embedding", "head")
        if builder.lines.get(f"rank_parameters.{name}") is not None
        and builder.lines[f"rank_parameters.{name}"].parent == "rank_parameters"
    }
    label = QT_TRANSLATE_NOOP("ledger", "Tables")
    builder.fold("gathered.tables", "gathered", "transient", label, "parameter", "+", tables, FSDP)
    label = QT_TRANSLATE_NOOP("ledger", "Gathered weights: two layers and the tables")
    names = {"layer": "gathered.layer", "tables": "gathered.tables", "gathered_bytes": "recipe.gathered"}
    text = "gathered_bytes * (2 * layer + tables)"
    builder.add("gathered", "transient", "transient", label, "byte", text, names, FSDP)


def _budget(builder: Builder, scopes: Scopes) -> None:
    def add(key: str, label: str, text: str, reference: str) -> None:
        names = scopes.shared | {key: key for key in ("needed", "usable", "overhead", "overhead_low", "overhead_high")}
        builder.add(key, None, "memory", label, "byte", text, names, reference)

    add("usable", *BASES[scopes.choices.memory_basis])
    add("free", QT_TRANSLATE_NOOP("ledger", "Free"), "usable - needed", "Negative when the plan does not fit")
    for end, label in (
        ("low", QT_TRANSLATE_NOOP("ledger", "Needed, low end of the band")),
        ("high", QT_TRANSLATE_NOOP("ledger", "Needed, high end of the band")),
    ):
        add(f"needed_{end}", label, f"needed - overhead + overhead_{end}", BAND)
        overhead_band(builder, scopes, end)
    label = QT_TRANSLATE_NOOP("ledger", "Tight below this much free")
    add("tight_below", label, "usable * tight_share", "A share of the card kept for what a plan cannot know")
    label = QT_TRANSLATE_NOOP("ledger", "Reserved per GPU")
    add("reserved", label, "needed", "Training takes what it needs; an allocator's cache comes on top")
