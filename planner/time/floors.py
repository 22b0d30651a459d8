"""What no estimate can be below: bytes that must be read over the bandwidth, or FLOPs over the peak.

A floor has neither a fixed time per call nor an efficiency; whichever of the two is more counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.formula import formula
from planner.ledger import Builder, Slot
from planner.memory.cache import caches_of, held_tokens
from planner.parts.base import Phase
from planner.scope import GroupScope, Scopes
from planner.tensor_tree import PARTS, table_weights
from planner.time.flops import phase_names
from planner.time.lines import head_bytes
from planner.words import QT_TRANSLATE_NOOP

PRODUCTS = QT_TRANSLATE_NOOP("references", "What a rank multiplies, at the dense peak of the type in which it does")


def floor_lines(builder: Builder, scopes: Scopes) -> None:
    """The floor of one decode step and of one prefill on one rank."""
    tables: dict[str, Slot] = {
        name: f"weights.{name}" for name in ("embedding_norm", "final_norm") if f"weights.{name}" in builder.lines
    }
    tables |= {
        weight.key: f"weights.{weight.key}" for _, weight in table_weights(scopes.model) if weight.stored != "embedding"
    }
    tables["head"] = head_bytes(scopes)
    phases: tuple[tuple[Phase, str, str, str], ...] = (
        ("decode", "decode_floor", "decode_step", QT_TRANSLATE_NOOP("ledger", "Floor of a decode step")),
        ("prefill", "prefill_floor", "prefill", QT_TRANSLATE_NOOP("ledger", "Floor of a prefill")),
    )
    for phase, root, timed, label in phases:
        read = {group.prefix: _read_weights(builder, group, phase, root) for group in scopes.groups} | tables
        if phase == "decode":
            found = (key for group in scopes.groups for key in _read_caches(builder, scopes, group, root))
            read |= {key.replace(".", "_"): key for key in found}
        slots = {
            **scopes.shared,
            **read,
            "bytes_read": f"{root}.bytes",
            "products": f"{root}.products",
        }
        builder.add(
            root,
            None,
            "floors",
            label,
            "s",
            "max(bytes_read / memory_bandwidth, products)",
            slots,
            QT_TRANSLATE_NOOP(
                "references",
                "Nothing can be faster in this arithmetic: bytes read over the bandwidth, or FLOPs over their peak",
            ),
        )
        label = QT_TRANSLATE_NOOP("ledger", "Bytes read")
        what = QT_TRANSLATE_NOOP("references", "Weights without the input tables; the KV cache up to the context")
        every = read
        builder.fold(f"{root}.bytes", root, "floors", label, "byte", "+", every, what)
        _product_lines(builder, scopes, timed, root)


def _product_lines(builder: Builder, scopes: Scopes, timed: str, root: str) -> None:
    """The time that the FLOPs of one rank take at the peak of the type that each call multiplies in."""
    key = f"{root}.products"
    builder.section(key, None, "floors", QT_TRANSLATE_NOOP("ledger", "FLOPs over their peak"), "s", PRODUCTS)
    found: dict[tuple[str, Slot | None, Slot], list[Slot]] = {}
    for call in scopes.calls:
        if call.root == timed and call.flops is not None:
            found.setdefault((call.group, call.layers, call.peak), []).append(call.flops)
    labels = {group.prefix: group.label for group in scopes.groups}
    for (group, layers, peak), flops in found.items():
        label = labels.get(group, QT_TRANSLATE_NOOP("ledger", "Outside the layers"))
        name = f"{key}.{group or 'outside'}.{peak.rpartition('_')[2]}"
        names: dict[str, Slot] = {"flops": f"{name}.flops", "peak": peak}
        if layers is not None:
            names["layers"] = layers
        text = "flops / peak" if layers is None else "layers * flops / peak"
        builder.add(name, key, "floors", label, "s", text, names, PRODUCTS)
        each = {f"flops_{at}": slot for at, slot in enumerate(flops, 1)}
        label = QT_TRANSLATE_NOOP("ledger", "FLOPs of one rank")
        builder.fold(
            f"{name}.flops",
            name,
            "floors",
            label,
            "FLOP",
            "+",
            each,
            QT_TRANSLATE_NOOP("references", "Of the calls with this peak, once"),
        )


def _read_weights(builder: Builder, group: GroupScope, phase: Phase, root: str) -> Slot:
    """The line with the bytes of a group's weights that one pass must read: of a mixture, the experts that are hit."""
    weights = f"weights.{group.prefix}"
    names: dict[str, Slot] = {**group.shared, **phase_names(phase, group.shared), "layer": f"{weights}.layer"}
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
                names |= {**group.names(part), **phase_names(phase, group.shared)}
                names |= {f"{part}_{key}_bytes": f"{weights}.layer.{part}.{key}" for key in held}
                text += f" - ({' + '.join(f'{part}_{key}_bytes' for key in held)}){share}"
    if text == "layer" and not group.here:
        return weights
    return builder.add(
        f"{root}.{group.prefix}",
        root,
        "floors",
        group.group.name,
        "byte",
        f"layers * ({text})",
        names,
        QT_TRANSLATE_NOOP(
            "references",
            "A mixture reads the experts that are hit, E(1 - (1 - k/E)^T) of E; weights of no operator are left out",
        ),
    )


def _read_caches(builder: Builder, scopes: Scopes, group: GroupScope, root: str) -> Iterator[Slot]:
    """Lines of the caches that a decode step must read whole; sparse kinds and fixed states are left out of a floor.

    What an engine only reserves is not read, and a step goes through the layers of all pipeline stages: where the
    cache's own line says something else, the floor has one of its own.
    """
    choices = scopes.choices
    as_held = choices.serving.kv_policy == "exact" and not choices.shared_prefix and not group.here
    for part, cached, key in caches_of(group):
        if cached.format not in ("key", "value") or not group.parts[part].reads_whole_cache:
            continue
        if as_held:
            yield key
            continue
        names = {**group.names(part), "bytes_per_token": f"{key}.token"}
        if choices.placement.context:
            names["context"] = "context_rank"
        yield builder.add(
            f"{root}.{key}",
            root,
            "floors",
            cached.label,
            "byte",
            f"layers * {held_tokens(cached, 'exact')} * bytes_per_token",
            names,
            QT_TRANSLATE_NOOP("references", "What the attention of one step reads, without the rest of the pages"),
        )
