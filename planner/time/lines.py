"""Time per operator, block, prefill and decode step, each with its fixed, compute and memory terms, and the floors.

t = t0 + ((FLOP / (mfu * peak))^p + (bytes / (mbu * bandwidth))^p)^(1/p) per call: a roofline with a soft corner and a
fixed time per kernel. The floor has neither: bytes over bandwidth or FLOPs over peak, whichever is more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count

from planner.formula import formula
from planner.ledger import Builder, Slot
from planner.memory.lines import cached_bytes, cached_key
from planner.parts.base import Operator, Phase, elementwise, gemm
from planner.scope import AFTER, BEFORE, HALVES, GroupScope, Scopes
from planner.tally import PARTS
from planner.time.flops import phase_names
from planner.words import QT_TRANSLATE_NOOP

ROOFLINE = "Williams et al. 2009 (roofline) with a fixed time per call and a soft corner"
ROOTS: tuple[tuple[Phase, str, str], ...] = (
    ("prefill", "prefill", QT_TRANSLATE_NOOP("ledger", "Prefill")),
    ("decode", "decode_step", QT_TRANSLATE_NOOP("ledger", "Decode step")),
)
ALL_REDUCE = "Thakur et al. 2005 (ring all-reduce): each rank sends 2(n-1)/n of the bytes"


def time_lines(builder: Builder, scopes: Scopes) -> None:
    """The time of one prefill and one decode step on one rank, and the floor of each."""
    for phase, root, label in ROOTS:
        builder.section(root, None, root, label, "s", "Layers times their block, LM head, collectives")
        for group in scopes.groups:
            _block(builder, scopes, group, phase, root)
        _after_layers(builder, scopes, phase, root)
        if scopes.choices.tensor_parallel:
            _collectives(builder, scopes, phase, root)
    _floors(builder, scopes)


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


def _block(builder: Builder, scopes: Scopes, group: GroupScope, phase: Phase, root: str) -> None:
    key = f"{root}.{group.prefix}"
    block = f"{key}.block"
    builder.add(
        key,
        root,
        root,
        group.group.name,
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
    for name, part, operator in block_operators(group, phase):
        if part == "norm":
            names = {**group.shared, **_norm_bytes(f"weights.{group.prefix}.layer.norms")}
        else:
            names = _part_names(group, part)
        _operator(builder, scopes, f"{block}.{name}", block, root, operator, {**names, **phase_names(phase)})


def _part_names(group: GroupScope, part: str) -> dict[str, Slot]:
    """A part's own names with the bytes of its weights and caches; ValueError when two of these share a name."""
    own, weights, caches = group.names(part), _weight_bytes(group, part), cached_bytes(group, part)
    shared = (weights.keys() & caches.keys()) | (own.keys() & (weights.keys() | caches.keys()))
    if shared:
        raise ValueError(f"{part} of {group.prefix} uses a name twice: {', '.join(sorted(shared))}")
    return {**own, **weights, **caches}


def _weight_bytes(group: GroupScope, part: str) -> dict[str, Slot]:
    prefix = f"weights.{group.prefix}.layer.{part}"
    return {f"{weight.key}_bytes": f"{prefix}.{weight.key}" for weight in group.weights(part)}


def _norm_bytes(key: str) -> dict[str, Slot]:
    return {"scale_bytes": f"{key}.scale", "bias_bytes": f"{key}.bias"}


def _operator(
    builder: Builder,
    scopes: Scopes,
    key: str,
    parent: str,
    component: str,
    operator: Operator,
    names: Mapping[str, Slot],
) -> None:
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
        names,
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


def _after_layers(builder: Builder, scopes: Scopes, phase: Phase, root: str) -> None:
    """Final norm and LM head, for the last token of each sequence."""
    names = {
        **scopes.tables(),
        "rows": "load.batch",
        "embedding_out_bytes": "weights.embedding_out",
        "head_bytes": _head_bytes(scopes),
        "head_bias_bytes": "weights.head_bias",
        **_norm_bytes("weights.final_norm"),
    }
    if scopes.model.final_norm is not None:
        for operator in scopes.model.final_norm.operators(phase):
            _operator(builder, scopes, f"{root}.final_norm", root, root, operator, names)
    reads = ("head", "head_bias") if scopes.model.head.bias else ("head",)
    width = "d_model"
    if scopes.model.embedding.width is not None:
        width = "embedding_width"
        label = QT_TRANSLATE_NOOP("ledger", "Projection before the head")
        narrow = gemm("embedding_out", label, width, "d_model", ("embedding_out",), "As the head: the last token")
        _operator(builder, scopes, f"{root}.embedding_out", root, root, narrow, names)
    head = gemm(
        "head",
        QT_TRANSLATE_NOOP("ledger", "LM head"),
        "ceil_div(vocab_size, tp)",
        width,
        reads,
        "Logits of the last token of each sequence",
    )
    _operator(builder, scopes, f"{root}.head", root, root, head, names)


