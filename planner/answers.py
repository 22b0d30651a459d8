"""Requests and answers as scripts exchange them: a model, a device and settings in; verdict, summary, lines out."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from planner.checks import check_scenario
from planner.edits import EditError, replaced
from planner.evaluations import Planner
from planner.fields import Choice, Field, Flag, Number, Text, field_of, fields_of
from planner.findings import Finding
from planner.hosts import gpus_of
from planner.new_scenarios import longest_sequence
from planner.plan import Evaluation
from planner.ranks import fullest_of, ranks_of
from planner.remedies import Remedy
from planner.resolve import EXPRESSION_CODES
from planner.settings_words import finding_remedy, remedy_answer
from planner.sources import SourceError, accelerator_of, engine_of, model_of
from planner.summary import summary_of
from planner.time.operations import PASSES, operations_of
from planner.typed import UnitError, read
from planner.verdict import Verdict
from planner.workbook import Assumptions, Inference, Path, Scenario, Training, Workbook


def request_evaluation(planner: Planner, request: Any) -> Evaluation:
    """The plan a request asks for; SourceError names what is wrong with it."""
    workbook = request_workbook(request)
    evaluations = planner.evaluate(workbook)
    blank = [finding for finding in evaluations.findings if finding.code in EXPRESSION_CODES]
    if blank:
        raise SourceError(blank[0].path[-1], blank[0].sentence, blank[0].remedy or "Give a number.")
    evaluation = evaluations.scenarios[workbook.scenarios[0].id]
    _check_gpus(evaluation.scenario, request.get("set") or {})
    return evaluation


def request_workbook(request: Any) -> Workbook:
    """The workbook with the one scenario that a request asks for; SourceError names what is wrong with it."""
    if not isinstance(request, dict):
        raise SourceError("request", "A request is a JSON object.", 'Write {"id": ..., "model": ..., "gpu": ...}.')
    unknown = sorted(request.keys() - {"id", "model", "gpu", "set"})
    if unknown:
        raise SourceError(unknown[0], f"A request has no field {unknown[0]!r}.", "It has id, model, gpu and set.")
    model = model_of(request.get("model"))
    card = accelerator_of(request.get("gpu"))
    scenario = Scenario(id="scenario", name="scenario", model=model.id, accelerator=card.id)
    workbook = Workbook(models=(model,), accelerators=(card,), scenarios=(scenario,))
    settings = request.get("set")
    settings = {} if settings is None else settings
    if not isinstance(settings, dict):
        raise SourceError("set", "`set` is an object of fields and values.", 'Write "set": {"batch": 8}.')
    load = settings.get("load", "inference")
    if load == "training":
        workbook = _training(workbook, scenario.id)
    longest = longest_sequence(model)
    if load == "training":
        if "sequence" not in settings and longest is not None and isinstance(SEQUENCE, int) and longest < SEQUENCE:
            workbook = with_setting(workbook, scenario.id, "sequence", longest)
    elif "context" not in settings and longest is not None and isinstance(CONTEXT, int) and longest < CONTEXT:
        workbook = with_setting(workbook, scenario.id, "context", longest)
    for name, value in settings.items():
        workbook = with_setting(workbook, scenario.id, name, value)
    return workbook


SEQUENCE = Training().sequence
"""The sequence of a training plan that names none, where the model reaches it."""
CONTEXT = Inference().context
"""The context of a plan that names none, where the model reaches it."""


def _training(workbook: Workbook, row: str) -> Workbook:
    """The workbook with a training load in that scenario."""
    return replaced(workbook, ("scenarios", row, "load"), Training())


def settable(load: type[Inference | Training] = Inference) -> dict[str, tuple[Path, Field]]:
    """Name, relative path and description of each field that a request may set under a kind of load."""
    kinds = Number | Choice | Text | Flag
    own: dict[str, tuple[Path, Field]] = {
        name: ((name,), kind) for name, kind in fields_of(Scenario) if isinstance(kind, kinds) and name != "name"
    }
    own |= {name: ((name,), field_of(Scenario, name)) for name in ("engine", "draft")}
    return own | {name: (("load", name), kind) for name, kind in fields_of(load)}


def with_setting(workbook: Workbook, row: str, name: str, value: Any) -> Workbook:
    """The workbook with one field of a scenario as a request writes it; SourceError says what is wrong with it."""
    load = type(next(each for each in workbook.scenarios if each.id == row).load)
    fields = settable(load)
    if name == "load":
        if value not in ("inference", "training"):
            raise SourceError("load", f"There is no load {value!r}.", "It is inference or training.")
        return workbook
    if name == "gpus":
        return workbook
    if name not in fields and name in settable(Training if load is Inference else Inference):
        other = "training" if load is Inference else "inference"
        raise SourceError(name, f"{name} belongs to the load {other}.", f"Set load to {other}, or leave it out.")
    if name not in fields:
        raise SourceError(name, f"A scenario has no field {name!r}.", f"It has: {', '.join(fields)}.")
    path, kind = fields[name]
    if name in ("engine", "draft") and value is not None:
        workbook, value = _with_row(workbook, name, value)
    try:
        if isinstance(value, str) and isinstance(kind, Number) and kind.shown == "%":
            value = _share(value)
        if isinstance(value, str) and isinstance(kind, Number):
            value = read(value, kind)
        if isinstance(kind, Choice) and isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if isinstance(value, str) and isinstance(kind, Choice):
            value = _named(value, kind)
        if isinstance(value, str) and isinstance(kind, Flag):
            value = _YES.get(value.casefold(), value)
        return replaced(workbook, ("scenarios", row, *path), value)
    except (UnitError, EditError) as error:
        raise SourceError(name, str(error), "Give a value of that kind.") from None


def _with_row(workbook: Workbook, name: str, value: Any) -> tuple[Workbook, str]:
    """The workbook with the engine or draft model that a request names, and the id of that row."""
    if name == "engine":
        engine = engine_of(value)
        return workbook.model_copy(update={"engines": (*workbook.engines, engine)}), engine.id
    try:
        draft = model_of(value, "draft")
    except SourceError as error:
        raise SourceError(name, error.reason, error.remedy) from None
    return workbook.model_copy(update={"models": (*workbook.models, draft)}), draft.id


_YES = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def _named(text: str, kind: Choice) -> str:
    """The option that a text names: exactly, or else the only one that it names with letters of another case.

    >>> _named("q4_k", Choice("Weights", "", options=(("q4_K", ""), ("q8_0", ""), ("Q8_0", ""))))
    'q4_K'
    """
    names = [name for name, _ in kind.options]
    alike = [name for name in names if name.casefold() == text.casefold()]
    return alike[0] if text not in names and len(alike) == 1 else text


def _share(text: str) -> str:
    """A share as scripts write it, the bare number that answers hold, in the words of a cell; others as they are.

    >>> [_share(text) for text in ("0.27", "1", "27", "27 %", "=0.27")]
    ['27.00%', '100%', '27', '27 %', '=0.27']
    """
    try:
        share = Decimal(text.strip())
    except InvalidOperation:
        return text
    return f"{share * 100}%" if 0 < share <= 1 else text


def _check_gpus(scenario: Scenario, settings: dict[str, Any]) -> None:
    """SourceError when a number of GPUs is given and is not the product of the degrees; the scenario is resolved."""
    given = settings.get("gpus")
    if given is None:
        return
    try:
        gpus = _GPUS.check_number(read(given, _GPUS) if isinstance(given, str) else given)
    except ValueError as error:
        reason = f"{str(error).rstrip('.')}."
        raise SourceError("gpus", reason, "Give the number of GPUs that share the model.") from None
    ranks = gpus_of(scenario)
    if gpus != ranks:
        degrees = f"TP {scenario.tp:,}"
        if ranks != scenario.tp:
            degrees += f", PP {scenario.pp:,} and DP {scenario.dp:,}"
        if isinstance(scenario.load, Training) and scenario.cp != 1:
            degrees += f" and CP {scenario.cp:,}"
        reason = f"{gpus:,} GPUs are not the {ranks:,} of {degrees}."
        raise SourceError("gpus", reason, "Set tp, pp and dp so that their product is the number of GPUs.")


_GPUS = Number("GPUs", "GPUs that share the model.", minimum=1, maximum=4096)


NOTHING = Workbook()
"""The workbook of a request: standard assumptions, no other cards."""


def plan_answer(
    evaluation: Evaluation,
    lines: bool = True,
    planner: Planner | None = None,
    workbook: Workbook = NOTHING,
    findings: Sequence[Finding] | None = None,
) -> dict[str, Any]:
    """Verdict and the line that decides, summary, ranks, lines, Findings and remedies of a plan in SI base units.

    `workbook` is the resolved one that the plan stands in, with its assumptions and cards, and `findings` are those of
    its scenario where they are known. Lines and remedies are left out together.
    """
    planner = planner or Planner()
    answer: dict[str, Any] = {
        "verdict": str(evaluation.verdict),
        "deciding": deciding_answer(evaluation),
        "summary": summary_of(evaluation),
        "predicted_from": "one block" if evaluation.from_blocks else None,
        "ranks": rank_answers(evaluation, planner, workbook.assumptions),
    }
    if lines:
        answer["lines"] = [
            {
                "key": line.key,
                "component": line.component,
                "label": line.label.format(**line.label_values),
                "value": line.value,
                "unit": line.unit,
                "formula": line.formula,
                "substitution": line.substitution,
                "reference": line.reference,
            }
            for line in evaluation.lines()
        ]
        answer["operators"] = {
            root: [each.answer() for each in operations_of(evaluation, root)]
            for root in PASSES
            if root in evaluation.structure.index
        }
    helps: tuple[Remedy, ...] | None = None
    if lines:
        helps = ()
    if lines and evaluation.verdict in (Verdict.TIGHT, Verdict.DOES_NOT_FIT):
        helps = planner.remedies(evaluation, workbook.assumptions, workbook.accelerators)
    answer["findings"] = [
        finding_answer(finding, helps) for finding in (check_scenario(evaluation) if findings is None else findings)
    ]
    if helps is not None:
        answer["remedies"] = [remedy_answer(remedy) for remedy in helps]
    return answer


def deciding_answer(evaluation: Evaluation) -> dict[str, Any] | None:
    """The line that the verdict rests on; None where no line does."""
    deciding = evaluation.deciding
    if deciding is None:
        return None
    line = evaluation.line(deciding.key)
    label = line.label.format(**line.label_values)
    values = {"key": line.key, "label": label, "value": line.value, "unit": line.unit}
    return {**values, "sentence": deciding.sentence}


def rank_answers(evaluation: Evaluation, planner: Planner, assumptions: Assumptions) -> list[dict[str, Any]]:
    """Each kind of GPU of a plan: its name, how many there are, what one needs, and the parts of that by line."""
    ranks = ranks_of(evaluation)
    fullest = fullest_of(ranks, evaluation)
    found = []
    for rank in ranks:
        own = evaluation if rank is fullest else planner.rank(evaluation, assumptions, rank)
        found.append(
            {
                "name": rank.name,
                "gpus": rank.gpus,
                "fullest": rank is fullest,
                "needed_bytes": own.value("needed"),
                "free_bytes": own.value("free"),
                "parts": {key: own.value(key) for key in own.structure.children.get("needed", ())},
            }
        )
    return found


def finding_answer(finding: Finding, helps: tuple[Remedy, ...] | None = None) -> dict[str, Any]:
    """A Finding as scripts get it; `helps` are the remedies of its plan where they were computed."""
    return {
        "code": finding.code,
        "severity": finding.severity.name.lower(),
        "path": list(finding.path),
        "sentence": finding.sentence,
        "remedy": finding_remedy(finding, helps),
    }


def error_answer(error: SourceError) -> dict[str, Any]:
    """A refused request."""
    return {"error": error.answer()}
