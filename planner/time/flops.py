"""Forward FLOPs of the whole model, exact: matrices, attention, head. A matrix (M,K)·(K,N) costs 2MKN."""

from __future__ import annotations

from collections.abc import Mapping

from planner.ledger import Builder, Slot
from planner.parts.base import Phase, Weight
from planner.scope import HALVES, GroupScope, Scopes
from planner.tally import idle_key
from planner.tensor_tree import PARTS, table_weights
from planner.words import QT_TRANSLATE_NOOP

PHASES: tuple[tuple[Phase, str, str], ...] = (
    ("prefill", "flops_prefill", QT_TRANSLATE_NOOP("ledger", "Prefill FLOPs")),
    ("decode", "flops_decode_step", QT_TRANSLATE_NOOP("ledger", "FLOPs of a decode step")),
)
MATRIX = QT_TRANSLATE_NOOP(
    "references", "Kaplan et al. 2020, arXiv:2001.08361, table 1: two FLOPs per parameter and token"
)
CONVENTION = QT_TRANSLATE_NOOP(
    "references",
    "2MKN per matrix product; causal attention counts the pairs it computes; whole model, all ranks of one replica",
)


def phase_names(phase: Phase, shared: Mapping[str, Slot]) -> dict[str, Slot]:
    """What `rows`, `tokens` and `context` stand for in a phase; the batch is that of one replica."""
    batch = shared["batch"]
    if phase == "prefill":
        rows = shared.get("prefill_rows", "prefill_rows")
        return {"rows": rows, "tokens": shared["prompt"], "context": shared["prompt"], "batch": batch}
    return {"rows": shared.get("decode_rows", batch), "context": shared["context"], "batch": batch}


def row_lines(builder: Builder, scopes: Scopes) -> None:
    """The rows of one prefill of the whole batch."""
    builder.add(
        "prefill_rows",
        None,
        "flops",
        QT_TRANSLATE_NOOP("ledger", "Tokens of one prefill"),
        "token",
        "batch * prompt",
        scopes.shared,
        QT_TRANSLATE_NOOP("references", "Every sequence's prompt, read at once"),
    )


def flop_lines(builder: Builder, scopes: Scopes) -> None:
    """FLOPs of one prefill and of one decode step, and the rule of thumb beside them."""
    row_lines(builder, scopes)
    narrow = scopes.model.embedding.width
    for phase, key, label in PHASES:
        builder.section(key, None, "flops", label, "FLOP", CONVENTION)
        builder.section(f"{key}.matrices", key, "flops", QT_TRANSLATE_NOOP("ledger", "Matrices of the layers"), "FLOP")
        builder.section(f"{key}.attention", key, "flops", QT_TRANSLATE_NOOP("ledger", "Attention"), "FLOP")
        for group in scopes.groups:
            matrix_lines(builder, group, phase, key, phase_names(phase, group.shared))
            for part in HALVES[0]:
                attention = group.parts[part].attention_flops(phase)
                if attention is None:
                    continue
                scope = {**group.names(part), **phase_names(phase, group.shared)}
                name = group.prefix if part == "attention" else f"{group.prefix}_{part}"
                builder.add(
                    f"{key}.attention.{name}",
                    f"{key}.attention",
                    "flops",
                    group.group.name,
                    "FLOP",
                    f"layers * {attention}",
                    scope,
                    QT_TRANSLATE_NOOP(
                        "references", "Scores and values: two products of 2 FLOPs per pair, head and element"
                    ),
                )
        outside_lines(builder, scopes, key, {**scopes.shared, **phase_names(phase, scopes.shared)}, "batch")
        builder.add(
            f"{key}.head",
            key,
            "flops",
            QT_TRANSLATE_NOOP("ledger", "LM head"),
            "FLOP",
            f"2 * batch * {'d_model' if narrow is None else 'embedding_width'} * vocab_size",
            scopes.tables(),
            QT_TRANSLATE_NOOP("references", "Logits of the last token of each sequence"),
        )
    builder.add(
        "flops_token_rule",
        None,
        "flops",
        QT_TRANSLATE_NOOP("ledger", "Rule of thumb: 2N per token"),
        "FLOP",
        "2 * parameters_active",
        {"parameters_active": "parameters_active"},
        QT_TRANSLATE_NOOP(
            "references", "Kaplan et al. 2020; N is the active parameters with both tables; no attention term"
        ),
    )


def matrix_lines(builder: Builder, group: GroupScope, phase: Phase, key: str, sizes: Mapping[str, Slot]) -> None:
    """FLOPs of the matrices of one group's layers: those of the text's tokens, and those of another input.

    `sizes` says what `rows`, `batch` and `tokens` stand for.
    """
    names = {**group.shared, **sizes}
    terms: dict[str | None, list[str]] = {}
    idle: list[str] = []
    for part, weight in _multiplied(group):
        name = _unique(part, weight.key)
        names[name] = f"parameters.{group.prefix}.layer.{part}.{weight.key}"
        terms.setdefault(weight.once, []).append(name if weight.runs == 1 else f"{weight.runs} * {name}")
        if weight.once is not None:
            names |= group.names(part)
        if weight.active is not None:
            idle.append(f"{name}_idle")
            names[idle[-1]] = idle_key(group, part, weight)
    texts = []
    for once, found in terms.items():
        used = f"layers * ({' + '.join(found)})"
        if once is None:
            texts.append(f"2 * rows * ({' - '.join([used, *idle])})" if idle else f"2 * rows * {used}")
        elif phase == "prefill":
            texts.append(f"2 * batch * {once} * {used}")
    if texts:
        builder.add(
            f"{key}.matrices.{group.prefix}",
            f"{key}.matrices",
            "flops",
            group.group.name,
            "FLOP",
            " + ".join(texts),
            {**names, **sizes},
            MATRIX,
        )


def _multiplied(group: GroupScope) -> list[tuple[str, Weight]]:
    """The weights of a layer that rows are multiplied with, each with its part."""
    every = ((part, weight) for part, _ in PARTS for weight in group.weights(part))
    return [(part, weight) for part, weight in every if weight.stored in ("matrix", "expert", "router")]


def outside_lines(builder: Builder, scopes: Scopes, key: str, names: Mapping[str, Slot], after: str) -> None:
    """FLOPs of the matrices before the layers, for every token, and after them, for `after` rows."""
    for place, rows, label in (
        ("before", "rows", QT_TRANSLATE_NOOP("ledger", "Matrices before the layers")),
        ("after", after, QT_TRANSLATE_NOOP("ledger", "Matrices after the layers")),
    ):
        found = {
            weight.key: f"parameters.{weight.key}"
            for where, weight in table_weights(scopes.model)
            if where == place and weight.stored in ("matrix", "expert", "router")
        }
        if found:
            text = f"2 * {rows} * ({' + '.join(found)})"
            builder.add(f"{key}.{place}_layers", key, "flops", label, "FLOP", text, {**names, **found}, MATRIX)


def _unique(part: str, key: str) -> str:
    """The name of a weight in a sum over the parts of a layer: a second mixer may have weights of the same keys."""
    return f"beside_{key}" if part == "beside" else key
