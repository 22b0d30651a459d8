"""A log reconciled with a plan, as scripts and the window get it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from planner.export.report import shown
from planner.logs.beside import Row, rows_of
from planner.logs.offers import GROUPS, Offer, offers_of
from planner.logs.reading import Log, read_log
from planner.plan import Evaluation
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Workbook

OF_ENGINES = {
    "vllm": "vLLM",
    "sglang": "SGLang",
    "tensorrt": "TensorRT-LLM",
    "llama": "llama.cpp",
    "ollama": "Ollama",
}


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence about a log: a template, which is translated first, and what is put in."""

    template: str
    values: tuple[tuple[str, str], ...] = ()

    @property
    def sentence(self) -> str:
        """The English sentence."""
        return self.template.format(**dict(self.values))


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """What a log states beside a plan, what of it can be taken over, and what there is to say about it."""

    log: Log
    rows: tuple[Row, ...]
    offers: tuple[Offer, ...]
    notes: tuple[Note, ...]


def reconcile(text: str, plan: Evaluation, workbook: Workbook) -> Reconciliation:
    """A pasted log beside a plan. `workbook` is the document, whose cells the offers are for."""
    log = read_log(text)
    return Reconciliation(log, rows_of(log, plan), offers_of(log, plan, workbook), tuple(_notes(log, plan)))


def _notes(log: Log, plan: Evaluation) -> Iterator[Note]:
    if not log.statements:
        yield Note(
            QT_TRANSLATE_NOOP(
                "logs",
                "Nothing was recognised: paste the start-up lines of vLLM, SGLang, TensorRT-LLM, llama.cpp or "
                "Ollama, an out-of-memory message of PyTorch, or the table of nvidia-smi.",
            )
        )
        return
    yield Note(
        QT_TRANSLATE_NOOP("logs", "{recognised} of {lines} lines were recognised: {programs}."),
        (("recognised", f"{log.recognised:,}"), ("lines", f"{log.lines:,}"), ("programs", ", ".join(log.programs))),
    )
    said = [name for name in log.programs if name in OF_ENGINES.values()]
    name = "" if plan.engine is None else (plan.engine.preset or plan.engine.name).casefold()
    planned = next((program for word, program in OF_ENGINES.items() if word in name), None)
    if said and planned is not None and planned not in said:
        yield Note(
            QT_TRANSLATE_NOOP(
                "logs", "The log is of {said}, and the plan's engine is {planned}: their lines do not mean the same."
            ),
            (("said", ", ".join(said)), ("planned", plan.engine.name if plan.engine else "")),
        )
    elif said and plan.engine is None:
        yield Note(
            QT_TRANSLATE_NOOP("logs", "The plan has no engine, so that what {said} reserves has no line."),
            (("said", ", ".join(said)),),
        )
    if len(log.startups) > 1 and log.shown is not None:
        yield Note(
            QT_TRANSLATE_NOOP(
                "logs",
                "The text has {count} start-ups. The table is of the one that states the most, in lines {first} to "
                "{last}; paste another one alone to see it.",
            ),
            (
                ("count", f"{len(log.startups):,}"),
                ("first", f"{log.shown.first:,}"),
                ("last", f"{log.shown.last:,}"),
            ),
        )
    differing = [row.title for row in rows_of(log, plan) if row.figure.differs]
    if differing:
        yield Note(
            QT_TRANSLATE_NOOP(
                "logs",
                "Stated with different values: {names}. The table shows the one that the "
                "fullest GPU has, of settings the last.",
            ),
            (("names", ", ".join(differing)),),
        )
    length = log.figures.get("request_tokens")
    load = plan.scenario.load
    if length is not None and load.kind == "inference" and load.context not in (None, length.value):
        yield Note(
            QT_TRANSLATE_NOOP("logs", "Requests are of {length} tokens in the log and of {context} in the plan."),
            (("length", f"{length.value:,}"), ("context", f"{load.context:,}")),
        )


def reconcile_answer(found: Reconciliation) -> dict[str, Any]:
    """The reconciliation as scripts get it, in bytes and plain numbers."""
    return {
        "programs": list(found.log.programs),
        "lines": found.log.lines,
        "recognised": found.log.recognised,
        "rows": [
            {
                "quantity": row.figure.quantity,
                "title": row.title,
                "unit": row.unit,
                "stated": row.figure.value,
                "rounding": row.figure.half,
                "ranks": list(row.figure.ranks),
                "log_lines": [each.line for each in row.figure.statements],
                "planned": None if row.planned is None else row.planned.value,
                "ledger": [] if row.planned is None else list(row.planned.lines),
                "gap": row.gap,
                "gap_share": row.share,
                "agrees": row.agrees,
            }
            for row in found.rows
        ],
        "offers": [
            {
                "group": offer.group,
                "quantity": offer.quantity,
                "title": offer.title,
                "edits": [{"path": list(edit.path), "value": edit.value} for edit in offer.edits],
            }
            for offer in found.offers
        ],
        "notes": [note.sentence for note in found.notes],
    }


def reconcile_table(found: Reconciliation) -> str:
    """The same for a person at a terminal."""
    from planner.tables import text_table

    rows = []
    for row in found.rows:
        planned = "–" if row.planned is None else shown(row.planned.value, row.unit)
        gap = "–" if row.gap is None else "as printed" if row.agrees else shown(row.gap, row.unit)
        share = "" if row.share is None or row.agrees else f"{row.share:+.1%}"
        rows.append((row.title, shown(row.figure.value, row.unit), planned, gap, share))
    parts = [text_table(("figure", "log", "plan", "gap", ""), rows)] if rows else []
    parts += [note.sentence for note in found.notes]
    for group, title in GROUPS.items():
        own = [offer for offer in found.offers if offer.group == group]
        if own:
            parts.append(
                "\n".join(
                    [
                        f"{title} (--apply {group}):",
                        *(f"  {offer.title}: {shown(offer.value, offer.unit)}" for offer in own),
                    ]
                )
            )
    return "\n\n".join(parts)
