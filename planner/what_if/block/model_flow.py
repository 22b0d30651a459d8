"""The whole decoder as a flow of data: token ids, tables, layer groups, final norm, head, logits.

The seconds of the steps, with what goes between GPUs and what the engine adds, are the ledger's pass; the parameters
are `parameters`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from planner.formula import formula
from planner.layers import placed
from planner.parts.base import Operator, Phase, Weight, gemm
from planner.plan import Evaluation
from planner.tensor_tree import table_weights
from planner.time.sums import SENT
from planner.time.terms import terms_below, terms_of
from planner.what_if.block.dataflow import ROOTS, Pass
from planner.what_if.block.flow import Dataflow, Flow, Role, Step, Tensor, one, series
from planner.what_if.block.shapes import Sizes
from planner.words import QT_TRANSLATE_NOOP

LAYERS = QT_TRANSLATE_NOOP("dataflow", "{count} identical layers")
PLACES = QT_TRANSLATE_NOOP("dataflow", "{count} identical layers, at {positions}")
TIED = QT_TRANSLATE_NOOP("dataflow", "The head is the token table itself; it is counted there.")
LAST = QT_TRANSLATE_NOOP("dataflow", "Of the last token of each sequence.")
ONE_ROW = QT_TRANSLATE_NOOP("dataflow", "Reads one row of the table for each token.")


def model_flow(evaluation: Evaluation, which: Pass) -> Dataflow:
    """The flow of the whole decoder on one rank, one step for each layer group."""
    return _Model(evaluation, which).made()


class _Model:
    def __init__(self, evaluation: Evaluation, which: Pass) -> None:
        self.evaluation, self.which, self.root = evaluation, which, ROOTS[which]
        self.model = evaluation.model
        self.phase: Phase = "decode" if which == "decode" else "prefill"
        self.sizes = Sizes(evaluation, None, self.phase)
        self.steps: dict[str, Step] = {}

    def made(self) -> Dataflow:
        text = QT_TRANSLATE_NOOP("dataflow", "Token ids")
        self._add(Step("token_ids", "input", text, gives=(self.sizes.tensor("", "B T"),)))
        before, after = self._weights("before"), self._weights("after")
        read = self._calls(self._before(), before, "B T")
        for weight in before:
            if weight.key not in read:
                self._table(weight)
        looked_up = [key for key in self.steps if key.startswith("parameters.")]
        order = ["token_ids", *looked_up, *(key for key in self.steps if key not in ("token_ids", *looked_up))]
        groups = placed([(group.positions, group.count) for group in self.model.groups])
        for at in sorted(range(len(groups)), key=lambda at: groups[at][:1] or (len(groups),)):
            order.append(self._group(at))
        order += self._between()
        known = set(self.steps)
        rows = "B 1" if self.which != "forward" else "B T"
        self._calls(self._after(), after, rows)
        order += [key for key in self.steps if key not in known]
        logits = self.sizes.tensor("", (*rows.split(), "ceil_div(vocab_size, tp)"))
        logits = Tensor((*logits.names[:2], "vocab_size" if self.sizes.tp in (None, 1) else "vocab_size/tp"),
                        logits.sizes)  # fmt: skip
        text = QT_TRANSLATE_NOOP("dataflow", "Logits")
        note = LAST if self.which != "forward" else ""
        self._add(Step("logits", "output", text, gives=(logits,), note=note))
        flow: Flow = series(*(one(key) for key in [*order, "logits"]))
        steps = {key: self.steps[key] for key in [*order, "logits"]}
        return Dataflow(steps, flow, (), self.root if self.root in self.evaluation.structure.index else "")

    def _add(self, step: Step) -> None:
        self.steps[step.key] = step

    def _weights(self, place: str) -> list[Weight]:
        return [weight for where, weight in table_weights(self.model) if where == place]

    def _before(self) -> Iterator[tuple[str, Operator, tuple[str, ...]]]:
        """Name in the ledger, call and output of what stands between the table and the first layer."""
        if self.model.embedding.width is not None:
            label = QT_TRANSLATE_NOOP("ledger", "Projection of the embedding")
            yield "embedding_in", gemm("embedding_in", label, "d_model", "embedding_width", ("embedding_in",), ""), ()
        if self.model.embedding.norm is not None:
            for operator in self.model.embedding.norm.operators(self.phase):
                yield "embedding_norm", operator, ("d_model",)
        for operator in self.model.stream.operators(self.phase):
            yield operator.key, operator, ()

    def _after(self) -> Iterator[tuple[str, Operator, tuple[str, ...]]]:
        for operator in self.model.stream.operators_after():
            yield operator.key, operator, ()
        if self.model.final_norm is not None:
            for operator in self.model.final_norm.operators(self.phase):
                yield "final_norm", operator, ("d_model",)
        width = "d_model"
        if self.model.embedding.width is not None:
            width, label = "embedding_width", QT_TRANSLATE_NOOP("ledger", "Projection before the head")
            yield "embedding_out", gemm("embedding_out", label, width, "d_model", ("embedding_out",), ""), ()
        label, reads = QT_TRANSLATE_NOOP("ledger", "LM head"), ("head", "head_bias")
        yield "head", gemm("head", label, "ceil_div(vocab_size, tp)", width, reads, ""), ()

    def _calls(
        self, calls: Iterable[tuple[str, Operator, tuple[str, ...]]], weights: list[Weight], rows: str
    ) -> set[str]:
        """A step for each call; gives the keys of the weights that they read. Norms have weights of their own."""
        read: set[str] = set()
        evaluation = self.evaluation
        for name, operator, wide in calls:
            key = f"{self.root}.{name}"
            names = formula(operator.bytes_moved).names
            mine = [weight.key for weight in weights if f"{weight.key}_bytes" in names and weight.key not in read]
            read.update(mine)
            lines = [name] if f"parameters.{name}" in evaluation.structure.index and name.endswith("_norm") else mine
            terms = terms_of(evaluation, key)
            out = wide or ((operator.sides[1],) if operator.sides else ())
            gives = (self.sizes.tensor("", (*rows.split(), *out)),) if out else ()
            if name == "head":
                gives = ()
            note = TIED if name == "head" and self.model.head.tied else ""
            self._add(Step(
                key=key, role=_role(name, operator), label=_label(name, operator),
                line=key if key in evaluation.structure.index else "", operator_class=operator.operator_class,
                gives=gives,
                weights=None if operator.sides is None else self.sizes.tensor("", operator.sides),
                parameter_lines=tuple(f"parameters.{one_}" for one_ in lines),
                parameters=sum(evaluation.value(f"parameters.{one_}") or 0 for one_ in lines),
                weight_bytes=sum(evaluation.value(f"weights.{one_}") or 0 for one_ in lines),
                flops=evaluation.value(f"{key}.flops"), bytes_moved=evaluation.value(f"{key}.bytes"),
                seconds=evaluation.value(key), bound="" if terms is None else terms.dominates, note=note,
            ))  # fmt: skip
        return read

    def _table(self, weight: Weight) -> None:
        """A table of which the pass looks up one row for each token."""
        line = f"parameters.{weight.key}"
        wide = "d_model" if self.model.embedding.width is None else "embedding_width"
        if weight.key == "input_table":
            wide = "(total_layers * input_width)"
        rows, columns = weight.elements.rpartition(" * ")[::2]
        matrix = None
        if weight.key in ("embedding", "positions"):
            matrix = self.sizes.tensor("", (rows, columns))
        self._add(Step(
            key=line, role="look_up", label=weight.label, line=line, gives=(self.sizes.tensor("", f"B T {wide}"),),
            weights=matrix, parameter_lines=(line,), parameters=self.evaluation.value(line),
            weight_bytes=self.evaluation.value(f"weights.{weight.key}"),
            note=ONE_ROW,
        ))  # fmt: skip

    def _group(self, at: int) -> str:
        evaluation, group = self.evaluation, self.model.groups[at]
        prefix = f"group{at + 1}"
        line = f"{self.root}.{prefix}"
        calls = [call for call in evaluation.structure.calls if (call.root, call.group) == (self.root, prefix)]
        count = group.count if isinstance(group.count, int) else 1
        terms = terms_below(evaluation, line) if line in evaluation.structure.index else None
        moved = [evaluation.value(f"{call.key}.bytes") for call in calls]
        flops = [evaluation.value(call.flops) for call in calls if call.flops is not None]
        places = PLACES if group.positions is not None else LAYERS
        key = f"layers.{prefix}"
        parameters = f"parameters.{prefix}"
        self._add(Step(
            key=key, role="layers", label=group.name, line=line if line in evaluation.structure.index else parameters,
            gives=(self.sizes.tensor("", "B T d_model"),),
            parameter_lines=(parameters,), parameters=evaluation.value(parameters),
            weight_bytes=evaluation.value(f"weights.{prefix}"),
            flops=count * sum(flops) if flops and None not in flops else None,
            bytes_moved=count * sum(moved) if moved and None not in moved else None,
            seconds=evaluation.value(line), bound="" if terms is None else terms.dominates, group=prefix,
            note=places, values={"count": f"{count:,}", "positions": group.positions or ""},
        ))  # fmt: skip
        return key

    def _between(self) -> list[str]:
        """What goes between GPUs in the pass."""
        evaluation, found = self.evaluation, []
        for line in evaluation.structure.lines:
            sent = line.parent == self.root and line.key.startswith(tuple(f"{self.root}.{each}" for each in SENT))
            if sent and evaluation.value(line.key):
                gives = (self.sizes.tensor("", "B T d_model"),)
                self._add(Step(line.key, "exchange", line.label, line.key, "collective", gives=gives,
                               seconds=evaluation.value(line.key), bound="link"))  # fmt: skip
                found.append(line.key)
        return found


def _role(name: str, operator: Operator) -> Role:
    if name.endswith("_norm"):
        return "norm"
    return "product" if operator.operator_class == "gemm" else "elementwise"


def _label(name: str, operator: Operator) -> str:
    norms = {"final_norm": QT_TRANSLATE_NOOP("ledger", "Final norm"),
             "embedding_norm": QT_TRANSLATE_NOOP("ledger", "Embedding norm")}  # fmt: skip
    return norms.get(name, operator.label)
