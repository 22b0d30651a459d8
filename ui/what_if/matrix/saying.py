"""A cell of a matrix in sentences: the plan, its verdict with the line that decides, its numbers exactly."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication

from planner.checks import check_scenario
from planner.findings import Severity
from planner.plan import Evaluation
from planner.units import write
from planner.verdict import Verdict
from planner.what_if.matrix.grid import Cell
from planner.what_if.matrix.tables import precision_name
from planner.what_if.matrix.words import REASONS
from planner.workbook import Training
from ui.figures import exact, memory
from ui.sheets.tooltips import sentence
from ui.titles import deciding_text
from ui.verdicts import verdict_word

translate = QCoreApplication.translate


def said(plan: Evaluation, cell: Cell, precision: str | None, stated: str) -> str:
    """A cell in rich text: what it is of, the word and why, the numbers with every digit."""
    card = plan.accelerator.name if plan.accelerator is not None else ""
    head = translate("matrix", "{model} on {card}, weights {format}").format(
        model=plan.model.name, card=card, format=precision_name(precision, stated)
    )
    word = verdict_word(plan.verdict)
    parts = [_margin(plan), _why(plan, cell), _numbers(plan, cell)]
    body = " ".join(escape(part) for part in parts if part)
    return f"<b>{escape(head)}: {escape(word)}.</b> {body}"


def _margin(plan: Evaluation) -> str:
    free = plan.value("free")
    if free is None or plan.verdict is Verdict.UNKNOWN:
        return ""
    text = (
        translate("matrix", "{amount} of each GPU stay free ({exact}).")
        if free >= 0
        else translate("matrix", "{amount} are missing ({exact}).")
    )
    return text.format(amount=memory(abs(free)), exact=exact(abs(free), "byte"))


def _why(plan: Evaluation, cell: Cell) -> str:
    if plan.verdict is Verdict.UNKNOWN:
        found = [each for each in check_scenario(plan) if each.severity is Severity.ERROR]
        named = found or [each for each in check_scenario(plan) if each.code == "memory_unknown"]
        if named:
            return sentence(named[0])
        return (
            translate("matrix", "No verdict: {reason}.").format(reason=translate("matrix", REASONS[cell.reason]))
            if cell.reason
            else ""
        )
    return deciding_text(plan.deciding)


def _numbers(plan: Evaluation, cell: Cell) -> str:
    training = isinstance(plan.scenario.load, Training)
    found = []
    if (needed := plan.value("needed")) is not None:
        found.append(translate("matrix", "{exact} needed").format(exact=exact(needed, "byte")))
    rate = plan.value("train_tokens_per_s" if training else "tokens_per_s")
    if rate is not None:
        found.append(translate("matrix", "{rate} tokens per second").format(rate=write(float(rate), "token/s")))
    if not training and (each := plan.value("tpot")) is not None:
        found.append(translate("matrix", "TPOT {time} ms").format(time=write(each, "s", "ms")))
    if cell.least is not None:
        found.append(translate("matrix", "fits from {count} GPUs on, by TP").format(count=f"{cell.least:,}"))
    return "; ".join(found) + "." if found else ""
