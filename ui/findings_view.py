"""The list of Findings: sign and word of the severity, the sentence, its place and its remedy; jumps and applies."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QCoreApplication, QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from planner.findings import Finding, Path, Severity
from ui import theme
from ui.findings_model import SIGNS, FindingsModel, Index, remedy, sentence, severity_word

_WRAP = int(Qt.TextFlag.TextWordWrap)
MOST_HEIGHTS = 20_000
AT_ONCE = 60
"""So many rows are wrapped and placed before the window answers again; a screen has fewer."""


class _FindingDelegate(QStyledItemDelegate):
    """Two paragraphs per Finding: sign, word and sentence; below it place and remedy in a quieter ink."""

    def __init__(self, parent: QListView, plain: bool) -> None:
        super().__init__(parent)
        self._plain = plain
        self._heights: dict[tuple[str, int, str], int] = {}
        self._hints: dict[tuple[int, str, int, str], tuple[Finding, QSize]] = {}

    def _word(self, finding: Finding) -> str:
        return "" if self._plain else severity_word(finding.severity)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        option.text = ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        model = index.model()
        finding = model.finding(index) if isinstance(model, FindingsModel) else None
        if finding is None:
            return
        colours, em = theme.colours(option.palette), option.fontMetrics.height()
        ink = {Severity.ERROR: colours.misfit, Severity.WARNING: colours.tight}.get(finding.severity, colours.link)
        text, word, first, second = self._layout(option, index)
        bold = QFont(option.font)
        bold.setBold(True)
        painter.save()
        painter.setFont(bold)
        painter.setPen(QColor(ink))
        painter.drawText(QRect(word.left() - round(em * 1.2), word.top(), em, em), Qt.AlignmentFlag.AlignCenter,
                         SIGNS[finding.severity])  # fmt: skip
        painter.drawText(word, 0, self._word(finding))
        painter.setFont(option.font)
        painter.setPen(QColor(colours.text))
        painter.drawText(first, _WRAP, text[0])
        painter.setPen(QColor(colours.muted))
        painter.drawText(second, _WRAP, text[1])
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Remembered: a list of rows of unlike height asks for all of them when one row has changed."""
        model, view = index.model(), option.widget
        finding = model.finding(index) if isinstance(model, FindingsModel) else None
        assert isinstance(model, FindingsModel) and finding is not None
        width = view.viewport().width() if isinstance(view, QListView) else option.rect.width()
        key = (id(finding), model.place(finding), width, option.font.key())
        held = self._hints.get(key)
        if held is not None and held[0] is finding:
            return held[1]
        second = self._layout(option, index)[3]  # fonts and width are the list's own, those of all rows
        size = QSize(0, second.bottom() - option.rect.top() + round(option.fontMetrics.height() * 0.45))
        if len(self._hints) > MOST_HEIGHTS:
            self._hints.clear()
        self._hints[key] = (finding, size)
        return size

    def _layout(self, option: QStyleOptionViewItem, index: Index) -> tuple[tuple[str, str], QRect, QRect, QRect]:
        model = index.model()
        finding = model.finding(index) if isinstance(model, FindingsModel) else None
        assert isinstance(model, FindingsModel) and finding is not None
        em = option.fontMetrics.height()
        bold = QFont(option.font)
        bold.setBold(True)
        below = " — ".join(filter(None, (model.place(finding), remedy(finding))))
        view = option.widget
        width = view.viewport().width() if isinstance(view, QListView) else option.rect.width()
        left, top = option.rect.left() + round(em * 1.8), option.rect.top() + round(em * 0.4)
        wide = max(em * 6, width - round(em * 2.4))
        word = QRect(left, top, QFontMetrics(bold).horizontalAdvance(self._word(finding)) + 1, em)
        start = word.right() + (0 if self._plain else round(em * 0.6))
        first = self._fitted(option, QRect(start, top, max(em * 4, wide - (start - left)), 10_000), sentence(finding))
        second = self._fitted(option, QRect(left, first.bottom() + 2, wide, 10_000), below)
        return (sentence(finding), below), word, first, second

    def _fitted(self, option: QStyleOptionViewItem, room: QRect, text: str) -> QRect:
        """`room` cut to the height of the wrapped text; remembered, since wrapping is what a long list costs."""
        key = (option.font.key(), room.width(), text)
        height = self._heights.get(key) if text else 0
        if height is None:
            if len(self._heights) > MOST_HEIGHTS:
                self._heights.clear()
            height = self._heights[key] = option.fontMetrics.boundingRect(room, _WRAP, text).height()
        return QRect(room.left(), room.top(), room.width(), height)


