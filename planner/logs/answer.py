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
from planner.words import QT_TRANSLATE_NOOP, Said, listed
from planner.workbook import Workbook

OF_ENGINES = {
    "vllm": "vLLM",
    "sglang": "SGLang",
    "tensorrt": "TensorRT-LLM",
    "llama": "llama.cpp",
    "ollama": "Ollama",
}


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """What a log states beside a plan, what of it can be taken over, and what there is to say about it."""

    log: Log
    rows: tuple[Row, ...]
    offers: tuple[Offer, ...]
    notes: tuple[Said, ...]


def reconcile(text: str, plan: Evaluation, workbook: Workbook) -> Reconciliation:
    """A pasted log beside a plan. `workbook` is the document, whose cells the offers are for."""
    log = read_log(text)
    return Reconciliation(log, rows_of(log, plan), offers_of(log, plan, workbook), tuple(_notes(log, plan)))


def _notes(log: Log, plan: Evaluation) -> Iterator[Said]:
    if not log.statements:
        yield Said("logs", QT_TRANSLATE_NOOP(
            "logs", "Nothing was recognised: paste the start-up lines of vLLM, SGLang, TensorRT-LLM, llama.cpp or "
            "Ollama, an out-of-memory message of PyTorch, or the table of nvidia-smi."))  # fmt: skip
        return
    template = QT_TRANSLATE_NOOP("logs", "{recognised} of {lines} lines were recognised: {programs}.")
    counts = {"recognised": f"{log.recognised:,}", "lines": f"{log.lines:,}"}
    yield Said("logs", template, {**counts, "programs": ", ".join(log.programs)})
    yield from _of_engines(log, plan)
    if len(log.startups) > 1 and log.shown is not None:
        values = {"count": len(log.startups), "first": log.shown.first, "last": log.shown.last}
        yield Said("logs", QT_TRANSLATE_NOOP(
            "logs", "The text has {count} start-ups. The table is of the one that states the most, in lines {first} to "
            "{last}; paste another one alone to see it."),
            {name: f"{value:,}" for name, value in values.items()})  # fmt: skip
    differing = [Said("logs", row.title) for row in rows_of(log, plan) if row.figure.differs]
    if differing:
        yield Said("logs", QT_TRANSLATE_NOOP(
            "logs", "Stated with different values: {names}. The table shows the one that the fullest GPU has, of "
            "settings the last."), {"names": listed(differing)})  # fmt: skip
    length, load = log.figures.get("request_tokens"), plan.scenario.load
    if length is not None and load.kind == "inference" and load.context not in (None, length.value):
        template = QT_TRANSLATE_NOOP("logs", "Requests are of {length} tokens in the log and of {context} in the plan.")
        yield Said("logs", template, {"length": f"{length.value:,}", "context": f"{load.context:,}"})


def _of_engines(log: Log, plan: Evaluation) -> Iterator[Said]:
    """Whether the log is of the plan's engine, as far as its name tells."""
    said = [name for name in log.programs if name in OF_ENGINES.values()]
    if not said:
        return
    if plan.engine is None:
        template = QT_TRANSLATE_NOOP("logs", "The plan has no engine, so that what {said} reserves has no line.")
        yield Said("logs", template, {"said": ", ".join(said)})
        return
    name = (plan.engine.preset or plan.engine.name).casefold()
    planned = next((program for word, program in OF_ENGINES.items() if word in name), None)
    if planned is not None and planned not in said:
        template = QT_TRANSLATE_NOOP(
            "logs", "The log is of {said}, and the plan's engine is {planned}: their lines do not mean the same."
        )
        yield Said("logs", template, {"said": ", ".join(said), "planned": plan.engine.name})


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
        "notes": [note.words() for note in found.notes],
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
    parts += [note.words() for note in found.notes]
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
