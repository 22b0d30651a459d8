"""Forward FLOPs of the whole model, exact: matrices, attention, head. A matrix (M,K)·(K,N) costs 2MKN."""

from __future__ import annotations

from planner.ledger import Builder
from planner.parts.base import Phase
from planner.scope import HALVES, Scopes
from planner.tally import PARTS, idle_key
from planner.words import QT_TRANSLATE_NOOP

PHASES: tuple[tuple[Phase, str, str], ...] = (
    ("prefill", "flops_prefill", QT_TRANSLATE_NOOP("ledger", "Prefill FLOPs")),
    ("decode", "flops_decode_step", QT_TRANSLATE_NOOP("ledger", "FLOPs of a decode step")),
)
CONVENTION = "2MKN per matrix product; causal attention counts the pairs it computes; whole model, all ranks"


def phase_names(phase: Phase) -> dict[str, str]:
    """What `rows`, `tokens` and `context` stand for in a phase."""
    if phase == "prefill":
        return {"rows": "prefill_rows", "tokens": "load.prompt", "context": "load.prompt", "batch": "load.batch"}
    return {"rows": "load.batch", "context": "load.context", "batch": "load.batch"}


def flop_lines(builder: Builder, scopes: Scopes) -> None:
    """FLOPs of one prefill and of one decode step, and the rule of thumb beside them."""
    builder.add(
        "prefill_rows",
        None,
        "flops",
        QT_TRANSLATE_NOOP("ledger", "Tokens of one prefill"),
        "token",
        "batch * prompt",
        scopes.shared,
        "Every sequence's prompt, read at once",
    )
    narrow = scopes.model.embedding.width
    for phase, key, label in PHASES:
        builder.section(key, None, "flops", label, "FLOP", CONVENTION)
        builder.section(f"{key}.matrices", key, "flops", QT_TRANSLATE_NOOP("ledger", "Matrices of the layers"), "FLOP")
        builder.section(f"{key}.attention", key, "flops", QT_TRANSLATE_NOOP("ledger", "Attention"), "FLOP")
        for group in scopes.groups:
            stored = [
                (part, weight)
                for part, _ in PARTS
                for weight in group.weights(part)
                if weight.stored in ("matrix", "expert", "router")
            ]
            matrices = {
                _unique(part, weight.key): f"parameters.{group.prefix}.layer.{part}.{weight.key}"
                for part, weight in stored
            }
            idle = {
                f"{_unique(part, weight.key)}_idle": idle_key(group, part, weight)
                for part, weight in stored
                if weight.active is not None
            }
            names = {**group.shared, **phase_names(phase), **matrices, **idle}
            used = f"layers * ({' + '.join(matrices)})"
            if idle:
                used = f"({used} - {' - '.join(idle)})"
            if matrices:
                builder.add(
                    f"{key}.matrices.{group.prefix}",
                    f"{key}.matrices",
                    "flops",
                    group.group.name,
                    "FLOP",
                    f"2 * rows * {used}",
                    names,
                    "Kaplan et al. 2020, arXiv:2001.08361, table 1: two FLOPs per parameter and token",
                )
            for part in HALVES[0]:
                attention = group.parts[part].attention_flops(phase)
                if attention is None:
                    continue
                scope = {**group.names(part), **phase_names(phase)}
                name = group.prefix if part == "attention" else f"{group.prefix}_{part}"
                builder.add(
                    f"{key}.attention.{name}",
                    f"{key}.attention",
                    "flops",
                    group.group.name,
                    "FLOP",
                    f"layers * {attention}",
                    scope,
                    "Scores and values: two products of 2 FLOPs per pair, head and element",
                )
        builder.add(
            f"{key}.head",
            key,
            "flops",
            QT_TRANSLATE_NOOP("ledger", "LM head"),
            "FLOP",
            f"2 * batch * {'d_model' if narrow is None else 'embedding_width'} * vocab_size",
            {**scopes.tables(), "batch": "load.batch"},
            "Logits of the last token of each sequence",
        )
    builder.add(
        "flops_token_rule",
        None,
        "flops",
        QT_TRANSLATE_NOOP("ledger", "Rule of thumb: 2N per token"),
        "FLOP",
        "2 * parameters_active",
        {"parameters_active": "parameters_active"},
        "Kaplan et al. 2020; N is the active parameters with both tables; no attention term",
    )


def _unique(part: str, key: str) -> str:
    """The name of a weight in a sum over the parts of a layer: a second mixer may have weights of the same keys."""
    return f"beside_{key}" if part == "beside" else key
