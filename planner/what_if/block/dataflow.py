"""The decoder block of a layer group as a flow of data, with the ledger's own figures; nothing is computed anew here.

A step is a call of the ledger's pass and carries its line; what the ledger does not have (times of training, FLOPs of
kernels that only move memory) is blank. The figures of a block's steps add up to the ledger's block: parameters to
`parameters.<group>.layer`, bytes of weights to `weights.<group>.layer`, seconds to `<pass>.<group>.block`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Literal

from planner.formula import formula
from planner.memory.cache import cached_key, earlier_key
from planner.parts.base import Cached, Operator, Part, Phase, Weight
from planner.parts.feed_forward import Mixture
from planner.plan import Evaluation
from planner.plan_inputs import serving_of
from planner.scope import AFTER, BEFORE, HALVES, GroupScope
from planner.tensor_tree import PARTS
from planner.time.lines import block_operators
from planner.time.terms import terms_of
from planner.what_if.block.arrange import arranged
from planner.what_if.block.flow import (
    Dataflow,
    Flow,
    Kept,
    Role,
    Step,
    Store,
    Tensor,
    around,
    edges_of,
    one,
    parallel,
    series,
    steps_in,
)
from planner.what_if.block.shapes import SCORES, STREAM, Sizes, factors_of, given
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Training

Pass = Literal["prefill", "decode", "forward"]
"""A prefill of all prompts, one decode step, or the forward pass of a training step."""
ROOTS = {"prefill": "prefill", "decode": "decode_step", "forward": "forward"}
"""Where the ledger has the calls of a pass; it has none of a training step's."""
TITLES = {
    "prefill": QT_TRANSLATE_NOOP("ledger", "Prefill"),
    "decode": QT_TRANSLATE_NOOP("ledger", "Decode step"),
    "forward": QT_TRANSLATE_NOOP("dataflow", "Forward pass of a training step"),
}
ABSORBED = QT_TRANSLATE_NOOP(
    "dataflow",
    "Absorbed: the key half of the matrix turns queries into the latent space, the value half turns back what "
    "attention gives. Keys and values of the heads are never made.",
)
LATENT_SEEN = QT_TRANSLATE_NOOP("dataflow", "All heads attend to the one latent vector of each token.")
ROUTED = QT_TRANSLATE_NOOP("dataflow", "{active} of {experts} experts for each token")
EVERY_TOKEN = QT_TRANSLATE_NOOP("dataflow", "Every token passes the shared experts.")
SAME_MATRIX = QT_TRANSLATE_NOOP("dataflow", "Its parameters are counted at the step that reads them first.")
UNREAD = QT_TRANSLATE_NOOP("dataflow", "With parameters that no call of this pass reads.")
BETWEEN = QT_TRANSLATE_NOOP("dataflow", "Between GPUs; beside the times of the block.")
RESIDUAL = QT_TRANSLATE_NOOP("dataflow", "Adds what came round to what the branch gives.")


def passes_of(evaluation: Evaluation) -> tuple[Pass, ...]:
    """The passes that a plan has."""
    return ("forward",) if isinstance(evaluation.scenario.load, Training) else ("prefill", "decode")


def block_flow(evaluation: Evaluation, at: int, which: Pass) -> Dataflow:
    """The flow of one layer of the group at a position, on one rank."""
    return _Block(evaluation, at, which).made()


def scope_of(evaluation: Evaluation, at: int) -> GroupScope:
    """The group's parts as the plan counts them."""
    model = evaluation.model
    serves = not isinstance(evaluation.scenario.load, Training)
    expanded = serves and serving_of(evaluation.scenario, evaluation.engine, evaluation.accelerator).expanded
    return GroupScope(f"groups.{at}", f"group{at + 1}", model.groups[at], model.stream, {}, expanded)


