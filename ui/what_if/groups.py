"""Scenarios in groups: which one a scenario is in is a cell; whether they stand together is how the window looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog

from planner.findings import Edit
from planner.workbook import Scenario
from ui.sheets.bands import no_group
from ui.sheets.selection import selected_block

if TYPE_CHECKING:
    from ui.window import Window

GROUP = "group"
Add = Callable[[str, str, str | None, Callable[[], object], str], QAction]


def fill(window: Window, add: Add) -> list[QAction]:
    """The two commands on groups."""
    put = add("put_into_group", window.tr("Put into &group…"), "Ctrl+Shift+U", lambda: ask_group(window),
              window.tr("Name the group of the selected scenarios"))  # fmt: skip
    together = add("group_scenarios", window.tr("Gro&up scenarios"), "Ctrl+Alt+U", lambda: None,
                   window.tr("Scenarios of one group stand together in table and chart, below its name"))  # fmt: skip
    together.setCheckable(True)
    together.setChecked(window.settings.grouped)
    together.toggled.connect(lambda on: set_grouped(window, on))
    window.documents.named.connect(lambda: _group_rows(window))
    _group_rows(window)
    return [put, together]


def set_grouped(window: Window, grouped: bool) -> None:
    """Scenarios of one group together, or in the document's order; it is remembered."""
    window.settings.grouped = grouped
    window.commands["group_scenarios"].setChecked(grouped)
    _group_rows(window)
    window.refresh()
    if grouped and not any(row.group for row in window.session.workbook.scenarios):
        window.status.say(window.tr("No scenario is in a group yet: What if, Put into group"))


def _group_rows(window: Window) -> None:
    rows, key = window.scenarios.rows, GROUP if window.settings.grouped else None
    if key is not None or rows.grouped_by is not None:  # else a sorted view would be sorted anew
        rows.group_by(key)


def ask_group(window: Window) -> None:
    """Ask which group the selected scenarios belong to; an empty name takes them out of theirs."""
    view = window.scenarios
    view.finish_editing()
    rows = [view.table.shown_row(row).record for row in selected_block(view).rows]
    if not rows:
        window.status.say(window.tr("Choose a scenario first"))
        return
    dialog = QInputDialog(window)
    dialog.setWindowTitle(window.tr("Put into group"))
    dialog.setLabelText(window.tr("Group of the selected scenarios; empty for none:"))
    names = dict.fromkeys(row.group.strip() for row in window.session.workbook.scenarios if row.group)
    first = rows[0]
    assert isinstance(first, Scenario)
    dialog.setComboBoxEditable(True)
    dialog.setComboBoxItems([*names] or [""])
    dialog.setTextValue(first.group or "")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    ids = [row.id for row in rows]
    dialog.textValueSelected.connect(lambda name: put_into_group(window, ids, name))
    dialog.open()


def put_into_group(window: Window, ids: list[str], name: str) -> None:
    """Let scenarios be in a group, as one step, and show the groups."""
    group = name.strip() or None
    said = window.tr("Put into group {name}").format(name=group) if group else window.tr("Take out of group")
    try:
        window.session.apply([Edit(("scenarios", row, GROUP), group) for row in ids], said)
    except ValueError as error:
        window.status.say(str(error))
        return
    set_grouped(window, True)


def in_order(window: Window) -> Iterator[tuple[str, Scenario]]:
    """The scenarios as the chart shows them, each with the heading above it: the name of the group that it begins."""
    rows = window.session.workbook.scenarios
    names = [(row.group or "").strip() for row in rows]
    if not window.settings.grouped or not any(names):
        yield from (("", row) for row in rows)
        return
    for name in (*dict.fromkeys(filter(None, names)), ""):
        heading = name or no_group()
        for row, own in zip(rows, names, strict=True):
            if own == name:
                yield heading, row
                heading = ""
