"""Parameters of the whole model and weights in bytes per GPU: the same tree twice, from the parts' own weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planner.ledger import Builder, Slot
from planner.memory.loading import loading_lines
from planner.memory.mixes import MIXES
from planner.parts.base import Weight
from planner.scope import ELSEWHERE, GroupScope, Scopes, shape_lines
from planner.words import QT_TRANSLATE_NOOP

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
OTHER_STACKS = QT_TRANSLATE_NOOP("references", "Stated by the model's source")
OTHER_FILE = QT_TRANSLATE_NOOP(
    "references", "llama.cpp tools/mtmd: a file of its own beside the decoder's, as published in 16 bits"
)
NARROW = QT_TRANSLATE_NOOP(
    "references", "Zhang et al. 2022, arXiv:2205.01068 (OPT-350m: a table narrower than the layers)"
)
IDLE, IDLE_ON_AVERAGE = "parameters_idle", "parameters_idle_average"
ON_AVERAGE = QT_TRANSLATE_NOOP(
    "references",
    "Per token, with both embedding tables; its choices are real experts in the share that these are of all experts. "
    "Meituan 2025, arXiv:2509.01322 (LongCat-Flash: 18.6 to 31.3 B, 27 B on average, without the input table)",
)
COUNTING = QT_TRANSLATE_NOOP("references", "Sum over the model's tensors; tied tables count once")
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


def parameter_lines(builder: Builder, scopes: Scopes) -> None:
    """The exact parameter count, its tree, and what of it one token uses."""
    builder.section("parameters", None, "parameters", QT_TRANSLATE_NOOP("ledger", "Parameters"), "parameter", COUNTING)
    stream = scopes.model.stream
    if any(stream.weights()) or any(stream.weights_after()):
        counts = {group.prefix: f"{group.role}.count" for group in scopes.groups}
        label = QT_TRANSLATE_NOOP("ledger", "Layers of the model")
        builder.add(
            "total_layers",
            None,
            "parameters",
            label,
            "layer",
            " + ".join(counts),
            counts,
            QT_TRANSLATE_NOOP("references", "Over all groups"),
        )
    _tree(builder, Tree("parameters", "parameter", scopes))
    idle = [
        (group, part, weight)
        for group in scopes.groups
        for part, _ in PARTS
        for weight in group.weights(part)
        if weight.active is not None
    ]
    varies = any(weight.average is not None for _, _, weight in idle)
    label = QT_TRANSLATE_NOOP("ledger", "Active parameters")
    reference = QT_TRANSLATE_NOOP("references", "Per token, with both embedding tables")
    if varies:
        label = QT_TRANSLATE_NOOP("ledger", "Active parameters, at most")
        reference = QT_TRANSLATE_NOOP(
            "references", "Per token, with both embedding tables; where every choice of the router is a real expert"
        )
    _active(builder, IDLE, idle, label, reference)
    if varies:
        label = QT_TRANSLATE_NOOP("ledger", "Active parameters, on average")
        _active(builder, IDLE_ON_AVERAGE, idle, label, ON_AVERAGE)
    if scopes.prediction is not None:
        label = QT_TRANSLATE_NOOP("ledger", "Prediction layers (not in the count)")
        builder.section("prediction", None, "parameters", label, "parameter", PREDICTION)
        _prediction(builder, Tree("prediction", "parameter", scopes), scopes.prediction, "prediction")
    if scopes.model.other_stacks is not None:
        label = QT_TRANSLATE_NOOP("ledger", "Vision and audio stacks (not in the count)")
        names = scopes.tables()
        builder.add("other_stacks", None, "parameters", label, "parameter", "other_stacks", names, OTHER_STACKS)


def _active(
    builder: Builder, idle_root: str, idle: list[tuple[GroupScope, str, Weight]], label: str, reference: str
) -> None:
    """What one token does not use, weight by weight, and what it uses: the most, or on average."""
    average = idle_root == IDLE_ON_AVERAGE
    text, names = "parameters", {"parameters": "parameters"}
    if idle:
        text, names = "parameters - idle", {**names, "idle": idle_root}
        unused = QT_TRANSLATE_NOOP("ledger", "Not used by one token")
        if average:
            unused = QT_TRANSLATE_NOOP("ledger", "Not used by one token, on average")
        chosen = QT_TRANSLATE_NOOP("references", "Experts that the router does not choose")
        builder.section(idle_root, None, "parameters", unused, "parameter", chosen)
    for group, part, weight in idle:
        used = (weight.average or weight.active) if average else weight.active
        builder.add(
            f"{idle_root}.{group.prefix}.{part}.{weight.key}",
            idle_root,
            "parameters",
            weight.label,
            "parameter",
            f"layers * ({weight.elements} - ({used}))",
            group.names(part),
            weight.reference,
        )
    key = "parameters_active_average" if average else "parameters_active"
    builder.add(key, None, "parameters", label, "parameter", text, names, reference)


def idle_key(group: GroupScope, part: str, weight: Weight) -> str:
    """The line that says how much of a weight, over the group's layers, one token does not use (on average)."""
    root = IDLE if weight.average is None else IDLE_ON_AVERAGE
    return f"{root}.{group.prefix}.{part}.{weight.key}"


