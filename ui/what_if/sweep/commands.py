"""The command that opens a sweep: in the What if menu, by key, and in the context menu of scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.what_if.sweep.window import SweepWindow
    from ui.window import Window


def open_sweep(window: Window) -> SweepWindow | None:
    """Show the sweep of the current scenario; the window that is open already, where one is."""
    from ui.what_if.sweep.window import SweepWindow

    plan = window.evaluation()
    if plan is None:
        window.status.say(window.tr("Choose a scenario with a model first"))
        return None
    found = window.findChild(SweepWindow, "sweep")
    if found is None:
        found = SweepWindow(window.session, window.settings, window)
        found.made.connect(window.select_scenario)
    found.show_scenario(plan.scenario.id)
    found.come_up()
    found.canvas.setFocus()
    return found
