"""The form of the assumptions: figures are read rounded, and written back only when they were edited."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from ui.assumptions_panel import AssumptionsPanel
from ui.session import Session


def test_that_figures_are_rounded_for_reading_and_kept_as_they_are(qtbot: QtBot) -> None:
    session = Session()
    panel = AssumptionsPanel(session)
    qtbot.addWidget(panel)
    line = panel._lines["device_context"]
    before = session.workbook.assumptions.device_context
    assert line.text() == "0.45" and before == 483183820
    panel.show_field("device_context")
    panel.finish_editing()
    assert session.workbook.assumptions.device_context == before and session.undo_stack.count() == 0
    line.setText("0.5")
    line.setModified(True)
    panel.finish_editing()
    assert session.workbook.assumptions.device_context == 2**29 and line.text() == "0.5"
