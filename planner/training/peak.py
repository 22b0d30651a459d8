"""Memory of a training step: states, the largest of what happens at one time, overheads; and what is free.

Moments that do not happen at the same time are not added: the end of the forward pass with the loss, the backward pass
of a layer that is computed again, the step of the optimizer.
"""

from __future__ import annotations

from planner.ledger import Builder, Slot
from planner.memory.budget import BASES, band_lines
from planner.memory.overheads import overhead_lines
from planner.scope import Scopes
from planner.tensor_tree import PARTS
from planner.training.activations import INPUT, cached_copies, outside_lines, saved_lines, size_lines
from planner.training.backward import backward_terms, table_gradients
from planner.training.choices import TrainingChoices
from planner.training.loss import loss_lines
from planner.training.recipes import FSDP
from planner.training.states import share_of, sides_of, state_lines
from planner.words import QT_TRANSLATE_NOOP

MOMENTS = ("moment_loss", "moment_layer", "moment_backward", "moment_end", "moment_segment", "moment_after",
           "moment_step")  # fmt: skip
"""The moments that compete for the peak, by the line of each; a plan has those that can happen in it."""
SET_TO_NONE = QT_TRANSLATE_NOOP(
    "references", "torch: zero_grad sets gradients to none; with one micro-batch a forward pass is without them"
)
AT_ONCE = QT_TRANSLATE_NOOP("references", "The largest of what happens at one time")
MUON_STEP = QT_TRANSLATE_NOOP(
    "references", "torch 2.13, optim/_muon.py: momentum's update in fp32, _zeropower_via_newtonschulz in bf16"
)
REDUCE_BUCKET = 500_000_000
LIVE_PARAMETERS = 1_000_000_000
DEEPSPEED = QT_TRANSLATE_NOOP(
    "references",
    "DeepSpeed's docs, config-json: reduce_bucket_size 5e8, stage3_max_live_parameters 1e9; its stage_1_and_2.py has "
    "two buffers (ipg_buffer) with overlap_comm, stage3.py one",
)
ZERO_BUFFERS = "Rajbhandari et al. 2020, arXiv:1910.02054, section 6.2 (constant-size buffers)"
WHOLE = QT_TRANSLATE_NOOP(
    "references",
    "torch 2.13, FSDP SHARD_GRAD_OP: weights stay gathered in the type of the arithmetic until the backward pass",
)
FOREACH = QT_TRANSLATE_NOOP(
    "references",
    "torch 2.13: an optimizer keeps its states in the type of the parameter; foreach holds one more copy",
)


