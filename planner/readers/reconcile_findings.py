"""What of a reconciliation a person should be told, as Findings with counts and the first names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from planner.findings import Finding, Severity
from planner.readers.checkpoint import Checkpoint, short
from planner.readers.reconciliation import Extra, Reason, Row
from planner.words import QT_TRANSLATE_NOOP

NAMED = 5

_EXTRAS = {
    Reason.TIED: (
        "tied_head_stored", Severity.NOTE,
        QT_TRANSLATE_NOOP("checkpoints", "The head is tied to the token table, and the files store it all the same "
                          "({names}): {bytes} bytes more on disk, no parameters more."),
    ),
    Reason.BUFFER: (
        "buffers_stored", Severity.NOTE,
        QT_TRANSLATE_NOOP("checkpoints", "Tensors that are computed and no parameters: {count} ({bytes} bytes; "
                          "{names})."),
    ),
    Reason.OTHER_STACK: (
        "other_stack", Severity.NOTE,
        QT_TRANSLATE_NOOP("checkpoints", "Weights of other stacks than the decoder, not compared: {count} ({elements} "
                          "elements, {bytes} bytes; {names})."),
    ),
    Reason.BEYOND: (
        "layers_beyond", Severity.WARNING,
        QT_TRANSLATE_NOOP("checkpoints", "Weights of layers that the ledger does not have: {count} ({elements} "
                          "elements, {bytes} bytes; {names})."),
    ),
    Reason.NO_LINE: (
        "no_line", Severity.WARNING,
        QT_TRANSLATE_NOOP("checkpoints", "Weights without a line in the ledger: {count} ({elements} elements, {bytes} "
                          "bytes; {names})."),
    ),
    Reason.UNKNOWN: (
        "unknown_tensors", Severity.WARNING,
        QT_TRANSLATE_NOOP("checkpoints", "Weights whose names are not known, laid to no line: {count} ({elements} "
                          "elements, {bytes} bytes; {names})."),
    ),
}  # fmt: skip
"""Code, severity and sentence for each reason of an extra."""


def findings_of(
    model_id: str, checkpoint: Checkpoint, rows: Sequence[Row], extras: Sequence[Extra], schemes: Mapping[str, int]
) -> tuple[Finding, ...]:
    """The checkpoint's own Findings first, then those of the comparison."""
    path = ("models", model_id)
    return (*checkpoint.findings, *_packing(path, rows, schemes), *_rows(path, rows), *_extras(path, extras))


def _packing(path: tuple[str, ...], rows: Sequence[Row], schemes: Mapping[str, int]) -> Iterator[Finding]:
    if schemes:
        said = ", ".join(f"{count:,} {scheme}" for scheme, count in schemes.items())
        template = QT_TRANSLATE_NOOP("checkpoints", "Packed weights: {schemes}.")
        yield Finding("packed_weights", path, Severity.NOTE, template, {"schemes": said})
    unknown = [row for row in rows if row.found is None and row.bytes is not None]
    if unknown:
        yield Finding(
            "packing_not_known", path, Severity.WARNING,
            QT_TRANSLATE_NOOP("checkpoints", "How many elements the packed tensors of {names} hold is not known: no "
                              "quantization_config beside the files states the bits."),
            {"names": _names([", ".join(row.labels) for row in unknown])},
            QT_TRANSLATE_NOOP("checkpoints", "Put the model's config.json into the folder."),
        )  # fmt: skip


def _rows(path: tuple[str, ...], rows: Sequence[Row]) -> Iterator[Finding]:
    for row in rows:
        labels = ", ".join(row.labels)
        if row.missing:
            where = _layers(row.missing)
            template = (
                QT_TRANSLATE_NOOP("checkpoints", "{line}: the files have none.")
                if row.group is None
                else QT_TRANSLATE_NOOP("checkpoints", "{line}: the files have none in {count} of the group's layers: "
                                       "{layers}.")
            )  # fmt: skip
            values = {"line": labels, "count": len(row.missing), "layers": where}
            yield Finding("tensor_missing", path, Severity.WARNING, template, values)
        if row.differing:
            template = (
                QT_TRANSLATE_NOOP("checkpoints", "{line}: {found} elements in the files, {expected} in the ledger.")
                if row.group is None
                else QT_TRANSLATE_NOOP("checkpoints", "{line}: {found} elements in the files, {expected} in the "
                                       "ledger; {count} layers differ: {layers}.")
            )  # fmt: skip
            values = {
                "line": labels, "found": _amount(row.found), "expected": _amount(row.expected),
                "count": len(row.differing), "layers": _layers(row.differing),
            }  # fmt: skip
            yield Finding("elements_differ", path, Severity.WARNING, template, values)


def _extras(path: tuple[str, ...], extras: Sequence[Extra]) -> Iterator[Finding]:
    for reason, (code, severity, template) in _EXTRAS.items():
        mine = [extra.weight for extra in extras if extra.reason == reason]
        if not mine:
            continue
        values = {
            "count": len(mine),
            "names": _names([short(weight.name) for weight in mine]),
            "elements": _amount(_known(weight.elements for weight in mine)),
            "bytes": _amount(_known(weight.bytes for weight in mine)),
        }
        yield Finding(code, path, severity, template, values)


def _known(amounts: Iterator[int | None]) -> int | None:
    whole = list(amounts)
    known = [amount for amount in whole if amount is not None]
    return sum(known) if len(known) == len(whole) else None


def _amount(value: int | None) -> str:
    return "an unknown number of" if value is None else f"{value:,}"


def _names(names: list[str]) -> str:
    return ", ".join(names[:NAMED]) + (", ..." if len(names) > NAMED else "")


def _layers(numbers: Sequence[int]) -> str:
    return _names([str(number) for number in numbers])
