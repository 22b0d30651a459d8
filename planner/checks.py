"""Findings across fields: what does not go together in a model row, and in a scenario with its rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.card_checks import check_cards
from planner.engine_checks import check_engine
from planner.findings import Edit, Finding, Severity
from planner.layers import read_positions
from planner.parts.base import Check
from planner.parts.position import Learned
from planner.placement_checks import check_placement
from planner.plan import Evaluation
from planner.precision import PART_CELLS, decided, label_of
from planner.training_checks import check_training
from planner.verdict import Verdict, contradicts
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import QUANTISATION, Accelerator, Inference, LayerGroup, Model, Path, Scenario, Training, Workbook


def check_model(model: Model) -> Iterator[Finding]:
    """What of one model row does not go together."""
    if not model.groups:
        yield Finding(
            "no_layers",
            ("models", model.id, "name"),
            Severity.WARNING,
            QT_TRANSLATE_NOOP("findings", "{name} has no layers: only its tables are counted."),
            {"name": model.name},
            QT_TRANSLATE_NOOP("findings", "Insert a row in the table of its layers."),
        )
    for group in model.groups:
        yield from _check_positions(model, group)
        for part_name in ("attention", "beside", "feed_forward"):
            for check in getattr(group, part_name).checks():
                yield _finding(check, ("models", model.id, "groups", group.id, part_name, check.field))


def _check_positions(model: Model, group: LayerGroup) -> Iterator[Finding]:
    """Positions that are not read, or are not as many as the group has layers."""
    if group.positions is None:
        return
    path = ("models", model.id, "groups", group.id, "positions")
    try:
        stated = len(read_positions(group.positions))
    except ValueError as error:
        yield Finding("positions_not_read", path, Severity.WARNING, "{sentence}", {"sentence": f"{error}."})
        return
    if isinstance(group.count, int) and stated != group.count:
        yield Finding(
            "positions_are_not_the_count",
            path,
            Severity.WARNING,
            QT_TRANSLATE_NOOP("findings", "The positions of {group} name {stated} layers, and it has {count}."),
            {"group": group.name, "stated": stated, "count": group.count},
            QT_TRANSLATE_NOOP("findings", "Correct the positions, or clear them: then the groups follow each other."),
            (Edit(path, None),),
        )


def check_accelerator(accelerator: Accelerator) -> Iterator[Finding]:
    """What of one accelerator row does not go together."""
    nominal, usable = accelerator.nominal_memory, accelerator.usable_memory
    if isinstance(nominal, int) and isinstance(usable, int) and usable > nominal:
        yield Finding(
            "usable_above_nominal",
            ("accelerators", accelerator.id, "usable_memory"),
            Severity.WARNING,
            QT_TRANSLATE_NOOP("findings", "Usable memory is more than the nominal memory of {name}."),
            {"name": accelerator.name},
            QT_TRANSLATE_NOOP("findings", "Take the total that torch reports, which is less than the label."),
        )


def check_references(workbook: Workbook, scenario: Scenario) -> Iterator[Finding]:
    """Rows that a scenario needs and does not have."""
    for name, table, blank, missing in (
        (
            "model",
            workbook.models,
            QT_TRANSLATE_NOOP("findings", "No model is chosen."),
            QT_TRANSLATE_NOOP("findings", "The model this scenario names is not in the workbook."),
        ),
        (
            "accelerator",
            workbook.accelerators,
            QT_TRANSLATE_NOOP("findings", "No GPU is chosen."),
            QT_TRANSLATE_NOOP("findings", "The GPU this scenario names is not in the workbook."),
        ),
        (
            "engine",
            workbook.engines,
            "",
            QT_TRANSLATE_NOOP("findings", "The engine this scenario names is not in the workbook."),
        ),
        (
            "draft",
            workbook.models,
            "",
            QT_TRANSLATE_NOOP("findings", "The draft model this scenario names is not in the workbook."),
        ),
    ):
        chosen = getattr(scenario, name)
        if chosen is None and not blank:
            continue
        if chosen is None or all(row.id != chosen for row in table):
            yield Finding(
                f"no_{name}",
                ("scenarios", scenario.id, name),
                Severity.ERROR,
                blank if chosen is None else missing,
                {},
                QT_TRANSLATE_NOOP("findings", "Choose a row of that table."),
            )


def check_scenario(evaluation: Evaluation) -> Iterator[Finding]:
    """What of a plan does not go together, with its numbers; what groups of layers have in common is said once."""
    said: list[Finding] = []
    for finding in _of_scenario(evaluation):
        if finding not in said:
            said.append(finding)
            yield finding


def _of_scenario(evaluation: Evaluation) -> Iterator[Finding]:
    path: Path = ("scenarios", evaluation.scenario.id)
    if isinstance(evaluation.scenario.load, Training):
        yield from check_training(evaluation, path)
    else:
        yield from _load(evaluation, evaluation.scenario.load, path)
        yield from _quantised(evaluation, path)
    tp: Any = evaluation.scenario.tp
    ep: Any = evaluation.scenario.ep
    if isinstance(tp, int) and tp > 1:
        for group in evaluation.model.groups:
            for part in (group.attention, group.beside, group.feed_forward):
                cut = tp // ep if part.kind == "mixture" and isinstance(ep, int) and ep > 1 else tp
                for check in part.rank_checks(cut) if cut > 1 else ():
                    yield _finding(check, (*path, "tp"))
    yield from check_placement(evaluation, path)
    if not isinstance(evaluation.scenario.load, Training):
        yield from _draft(evaluation, path)
        yield from check_engine(evaluation, path)
    yield from check_cards(evaluation, path)
    yield from _memory(evaluation, path)
    yield from _blocked_time(evaluation, path)


def _finding(check: Check, path: Path) -> Finding:
    severity = Severity.WARNING if check.severe else Severity.NOTE
    return Finding(check.code, path, severity, check.template, check.values, check.remedy)


def _quantised(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    """The model's config states a quantisation, and the plan counts 16 or 32 bits for every matrix."""
    stated = evaluation.model.sources.get(QUANTISATION)
    if stated is None:
        return
    formats = decided(evaluation.scenario, evaluation.model.stored_formats)
    if not any(formats[cell].quantised for cell in PART_CELLS):
        yield Finding(
            "config_is_quantised",
            (*path, "weights"),
            Severity.WARNING,
            QT_TRANSLATE_NOOP("findings", "{stated} This plan counts the weights in {format}."),
            {"stated": stated, "format": label_of(formats["weights"].format)},
            QT_TRANSLATE_NOOP("findings", "Choose the format of the checkpoint."),
        )


