"""The exports that Qt draws, as bytes: the report as PDF, the memory chart as PNG and SVG. For window and commands."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication

from planner.evaluations import Evaluations
from planner.export.beside import baseline_of, rows_of
from planner.export.report import report
from planner.workbook import Workbook
from ui.charts.bars import Bar, bar_of

SCALE = 2
"""Pixels of a picture per device-independent pixel."""
POINTS = 10


def drawn(kind: str, workbook: Workbook, evaluations: Evaluations, title: str, chosen: Sequence[str] = ()) -> bytes:
    """The content of a "pdf", "png" or "svg"; makes an application without a display where there is none."""
    if QGuiApplication.instance() is None:
        if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        _kept.append(QApplication([]))
    font = QFont(QGuiApplication.font())
    font.setPointSize(POINTS)
    rows = rows_of(evaluations, chosen)
    first = baseline_of(evaluations)
    needed = None if first is None else first.value("needed")
    bars = [
        bar_of(
            row, evaluations.scenarios.get(row.id), baseline=needed,
            is_baseline=first is not None and row.id == workbook.baseline,
        )
        for row in rows
    ]  # fmt: skip
    if kind == "pdf":
        from ui.handover.report_pdf import pdf_bytes

        return pdf_bytes(report(workbook, evaluations, title, chosen), bars, font)
    return _svg(bars, font, title) if kind == "svg" else _png(bars, font)


_kept: list[QApplication] = []
"""The application of a command, which must live as long as what it drew."""


def _png(bars: Sequence[Bar], font: QFont) -> bytes:
    from ui.handover import memory_picture

    size = memory_picture.size_of(bars, font)
    image = QImage(QSize(round(size.width() * SCALE), round(size.height() * SCALE)), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)  # a row at the edge may be left over, and memory is not empty
    painter = QPainter(image)
    painter.scale(SCALE, SCALE)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    memory_picture.paint(painter, bars, font)
    painter.end()
    return png_bytes(image)


def png_bytes(image: QImage) -> bytes:
    """An image as the content of a PNG file."""
    target = QBuffer()
    target.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(target, "PNG")
    return bytes(target.data().data())


def _svg(bars: Sequence[Bar], font: QFont, title: str) -> bytes:
    from ui.handover import memory_picture

    size = memory_picture.size_of(bars, font)
    return svg_bytes(QRectF(0, 0, size.width(), size.height()), title,
                     lambda painter: memory_picture.paint(painter, bars, font))  # fmt: skip


def svg_bytes(place: QRectF, title: str, paint: Callable[[QPainter], object]) -> bytes:
    """What is painted as the content of an SVG of this size."""
    target = QBuffer()
    target.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(target)
    generator.setSize(place.size().toSize())
    generator.setViewBox(place)
    generator.setTitle(title)
    generator.setResolution(96)
    painter = QPainter(generator)
    paint(painter)
    painter.end()
    return bytes(target.data().data())
