"""Paints a laid-out data flow: classes of operation told by shape, sign and colour, masks as small squares."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from planner.what_if.block.mask import Cells, Mask
from ui.theme import COMPONENT_COLOURS, Colours
from ui.what_if.block.layout import SHEETS, STRIP, Arrow, Box, Picture
from ui.what_if.block.lines import Fonts, Line

CLASS_COLOURS: Mapping[str, str] = MappingProxyType(
    {
        "gemm": COMPONENT_COLOURS["weights"],
        "grouped_gemm": COMPONENT_COLOURS["optimizer"],
        "prefill_attention": COMPONENT_COLOURS["kv_cache"],
        "decode_attention": COMPONENT_COLOURS["kv_cache"],
        "scan": COMPONENT_COLOURS["gradients"],
        "elementwise": COMPONENT_COLOURS["activations"],
        "collective": COMPONENT_COLOURS["overhead"],
    }
)
"""The colours of the chart: what reads weights is blue, what reads the KV cache orange."""


def class_colour(operator_class: str, of: Colours) -> QColor:
    """The colour of a class of operators; of what is none that of quiet text."""
    return QColor(CLASS_COLOURS.get(operator_class, of.muted))


def paint(painter: QPainter, picture: Picture, fonts: Fonts, of: Colours, chosen: str = "", under: str = "") -> None:
    """Everything, with a ring around the chosen box and a fainter one around that under the mouse."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for arrow in picture.arrows:
        draw_arrow(painter, arrow, fonts.em, of)
    for box in picture.boxes:
        if box.step is not None and box.step.role == "add":
            _draw_add(painter, box, fonts, of)
        elif box.store is not None:
            _draw_store(painter, box, fonts, of)
        else:
            _draw_box(painter, box, fonts, of)
        if box.key in (chosen, under):
            _draw_ring(painter, box, fonts.em, of, box.key == chosen)


def draw_arrow(painter: QPainter, arrow: Arrow, em: float, of: Colours) -> None:
    """A line with round corners and a head."""
    ink = {"data": of.muted, "residual": of.link, "cache": COMPONENT_COLOURS["kv_cache"],
           "state": COMPONENT_COLOURS["gradients"]}  # fmt: skip
    colour = QColor(ink[arrow.kind])
    pen = QPen(colour, max(1.2, em * (0.11 if arrow.kind == "residual" else 0.085)))
    if arrow.kind in ("cache", "state"):
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    points = [point for at, point in enumerate(arrow.points) if not at or point != arrow.points[at - 1]]
    if len(points) < 2:
        return
    size = em * 0.36
    end = points[-1]
    if arrow.head:
        last = QLineF(points[-2], end)
        if last.length() > size:
            last.setLength(last.length() - size * 0.8)
        points[-1] = last.p2()
    path = QPainterPath(points[0])
    for at in range(1, len(points) - 1):
        into, out = QLineF(points[at], points[at - 1]), QLineF(points[at], points[at + 1])
        bend = min(em * 0.5, into.length() / 2, out.length() / 2)
        into.setLength(bend)
        out.setLength(bend)
        path.lineTo(into.p2())
        path.quadTo(points[at], out.p2())
    path.lineTo(points[-1])
    painter.drawPath(path)
    if arrow.head:
        angle = QLineF(points[-2], end)
        unit = angle.unitVector()
        along, across = QPointF(unit.dx(), unit.dy()), QPointF(-unit.dy(), unit.dx())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        back = end - along * size
        painter.drawPolygon(QPolygonF([end, back + across * size * 0.55, back - across * size * 0.55]))


def _outline(rect: QRectF, operator_class: str, role: str, em: float) -> QPainterPath:
    """The shape of a class: products have corners, attention and recurrences round ends, others are between."""
    path = QPainterPath()
    radius = {"gemm": 0.12, "grouped_gemm": 0.12, "prefill_attention": 0.8, "decode_attention": 0.8, "scan": 0.8,
              "elementwise": 0.5}.get(operator_class, 0.5) * em  # fmt: skip
    if role in ("input", "output"):
        radius = min(rect.height() / 2, 1.2 * em)
    path.addRoundedRect(rect, radius, radius)
    return path