class _Block:
    """Collects the steps of one block."""

    def __init__(self, evaluation: Evaluation, at: int, which: Pass) -> None:
        self.evaluation, self.which = evaluation, which
        self.phase: Phase = "decode" if which == "decode" else "prefill"
        self.root = ROOTS[which]
        self.group = scope_of(evaluation, at)
        self.block = f"{self.root}.{self.group.prefix}.block"
        self.sizes = Sizes(evaluation, at, self.phase)
        self.held = Sizes(evaluation, at, "decode")
        """What is kept is shown at the full context, for which the ledger counts it."""
        self.layers = evaluation.amounts.get(f"groups.{at}.count")
        self.steps: dict[str, Step] = {}
        self._read: set[str] = set()

    def made(self) -> Dataflow:
        start = Step(f"{self.block}.input", "input", QT_TRANSLATE_NOOP("dataflow", "Residual stream in"),
                     gives=(self.sizes.tensor("", "B T d_model"),), group=self.group.prefix)  # fmt: skip
        self.steps[start.key] = start
        found: dict[str, list[str]] = {}
        for name, part, operator in block_operators(self.group, self.phase):
            self._step(name, part, operator)
            found.setdefault(part, []).append(name)
        end = Step(f"{self.block}.output", "output", QT_TRANSLATE_NOOP("dataflow", "Residual stream out"),
                   gives=start.gives, group=self.group.prefix)  # fmt: skip
        self.steps[end.key] = end
        flow = series(one(start.key), self._halves(found), self._rest(found.get("stream", [])), one(end.key))
        self._unread(flow)
        ordered = {key: self.steps[key] for key in steps_in(flow)}
        return Dataflow(_passed_on(ordered, flow), flow, tuple(self._stores()), self.block)

    def _halves(self, found: dict[str, list[str]]) -> Flow:
        """Norms, parts and residual adds in the order that the placement of the norms gives."""
        placement = self.group.group.norm_placement
        there = self.group.present()
        norms = iter(found.get("norm", []))
        before: list[list[str]] = [[], []]
        after: list[list[str]] = [[], []]
        for half in (0, 1):
            if there[half]:
                before[half] = [next(norms) for _ in range(BEFORE[placement][half])]
                after[half] = [next(norms) for _ in range(AFTER[placement][half])]
        inner = [self._half(half, found) if there[half] else series() for half in (0, 1)]
        adds = [f"{self.block}.{HALVES[half][0]}.residual" for half in (0, 1)]
        if all(there) and placement in ("shared", "parallel"):
            ahead = [self._keyed(name) for name in before[0]]
            both = parallel(*inner)
            if placement == "parallel":
                both = parallel(*(series(norm, branch) for norm, branch in zip(ahead, inner, strict=True)))
                ahead = []
            return series(around(series(*ahead, both), adds[0]), one(adds[1]))
        return series(*(
            around(
                series(self._mixing(half, found), *map(self._keyed, before[half]), inner[half],
                       *map(self._keyed, after[half])),
                adds[half],
            )
            for half in (0, 1)
            if there[half]
        ))  # fmt: skip

    def _half(self, half: int, found: dict[str, list[str]]) -> Flow:
        branches = []
        for part in HALVES[half]:
            keys = [name.removeprefix(f"{part}.") for name in found.get(part, ())]
            keys = [key for key in keys if key != "residual"]
            if part == "feed_forward" and "experts" in keys and self._exchange("experts_", f"{part}.exchange", 2):
                keys.append("exchange")
            branches.append(arranged(f"{self.block}.{part}.", keys, self.phase))
        shared = f"{HALVES[half][0]}.all_reduce"
        reduced = self._exchange("collectives.", shared, 1)
        return series(parallel(*branches), self._keyed(shared) if reduced else series())

    def _mixing(self, half: int, found: dict[str, list[str]]) -> Flow:
        name = f"stream.mixing_{HALVES[half][0]}"
        return self._keyed(name) if name in found.get("stream", ()) else series()

    def _rest(self, names: list[str]) -> Flow:
        return series(*(self._keyed(name) for name in names if not name.startswith("stream.mixing_")))

    def _keyed(self, name: str) -> Flow:
        return one(f"{self.block}.{name}")

    def _step(self, name: str, part: str, operator: Operator) -> None:
        key, evaluation = f"{self.block}.{name}", self.evaluation
        value = self.group.group.norm if part == "norm" else self.group.parts[part]
        terms = terms_of(evaluation, key)
        lines = tuple(self._parameter_lines(part, operator))
        own = (part == "norm", *(line not in self._read for line in lines))
        counted = tuple(line for line in lines if part == "norm" or line not in self._read)
        self._read.update(lines)
        note, values = self._note(part, operator, all_counted=not lines or any(own))
        self.steps[key] = Step(
            key=key,
            role=_role(name, operator),
            label=operator.label,
            line=key if key in evaluation.structure.index else "",
            operator_class=operator.operator_class,
            takes=self._taken(part, operator),
            gives=self._given(part, value, name, operator),
            weights=self._matrix(part, operator),
            parameter_lines=counted,
            parameters=_total(evaluation, counted),
            weight_bytes=_total(evaluation, tuple(line.replace("parameters.", "weights.", 1) for line in counted)),
            flops=evaluation.value(f"{key}.flops"),
            bytes_moved=evaluation.value(f"{key}.bytes"),
            seconds=evaluation.value(key),
            bound="" if terms is None else terms.dominates,
            times=self.layers if isinstance(self.layers, int) else 1,
            group=self.group.prefix,
            note=note,
            values=values,
        )

    def _weights(self, part: str) -> Iterable[Weight]:
        return self.group.group.norm.weights() if part == "norm" else self.group.weights(part)

    def _parameter_lines(self, part: str, operator: Operator) -> Iterator[str]:
        """The lines of the weights that a call reads."""
        read = formula(operator.bytes_moved).names
        place = "norms" if part == "norm" else part
        for weight in self._weights(part):
            if f"{weight.key}_bytes" in read:
                yield f"parameters.{self.group.prefix}.layer.{place}.{weight.key}"

    def _given(self, part: str, value: Part, name: str, operator: Operator) -> tuple[Tensor, ...]:
        stated = STREAM if part == "norm" or name.endswith("residual") else given(value, operator, self.phase)
        if stated is None and operator.sides is not None:
            rows = "B other_tokens" if operator.key == "kv" and str(value.kind) == "cross_attention" else "B T"
            return (self.sizes.tensor(part, (*rows.split(), operator.sides[1])),)
        found = [self.sizes.tensor(part, text, label) for label, text in stated or ()]
        if operator.key == "attention" and operator.operator_class.endswith("attention"):
            label, text = SCORES["attention"]
            found.append(self.sizes.tensor(part, text, label))
        return tuple(found)

    def _taken(self, part: str, operator: Operator) -> tuple[Tensor, ...]:
        if operator.sides is None:
            return ()
        return (self.sizes.tensor(part, ("B", "T", operator.sides[0])),)

    def _matrix(self, part: str, operator: Operator) -> Tensor | None:
        mixture = self.group.parts.get(part)
        if operator.operator_class == "grouped_gemm" and isinstance(mixture, Mixture):
            entry = "d_model" if mixture.latent_width is None else "latent_width"
            return self.sizes.tensor(part, ("experts_rank", entry, "expert_width_rank"))
        return None if operator.sides is None else self.sizes.tensor(part, operator.sides)

    def _note(self, part: str, operator: Operator, all_counted: bool) -> tuple[str, dict[str, str]]:
        value = self.group.parts.get(part)
        compact = False
        if value is not None and "latent" in str(value.kind) and self.phase == "decode":
            compact = not any(cached.key == "keys" for cached in value.caches())
        if compact and operator.key == "kv_b":
            return ABSORBED, {}
        if compact and operator.key == "attention":
            return LATENT_SEEN, {}
        if operator.key == "experts" and isinstance(value, Mixture):
            return ROUTED, {"active": f"{value.active:,}", "experts": f"{value.experts:,}"}
        if operator.key == "shared":
            return EVERY_TOKEN, {}
        if operator.key == "residual":
            return RESIDUAL, {}
        return ("", {}) if all_counted else (SAME_MATRIX, {})

    def _exchange(self, place: str, name: str, times: int) -> bool:
        """Add what goes between GPUs once (or so many times) a layer, where the ledger has it."""
        line = f"{self.root}.{place}{self.group.prefix}"
        if not self.evaluation.value(line):
            return False
        label = QT_TRANSLATE_NOOP("dataflow", "All-reduce")
        if times != 1:
            label = QT_TRANSLATE_NOOP("ledger", "To the experts and back")
        key = f"{self.block}.{name}"
        self.steps[key] = Step(
            key, "exchange", label, line, "collective", gives=(self.sizes.tensor("", "B T d_model"),),
            bytes_moved=self.evaluation.value(f"{line}.sent"), seconds=self.evaluation.value(f"{line}.one"),
            bound="link", times=times * (self.layers if isinstance(self.layers, int) else 1), group=self.group.prefix,
            note=BETWEEN,
        )  # fmt: skip
        return True

    def _unread(self, flow: Flow) -> None:
        """Weights that no call reads go to the last step of their part, so that the parameters add up."""
        for part, _ in PARTS:
            for weight in self.group.weights(part):
                line = f"parameters.{self.group.prefix}.layer.{part}.{weight.key}"
                if line in self._read:
                    continue
                mine = [key for key in steps_in(flow) if key.startswith(f"{self.block}.{part}.")]
                step = self.steps[[key for key in mine if self.steps[key].role not in ("add", "exchange")][-1]]
                lines = (*step.parameter_lines, line)
                self.steps[step.key] = _with_parameters(self.evaluation, step, lines)

    def _stores(self) -> Iterator[Store]:
        """Caches and states beside the calls that read them in a decode step."""
        if self.which == "forward":
            return
        for part in HALVES[0]:
            value = self.group.parts[part]
            readers: dict[str, list[Cached]] = {}
            decode = list(value.operators("decode"))
            for cached in value.caches():
                name = f"{cached.key}_bytes"
                reader = next((one.key for one in decode if name in formula(one.bytes_moved).names), None)
                if reader is not None and f"{self.block}.{part}.{reader}" in self.steps:
                    readers.setdefault(reader, []).append(cached)
            for reader, found in readers.items():
                key = f"{self.block}.{part}.{reader}"
                kept = tuple(self._kept(part, cached) for cached in found)
                yield Store(f"{key}.store", key, all(cached.tokens == "1" for cached in found), kept)

    def _kept(self, part: str, cached: Cached) -> Kept:
        group = self.group
        key = f"kv_cache.{group.prefix}.{cached_key(group.parts['attention'], part, cached)}"
        if not cached.kept:
            key = earlier_key(group, part, cached)
        rows = ("B",) if cached.tokens == "1" else ("B", cached.tokens)
        tensor = self.held.tensor(part, (*rows, *factors_of(cached.elements)))
        held: Any = self.evaluation.value(key) if cached.kept else None
        line = key if key in self.evaluation.structure.index else ""
        return Kept(cached.label, line, tensor, held, cached.kept)


