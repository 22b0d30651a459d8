"""Parameters of the whole model and weights in bytes per GPU: the same tree twice, from the parts' own weights."""

from __future__ import annotations

from planner.ledger import Builder
from planner.memory.loading import loading_lines
from planner.memory.mixes import MIXES
from planner.parts.base import Weight
from planner.scope import ELSEWHERE, GroupScope, Scopes
from planner.tensor_tree import PARTS, PREDICTION, Tree, prediction_lines, tensor_line, tree_lines
from planner.words import QT_TRANSLATE_NOOP

OTHER_STACKS = QT_TRANSLATE_NOOP("references", "Stated by the model's source")
OTHER_FILE = QT_TRANSLATE_NOOP(
    "references", "llama.cpp tools/mtmd: a file of its own beside the decoder's, as published in 16 bits"
)
IDLE, IDLE_ON_AVERAGE = "parameters_idle", "parameters_idle_average"
ON_AVERAGE = QT_TRANSLATE_NOOP(
    "references",
    "Per token, with both embedding tables; its choices are real experts in the share that these are of all experts. "
    "Meituan 2025, arXiv:2509.01322 (LongCat-Flash: 18.6 to 31.3 B, 27 B on average, without the input table)",
)
COUNTING = QT_TRANSLATE_NOOP("references", "Sum over the model's tensors; tied tables count once")


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
    tree_lines(builder, Tree("parameters", "parameter", scopes))
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
        prediction_lines(builder, Tree("prediction", "parameter", scopes), scopes.prediction, "prediction")
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
    tree_lines(builder, tree)
    prediction = scopes.model.prediction
    if scopes.prediction is not None and prediction is not None and prediction.held:
        label = QT_TRANSLATE_NOOP("ledger", "Prediction layers")
        parent = scopes.table_parent("weights", "after")
        builder.section("weights.prediction", parent, "weights", label, "byte", PREDICTION)
        prediction_lines(builder, tree, scopes.prediction, "weights.prediction")
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
            tensor_line(builder, tree, "weights.other_stacks", parent, weight, scopes.tables())
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
    tree_lines(builder, Tree("rank_parameters", "parameter", scopes, rank=True))
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
    tree_lines(builder, Tree(root, "byte", scopes))


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