def training_memory_lines(builder: Builder, scopes: Scopes) -> None:
    """What one GPU must hold in a training step, and the verdict's numbers."""
    training = scopes.choices.training
    assert training is not None
    label = QT_TRANSLATE_NOOP("ledger", "Needed per GPU")
    reference = QT_TRANSLATE_NOOP("references", "States, the largest of what happens at one time, and overheads")
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
    cached = cached_copies(builder, scopes, training)
    if last:
        label = QT_TRANSLATE_NOOP("ledger", "At the loss: all that is kept, logits and loss")
        forward = f"loss_forward + {cached}" if cached else "loss_forward"
        text = f"kept_in_flight + outside + max({forward}, loss_peak){later}"
        moments.append(("moment_loss", label, text))
    else:
        label = QT_TRANSLATE_NOOP("ledger", "Before the backward pass: all that is kept")
        text = f"kept_in_flight + outside + {cached}" if cached else "kept_in_flight + outside"
        moments.append(("moment_backward", label, f"{text}{later}"))
    terms = backward_terms(builder, scopes, training)
    label = QT_TRANSLATE_NOOP("ledger", "In the backward pass of a layer, the last one that was computed")
    if again:
        label = QT_TRANSLATE_NOOP("ledger", "In the backward pass of the first layer that is computed again")
        terms.insert(0, "recomputed")
    text = " + ".join(("kept_in_flight + outside_layers", *terms))
    moments.append(("moment_layer", label, f"{text}{_same_input(scopes, training)}{later}"))
    tables = table_gradients(builder, scopes, training)
    if later or tables:
        end, label = "moment_end", QT_TRANSLATE_NOOP("ledger", "At the end of the backward pass: one layer and all "
                                                     "gradients but its own")  # fmt: skip
        if training.checkpointing == "every_n":
            end = "moment_segment"
            label = QT_TRANSLATE_NOOP("ledger", "In the last layers computed again at once: all gradients but theirs")
        terms += ["last_segment", *([tables] if tables else [])]
        text = " + ".join(("last_segment + layer_gradients", *([tables] if tables else [])))
        moments.append((end, label, f"{text} + {INPUT}" if training.checkpoints_layers else text))
    if later:
        label = QT_TRANSLATE_NOOP("ledger", "After the backward pass: all gradients, and no activations")
        moments.append(("moment_after", label, "0"))
    names = scopes.shared | {key: key for key in ("kept_in_flight", "outside", "outside_layers", "loss_peak",
                                                  "loss_forward", "gradients_later", "cached_copies",
                                                  *terms)}  # fmt: skip
    keys = [key for key, _, _ in moments]
    text = f"max({', '.join(keys)})" if len(keys) > 1 else keys[0]
    label = QT_TRANSLATE_NOOP("ledger", "Activations")
    if later:
        label = QT_TRANSLATE_NOOP("ledger", "Activations, less the place of gradients that come later")
    builder.add("activations", "needed", "activations", label, "byte", text, {key: key for key in keys}, AT_ONCE)
    for key, label, text in moments:
        builder.add(key, "activations", "activations", label, "byte", text, names, AT_ONCE)
    if again:
        _recomputed(builder, scopes, training)
    if later or tables:
        _last_segment(builder, scopes, training, bool(later))


def _same_input(scopes: Scopes, training: TrainingChoices) -> str:
    """Taken off: a fused norm keeps its input as it is, and the first of a layer computed again has the checkpoint."""
    fused = training.fused_norms or training.implementation == "fused"
    first = all(group.group.norm_placement in ("pre", "both") for group in scopes.groups)
    return f" - {INPUT}" if training.checkpoints_layers and fused and first and scopes.groups else ""


def _last_segment(builder: Builder, scopes: Scopes, training: TrainingChoices, later: bool) -> None:
    """The layers at the end of the backward pass, less their own gradients where these do not exist yet."""
    segments: dict[str, Slot] = {}
    several = training.checkpointing == "every_n"
    bytes_name = "load.gradient_bytes" if "gradient_bytes" in training.stated else "recipe.gradients"
    reference = f"{AT_ONCE}; {SET_TO_NONE}"
    for group in scopes.groups:
        name = f"last_segment.{group.prefix}"
        names: dict[str, Slot] = {**group.shared, **group.here, "layer": f"saved.{group.prefix}.layer"}
        own = ""
        if later and not training.recipe.adapters:  # those of adapters are too small to count against a layer
            names |= {"parameters": f"rank_parameters.{group.prefix}.layer", "gradient_bytes": bytes_name,
                      "shards": "shards", "micro_batches": "micro_batches"}  # fmt: skip
            share = " // shards" if training.shares(2) else ""
            own = f" - parameters * gradient_bytes{share} * (1 - min(micro_batches - 1, 1))"
        text = f"min(checkpoint_layers, layers) * (layer{own})" if several else f"layer{own}"
        builder.add(name, "last_segment", "activations", group.label, "byte", text, names, reference)
        segments[group.prefix] = name
    label = QT_TRANSLATE_NOOP("ledger", "One layer, less its own gradients")
    if several:
        label = QT_TRANSLATE_NOOP("ledger", "Layers computed again at once, less their own gradients")
    builder.fold("last_segment", None, "activations", label, "byte", "max", segments, reference)


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
            names |= {"all_saved": f"saved.{group.prefix}", "kept": f"kept.{group.prefix}"}
            text = "ceil_div(all_saved - kept, max(layers, 1))"
        layers[group.prefix] = name
        builder.add(
            name,
            "recomputed",
            "activations",
            group.label,
            "byte",
            text,
            names,
            QT_TRANSLATE_NOOP("references", "One layer at a time"),
        )
    label = QT_TRANSLATE_NOOP("ledger", "Computed again for one layer")
    builder.fold(
        "recomputed",
        None,
        "activations",
        label,
        "byte",
        "max",
        layers,
        QT_TRANSLATE_NOOP("references", "One layer at a time"),
    )


