"""Time per operator, block, prefill and decode step, each with its fixed, compute and memory terms.

t = t0 + ((FLOP / (mfu * peak))^p + (bytes / (mbu * bandwidth))^p)^(1/p) per call: a roofline with a soft corner and a
fixed time per kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from planner.ledger import Builder, Slot
from planner.memory.cache import cached_bytes, earlier_key, token_line
from planner.parts.base import Operator, Phase, elementwise, gemm
from planner.scope import AFTER, BEFORE, HALVES, GroupScope, Scopes
from planner.tally import NARROW, PARTS, table_weights
from planner.time.flops import phase_names
from planner.words import QT_TRANSLATE_NOOP

ROOFLINE = "Williams et al. 2009 (roofline) with a fixed time per call and a soft corner"
ROOTS: tuple[tuple[Phase, str, str], ...] = (
    ("prefill", "prefill", QT_TRANSLATE_NOOP("ledger", "Prefill")),
    ("decode", "decode_step", QT_TRANSLATE_NOOP("ledger", "Decode step")),
)
ALL_REDUCE = "Thakur et al. 2005 (ring all-reduce): each rank sends 2(n-1)/n of the bytes"


def time_lines(builder: Builder, scopes: Scopes) -> None:
    """The time of one prefill and one decode step on one rank."""
    for phase, root, label in ROOTS:
        builder.section(root, None, root, label, "s", "Layers times their block, tables, LM head, collectives")
        _before_layers(builder, scopes, phase, root)
        for group in scopes.groups:
            block_lines(builder, scopes, group, phase, root)
        _after_layers(builder, scopes, phase, root)
        if scopes.choices.tensor_parallel:
            collective_lines(builder, scopes, scopes.groups, phase, root)
        _exchange_lines(builder, scopes, phase, root)


def peak(scopes: Scopes) -> Slot:
    """The dense peak of the arithmetic's type."""
    return f"accelerator.peak_{scopes.choices.activations}"


def block_operators(group: GroupScope, phase: Phase) -> Iterator[tuple[str, str, Operator]]:
    """Key, part whose names apply, and operator of each call of one layer, in the order of the forward pass."""
    numbers = count(1)
    placement = group.group.norm_placement

    def norms(how_many: int) -> Iterator[tuple[str, str, Operator]]:
        for _ in range(how_many):
            for operator in group.group.norm.operators(phase):
                yield f"norm_{next(numbers)}", "norm", operator

    for half, (parts, there) in enumerate(zip(HALVES, group.present(), strict=True)):
        if not there:
            continue
        yield from norms(BEFORE[placement][half])
        for part in parts:
            for operator in group.operators(part, phase):
                yield f"{part}.{operator.key}", part, operator
        yield from norms(AFTER[placement][half])
        residual = elementwise(
            "residual",
            QT_TRANSLATE_NOOP("ledger", "Residual add"),
            "3 * d_model",
            "Reads two rows of d_model per token and writes one",
        )
        yield f"{parts[0]}.residual", parts[0], residual
    for operator in group.operators("stream", phase):
        yield f"stream.{operator.key}", "stream", operator


def block_lines(builder: Builder, scopes: Scopes, group: GroupScope, phase: Phase, root: str) -> None:
    """The time of a group's layers under `root`, and of one block operator by operator."""
    key = f"{root}.{group.prefix}"
    block = f"{key}.block"
    builder.add(
        key,
        root,
        root,
        group.label,
        "s",
        "layers * block",
        {**group.shared, "block": block},
        "Identical layers take the same time",
    )
    builder.section(
        block,
        key,
        root,
        QT_TRANSLATE_NOOP("ledger", "One block on one rank"),
        "s",
        "Sum of its kernels, without launch gaps and collectives",
    )
    split = phase == "decode" and scopes.choices.placement.context
    """Context-parallel ranks read their share of the tokens, with the heads of all of them."""
    for part, _ in PARTS:
        for cached in group.parts[part].caches():
            if not cached.kept and phase == "decode":
                token_line(builder, scopes, group, part, cached, earlier_key(group, part, cached), key, root)
    for name, part, operator in block_operators(group, phase):
        if part == "norm":
            names = {**group.shared, **norm_bytes(f"weights.{group.place}.layer.norms")}
        else:
            names = _part_names(group, part)
        names |= phase_names(phase, group.shared)
        read = {**names, "context": "context_rank"} if split else names
        operator_lines(builder, scopes, f"{block}.{name}", block, root, operator, names, read)


