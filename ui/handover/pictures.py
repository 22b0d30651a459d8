"""A chart of the window as a picture: copied, or saved as PNG (twice as fine as the screen) or SVG.

`offer` gives any chart the two commands in its context menu. What scrolls is drawn whole: see `ui.handover.drawn`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, QRectF, Qt
from PySide6.QtGui import QAction, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QWidget

from ui.choosing import ask_target
from ui.late import Late
from ui.saving import save_or_say

drawn = Late("ui.handover.drawn")
SCALE = 2
Draw = Callable[[str], bytes]
"""Gives the content of a "png" or an "svg"."""


def image_of(widget: QWidget) -> QImage:
    """The widget as it stands, twice as fine."""
    image = QImage(widget.size() * SCALE, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SCALE)
    image.fill(widget.palette().window().color())
    widget.render(image)
    return image


def svg_of(widget: QWidget, title: str) -> bytes:
    """The widget as lines and letters."""
    place = QRectF(0, 0, widget.width(), widget.height())

    def paint(painter: QPainter) -> None:
        painter.fillRect(place, widget.palette().window())
        widget.render(painter, QPoint())

    return drawn.svg_bytes(place, title, paint)


def drawing_of(widget: QWidget, title: str) -> Draw:
    """What gives the picture of a widget as a file's content."""
    return lambda kind: svg_of(widget, title) if kind == "svg" else drawn.png_bytes(image_of(widget))


def offer(widget: QWidget, title: str) -> None:
    """Put “copy” and “save” into the context menu of a chart."""
    translate, draw = QCoreApplication.translate, drawing_of(widget, title)
    widget.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
    for text, run in (
        (translate("handover", "Copy chart"), lambda: copy(draw)),
        (translate("handover", "Save chart as picture…"), lambda: ask_save(draw, title, widget)),
    ):
        action = QAction(text, widget)
        action.triggered.connect(lambda _=False, run=run: run())
        widget.addAction(action)


def copy(draw: Draw) -> None:
    """Put a picture on the clipboard."""
    data = QMimeData()
    data.setImageData(QImage.fromData(draw("png")))
    QGuiApplication.clipboard().setMimeData(data)


def content_of(draw: Draw, file: Path) -> bytes:
    """The picture as a file of this name has it; the ending says as what."""
    return draw("svg" if file.suffix.casefold() == ".svg" else "png")


def ask_save(draw: Draw, title: str, parent: QWidget, *, beside: bool = False) -> Path | None:
    """Ask where to, and write; None when nothing was chosen, or it was not written, which is then said.

    `beside` says that the picture touches no widget and may be drawn beside the window.
    """
    translate = QCoreApplication.translate
    kinds = translate("handover", "PNG picture (*.png);;SVG drawing (*.svg)")
    file = ask_target(parent, translate("handover", "Save picture"), f"{title}.png", kinds, endings=(".png", ".svg"))
    if file is None:
        return None
    data = b"" if beside else content_of(draw, file)
    return file if save_or_say(parent, file, lambda: data or content_of(draw, file)) else None
