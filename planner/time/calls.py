"""The lines of one call: its time, and the fixed, compute and memory terms that the time is made of.

t = t0 + ((FLOP / (mfu * peak))^p + (bytes / (mbu * bandwidth))^p)^(1/p): a roofline with a soft corner and a fixed time
per kernel. Where a card has constants of their own for attention, a prefill's terms are added (p = 1: its softmax hides
nothing), and a decode step takes the longer of the two, which is the bytes unless a latent cache is shared by very many
heads. What only moves memory has no compute term.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from planner.formula import formula
from planner.ledger import Builder, Rewrite, Slot, Specification
from planner.memory.mixes import MIXES
from planner.parts.base import Operator, OperatorClass, Stored, Weight
from planner.scope import Choices, Scopes
from planner.time.call import Call
from planner.time.choices import Rates, TimeChoices
from planner.words import QT_TRANSLATE_NOOP

ROOFLINE = QT_TRANSLATE_NOOP(
    "references", "Williams et al. 2009 (roofline) with a fixed time per call and a soft corner"
)
ADDED = QT_TRANSLATE_NOOP(
    "references", "Fitted on measured prefill attention of A100, H100, H200, B200, L40S: its terms add up, p = 1"
)
BYTES = QT_TRANSLATE_NOOP(
    "references",
    "Fitted on measured decode attention of the same cards: bytes of the cache, unless the products take longer",
)
REACHED = QT_TRANSLATE_NOOP(
    "references",
    "FLOPs over the reached share of the peak of the type that is multiplied in; formats of weights alone (int4, nf4, "
    "GGUF, MXFP4) are widened to 16 bits",
)
SHARED = QT_TRANSLATE_NOOP(
    "references",
    "FLOPs over the reached share of the peak of the type that is multiplied in; formats of weights alone (int4, nf4, "
    "GGUF, MXFP4) are widened to 16 bits; of it the engine's share",
)
REMEMBERED = 8_192
"""So many calls are remembered with their lines: two plans of a model whose 80 layers are all of their own."""
PRODUCTS = ("gemm", "grouped_gemm")
TOGETHER: Mapping[OperatorClass, tuple[str, str, str]] = {
    "prefill_attention": ("prefill_attention_compute_efficiency", "compute + memory", ADDED),
    "decode_attention": ("decode_attention_bandwidth_efficiency", "max(compute, memory)", BYTES),
}
"""The constant that changes how compute and memory term of a class make one, how they do then, and why."""


class Place(NamedTuple):
    """Where a pass makes calls: the root of the pass, the group of layers (or "") and its count."""

    root: str
    group: str = ""
    layers: Slot | None = None


def stored_operand(choices: Choices, part: str, stored: Stored) -> str:
    """The type below 16 bits that a weight of a part is multiplied in; "" where that is the activations'."""
    cell = choices.cell_of(part, stored)
    name: str = getattr(choices, cell)
    return "" if cell in choices.sized or name in MIXES else choices.time.operand(name)


def operand_of(choices: Choices, part: str, weights: Iterable[Weight], operator: Operator) -> str:
    """The type that a call multiplies in: that of all the matrices that it reads, or the activations' ("")."""
    if operator.operator_class not in PRODUCTS:
        return ""
    read = formula(operator.bytes_moved).names
    found = {
        stored_operand(choices, part, weight.stored)
        for weight in weights
        if weight.stored != "vector" and f"{weight.key}_bytes" in read
    }
    return found.pop() if len(found) == 1 else ""


def operator_lines(
    builder: Builder,
    scopes: Scopes,
    key: str,
    parent: str,
    place: Place,
    operator: Operator,
    names: Mapping[str, Slot],
    operand: str = "",
    read: Mapping[str, Slot] | None = None,
) -> None:
    """One call: its time, FLOPs and bytes, and the terms that these give. `read` are the names of the bytes where they
    stand for something else.
    """
    computed = None if operator.flops is None else _slots(operator.flops, names)
    moved = _slots(operator.bytes_moved, names if read is None else read)
    heads = None
    if scopes.rates.group_reads and operator.operator_class == "decode_attention" and "kv_heads_rank" in names:
        heads = names["heads_rank"], names["kv_heads_rank"]
    lines, call = _made(scopes.rates, builder.rewrite, key, parent, place, operator, computed, moved, heads, operand)
    builder.take(lines)
    scopes.calls.append(call)


def _slots(text: str, names: Mapping[str, Slot]) -> tuple[Slot, ...]:
    """What the names of a formula stand for, in their order."""
    return tuple([names[name] for name in formula(text).names])


