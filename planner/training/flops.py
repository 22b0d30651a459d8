"""FLOPs of a training step: forward, backward, what is computed again; the rules of thumb beside the exact sum.

`flops_train_step` is forward and backward once as the chosen kernels compute them. Model FLOPs (`flops_model_step`) are
the same for every implementation: kernels that write scores out compute the pairs that the causal mask hides too, and
these are taken off. MFU counts model FLOPs; HFU what is executed, with what checkpointing and FlashAttention compute
again (`flops_recomputed`). The look-up of the embedding costs none.
"""

from __future__ import annotations

from planner.ledger import Builder, Slot
from planner.parts.feed_forward.dense import Dense
from planner.scope import HALVES, GroupScope, Scopes
from planner.time.flops import MATRIX, matrix_lines, outside_lines
from planner.training.choices import TrainingChoices
from planner.training.packing import attention_of_documents, by_length, document_lines
from planner.words import QT_TRANSLATE_NOOP

STEP = QT_TRANSLATE_NOOP(
    "references", "Model FLOPs of one step on all GPUs: forward and backward once, 2MKN per matrix product"
)
BACKWARD = QT_TRANSLATE_NOOP(
    "references", "Kaplan et al. 2020, arXiv:2001.08361: one product for the input's gradient, one for the weight's"
)
FROZEN = QT_TRANSLATE_NOOP("references", "A frozen matrix needs the gradient of its input only")
PAIRS = QT_TRANSLATE_NOOP("references", "Scores and values: two products of 2 FLOPs per pair, head and element")
FLASH = QT_TRANSLATE_NOOP(
    "references",
    "Dao et al. 2022, arXiv:2205.14135: the backward pass computes the scores again (one product of the forward two)",
)
MASKED = QT_TRANSLATE_NOOP(
    "references",
    "Convention of MFU here: each query-key pair that the mask allows counts once, in the forward and twice in the "
    "backward pass, whatever the kernel computes; MFU by PaLM's rule counts all pairs (Chowdhery et al. 2022, app. B)",
)
EARLY = QT_TRANSLATE_NOOP("references", "torch.utils.checkpoint stops before the last matrix of what is computed again")
RULE = QT_TRANSLATE_NOOP(
    "references", "Kaplan et al. 2020: 6N per token, N the active parameters with both tables; no attention term"
)
PALM = QT_TRANSLATE_NOOP(
    "references",
    "Chowdhery et al. 2022, arXiv:2204.02311, appendix B: 6N + 12 L d s per token, not halved for causal attention",
)
SIZES: dict[str, Slot] = {"rows": "step_tokens", "batch": "global_batch_size", "tokens": "load.sequence",
                          "context": "load.sequence"}  # fmt: skip
FORWARD, BACK, AGAIN = "flops_train_step.forward", "flops_train_step.backward", "flops_recomputed"


def training_flop_lines(builder: Builder, scopes: Scopes) -> None:
    """FLOPs of a step, of what it computes again, and the rules per token."""
    training = scopes.choices.training
    assert training is not None
    label = QT_TRANSLATE_NOOP("ledger", "Sequences of a step")
    builder.add(
        "global_batch_size",
        None,
        "load",
        label,
        "",
        "global_batch",
        scopes.shared,
        QT_TRANSLATE_NOOP("references", "Global batch"),
    )
    label = QT_TRANSLATE_NOOP("ledger", "Tokens of a step")
    names = scopes.shared | {"global_batch": "global_batch_size"}
    builder.add(
        "step_tokens",
        None,
        "load",
        label,
        "token",
        "global_batch * sequence",
        names,
        QT_TRANSLATE_NOOP("references", "On all GPUs"),
    )
    document_lines(builder, scopes, training)
    builder.section("flops_train_step", None, "flops", QT_TRANSLATE_NOOP("ledger", "FLOPs of a training step"), "FLOP",
                    STEP)  # fmt: skip
    _forward(builder, scopes, training)
    _backward(builder, training)
    _again(builder, scopes, training)
    names = {"step": "flops_train_step", "again": AGAIN}
    label = QT_TRANSLATE_NOOP("ledger", "FLOPs that the hardware computes in a step")
    builder.add(
        "flops_hardware_step",
        None,
        "flops",
        label,
        "FLOP",
        "step + again",
        names,
        QT_TRANSLATE_NOOP("references", "HFU counts these"),
    )
    _model_step(builder, scopes, training)
    _rules(builder, scopes, training)


