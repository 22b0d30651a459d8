"""What is alive beside kept activations while a layer computes backwards: its gradients, and those of its weights.

A gradient of a weight is whole on a rank until it is shared: FSDP reduces a unit (a layer; the tables are the root) at
once, DeepSpeed a bucket. The formulas were held against the slopes, byte by token, of published runs (see
tests/cases/training/README.md) and against torch on a CPU.
"""

from __future__ import annotations

from planner.ledger import Builder, Slot
from planner.memory.formats import FORMATS
from planner.memory.mixes import MIXES
from planner.scope import GroupScope, Scopes
from planner.tensor_tree import PARTS
from planner.training.activations import INPUT, WIDE_INPUT, of_another_make
from planner.training.choices import TrainingChoices
from planner.training.recipes import FSDP, QLORA
from planner.words import QT_TRANSLATE_NOOP

INSIDE = QT_TRANSLATE_NOOP(
    "references", "Of the last matrix's input, of both factors of a gated product; the layer's output and its gradient"
)
SCORES = QT_TRANSLATE_NOOP(
    "references", "torch: at the backward pass of the softmax its input's gradient is there beside its output's"
)
HOOKS = (
    "torch 2.13, fsdp/_runtime_utils.py, _register_post_backward_reshard_only_hook: the hook of a frozen unit holds "
    "the node that accumulates the gradient of its input until the backward pass ends; with reentrant checkpointing "
    "that is the checkpoint and its gradient"
)
REDUCED = QT_TRANSLATE_NOOP(
    "references",
    "torch 2.13: FSDP reduces the gradients of a unit when its last one is there; FSDP2 holds the copy in the type of "
    "the reduction until the next unit's (fsdp/_fully_shard/_fsdp_param_group.py, ReduceScatterState)",
)
RING = (
    "Liu et al. 2023, arXiv:2310.01889; Transformer Engine, attention with context parallelism: two buffers of keys, "
    "values and their gradients travel in the backward pass"
)
ADDED = QT_TRANSLATE_NOOP(
    "references", "torch: the gradient of a matrix is computed, and then added to the one that is there"
)


def backward_terms(builder: Builder, scopes: Scopes, training: TrainingChoices) -> list[str]:
    """Lines of what a layer's backward pass has alive, by their keys: the terms of that moment."""
    terms = [_inside(builder, scopes, training)]
    for add in (_head, _on_the_way, _held_inputs, _dequantised, _ring):
        key = add(builder, scopes, training)
        if key is not None:
            terms.append(key)
    return terms


def _inside(builder: Builder, scopes: Scopes, training: TrainingChoices) -> str:
    """Gradients inside the feed-forward network, or of the scores, when what the network kept is gone."""
    row = WIDE_INPUT if training.recipe.autocast else INPUT
    rows = f"2 * {row}" if training.checkpoints_layers else row
    layers: dict[str, Slot] = {}
    for group in scopes.groups:
        key = f"layer_gradients.{group.prefix}"
        text = group.parts["feed_forward"].inner_gradients(training.saving)
        moments = [f"{rows} + {text}" if text else rows]
        names = {**group.names("feed_forward")}
        scores = group.parts["attention"].inner_gradients(training.saving)
        if scores and not of_another_make(scopes, training):  # those are refused as a whole
            builder.add(f"{key}.scores", key, "activations", QT_TRANSLATE_NOOP("ledger", "Of attention scores"),
                        "byte", scores, group.names("attention"), SCORES)  # fmt: skip
            kept = f"saved.{group.prefix}.layer.feed_forward"
            moments.append(f"{rows} + scores - network" if text else f"{rows} + scores")
            names |= {"scores": f"{key}.scores", "network": kept}
        if _norms_in_fp32(group, training):
            moments.append("20 * stream_rows * d_model")
        text = f"max({', '.join(moments)})" if len(moments) > 1 else moments[0]
        builder.add(key, "layer_gradients", "activations", group.label, "byte", text, names, INSIDE)
        layers[group.prefix] = key
    label = QT_TRANSLATE_NOOP("ledger", "Gradients of the activations of a layer")
    if not layers:
        return builder.add("layer_gradients", None, "activations", label, "byte", rows, scopes.shared, INSIDE)
    return builder.fold("layer_gradients", None, "activations", label, "byte", "max", layers, INSIDE)