def weight_lines(builder: Builder, scopes: Scopes) -> None:
    """Bytes of the weights on the fullest rank."""
    builder.section(
        "weights",
        "needed",
        "weights",
        QT_TRANSLATE_NOOP("ledger", "Weights"),
        "byte",
        QT_TRANSLATE_NOOP("references", "Matrices divided by TP, norms and row-parallel biases on every rank"),
    )
    if scopes.choices.placement.pipeline:
        label = QT_TRANSLATE_NOOP("ledger", "Weights of other stages (not on this GPU)")
        builder.section(
            ELSEWHERE,
            None,
            "weights",
            label,
            "byte",
            QT_TRANSLATE_NOOP("references", "The token table on the first stage, the head on the last"),
        )
    tree = Tree("weights", "byte", scopes)
    _tree(builder, tree)
    prediction = scopes.model.prediction
    if scopes.prediction is not None and prediction is not None and prediction.held:
        label = QT_TRANSLATE_NOOP("ledger", "Prediction layers")
        parent = scopes.table_parent("weights", "after")
        builder.section("weights.prediction", parent, "weights", label, "byte", PREDICTION)
        _prediction(builder, tree, scopes.prediction, "weights.prediction")
    if scopes.model.other_stacks is not None:
        label = QT_TRANSLATE_NOOP("ledger", "Vision and audio stacks")
        divided = scopes.choices.serving.towers_divided and scopes.choices.tensor_parallel
        here = "ceil_div(other_stacks, tp)" if divided else "other_stacks"
        weight = Weight("other_stacks", label, "other_stacks", here, "vector", OTHER_STACKS)
        parent = scopes.table_parent("weights", "before")
        if scopes.choices.weights in MIXES:  # a mix is of the decoder's file, whose other weights are in fp32
            names, text = scopes.tables(), "2 * other_stacks"
            builder.add("weights.other_stacks", parent, "weights", label, "byte", text, names, OTHER_FILE)
        else:
            _weight(builder, tree, "weights.other_stacks", parent, weight, scopes.tables())
    loading_lines(builder, scopes)


def rank_lines(builder: Builder, scopes: Scopes) -> None:
    """Parameters on the fullest rank, and over the layers of each group those of each weight."""
    label = QT_TRANSLATE_NOOP("ledger", "Parameters on this rank")
    builder.section(
        "rank_parameters",
        None,
        "states",
        label,
        "parameter",
        QT_TRANSLATE_NOOP("references", "Matrices divided by TP, layers by PP"),
    )
    _elsewhere(builder, scopes, "rank_parameters", "parameter")
    _tree(builder, Tree("rank_parameters", "parameter", scopes, rank=True))
    for group in scopes.groups:
        for part, _ in PARTS:
            for weight in group.weights(part):
                if weight.stored in ("matrix", "expert", "router"):
                    key = f"rank_parameters.{group.prefix}.all.{part}.{weight.key}"
                    one = f"rank_parameters.{group.prefix}.layer.{part}.{weight.key}"
                    names = {**group.shared, **group.here, "one": one}
                    parent, over = (
                        f"rank_parameters.{group.prefix}",
                        QT_TRANSLATE_NOOP("references", "Over the layers of this rank"),
                    )
                    builder.add(key, parent, "states", weight.label, "parameter", "layers * one", names, over)


