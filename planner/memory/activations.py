"""Activations of one step: the residual stream, the widest part, the logits; or an engine's reservation for them."""

from __future__ import annotations

from planner.ledger import Builder, Slot
from planner.memory.compute_buffer import MOMENTS, buffer_lines, buffer_total
from planner.memory.sampling import logits_text
from planner.scope import Scopes
from planner.tensor_tree import PARTS
from planner.words import QT_TRANSLATE_NOOP

PRINTED = "Stated in the engine's row: what it printed for this step"
ALIVE = QT_TRANSLATE_NOOP(
    "references", "The residual stream, and the widest part or the logits: these are not alive together"
)
SAMPLING = QT_TRANSLATE_NOOP(
    "references", "vLLM profiles its largest step and samples for every sequence of it, when the layers are done"
)
LEFT = QT_TRANSLATE_NOOP(
    "references",
    "The last hidden state and the residual that it came from: printed peaks of Qwen3-32B, Llama-3.1-8B, "
    "Llama-3.3-70B and gpt-oss-120b lie within 0.06 GiB of the logits and two rows (llm-d-planner, vLLM 0.11)",
)


def activation_lines(builder: Builder, scopes: Scopes) -> None:
    """What a step needs beside weights and cache, under the engine's way of reserving it."""
    serving = scopes.choices.serving
    _sizes(builder, scopes)
    if serving.printed:
        label = QT_TRANSLATE_NOOP("ledger", "Activations")
        text = "printed_activations"
        builder.add("activations", "needed", "activations", label, "byte", text, scopes.shared, PRINTED)
        return
    rows = {"load": "min(batch * prompt, tokens_per_step)"}.get(serving.step, "tokens_per_step")
    names: dict[str, Slot] = {key: f"activations.{key}" for key in ("residual", "widest", "logits")}
    text, reference = "residual + max(widest, logits)", ALIVE
    if serving.step == "profiled":
        names["left"] = "activations.left"
        text, reference = "max(residual + widest, left + logits)", SAMPLING
    if serving.step == "buffer":
        text, names = buffer_total(scopes)
        rows, reference = "min(tokens_per_step, batch * context)", MOMENTS
    label = QT_TRANSLATE_NOOP("ledger", "Activations")
    builder.add("activations", "needed", "activations", label, "byte", text, names, reference)
    builder.add(
        "activation_rows",
        "activations",
        "activations",
        QT_TRANSLATE_NOOP("ledger", "Tokens of one step"),
        "token",
        rows,
        scopes.shared,
        QT_TRANSLATE_NOOP("references", "A server bounds the tokens of one forward pass"),
    )
    if serving.step == "buffer":
        buffer_lines(builder, scopes)
        return
    builder.add(
        "activations.residual",
        "activations",
        "activations",
        QT_TRANSLATE_NOOP("ledger", "Residual stream and normed input"),
        "byte",
        "activation_bytes * rows * residual_rows * d_model",
        {**scopes.shared, "rows": "activation_rows"},
        QT_TRANSLATE_NOOP("references", "Rows of d_model per token"),
    )
    _widest(builder, scopes)
    label = QT_TRANSLATE_NOOP("ledger", "Logits")
    if serving.step == "profiled":
        _left(builder, scopes)
        for end in ("", "_low", "_high"):
            names[f"logits{end}"] = f"activations.logits{end}"
            text, what = logits_text(serving.sampler, end)
            parent = "activations" if not end else f"activations{end}"
            builder.add(f"activations.logits{end}", parent, "activations", label, "byte", text, scopes.shared, what)
        return
    text = "4 * batch * vocab_size"
    reference = QT_TRANSLATE_NOOP("references", "One row of fp32 logits per sequence, gathered over the ranks")
    builder.add("activations.logits", "activations", "activations", label, "byte", text, scopes.shared, reference)


def _left(builder: Builder, scopes: Scopes) -> None:
    """Of the residual stream what is there while the engine samples: no more than two rows, one at the low end."""
    label = QT_TRANSLATE_NOOP("ledger", "Residual stream while it samples")
    for end, most in (("", 2), ("_low", 1)):
        text = f"activation_bytes * rows * min(residual_rows, {most}) * d_model"
        names = {**scopes.shared, "rows": "activation_rows"}
        parent = "activations" if not end else f"activations{end}"
        builder.add(f"activations.left{end}", parent, "activations", label, "byte", text, names, LEFT)


def activation_band(builder: Builder) -> None:
    """The same with the ends of the band, where the engine has one."""
    for end, label in (
        ("low", QT_TRANSLATE_NOOP("ledger", "Activations, low end of the band")),
        ("high", QT_TRANSLATE_NOOP("ledger", "Activations, high end of the band")),
    ):
        left = "left" if end == "high" else "left_low"
        names = {key: f"activations.{key}" for key in ("residual", "widest", left)}
        names[f"logits_{end}"] = f"activations.logits_{end}"
        text = f"max(residual + widest, {left} + logits_{end})"
        builder.add(f"activations_{end}", f"needed_{end}", "activations", label, "byte", text, names, SAMPLING)


def _sizes(builder: Builder, scopes: Scopes) -> None:
    """The step that the engine is set for, where that depends on the size of the card."""
    if not scopes.choices.serving.large_cards:
        return
    for key, small, large, label in (
        ("tokens_per_step", "tokens_per_step", "large_tokens", QT_TRANSLATE_NOOP("ledger", "Tokens per step")),
        ("max_sequences", "max_sequences", "large_sequences", QT_TRANSLATE_NOOP("ledger", "Sequences per step")),
    ):
        if scopes.shared[key] != key:
            continue  # the scenario has a figure of its own
        names = {**scopes.shared, small: f"engine.{small}"}
        builder.add(
            key,
            None,
            "activations",
            label,
            "token" if key == "tokens_per_step" else "",
            f"{small} + ({large} - {small}) * min(usable_memory // large_card, 1)",
            names,
            "vLLM vllm/engine/arg_utils.py: larger defaults from a memory of 70 GiB",
        )


def _widest(builder: Builder, scopes: Scopes) -> None:
    wide: dict[str, Slot] = {}
    for group in scopes.groups:
        for part, label in PARTS:
            transient = group.parts[part].transient()
            if transient is not None:
                name = f"{group.prefix}_{part}"
                wide[name] = f"activations.{group.prefix}.{part}"
                builder.add(
                    wide[name],
                    "activations.widest",
                    "activations",
                    label,
                    "byte",
                    f"activation_bytes * rows * {transient}",
                    {**group.names(part), "rows": "activation_rows"},
                    QT_TRANSLATE_NOOP("references", "Inputs and outputs of the widest kernel of this part"),
                )
    label = QT_TRANSLATE_NOOP("ledger", "Widest part")
    alive = QT_TRANSLATE_NOOP("references", "Only one part is alive at a time")
    builder.fold("activations.widest", "activations", "activations", label, "byte", "max", wide, alive)