def _role(name: str, operator: Operator) -> Role:
    if name.endswith(".residual"):
        return "add"
    if "norm" in operator.key:
        return "norm"
    roles: dict[str, Role] = {"gemm": "product", "grouped_gemm": "experts", "scan": "recurrence",
                              "elementwise": "elementwise"}  # fmt: skip
    return roles.get(operator.operator_class, "attention")


def _total(evaluation: Evaluation, lines: tuple[str, ...]) -> Any:
    """The sum of some lines; None where one has no value."""
    found = [evaluation.value(line) for line in lines]
    return None if None in found else sum(found)


def _with_parameters(evaluation: Evaluation, step: Step, lines: tuple[str, ...]) -> Step:
    weights = tuple(line.replace("parameters.", "weights.", 1) for line in lines)
    return replace(
        step, parameter_lines=lines, parameters=_total(evaluation, lines), weight_bytes=_total(evaluation, weights),
        note=step.note or UNREAD,
    )  # fmt: skip


def _passed_on(steps: dict[str, Step], flow: Flow) -> dict[str, Step]:
    """Steps that state no tensor of their own give what the step before them gave."""
    before = {edge.target: edge.source for edge in reversed(edges_of(flow)) if edge.kind == "data"}
    for key in list(steps):
        if not steps[key].gives and key in before:
            from_before = tuple(tensor for tensor in steps[before[key]].gives if tensor.label != "scores")
            steps[key] = replace(steps[key], gives=from_before)
    return steps
