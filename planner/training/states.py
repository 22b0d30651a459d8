"""Static memory of training: each copy of a trained parameter its own line, divided among the ranks that share it.

ZeRO stage 1 divides optimizer states and master weights by the ranks that share them, stage 2 the gradients too, stage
3 (FSDP) the weights too. Source: Rajbhandari et al. 2020, arXiv:1910.02054; Zhao et al. 2023, arXiv:2304.11277.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from planner.ledger import Builder, Slot
from planner.parts.base import Weight
from planner.scope import GroupScope, Scopes
from planner.tally import rank_lines, weight_tree
from planner.tensor_tree import PARTS, table_weights
from planner.training.choices import ADAPTED, TrainingChoices
from planner.training.recipes import FSDP, ZERO, State
from planner.words import QT_TRANSLATE_NOOP

HELD = QT_TRANSLATE_NOOP(
    "references", "Parameters that one rank has to train: matrices divided by TP, whole experts by EP, layers by PP"
)
ON_HOST = "DeepSpeed ZeRO-Offload, Ren et al. 2021, arXiv:2101.06840; FSDP CPUOffload"
COPIES = (
    ("gradients", "gradient_bytes", 2, QT_TRANSLATE_NOOP("ledger", "Gradients")),
    ("master", "master_bytes", 1, QT_TRANSLATE_NOOP("ledger", "Master weights")),
)


STATES = ("weights", "adapters", "gradients", "master", "optimizer")
"""The copies of the parameters, by the line of each."""


def state_lines(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    """Weights, gradients, master weights and optimizer states on the fullest rank."""
    if training.offload != "none":
        label = QT_TRANSLATE_NOOP("ledger", "On the host, per GPU")
        builder.section("host", None, "memory", label, "byte", ON_HOST)
    _shards(builder, scopes, training)
    if training.recipe.adapters:
        _frozen(builder, scopes, training)
        _adapters(builder, scopes)
    else:
        rank_lines(builder, scopes)
        _weights(builder, scopes, training)
    if training.recipe.adapters:
        names = {**_names(scopes, training), "adapter_parameters": "trained"}
        text = "adapter_parameters * weight_bytes"
        if training.shares(3):
            text = share_of(text, "adapter_parameters", experts=False)
        label = QT_TRANSLATE_NOOP("ledger", "Adapters")
        builder.add("adapters", "needed", "weights", label, "byte", text, names, training.recipe.reference)
    for key, cell, stage, label in COPIES:
        if cell not in training.stated and not getattr(training.recipe, key):
            continue
        everything = training.offload == "all" or (training.offload == "optimizer" and key == "master")
        parent = "host" if everything else "needed"
        _copy(builder, scopes, training, Copy(key, parent, label, f"trained * {cell}", stage))
    _optimizer(builder, scopes, training)
    here = {key: key for key in STATES if key in builder.lines and builder.lines[key].parent == "needed"}
    label = QT_TRANSLATE_NOOP("ledger", "States per GPU")
    builder.fold(
        "states",
        None,
        "states",
        label,
        "byte",
        "+",
        here,
        QT_TRANSLATE_NOOP("references", "What is there before a step begins"),
    )


def _optimizer(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    parent = "needed" if training.offload == "none" else "host"
    if training.recipe.orthogonalises:
        _matrix_parameters(builder, scopes)
    label = QT_TRANSLATE_NOOP("ledger", "Optimizer states")
    if "optimizer_bytes" in training.stated:
        text = "trained * optimizer_bytes"
        _copy(builder, scopes, training, Copy("optimizer", parent, label, text, 1))
        return
    builder.section("optimizer", parent, "optimizer", label, "byte", training.recipe.reference)
    for state in training.recipe.states:
        _state(builder, scopes, training, state)
    if training.recipe.counters:
        tensors = {name: slot for name, slot in _tensor_counts(builder, scopes)}
        label = QT_TRANSLATE_NOOP("ledger", "Step counters")
        text = "4 * tensors"
        builder.fold("tensors", None, "optimizer", QT_TRANSLATE_NOOP("ledger", "Tensors"), "", "+", tensors,
                     QT_TRANSLATE_NOOP(
                         "references", "Each kind of weight of a layer is counted as one tensor"))  # fmt: skip
        builder.add("optimizer.step", "optimizer", "optimizer", label, "byte", text, {"tensors": "tensors"},
                    QT_TRANSLATE_NOOP(
                        "references", "torch.optim: a 4-byte step beside each tensor's states"))  # fmt: skip


def _state(builder: Builder, scopes: Scopes, training: TrainingChoices, state: State) -> None:
    elements = {"each": "trained", "factored": "factored", "matrices": "matrix_parameters",
                "rest": "(trained - matrix_parameters)"}[state.of]  # fmt: skip
    if state.of == "factored":
        _factored(builder, scopes)
    counted = ("matrix_parameters", "matrix_parameters_experts", "factored", "factored_experts")
    names: dict[str, Slot] = {name: name for name in counted if name in builder.lines}
    names |= {"state_bytes": f"recipe.{state.key}.bytes", "state_elements": f"recipe.{state.key}.elements"}
    text = f"{elements} * state_bytes"
    if state.elements != 1:
        text = f"ceil_div({elements}, state_elements) * state_bytes"
    _copy(builder, scopes, training,
          Copy(f"optimizer.{state.key}", "optimizer", state.label, text, 1, elements, names))  # fmt: skip


def _matrix_parameters(builder: Builder, scopes: Scopes) -> None:
    """Parameters in matrices of the layers, and those of them in experts where ranks share experts."""
    matrices = {name: slot for name, slot, _ in _parts_of(scopes, ("matrix", "expert", "router"))}
    label = QT_TRANSLATE_NOOP("ledger", "Of these in matrices of the layers")
    builder.fold("matrix_parameters", None, "states", label, "parameter", "+", matrices, HELD)
    if "trained_experts" in builder.lines:
        label = QT_TRANSLATE_NOOP("ledger", "Matrices of experts")
        builder.add("matrix_parameters_experts", None, "states", label, "parameter", "trained_experts",
                    {"trained_experts": "trained_experts"}, HELD)  # fmt: skip


def _parts_of(scopes: Scopes, stored: tuple[str, ...]) -> Iterator[tuple[str, Slot, Weight]]:
    """Name, line of the rank's parameters over all layers, and weight, of the weights that are stored so."""
    for group in scopes.groups:
        for part, _ in PARTS:
            for weight in group.weights(part):
                if weight.stored in stored:
                    key = f"rank_parameters.{group.prefix}.all.{part}.{weight.key}"
                    yield f"{group.prefix}_{part}_{weight.key}", key, weight