def _norms_in_fp32(group: GroupScope, training: TrainingChoices) -> bool:
    """Whether a norm written out in fp32 computes backwards while all layers are kept: five fp32 rows at once."""
    written = training.implementation in ("eager", "sdpa", "sdpa_math") and not training.fused_norms
    return written and group.group.norm.kind == "rms_norm" and not training.checkpoints_layers


def _bytes(training: TrainingChoices) -> dict[str, Slot]:
    own = "load.gradient_bytes" if "gradient_bytes" in training.stated else "recipe.gradients"
    return {"gradient_bytes": own, "compute_bytes": "recipe.gathered", "micro_batches": "micro_batches"}


def _head(builder: Builder, scopes: Scopes, training: TrainingChoices) -> str | None:
    """The gradient of the head, which is there when the first layer computes backwards."""
    shared = training.shares(2)
    if training.recipe.adapters or not scopes.choices.placement.last or not (shared or training.recipe.frees):
        return None
    table = "embedding" if scopes.model.head.tied else "head"
    slot = f"rank_parameters.{table}"
    if slot not in builder.lines:
        return None
    text = "compute_bytes * head" if shared else "gradient_bytes * head * (1 - min(micro_batches - 1, 1))"
    label = QT_TRANSLATE_NOOP("ledger", "Gradient of the LM head, whole")
    return builder.add("head_gradient", None, "transient", label, "byte", text, {**_bytes(training), "head": slot},
                       REDUCED if shared else ADDED)  # fmt: skip


def _on_the_way(builder: Builder, scopes: Scopes, training: TrainingChoices) -> str | None:
    """Gradients of weights that are not yet shared, or not yet added to those of earlier micro-batches."""
    if training.recipe.adapters or not scopes.groups:
        return None
    names = _bytes(training)
    label = QT_TRANSLATE_NOOP("ledger", "Gradients of a layer's weights, before they are shared")
    if training.shares(2):
        if training.sharding == "deepspeed":
            return None
        layers: dict[str, Slot] = {group.prefix: f"rank_parameters.{group.prefix}.layer" for group in scopes.groups}
        builder.fold("unshared_gradients.layer", "unshared_gradients", "transient",
                     QT_TRANSLATE_NOOP("ledger", "Largest layer"), "parameter", "max", layers, REDUCED)  # fmt: skip
        each = "(compute_bytes + gradient_bytes)" if training.sharding == "fsdp2" else "compute_bytes"
        return builder.add("unshared_gradients", None, "transient", label, "byte", f"{each} * layer",
                           {**names, "layer": "unshared_gradients.layer"}, REDUCED)  # fmt: skip
    matrices: dict[str, Slot] = {}
    for group in scopes.groups:
        for part, _ in PARTS:
            for weight in group.weights(part):
                if weight.stored == "matrix":
                    key = f"unadded_gradient.{group.prefix}.{part}.{weight.key}"
                    builder.add(key, "unadded_gradient.matrix", "transient", weight.label, "parameter",
                                weight.per_rank, group.names(part), weight.reference)  # fmt: skip
                    matrices[f"{group.prefix}_{part}_{weight.key}"] = key
    if not matrices:
        return None
    builder.fold("unadded_gradient.matrix", "unadded_gradient", "transient",
                 QT_TRANSLATE_NOOP("ledger", "Largest matrix of a layer"), "parameter", "max", matrices,
                 ADDED)  # fmt: skip
    label = QT_TRANSLATE_NOOP("ledger", "Gradient of a matrix, before it is added")
    text = "compute_bytes * matrix"
    if training.recipe.frees:
        text = f"{text} * min(micro_batches - 1, 1)"
    return builder.add("unadded_gradient", None, "transient", label, "byte", text,
                       {**names, "matrix": "unadded_gradient.matrix"}, ADDED)  # fmt: skip