def _load(evaluation: Evaluation, load: Inference, path: Path) -> Iterator[Finding]:
    model = evaluation.model
    context: Any = load.context
    if context is None:
        return
    prompt: Any = load.prompt
    output: Any = load.output
    if prompt is not None and prompt > context:
        yield Finding(
            "prompt_exceeds_context",
            (*path, "load", "prompt"),
            Severity.ERROR,
            QT_TRANSLATE_NOOP(
                "findings",
                "The prompt {prompt:,} exceeds the context {context:,}: it is not said to fit.",
            ),
            {"prompt": prompt, "context": context},
            QT_TRANSLATE_NOOP("findings", "Raise the context to the prompt and its output."),
            (Edit((*path, "load", "context"), prompt + (output or 0)),),
        )
    if load.shared_prefix is not None and prompt is not None and load.shared_prefix > prompt:
        yield Finding(
            "prefix_exceeds_prompt",
            (*path, "load", "shared_prefix"),
            Severity.WARNING,
            QT_TRANSLATE_NOOP(
                "findings",
                "The shared prefix {prefix:,} exceeds the prompt {prompt:,}: only a prompt's tokens can be shared, so "
                "that {prompt:,} are counted.",
            ),
            {"prefix": load.shared_prefix, "prompt": prompt},
            QT_TRANSLATE_NOOP("findings", "Shorten the prefix to the prompt."),
            (Edit((*path, "load", "shared_prefix"), prompt),),
        )
    if prompt is not None and prompt <= context and output is not None and prompt + output > context:
        yield Finding(
            "load_exceeds_context",
            (*path, "load", "context"),
            Severity.WARNING,
            QT_TRANSLATE_NOOP(
                "findings",
                "Prompt {prompt:,} and output {output:,} together exceed the context "
                "{context:,}: a server ends the output there.",
            ),
            {"prompt": prompt, "output": output, "context": context},
            QT_TRANSLATE_NOOP("findings", "Raise the context to their sum."),
            (Edit((*path, "load", "context"), prompt + output),),
        )
    positions: Any = model.position.positions if isinstance(model.position, Learned) else None
    for longest, severity, template in (
        (
            positions,
            Severity.ERROR,
            QT_TRANSLATE_NOOP(
                "findings",
                "The context {context:,} exceeds the {longest:,} positions that {name} has a table for: "
                "it is not said to fit.",
            ),
        ),
        (
            model.max_context,
            Severity.WARNING,
            QT_TRANSLATE_NOOP("findings", "The context {context:,} exceeds the {longest:,} that {name} was made for."),
        ),
    ):
        if longest is not None and context > longest:
            yield Finding(
                "context_exceeds_model",
                (*path, "load", "context"),
                severity,
                template,
                {"context": context, "longest": longest, "name": model.name},
                QT_TRANSLATE_NOOP("findings", "Shorten the context, or choose a model with a longer one."),
                (Edit((*path, "load", "context"), longest),),
            )
            break


