"""The workbook's assumptions as a form: one line per figure, edited in place through the session."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFormLayout, QLabel, QLineEdit, QScrollArea, QWidget

from planner.assumptions import Assumptions
from planner.fields import Number, fields_of
from planner.typed import editable
from ui.session import Session
from ui.theme import colours, em

DIGITS = 8


class AssumptionsPanel(QScrollArea):
    """Shows every assumption; a refused text stays, with its reason below the line."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._lines: dict[str, QLineEdit] = {}
        self._reasons: dict[str, QLabel] = {}
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body = QWidget()
        form = QFormLayout(body)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for name, field in fields_of(Assumptions):
            if not isinstance(field, Number):
                continue
            title = QCoreApplication.translate("fields", field.title)
            unit = field.shown or field.unit
            line = QLineEdit()
            line.setAlignment(Qt.AlignmentFlag.AlignRight)
            line.setToolTip(QCoreApplication.translate("fields", field.help))
            line.setAccessibleName(title)
            line.editingFinished.connect(lambda name=name: self._commit(name))
            give_up = QShortcut(QKeySequence(Qt.Key.Key_Escape), line, context=Qt.ShortcutContext.WidgetShortcut)
            give_up.activated.connect(lambda name=name: self._give_up(name))
            reason = QLabel()
            reason.setWordWrap(True)
            reason.hide()
            form.addRow(f"{title} [{unit}]" if unit else title, line)
            form.addRow(reason)
            self._lines[name], self._reasons[name] = line, reason
        self.setWidget(body)
        self.setMinimumWidth(em(self) * 16)
        session.changed.connect(self.refresh)
        self.refresh()

    def show_field(self, name: str) -> None:
        """Put the cursor into one line."""
        line = self._lines.get(name)
        if line is not None:
            self.ensureWidgetVisible(line)
            line.setFocus(Qt.FocusReason.OtherFocusReason)
            line.selectAll()

    def finish_editing(self) -> None:
        """Take what is being typed; a text that is refused stays in its line."""
        for name in self._lines:
            self._commit(name)

    def _give_up(self, name: str) -> None:
        self._reasons[name].hide()
        self._lines[name].setModified(False)
        self.refresh()

    def refresh(self, path: object = ()) -> None:
        """The values as they are now; a line with a refused text keeps it, unless anything may have changed."""
        if path is None:
            for name, line in self._lines.items():
                self._reasons[name].hide()
                line.setModified(False)
        for name, field in fields_of(Assumptions):
            if name in self._lines and isinstance(field, Number) and self._reasons[name].isHidden():
                text = _rounded(editable(getattr(self._session.workbook.assumptions, name), field))
                if self._lines[name].text() != text:
                    self._lines[name].setText(text)

    def _commit(self, name: str) -> None:
        line, reason = self._lines[name], self._reasons[name]
        if not line.isModified():
            return
        try:
            self._session.edit(("assumptions", name), line.text())
        except ValueError as error:
            reason.setStyleSheet(f"color: {colours(self.palette()).misfit}")
            reason.setText(str(error))
            reason.show()
            return
        reason.hide()
        line.setModified(False)
        self.refresh()


def _rounded(text: str) -> str:
    """A number to six significant digits at most, which is what is read; what was not edited is never written back.

    >>> _rounded("0.449999999"), _rounded("8192"), _rounded("=2*batch")
    ('0.45', '8192', '=2*batch')
    """
    return f"{float(text):.6g}" if len(text) > DIGITS and text.replace(".", "", 1).isdecimal() and "." in text else text