def _held_inputs(builder: Builder, scopes: Scopes, training: TrainingChoices) -> str | None:
    """With a frozen base under FSDP, the gradients of the inputs of all layers but the two that are counted already."""
    if not training.holds_inputs or not scopes.groups:
        return None
    layers: dict[str, Slot] = {group.prefix: {**group.shared, **group.here}["layers"] for group in scopes.groups}
    builder.fold("held_inputs.layers", "held_inputs", "activations", QT_TRANSLATE_NOOP("ledger", "Layers on this rank"),
                 "", "+", layers, HOOKS)  # fmt: skip
    label = QT_TRANSLATE_NOOP("ledger", "Gradients of the inputs of frozen layers, held by hooks")
    return builder.add("held_inputs", None, "activations", label, "byte", f"max(all_layers - 2, 0) * {INPUT}",
                       {**scopes.shared, "all_layers": "held_inputs.layers"}, HOOKS)  # fmt: skip


def _dequantised(builder: Builder, scopes: Scopes, training: TrainingChoices) -> str | None:
    """One matrix of a quantised base at a time, in the type of the arithmetic."""
    matrices: dict[str, Slot] = {}
    for group in scopes.groups if training.recipe.adapters else ():
        for part, _ in PARTS:
            for weight in group.weights(part):
                form: str = getattr(scopes.choices, scopes.choices.cell_of(part, weight.stored))
                if weight.stored == "matrix" and (form in MIXES or FORMATS[form].quantised):
                    key = f"dequantised.{group.prefix}.{part}.{weight.key}"
                    builder.add(key, "dequantised", "transient", weight.label, "byte",
                                f"activation_bytes * {weight.per_rank}", group.names(part), QLORA)  # fmt: skip
                    matrices[f"{group.prefix}_{part}_{weight.key}"] = key
    if not matrices:
        return None
    label = QT_TRANSLATE_NOOP("ledger", "Largest matrix of the base, dequantised")
    return builder.fold("dequantised", None, "transient", label, "byte", "max", matrices, QLORA)


def _ring(builder: Builder, scopes: Scopes, training: TrainingChoices) -> str | None:
    """Keys and values of another rank's tokens, and their gradients, where ranks share the tokens."""
    if not scopes.choices.placement.context:
        return None
    layers: dict[str, Slot] = {}
    for group in scopes.groups:
        if {"kv_heads", "head_dim"} <= type(group.parts["attention"]).model_fields.keys():
            key = f"ring.{group.prefix}"
            builder.add(key, "ring", "transient", group.label, "byte",
                        "8 * activation_bytes * rows * kv_heads_rank * head_dim", group.names("attention"),
                        RING)  # fmt: skip
            layers[group.prefix] = key
    if not layers:
        return None
    label = QT_TRANSLATE_NOOP("ledger", "Keys and values that travel between context-parallel ranks")
    return builder.fold("ring", None, "transient", label, "byte", "max", layers, RING)


def table_gradients(builder: Builder, scopes: Scopes, training: TrainingChoices) -> str | None:
    """The gradients of the tables, FSDP's root unit, whole at the end of the backward pass; None where there is none.

    They are reduced together when the last of them, that of the embedding, is there.
    """
    if training.recipe.adapters or not training.shares(2) or training.sharding == "deepspeed":
        return None
    tables: dict[str, Slot] = {
        name: line.key
        for name in ("embedding", "head")
        if (line := builder.lines.get(f"rank_parameters.{name}")) is not None and line.parent == "rank_parameters"
    }
    if not tables:
        return None
    builder.fold("table_gradients.tables", "table_gradients", "transient", QT_TRANSLATE_NOOP("ledger", "Tables"),
                 "parameter", "+", tables, FSDP)  # fmt: skip
    label = QT_TRANSLATE_NOOP("ledger", "Gradients of the tables, before they are shared")
    return builder.add("table_gradients", None, "transient", label, "byte", "compute_bytes * tables",
                       {**_bytes(training), "tables": "table_gradients.tables"}, REDUCED)  # fmt: skip