def _memory(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    gib = 2**30
    if evaluation.verdict is Verdict.DOES_NOT_FIT and evaluation.value("needed") is None:
        yield Finding(
            "states_do_not_fit",
            path,
            Severity.ERROR,
            QT_TRANSLATE_NOOP(
                "findings",
                "Does not fit: the states alone take {states:.2f} GiB per GPU, {usable:.2f} GiB are usable. {decides}",
            ),
            {
                "decides": _decides(evaluation),
                "states": evaluation.value("states") / gib,
                "usable": evaluation.value("usable") / gib,
            },
            QT_TRANSLATE_NOOP("findings", "Share the states among more GPUs: raise ZeRO, DP, TP or PP."),
        )
    elif evaluation.verdict is Verdict.DOES_NOT_FIT:
        yield Finding(
            "does_not_fit",
            path,
            Severity.ERROR,
            QT_TRANSLATE_NOOP(
                "findings",
                "Does not fit: {needed:.2f} GiB needed per GPU, {usable:.2f} GiB {whose}, {missing:.2f} GiB missing. "
                "{decides}",
            ),
            _amounts_of(evaluation),
            QT_TRANSLATE_NOOP("findings", "See what would help under the ledger."),
        )
    elif evaluation.verdict is Verdict.TIGHT:
        yield Finding(
            "tight",
            path,
            Severity.WARNING,
            QT_TRANSLATE_NOOP(
                "findings",
                "Tight: only {free:.2f} GiB of {usable:.2f} GiB {whose} stay free; overheads may "
                "take {more:.2f} GiB more than typical. {decides}",
            ),
            {
                **_amounts_of(evaluation),
                "free": evaluation.value("free") / gib,
                "more": (evaluation.value("needed_high") - evaluation.value("needed")) / gib,
            },
            QT_TRANSLATE_NOOP("findings", "See what would help under the ledger."),
        )
    else:
        blocked = evaluation.blocked("free") or evaluation.blocked("needed")
        blocked = tuple(slot for slot in blocked if not slot.startswith("unproved."))  # a Finding of its own
        if blocked and evaluation.accelerator is not None:
            yield _blank(
                evaluation,
                path,
                "memory_unknown",
                blocked,
                (
                    QT_TRANSLATE_NOOP("findings", "No verdict: {blank} is blank."),
                    QT_TRANSLATE_NOOP("findings", "No verdict: {blank} are blank."),
                    QT_TRANSLATE_NOOP("findings", "No verdict: {blank} is zero."),
                ),
            )


def _draft(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    """A draft model that cannot follow: another vocabulary, or fewer positions than the context."""
    draft, model = evaluation.draft, evaluation.model
    if draft is None:
        return
    if draft.vocab_size != model.vocab_size:
        yield Finding(
            "draft_of_other_vocabulary",
            (*path, "draft"),
            Severity.WARNING,
            QT_TRANSLATE_NOOP(
                "findings",
                "{draft} has a vocabulary of {other:,} and {name} one of {own:,}: few engines draft across these.",
            ),
            {"draft": draft.name, "other": draft.vocab_size, "name": model.name, "own": model.vocab_size},
            QT_TRANSLATE_NOOP("findings", "Choose a draft model of the same family."),
        )
    if contradicts(draft, evaluation.scenario):
        yield Finding(
            "draft_too_short",
            (*path, "draft"),
            Severity.ERROR,
            QT_TRANSLATE_NOOP("findings", "{draft} cannot hold this load: it is not said to fit."),
            {"draft": draft.name},
            QT_TRANSLATE_NOOP("findings", "Choose a draft model that reaches the context."),
        )


def _amounts_of(evaluation: Evaluation) -> dict[str, Any]:
    """Needed, what it is held against (the card, or what the engine's budget allows of it), and what is missing."""
    gib = 2**30
    within, on_card = evaluation.value("free_within"), evaluation.value("free_on_card")
    needed, usable = evaluation.value("needed"), evaluation.value("usable")
    whose = QT_TRANSLATE_NOOP("findings", "usable")
    if within is not None and within <= on_card:
        usable = needed + within
        whose = QT_TRANSLATE_NOOP("findings", "allowed by the engine")
    return {
        "decides": _decides(evaluation),
        "needed": needed / gib,
        "usable": usable / gib,
        "whose": whose,
        "missing": -evaluation.value("free") / gib,
    }


def _decides(evaluation: Evaluation) -> str:
    """The sentence of the line that decides."""
    deciding = evaluation.deciding
    return "" if deciding is None else deciding.sentence


def _blocked_time(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    if evaluation.accelerator is None:
        return
    blocked = evaluation.blocked("prefill") or evaluation.blocked("decode_step") or evaluation.blocked("train_step")
    templates = (
        QT_TRANSLATE_NOOP("findings", "No time estimate: {blank} is blank."),
        QT_TRANSLATE_NOOP("findings", "No time estimate: {blank} are blank."),
        QT_TRANSLATE_NOOP("findings", "No time estimate: {blank} is zero."),
    )
    if not blocked and not evaluation.blocked("free"):  # what keeps memory from a value is said already
        blocked = evaluation.blocked("ttft") or evaluation.blocked("tpot")
        templates = (
            QT_TRANSLATE_NOOP("findings", "No times of requests: {blank} is blank."),
            QT_TRANSLATE_NOOP("findings", "No times of requests: {blank} are blank."),
            QT_TRANSLATE_NOOP("findings", "No times of requests: {blank} is zero."),
        )
    if blocked:
        yield _blank(evaluation, path, "time_unknown", blocked, templates)


def _blank(
    evaluation: Evaluation, path: Path, code: str, blocked: tuple[str, ...], templates: tuple[str, str, str]
) -> Finding:
    """What keeps lines from a value; `templates` say it of one blank cell, of several, and of cells that are zero."""
    blank = [slot for slot in blocked if evaluation.amounts.get(slot) is None]
    template = templates[2 if not blank else min(len(blank), 2) - 1]
    names = ", ".join(evaluation.title(slot) for slot in blank or blocked)
    edits: tuple[Edit, ...] = ()
    remedy = QT_TRANSLATE_NOOP("findings", "Fill that cell.")
    if not blank:
        remedy = QT_TRANSLATE_NOOP("findings", "Give that cell a number above zero, or clear it.")
    card = evaluation.accelerator
    if blocked == ("accelerator.peak_bf16",) and card is not None and card.peak_fp16 is not None:
        remedy = QT_TRANSLATE_NOOP("findings", "This device has no bf16 rate: compute in fp16.")
        edits = (Edit((*path, "activations"), "fp16"),)
    if blocked == ("accelerator.free_memory",):
        remedy = QT_TRANSLATE_NOOP("findings", "Read it with Refresh free memory, or plan against the usable memory.")
        edits = (Edit((*path, "memory_basis"), "usable"),)
    place = evaluation.path((blank or blocked)[0]) or path
    return Finding(code, place, Severity.WARNING, template, {"blank": names}, remedy, edits)