def _draw_box(painter: QPainter, box: Box, fonts: Fonts, of: Colours) -> None:
    step, em = box.step, fonts.em
    assert step is not None
    colour = class_colour(step.operator_class, of)
    if step.role == "layers":
        colour = QColor(of.accent)
    rect = box.rect.adjusted(0.5, 0.5, -0.5, -0.5)
    path = _outline(rect, step.operator_class, step.role, em)
    if step.role in ("experts", "layers"):
        for shift in (SHEETS, SHEETS / 2):
            behind = _outline(rect.translated(shift * em, -shift * em), step.operator_class, step.role, em)
            painter.setPen(QPen(colour, 1))
            painter.setBrush(blended(colour, QColor(of.base), 0.06))
            painter.drawPath(behind)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(blended(colour, QColor(of.base), 0.09))
    painter.drawPath(path)
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    strip = QRectF(rect.left(), rect.top(), STRIP * em, rect.height())
    painter.fillRect(strip, colour if step.role not in ("input", "output") else blended(colour, QColor(of.base), 0.3))
    if box.share is not None:
        high = max(2.0, em * 0.17)
        inner = QRectF(strip.right(), rect.bottom() - high, rect.right() - strip.right(), high)
        painter.fillRect(inner, blended(colour, QColor(of.base), 0.2))
        painter.fillRect(QRectF(inner.left(), inner.top(), inner.width() * min(box.share, 1.0), high), colour)
    painter.restore()
    pen = QPen(blended(colour, QColor(of.base), 0.75), 1.0)
    if step.role == "exchange":
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    sign = QRectF(0, 0, em * 0.78, em * 0.78)
    sign.moveCenter(
        QPointF(
            strip.center().x(),
            rect.top() + min(rect.height() / 2, em * (1.3 if "attention" in step.operator_class else 1.12)),
        )
    )
    draw_sign(painter, sign, step.operator_class, step.role, QColor("#FFFFFF"))
    _draw_lines(painter, box.lines, fonts, of)
    if box.mask is not None:
        draw_mask(painter, box.mask_rect, box.mask, box.cells, colour, of)


