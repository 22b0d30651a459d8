"""What the forward pass keeps for the backward pass, to the byte for the kernels that were measured.

Each part says what it keeps (`Part.saved`); here stand the layers, what is outside them, checkpointing, and how many
micro-batches are under way on a pipeline stage.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from planner.ledger import Builder, Slot
from planner.parts.feed_forward.dense import Dense
from planner.parts.norm import Norm
from planner.parts.position import Learned
from planner.parts.saving import MEASURED, Saved
from planner.scope import GroupScope, Scopes
from planner.tensor_tree import PARTS
from planner.training.choices import TrainingChoices
from planner.words import QT_TRANSLATE_NOOP

CHECKPOINT = QT_TRANSLATE_NOOP(
    "references", "Chen et al. 2016, arXiv:1604.06174: the input of a layer stays, the rest is computed again"
)
SELECTIVE = QT_TRANSLATE_NOOP(
    "references", "Korthikanti et al. 2022, arXiv:2205.05198, section 5: attention scores are computed again"
)
PIPELINE = QT_TRANSLATE_NOOP(
    "references", "Narayanan et al. 2021, arXiv:2104.04473, section 2.2: 1F1B, and interleaved stages"
)
SELECTED = ("scores",)
"""FlashAttention keeps no scores; the sums of its softmax stay, or attention would have to be computed again."""
FROZEN_HEAD = QT_TRANSLATE_NOOP(
    "references",
    "A frozen head does not save it, but published peaks of LoRA have it: their slope is 6 d_model per token beside "
    "checkpoints and logits, 4 of them of the norm (tests/cases/training/README.md)",
)
COPIES = QT_TRANSLATE_NOOP(
    "references", "torch.autocast: the backward pass of a matrix product needs the cast copy of its matrix"
)
CACHE = "torch.autocast, cache_enabled: cast weights stay until its outermost context is left"
INPUT = "activation_bytes * stream_rows * d_model"
WIDE_INPUT = "4 * stream_rows * d_model"
"""Under autocast the residual stream is fp32."""
MEASURED_PLACES = ("pre", "both", "post")
ALONE = ("shared", "parallel")
"""Measured where every weight is trained and nothing is cast: one input of both halves, or one row under two norms."""


def size_lines(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    """Sequences, micro-batches, and the tokens that one rank has of them."""

    def add(key: str, label: str, text: str, reference: str, unit: str = "") -> None:
        names = scopes.shared | {key: key for key in builder.lines}
        builder.add(key, None, "load", label, unit, text, names, reference)

    if "global_batch" not in training.stated:
        add(
            "global_batch",
            QT_TRANSLATE_NOOP("ledger", "Global batch"),
            "micro_batch * dp",
            QT_TRANSLATE_NOOP("references", "One on each replica"),
        )
    label = QT_TRANSLATE_NOOP("ledger", "Micro-batches of a step on one replica")
    add(
        "micro_batches",
        label,
        "ceil_div(global_batch, micro_batch * dp)",
        QT_TRANSLATE_NOOP("references", "Gradients are accumulated over them"),
    )
    label = QT_TRANSLATE_NOOP("ledger", "Tokens of a sequence on one rank")
    add(
        "tokens_rank",
        label,
        "ceil_div(sequence, cp)",
        QT_TRANSLATE_NOOP("references", "Context parallelism shares the tokens"),
        "token",
    )
    label = QT_TRANSLATE_NOOP("ledger", "Tokens of a micro-batch on one rank")
    add(
        "rows", label, "micro_batch * tokens_rank", QT_TRANSLATE_NOOP("references", "Micro-batch times tokens"), "token"
    )
    shared = "ceil_div(rows, tp)" if training.sequence_parallel else "rows"
    label = QT_TRANSLATE_NOOP("ledger", "Rows of the residual stream on one rank")
    reference = QT_TRANSLATE_NOOP(
        "references", "Korthikanti et al. 2022, arXiv:2205.05198: sequence parallelism shares them over the TP ranks"
    )
    add("stream_rows", label, shared, reference, "token")
    _in_flight(builder, scopes, training)


def _in_flight(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    text = "1"
    if scopes.choices.placement.pipeline:
        text = "min(micro_batches, pp - stage_number)"
        if training.interleaved:
            text = "min(micro_batches * virtual_stages, 2 * (pp - stage_number - 1) + (virtual_stages - 1) * pp + 1)"
    names = {**scopes.shared, "micro_batches": "micro_batches"}
    label = QT_TRANSLATE_NOOP("ledger", "Micro-batches under way on this stage")
    if scopes.choices.placement.pipeline and training.interleaved:
        label = QT_TRANSLATE_NOOP("ledger", "Parts of micro-batches under way on this stage")
    builder.add("in_flight", None, "load", label, "", text, names, PIPELINE)


def saved_lines(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    """What the layers keep in one micro-batch without checkpointing, and what of it stays with checkpointing."""
    label = QT_TRANSLATE_NOOP("ledger", "Saved by the layers in one micro-batch")
    builder.section("saved", None, "activations", label, "byte", MEASURED)
    for group in scopes.groups:
        _group(builder, scopes, training, group)
    label = QT_TRANSLATE_NOOP("ledger", "Kept until the backward pass, per micro-batch")
    builder.section("kept", None, "activations", label, "byte", CHECKPOINT)
    for group in scopes.groups:
        _kept(builder, scopes, training, group)
    names = {"kept": "kept", "in_flight": "in_flight", **scopes.shared}
    text = "kept * in_flight"
    if scopes.choices.placement.pipeline and training.interleaved:
        text = "ceil_div(kept * in_flight, virtual_stages)"
    label = QT_TRANSLATE_NOOP("ledger", "Kept by all micro-batches under way")
    builder.add("kept_in_flight", None, "activations", label, "byte", text, names, PIPELINE)


def _group(builder: Builder, scopes: Scopes, training: TrainingChoices, group: GroupScope) -> None:
    key = f"saved.{group.prefix}"
    layer = f"{key}.layer"
    names = {**group.shared, **group.here, "layer": layer}
    builder.add(
        key,
        "saved",
        "activations",
        group.label,
        "byte",
        "layers * layer",
        names,
        QT_TRANSLATE_NOOP("references", "Identical layers"),
    )
    builder.section(layer, key, "activations", QT_TRANSLATE_NOOP("ledger", "One layer"), "byte", MEASURED)
    if of_another_make(scopes, training):
        label = QT_TRANSLATE_NOOP("ledger", "Layers of this family")
        _refuse(builder, f"{layer}.family", layer, label, "unproved.model.family")
        return
    measured = _placed(group, training)
    if group.norms():
        norms = f"{layer}.norms"
        found = _norm(group.group.norm, training, group.group.norm_placement == "post") if measured else None
        label = QT_TRANSLATE_NOOP("ledger", "Norms")
        if found is None:
            _refuse(builder, norms, layer, label, f"unproved.{group.role}.norm")
        else:
            text = f"{group.norms()} * ({found.text})"
            if group.group.norm_placement == "parallel":  # LayerNorm keeps its input, and both norms have one
                text = f"{text} - {INPUT}"
            builder.add(norms, layer, "activations", label, "byte", text, group.shared, found.reference)
    for part, label in PARTS:
        if part == "stream" and not any(group.weights(part)):
            continue
        saved = group.parts[part].saved(training.saving) if part != "stream" else None
        if part != "stream" and group.parts[part].absent:
            continue
        place = f"{layer}.{part}"
        if saved is None or not measured:
            _refuse(builder, place, layer, label, f"unproved.{group.role}.{part}")
            continue
        builder.section(place, layer, "activations", label, "byte", MEASURED)
        for item in saved:
            if item.key == "feed_forward_input" and group.group.norm_placement == "shared":
                continue  # attention keeps it
            names = {**group.names(part), "lora_rank": "scenario.lora_rank"}
            builder.add(f"{place}.{item.key}", place, "activations", item.label, "byte", item.text, names,
                        item.reference)  # fmt: skip
    copies = _copies(group) if training.recipe.autocast else None
    if copies is not None:
        label = QT_TRANSLATE_NOOP("ledger", "bf16 copies of the matrices")
        builder.add(f"{layer}.copies", layer, "activations", label, "byte", *copies, COPIES)


def _placed(group: GroupScope, training: TrainingChoices) -> bool:
    """Whether layers with their norms in these places were measured."""
    placement, norm = group.group.norm_placement, group.group.norm
    if norm.offset and getattr(group.group.attention, "query_key_norm", "none") not in ("none", "shared"):
        return False
    if placement == "both" and training.recipe.autocast and not norm.offset:
        return False  # one norm of fp32 and one of bf16
    if placement in ALONE:
        trained = not training.recipe.adapters and not training.recipe.autocast
        network = group.parts["feed_forward"]
        return trained and isinstance(network, Dense) and (placement == "shared" or norm.kind == "layer_norm")
    return placement in MEASURED_PLACES


def of_another_make(scopes: Scopes, training: TrainingChoices) -> bool:
    """Whether the family's own code decides what is kept, and was not measured; fused kernels leave it no choice."""
    return not scopes.model.kept_measured and training.implementation not in ("fused", "megatron")


