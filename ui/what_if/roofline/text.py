"""What the roofline says: names, readings, and what is not drawn."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

from planner.time.operations import PASSES
from planner.what_if.roofline import Point, Roof, Roofline
from ui.what_if.block.text import DOT, amount, class_title, intensity


def _ledger(text: str) -> str:
    return QCoreApplication.translate("ledger", text)


def across() -> str:
    """The title of the axis of intensities."""
    return QCoreApplication.translate("roofline", "arithmetic intensity, FLOP per byte moved")


def up() -> str:
    """The title of the axis of rates."""
    return QCoreApplication.translate("roofline", "FLOP/s of one GPU")


def rate(value: float) -> str:
    """A rate on an axis.

    >>> rate(1e12)
    '1 TFLOP/s'
    """
    number, _, unit = amount(value, "FLOP/s").partition(" ")
    return f"{float(number.replace(',', '')):g} {unit}"


def roof_names(of: Roof) -> tuple[str, str, str]:
    """The name of a published roof: with its ridge point, without, and the type alone."""
    text = QCoreApplication.translate("roofline", "{roof}, ridge {intensity} FLOP/B")
    short = f"{of.operand}: {amount(of.peak, 'FLOP/s')}"
    return text.format(roof=short, intensity=intensity(of.ridge)), short, of.operand


def marks() -> tuple[tuple[str, str], ...]:
    """Every mark and line, with what it stands for."""
    translate = QCoreApplication.translate
    return (
        ("floor", translate("roofline", "from the floor to the estimate")),
        ("roof", translate("roofline", "published peak and bandwidth")),
        ("reached", translate("roofline", "what matrix products reach (mfu, mbu)")),
        ("measured", translate("roofline", "measured block")),
    )  # fmt: skip


def name(point: Point) -> str:
    """The name of a point."""
    if point.measured is not None:
        return QCoreApplication.translate("roofline", "Measured block")
    return _ledger(point.label)


def reading(point: Point, group: str) -> Iterator[str]:
    """Lines about one point; `group` is the name of its layers, empty outside them."""
    translate = QCoreApplication.translate
    kind = class_title(point.operator_class)
    place = DOT.join(text for text in (name(point), _ledger(PASSES[point.root]), group, kind, point.operand) if text)
    yield place
    yield translate("roofline", "{intensity} FLOP/B · {share} % of the pass ({time})").format(
        intensity=intensity(point.intensity), share=f"{100 * point.share:.1f}", time=amount(point.seconds, "s")
    )
    rates = [translate("roofline", "floor {rate}").format(rate=amount(point.floor, "FLOP/s"))]
    if point.estimated:
        part = f"{amount(point.estimated, 'FLOP/s')} ({100 * point.estimated / point.floor:.0f} %)"
        rates.append(translate("roofline", "estimated {rate}").format(rate=part))
    if point.measured:
        part = f"{amount(point.measured, 'FLOP/s')} ({100 * point.measured / point.floor:.0f} %)"
        rates.append(translate("roofline", "measured {rate} on {device}").format(rate=part, device=point.device))
    yield DOT.join(rates)


def left_out(of: Roofline) -> str:
    """What has no place in the plot."""
    part = QCoreApplication.translate("roofline", "{share} % of the time of {which}")
    shares = ", ".join(
        part.format(share=f"{100 * share:.0f}", which=_ledger(PASSES[root])) for root, share in of.without.items()
    )
    if not shares:
        return ""
    return QCoreApplication.translate("roofline", "Not drawn, having no FLOPs: {shares}.").format(shares=shares)


def table(of: Roofline) -> list[tuple[str, ...]]:
    """Every point with every digit, under a heading."""
    translate = QCoreApplication.translate
    rows: list[tuple[str, ...]] = [(
        translate("operators", "Operator"), translate("roofline", "Pass"), translate("operators", "Class"),
        translate("operators", "Type"), translate("dataflow", "FLOPs per byte"), translate("dataflow", "FLOPs"),
        translate("roofline", "Floor, FLOP/s"), translate("roofline", "Estimated, FLOP/s"),
        translate("roofline", "Measured, FLOP/s"), translate("roofline", "Time of all, s"),
        translate("roofline", "Share of the pass"), translate("dataflow", "Line of the ledger"),
    )]  # fmt: skip
    for point in of.points:
        rows.append((
            name(point), _ledger(PASSES[point.root]), class_title(point.operator_class), point.operand,
            repr(point.intensity), str(point.flops), repr(point.floor), repr(point.estimated or ""),
            repr(point.measured) if point.measured else "", repr(point.seconds), repr(point.share), point.key,
        ))  # fmt: skip
    return rows
