"""Parameters of the whole model and weights in bytes per GPU: the same tree twice, from the parts' own weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planner.ledger import Builder, Slot
from planner.parts.base import Stored, Weight
from planner.scope import GroupScope, Scopes, shape_lines
from planner.words import QT_TRANSLATE_NOOP

PARTS = (
    ("attention", QT_TRANSLATE_NOOP("ledger", "Attention")),
    ("feed_forward", QT_TRANSLATE_NOOP("ledger", "Feed-forward")),
)
COUNTING = "Sum over the model's tensors; tied tables count once"
TABLE = "One row of d_model elements per token of the vocabulary"


@dataclass(frozen=True)
class Tree:
    """Which of the two trees is built: elements of the whole model, or bytes on the fullest rank."""

    root: str
    unit: str
    scopes: Scopes

    @property
    def counts(self) -> bool:
        """Whether this is the tree of elements."""
        return self.root == "parameters"

    def text(self, weight: Weight) -> str:
        """The formula of one weight."""
        if self.counts:
            return weight.elements
        return self.in_bytes(weight.per_rank, weight.stored)

    def in_bytes(self, elements: str, stored: Stored) -> str:
        """Elements times the bytes of their format, whole blocks where the format has blocks."""
        _, number_format = self.scopes.choices.format_of(stored)
        if number_format.elements == 1:
            return f"({elements}) * bytes_per_element" if "+" in elements else f"{elements} * bytes_per_element"
        return f"ceil_div({elements}, elements_per_block) * bytes_per_block"

    def scope(self, names: Mapping[str, Slot], stored: Stored) -> dict[str, Slot]:
        """The names with those of the weight's format."""
        cell, _ = self.scopes.choices.format_of(stored)
        bytes_slot = f"format.{cell}.bytes"
        own = {"bytes_per_element": bytes_slot, "bytes_per_block": bytes_slot}
        return {**names, **own, "elements_per_block": f"format.{cell}.elements"}


def parameter_lines(builder: Builder, scopes: Scopes) -> None:
    """The exact parameter count, its tree, and what of it one token uses."""
    builder.section("parameters", None, "parameters", QT_TRANSLATE_NOOP("ledger", "Parameters"), "parameter", COUNTING)
    _tree(builder, Tree("parameters", "parameter", scopes))
    idle = [
        (group, part, weight)
        for group in scopes.groups
        for part, _ in PARTS
        for weight in group.weights(part)
        if weight.active is not None
    ]
    text, names = "parameters", {"parameters": "parameters"}
    if idle:
        text, names = "parameters - parameters_idle", {**names, "parameters_idle": "parameters_idle"}
        builder.section(
            "parameters_idle",
            None,
            "parameters",
            QT_TRANSLATE_NOOP("ledger", "Not used by one token"),
            "parameter",
            "Experts that the router does not choose",
        )
    for group, part, weight in idle:
        builder.add(
            f"parameters_idle.{group.prefix}.{part}.{weight.key}",
            "parameters_idle",
            "parameters",
            weight.label,
            "parameter",
            f"layers * ({weight.elements} - ({weight.active}))",
            group.names(part),
            weight.reference,
        )
    builder.add(
        "parameters_active",
        None,
        "parameters",
        QT_TRANSLATE_NOOP("ledger", "Active parameters"),
        "parameter",
        text,
        names,
        "Per token, with both embedding tables",
    )


def weight_lines(builder: Builder, scopes: Scopes) -> None:
    """Bytes of the weights on the fullest rank."""
    builder.section(
        "weights",
        "needed",
        "weights",
        QT_TRANSLATE_NOOP("ledger", "Weights"),
        "byte",
        "Matrices divided by TP, norms and row-parallel biases on every rank",
    )
    _tree(builder, Tree("weights", "byte", scopes))


