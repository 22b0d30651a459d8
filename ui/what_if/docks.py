"""Places the panels of what if in the window, filled only while they are in sight."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget

from planner.plan import Evaluation
from ui.theme import em

if TYPE_CHECKING:
    from ui.what_if.block.panel import BlockPanel
    from ui.what_if.breakdown.panel import BreakdownPanel
    from ui.what_if.roofline.panel import RooflinePanel
    from ui.window import Window

AREA = Qt.DockWidgetArea.RightDockWidgetArea
NAMES = ("breakdown", "block", "roofline")
WANTED = 42
"""Height in em that a command gives a picture."""
ROWS = 5
"""So many rows of the ledger stay in sight beside it."""


def place(window: Window) -> None:
    """Make the docks; their panels come when they are looked at and follow the scenario on show."""
    for name, title, build in (
        ("breakdown", window.tr("Breakdown"), _breakdown), ("block", window.tr("Block"), _block),
        ("roofline", window.tr("Roofline"), _roofline),
    ):  # fmt: skip
        dock = QDockWidget(title, window)
        dock.setObjectName(name)
        window.addDockWidget(AREA, dock)
        window.docks[name] = dock
        window.late.add(name, partial(build, window))
    window.sights.follow(window.docks, {name: partial(_fill, window, name) for name in NAMES})


def _breakdown(window: Window) -> BreakdownPanel:
    from ui.what_if.breakdown.panel import BreakdownPanel

    panel = BreakdownPanel()
    panel.line_selected.connect(window.ledger.select)
    return panel


def _block(window: Window) -> BlockPanel:
    from ui.what_if.block.panel import BlockPanel

    panel = BlockPanel()
    panel.line_selected.connect(window.ledger.select)
    _show_group(window, panel)
    return panel


def _roofline(window: Window) -> RooflinePanel:
    from ui.what_if.roofline.panel import RooflinePanel

    panel = RooflinePanel(window.session)
    panel.line_selected.connect(window.ledger.select)
    return panel


def _fill(window: Window, name: str, plan: Evaluation | None) -> None:
    cast("BreakdownPanel | BlockPanel | RooflinePanel", window.late.panel(name)).set_evaluation(plan)


def follow_layers(window: Window) -> None:
    """Let the block be that of the selected row of the layers."""
    if "block" in window.late.built:
        _show_group(window, cast("BlockPanel", window.late.panel("block")))


def _show_group(window: Window, panel: BlockPanel) -> None:
    path = window.layers.current_path()
    plan = window.evaluation()
    if path is not None and plan is not None and path[1] == plan.model.id and len(path) > 3:
        panel.show_group(path[3])


def show(window: Window, name: str) -> None:
    """Bring a panel to the front, with room for a picture where it has little; the ledger keeps some rows."""
    dock = window.docks[name]
    front = next((each for each in (dock, *window.tabifiedDockWidgets(dock)) if _in_sight(each)), dock)
    window.show_dock(name)
    if dock.isFloating() or window.dockWidgetArea(dock) != AREA:
        return
    behind = window.tabifiedDockWidgets(dock)
    others = [
        each for each in window.docks.values()
        if each is not dock and each not in behind and _in_sight(each) and window.dockWidgetArea(each) == AREA
    ]  # fmt: skip
    # A panel that was behind another has the height that it was seen with last: that of its place is the other's.
    height = front.height()
    least = [_least(window, each) for each in others]
    room = height + sum(each.height() for each in others) - sum(least)
    wanted = min(em(window) * WANTED, window.height() * 2 // 3, room)
    if others and height < wanted:
        more = (room - wanted) // len(others)
        window.resizeDocks([dock, *others], [wanted, *(size + more for size in least)], Qt.Orientation.Vertical)


def _in_sight(dock: QDockWidget) -> bool:
    return not dock.isFloating() and not dock.visibleRegion().isEmpty()


def _least(window: Window, dock: QDockWidget) -> int:
    """The height that a panel is left: that of some rows where the ledger stands there, in front or behind."""
    least = dock.minimumSizeHint().height()
    if window.docks["ledger"] not in (dock, *window.tabifiedDockWidgets(dock)):
        return least
    around = window.docks["ledger"].height() - window.ledger.viewport().height()
    return max(least, around + ROWS * max(window.ledger.sizeHintForRow(0), em(window)))