@lru_cache(maxsize=REMEMBERED)
def _made(
    rates: Rates,
    rewrite: Rewrite | None,
    key: str,
    parent: str,
    place: Place,
    operator: Operator,
    computed: tuple[Slot, ...] | None,
    moved: tuple[Slot, ...],
    heads: tuple[Slot, Slot] | None,
    operand: str,
) -> tuple[Mapping[str, Specification], Call]:
    """The lines of a call, and the call. Many models make the same one, and so do all plans of a model.

    `computed` and `moved` are what the names of its FLOPs and bytes stand for, `heads` the heads and KV heads of a rank
    where an engine reads the cache several times.
    """
    builder, component, kind = Builder(rewrite), place.root, operator.operator_class
    text, terms, reference = time_of_call(rates.time, key, kind, operand, operator.flops is not None)
    builder.add(key, parent, component, operator.label, "s", text, terms, reference)

    def term(name: str, label: str, unit: str, text: str, scope: Mapping[str, Slot], reference: str) -> None:
        builder.add(f"{key}.{name}", key, component, label, unit, text, scope, reference)

    own = operand or rates.activations
    peak = f"accelerator.peak_{own}{'_fp16' if own == 'fp16' and rates.half_sums else ''}"
    if operator.flops is not None and computed is not None:
        label = QT_TRANSLATE_NOOP("ledger", "FLOPs")
        scope: Mapping[str, Slot] = dict(zip(formula(operator.flops).names, computed, strict=True))
        term("flops", label, "FLOP", operator.flops, scope, operator.reference)
        scope = {"flops": f"{key}.flops", "peak": peak, "compute_share": "engine.compute_share",
                 "compute_efficiency": _constant(rates, kind, operand, "compute_efficiency")}  # fmt: skip
        label = QT_TRANSLATE_NOOP("ledger", "Compute term")
        text, why = "flops / (compute_efficiency * peak)", REACHED
        if rates.shared and kind in PRODUCTS:
            text, why = "flops / (compute_efficiency * compute_share * peak)", SHARED
        term("compute", label, "s", text, scope, why)
    label = QT_TRANSLATE_NOOP("ledger", "Bytes moved")
    scope = dict(zip(formula(operator.bytes_moved).names, moved, strict=True))
    term("bytes", label, "byte", operator.bytes_moved, scope, operator.reference)
    scope = {"bytes_moved": f"{key}.bytes", "memory_bandwidth": "accelerator.memory_bandwidth",
             "bandwidth_efficiency": _constant(rates, kind, operand, "bandwidth_efficiency"),
             "bandwidth_ceiling": "engine.bandwidth_ceiling"}  # fmt: skip
    label = QT_TRANSLATE_NOOP("ledger", "Memory term")
    sent, rate = "bytes_moved", "(bandwidth_efficiency * memory_bandwidth)"
    if heads is not None:
        sent = "bytes_moved * min(group_reads, heads_rank / kv_heads_rank)"
        scope |= {"group_reads": "engine.group_reads", "heads_rank": heads[0], "kv_heads_rank": heads[1]}
    if rates.ceiling:
        rate = "min(bandwidth_efficiency * memory_bandwidth, bandwidth_ceiling)"
    term("memory", label, "s", f"{sent} / {rate}", scope, ROOFLINE)
    fixed = tuple(rates.time.call_times(kind, operand).values())
    flops = None if operator.flops is None else f"{key}.flops"
    return builder.lines, Call(*place, key, kind, operand, fixed, flops, peak, operator.sides)


def time_of_call(
    choices: TimeChoices, key: Slot, kind: OperatorClass, operand: str, computes: bool
) -> tuple[str, Mapping[str, Slot], str]:
    """The formula of the time of the call `key`, what its names stand for, and what it rests on."""
    fixed = choices.call_times(kind, operand)
    terms: dict[str, Slot] = {**fixed, "memory": f"{key}.memory"}
    together, reference = "memory", ROOFLINE
    if computes:
        stated = choices.constant(kind, operand, "exponent")
        terms |= {"compute": f"{key}.compute", "exponent": stated or "assumptions.roofline_exponent"}
        together = "(compute ** exponent + memory ** exponent) ** (1 / exponent)"
        own, other, why = TOGETHER.get(kind, ("", "", ""))
        if own in choices.known:
            together, reference = other, why
    return f"{' + '.join(fixed)} + {together}", terms, reference


def _constant(rates: Rates, kind: str, operand: str, name: str) -> Slot:
    found = rates.time.constant(kind, operand, name)
    assert found is not None
    return found
