"""Computed columns: each names a line of the ledger by its key; none computes anything but a ratio of two of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication

from planner import units
from planner.verdict import Verdict
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Workbook
from ui.sheets.beside import Mode
from ui.sheets.columns import Column, Row, translated
from ui.titles import deciding_text, title_text
from ui.verdicts import verdict_word

BYTES = ("byte", "GiB")
SECONDS = ("s", "ms")


@dataclass(frozen=True)
class ResultColumn(Column):
    """The value of one ledger line; `base` is the line's unit and `unit` the one it is shown in."""

    line: str = ""
    base: str = ""
    sample: str = "000.00"
    strong: bool = False
    right: bool = True
    load: str = ""
    """The kind of load whose scenarios have this line; none: both."""

    path = ("load", "kind")

    def present(self, record: Any) -> bool:
        """Whether a scenario's load has this line."""
        return not self.load or record.load.kind == self.load

    def value(self, row: Row) -> Any:
        return None if row.evaluation is None else row.evaluation.value(self.line)

    def text(self, row: Row) -> str:
        value = self.value(row)
        if value is None:
            return ""
        if row.beside is not None:
            return row.beside.text(self.line, value, self.base, self.unit)
        return units.write(value, self.base, self.unit)

    def exact(self, row: Row) -> str:
        value = self.value(row)
        if value is not None and row.beside is not None and row.beside.alone:
            value = row.beside.exact(self.line, value)
            if row.beside.mode is Mode.PERCENT:
                return "" if value is None else in_unit(value, "", "")
        return "" if value is None else in_unit(value, self.base, self.unit)

    def described(self, row: Row, workbook: Workbook) -> str:
        value = self.value(row)
        if value is None:
            return missing(row, self.line)
        own = units.exact(value, self.base)
        if row.evaluation is not None and row.evaluation.from_blocks and (self.base == "s" or "/s" in self.base):
            text = QCoreApplication.translate(
                "sheets", "Predicted from one block: the GPU's constants are fitted to it."
            )
            own = f"{own}\n{text}"
        return own if row.beside is None else f"{own}\n{row.beside.described(self.line, value, self.base)}"


@dataclass(frozen=True)
class VerdictColumn(Column):
    """The verdict, with the memory that is left or missing beside it."""

    sample = "Does not fit 000.00 GiB missing"

    def value(self, row: Row) -> Any:
        if row.evaluation is None:
            return None
        return str(row.evaluation.verdict), row.evaluation.value("free")

    def text(self, row: Row) -> str:
        word, amount = self.parts(row)
        return f"{word} {amount}".strip()

    def exact(self, row: Row) -> str:
        return self.parts(row)[0]

    def parts(self, row: Row) -> tuple[str, str]:
        """The word, and the amount in words: ("Does not fit", "4.10 GiB missing")."""
        word, free = self.value(row) or (str(Verdict.UNKNOWN), None)  # without a model or a GPU there is no plan
        # Without a verdict the difference says nothing: it is no room that a plan could count on.
        left = "" if word == Verdict.UNKNOWN else amount_left(free)
        return verdict_word(word), left

    def described(self, row: Row, workbook: Workbook) -> str:
        if row.evaluation is None:
            return QCoreApplication.translate("sheets", "A scenario needs a model and a GPU.")
        free = row.evaluation.value("free")
        exact = missing(row, "free") if free is None else units.exact(abs(free), "byte")
        return "\n".join(part for part in (exact, decided_by(row), beside_verdict(row)) if part)


def decided_by(row: Row) -> str:
    """Which line of the ledger a verdict rests on, with its numbers, and how to get there."""
    said = "" if row.evaluation is None else deciding_text(row.evaluation.deciding)
    return f"{said} {QCoreApplication.translate('sheets', 'A click shows it in the ledger.')}" if said else ""


def beside_verdict(row: Row) -> str:
    """The verdict of the baseline, where there is one."""
    if row.beside is None or row.beside.own:
        return ""
    word = verdict_word(row.beside.baseline.verdict)
    return QCoreApplication.translate("sheets", "Baseline {name}: {amount}.").format(name=row.beside.name, amount=word)


@dataclass(frozen=True)
class TargetColumn(Column):
    """Whether a scenario meets the targets that it states; empty where it states none."""

    path = ("load", "kind")
    sample = "missed 000 %"

    def present(self, record: Any) -> bool:
        """Whether a scenario serves and states a target."""
        return bool(record.load.kind == "inference" and record.load.targets())

    def value(self, row: Row) -> Any:
        return None if row.evaluation is None else row.evaluation.value("over_target")

    def text(self, row: Row) -> str:
        over = self.value(row)
        if over is None:
            return ""
        if over <= 1:
            return QCoreApplication.translate("sheets", "met")
        return QCoreApplication.translate("sheets", "missed by {share}").format(share=f"{over - 1:.0%}")

    def exact(self, row: Row) -> str:
        return self.text(row)

    def described(self, row: Row, workbook: Workbook) -> str:
        if self.value(row) is None:
            return missing(row, "over_target")
        over = ((name, row.evaluation.value(f"over_{name}")) for name in ("ttft", "tpot", "rate") if row.evaluation)
        return ", ".join(f"{name.upper()} {share:.0%}" for name, share in over if share is not None)


def in_unit(value: Any, base: str, unit: str) -> str:
    """The exact value as a bare number in the unit of its column, as a spreadsheet reads it.

    >>> in_unit(3 * 2**29, "byte", "GiB"), in_unit(5, "", "")
    ('1.5', '5')
    """
    scaled = units.scaled(value, base, unit) if unit else value
    return str(int(scaled)) if scaled == int(scaled) else repr(float(scaled))