def _model_step(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    """What the model needs, whatever computes it: without the pairs that a causal mask hides."""
    hidden: dict[str, Slot] = {}
    masked = training.packing != "full" and not training.skips_other_documents
    if masked:
        label = QT_TRANSLATE_NOOP("ledger", "Attention of one forward pass within documents")
        builder.section("flops_documents", None, "flops", label, "FLOP", MASKED)
    for group in scopes.groups if masked or training.writes_scores else ():
        for part in HALVES[0]:
            pairs = group.parts[part].attention_flops("prefill")
            if pairs is None or not (by_length(pairs) if masked else group.parts[part].square_flops()):
                continue
            name = _attention_key(group, part)
            names: dict[str, Slot] = {**group.names(part), **SIZES, "computed": f"{FORWARD}.attention.{name}"}
            needed = f"layers * {pairs}"
            if masked:
                one = f"flops_documents.{name}"
                attention_of_documents(builder, training, one, group.group.name, needed, names)
                names["within_documents"], needed = one, "within_documents"
            key = f"flops_masked.{name}"
            builder.add(key, "flops_masked", "flops", group.group.name, "FLOP", f"computed - {needed}", names, MASKED)
            hidden[name] = key
    label = QT_TRANSLATE_NOOP("ledger", "Of the forward pass, for pairs that the mask hides")
    builder.fold("flops_masked", None, "flops", label, "FLOP", "+", hidden, MASKED)
    label = QT_TRANSLATE_NOOP("ledger", "Model FLOPs of a step")
    builder.add("flops_model_step", None, "flops", label, "FLOP", "step - 3 * masked",
                {"step": "flops_train_step", "masked": "flops_masked"}, MASKED)  # fmt: skip


def _attention_key(group: GroupScope, part: str) -> str:
    return group.prefix if part == "attention" else f"{group.prefix}_{part}"


def _forward(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    label = QT_TRANSLATE_NOOP("ledger", "Forward")
    builder.section(FORWARD, "flops_train_step", "flops", label, "FLOP", STEP)
    for key, label in (
        ("matrices", QT_TRANSLATE_NOOP("ledger", "Matrices of the layers")),
        ("attention", QT_TRANSLATE_NOOP("ledger", "Attention")),
    ):
        builder.section(f"{FORWARD}.{key}", FORWARD, "flops", label, "FLOP")
    for group in scopes.groups:
        matrix_lines(builder, group, "prefill", FORWARD, SIZES)
        for part in HALVES[0]:
            pairs = group.parts[part].square_flops() if training.writes_scores else None
            text = pairs or group.parts[part].attention_flops("prefill")
            if text is not None:
                key, names = f"{FORWARD}.attention.{_attention_key(group, part)}", {**group.names(part), **SIZES}
                if training.skips_other_documents and by_length(text):
                    attention_of_documents(builder, training, key, group.group.name, f"layers * {text}", names)
                    continue
                builder.add(key, f"{FORWARD}.attention", "flops", group.group.name, "FLOP", f"layers * {text}", names,
                            PAIRS)  # fmt: skip
    outside_lines(builder, scopes, FORWARD, {**scopes.shared, **SIZES}, "rows")
    wide = "d_model" if scopes.model.embedding.width is None else "embedding_width"
    label = QT_TRANSLATE_NOOP("ledger", "LM head")
    builder.add(f"{FORWARD}.head", FORWARD, "flops", label, "FLOP", f"2 * rows * {wide} * vocab_size",
                {**scopes.tables(), **SIZES}, QT_TRANSLATE_NOOP("references", "Logits of every token"))  # fmt: skip
    if training.recipe.adapters:
        label = QT_TRANSLATE_NOOP("ledger", "Adapters")
        adapters = _adapter_sizes(builder, scopes)
        builder.add(f"{FORWARD}.adapters", FORWARD, "flops", label, "FLOP", f"2 * rows * ({' + '.join(adapters) or 0})",
                    {**scopes.shared, **SIZES, **adapters}, MATRIX)  # fmt: skip


def _adapter_sizes(builder: Builder, scopes: Scopes) -> dict[str, Slot]:
    """Parameters of the adapters in the whole model, by group."""
    training = scopes.choices.training
    assert training is not None
    found: dict[str, Slot] = {}
    for group in scopes.groups:
        sides: list[str] = []
        names: dict[str, Slot] = dict(group.shared)
        for part in ("attention", "feed_forward"):
            for weight in group.weights(part):
                one, _, other = weight.elements.partition(" * ")
                adapted = weight.key in (training.saving.adapted or ())
                if adapted and weight.stored == "matrix" and one == "d_model" and "+" not in other:
                    sides.append(f"({one} + {other})")
                    names |= group.names(part)
        if sides:
            key = f"adapter_parameters.{group.prefix}"
            found[group.prefix] = key
            names["lora_rank"] = "scenario.lora_rank"
            text = f"layers * lora_rank * ({' + '.join(sides)})"
            builder.add(key, None, "flops", group.label, "parameter", text, names, training.recipe.reference)
    return found


def _backward(builder: Builder, training: TrainingChoices) -> None:
    label = QT_TRANSLATE_NOOP("ledger", "Backward")
    names = {"forward": FORWARD}
    if not training.recipe.adapters:
        builder.add(BACK, "flops_train_step", "flops", label, "FLOP", "2 * forward", names, BACKWARD)
        return
    names |= {"attention": f"{FORWARD}.attention", "adapters": f"{FORWARD}.adapters"}
    builder.add(BACK, "flops_train_step", "flops", label, "FLOP", "forward + attention + adapters", names, FROZEN)


def _again(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    label = QT_TRANSLATE_NOOP("ledger", "Computed again in the backward pass")
    builder.section(AGAIN, None, "flops", label, "FLOP", EARLY)
    attention = {key: key for key in builder.lines if key.startswith(f"{FORWARD}.attention.")}
    if training.implementation in ("sdpa", "fused") and attention:
        label = QT_TRANSLATE_NOOP("ledger", "Scores in FlashAttention's backward pass")
        builder.add(f"{AGAIN}.flash", AGAIN, "flops", label, "FLOP", "ceil_div(attention, 2)",
                    {"attention": f"{FORWARD}.attention"}, FLASH)  # fmt: skip
    elif training.checkpointing == "selective" and attention:
        label = QT_TRANSLATE_NOOP("ledger", "Attention")
        builder.add(f"{AGAIN}.attention", AGAIN, "flops", label, "FLOP", "attention",
                    {"attention": f"{FORWARD}.attention"}, "Korthikanti et al. 2022, arXiv:2205.05198")  # fmt: skip
    if training.checkpoints_layers:
        for group in scopes.groups:
            _layers_again(builder, group, training)


def _layers_again(builder: Builder, group: GroupScope, training: TrainingChoices) -> None:
    names: dict[str, Slot] = {**group.shared, **SIZES}
    terms = []
    for key in (f"{FORWARD}.matrices.{group.prefix}", f"{FORWARD}.attention.{group.prefix}"):
        if key in builder.lines:
            name = key.split(".")[-2]
            names[name] = key
            terms.append(name)
    text = " + ".join(terms) or "0"
    if isinstance(group.parts["feed_forward"], Dense):
        last = "layers" if training.checkpointing == "full" else "ceil_div(layers, checkpoint_layers)"
        text = f"{text} - 2 * rows * {last} * down"
        names["down"] = f"parameters.{group.prefix}.layer.feed_forward.down"
    builder.add(f"{AGAIN}.{group.prefix}", AGAIN, "flops", group.group.name, "FLOP", text, names, EARLY)


def _rules(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    """6N per token; 4N where the weights are frozen, as their gradients (2N) are not computed."""
    frozen = training.recipe.adapters
    label = QT_TRANSLATE_NOOP("ledger", "Rule of thumb: 6N per token")
    if frozen:
        label = QT_TRANSLATE_NOOP("ledger", "Rule of thumb: 4N per token, N the frozen parameters")
    rule, palm = (f"{RULE}; {FROZEN}", f"{PALM}; {FROZEN}") if frozen else (RULE, PALM)
    builder.add("flops_token_rule", None, "flops", label, "FLOP", f"{4 if frozen else 6} * parameters_active",
                {"parameters_active": "parameters_active"}, rule)  # fmt: skip
    widths: dict[str, Slot] = {}
    for group in scopes.groups:
        if {"heads", "head_dim"} <= type(group.parts["attention"]).model_fields.keys():
            widths[group.prefix] = f"query_width.{group.prefix}"
            label = QT_TRANSLATE_NOOP("ledger", "Query width over the layers")
            builder.add(widths[group.prefix], None, "flops", label, "", "layers * heads * head_dim",
                        group.names("attention"), PALM)  # fmt: skip
    label = QT_TRANSLATE_NOOP("ledger", "PaLM's rule: 6N + 12 L d s per token")
    if frozen:
        label = QT_TRANSLATE_NOOP("ledger", "PaLM's rule with frozen parameters: 4N + 12 L d s per token")
    text = f"rule + 12 * sequence * ({' + '.join(widths)})" if widths else "rule"
    names = {**scopes.shared, "rule": "flops_token_rule", **widths}
    builder.add("flops_token_palm", None, "flops", label, "FLOP", text, names, palm)
    for key, label in (
        ("rule", QT_TRANSLATE_NOOP("ledger", "A step by the rule of thumb")),
        ("palm", QT_TRANSLATE_NOOP("ledger", "A step by PaLM's rule")),
    ):
        names = {"step_tokens": "step_tokens", key: f"flops_token_{key}"}
        reference = rule if key == "rule" else palm
        builder.add(f"flops_step_{key}", None, "flops", label, "FLOP", f"step_tokens * {key}", names, reference)
