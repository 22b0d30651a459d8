"""A cell of a matrix in sentences: the plan, its verdict with the line that decides, its numbers exactly."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication

from planner.checks import check_scenario
from planner.findings import Severity
from planner.hosts import gpus_of
from planner.plan import Evaluation
from planner.units import exact, write
from planner.verdict import Verdict
from planner.what_if.matrix.grid import Cell
from planner.what_if.matrix.tables import precision_name
from planner.what_if.matrix.words import REASONS
from planner.workbook import Training
from ui.figures import memory
from ui.sheets.tooltips import sentence
from ui.titles import deciding_text
from ui.verdicts import verdict_word

translate = QCoreApplication.translate


def said(plan: Evaluation, cell: Cell, precision: str | None, stated: str, fitting: Evaluation | None) -> str:
    """A cell in rich text: what it is of, the word and why, the numbers with every digit; then speed and cost of the
    plan with the least GPUs, where that is another one.
    """
    card = plan.accelerator.name if plan.accelerator is not None else ""
    head = translate("matrix", "{model} on {card}, weights {format}").format(
        model=plan.model.name, card=card, format=precision_name(precision, stated)
    )
    word = verdict_word(plan.verdict)
    parts = [_margin(plan), _why(plan, cell), _numbers(plan, cell, fitting), _at_least(plan, fitting)]
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


def _numbers(plan: Evaluation, cell: Cell, fitting: Evaluation | None) -> str:
    found = []
    if (needed := plan.value("needed")) is not None:
        found.append(translate("matrix", "{exact} needed").format(exact=exact(needed, "byte")))
    if plan.verdict is not Verdict.DOES_NOT_FIT:
        found += _speeds(plan)
    if cell.least is not None and _same(plan, fitting):
        found.append(translate("matrix", "fits from {count} GPUs on, by TP").format(count=f"{cell.least:,}"))
    return "; ".join(found) + "." if found else ""


def _speeds(plan: Evaluation) -> list[str]:
    """Tokens per second, time per token and cost of a plan, as far as they are known."""
    training = isinstance(plan.scenario.load, Training)
    found = []
    rate = plan.value("train_tokens_per_s" if training else "tokens_per_s")
    if rate is not None:
        found.append(translate("matrix", "{rate} tokens per second").format(rate=write(float(rate), "token/s")))
    if not training and (each := plan.value("tpot")) is not None:
        found.append(translate("matrix", "TPOT {time} ms").format(time=write(each, "s", "ms")))
    if not training and (cost := plan.value("million_cost_low")) is not None:
        text = translate("matrix", "{cost} USD per million output tokens")
        found.append(text.format(cost=f"{cost:,.2f}"))
    return found


def _same(plan: Evaluation, fitting: Evaluation | None) -> bool:
    return fitting is None or fitting.scenario.tp == plan.scenario.tp


def _at_least(plan: Evaluation, fitting: Evaluation | None) -> str:
    """What becomes of a plan with the least GPUs by which it fits, where it has other ones."""
    if plan.verdict is Verdict.UNKNOWN:
        return ""
    if fitting is None:
        return translate("matrix", "No TP within a host makes it fit.") if plan.verdict is Verdict.DOES_NOT_FIT else ""
    if _same(plan, fitting):
        return ""
    text = translate("matrix", "It fits from {count} GPUs on (TP {tp})")
    head = text.format(count=f"{gpus_of(fitting.scenario):,}", tp=f"{fitting.scenario.tp:,}")
    speeds = _speeds(fitting)
    return f"{head}: {'; '.join(speeds)}." if speeds else f"{head}."