def table_weights(scopes: Scopes) -> Iterator[tuple[str, Weight]]:
    """The tensors before the layers and after them, with the part of the tree that each is."""
    table = Weight(
        "embedding",
        QT_TRANSLATE_NOOP("ledger", "Token embedding"),
        "vocab_size * d_model",
        "ceil_div(vocab_size, tp) * d_model",
        "embedding",
        TABLE,
    )
    yield "before", table
    for weight in scopes.model.position.weights():
        yield "before", weight
    if not scopes.model.head.tied:
        yield (
            "after",
            Weight(
                "head",
                QT_TRANSLATE_NOOP("ledger", "LM head"),
                "vocab_size * d_model",
                "ceil_div(vocab_size, tp) * d_model",
                "head",
                TABLE,
            ),
        )
    if scopes.model.head.bias:
        yield (
            "after",
            Weight(
                "head_bias",
                QT_TRANSLATE_NOOP("ledger", "LM head bias"),
                "vocab_size",
                "ceil_div(vocab_size, tp)",
                "vector",
                "One element per token of the vocabulary",
            ),
        )


def _tree(builder: Builder, tree: Tree) -> None:
    scopes, root = tree.scopes, tree.root
    for place, weight in table_weights(scopes):
        if place == "before":
            _weight(builder, tree, f"{root}.{weight.key}", root, weight, scopes.position())
    for group in scopes.groups:
        _group(builder, tree, group)
    final = scopes.model.final_norm
    if final is not None and list(final.weights()):
        _norms(
            builder,
            tree,
            f"{root}.final_norm",
            root,
            QT_TRANSLATE_NOOP("ledger", "Final norm"),
            list(final.weights()),
            1,
            scopes.shared,
        )
    for place, weight in table_weights(scopes):
        if place == "after":
            _weight(builder, tree, f"{root}.{weight.key}", root, weight, scopes.shared)


def _group(builder: Builder, tree: Tree, group: GroupScope) -> None:
    key = f"{tree.root}.{group.prefix}"
    layer = f"{key}.layer"
    builder.add(
        key,
        tree.root,
        tree.root,
        group.group.name,
        tree.unit,
        "layers * layer",
        {**group.shared, "layer": layer},
        "Identical layers are one line with a count",
    )
    if not tree.counts:
        for part, _ in PARTS:
            shape_lines(builder, group, part, key)
    builder.section(layer, key, tree.root, QT_TRANSLATE_NOOP("ledger", "One layer"), tree.unit)
    for part, label in PARTS:
        weights = list(group.weights(part))
        if weights:
            builder.section(f"{layer}.{part}", layer, tree.root, label, tree.unit)
            for weight in weights:
                _weight(builder, tree, f"{layer}.{part}.{weight.key}", f"{layer}.{part}", weight, group.names(part))
    norm_weights = list(group.group.norm.weights())
    if norm_weights and group.norms():
        _norms(
            builder,
            tree,
            f"{layer}.norms",
            layer,
            QT_TRANSLATE_NOOP("ledger", "Norms"),
            norm_weights,
            group.norms(),
            group.shared,
        )


def _weight(builder: Builder, tree: Tree, key: str, parent: str, weight: Weight, names: Mapping[str, Slot]) -> None:
    builder.add(
        key,
        parent,
        tree.root,
        weight.label,
        tree.unit,
        tree.text(weight),
        tree.scope(names, weight.stored),
        weight.reference,
    )


def _norms(
    builder: Builder,
    tree: Tree,
    key: str,
    parent: str,
    label: str,
    weights: list[Weight],
    count: int,
    names: Mapping[str, Slot],
) -> None:
    each = " + ".join(weight.key for weight in weights)
    text = each if count == 1 else f"{count} * ({each})" if len(weights) > 1 else f"{count} * {each}"
    slots = {weight.key: f"{key}.{weight.key}" for weight in weights}
    builder.add(key, parent, tree.root, label, tree.unit, text, slots, weights[0].reference)
    for weight in weights:
        _weight(builder, tree, slots[weight.key], key, weight, names)