def _shards(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    if not (training.zero and training.sharded):
        return
    ranks = "shard_ranks" if "shard_ranks" in training.stated else "dp * cp"
    label = QT_TRANSLATE_NOOP("ledger", "Ranks that share the states")
    builder.add("shards", None, "states", label, "", ranks, scopes.shared, ZERO)
    if scopes.choices.placement.experts:
        label = QT_TRANSLATE_NOOP("ledger", "Ranks that share an expert's states")
        text = "max(shards * tp // ep, 1)"
        builder.add("expert_shards", None, "states", label, "", text, {**scopes.shared, "shards": "shards"},
                    "Experts are copied DP times TP over EP times")  # fmt: skip


def _names(scopes: Scopes, training: TrainingChoices) -> dict[str, Slot]:
    cells = {"weight_bytes": "weights", "gradient_bytes": "gradients", "master_bytes": "master"}
    own = {cell: f"recipe.{name}" for cell, name in cells.items() if cell not in training.stated}
    return {**scopes.shared, **own, "trained": "trained", "shards": "shards", "trained_experts": "trained_experts",
            "expert_shards": "expert_shards", "temporary": "recipe.temporary"}  # fmt: skip


def share_of(text: str, elements: str, experts: bool) -> str:
    """What one rank has of `text`, which counts `elements`; those of experts have fewer copies to share.

    >>> share_of("trained * weight_bytes", "trained", experts=False)
    'ceil_div(trained * weight_bytes, shards)'
    >>> share_of("trained * 2", "trained", experts=True)
    'ceil_div((trained - trained_experts) * 2, shards) + ceil_div(trained_experts * 2, expert_shards)'
    """
    if not experts:
        return f"ceil_div({text}, shards)"
    part = f"{elements}_experts"
    others, own = (text.replace(elements, name) for name in (f"({elements} - {part})", part))
    return f"ceil_div({others}, shards) + ceil_div({own}, expert_shards)"


class Copy(NamedTuple):
    """A copy of the parameters as a line. `text` counts `elements`, with `names` beside those of all copies; ranks
    share it from this stage of ZeRO on.
    """

    key: str
    parent: str
    label: str
    text: str
    stage: int
    elements: str = "trained"
    names: Mapping[str, Slot] = MappingProxyType({})


def _copy(builder: Builder, scopes: Scopes, training: TrainingChoices, copy: Copy) -> None:
    names = {**_names(scopes, training), **copy.names}
    text, reference = copy.text, training.recipe.reference
    if training.shares(copy.stage):
        text = share_of(text, copy.elements, f"{copy.elements}_experts" in builder.lines)
        reference = ZERO
    builder.add(copy.key, copy.parent, copy.key.partition(".")[0], copy.label, "byte", text, names, reference)


def _weights(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    label = QT_TRANSLATE_NOOP("ledger", "Parameters trained on this rank")
    names = {"rank_parameters": "rank_parameters"}
    builder.add("trained", None, "states", label, "parameter", "rank_parameters", names, HELD)
    if scopes.choices.placement.experts:
        experts = {name: slot for name, slot, _ in _parts_of(scopes, ("expert",))}
        if experts:
            label = QT_TRANSLATE_NOOP("ledger", "Of these in experts")
            builder.fold("trained_experts", None, "states", label, "parameter", "+", experts, HELD)
    label = QT_TRANSLATE_NOOP("ledger", "Weights")
    stage = 1 if training.recipe.shards_weights else 3
    _copy(builder, scopes, training, Copy("weights", "needed", label, "trained * weight_bytes", stage))


def _frozen(builder: Builder, scopes: Scopes, training: TrainingChoices) -> None:
    """The base of adapters, in the formats of the plan."""
    if not (training.zero >= 3 and training.sharded):
        weight_tree(builder, scopes, "weights", "needed")
        return
    label = QT_TRANSLATE_NOOP("ledger", "Weights")
    names = {**scopes.shared, "base_weights": "base_weights", "shards": "shards"}
    builder.add("weights", "needed", "weights", label, "byte", "ceil_div(base_weights, shards)", names, FSDP)
    weight_tree(builder, scopes, "base_weights", None)


def _adapters(builder: Builder, scopes: Scopes) -> None:
    """The two matrices beside each adapted one: its input times the rank, and the rank times its output."""
    training = scopes.choices.training
    assert training is not None
    reference = training.recipe.reference
    label = QT_TRANSLATE_NOOP("ledger", "Parameters of the adapters on this rank")
    builder.section("trained", None, "states", label, "parameter", reference)
    for group in scopes.groups:
        sides: dict[str, Slot] = {}
        for part, weight, (one, other) in _adapted(group, ADAPTED[training.targets]):
            key = f"trained.{group.prefix}.{part}.{weight.key}"
            sides[f"{part}_{weight.key}"] = key
            names = {**group.names(part), "rank": "scenario.lora_rank"}
            builder.add(key, f"trained.{group.prefix}", "states", weight.label, "parameter",
                        f"lora_rank * ({one} + {other})", names, reference)  # fmt: skip
        if sides:
            builder.add(f"trained.{group.prefix}", "trained", "states", group.label, "parameter",
                        f"layers * ({' + '.join(sides)})", {**group.shared, **group.here, **sides},
                        reference)  # fmt: skip


def _adapted(group: GroupScope, targets: frozenset[str]) -> Iterator[tuple[str, Weight, tuple[str, str]]]:
    for part in ("attention", "feed_forward"):
        for weight in group.weights(part):
            sides = sides_of(weight)
            if weight.key in targets and weight.stored == "matrix" and sides is not None:
                yield part, weight, sides


def sides_of(weight: Weight) -> tuple[str, str] | None:
    """The two sides of a matrix on one rank; None where its text is no product with d_model.

    >>> sides_of(Weight("q", "", "d_model * heads * head_dim", "d_model * heads_rank * head_dim", "matrix", ""))
    ('d_model', 'heads_rank * head_dim')
    """
    text = weight.per_rank
    if text.startswith("d_model * ") and "+" not in text:
        return "d_model", text.removeprefix("d_model * ")
    if text.endswith(" * d_model") and "+" not in text:
        return "d_model", text.removesuffix(" * d_model")
    return None


def _every_weight(scopes: Scopes) -> Iterator[tuple[str, Weight, Mapping[str, Slot], str]]:
    """Name, weight, names and layers of every tensor on this rank."""
    model = scopes.model
    placement = scopes.choices.placement
    for place, weight in table_weights(scopes.model):
        if placement.first if place == "before" else placement.last:
            yield weight.key, weight, scopes.tables(), "1"
    for name, norm, there in (
        ("embedding_norm", model.embedding.norm, placement.first),
        ("final_norm", model.final_norm, placement.last),
    ):
        for weight in norm.weights() if norm is not None and there else ():
            yield f"{name}_{weight.key}", weight, scopes.shared, "1"
    for group in scopes.groups:
        for part, _ in PARTS:
            for weight in group.weights(part):
                yield f"{group.prefix}_{part}_{weight.key}", weight, {**group.names(part), **group.here}, "layers"
        for weight in group.group.norm.weights() if group.norms() else ():
            yield (
                f"{group.prefix}_norm_{weight.key}",
                weight,
                {**group.shared, **group.here},
                f"layers * {group.norms()}",
            )


def _tensor_counts(builder: Builder, scopes: Scopes) -> Iterator[tuple[str, Slot]]:
    for name, _, names, layers in _every_weight(scopes):
        key = f"tensors.{name}"
        label = QT_TRANSLATE_NOOP("ledger", "Tensors of one kind")
        builder.add(
            key, "tensors", "optimizer", label, "", layers, names, QT_TRANSLATE_NOOP("references", "One for each layer")
        )
        yield name, key


def _factored(builder: Builder, scopes: Scopes) -> None:
    """Rows and columns of every matrix, elements of every vector; a weight of another shape is refused by name.

    Experts are stacks as transformers 5 has them, gate and up in one: torch factors each matrix of a stack.
    """
    lines: dict[str, Slot] = {}
    experts: dict[str, Slot] = {}
    for name, weight, names, layers in _every_weight(scopes):
        sides = sides_of(weight)
        each = weight.factors if sides is None else f"{sides[0]} + {sides[1]}"
        if weight.stored == "vector":
            each = weight.per_rank
        scope = dict(names)
        if each is None:
            each, scope["unproved"] = "unproved", "unproved.adafactor"
        lines[name] = f"factored.{name}"
        text = f"({each})" if layers == "1" else f"{layers} * ({each})"
        builder.add(lines[name], "factored", "optimizer", weight.label, "", text, scope, weight.reference)
        if weight.stored == "expert" and "trained_experts" in builder.lines:
            experts[name] = lines[name]
    label = QT_TRANSLATE_NOOP("ledger", "Rows and columns")
    reference = "Shazeer & Stern 2018, arXiv:1804.04235, section 3"
    builder.fold("factored", None, "optimizer", label, "", "+", lines, reference)
    if experts:
        label = QT_TRANSLATE_NOOP("ledger", "Rows and columns of experts")
        builder.fold("factored_experts", None, "optimizer", label, "", "+", experts, reference)