def weight_tree(builder: Builder, scopes: Scopes, root: str, parent: str | None) -> None:
    """Bytes of the weights on the fullest rank under a root of this name, in the formats of the plan."""
    label = QT_TRANSLATE_NOOP("ledger", "Weights")
    reference = QT_TRANSLATE_NOOP("references", "Matrices divided by TP, norms and row-parallel biases on every rank")
    builder.section(root, parent, "weights", label, "byte", reference)
    _elsewhere(builder, scopes, root, "byte")
    _tree(builder, Tree(root, "byte", scopes))


def _elsewhere(builder: Builder, scopes: Scopes, root: str, unit: str) -> None:
    if scopes.choices.placement.pipeline:
        label = QT_TRANSLATE_NOOP("ledger", "Weights of other stages (not on this GPU)")
        key = ELSEWHERE if root == "weights" else f"{root}_elsewhere"
        builder.section(
            key,
            None,
            "weights",
            label,
            unit,
            QT_TRANSLATE_NOOP("references", "The token table on the first stage, the head on the last"),
        )


def table_weights(scopes: Scopes) -> Iterator[tuple[str, Weight]]:
    """The tensors before the layers and after them, with the part of the tree that each is."""
    embedding = scopes.model.embedding
    width = "d_model" if embedding.width is None else "embedding_width"
    rows = "vocab_size" if embedding.extra_rows is None else "(vocab_size + extra_rows)"
    label = QT_TRANSLATE_NOOP("ledger", "Token embedding")
    divided = f"ceil_div({rows.strip('()')}, tp) * {width}"
    yield "before", Weight("embedding", label, f"{rows} * {width}", divided, "embedding", TABLE)
    if embedding.width is not None:
        between = "embedding_width * d_model"
        label = QT_TRANSLATE_NOOP("ledger", "Projection of the embedding")
        yield "before", Weight("embedding_in", label, between, between, "matrix", NARROW)
    for weight in (*scopes.model.position.weights(), *scopes.model.stream.weights()):
        yield "before", weight
    for weight in scopes.model.stream.weights_after():
        yield "after", weight
    if embedding.width is not None:
        label = QT_TRANSLATE_NOOP("ledger", "Projection before the head")
        yield "after", Weight("embedding_out", label, between, between, "matrix", NARROW)
    if not scopes.model.head.tied:
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
    if scopes.model.head.bias:
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


def _tree(builder: Builder, tree: Tree) -> None:
    scopes, root = tree.scopes, tree.root
    for place, weight in table_weights(scopes):
        if place == "before":
            parent = scopes.table_parent(root, place)
            if weight.key == "embedding" and not tree.counts:
                if scopes.model.head.tied and scopes.choices.placement.last:
                    parent = root  # a tied head on another stage is a copy of the table
                elif root == "weights" and scopes.choices.serving.embedding_on_host:
                    parent = ELSEWHERE
            _weight(builder, tree, f"{root}.{weight.key}", parent, weight, scopes.tables())
    _one_norm(builder, tree, "embedding_norm", QT_TRANSLATE_NOOP("ledger", "Embedding norm"))
    for group in scopes.groups:
        _group(builder, tree, group, root, group.prefix)
    _one_norm(builder, tree, "final_norm", QT_TRANSLATE_NOOP("ledger", "Final norm"))
    for place, weight in table_weights(scopes):
        if place == "after":
            _weight(builder, tree, f"{root}.{weight.key}", scopes.table_parent(root, place), weight, scopes.tables())


def _one_norm(builder: Builder, tree: Tree, name: str, label: str) -> None:
    """A norm that stands outside the layers, where the model has it."""
    model = tree.scopes.model
    norm = model.final_norm if name == "final_norm" else model.embedding.norm
    if norm is not None and list(norm.weights()):
        key = f"{tree.root}.{name}"
        parent = tree.scopes.table_parent(tree.root, "after" if name == "final_norm" else "before")
        _norms(builder, tree, key, parent, label, list(norm.weights()), 1, tree.scopes.shared)


def _prediction(builder: Builder, tree: Tree, group: GroupScope, root: str) -> None:
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
        _weight(builder, tree, f"{root}.{weight.key}", root, weight, group.shared)
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
                _weight(builder, tree, f"{place}.{weight.key}", place, weight, group.names(part), role, part)
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


def _weight(
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
        _weight(builder, tree, slots[weight.key], key, weight, names)