class _List(QListView):
    """A list that wraps its rows to its width and says when it is empty."""

    confirmed = Signal()

    def __init__(self, empty: str) -> None:
        super().__init__()
        self._empty = empty
        self.waiting = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.confirmed.emit()
            event.accept()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.model().rowCount() == 0:
            text = QCoreApplication.translate("capacity", "Trying plans …") if self.waiting else self._empty
            painter = QPainter(self.viewport())
            painter.setPen(QColor(theme.colours(self.palette()).muted))
            painter.drawText(self.viewport().rect(), int(Qt.AlignmentFlag.AlignCenter) | _WRAP, text)


class FindingsView(QWidget):
    """Asks for the cell of a Finding by `cell_requested(path)`, and for its edits by `edits_requested(finding)`."""

    cell_requested = Signal(object)
    edits_requested = Signal(object)

    def __init__(
        self,
        place: Callable[[Path], str] = " ".join,
        parent: QWidget | None = None,
        *,
        empty: str = "",
        apply: str = "",
        plain: bool = False,
    ) -> None:
        """`empty` stands where there are none, `apply` on the button; `plain` leaves out severities and the jump."""
        super().__init__(parent)
        self._model = FindingsModel(place, self)
        self._of = ""
        self._list = _List(empty or QCoreApplication.translate("findings", "No findings: everything goes together."))
        self._list.setModel(self._model)
        self._list.setItemDelegate(_FindingDelegate(self._list, plain))
        self._list.setLayoutMode(QListView.LayoutMode.Batched)
        self._list.setBatchSize(AT_ONCE)
        self._list.setFrameShape(QListView.Shape.NoFrame)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self._list.setAccessibleName(QCoreApplication.translate("findings", "Findings"))
        self._go = QPushButton(QCoreApplication.translate("findings", "&Go to the cell"))
        self._go.setHidden(plain)
        self._apply = QPushButton(apply or QCoreApplication.translate("findings", "&Apply the remedy"))
        em = theme.em(self)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(round(em * 0.4), round(em * 0.3), round(em * 0.4), round(em * 0.4))
        buttons.addStretch(1)
        buttons.addWidget(self._go)
        buttons.addWidget(self._apply)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._list, 1)
        column.addLayout(buttons)
        self.setFocusProxy(self._list)
        self._list.doubleClicked.connect(self._jump)
        self._list.confirmed.connect(self._jump)
        self._go.clicked.connect(self._jump)
        self._apply.clicked.connect(self._ask_for_edits)
        self._list.selectionModel().currentChanged.connect(self._update_buttons)
        self._update_buttons()

    def set_findings(self, findings: Iterable[Finding], of: str = "", *, waiting: bool = False) -> None:
        """Show these, the gravest first; the current one stays current while it exists. `of` says whose they are:
        those of another are shown from the first on. `waiting` says that they are not there yet.
        """
        self._list.waiting = waiting
        current = self.current()
        if self._model.set_findings(findings):
            row = -1 if current is None else self._model.row_of(current.code, current.path)
            if row >= 0:
                self._list.setCurrentIndex(self._model.index(row))
        if of != self._of:
            self._of = of
            self._list.scrollToTop()
        self._update_buttons()

    def current(self) -> Finding | None:
        """The chosen Finding."""
        return self._model.finding(self._list.currentIndex())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._list.scheduleDelayedItemsLayout()

    def _update_buttons(self) -> None:
        finding = self.current()
        self._go.setEnabled(finding is not None)
        self._apply.setEnabled(finding is not None and bool(finding.edits))
        self._apply.setToolTip("" if finding is None or not finding.edits else remedy(finding))

    def _jump(self) -> None:
        if (finding := self.current()) is not None:
            self.cell_requested.emit(finding.path)

    def _ask_for_edits(self) -> None:
        if (finding := self.current()) is not None and finding.edits:
            self.edits_requested.emit(finding)