def _part_names(group: GroupScope, part: str) -> dict[str, Slot]:
    """A part's own names with the bytes of its weights and caches; ValueError when two of these share a name."""
    own, weights, caches = group.names(part), _weight_bytes(group, part), cached_bytes(group, part)
    shared = (weights.keys() & caches.keys()) | (own.keys() & (weights.keys() | caches.keys()))
    if shared:
        raise ValueError(f"{part} of {group.prefix} uses a name twice: {', '.join(sorted(shared))}")
    return {**own, **weights, **caches}


def _weight_bytes(group: GroupScope, part: str) -> dict[str, Slot]:
    prefix = f"weights.{group.place}.layer.{part}"
    return {f"{weight.key}_bytes": f"{prefix}.{weight.key}" for weight in group.weights(part)}


def norm_bytes(key: str) -> dict[str, Slot]:
    return {"scale_bytes": f"{key}.scale", "bias_bytes": f"{key}.bias"}


def operator_lines(
    builder: Builder,
    scopes: Scopes,
    key: str,
    parent: str,
    component: str,
    operator: Operator,
    names: Mapping[str, Slot],
    read: Mapping[str, Slot] | None = None,
) -> None:
    """One call: its time, FLOPs and bytes, and the terms that these give. `read` are the names of the bytes where they
    stand for something else.
    """
    terms: dict[str, Slot] = {"memory": f"{key}.memory"}
    text = "call_time + memory"
    if operator.flops is not None:
        terms["compute"] = f"{key}.compute"
        text = "call_time + (compute ** roofline_exponent + memory ** roofline_exponent) ** (1 / roofline_exponent)"
    builder.add(key, parent, component, operator.label, "s", text, {**scopes.shared, **terms}, ROOFLINE)
    if operator.flops is not None:
        builder.add(
            f"{key}.flops",
            key,
            component,
            QT_TRANSLATE_NOOP("ledger", "FLOPs"),
            "FLOP",
            operator.flops,
            names,
            operator.reference,
        )
        builder.add(
            f"{key}.compute",
            key,
            component,
            QT_TRANSLATE_NOOP("ledger", "Compute term"),
            "s",
            "flops / (compute_efficiency * peak)",
            {**scopes.shared, "flops": f"{key}.flops", "peak": peak(scopes)},
            ROOFLINE,
        )
    builder.add(
        f"{key}.bytes",
        key,
        component,
        QT_TRANSLATE_NOOP("ledger", "Bytes moved"),
        "byte",
        operator.bytes_moved,
        names if read is None else read,
        operator.reference,
    )
    builder.add(
        f"{key}.memory",
        key,
        component,
        QT_TRANSLATE_NOOP("ledger", "Memory term"),
        "s",
        "bytes_moved / (bandwidth_efficiency * memory_bandwidth)",
        {**scopes.shared, "bytes_moved": f"{key}.bytes"},
        ROOFLINE,
    )


def _before_layers(builder: Builder, scopes: Scopes, phase: Phase, root: str) -> None:
    """What stands between the token table and the first layer, where it computes anything; for every token."""
    names = {**scopes.tables(), **_table_bytes(scopes), **phase_names(phase, scopes.shared)}
    if scopes.model.embedding.width is not None:
        label = QT_TRANSLATE_NOOP("ledger", "Projection of the embedding")
        widen = gemm("embedding_in", label, "d_model", "embedding_width", ("embedding_in",), NARROW)
        operator_lines(builder, scopes, f"{root}.embedding_in", root, root, widen, names)
    if scopes.model.embedding.norm is not None:
        scaled = {**names, **norm_bytes("weights.embedding_norm")}
        for operator in scopes.model.embedding.norm.operators(phase):
            operator_lines(builder, scopes, f"{root}.embedding_norm", root, root, operator, scaled)
    for operator in scopes.model.stream.operators(phase):
        operator_lines(builder, scopes, f"{root}.{operator.key}", root, root, operator, names)


def _table_bytes(scopes: Scopes) -> dict[str, Slot]:
    return {f"{weight.key}_bytes": f"weights.{weight.key}" for _, weight in table_weights(scopes)}


