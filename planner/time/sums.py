"""What a pass spends its time on: by class of call, in fixed times, between GPUs, in bubbles; its MFU, MBU and band.

The classes and what goes between GPUs add up to the pass. Fixed times are a part of the classes, not beside them.
"""

from __future__ import annotations

from collections import Counter

from planner.ledger import FOLDED, Builder, Slot
from planner.scope import Scopes
from planner.time.call import Call
from planner.words import QT_TRANSLATE_NOOP

CLASSES = (
    ("gemm", QT_TRANSLATE_NOOP("ledger", "Matrix products")),
    ("grouped_gemm", QT_TRANSLATE_NOOP("ledger", "Products with experts")),
    ("prefill_attention", QT_TRANSLATE_NOOP("ledger", "Attention")),
    ("decode_attention", QT_TRANSLATE_NOOP("ledger", "Attention")),
    ("scan", QT_TRANSLATE_NOOP("ledger", "Recurrences")),
    ("elementwise", QT_TRANSLATE_NOOP("ledger", "Kernels that only move memory")),
)
PASSES = (
    ("prefill", "prefill_floor", "band_other_prefill", (
        QT_TRANSLATE_NOOP("ledger", "Prefill by class of operator"),
        QT_TRANSLATE_NOOP("ledger", "Fixed times in a prefill"),
        QT_TRANSLATE_NOOP("ledger", "Waiting of a pipeline stage in a prefill"),
        QT_TRANSLATE_NOOP("ledger", "MFU of a prefill"),
        QT_TRANSLATE_NOOP("ledger", "MBU of a prefill"),
        QT_TRANSLATE_NOOP("ledger", "Prefill, low"),
        QT_TRANSLATE_NOOP("ledger", "Prefill, pessimistic"),
    )),
    ("decode_step", "decode_floor", "band_other_decode", (
        QT_TRANSLATE_NOOP("ledger", "Decode step by class of operator"),
        QT_TRANSLATE_NOOP("ledger", "Fixed times in a decode step"),
        QT_TRANSLATE_NOOP("ledger", "Waiting of a pipeline stage in a decode step"),
        QT_TRANSLATE_NOOP("ledger", "MFU of a decode step"),
        QT_TRANSLATE_NOOP("ledger", "MBU of a decode step"),
        QT_TRANSLATE_NOOP("ledger", "Decode step, low"),
        QT_TRANSLATE_NOOP("ledger", "Decode step, pessimistic"),
    )),
)  # fmt: skip
"""Each pass with its floor, the cell of its band where constants are not its card's own, and its labels."""
BUBBLE = QT_TRANSLATE_NOOP(
    "references",
    "One batch is in one stage at a time: the others wait (p - 1)/p of the pass, unless as many batches are under way",
)
MFU = QT_TRANSLATE_NOOP(
    "references",
    "FLOPs of a rank at the peaks of the types it multiplies in, over the time; recomputes nothing, counts causal "
    "pairs",
)
MBU = QT_TRANSLATE_NOOP(
    "references",
    "Bytes that a rank must read (weights, KV cache) at the nominal bandwidth, over the time; activations not counted",
)
OWN = QT_TRANSLATE_NOOP(
    "references",
    "Constants fitted on this kind of GPU: nine in ten measured blocks lie within it; every model left out in turn, "
    "A100 and H100",
)
OTHER = (
    "Constants of another GPU, typed ones or defaults: nine in ten measured blocks lie within it, with the other "
    "GPU's constants on A100 and H100"
)


def sum_lines(builder: Builder, scopes: Scopes) -> None:
    """The sums of a prefill and of a decode step."""
    for root, floor, other, (by_class, fixed, bubbles, mfu, mbu, low, high) in PASSES:
        calls = [call for call in scopes.calls if call.root == root]
        _by_class(builder, scopes, root, by_class, calls)
        _fixed(builder, scopes, root, fixed, calls)
        pipeline = scopes.choices.placement.pipeline
        if pipeline:
            text, names = "(pp - 1) / pp * time", {"pp": "scenario.pp", "time": root}
            builder.add(f"{root}_bubbles", None, root, bubbles, "s", text, names, BUBBLE)
        shared = "pp * time" if pipeline else "time"
        scope = {"time": root, "pp": "scenario.pp", "memory_bandwidth": "accelerator.memory_bandwidth"}
        scope |= {"products": f"{floor}.products", "bytes_read": f"{floor}.bytes", "floor": floor}
        builder.add(f"{root}_mfu", None, root, mfu, "", f"products / ({shared})", scope, MFU)
        text = f"bytes_read / (memory_bandwidth * {shared})"
        builder.add(f"{root}_mbu", None, root, mbu, "", text, scope, MBU)
        own = scopes.choices.time.own
        scope["band"] = "assumptions.band_own" if own else f"assumptions.{other}"
        why = OWN if own else OTHER
        builder.add(f"{root}_low", None, root, low, "s", "max(time / band, floor)", scope, why)
        builder.add(f"{root}_high", None, root, high, "s", "time * band", scope, why)


