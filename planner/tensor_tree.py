"""The tensors of a model as a tree of lines: elements, elements of a rank, or bytes, from the parts' own weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planner.ledger import Builder, Slot
from planner.parts.base import Weight
from planner.scope import ELSEWHERE, GroupScope, Scopes, shape_lines
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Model

PARTS = (
    ("attention", QT_TRANSLATE_NOOP("ledger", "Attention")),
    ("beside", QT_TRANSLATE_NOOP("ledger", "Beside attention")),
    ("feed_forward", QT_TRANSLATE_NOOP("ledger", "Feed-forward")),
    ("stream", QT_TRANSLATE_NOOP("ledger", "Residual stream")),
)
JOINED = (
    QT_TRANSLATE_NOOP("ledger", "Projection of two rows to one"),
    QT_TRANSLATE_NOOP("ledger", "Norms before and after"),
    QT_TRANSLATE_NOOP("ledger", "Own token table and head"),
)
DIVIDED_TABLE = "ceil_div(vocab_size, tp) * d_model"
PREDICTION = QT_TRANSLATE_NOOP("references", "DeepSeek-AI 2024, arXiv:2412.19437, section 2.2 (multi-token prediction)")
NARROW = QT_TRANSLATE_NOOP(
    "references", "Zhang et al. 2022, arXiv:2205.01068 (OPT-350m: a table narrower than the layers)"
)
TABLE = QT_TRANSLATE_NOOP("references", "One row of d_model elements per token of the vocabulary")


@dataclass(frozen=True)
class Tree:
    """Which tree is built: elements of the whole model or of the fullest rank, or bytes on the fullest rank."""

    root: str
    unit: str
    scopes: Scopes
    rank: bool = False
    """Whether elements are those of the fullest rank."""

    @property
    def counts(self) -> bool:
        """Whether this is the tree of elements of the whole model."""
        return self.unit == "parameter" and not self.rank

    def text(self, weight: Weight, place: str, part: str, names: Mapping[str, Slot]) -> tuple[str, Mapping[str, Slot]]:
        """The formula of one weight, and what its names stand for; `place` is its role and key."""
        if self.unit == "parameter":
            return weight.per_rank if self.rank else weight.elements, names
        text, own = self.scopes.choices.storage(place, part, weight.stored).bytes_text(weight.per_rank)
        return text, {**names, **own}


def table_weights(model: Model) -> Iterator[tuple[str, Weight]]:
    """The tensors before the layers and after them, with the part of the tree that each is."""
    embedding = model.embedding
    width = "d_model" if embedding.width is None else "embedding_width"
    rows = "vocab_size" if embedding.extra_rows is None else "(vocab_size + extra_rows)"
    label = QT_TRANSLATE_NOOP("ledger", "Token embedding")
    divided = f"ceil_div({rows.strip('()')}, tp) * {width}"
    yield "before", Weight("embedding", label, f"{rows} * {width}", divided, "embedding", TABLE)
    if embedding.width is not None:
        between = "embedding_width * d_model"
        label = QT_TRANSLATE_NOOP("ledger", "Projection of the embedding")
        yield "before", Weight("embedding_in", label, between, between, "matrix", NARROW)
    for weight in (*model.position.weights(), *model.stream.weights()):
        yield "before", weight
    for weight in model.stream.weights_after():
        yield "after", weight
    if embedding.width is not None:
        label = QT_TRANSLATE_NOOP("ledger", "Projection before the head")
        yield "after", Weight("embedding_out", label, between, between, "matrix", NARROW)
    if not model.head.tied:
        yield (
            "after",
            Weight(
                "head",
                QT_TRANSLATE_NOOP("ledger", "LM head"),
                f"vocab_size * {width}",
                f"ceil_div(vocab_size, tp) * {width}",
                "head",
                TABLE,
            ),
        )
    if model.head.bias:
        yield (
            "after",
            Weight(
                "head_bias",
                QT_TRANSLATE_NOOP("ledger", "LM head bias"),
                "vocab_size",
                "ceil_div(vocab_size, tp)",
                "vector",
                QT_TRANSLATE_NOOP("references", "One element per token of the vocabulary"),
            ),
        )


def tree_lines(builder: Builder, tree: Tree) -> None:
    """The lines of every tensor: before the layers, group by group, after them."""
    scopes, root = tree.scopes, tree.root
    for place, weight in table_weights(scopes.model):
        if place == "before":
            parent = scopes.table_parent(root, place)
            if weight.key == "embedding" and not tree.counts:
                if scopes.model.head.tied and scopes.choices.placement.last:
                    parent = root  # a tied head on another stage is a copy of the table
                elif root == "weights" and scopes.choices.serving.embedding_on_host:
                    parent = ELSEWHERE
            tensor_line(builder, tree, f"{root}.{weight.key}", parent, weight, scopes.tables())
    _one_norm(builder, tree, "embedding_norm", QT_TRANSLATE_NOOP("ledger", "Embedding norm"))
    for group in scopes.groups:
        _group(builder, tree, group, root, group.prefix)
    _one_norm(builder, tree, "final_norm", QT_TRANSLATE_NOOP("ledger", "Final norm"))
    for place, weight in table_weights(scopes.model):
        if place == "after":
            tensor_line(
                builder, tree, f"{root}.{weight.key}", scopes.table_parent(root, place), weight, scopes.tables()
            )


def _one_norm(builder: Builder, tree: Tree, name: str, label: str) -> None:
    """A norm that stands outside the layers, where the model has it."""
    model = tree.scopes.model
    norm = model.final_norm if name == "final_norm" else model.embedding.norm
    if norm is not None and list(norm.weights()):
        key = f"{tree.root}.{name}"
        parent = tree.scopes.table_parent(tree.root, "after" if name == "final_norm" else "before")
        _norms(builder, tree, key, parent, label, list(norm.weights()), 1, tree.scopes.shared)


def prediction_lines(builder: Builder, tree: Tree, group: GroupScope, root: str) -> None:
    """The layers that predict further tokens: what joins them to the decoder, and the layers themselves."""
    prediction = tree.scopes.model.prediction
    assert prediction is not None
    joined = "layers * 2 * d_model * d_model"
    weights = [Weight("projection", JOINED[0], joined, joined, "matrix", PREDICTION)]
    normed = "layers * prediction_norms * d_model"
    weights.append(Weight("joining_norms", JOINED[1], normed, normed, "vector", PREDICTION))
    if prediction.tables:
        tables = "layers * 2 * vocab_size * d_model"
        weights.append(Weight("tables", JOINED[2], tables, f"layers * 2 * {DIVIDED_TABLE}", "embedding", PREDICTION))
    for weight in weights:
        tensor_line(builder, tree, f"{root}.{weight.key}", root, weight, group.shared)
    _group(builder, tree, group, root, "blocks")


def _group(builder: Builder, tree: Tree, group: GroupScope, root: str, name: str) -> None:
    key = f"{root}.{name}"
    layer = f"{key}.layer"
    builder.add(
        key,
        root,
        tree.root,
        group.group.name,
        tree.unit,
        "layers * layer",
        {**group.shared, **({} if tree.counts else group.here), "layer": layer},
        QT_TRANSLATE_NOOP("references", "Identical layers are one line with a count"),
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
                place = f"{layer}.{part}"
                # Prediction layers repeat a group's layer and are none of its layers: a mix has no counts for them.
                role = "prediction" if group.prefix == "prediction" else group.role
                tensor_line(builder, tree, f"{place}.{weight.key}", place, weight, group.names(part), role, part)
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


def tensor_line(
    builder: Builder,
    tree: Tree,
    key: str,
    parent: str,
    weight: Weight,
    names: Mapping[str, Slot],
    role: str = "",
    part: str = "",
) -> None:
    """The line of a weight; `role` and `part` say where it stands ("groups.0", "attention"; nothing outside layers)."""
    place = f"{role}.{part}.{weight.key}" if role else weight.key
    text, scope = tree.text(weight, place, part, names)
    builder.add(key, parent, tree.root, weight.label, tree.unit, text, scope, weight.reference)


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
        tensor_line(builder, tree, slots[weight.key], key, weight, names)
