"""Findings as a list model, and the words for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import is_
from typing import Any, TypeAlias

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from planner.findings import Finding, Path, Severity
from ui.titles import filled

Index: TypeAlias = QModelIndex | QPersistentModelIndex
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TOOLTIP = int(Qt.ItemDataRole.ToolTipRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
_NOTHING = QModelIndex()

SIGNS = {Severity.NOTE: "●", Severity.WARNING: "▲", Severity.ERROR: "✕"}


def severity_word(severity: Severity) -> str:
    """The severity in one word."""
    return {
        Severity.NOTE: QCoreApplication.translate("findings", "Note"),
        Severity.WARNING: QCoreApplication.translate("findings", "Warning"),
        Severity.ERROR: QCoreApplication.translate("findings", "Error"),
    }[severity]


def sentence(finding: Finding) -> str:
    """What is wrong, in the user's language: the template is translated first, its numbers are filled in after."""
    return QCoreApplication.translate("findings", finding.template).format(**filled(finding.values))


def remedy(finding: Finding) -> str:
    """What would help, empty when nothing is known."""
    return QCoreApplication.translate("findings", finding.remedy) if finding.remedy else ""


class FindingsModel(QAbstractListModel):
    """Findings, the gravest first; `place` names the cell of a path as people call it."""

    def __init__(self, place: Callable[[Path], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._place = place
        self._findings: tuple[Finding, ...] = ()

    def set_findings(self, findings: Iterable[Finding]) -> bool:
        """Show these; True when others are there than before and the model was reset."""
        ordered = tuple(sorted(findings, key=lambda finding: -finding.severity))
        if len(ordered) == len(self._findings) and all(map(is_, ordered, self._findings)):
            return False
        if [(each.code, each.path) for each in ordered] != [(each.code, each.path) for each in self._findings]:
            self.beginResetModel()
            self._findings = ordered
            self.endResetModel()
            return True
        before, self._findings = self._findings, ordered
        unlike = [row for row, (new, old) in enumerate(zip(ordered, before, strict=True)) if new != old]
        if unlike:  # a list lays all its rows out for each signal
            self.dataChanged.emit(self.index(unlike[0]), self.index(unlike[-1]))
        return False

    def finding(self, index: Index) -> Finding | None:
        """The Finding at an index."""
        return self._findings[index.row()] if index.isValid() else None

    def place(self, finding: Finding) -> str:
        """Where it is, in words."""
        return self._place(finding.path)

    def row_of(self, code: str, path: Path) -> int:
        """The row of a Finding, -1 when it is gone."""
        return next((row for row, each in enumerate(self._findings) if (each.code, each.path) == (code, path)), -1)

    def rowCount(self, parent: Index = _NOTHING) -> int:
        return 0 if parent.isValid() else len(self._findings)

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        if not index.isValid():
            return None
        finding = self._findings[index.row()]
        if role == _DISPLAY:
            return sentence(finding)
        if role in (_ACCESSIBLE, _TOOLTIP):
            head = f"{severity_word(finding.severity)}: {sentence(finding)}"
            return "\n".join(filter(None, (head, self.place(finding), remedy(finding))))
        return None
