"""Room for LoRA adapters: for each slot a pair of matrices of the largest rank beside every matrix of the layers.

Of a product (k -> n) an adapter has k * rank and rank * n elements on a rank; matrices that are multiplied in one call
(query, key, value) have the first of these each. Experts get none. Source: vllm/lora/layers.
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.ledger import Builder, Slot
from planner.scope import GroupScope, Scopes
from planner.tally import PARTS
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "Hu et al. 2021, arXiv:2106.09685; vllm/lora/layers: buffers of max_loras slots and max_lora_rank"


def adapter_lines(builder: Builder, scopes: Scopes) -> None:
    """The buffers of all slots, layer group by layer group."""
    label = QT_TRANSLATE_NOOP("ledger", "LoRA adapters")
    builder.section("weights.lora", "weights", "weights", label, "byte", REFERENCE)
    for group in scopes.groups:
        sides: dict[str, Slot] = {}
        for part, operator, name, text in _adapted(group):
            key = f"weights.lora.{group.prefix}.{part}.{operator}"
            parent = f"weights.lora.{group.prefix}"
            builder.add(key, parent, "weights", name, "", text, group.names(part), REFERENCE)
            sides[f"{part}_{operator}"] = key
        if sides:
            builder.add(
                f"weights.lora.{group.prefix}",
                "weights.lora",
                "weights",
                group.label,
                "byte",
                f"layers * lora_slots * lora_rank * ({' + '.join(sides)}) * activation_bytes",
                {**group.shared, **group.here, **sides},
                REFERENCE,
            )


def _adapted(group: GroupScope) -> Iterator[tuple[str, str, str, str]]:
    """Part, key, label and elements per unit of rank of every product that adapters stand beside."""
    for part, _ in PARTS:
        stored = {weight.key: weight.stored for weight in group.weights(part)}
        for operator in group.operators(part, "prefill"):
            count = sum(stored.get(name) == "matrix" for name in operator.matrices)
            if operator.sides is not None and count:
                k, n = operator.sides
                yield part, operator.key, operator.label, f"{count} * {k} + {n}" if count > 1 else f"{k} + {n}"