def amount_left(free: Any) -> str:
    """Free memory in words; nothing when it is not known."""
    if free is None:
        return ""
    amount = units.write(abs(free), "byte", "GiB")
    if free < 0:
        return QCoreApplication.translate("sheets", "{amount} GiB missing").format(amount=amount)
    return QCoreApplication.translate("sheets", "{amount} GiB free").format(amount=amount)


def missing(row: Row, line: str) -> str:
    """Why a line has no value: the blank cells that it needs, by name."""
    if row.evaluation is None:
        return ""
    names = [title_text(row.evaluation.titled(slot)) for slot in row.evaluation.blocked(line)]
    if not names:
        return ""
    return QCoreApplication.translate("sheets", "Unknown while blank: {names}").format(names=", ".join(names))


def result(
    line: str, title: str, group: str, help: str, kind: tuple[str, str], *, strong: bool = False, load: str = ""
) -> ResultColumn:
    """The column of a ledger line; `kind` is the line's unit and the unit of the column."""
    base, unit = kind
    return ResultColumn(
        key=f"result.{line}", title=translated(title), group=translated(group), help=translated(help), unit=unit,
        line=line, base=base, strong=strong, load=load,
    )  # fmt: skip


_MEMORY = QT_TRANSLATE_NOOP("fields", "Memory per GPU")
_CAPACITY = QT_TRANSLATE_NOOP("fields", "Capacity")
_TIME = QT_TRANSLATE_NOOP("fields", "Time")
SERVES, TRAINS = "inference", "training"


def plan_results() -> tuple[ResultColumn, ...]:
    """The columns in the order of the table."""
    return (*_memory(), *_cache_and_passes())


def _memory() -> tuple[ResultColumn, ...]:
    return (
        result("weights", QT_TRANSLATE_NOOP("fields", "Weights"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "The model's weights on the fullest GPU."), BYTES),
        result("kv_cache", QT_TRANSLATE_NOOP("fields", "KV cache"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "Keys and values of all sequences at full context."), BYTES, load=SERVES),
        result("adapters", QT_TRANSLATE_NOOP("fields", "Adapters"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "The matrices of LoRA beside the frozen weights."), BYTES, load=TRAINS),
        result("gradients", QT_TRANSLATE_NOOP("fields", "Gradients"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "Gradients of the fullest GPU, or of its share of the host where they are "
                                 "offloaded."), BYTES, load=TRAINS),
        result("master", QT_TRANSLATE_NOOP("fields", "Master weights"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "The precise copy of the weights that the optimizer changes; on the host "
                                 "where it is offloaded."), BYTES,
               load=TRAINS),
        result("optimizer", QT_TRANSLATE_NOOP("fields", "Optimizer states"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "Moments and other states of the fullest GPU, or of its share of the host "
                                 "where they are offloaded."), BYTES, load=TRAINS),
        result("activations", QT_TRANSLATE_NOOP("fields", "Activations"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "What is alive at once during a step. In training, where gradients are "
                                 "freed after a step: less the place of those that come later."), BYTES),
        result("transient", QT_TRANSLATE_NOOP("fields", "Transient"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "Gathered layers, buckets, and what the optimizer's step needs beyond the "
                                 "activations."), BYTES, load=TRAINS),
        result("host", QT_TRANSLATE_NOOP("fields", "On the host"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "States in the host's memory, for each GPU; the total is without them."),
               BYTES, load=TRAINS),
        result("overhead", QT_TRANSLATE_NOOP("fields", "Overhead"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "Device context, runtime, captured graphs, communicators."), BYTES),
        result("needed", QT_TRANSLATE_NOOP("fields", "Total per GPU"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "All of it on the fullest GPU."), BYTES, strong=True),
        result("usable", QT_TRANSLATE_NOOP("fields", "Usable"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "What software can allocate on this GPU, or what was free on it."), BYTES),
        result("free", QT_TRANSLATE_NOOP("fields", "Free"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "What the card or the engine leaves, less the total; negative if it does "
                                 "not fit."), BYTES),
        result("reserved", QT_TRANSLATE_NOOP("fields", "Reserved"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "What the engine takes whatever the load, as nvidia-smi shows it."), BYTES),
        result("kv_budget", QT_TRANSLATE_NOOP("fields", "KV room"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "All that is free, given to the KV cache."), BYTES, load=SERVES),
        result("least_fraction", QT_TRANSLATE_NOOP("fields", "Least fraction"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "The memory fraction at which nothing stays free."), ("", "%"), load=SERVES),
    )  # fmt: skip


def _cache_and_passes() -> tuple[ResultColumn, ...]:
    return (
        result("kv_capacity_tokens", QT_TRANSLATE_NOOP("fields", "KV tokens"), _CAPACITY,
               QT_TRANSLATE_NOOP("fields", "Tokens that the room for the KV cache holds."),
               ("token", ""), load=SERVES),
        result("kv_requests", QT_TRANSLATE_NOOP("fields", "Requests"), _CAPACITY,
               QT_TRANSLATE_NOOP("fields", "Requests of this context that the KV cache holds at a time."),
               ("request", ""), load=SERVES),
        result("prefill", QT_TRANSLATE_NOOP("fields", "Prefill"), _TIME,
               QT_TRANSLATE_NOOP("fields", "Estimate: reading the prompts of the whole batch."), SECONDS, load=SERVES),
        result("decode_step", QT_TRANSLATE_NOOP("fields", "Decode step"), _TIME,
               QT_TRANSLATE_NOOP("fields", "Estimate: one token for every sequence at full context."), SECONDS,
               load=SERVES),
    )  # fmt: skip
