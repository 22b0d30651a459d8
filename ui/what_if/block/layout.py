"""Where the steps of a data flow stand in a picture of a given width: boxes with their lines of text, arrows, stores.

A row of steps goes down, branches stand beside each other, the residual stream runs at the left of what it goes around,
and a cache or state stands at the right of the step that uses it. Everything is a multiple of the font's height.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt

from planner.what_if.block.flow import Dataflow, Flow, Step, Store, steps_in
from planner.what_if.block.mask import Cells, Mask
from ui.what_if.block import text as words
from ui.what_if.block.lines import Fonts, Line, Text

GAP, PAD, LANE_GAP, RAIL = 1.35, 0.5, 0.7, 1.7
"""In em: between steps, inside a box, between branches, the room of the residual stream at the left."""
CELLS = 24
"""Cells along the side of a mask, at most."""
SHEETS = 0.34
"""How far the sheets behind a box stick out."""
STRIP, MASK, LEAST_LANE, ROOM_FOR_STORE, RADIUS = 1.35, 5.4, 9.5, 23.0, 0.72
"""In em: the coloured end of a box, the side of a mask, the narrowest branch, the width with a store beside, a sum."""


@dataclass(frozen=True)
class Box:
    """A step (or a store) in the picture."""

    key: str
    rect: QRectF
    lines: tuple[Line, ...]
    step: Step | None = None
    store: Store | None = None
    mask: Mask | None = None
    cells: Cells = ()
    mask_rect: QRectF = field(default_factory=QRectF)
    share: float | None = None


@dataclass(frozen=True)
class Arrow:
    """A line through points, with a head at its end."""

    points: tuple[QPointF, ...]
    kind: Literal["data", "residual", "cache", "state"] = "data"
    head: bool = True


@dataclass(frozen=True)
class Picture:
    """Everything that is painted, and how large it is."""

    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    width: float
    height: float

    def box_at(self, place: QPointF) -> Box | None:
        """The box at a place."""
        return next((box for box in self.boxes if box.rect.contains(place)), None)

    def box_of(self, key: str) -> Box | None:
        """The box of a step."""
        return next((box for box in self.boxes if box.key == key), None)


def laid_out(dataflow: Dataflow, fonts: Fonts, width: float, masks: Mapping[str, Mask]) -> Picture:
    """The picture of a data flow, as wide as this where its branches have room in that."""
    lanes = lanes_of(dataflow.flow)
    em = fonts.em
    rail = RAIL * em if any(step.role == "add" for step in dataflow.steps.values()) else 0.35 * em
    least = lanes * LEAST_LANE * em + (lanes - 1) * LANE_GAP * em + rail + 0.6 * em
    placer = _Placer(dataflow, fonts, masks)
    whole = max(width, least)
    _, end, _ = placer.place(dataflow.flow, rail, 0.5 * em, whole - rail - 0.6 * em)
    return Picture(tuple(placer.boxes), tuple(placer.arrows), whole, end + 0.6 * em)


def lanes_of(flow: Flow) -> int:
    """The most branches beside each other."""
    counts = [lanes_of(part) for part in flow.parts] or [1]
    return sum(counts) if flow.how == "parallel" else max(counts)


Ends = Sequence[QPointF]


class _Placer:
    """Walks down a flow; each part gives where it is entered, how far down it reaches, and where it is left."""

    def __init__(self, dataflow: Dataflow, fonts: Fonts, masks: Mapping[str, Mask]) -> None:
        self.steps, self.fonts, self.masks = dataflow.steps, fonts, masks
        self.em = fonts.em
        self.stores: dict[str, list[Store]] = {}
        for store in dataflow.stores:
            self.stores.setdefault(store.beside, []).append(store)
        self.whole = sum(step.seconds or 0.0 for step in dataflow.counted())
        self.boxes: list[Box] = []
        self.arrows: list[Arrow] = []

    def place(self, flow: Flow, left: float, top: float, width: float) -> tuple[Ends, float, Ends]:
        """Entries, lower end and exits of a part that begins here."""
        if flow.how == "step":
            return self._step(flow.step, left, top, width)
        if flow.how == "parallel":
            return self._branches(flow, left, top, width)
        if flow.how == "around":
            return self._around(flow, left, top, width)
        entries: Ends = ()
        exits: Ends = ()
        for number, part in enumerate(flow.parts):
            found, end, after = self.place(part, left, top, width)
            if number:
                self._join(exits, found)
            else:
                entries = found
            exits, top = after, end + GAP * self.em
        return entries, top - GAP * self.em, exits

    def _branches(self, flow: Flow, left: float, top: float, width: float) -> tuple[Ends, float, Ends]:
        counts = [lanes_of(part) for part in flow.parts]
        room = width - LANE_GAP * self.em * (len(counts) - 1)
        entries: list[QPointF] = []
        exits: list[QPointF] = []
        lowest = top
        for part, count in zip(flow.parts, counts, strict=True):
            lane = room * count / sum(counts)
            found, end, after = self.place(part, left, top, lane)
            entries += found
            exits += after
            lowest = max(lowest, end)
            left += lane + LANE_GAP * self.em
        return entries, lowest, exits

    def _around(self, flow: Flow, left: float, top: float, width: float) -> tuple[Ends, float, Ends]:
        em = self.em
        entries, end, exits = self.place(flow.parts[0], left, top, width)
        first, low, after = self._step(flow.step, left, end + GAP * em, width)
        self._join(exits, first)
        add = first[0]
        rail, branch = left - RAIL * em * 0.55, top - GAP * em * 0.62
        middle = add.y() + RADIUS * em
        self.arrows.append(Arrow((
            QPointF(left + width / 2, branch), QPointF(rail, branch), QPointF(rail, middle),
            QPointF(add.x() - RADIUS * em, middle),
        ), "residual"))  # fmt: skip
        return entries, low, after

    def _join(self, exits: Ends, entries: Ends) -> None:
        """Arrows from where one part is left to where the next is entered, over a common line where there are more."""
        if len(exits) == 1 and len(entries) == 1 and abs(exits[0].x() - entries[0].x()) < 0.5:
            self.arrows.append(Arrow((exits[0], entries[0])))
            return
        bus = min(entry.y() for entry in entries) - GAP * self.em * (0.62 if len(exits) > 1 else 0.5)
        middle = sum(entry.x() for entry in entries) / len(entries)
        meeting = exits[0].x() if len(exits) == 1 else middle
        for left in exits:
            self.arrows.append(Arrow((left, QPointF(left.x(), bus), QPointF(meeting, bus)), head=False))
        for entry in entries:
            self.arrows.append(Arrow((QPointF(meeting, bus), QPointF(entry.x(), bus), entry)))

    def _step(self, key: str, left: float, top: float, width: float) -> tuple[Ends, float, Ends]:
        step = self.steps[key]
        if step.role == "add":
            return self._add(step, left, top, width)
        stores = self.stores.get(key, [])
        beside = bool(stores) and width >= ROOM_FOR_STORE * self.em
        own = width * 0.6 if beside else width
        entered = top
        if stores and not beside:
            for store in stores:
                side = self._store(store, left + 0.16 * width, top, width * 0.84)
                self.boxes.append(side)
                x, low = side.rect.center().x(), side.rect.bottom()
                if top == entered and not store.state and any(kept.own for kept in store.kept):
                    y = top - GAP * 0.5 * self.em
                    branch = (QPointF(left + width / 2, y), QPointF(x, y), QPointF(x, top))
                    self.arrows.append(Arrow(branch, "cache"))
                top = low + GAP * 0.8 * self.em
                if store.state:
                    self.arrows.append(Arrow((QPointF(x, top), QPointF(x, low)), "state"))
                self.arrows.append(Arrow((QPointF(x, low), QPointF(x, top)), "state" if store.state else "cache"))
        box = self._box(step, left, top, own)
        self.boxes.append(box)
        bottom = box.rect.bottom()
        if beside:
            at = top
            for store in stores:
                side = self._store(store, left + width * 0.6 + 1.6 * self.em, at, width * 0.4 - 1.6 * self.em)
                self.boxes.append(side)
                y = min(side.rect.center().y(), box.rect.bottom() - self.em)
                into = (QPointF(side.rect.left(), y), QPointF(box.rect.right(), y))
                if store.state:
                    self.arrows += [Arrow(into, "state"), Arrow(into[::-1], "state")]
                    bottom = max(bottom, side.rect.bottom())
                    at = side.rect.bottom() + 0.6 * self.em
                    continue
                self.arrows.append(Arrow(into, "cache"))
                if any(kept.own for kept in store.kept) and at == top:
                    x, y = side.rect.center().x(), top - GAP * 0.5 * self.em
                    branch = (QPointF(left + width / 2, y), QPointF(x, y), QPointF(x, side.rect.top()))
                    self.arrows.append(Arrow(branch, "cache"))
                bottom = max(bottom, side.rect.bottom())
                at = side.rect.bottom() + 0.6 * self.em
        if entered != top:  # past what stands above the box
            x = left + 0.08 * width
            self.arrows.append(Arrow((QPointF(x, entered), QPointF(x, box.rect.top()))))
            return (QPointF(x, entered),), bottom, (QPointF(left + width / 2, bottom),)
        x = left + width / 2
        above = box.rect.top() - (SHEETS * self.em if step.role in ("experts", "layers") else 0)
        return (QPointF(x, above),), bottom, (QPointF(x, box.rect.bottom()),)

    def _add(self, step: Step, left: float, top: float, width: float) -> tuple[Ends, float, Ends]:
        em, x = self.em, left + width / 2
        size = 2 * RADIUS * em
        metrics = self.fonts.metrics("figure")
        text = words.DOT.join([words.title(step), *self._time(step)])
        rest = words.DOT.join(words.figures(step))
        lines = []
        room = left + width - x - RADIUS * em - 0.6 * em
        said = [part for part in (text, rest) if part]
        first = top + RADIUS * em - metrics.height() * len(said) / 2
        for number, each in enumerate(said):
            shown = metrics.elidedText(each, _RIGHT, room)
            place = QPointF(x + RADIUS * em + 0.5 * em, first + metrics.height() * number)
            lines.append(Line(shown, "note" if number else "figure", place))
        self.boxes.append(Box(step.key, QRectF(x - size / 2, top, size, size), tuple(lines), step))
        return (QPointF(x, top),), top + size, (QPointF(x, top + size),)

    def _time(self, step: Step) -> list[str]:
        if step.seconds is None:
            return []
        text = words.amount(step.seconds, "s")
        if self.whole and step.role != "exchange":
            text = f"{text}, {percent(step.seconds / self.whole)}"
        return [text]

    def _box(self, step: Step, left: float, top: float, width: float) -> Box:
        em, mask = self.em, self.masks.get(step.key)
        inner_left = left + (STRIP + PAD) * em
        inner = width - (STRIP + 2 * PAD) * em
        text = Text(self.fonts, inner_left, top + PAD * em * 0.8, inner)
        text.title(words.title(step), "".join(self._time(step)))
        square = QRectF()
        drawn = mask is not None and mask.drawn
        side = MASK * em
        if drawn and inner >= side + 8 * em:
            square = QRectF(left + width - PAD * em - side, text.y + 0.2 * em, side, side)
            text.width = inner - side - 0.6 * em
        for tensor in step.gives:
            text.tensor(tensor)
        text.wrapped(words.figures(step), "figure")
        if mask is not None:
            text.paragraph(words.mask_text(mask), "note")
        if step.note and step.role in ("experts", "layers", "look_up", "output"):
            text.paragraph(words.note(step), "note")
        if drawn and square.isNull():
            square = QRectF(inner_left, text.y + 0.2 * em, side, side)
        bottom = max(text.y, square.bottom() if drawn else 0.0) + PAD * em * 1.1
        share = step.seconds / self.whole if step.seconds and self.whole and step.role != "exchange" else None
        return Box(step.key, QRectF(left, top, width, bottom - top), tuple(text.lines), step, None,
                   mask if drawn else None,
            mask.coverage(CELLS) if mask is not None and drawn else (), square, share)  # fmt: skip

    def _store(self, store: Store, left: float, top: float, width: float) -> Box:
        em = self.em
        text = Text(self.fonts, left + PAD * em, top + PAD * em * 2.1, width - 2 * PAD * em)
        text.title(words.store_title(store), "")
        for kept in store.kept:
            text.paragraph(words.kept_title(kept), "figure")
            text.tensor(kept.tensor)
        total = words.held(store)
        if total:
            text.paragraph(total, "note")
        return Box(store.key, QRectF(left, top, width, text.y + PAD * em - top), tuple(text.lines), None, store)


_RIGHT = Qt.TextElideMode.ElideRight


def percent(share: float) -> str:
    """A share for reading.

    >>> percent(0.314), percent(0.0042)
    ('31 %', '0.4 %')
    """
    return f"{100 * share:.0f} %" if share >= 0.0095 else f"{100 * share:.1f} %"


def order_of(dataflow: Dataflow) -> list[str]:
    """The keys that the keyboard steps through: steps in their order, each with what stands beside it."""
    stores: dict[str, list[str]] = {}
    for store in dataflow.stores:
        stores.setdefault(store.beside, []).append(store.key)
    return [key for step in steps_in(dataflow.flow) for key in (step, *stores.get(step, ()))]
