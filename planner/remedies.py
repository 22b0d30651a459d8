"""What would help a plan that is tight or does not fit: changes with their computed effect, best first.

Nothing here is canned: every candidate is a changed copy of the scenario, evaluated by the same ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from planner.findings import Edit
from planner.memory.formats import FORMATS
from planner.parts.attention import GroupedQuery
from planner.plan import Evaluation, Verdict
from planner.precision import PART_CELLS, bits_of, decided
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path, Scenario

Evaluate = Callable[..., Evaluation]
MOST = 2**24


@dataclass(frozen=True, slots=True)
class Remedy:
    """A change that would help: its sentence, its edits (empty when it asks for another model), and the outcome."""

    code: str
    template: str
    values: dict[str, Any]
    edits: tuple[Edit, ...]
    freed: int
    free: int
    verdict: Verdict

    @property
    def sentence(self) -> str:
        """What to change, and what that does, in English."""
        effect = f"frees {self.freed / 2**30:.2f} GiB per GPU: {self.verdict}, {self.free / 2**30:.2f} GiB free"
        if self.free < 0:
            effect = f"frees {self.freed / 2**30:.2f} GiB per GPU, {-self.free / 2**30:.2f} GiB still missing"
        return f"{self.template.format(**self.values)}: {effect}."


def remedies(evaluation: Evaluation, evaluate: Evaluate) -> tuple[Remedy, ...]:
    """Changes that leave more memory free, those that reach "Fits" first, then by how much they free.

    `evaluate(model, scenario)` computes a changed plan on the same device. Nothing is offered for an Unknown plan.
    """
    if evaluation.value("free") is None:
        return ()
    found: list[Remedy] = []
    for code, template, values, model, scenario, edits in _candidates(evaluation, evaluate):
        after = evaluate(model, scenario)
        freed = after.value("free") - evaluation.value("free") if after.value("free") is not None else 0
        if freed > 0:
            found.append(Remedy(code, template, values, edits, freed, after.value("free"), after.verdict))
    order = list(Verdict)
    return tuple(sorted(found, key=lambda remedy: (order.index(remedy.verdict), -remedy.freed)))


def _candidates(evaluation: Evaluation, evaluate: Evaluate) -> Iterator[tuple[Any, ...]]:
    model, scenario = evaluation.model, evaluation.scenario
    path: Path = ("scenarios", scenario.id)
    load = scenario.load

    def with_load(**changes: Any) -> Scenario:
        return scenario.model_copy(update={"load": load.model_copy(update=changes)})

    formats = decided(scenario, model.stored_formats)
    least = min(bits_of(formats[cell].format) for cell in PART_CELLS)
    for name in ("int8", "int4_g128"):
        then = FORMATS[name]
        if then.bits < 0.9 * least:  # fp8 in blocks is not made smaller by int8
            yield (
                f"weights_{name}",
                QT_TRANSLATE_NOOP("remedies", "Weights in {format}"),
                {"format": then.label},
                model,
                scenario.model_copy(update={"weights": name}),
                (Edit((*path, "weights"), name),),
            )
            break
    keys = FORMATS[formats["kv_keys"].format]
    if keys.bytes > keys.elements:
        yield (
            "kv_fp8",
            QT_TRANSLATE_NOOP("remedies", "KV cache in fp8"),
            {},
            model,
            with_load(kv_keys="fp8", kv_values="fp8"),
            (Edit((*path, "load", "kv_keys"), "fp8"), Edit((*path, "load", "kv_values"), "fp8")),
        )
    for name, template in (
        ("context", QT_TRANSLATE_NOOP("remedies", "Context of {most:,} in place of {now:,}")),
        ("batch", QT_TRANSLATE_NOOP("remedies", "Batch of {most:,} in place of {now:,}")),
    ):
        now = getattr(load, name)
        most = largest(lambda value, name=name: evaluate(model, _smaller(scenario, name, value)), now)  # type: ignore[misc]
        if most is not None and most < now:
            edits = tuple(
                Edit((*path, "load", field), value) for field, value in _smaller_load(scenario, name, most).items()
            )
            yield (
                f"shorter_{name}",
                template,
                {"most": most, "now": now},
                model,
                _smaller(scenario, name, most),
                edits,
            )
    tp: Any = scenario.tp
    heads = [group.attention.heads for group in model.groups if isinstance(group.attention, GroupedQuery)]
    if isinstance(tp, int) and all(isinstance(count, int) and count % (2 * tp) == 0 for count in heads):
        yield (
            "more_gpus",
            QT_TRANSLATE_NOOP("remedies", "TP {tp} in place of {now}"),
            {"tp": 2 * tp, "now": tp},
            model,
            scenario.model_copy(update={"tp": 2 * tp}),
            (Edit((*path, "tp"), 2 * tp),),
        )
    yield from _fewer_kv_heads(evaluation)


def _smaller_load(scenario: Scenario, name: str, value: int) -> dict[str, int]:
    """The load's fields when one shrinks; the prompt gives way to a shorter context so that the output still fits."""
    changes = {name: value}
    output: Any = scenario.load.output
    prompt: Any = scenario.load.prompt
    if name == "context" and output is not None and prompt is not None and prompt + output > value:
        changes["prompt"] = max(value - output, 1)
    return changes


def _smaller(scenario: Scenario, name: str, value: int) -> Scenario:
    load = scenario.load.model_copy(update=_smaller_load(scenario, name, value))
    return scenario.model_copy(update={"load": load})


def _fewer_kv_heads(evaluation: Evaluation) -> Iterator[tuple[Any, ...]]:
    """Another model, one with fewer KV heads, holds less; offered as knowledge, without edits."""
    groups = evaluation.model.groups
    widest = max((g.attention.kv_heads for g in groups if isinstance(g.attention, GroupedQuery)), default=0)
    fewer = max(
        (count for count in range(1, 9) if isinstance(widest, int) and widest and widest % count == 0), default=0
    )
    if not isinstance(widest, int) or not 0 < fewer < widest:
        return
    changed = tuple(
        group.model_copy(update={"attention": group.attention.model_copy(update={"kv_heads": fewer})})
        if isinstance(group.attention, GroupedQuery)
        else group
        for group in groups
    )
    yield (
        "fewer_kv_heads",
        QT_TRANSLATE_NOOP("remedies", "A model with {fewer} KV heads in place of {now}"),
        {"fewer": fewer, "now": widest},
        evaluation.model.model_copy(update={"groups": changed}),
        evaluation.scenario,
        (),
    )


def largest(evaluate_at: Callable[[int], Evaluation], ceiling: Any) -> int | None:
    """The largest whole number up to `ceiling` whose plan fits (Fits, not Tight); None when not even 1 does.

    Memory never falls when the number rises, so bisection finds it.
    """
    if not isinstance(ceiling, int) or ceiling > MOST or evaluate_at(1).verdict is not Verdict.FITS:
        return None
    low, high = 1, ceiling + 1
    while high - low > 1:
        middle = (low + high) // 2
        if evaluate_at(middle).verdict is Verdict.FITS:
            low = middle
        else:
            high = middle
    return low