def _norm(norm: Norm, training: TrainingChoices, behind_product: bool = False) -> Saved | None:
    found: Iterable[Saved] | None = norm.saved(replace(training.saving, behind_product=behind_product))
    return None if found is None else next(iter(found))


def _refuse(builder: Builder, key: str, parent: str | None, label: str, slot: Slot) -> None:
    """A line without a value: no formula of what this keeps was held against a measurement."""
    reference = QT_TRANSLATE_NOOP("references", "No formula was held against a measurement")
    builder.add(key, parent, "activations", label, "byte", "unproved", {"unproved": slot}, reference)


def _kept(builder: Builder, scopes: Scopes, training: TrainingChoices, group: GroupScope) -> None:
    key = f"kept.{group.prefix}"
    names: dict[str, Slot] = {**group.shared, **group.here, "saved": f"saved.{group.prefix}"}
    reference = CHECKPOINT
    one = WIDE_INPUT if training.recipe.autocast else INPUT
    match training.checkpointing:
        case "full":
            text = f"layers * {one}"
        case "every_n":
            text = f"ceil_div(layers, checkpoint_layers) * {one}"
        case "selective":
            reference = SELECTIVE
            dropped = {
                name: f"saved.{group.prefix}.layer.attention.{name}"
                for name in SELECTED
                if f"saved.{group.prefix}.layer.attention.{name}" in builder.lines
            }
            text = f"saved - layers * ({' + '.join(dropped)})" if dropped else "saved"
            names |= dropped
        case _:
            text = "saved"
    builder.add(key, "kept", "activations", group.label, "byte", text, names, reference)