def _after_layers(builder: Builder, scopes: Scopes, phase: Phase, root: str) -> None:
    """The stream's end, final norm and LM head, for the last token of each sequence."""
    names = {
        **scopes.tables(),
        "rows": scopes.shared["batch"],
        **_table_bytes(scopes),
        "head_bytes": head_bytes(scopes),
        **norm_bytes("weights.final_norm"),
    }
    for operator in scopes.model.stream.operators_after():
        operator_lines(builder, scopes, f"{root}.{operator.key}", root, root, operator, names)
    if scopes.model.final_norm is not None:
        for operator in scopes.model.final_norm.operators(phase):
            operator_lines(builder, scopes, f"{root}.final_norm", root, root, operator, names)
    reads = ("head", "head_bias") if scopes.model.head.bias else ("head",)
    width = "d_model"
    if scopes.model.embedding.width is not None:
        width = "embedding_width"
        label = QT_TRANSLATE_NOOP("ledger", "Projection before the head")
        narrow = gemm("embedding_out", label, width, "d_model", ("embedding_out",), "As the head: the last token")
        operator_lines(builder, scopes, f"{root}.embedding_out", root, root, narrow, names)
    head = gemm(
        "head",
        QT_TRANSLATE_NOOP("ledger", "LM head"),
        "ceil_div(vocab_size, tp)",
        width,
        reads,
        "Logits of the last token of each sequence",
    )
    operator_lines(builder, scopes, f"{root}.head", root, root, head, names)


BEYOND = (
    "Lepikhin et al. 2020, arXiv:2006.16668; inside a tensor-parallel group every rank has the rows, and the "
    "all-reduce brings the results together"
)


def _exchange_lines(builder: Builder, scopes: Scopes, phase: Phase, root: str) -> None:
    """What goes from GPU to GPU beside the all-reduces: between pipeline stages, and to the experts and back."""
    placement = scopes.choices.placement
    link = scopes.choices.link
    sent = f"{link}_latency + activation_bytes * rows{{times}} * d_model / ({link}_efficiency * {link}_bandwidth)"
    if placement.pipeline:
        names = {**scopes.shared, **phase_names(phase, scopes.shared)}
        label = QT_TRANSLATE_NOOP("ledger", "Between pipeline stages")
        text = f"(pp - 1) * ({sent.format(times='')})"
        builder.add(f"{root}.stages", root, root, label, "s", text, names, "One row of d_model per token and stage")
    if placement.context and phase == "decode":
        for group in scopes.groups:
            names = {**group.names("attention"), **phase_names(phase, group.shared)}
            text = f"2 * layers * ({sent.format(times=' * (cp - 1) / cp')})"
            label = QT_TRANSLATE_NOOP("ledger", "Queries and partial results of context ranks")
            key = f"{root}.context_{group.prefix}"
            builder.add(key, root, root, label, "s", text, names, "A row of d_model per token there and back")
    if placement.experts:
        for group in scopes.groups:
            if group.parts["feed_forward"].kind == "mixture":
                names = {**group.names("feed_forward"), **phase_names(phase, group.shared)}
                sent_there = sent.format(times=" * active * (ep - tp) / ep / tp")
                text = f"2 * layers * min(max(ep // tp, 1) - 1, 1) * ({sent_there})"
                label = QT_TRANSLATE_NOOP("ledger", "To the experts and back")
                key = f"{root}.experts_{group.prefix}"
                builder.add(key, root, root, label, "s", text, names, BEYOND)


def head_bytes(scopes: Scopes) -> Slot:
    """The line with the bytes of the table that the head multiplies with."""
    return "weights.embedding" if scopes.model.head.tied else "weights.head"


def collective_lines(builder: Builder, scopes: Scopes, groups: Iterable[GroupScope], phase: Phase, root: str) -> None:
    """The all-reduces after the halves of each layer of these groups."""
    key, link = f"{root}.collectives", scopes.choices.link
    builder.section(key, root, root, QT_TRANSLATE_NOOP("ledger", "All-reduces"), "s", ALL_REDUCE)
    for group in groups:
        halves = sum(group.present())
        if not halves:
            continue
        names = {**group.shared, **phase_names(phase, group.shared)}
        builder.add(
            f"{key}.{group.prefix}",
            key,
            root,
            group.label,
            "s",
            f"{halves} * layers * ({link}_latency + 2 * (tp - 1) / tp * activation_bytes * rows * d_model"
            f" / ({link}_efficiency * {link}_bandwidth))",
            names,
            ALL_REDUCE,
        )
