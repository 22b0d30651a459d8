"""The report as PDF: the planner's sections laid out by Qt, the chart after the table of scenarios.

The same workbook gives the same bytes: Qt writes the time and two random ids into the file, and these are replaced by
fixed ones of the same length.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QBuffer, QEventLoop, QHashSeed, QIODevice, QMarginsF, QSizeF, Qt, QUrl
from PySide6.QtGui import QFont, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter, QTextDocument

from planner import __version__
from planner.export.report import Section, Table
from ui.charts.bars import Bar
from ui.handover import memory_picture

CHART = "chart"
POINTS = 8
SCALE = 3
"""Pixels of the chart per point of the page."""
STYLE = (
    "body { color: #1A1E24; } h1 { font-size: 17pt; } h2 { font-size: 12pt; }"
    "table { border-collapse: collapse; } td, th { padding: 2px 5px; border-bottom: 1px solid #C9D0D8; }"
    "th { color: #59626E; text-align: left; }"
)
WIDEST = 9
"""So many columns stand beside each other on a page; a wider table is cut, its first column on each part."""


def pdf_bytes(sections: Sequence[Section], bars: Sequence[Bar], font: QFont) -> bytes:
    """The file's content; needs a QGuiApplication."""
    events = QEventLoop()  # on a thread of Python's the timers of a QTextDocument have none otherwise, and complain
    target = QBuffer()
    target.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(target)
    writer.setTitle(sections[0].title if sections else "Fitsheet")
    writer.setCreator(f"Fitsheet {__version__}")
    layout = QPageLayout(
        QPageSize(QPageSize.PageSizeId.A4),
        QPageLayout.Orientation.Landscape,
        QMarginsF(14, 12, 14, 12),
        QPageLayout.Unit.Millimeter,
    )
    writer.setPageLayout(layout)
    document = laid_out(sections, bars, font, layout.paintRect(QPageLayout.Unit.Point).size())
    # Qt writes the fonts in the order of a hash that begins anew in every process.
    QHashSeed.setDeterministicGlobalSeed()
    try:
        document.print_(writer)
        target.close()
    finally:
        QHashSeed.resetRandomGlobalSeed()
    del document, writer, events
    return normalised(bytes(target.data().data()))


def laid_out(sections: Sequence[Section], bars: Sequence[Bar], font: QFont, page: QSizeF) -> QTextDocument:
    """The report on pages of this size, in points; the chart is no wider than a page."""
    document = QTextDocument()
    size = QFont(font)
    size.setPointSize(POINTS)
    document.setDefaultFont(size)
    document.setDefaultStyleSheet(STYLE)
    picture = _picture(bars, size)
    document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(CHART), picture)
    width = min(page.width() - 2 * document.documentMargin(), picture.width() / SCALE)
    document.setHtml(_html(sections, bars, int(width)))
    document.setPageSize(page)
    return document


def _picture(bars: Sequence[Bar], font: QFont) -> QImage:
    size = memory_picture.size_of(bars, font)
    image = QImage(round(size.width() * SCALE), round(size.height() * SCALE), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)  # a row at the edge may be left over, and memory is not empty
    painter = QPainter(image)
    painter.scale(SCALE, SCALE)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    memory_picture.paint(painter, bars, font)
    painter.end()
    return image


def _html(sections: Sequence[Section], bars: Sequence[Bar], width: int) -> str:
    parts = []
    for section in sections:
        parts.append(f"<h{section.level}>{escape(section.title)}</h{section.level}>")
        parts += [f"<p>{escape(paragraph)}</p>" for paragraph in section.paragraphs]
        parts += [_table(part) for table in section.tables for part in _narrow(table)]
        if section.title == "Scenarios" and bars:
            parts.append(f'<p><img src="{CHART}" width="{width}"></p>')
    return f"<body>{''.join(parts)}</body>"


def _narrow(table: Table) -> list[Table]:
    """The table, or parts of it that fit beside each other on a page; every part begins with the names of the rows."""
    if len(table.header) <= WIDEST:
        return [table]
    keep, rest = 1, len(table.header) - 1
    step = WIDEST - keep
    parts = []
    for at in range(keep, keep + rest, step):
        columns = [0, *range(at, min(at + step, len(table.header)))]
        left = sum(1 for column in columns if column < table.left)
        rows = tuple(tuple(row[column] for column in columns) for row in table.rows)
        parts.append(Table(tuple(table.header[column] for column in columns), rows, left))
    return parts


def _table(table: Table) -> str:
    def cells(row: Sequence[str], tag: str) -> str:
        found = []
        for column, text in enumerate(row):
            align = "" if column < table.left else ' align="right"'
            found.append(f"<{tag}{align}>{escape(text)}</{tag}>")
        return f"<tr>{''.join(found)}</tr>"

    body = "".join(cells(row, "td") for row in table.rows)
    return f'<table width="100%">{cells(table.header, "th")}{body}</table><br>' if table.rows else ""


DATE, XMP_DATE = b"D:20000101000000Z00'00'", b"2000-01-01T00:00:00+00:00"
_DATES = re.compile(rb"(?<=Date \()D:[^)]*(?=\))")
_XMP_DATES = re.compile(rb'(?<=Date=")[0-9T:Z.+-]*(?=")|(?<=Date>)[0-9T:Z.+-]*(?=</)')
_IDS = re.compile(rb"(?<=uuid:)[0-9a-fA-F-]{36}|(?<=/ID \[ <)[0-9a-fA-F]+(?=>)")
_SECOND_ID = re.compile(rb"(/ID \[ <[0-9a-fA-F]+> <)([0-9a-fA-F]+)(?=>)")


def normalised(data: bytes) -> bytes:
    """A PDF with fixed dates and ids of the same length; nothing moves, so that its table of places stays right.

    >>> normalised(b"/CreationDate (D:20261130013218Z) /ID [ <12ab> <34cd> ]")
    b'/CreationDate (D:20000101000000Z) /ID [ <0000> <0000> ]'
    """
    data = _DATES.sub(lambda found: DATE[: len(found[0])], data)
    data = _XMP_DATES.sub(lambda found: XMP_DATE[: len(found[0])], data)
    data = _IDS.sub(lambda found: re.sub(rb"[0-9a-fA-F]", b"0", found[0]), data)
    return _SECOND_ID.sub(lambda found: found[1] + b"0" * len(found[2]), data)
