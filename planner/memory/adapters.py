"""Room for LoRA adapters: for each slot a pair of matrices of the largest rank beside every matrix of the layers.

Of a product (k -> n) an adapter has k * rank and rank * n elements on a rank; matrices that are multiplied in one call
(query, key, value) have a pair each. Under TP the half beside the side that TP cuts is cut with it, the other is whole
on every rank unless the engine shards both. Source: vllm/lora/layers (create_lora_weights of base_linear,
column_parallel_linear, fused_moe, vocal_parallel_embedding and logits_processor).
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.formula import formula
from planner.ledger import Builder, Slot
from planner.parts.feed_forward.mixture import Mixture
from planner.scope import GroupScope, Scopes
from planner.tensor_tree import PARTS
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = QT_TRANSLATE_NOOP(
    "references", "Hu et al. 2021, arXiv:2106.09685; vllm/lora/layers: buffers of max_loras slots and max_lora_rank"
)
TABLES = (
    "vllm/lora/layers/vocal_parallel_embedding.py and logits_processor.py: whole on every rank, whatever TP is; until "
    "version 0.11 with lora_extra_vocab_size rows of each adapter, and the head's rows in steps of 256"
)
EXPERTS = QT_TRANSLATE_NOOP(
    "references", "vllm/lora/layers/fused_moe.py: a pair beside each matrix of every expert of the rank"
)
ADAPTED = ("matrix", "router")
"""How weights are stored that vLLM has as linear layers; each of these gets adapters."""


def adapter_lines(builder: Builder, scopes: Scopes) -> None:
    """The buffers of all slots, layer group by layer group, then those of the tables."""
    label = QT_TRANSLATE_NOOP("ledger", "LoRA adapters")
    builder.section("weights.lora", "weights", "weights", label, "byte", REFERENCE)
    sharded = scopes.choices.serving.lora_sharded
    for group in scopes.groups:
        sides: dict[str, Slot] = {}
        parent = f"weights.lora.{group.prefix}"
        for part, operator, name, text in _adapted(group, sharded):
            key = f"{parent}.{part}.{operator}"
            builder.add(key, parent, "weights", name, "", text, group.names(part), REFERENCE)
            sides[f"{part}_{operator}"] = key
        mixture = group.parts["feed_forward"]
        if scopes.choices.serving.lora_experts and isinstance(mixture, Mixture):
            key = sides["experts"] = f"{parent}.feed_forward.experts"
            text = _experts(mixture, sharded)
            label = QT_TRANSLATE_NOOP("ledger", "Experts")
            builder.add(key, parent, "weights", label, "", text, group.names("feed_forward"), EXPERTS)
        if sides:
            builder.add(
                parent,
                "weights.lora",
                "weights",
                group.label,
                "byte",
                f"layers * lora_slots * lora_rank * ({' + '.join(sides)}) * activation_bytes",
                {**group.shared, **group.here, **sides},
                REFERENCE,
            )
    if scopes.choices.lora_tables:
        _tables(builder, scopes)


def _tables(builder: Builder, scopes: Scopes) -> None:
    """The pairs beside token table and head, on the stages where these stand. The table itself has the further rows of
    every adapter, a head of its own those of one.
    """
    rows = " + lora_extra_rows" if scopes.choices.serving.engine else ""
    extra = " + lora_extra_rows * d_model" if rows else ""
    head = f"round_up(vocab_size{rows}, 256)" if rows else "vocab_size"
    own = "" if scopes.model.head.tied else extra
    for here, key, label, text, once in (
        (
            scopes.choices.placement.first,
            "embedding",
            QT_TRANSLATE_NOOP("ledger", "Token table"),
            f"lora_rank * (vocab_size{rows} + d_model){extra}{extra}",
            "",
        ),
        (
            scopes.choices.placement.last,
            "head",
            QT_TRANSLATE_NOOP("ledger", "LM head"),
            f"lora_rank * (d_model + {head}){extra}",
            own,
        ),
    ):
        if here:
            names, root = scopes.tables(), "weights.lora"
            whole = f"lora_slots * ({text})"
            text = f"({whole}{once}) * activation_bytes" if once else f"{whole} * activation_bytes"
            builder.add(f"{root}.{key}", root, "weights", label, "byte", text, names, TABLES)


def _adapted(group: GroupScope, sharded: bool) -> Iterator[tuple[str, str, str, str]]:
    """Part, key, label and elements per unit of rank of every product that adapters stand beside."""
    for part, _ in PARTS:
        stored = {weight.key: weight.stored for weight in group.weights(part)}
        cut = {shape.key for shape in group.shapes(part)}
        for operator in group.operators(part, "prefill"):
            count = sum(stored.get(name) in ADAPTED for name in operator.matrices)
            if operator.sides is not None and count:
                k, n = operator.sides
                first = f"{count} * {k}" if count > 1 else k
                if sharded and cut.intersection(formula(n).names):
                    first = f"ceil_div({first}, tp)"
                elif sharded and cut.intersection(formula(k).names):
                    n = f"ceil_div({n}, tp)"
                yield part, operator.key, operator.label, f"{first} + {n}"


def _experts(mixture: Mixture, sharded: bool) -> str:
    """Elements per unit of rank of the adapters of one layer's experts on a rank."""
    entry = "latent_width" if mixture.latent_width is not None else "d_model"
    wide = 2 if mixture.matrices == "gated" else 1
    ways_in, way_out = f"{wide} * {entry}", entry
    if sharded:
        ways_in, way_out = f"ceil_div({ways_in}, tp)", f"ceil_div({entry}, tp)"
    return f"experts_rank * ({ways_in} + {wide + 1} * expert_width_rank + {way_out})"