def draw_sign(painter: QPainter, rect: QRectF, operator_class: str, role: str, ink: QColor) -> None:
    """The sign of a class: a grid for products, a triangle for attention, a loop for recurrences, bars for others."""
    painter.save()
    painter.setPen(QPen(ink, max(1.0, rect.width() * 0.1)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    third = rect.width() / 3
    if operator_class in ("gemm", "grouped_gemm"):
        painter.drawRect(rect)
        for at in (1, 2):
            painter.drawLine(
                QPointF(rect.left() + at * third, rect.top()), QPointF(rect.left() + at * third, rect.bottom())
            )
            painter.drawLine(
                QPointF(rect.left(), rect.top() + at * third), QPointF(rect.right(), rect.top() + at * third)
            )
        if operator_class == "grouped_gemm":
            painter.fillRect(QRectF(rect.left(), rect.top(), third, third), ink)
            painter.fillRect(QRectF(rect.left() + 2 * third, rect.top() + third, third, third), ink)
    elif operator_class.endswith("attention"):
        painter.setBrush(ink)
        painter.drawPolygon(QPolygonF([rect.topLeft(), rect.bottomRight(), rect.bottomLeft()]))
    elif operator_class == "scan":
        painter.drawArc(rect, 40 * 16, 280 * 16)
        tip = QPointF(rect.center().x() + rect.width() * 0.38, rect.center().y() - rect.height() * 0.32)
        painter.setBrush(ink)
        size = rect.width() * 0.2
        painter.drawPolygon(
            QPolygonF([tip + QPointF(-size, -size), tip + QPointF(size, -size), tip + QPointF(size, size)])
        )
    elif operator_class == "collective":
        for way in (-1, 1):
            y = rect.center().y() + way * rect.height() * 0.2
            painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
            end = rect.right() if way > 0 else rect.left()
            back = end - way * third
            painter.drawLine(QPointF(end, y), QPointF(back, y + way * third * 0.8))
    elif operator_class == "elementwise":
        for at in (0.2, 0.5, 0.8):
            y = rect.top() + at * rect.height()
            painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
    elif role == "layers":
        for at in (0.0, 0.33, 0.66):
            painter.drawRect(QRectF(rect.left(), rect.top() + at * rect.height(), rect.width(), rect.height() * 0.3))
    elif role == "look_up":
        painter.drawRect(rect)
        painter.fillRect(QRectF(rect.left(), rect.top() + third, rect.width(), third), ink)
    painter.restore()


def _draw_add(painter: QPainter, box: Box, fonts: Fonts, of: Colours) -> None:
    colour = class_colour("elementwise", of)
    rect = box.rect.adjusted(1, 1, -1, -1)
    painter.setPen(QPen(colour, max(1.2, fonts.em * 0.09)))
    painter.setBrush(blended(colour, QColor(of.base), 0.12))
    painter.drawEllipse(rect)
    arm = rect.width() * 0.26
    middle = rect.center()
    painter.drawLine(middle - QPointF(arm, 0), middle + QPointF(arm, 0))
    painter.drawLine(middle - QPointF(0, arm), middle + QPointF(0, arm))
    _draw_lines(painter, box.lines, fonts, of)


def _draw_store(painter: QPainter, box: Box, fonts: Fonts, of: Colours) -> None:
    """A drum, as storage is drawn."""
    assert box.store is not None
    colour = QColor(COMPONENT_COLOURS["gradients" if box.store.state else "kv_cache"])
    rect, lid = box.rect.adjusted(0.5, 0.5, -0.5, -0.5), fonts.em * 0.42
    body = QPainterPath(QPointF(rect.left(), rect.top() + lid))
    body.lineTo(rect.left(), rect.bottom() - lid)
    body.arcTo(QRectF(rect.left(), rect.bottom() - 2 * lid, rect.width(), 2 * lid), 180, 180)
    body.lineTo(rect.right(), rect.top() + lid)
    body.arcTo(QRectF(rect.left(), rect.top(), rect.width(), 2 * lid), 0, 180)
    painter.setPen(QPen(blended(colour, QColor(of.base), 0.8), 1.0))
    painter.setBrush(blended(colour, QColor(of.base), 0.13))
    painter.drawPath(body)
    painter.setBrush(blended(colour, QColor(of.base), 0.3))
    painter.drawEllipse(QRectF(rect.left(), rect.top(), rect.width(), 2 * lid))
    _draw_lines(painter, box.lines, fonts, of)


def _draw_ring(painter: QPainter, box: Box, em: float, of: Colours, chosen: bool) -> None:
    colour = QColor(of.accent)
    colour.setAlphaF(1.0 if chosen else 0.45)
    painter.setPen(QPen(colour, max(2.0, em * 0.14)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    out = em * 0.16
    around = box.rect.adjusted(-out, -out, out, out)
    if box.step is not None and box.step.role == "add":
        painter.drawEllipse(around)
    else:
        path = _outline(around, "" if box.step is None else box.step.operator_class, "", em)
        painter.drawPath(path)


def _draw_lines(painter: QPainter, lines: tuple[Line, ...], fonts: Fonts, of: Colours) -> None:
    inks = {"title": of.text, "side": of.text, "size": of.text, "shape": of.muted, "figure": of.text, "note": of.muted}
    for line in lines:
        font = fonts.of(line.style)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QColor(inks[line.style]))
        x = line.at.x() - metrics.horizontalAdvance(line.text) if line.right else line.at.x()
        painter.drawText(QPointF(x, line.at.y() + metrics.ascent()), line.text)


def draw_mask(painter: QPainter, rect: QRectF, mask: Mask, cells: Cells, colour: QColor, of: Colours) -> None:
    """Queries down, keys across: full where seen, paler where an entry stands for a block, hatched where one is chosen.

    Of a decode step only the last query counts; the rows before it are faint.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(rect, QColor(of.base))
    last = len(cells) - 1
    faint = mask.queries < mask.length
    for number, row in enumerate(cells):
        top = rect.top() + rect.height() * number / len(cells)
        bottom = rect.top() + rect.height() * (number + 1) / len(cells)
        if faint and number == last:
            top = bottom - max(bottom - top, rect.height() * 0.09)
        for at, (seen, entry, picked) in enumerate(row):
            weight = seen + 0.45 * entry + 0.35 * picked
            if not weight:
                continue
            shown = QColor(colour)
            weight = min(1.0, max(weight, 0.3))
            shown.setAlphaF(weight if not faint or number == last else weight * 0.25)
            left = rect.left() + rect.width() * at / len(row)
            right = rect.left() + rect.width() * (at + 1) / len(row)
            painter.fillRect(QRectF(round(left), round(top), round(right) - round(left), round(bottom) - round(top)),
                             shown)  # fmt: skip
    painter.setPen(QPen(QColor(of.border), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(round(rect.left()), round(rect.top()), round(rect.width()), round(rect.height())))
    painter.restore()


def blended(colour: QColor, ground: QColor, share: float) -> QColor:
    """So much of a colour over a ground, opaque."""
    return QColor.fromRgbF(*(
        share * one + (1 - share) * other
        for one, other in (
            (colour.redF(), ground.redF()), (colour.greenF(), ground.greenF()), (colour.blueF(), ground.blueF())
        )
    ))  # fmt: skip