def _by_class(builder: Builder, scopes: Scopes, root: str, label: str, calls: list[Call]) -> None:
    key = f"{root}_by_class"
    builder.section(
        key,
        None,
        root,
        label,
        "s",
        QT_TRANSLATE_NOOP("references", "Layers times the calls of one; what is between GPUs beside them"),
    )
    labels = {group.prefix: group.label for group in scopes.groups}
    for name, title in CLASSES:
        chosen = [call for call in calls if call.operator_class == name]
        if not chosen:
            continue
        builder.section(f"{key}.{name}", key, root, title, "s")
        places: dict[tuple[str, Slot | None], list[Slot]] = {}
        for call in chosen:
            places.setdefault((call.group, call.layers), []).append(call.key)
        for (group, layers), found in places.items():
            place = labels.get(group, QT_TRANSLATE_NOOP("ledger", "Outside the layers"))
            _times(builder, f"{key}.{name}.{group or 'outside'}", f"{key}.{name}", root, place, layers, found)
    engine = {name: f"{root}.{name}" for name in PROFILE if f"{root}.{name}" in builder.lines}
    if engine:
        label = QT_TRANSLATE_NOOP("ledger", "Engine")
        builder.fold(
            f"{key}.engine",
            key,
            root,
            label,
            "s",
            "+",
            engine,
            QT_TRANSLATE_NOOP("references", "Gaps, host, and what fused kernels save"),
        )
    between = [
        line.key
        for line in builder.lines.values()
        if line.parent == root and line.key.startswith(tuple(f"{root}.{sent}" for sent in SENT))
    ]
    if between:
        label = QT_TRANSLATE_NOOP("ledger", "Between GPUs")
        slots = {name.rpartition(".")[2]: name for name in between}
        builder.fold(
            f"{key}.communication",
            key,
            root,
            label,
            "s",
            "+",
            slots,
            QT_TRANSLATE_NOOP("references", "All-reduces, stages, experts, contexts"),
        )


PROFILE = ("fused", "gaps", "host")
"""The lines below a pass that its engine adds to the calls."""
SENT = ("collectives", "stages", "context_", "experts_")
"""How the keys of what goes between GPUs begin, below the pass."""


def _times(
    builder: Builder, key: str, parent: str, component: str, label: str, layers: Slot | None, found: list[Slot]
) -> None:
    """Layers times the sum of some calls of one layer."""
    names: dict[str, Slot] = {f"call_{at}": slot for at, slot in enumerate(found, 1)}
    if len(names) > FOLDED:
        names = {"calls": f"{key}.one"}
    text = " + ".join(names)
    if layers is not None:
        text = f"layers * ({text})"
        names["layers"] = layers
    builder.add(key, parent, component, label, "s", text, names, QT_TRANSLATE_NOOP("references", "Calls of this class"))
    if "calls" in names:
        every = {f"call_{at}": slot for at, slot in enumerate(found, 1)}
        builder.fold(f"{key}.one", key, component, label, "s", "+", every, "Calls of one layer")


def _fixed(builder: Builder, scopes: Scopes, root: str, label: str, calls: list[Call]) -> None:
    key = f"{root}_fixed"
    builder.section(
        key,
        None,
        root,
        label,
        "s",
        QT_TRANSLATE_NOOP("references", "Calls times the fixed time of each; latencies of all-reduces not among it"),
    )
    labels = {group.prefix: group.label for group in scopes.groups}
    counted: dict[str, Counter[Slot]] = {}
    for call in calls:
        counted.setdefault(call.group, Counter()).update(call.fixed)
    for group, layers in dict.fromkeys((call.group, call.layers) for call in calls):
        counts = counted[group]
        names = {slot.rpartition(".")[2]: slot for slot in counts}
        text = " + ".join(f"{counts[slot]} * {name}" for name, slot in names.items())
        if layers is not None:
            text = f"layers * ({text})"
            names["layers"] = layers
        place = labels.get(group, QT_TRANSLATE_NOOP("ledger", "Outside the layers"))
        builder.add(
            f"{key}.{group or 'outside'}",
            key,
            root,
            place,
            "s",
            text,
            names,
            QT_TRANSLATE_NOOP("references", "Launch and ramp of a kernel"),
        )
