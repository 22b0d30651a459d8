"""One line of the ledger in full: how it is computed, from which cells and lines, and what is computed from it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication, QEvent, QUrl, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QTextBrowser, QWidget

from planner.ledger import Line, Slot, Source
from planner.plan import Evaluation
from ui import theme
from ui.figures import exact, rounded
from ui.ledger_model import blocked_text, line_label
from ui.sheets.columns import APPROXIMATE

CELL, LINE = "cell", "line"


class ExplainPanel(QTextBrowser):
    """Asks for a cell by `cell_requested(path)` and for a line by `line_requested(key)` when its link is followed.

    Links are reached with Tab and followed with Enter, and the text can be selected and copied.
    """

    cell_requested = Signal(object)
    line_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._evaluation: Evaluation | None = None
        self._key = ""
        self._shown = ""
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setAccessibleName(QCoreApplication.translate("explain", "Explanation of the selected line"))
        self.document().setDocumentMargin(theme.em(self) * 0.7)
        self.anchorClicked.connect(self._follow)
        self._render()

    def set_evaluation(self, evaluation: Evaluation | None) -> None:
        """Explain the same line with the numbers of this evaluation."""
        self._evaluation = evaluation
        self._render()

    def show_line(self, key: str) -> None:
        """Explain this line; an unknown key shows how to choose one."""
        if key != self._key:
            self._key = key
            self._render()
            self.verticalScrollBar().setValue(0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._render()

    def _render(self) -> None:
        evaluation = self._evaluation
        if evaluation is None or self._key not in evaluation.structure.index:
            hint = QCoreApplication.translate("explain", "Choose a line of the ledger to see how it is computed.")
            html = f"<p style='color:{theme.colours(self.palette()).muted}'>{escape(hint)}</p>"
        else:
            html = Explanation(evaluation, theme.colours(self.palette())).html(self._key)
        if html != self._shown:
            self._shown = html
            scroll = self.verticalScrollBar().value()
            self.setHtml(html)
            self.verticalScrollBar().setValue(scroll)

    def _follow(self, url: QUrl) -> None:
        slot = url.path()
        if url.scheme() == LINE:
            self.line_requested.emit(slot)
        elif self._evaluation is not None and (path := self._evaluation.path(slot)) is not None:
            self.cell_requested.emit(path)


class Explanation:
    """Writes lines of one evaluation as rich text."""

    def __init__(self, evaluation: Evaluation, colours: theme.Colours) -> None:
        self._evaluation = evaluation
        self._colours = colours
        family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
        self._code = f"font-family:'{family}'"

    def html(self, key: str) -> str:
        """Everything about one line."""
        line = self._evaluation.line(key)
        translate = QCoreApplication.translate
        parts = [f"<p style='margin:0'><b>{escape(line_label(line))}</b></p>", self._value(line)]
        parts.append(self._formula(translate("explain", "Formula"), line.formula))
        if not line.blocked:
            parts.append(self._formula(translate("explain", "Numbers"), line.substitution))
        if line.reference:
            parts.append(
                self._heading(translate("explain", "Reference")) + f"<p style='margin:0'>{escape(line.reference)}</p>"
            )
        parts.append(self._heading(translate("explain", "Where its numbers come from")))
        parts.append(self._sources(line))
        used_by = self._dependents(line.key)
        if used_by:
            parts.append(self._heading(translate("explain", "Used by")))
            parts.append(self._table([self._line_row(self._evaluation.line(each)) for each in used_by]))
        return "".join(parts)

    def _value(self, line: Line) -> str:
        if line.blocked:
            text = blocked_text(line, self._evaluation.title)
            return f"<p style='margin:4px 0; color:{self._colours.tight}'>▲ {escape(text)}</p>"
        value, unit = rounded(line.value, line.unit)
        full = exact(line.value, line.unit)
        beside = "" if full == f"{value} {unit}".rstrip() else (
            f" <span style='color:{self._colours.muted}'>= {escape(full)}</span>"
        )  # fmt: skip
        return (
            f"<p style='margin:4px 0'><span style='font-size:large; font-weight:600'>{escape(value)}</span>"
            f" {escape(unit)}{beside}</p>"
        )

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
        title = self._evaluation.title(source.slot)
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