def _head_bytes(scopes: Scopes) -> Slot:
    return "weights.embedding" if scopes.model.head.tied else "weights.head"


def _collectives(builder: Builder, scopes: Scopes, phase: Phase, root: str) -> None:
    key, link = f"{root}.collectives", scopes.choices.link
    builder.section(key, root, root, QT_TRANSLATE_NOOP("ledger", "All-reduces"), "s", ALL_REDUCE)
    for group in scopes.groups:
        halves = sum(group.present())
        if not halves:
            continue
        names = {**group.shared, **phase_names(phase)}
        builder.add(
            f"{key}.{group.prefix}",
            key,
            root,
            group.group.name,
            "s",
            f"{halves} * layers * ({link}_latency + 2 * (tp - 1) / tp * activation_bytes * rows * d_model"
            f" / ({link}_efficiency * {link}_bandwidth))",
            names,
            ALL_REDUCE,
        )


def _floors(builder: Builder, scopes: Scopes) -> None:
    tables: dict[str, Slot] = {}
    if "weights.final_norm" in builder.lines:
        tables["final_norm"] = "weights.final_norm"
    tables["head"] = _head_bytes(scopes)
    if scopes.model.head.bias:
        tables["head_bias"] = "weights.head_bias"
    phases: tuple[tuple[Phase, str, str, str], ...] = (
        ("decode", "decode_floor", "flops_decode_step", QT_TRANSLATE_NOOP("ledger", "Floor of a decode step")),
        ("prefill", "prefill_floor", "flops_prefill", QT_TRANSLATE_NOOP("ledger", "Floor of a prefill")),
    )
    for phase, root, flops, label in phases:
        read = {group.prefix: _read_weights(builder, group, phase, root) for group in scopes.groups} | tables
        if phase == "decode":
            read |= {key.replace(".", "_"): key for group in scopes.groups for key in _read_caches(builder, group)}
        slots = {
            **scopes.shared,
            **read,
            "bytes_read": f"{root}.bytes",
            "flops": flops,
            "peak": peak(scopes),
        }
        builder.add(
            root,
            None,
            "floors",
            label,
            "s",
            "max(bytes_read / memory_bandwidth, flops / (tp * peak))",
            slots,
            "Nothing can be faster: bytes read over the bandwidth, FLOPs over the peak",
        )
        label = QT_TRANSLATE_NOOP("ledger", "Bytes read")
        what = "Weights without the input table; the KV cache up to the context"
        every = read
        builder.fold(f"{root}.bytes", root, "floors", label, "byte", "+", every, what)


def _read_weights(builder: Builder, group: GroupScope, phase: Phase, root: str) -> Slot:
    """The line with the bytes of a group's weights that one pass must read: of a mixture, the experts that are hit."""
    weights = f"weights.{group.prefix}"
    names: dict[str, Slot] = {**group.shared, **phase_names(phase), "layer": f"{weights}.layer"}
    text = "layer"
    for part, _ in PARTS:
        operators = list(group.operators(part, phase))
        used = {name for operator in operators for name in formula(operator.bytes_moved).names}
        unread = [weight.key for weight in group.weights(part) if f"{weight.key}_bytes" not in used]
        untouched = group.parts[part].untouched()
        routed = [
            weight.key for weight in group.weights(part) if weight.active is not None and weight.key not in unread
        ]
        for held, share in ((unread, ""), (routed if untouched else [], f" * {untouched}")):
            if held:
                names |= {**group.names(part), **phase_names(phase)}
                names |= {f"{part}_{key}_bytes": f"{weights}.layer.{part}.{key}" for key in held}
                text += f" - ({' + '.join(f'{part}_{key}_bytes' for key in held)}){share}"
    if text == "layer":
        return weights
    return builder.add(
        f"{root}.{group.prefix}",
        root,
        "floors",
        group.group.name,
        "byte",
        f"layers * ({text})",
        names,
        "A mixture reads the experts that are hit, E(1 - (1 - k/E)^T) of E; weights of no operator are left out",
    )


def _read_caches(builder: Builder, group: GroupScope) -> Iterator[Slot]:
    """Lines of the caches that a decode step must read whole; sparse kinds and fixed states are left out of a floor."""
    for part, _ in PARTS:
        if group.parts[part].reads_whole_cache:
            for cached in group.parts[part].caches():
                key = f"kv_cache.{group.prefix}.{cached_key(group.parts['attention'], part, cached)}"
                if cached.format in ("key", "value") and "context" in cached.tokens and key in builder.lines:
                    yield key
