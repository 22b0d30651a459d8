"""What a hover over a cell or a header says, as rich text: Findings, the exact value, what the column is."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from PySide6.QtCore import QCoreApplication

from planner.fields import Number
from planner.findings import Finding, Severity
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Workbook
from ui.glossary import explained
from ui.sheets.columns import APPROXIMATE, Column, InputColumn, NumberColumn, Row
from ui.titles import filled

SEVERITY_WORDS = {
    Severity.NOTE: QT_TRANSLATE_NOOP("findings", "Note"),
    Severity.WARNING: QT_TRANSLATE_NOOP("findings", "Warning"),
    Severity.ERROR: QT_TRANSLATE_NOOP("findings", "Error"),
}


def sentence(finding: Finding) -> str:
    """The Finding in the language of the window."""
    return QCoreApplication.translate("findings", finding.template).format(**filled(finding.values))


def cell_tooltip(
    column: Column, row: Row, findings: Iterable[Finding], workbook: Workbook, marks: tuple[str, str] = ("", "")
) -> str:
    """Findings first, then the exact value, then how the cell differs from the row's preset, or where it comes from.

    `marks` are sentences: how it differs, and why it changes nothing. Empty when there is nothing to say.
    """
    parts = []
    differs, idle = marks
    findings = tuple(findings)
    if idle and not findings:
        parts.append(escape(idle))
    for finding in findings:
        word = QCoreApplication.translate("findings", SEVERITY_WORDS[finding.severity])
        remedy = f"<br>{escape(QCoreApplication.translate('findings', finding.remedy))}" if finding.remedy else ""
        parts.append(f"<b>{escape(word)}:</b> {escape(sentence(finding))}{remedy}")
    if isinstance(column, InputColumn) and not column.present(row.record):
        sentence_of = QCoreApplication.translate(
            "sheets", "Not applicable: the kind chosen for this row has no {title}."
        )
        parts.append(escape(sentence_of.format(title=column.title)))
    if described := column.described(row, workbook):
        parts.append(escape(described).replace("\n", "<br>"))
    source = _source(column, row)
    if differs:
        parts.append(escape(differs))
    elif source and column.approximate(row):
        parts.append(escape(f"{APPROXIMATE} {source}"))
    elif source:
        parts.append(escape(QCoreApplication.translate("sheets", "Source: {source}").format(source=source)))
    return "".join(f"<p style='margin:2px 0'>{part}</p>" for part in parts)


def _source(column: Column, row: Row) -> str:
    """The citation of one cell, or the one of all that the config of a model says."""
    sources = getattr(row.record, "sources", {})
    own = sources.get(column.key, "")
    if own or not isinstance(column, InputColumn) or column.key in ("name", "preset"):
        return str(own)
    return str(sources.get("config", "")) if column.value(row) not in (None, (None, None)) else ""


def header_tooltip(column: Column) -> str:
    """What the column is, its unit, and how typed numbers are read in it."""
    parts = [f"<b>{escape(column.heading)}</b>", escape(column.help)]
    if isinstance(column, NumberColumn):
        parts.append(escape(_how_read(column.field)))
    if not isinstance(column, InputColumn):
        parts.append(escape(QCoreApplication.translate("sheets", "Computed: it follows from the inputs.")))
    said = QCoreApplication.translate("sheets", "A click selects the column; ▾ or a right click sorts, filters, hides.")
    parts.append(escape(said))
    parts.extend(f"<i>{escape(term)}</i>: {escape(meaning)}" for term, meaning in explained(column.plain_title))
    return "".join(f"<p style='margin:2px 0'>{part}</p>" for part in parts if part)


def _how_read(field: object) -> str:
    assert isinstance(field, Number)
    thousand = "1,024" if field.binary else "1,000"
    return QCoreApplication.translate(
        "sheets", "A number, or an expression such as =2*x. “k” means {thousand} in this column."
    ).format(thousand=thousand)  # fmt: skip
