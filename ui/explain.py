"""A line of the ledger or a cell of a table in full: how it is computed, from what, and what is computed from it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QCoreApplication, QEvent, QTimer, QUrl, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QTextBrowser, QWidget

from planner.ledger import Line, Slot, Source
from planner.plan import Evaluation
from planner.units import minus
from planner.what_if.compare import Amount
from ui import theme
from ui.explain_cell import Cell, CellOf, Place, head, line_of, path_of, readers
from ui.figures import exact, rounded
from ui.ledger_model import blocked_text, line_label
from ui.sheets.beside import in_words
from ui.sheets.columns import APPROXIMATE
from ui.titles import reference_text, title_text

CELL, LINE = "cell", "line"
BACK, FORWARD = "back", "forward"
REMEMBERED = 200
MORE = "more"
LISTED = 12
"""So many lines that read a cell are listed until all are asked for: a batch is read by a hundred."""
PAUSE_MS = 15
"""What is on show is explained anew so long after an edit, when the cell that was edited has been painted."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is explained: a line of the plan on show, or a cell."""

    line: str = ""
    place: Place | None = None


class ExplainPanel(QTextBrowser):
    """Asks for a cell by `cell_requested(path)` and for a line by `line_requested(key)` when its link is followed.
    What was explained before is gone back to; `place_requested(place)` then asks for the cell on screen.

    Links are reached with Tab and followed with Enter, and the text can be selected and copied.
    """

    cell_requested = Signal(object)
    line_requested = Signal(str)
    place_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None, cell_of: CellOf = lambda place: None) -> None:
        super().__init__(parent)
        self._evaluation: Evaluation | None = None
        self._baseline: Evaluation | None = None
        self._cell_of = cell_of
        self._subject = Subject()
        self._before: list[Subject] = []
        self._after: list[Subject] = []
        self._going = False
        self._all = False
        self._later = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._later.timeout.connect(self._render)
        self._shown = ""
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setAccessibleName(QCoreApplication.translate("explain", "Explanation of the selected line"))
        self.document().setDocumentMargin(theme.em(self) * 0.7)
        self.anchorClicked.connect(self._follow)
        self._render()

    def set_evaluation(self, evaluation: Evaluation | None, baseline: Evaluation | None = None) -> None:
        """Explain the same line with the numbers of this evaluation, beside those of the baseline."""
        self._evaluation, self._baseline = evaluation, baseline
        if self.isVisible():
            self._later.start()
        else:
            self._render()

    def show_line(self, key: str) -> None:
        """Explain this line; an unknown key shows how to choose one."""
        self._turn_to(Subject(line=key))

    def show_cell(self, place: Place) -> None:
        """Explain this cell."""
        self._turn_to(Subject(place=place))

    @property
    def can_go_back(self) -> bool:
        """Whether something was explained before."""
        return bool(self._before)

    @property
    def can_go_forward(self) -> bool:
        """Whether one has gone back."""
        return bool(self._after)

    def go_back(self) -> None:
        """Explain what was explained before, and go to it."""
        self._go(self._before, self._after)

    def go_forward(self) -> None:
        """Undo going back."""
        self._go(self._after, self._before)

    def _turn_to(self, subject: Subject) -> None:
        if subject == self._subject or self._going:
            return
        if self._subject != Subject():
            self._before = [*self._before[-REMEMBERED:], self._subject]
        self._after.clear()
        self._subject, self._all = subject, False
        self._render()
        self.verticalScrollBar().setValue(0)

    def _go(self, to: list[Subject], other: list[Subject]) -> None:
        if not to:
            return
        other.append(self._subject)
        self._subject, self._all = to.pop(), False
        self._going = True  # the table and the ledger answer by showing what they go to
        try:
            if self._subject.place is not None:
                self.place_requested.emit(self._subject.place)
            else:
                self.line_requested.emit(self._subject.line)
        finally:
            self._going = False
        self._render()
        self.verticalScrollBar().setValue(0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._render()

    def _render(self) -> None:
        html = self._ways() + self._html()
        if html != self._shown:
            self._shown = html
            scroll = self.verticalScrollBar().value()
            self.setHtml(html)
            self.verticalScrollBar().setValue(scroll)

    def _html(self) -> str:
        of = theme.colours(self.palette())
        place = self._subject.place
        cell = None if place is None else self._cell_of(place)
        if cell is not None:
            return self._cell_html(cell, of)
        evaluation, baseline = self._evaluation, self._baseline
        if evaluation is not None and baseline is not None and self._subject.line not in evaluation.structure.index:
            evaluation = baseline  # a line that the ledger shows of the baseline alone
        if evaluation is None or self._subject.line not in evaluation.structure.index:
            hint = QCoreApplication.translate(
                "explain", "Choose a computed cell or a line of the ledger to see how it is computed."
            )
            return f"<p style='color:{of.muted}'>{escape(hint)}</p>"
        return Explanation(evaluation, of, self._baseline).html(self._subject.line)

    def _cell_html(self, cell: Cell, of: theme.Colours) -> str:
        key = line_of(cell)
        if key:
            return Explanation(cell.row.evaluation, of, self._baseline).html(key)
        html = head(cell, of.muted, code_style())
        path = path_of(cell)
        if path is None or cell.evaluation is None:
            return html
        keys = readers(cell.evaluation, path)
        listed = keys if self._all else keys[:LISTED]
        html += Explanation(cell.evaluation, of).used_by(listed)
        if len(listed) < len(keys):
            more = QCoreApplication.translate("explain", "and {count} more lines").format(count=len(keys) - len(listed))
            html += f"<p style='margin:2px 0'><a href='{MORE}:' style='text-decoration:none'>{escape(more)}</a></p>"
        return html

    def _ways(self) -> str:
        """Links back and forward, while there is somewhere to go."""
        links = []
        for there, scheme, sign, text in (
            (self.can_go_back, BACK, "◀", QCoreApplication.translate("explain", "Back")),
            (self.can_go_forward, FORWARD, "▶", QCoreApplication.translate("explain", "Forward")),
        ):
            if there:
                links.append(f"<a href='{scheme}:' style='text-decoration:none'>{sign} {escape(text)}</a>")
        return f"<p style='margin:0 0 4px 0'><small>{'&nbsp;&nbsp;&nbsp;'.join(links)}</small></p>" if links else ""

    def _follow(self, url: QUrl) -> None:
        slot = url.path()
        evaluation = self._in_question()
        if url.scheme() == BACK:
            self.go_back()
        elif url.scheme() == FORWARD:
            self.go_forward()
        elif url.scheme() == MORE:
            self._all = True
            self._render()
        elif url.scheme() == LINE:
            self.line_requested.emit(slot)
            self.show_line(slot)
        elif evaluation is not None and (path := evaluation.path(slot)) is not None:
            self.cell_requested.emit(path)

    def _in_question(self) -> Evaluation | None:
        """The plan that the links on show are of."""
        place = self._subject.place
        cell = None if place is None else self._cell_of(place)
        if cell is None:
            return self._evaluation
        return cell.row.evaluation if line_of(cell) else cell.evaluation


def code_style() -> str:
    """The style of formulas: the fixed font of the system."""
    return f"font-family:'{QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()}'"


class Explanation:
    """Writes lines of one evaluation as rich text."""

    def __init__(
        self, evaluation: Evaluation, colours: theme.Colours, baseline: Evaluation | None = None
    ) -> None:  # fmt: skip
        self._evaluation = evaluation
        self._baseline = baseline
        self._colours = colours
        self._code = code_style()

    def html(self, key: str) -> str:
        """Everything about one line."""
        line = self._evaluation.line(key)
        translate = QCoreApplication.translate
        parts = [f"<p style='margin:0'><b>{escape(line_label(line))}</b></p>", self._value(line)]
        parts.append(self._beside(line))
        parts.append(self._formula(translate("explain", "Formula"), line.formula))
        if not line.blocked:
            parts.append(self._formula(translate("explain", "Numbers"), line.substitution))
        if line.reference:
            parts.append(
                self._heading(translate("explain", "Reference"))
                + f"<p style='margin:0'>{escape(reference_text(line.reference))}</p>"
            )
        parts.append(self._heading(translate("explain", "Where its numbers come from")))
        parts.append(self._sources(line))
        parts.append(self.used_by(self._dependents(line.key)))
        return "".join(parts)

    def used_by(self, keys: list[str]) -> str:
        """The lines of these keys as links, under their heading; nothing without any."""
        if not keys:
            return ""
        title = self._heading(QCoreApplication.translate("explain", "Used by"))
        return title + self._table([self._line_row(self._evaluation.line(each)) for each in keys])

    def _value(self, line: Line) -> str:
        if line.blocked:
            text = blocked_text(line, self._evaluation.title)
            return f"<p style='margin:4px 0; color:{self._colours.tight}'>▲ {escape(text)}</p>"
        value, unit = rounded(line.value, line.unit)
        full = minus(exact(line.value, line.unit))
        beside = "" if full == f"{value} {unit}".rstrip() else (
            f" <span style='color:{self._colours.muted}'>= {escape(full)}</span>"
        )  # fmt: skip
        return (
            f"<p style='margin:4px 0'><span style='font-size:large; font-weight:600'>{escape(value)}</span>"
            f" {escape(unit)}{beside}</p>"
        )

    def _beside(self, line: Line) -> str:
        """The baseline's amount of the same line and the difference; nothing where there is no other baseline."""
        baseline = self._baseline
        if baseline is None or baseline.scenario.id == self._evaluation.scenario.id:
            return self._of_baseline() if baseline is self._evaluation else ""
        translate = QCoreApplication.translate
        if line.key not in baseline.structure.index:
            said = translate("explain", "The baseline {name} has no such line.").format(name=baseline.scenario.name)
        else:
            found = Amount(baseline.value(line.key), line.value)
            known = translate("explain", "not known") if found.baseline is None else " ".join(
                rounded(found.baseline, line.unit)
            ).rstrip()  # fmt: skip
            said = translate("explain", "Baseline {name}: {amount}").format(name=baseline.scenario.name, amount=known)
            if found.difference is not None:
                said = f"{said}; {in_words(found.difference, found.percent, line.unit)}"
        return f"<p style='margin:2px 0; color:{self._colours.muted}'>{escape(said)}</p>"

    def _of_baseline(self) -> str:
        said = QCoreApplication.translate("explain", "Of the baseline {name}.")
        said = said.format(name=self._evaluation.scenario.name)
        return f"<p style='margin:2px 0; color:{self._colours.muted}'>{escape(said)}</p>"

    def _heading(self, text: str) -> str:
        return f"<p style='margin:8px 0 1px 0; color:{self._colours.muted}'><small>{escape(text)}</small></p>"

    def _formula(self, title: str, text: str) -> str:
        return self._heading(title) + f'<p style="margin:0; {self._code}">{escape(text)}</p>'

    def _sources(self, line: Line) -> str:
        rows = []
        for name, source in line.sources.items():
            shown = name.rsplit(".", 1)[-1]
            rows.append(self._source_row(shown, source, line.amounts[name]))
        if rows:
            return self._table(rows)
        text = QCoreApplication.translate("explain", "It is a constant of the formula.")
        return f"<p style='margin:0'>{escape(text)}</p>"

    def _source_row(self, name: str, source: Source, amount: object) -> tuple[str, str, str]:
        title = title_text(self._evaluation.titled(source.slot))
        if source.kind == LINE:
            line = self._evaluation.line(source.slot)
            return self._code_of(name), self._amount(line), self._link(LINE, source.slot, line_label(line))
        assert amount is None or isinstance(amount, int | float)
        number = QCoreApplication.translate("explain", "blank") if amount is None else exact(amount)
        card = self._evaluation.accelerator
        role, _, field = source.slot.partition(".")
        if card is not None and role == "accelerator" and amount is not None and card.provenance(field):
            number = f"{APPROXIMATE} {number}"
        target = escape(title) if self._evaluation.path(source.slot) is None else self._link(CELL, source.slot, title)
        return self._code_of(name), escape(number), target

    def _line_row(self, line: Line) -> tuple[str, str, str]:
        return self._link(LINE, line.key, line_label(line)), self._amount(line), escape(self._place(line))

    def _amount(self, line: Line) -> str:
        if line.blocked:
            return escape(QCoreApplication.translate("ledger", "blocked"))
        return escape(" ".join(rounded(line.value, line.unit)).rstrip())

    def _place(self, line: Line) -> str:
        """The line above this one, by which equal labels are told apart."""
        return "" if line.parent is None else line_label(self._evaluation.line(line.parent))

    def _dependents(self, key: str) -> list[str]:
        structure = self._evaluation.structure
        return [line.key for line in structure.lines if key in structure.precedents(line.key)]

    def _code_of(self, name: str) -> str:
        return f'<span style="{self._code}">{escape(name)}</span>'

    def _link(self, kind: str, slot: Slot, text: str) -> str:
        return f"<a href='{kind}:{escape(slot, quote=True)}' style='text-decoration:none'>{escape(text)}</a>"

    def _table(self, rows: list[tuple[str, str, str]]) -> str:
        body = "".join(
            f"<tr><td style='padding-right:14px'>{first}</td>"
            f"<td align='right' style='padding-right:14px; white-space:nowrap'>{number}</td><td>{last}</td></tr>"
            for first, number, last in rows
        )
        return f"<table cellspacing='0' cellpadding='1'>{body}</table>"