def _transients(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    """Gathered layers and buckets; what the optimizer's step needs beyond the activations, which are gone by then."""
    shared = training.shares(3) or (training.recipe.shards_weights and training.shares(1))
    names: dict[str, Slot] = {**scopes.shared, "activations": "activations"}
    during: list[str] = []
    if shared:
        _gathered(builder, scopes, training)
        during.append("gathered")
    if _buckets(builder, scopes, training):
        during.append("buckets")
    names |= {key: key for key in during}
    held = " + ".join(during)
    if training.recipe.temporary and training.offload == "none":
        label = QT_TRANSLATE_NOOP("ledger", "In the optimizer's step")
        elements = "trained" if not training.recipe.orthogonalises else "(trained - matrix_parameters)"
        text = f"{elements} * temporary"
        if training.shares(1):
            text = share_of(text, elements, f"{elements}_experts" in builder.lines)
        scope: dict[str, Slot] = {
            name: name
            for name in ("trained", "trained_experts", "shards", "expert_shards", "matrix_parameters")
            if name in builder.lines
        }
        reference = FOREACH
        if training.recipe.orthogonalises:
            text, reference = f"max({text}, newton_schulz)", MUON_STEP
            scope["newton_schulz"] = _newton_schulz(builder, scopes)
        builder.add("moment_step", "transient", "transient", label, "byte", text,
                    {**scope, "temporary": "recipe.temporary"}, reference)  # fmt: skip
        names["moment_step"] = "moment_step"
        held = f"max({held or '0'}, moment_step - activations)"
    if held:
        label = QT_TRANSLATE_NOOP("ledger", "Beyond the activations: gathered layers, buckets, the optimizer's step")
        builder.add("transient", "needed", "transient", label, "byte", held, names, AT_ONCE)


def _newton_schulz(builder: Builder, scopes: Scopes) -> Slot:
    """What Muon's step takes for the largest matrix: the update in fp32, two bf16 copies, two Gram matrices in bf16."""
    matrices: dict[str, Slot] = {}
    for group in scopes.groups:
        for part, _ in PARTS:
            for weight in group.weights(part):
                sides = sides_of(weight)
                if weight.stored == "matrix" and sides is not None:
                    key = f"newton_schulz.{group.prefix}.{part}.{weight.key}"
                    one, other = sides
                    text = f"8 * {weight.per_rank} + 4 * min({one}, {other}) ** 2"
                    builder.add(key, "newton_schulz", "transient", weight.label, "byte", text, group.names(part),
                                MUON_STEP)  # fmt: skip
                    matrices[f"{group.prefix}_{part}_{weight.key}"] = key
    label = QT_TRANSLATE_NOOP("ledger", "Newton-Schulz of the largest matrix")
    return builder.fold("newton_schulz", None, "transient", label, "byte", "max", matrices, MUON_STEP)


def _buckets(builder: Builder, scopes: Scopes, training: TrainingChoices) -> bool:
    """Buffers of constant size. DeepSpeed has two where the reduction overlaps, which it does at stage 2, and one at 3;
    their type is that of the arithmetic.
    """
    own = "load.gradient_bytes" if "gradient_bytes" in training.stated else "recipe.gradients"
    deepspeed = training.sharding == "deepspeed" and training.shares(2) and not training.recipe.adapters
    if not deepspeed and "bucket" not in training.stated:
        return False
    size = "bucket" if "bucket" in training.stated else f"{REDUCE_BUCKET}"
    text = f"{size} * gradient_bytes"
    if deepspeed:
        text = f"{'2 * ' if training.zero == 2 else ''}{size} * compute_bytes"
    label = QT_TRANSLATE_NOOP("ledger", "Buckets of the collectives")
    builder.add("buckets", "transient", "transient", label, "byte", text,
                {**scopes.shared, "gradient_bytes": own, "compute_bytes": "recipe.gathered"},
                DEEPSPEED if deepspeed else ZERO_BUFFERS)  # fmt: skip
    return True


def _gathered(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    """The layer that computes and the next one, gathered from their ranks, and the tables while they are used."""
    frozen = training.recipe.adapters  # a frozen base travels as it is stored
    root, unit = ("base_weights", "byte") if frozen else ("rank_parameters", "parameter")
    layers = {group.prefix: f"{root}.{group.prefix}.layer" for group in scopes.groups}
    label = QT_TRANSLATE_NOOP("ledger", "Largest layer")
    builder.fold("gathered.layer", "gathered", "transient", label, unit, "max", layers, FSDP)
    tables = {
        name: f"{root}.{name}"
        for name in ("embedding", "head")
        if builder.lines.get(f"{root}.{name}") is not None and builder.lines[f"{root}.{name}"].parent == root
    }
    label = QT_TRANSLATE_NOOP("ledger", "Tables")
    builder.fold("gathered.tables", "gathered", "transient", label, unit, "+", tables, FSDP)
    label = QT_TRANSLATE_NOOP("ledger", "Gathered weights: two layers and the tables")
    names = {"layer": "gathered.layer", "tables": "gathered.tables", **_gathered_bytes(training)}
    text, reference = "(2 * layer + tables)", FSDP
    if not training.shares(3):
        label = QT_TRANSLATE_NOOP("ledger", "Gathered weights: all of them")
        text, reference, names["parameters"] = "parameters", WHOLE, "rank_parameters"
    elif training.sharding == "deepspeed" and not frozen:
        label = QT_TRANSLATE_NOOP("ledger", "Gathered weights: what DeepSpeed lets live at once")
        text, reference = f"min(parameters, max({LIVE_PARAMETERS}, 2 * layer + tables))", DEEPSPEED
        names["parameters"] = "rank_parameters"
    if not frozen:
        each = "min(weight_bytes, gathered_bytes)" if "weight_bytes" in training.stated else "gathered_bytes"
        if "weight_bytes" in training.stated and training.recipe.gathered == training.recipe.weights:
            each = "weight_bytes"
        text = f"{each} * {text}"
    builder.add("gathered", "transient", "transient", label, "byte", text, names, reference)


def _gathered_bytes(training: TrainingChoices) -> dict[str, Slot]:
    """A copy that the user sets travels as it is set, or in the type of the arithmetic where the recipe casts it."""
    return {"gathered_bytes": "recipe.gathered", "weight_bytes": "load.weight_bytes"}


def _budget(builder: Builder, scopes: Scopes) -> None:
    def add(key: str, label: str, text: str, reference: str) -> None:
        names = scopes.shared | {"needed": "needed", "usable": "usable"}
        builder.add(key, None, "memory", label, "byte", text, names, reference)

    add("usable", *BASES[scopes.choices.memory_basis])
    add(
        "free",
        QT_TRANSLATE_NOOP("ledger", "Free"),
        "usable - needed",
        QT_TRANSLATE_NOOP("references", "Negative when the plan does not fit"),
    )
    band_lines(builder, scopes)
    label = QT_TRANSLATE_NOOP("ledger", "Reserved per GPU")
    add(
        "reserved",
        label,
        "needed",
        QT_TRANSLATE_NOOP("references", "Training takes what it needs; an allocator's cache comes on top"),
    )