def outside_lines(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    """What is kept before the layers and after them, and what of it is there while a layer computes backwards."""
    _outside(builder, scopes, training)
    gone = {f"outside.{key}" for key in ("final_norm", "head_input", "head_copy", "labels")}
    stay: dict[str, Slot] = {
        key.removeprefix("outside."): key for key in builder.lines if key.startswith("outside.") and key not in gone
    }
    label = QT_TRANSLATE_NOOP("ledger", "Of this, while layers compute backwards")
    builder.fold("outside_layers", None, "activations", label, "byte", "+", stay, MEASURED)


def _outside(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    """What is kept before the layers and after them: token ids, the rotary table, the final norm, the head's input."""
    label = QT_TRANSLATE_NOOP("ledger", "Kept outside the layers")
    builder.section("outside", None, "activations", label, "byte", MEASURED)
    placement = scopes.choices.placement

    def add(
        key: str, label: str, text: str, names: Mapping[str, Slot] = scopes.shared, reference: str = MEASURED
    ) -> None:
        builder.add(f"outside.{key}", "outside", "activations", label, "byte", text, names, reference)

    positions = "rows" if training.packing == "packed" else "tokens"
    """Positions begin anew with each packed document, so each sequence has its own."""
    if training.skips_other_documents:
        label = QT_TRANSLATE_NOOP("ledger", "Where documents begin (cu_seqlens)")
        add("documents", label, "4 * (documents + 1)", {"documents": "documents"})
    if placement.first:
        add("ids", QT_TRANSLATE_NOOP("ledger", "Token ids of the embedding"), "8 * rows")
        if isinstance(scopes.model.position, Learned):
            add("positions", QT_TRANSLATE_NOOP("ledger", "Positions"), f"8 * {positions}")
    rotating = [group for group in scopes.groups if getattr(group.parts["attention"], "rotary", False)]
    if rotating and not training.checkpoints_layers:
        group = rotating[0]
        tables = getattr(group.group.attention, "rotary_table", "shared")
        wide = training.recipe.autocast or tables.endswith("fp32")
        size = "4" if wide else "activation_bytes"
        width = "head_dim" if getattr(group.group.attention, "rotary_dim", None) is None else "rotary_dim"
        label = QT_TRANSLATE_NOOP("ledger", "Rotary table: cosines and sines")
        text = f"2 * {size} * {positions} * {width}"
        if tables.startswith("by_window"):
            kinds = {getattr(one.group.attention, "window", None) is None for one in rotating}
            text = f"{2 * len(kinds)}{text[1:]}"
        if tables.startswith("each"):
            text = f"layers * {text}"
        add("rotary", label, text, {**group.names("attention"), **group.here})
    if any(_hands_mask(group, training) for group in scopes.groups):
        label = QT_TRANSLATE_NOOP("ledger", "Mask that is handed to checkpointed layers")
        add("mask", label, "activation_bytes * batch * tokens * tokens")
    if training.mask and training.packing == "full" and training.implementation == "sdpa":
        label = QT_TRANSLATE_NOOP("ledger", "Mask that all layers share")
        add("shared_mask", label, "activation_bytes * tokens * sequence")
    if not placement.last:
        return
    if scopes.model.final_norm is not None:
        found = _norm(scopes.model.final_norm, training)
        label = QT_TRANSLATE_NOOP("ledger", "Final norm")
        if found is None:
            _refuse(builder, "outside.final_norm", "outside", label, "unproved.model.final_norm")
        else:
            add("final_norm", label, found.text)
    reference = FROZEN_HEAD if training.recipe.adapters else MEASURED
    add("head_input", QT_TRANSLATE_NOOP("ledger", "Input of the LM head"), INPUT, reference=reference)
    if training.recipe.autocast:
        label = QT_TRANSLATE_NOOP("ledger", "bf16 copy of the LM head")
        add("head_copy", label, "2 * ceil_div(vocab_size, tp) * d_model")
    # Labels are padded by one and shifted: a copy, but for one sequence a view of all that was padded.
    label = QT_TRANSLATE_NOOP("ledger", "Labels and the weight of the loss")
    add("labels", label, "8 * (rows + max(2 - batch, 0)) + 4")


def _hands_mask(group: GroupScope, training: TrainingChoices) -> bool:
    """Whether a checkpointed layer takes its mask by position, which keeps it: GPT-2 of transformers, written out."""
    written = training.implementation == "eager" and training.checkpoints_layers
    return written and not getattr(group.group.attention, "softmax_fp32", True)


def _copies(group: GroupScope) -> tuple[str, dict[str, Slot]] | None:
    """The bf16 copies of a layer's matrices, as text and names; None where it has no matrix."""
    lines: dict[str, Slot] = {
        f"{part}_{weight.key}": f"rank_parameters.{group.prefix}.layer.{part}.{weight.key}"
        for part, _ in PARTS
        for weight in group.weights(part)
        if weight.stored == "matrix"
    }
    return (f"2 * ({' + '.join(lines)})", lines) if lines else None


def cached_copies(builder: Builder, scopes: Scopes, training: TrainingChoices) -> str | None:
    """The line of what autocast's cache holds in the forward pass alone; None where layers keep the copies anyway."""
    layers: dict[str, Slot] = {}
    for group in scopes.groups if training.recipe.autocast and training.checkpoints_layers else ():
        copies = _copies(group)
        if copies is not None:
            text, names = copies
            layers[group.prefix] = f"cached_copies.{group.prefix}"
            builder.add(layers[group.prefix], "cached_copies", "activations", group.label, "byte", f"layers * {text}",
                        {**group.shared, **group.here, **names}, CACHE)  # fmt: skip
    if not layers:
        return None
    label = QT_TRANSLATE_NOOP("ledger", "bf16 copies of the matrices, until the forward pass ends")
    return builder.fold("cached_copies", None, "activations", label, "byte", "+", layers, CACHE)
