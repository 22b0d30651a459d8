"""A chart of the window as a picture: copied, or saved as PNG (twice as fine as the screen) or SVG.

`offer` gives any chart the two commands in its context menu. What scrolls is drawn whole: see `ui.handover.drawn`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QWidget

from ui.choosing import ask_target
from ui.late import Late
from ui.saving import save_or_say
from ui.waiting import Files, GaveUp

drawn = Late("ui.handover.drawn")
SCALE = 2
Draw = Callable[[str], bytes]
"""Gives the content of a "png" or an "svg"."""


def image_of(size: QSize, ground: QColor, paint: Callable[[QPainter], object]) -> QImage:
    """What is painted on this ground, twice as fine."""
    image = QImage(size * SCALE, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SCALE)
    image.fill(ground)
    painter = QPainter(image)
    paint(painter)
    painter.end()
    return image


def drawing(size: QSize, ground: QColor, title: str, paint: Callable[[QPainter], object]) -> Draw:
    """What gives something that is painted as a file's content; beside the window where it touches no widget."""
    place = QRectF(0, 0, size.width(), size.height())

    def on_ground(painter: QPainter) -> None:
        painter.fillRect(place, ground)
        paint(painter)

    def draw(kind: str) -> bytes:
        if kind == "svg":
            return bytes(drawn.svg_bytes(place, title, on_ground))
        return bytes(drawn.png_bytes(image_of(size, ground, paint)))

    return draw


def drawing_of(widget: QWidget, title: str) -> Draw:
    """What gives the picture of a widget as it then stands."""

    def draw(kind: str) -> bytes:
        ground = widget.palette().window().color()
        return drawing(widget.size(), ground, title, lambda painter: widget.render(painter, QPoint()))(kind)

    return draw


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


def copy_beside(draw: Draw, title: str, parent: QWidget) -> bool:
    """The same of a picture that touches no widget and is drawn beside the window; False where nobody waits for it."""
    sentence = QCoreApplication.translate("handover", "Drawing {title} …").format(title=title)
    try:
        data = Files(parent).make(Path(f"{title}.png"), sentence, lambda: draw("png"))
    except GaveUp:
        return False
    copy(lambda _: data)
    return True


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
