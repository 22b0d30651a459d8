"""From panel to panel by keyboard (F6 and Shift+F6), through those behind a tab as well; their tabs and titles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QWidget

from ui.theme import em

if TYPE_CHECKING:
    from ui.window import Window

SHARE_OF_TABS = 0.4
"""Of the width of panels behind each other one title takes so much at most."""
FEWEST_LETTERS = 8
"""But at least so many em."""


def step(window: Window, by: int) -> None:
    """Give the keyboard to the panel that comes next in the order of the View menu, or before."""
    window.late.build_all()
    order = [window.scenarios, *(dock for dock in window.docks.values() if not dock.isHidden())]
    holder = window.focusWidget()
    at = next((n for n, panel in enumerate(order) if _holds(panel, holder)), 0 if by > 0 else 1)
    for further in range(1, len(order)):  # a panel that shows nothing yet cannot take the keyboard
        panel = order[(at + by * further) % len(order)]
        if panel is not window.scenarios:
            panel.raise_()
        target = _first(panel)
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return


def settle_tabs(window: Window) -> None:
    """Names of panels behind each other are never cut off; where there is no room the tabs can be scrolled.

    WORKAROUND: while panels are put behind each other one by one, Qt makes a bar of tabs for each state between and
    leaves some of them in sight; a bar is right when its tabs are as many as the panels that stand there.
    """
    by_title = {dock.windowTitle(): dock for dock in window.docks.values()}
    for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
        bar.setElideMode(Qt.TextElideMode.ElideNone)
        bar.setUsesScrollButtons(True)
        dock = by_title.get(bar.tabText(0)) if bar.count() else None
        if dock is None or bar.count() != len(window.tabifiedDockWidgets(dock)) + 1:
            bar.hide()


def retitle(panel: QDockWidget, title: str) -> None:
    """Say in a panel's title what it shows; the View menu goes on to call the panel by its name.

    Behind a tab a long title is cut off, so that the tabs beside it stay in sight; a hover has it whole.
    """
    fitting = panel.findChild(_Fitting, options=Qt.FindChildOption.FindDirectChildrenOnly) or _Fitting(panel)
    fitting.title = title
    fitting.fit()


class _Fitting(QObject):
    """Keeps the title of one panel as long as its place allows."""

    def __init__(self, panel: QDockWidget) -> None:
        super().__init__(panel)
        self.title = panel.windowTitle()
        self._panel = panel
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.fit)
        panel.installEventFilter(self)
        panel.visibilityChanged.connect(lambda _: self._later.start())
        panel.dockLocationChanged.connect(lambda _: self._later.start())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange):
            self._later.start()
        return False

    def fit(self) -> None:
        """Show the whole title, or what fits into the panel's share of the bar of tabs."""
        panel, window = self._panel, self._panel.parent()
        beside = window.tabifiedDockWidgets(panel) if isinstance(window, QMainWindow) else []
        shown = self.title
        if beside and not panel.isFloating():
            width = max((each.width() for each in (panel, *beside) if each.isVisible()), default=panel.width())
            room = max(round(width * SHARE_OF_TABS), em(panel) * FEWEST_LETTERS)
            shown = panel.fontMetrics().elidedText(self.title, Qt.TextElideMode.ElideRight, room)
        if panel.windowTitle() != shown:
            action = panel.toggleViewAction()
            name = action.text()
            panel.setWindowTitle(shown)
            action.setText(name)
        if beside and isinstance(window, QMainWindow):
            for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
                for at in range(bar.count()):
                    if bar.tabText(at) == shown:
                        bar.setTabToolTip(at, self.title)


def _holds(panel: QWidget, holder: QWidget | None) -> bool:
    return holder is not None and (panel is holder or panel.isAncestorOf(holder))


def _first(panel: QWidget) -> QWidget | None:
    """What of a panel takes the keyboard."""
    wanted = Qt.FocusPolicy.TabFocus
    candidates = [panel, *panel.findChildren(QWidget)] if panel.focusPolicy() else panel.findChildren(QWidget)
    best = None
    for widget in candidates:
        if widget.isEnabled() and widget.isVisibleTo(panel) and widget.focusPolicy() & wanted:
            if widget.focusProxy() is None and not widget.objectName().startswith("qt_dockwidget"):
                return widget
            best = best or widget
    return best
