"""Findings on a load that serves: lengths that do not go together, and a draft model that cannot follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.findings import Edit, Finding, Severity
from planner.parts.position import Learned
from planner.plan import Evaluation
from planner.verdict import contradicts
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Inference, Model, Path


def check_load(evaluation: Evaluation, load: Inference, path: Path) -> Iterator[Finding]:
    """Lengths of the load beside each other and beside the model."""
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
    yield from _check_prefix(load, path)
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
    yield from _check_longest(evaluation.model, context, path)


def _check_prefix(load: Inference, path: Path) -> Iterator[Finding]:
    prefix: Any = load.shared_prefix
    prompt: Any = load.prompt
    if prefix is not None and prompt is not None and prefix > prompt:
        yield Finding(
            "prefix_exceeds_prompt",
            (*path, "load", "shared_prefix"),
            Severity.WARNING,
            QT_TRANSLATE_NOOP(
                "findings",
                "The shared prefix {prefix:,} exceeds the prompt {prompt:,}: only a prompt's tokens can be shared, so "
                "that {prompt:,} are counted.",
            ),
            {"prefix": prefix, "prompt": prompt},
            QT_TRANSLATE_NOOP("findings", "Shorten the prefix to the prompt."),
            (Edit((*path, "load", "shared_prefix"), prompt),),
        )


def _check_longest(model: Model, context: Any, path: Path) -> Iterator[Finding]:
    """The context beside what the model has positions for, else beside what it was made for."""
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


def check_draft(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
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
