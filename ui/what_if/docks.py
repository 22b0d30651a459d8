"""Places the panels of what if in the window, filled only while they are in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget

from ui.theme import em
from ui.what_if.block.panel import BlockPanel
from ui.what_if.breakdown.panel import BreakdownPanel
from ui.what_if.roofline.panel import RooflinePanel

if TYPE_CHECKING:
    from ui.window import Window

AREA = Qt.DockWidgetArea.RightDockWidgetArea
WANTED = 42
"""Height in em that a command gives a picture."""


def place(window: Window) -> None:
    """Make the docks; they follow the scenario on show, and the block the selected row of the layers."""
    breakdown, block, roofline = BreakdownPanel(), BlockPanel(), RooflinePanel(window.session)
    for name, title, panel in (
        ("breakdown", window.tr("Breakdown"), breakdown), ("block", window.tr("Block"), block),
        ("roofline", window.tr("Roofline"), roofline),
    ):  # fmt: skip
        dock = QDockWidget(title, window)
        dock.setObjectName(name)
        dock.setWidget(panel)
        window.addDockWidget(AREA, dock)
        window.docks[name] = dock
        panel.line_selected.connect(window.ledger.select)

    def follow() -> None:
        path = window.layers.current_path()
        plan = window.evaluation()
        if path is not None and plan is not None and path[1] == plan.model.id and len(path) > 3:
            block.show_group(path[3])

    window.layers.selectionModel().currentRowChanged.connect(lambda *_: follow())
    window.sights.follow(window.docks, {
        "breakdown": breakdown.set_evaluation, "block": block.set_evaluation, "roofline": roofline.set_evaluation,
    })  # fmt: skip


def show(window: Window, name: str) -> None:
    """Bring a panel to the front, with room for a picture where it has little."""
    window.show_dock(name)
    dock = window.docks[name]
    height, wanted = dock.height(), min(em(window) * WANTED, window.height() * 2 // 3)
    if not dock.isFloating() and height < wanted and window.dockWidgetArea(dock) == AREA:
        below = [window.docks[each] for each in ("ledger", "explain")]
        rest = (height + sum(other.height() for other in below) - wanted) // 2
        window.resizeDocks([dock, *below], [wanted, max(rest, 1), max(rest, 1)], Qt.Orientation.Vertical)
