"""Time of a prefill and a decode step: blocks with their operators, what stands around them, what ranks exchange."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from planner.ledger import Builder, Slot
from planner.memory.cache import cached_bytes, earlier_key, token_line
from planner.parts.base import Operator, Phase, elementwise, gemm
from planner.scope import AFTER, BEFORE, HALVES, GroupScope, Scopes
from planner.tensor_tree import NARROW, PARTS, table_weights
from planner.time.calls import Place, operand_of, operator_lines, stored_operand
from planner.time.collectives import all_reduce_lines, collective_lines, exchange_lines
from planner.time.flops import phase_names
from planner.time.profile import profile_lines
from planner.words import QT_TRANSLATE_NOOP

ROOTS: tuple[tuple[Phase, str, str], ...] = (
    ("prefill", "prefill", QT_TRANSLATE_NOOP("ledger", "Prefill")),
    ("decode", "decode_step", QT_TRANSLATE_NOOP("ledger", "Decode step")),
)
WHOLE = QT_TRANSLATE_NOOP("references", "Layers times their block, tables, LM head, collectives, engine")
FROM_BLOCKS = QT_TRANSLATE_NOOP(
    "references",
    "Predicted from one block, since the constants were fitted to single blocks measured here. Layers times their "
    "block, tables, LM head, collectives, engine",
)


def time_lines(builder: Builder, scopes: Scopes) -> None:
    """The time of one prefill and one decode step on one rank."""
    all_reduce_lines(builder, scopes)
    for phase, root, label in ROOTS:
        pass_lines(builder, scopes, phase, root, label)


def pass_lines(builder: Builder, scopes: Scopes, phase: Phase, root: str, label: str) -> None:
    """The time of one pass through the whole model, under the load that the scopes' names stand for."""
    why = FROM_BLOCKS if scopes.choices.time.from_blocks else WHOLE
    builder.section(root, None, root, label, "s", why)
    _before_layers(builder, scopes, phase, root)
    for group in scopes.groups:
        block_lines(builder, scopes, group, phase, root)
    _after_layers(builder, scopes, phase, root)
    if scopes.choices.tensor_parallel:
        collective_lines(builder, scopes, scopes.groups, phase, root)
    exchange_lines(builder, scopes, phase, root)
    profile_lines(builder, scopes, phase, root)


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
            QT_TRANSLATE_NOOP("references", "Reads two rows of d_model per token and writes one"),
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
        QT_TRANSLATE_NOOP("references", "Identical layers take the same time"),
    )
    builder.section(
        block,
        key,
        root,
        QT_TRANSLATE_NOOP("ledger", "One block on one rank"),
        "s",
        QT_TRANSLATE_NOOP("references", "Sum of its kernels, without launch gaps and collectives"),
    )
    split = phase == "decode" and scopes.choices.placement.context
    """Context-parallel ranks read their share of the tokens, with the heads of all of them."""
    for part, _ in PARTS:
        for cached in group.caches(part):
            earlier = earlier_key(group, part, cached)
            if not cached.kept and phase == "decode" and earlier not in builder.lines:  # of the first decode pass
                token_line(builder, scopes, group, part, cached, earlier, key, root)
    place = Place(root, group.prefix, group.shared["layers"])
    of_part: dict[str, dict[str, Slot]] = {}
    for name, part, operator in block_operators(group, phase):
        if part not in of_part:
            norms = {**group.shared, **norm_bytes(f"weights.{group.place}.layer.norms")}
            of_part[part] = {**(norms if part == "norm" else _part_names(group, part)),
                             **phase_names(phase, group.shared)}  # fmt: skip
        names = of_part[part]
        operand = "" if part == "norm" else operand_of(scopes.choices, part, group.weights(part), operator)
        read = {**names, "context": group.shared.get("context_rank", "context_rank")} if split else names
        operator_lines(builder, scopes, f"{block}.{name}", block, place, operator, names, operand, read)


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


def _before_layers(builder: Builder, scopes: Scopes, phase: Phase, root: str) -> None:
    """What stands between the token table and the first layer, where it computes anything; for every token."""
    names = {**scopes.tables(), **_table_bytes(scopes), **phase_names(phase, scopes.shared)}
    place, tables = Place(root), [weight for _, weight in table_weights(scopes.model)]
    if scopes.model.embedding.width is not None:
        operand = stored_operand(scopes.choices, "", "matrix")
        label = QT_TRANSLATE_NOOP("ledger", "Projection of the embedding")
        widen = gemm("embedding_in", label, "d_model", "embedding_width", ("embedding_in",), NARROW)
        operator_lines(builder, scopes, f"{root}.embedding_in", root, place, widen, names, operand)
    if scopes.model.embedding.norm is not None:
        scaled = {**names, **norm_bytes("weights.embedding_norm")}
        for operator in scopes.model.embedding.norm.operators(phase):
            operator_lines(builder, scopes, f"{root}.embedding_norm", root, place, operator, scaled)
    for operator in scopes.model.stream.operators(phase):
        operand = operand_of(scopes.choices, "", tables, operator)
        operator_lines(builder, scopes, f"{root}.{operator.key}", root, place, operator, names, operand)


def _table_bytes(scopes: Scopes) -> dict[str, Slot]:
    return {f"{weight.key}_bytes": f"weights.{weight.key}" for _, weight in table_weights(scopes.model)}


def _after_layers(builder: Builder, scopes: Scopes, phase: Phase, root: str) -> None:
    """The stream's end, final norm and LM head, for the last token of each sequence."""
    names = {
        **scopes.tables(),
        "rows": scopes.shared["batch"] if phase == "prefill" else phase_names(phase, scopes.shared)["rows"],
        **_table_bytes(scopes),
        "head_bytes": head_bytes(scopes),
        **norm_bytes("weights.final_norm"),
    }
    place, tables = Place(root), [weight for _, weight in table_weights(scopes.model)]
    for operator in scopes.model.stream.operators_after():
        operand = operand_of(scopes.choices, "", tables, operator)
        operator_lines(builder, scopes, f"{root}.{operator.key}", root, place, operator, names, operand)
    if scopes.model.final_norm is not None:
        for operator in scopes.model.final_norm.operators(phase):
            operator_lines(builder, scopes, f"{root}.final_norm", root, place, operator, names)
    reads = ("head", "head_bias") if scopes.model.head.bias else ("head",)
    width = "d_model"
    if scopes.model.embedding.width is not None:
        width = "embedding_width"
        label = QT_TRANSLATE_NOOP("ledger", "Projection before the head")
        narrow = gemm(
            "embedding_out",
            label,
            width,
            "d_model",
            ("embedding_out",),
            QT_TRANSLATE_NOOP("references", "As the head: the last token"),
        )
        operand = stored_operand(scopes.choices, "", "matrix")
        operator_lines(builder, scopes, f"{root}.embedding_out", root, place, narrow, names, operand)
    head = gemm(
        "head",
        QT_TRANSLATE_NOOP("ledger", "LM head"),
        "ceil_div(vocab_size, tp)",
        width,
        reads,
        QT_TRANSLATE_NOOP("references", "Logits of the last token of each sequence"),
    )
    operator_lines(builder, scopes, f"{root}.head", root, place, head, names, head_operand(scopes))


def head_operand(scopes: Scopes) -> str:
    """The type that the table of the head is multiplied in."""
    return stored_operand(scopes.choices, "", "embedding" if scopes.model.head.tied else "head")


def head_bytes(scopes: Scopes) -> Slot:
    """The line with the bytes of the table that the head multiplies with."""
    return "weights.embedding" if scopes.model.head.tied else "weights.head"
