"""The account of a read config: Findings, what was read, defaulted and ignored; or the refusal, with what to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QTextBrowser, QWidget

from planner.findings import Severity
from planner.kinds import unverified_parts
from planner.readers.hf.meanings import meaning_of
from planner.readers.hf_config import Reading, Refused
from ui import theme
from ui.findings_model import SIGNS, remedy, sentence, severity_word
from ui.sheets.columns import translated


class ReadingView(QTextBrowser):
    """Shows an outcome of the import; its text can be selected and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outcome: Reading | Refused | None = None
        self.setOpenLinks(False)
        self.setAccessibleName(QCoreApplication.translate("importing", "What was read from the config"))
        self.document().setDocumentMargin(theme.em(self) * 0.7)
        self.setTabChangesFocus(True)
        self.show_outcome(None)

    def show_outcome(self, outcome: Reading | Refused | None) -> None:
        """Show what came of the config; None says what to do."""
        self._outcome = outcome
        self._render()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._render()

    def _render(self) -> None:
        self.setHtml(_Account(theme.colours(self.palette())).html(self._outcome))


class _Account:
    """Writes an outcome as rich text in the colours of the window."""

    def __init__(self, colours: theme.Colours) -> None:
        self._colours = colours
        family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
        self._code = f"font-family:'{family}'"

    def html(self, outcome: Reading | Refused | None) -> str:
        """The whole account."""
        if outcome is None:
            hint = _tr("Choose a config.json or the folder of a model, or paste the text of a config.")
            return f"<p style='color:{self._colours.muted}'>{escape(hint)}</p>"
        return self._refusal(outcome) if isinstance(outcome, Refused) else self._reading(outcome)

    def _refusal(self, refused: Refused) -> str:
        title = _tr("Not read, nothing is added")
        parts = [f"<p style='margin:0; color:{self._colours.misfit}'><b>✕ {escape(title)}</b></p>"]
        rows = ((_tr("Field"), self._mono(refused.field)), (_tr("Reason"), escape(refused.reason)),
                (_tr("What to do"), escape(refused.remedy)))  # fmt: skip
        body = "".join(
            f"<tr><td style='padding-right:14px; color:{self._colours.muted}'>{escape(name)}</td><td>{text}</td></tr>"
            for name, text in rows
            if text
        )
        return "".join([*parts, f"<table cellspacing='0' cellpadding='3' style='margin-top:6px'>{body}</table>"])

    def _reading(self, reading: Reading) -> str:
        parts = [*self._warnings(reading)]
        parts += self._table(
            _tr("Read: {count}").format(count=len(reading.read)),
            (_tr("Key"), _tr("Value"), _tr("Becomes")),
            ((key, value, translated(meaning_of(key))) for key, value in reading.read.items()),
        )
        parts += self._table(
            _tr("Not stated, by default: {count}").format(count=len(reading.defaulted)),
            (_tr("Key"), _tr("Value"), _tr("Why")),
            ((key, *_value_and_reason(value)) for key, value in reading.defaulted.items()),
        )
        if reading.ignored:
            parts.append(self._heading(_tr("Ignored, cannot change the count: {count}").format(
                count=len(reading.ignored))))  # fmt: skip
            parts.append(f"<p style='margin:0'>{', '.join(self._mono(key) for key in reading.ignored)}</p>")
        return "".join(parts)

    def _warnings(self, reading: Reading) -> Iterable[str]:
        unverified = unverified_parts(reading.model)
        if unverified:
            text = _tr("Unverified: no published count has proven these kinds of part: {kinds}.").format(
                kinds=", ".join(QCoreApplication.translate("parts", title) for title in unverified))  # fmt: skip
            yield self._finding(Severity.WARNING, text, "")
        for finding in sorted(reading.findings, key=lambda each: -each.severity):
            if finding.code != "config_keys_ignored":  # they are listed below in full
                yield self._finding(finding.severity, sentence(finding), remedy(finding))

    def _finding(self, severity: Severity, text: str, what: str) -> str:
        inks: Mapping[Severity, str] = {Severity.ERROR: self._colours.misfit, Severity.WARNING: self._colours.tight}
        ink = inks.get(severity, self._colours.link)
        after = f" <span style='color:{self._colours.muted}'>{escape(what)}</span>" if what else ""
        return (f"<p style='margin:0 0 4px 0'><span style='color:{ink}'><b>{SIGNS[severity]} "
                f"{escape(severity_word(severity))}</b></span> {escape(text)}{after}</p>")  # fmt: skip

    def _table(self, title: str, header: tuple[str, ...], rows: Iterable[tuple[str, str, str]]) -> Iterable[str]:
        body = "".join(
            f"<tr><td valign='middle' style='padding-right:14px'>{self._mono(key)}</td>"
            f"<td valign='middle' style='padding-right:14px'>{self._mono(value)}</td>"
            f"<td valign='middle'>{escape(last)}</td></tr>"
            for key, value, last in rows
        )
        if not body:
            return
        head = "".join(
            f"<td style='padding-right:14px; color:{self._colours.muted}'><small>{escape(name)}</small></td>"
            for name in header
        )
        yield self._heading(title)
        yield f"<table cellspacing='0' cellpadding='1'><tr>{head}</tr>{body}</table>"

    def _heading(self, text: str) -> str:
        return f"<p style='margin:10px 0 2px 0'><b>{escape(text)}</b></p>"

    def _mono(self, text: str) -> str:
        return f'<span style="{self._code}">{escape(text)}</span>'


def _value_and_reason(text: str) -> tuple[str, str]:
    """The two halves of what the reader notes of a default, "32, default of the class"."""
    value, _, reason = text.rpartition(", ")
    return value, QCoreApplication.translate("importing", reason)


def _tr(text: str) -> str:
    return QCoreApplication.translate("importing", text)
