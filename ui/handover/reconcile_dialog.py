"""Reconcile: a pasted log beside the ledger of a plan, and what of it the workbook takes over as one step."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from planner.atomic import reason_of, refuse_no_file
from planner.export.report import shown
from planner.logs.answer import Reconciliation, reconcile
from planner.logs.beside import Row
from planner.logs.offers import GROUPS, Offer, edits_of
from planner.units import minus
from ui.choosing import ask_file
from ui.plain_table import WARNING, PlainTable, Table, Value
from ui.session import Session
from ui.theme import em, give_size
from ui.titles import title_text
from ui.waiting import Files, GaveUp

READ_AFTER_MS = 250
LARGEST = 16 * 2**20
FAR = 0.05
"""A gap of more than this share is marked."""
OFFER = Qt.ItemDataRole.UserRole
LINES = 5
"""The column with the lines of the ledger."""
NUMBERS = frozenset({1, 2, 3, 4, 6})
"""Columns of amounts with their units, and of numbers."""


class ReconcileDialog(QDialog):
    """`applied` is emitted after a step; `line_requested` carries the key of a line of the ledger that was chosen."""

    applied = Signal()
    line_requested = Signal(str)

    def __init__(self, session: Session, scenario: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._scenario = scenario
        self.found: Reconciliation | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        name = session.evaluations.scenarios[scenario].scenario.name
        self.setWindowTitle(self.tr("Reconcile {scenario} with a log").format(scenario=name))
        self.log = QPlainTextEdit()
        self.log.setPlaceholderText(
            self.tr(
                "Paste start-up lines of vLLM, SGLang, TensorRT-LLM, llama.cpp or Ollama, an out-of-memory message of "
                "PyTorch, or the table of nvidia-smi"
            )
        )
        self.log.setAccessibleName(self.tr("Log"))
        self.log.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.log.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.log.setTabChangesFocus(True)
        self.notes = QLabel()
        self.notes.setWordWrap(True)
        self.notes.setTextFormat(Qt.TextFormat.PlainText)
        self.offers = QTreeWidget()
        self.offers.setHeaderLabels([self.tr("Take over"), self.tr("Value")])
        self.offers.setAccessibleName(self.tr("Take over"))
        self.offers.setRootIsDecorated(False)
        self.offers.headerItem().setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.offers.header().setStretchLastSection(False)
        self.offers.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.offers.itemChanged.connect(self._count)
        self._later = QTimer(self, singleShot=True, interval=READ_AFTER_MS)
        self._later.timeout.connect(self.read)
        self.log.textChanged.connect(self._later.start)
        self.table: PlainTable | None = None
        self._lay_out()
        session.changed.connect(self._on_changed)
        self.read()

    def _lay_out(self) -> None:
        file = QPushButton(self.tr("&File…"))
        paste = QPushButton(self.tr("&Paste"))
        file.clicked.connect(self.ask_file)
        paste.clicked.connect(lambda: self.log.setPlainText(QGuiApplication.clipboard().text()[:LARGEST]))
        top = QHBoxLayout()
        for button in (paste, file):
            button.setAutoDefault(False)
            top.addWidget(button)
        top.addStretch(1)
        self.split = QSplitter(Qt.Orientation.Vertical)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.log)
        self.split.addWidget(QWidget())
        self.split.addWidget(self.offers)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.apply = buttons.addButton(self.tr("&Apply"), QDialogButtonBox.ButtonRole.ActionRole)
        self.apply.clicked.connect(self.take_over)
        for button in buttons.buttons():
            button.setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(top)
        column.addWidget(self.split, 1)
        column.addWidget(self.notes)
        column.addWidget(buttons)
        self.log.setFocus()
        give_size(self, 70, 50)

    def ask_file(self) -> None:
        """Ask for a file with a log and read it."""
        file = ask_file(self, self.tr("Log"), self.tr("Logs (*.log *.txt);;All files (*)"))
        if file is not None:
            self.show_file(file)

    def show_file(self, file: Path) -> None:
        """Read a file; the reason is said when that fails."""
        try:
            data = Files(self).do(file, self.tr("Reading {name} …").format(name=file.name), lambda: _beginning_of(file))
        except GaveUp as error:
            self.notes.setText(self.tr("{name} was not read: {reason}.").format(name=file.name, reason=error.reason))
            return
        except (OSError, ValueError) as error:
            reason = QCoreApplication.translate("files", reason_of(error))
            self.notes.setText(self.tr("{name} was not read: {reason}.").format(name=file.name, reason=reason))
            return
        encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
        self.log.setPlainText(data.decode(encoding, "replace"))

    def read(self) -> None:
        """Hold the text against the plan as it is now."""
        self._later.stop()
        plan = self._session.evaluations.scenarios.get(self._scenario)
        text = self.log.toPlainText()
        self.found = None if plan is None or not text.strip() else reconcile(text, plan, self._session.workbook)
        self._show_rows(() if self.found is None else self.found.rows)
        self._show_offers(() if self.found is None else self.found.offers)
        notes = () if self.found is None else self.found.notes
        self.notes.setText("\n".join(each.words(QCoreApplication.translate) for each in notes))

    def _show_rows(self, rows: tuple[Row, ...]) -> None:
        header = (
            self.tr("Figure"),
            self.tr("Log"),
            self.tr("Plan"),
            self.tr("Gap"),
            self.tr("% of the log"),
            self.tr("Lines of the ledger"),
            self.tr("Line of the log"),
            self.tr("Ranks"),
        )
        if not any(row.figure.ranks for row in rows):
            header = header[:-1]
        cells = tuple(self._cells(row)[: len(header)] for row in rows)
        hints = {(at, LINES): hint for at, row in enumerate(rows) if (hint := self._keys(row))}
        table = PlainTable(Table(self.tr("Log beside the plan"), header, cells, right=NUMBERS, hints=hints))
        table.doubleClicked.connect(lambda index: self._go_to(rows[index.row()]))
        sizes = self.split.sizes()
        old = self.split.replaceWidget(1, table)
        if old is not None:
            old.deleteLater()
        self.table = table
        if sum(sizes):
            self.split.setSizes(sizes)

    def _cells(self, row: Row) -> tuple[Value, ...]:
        title = QCoreApplication.translate("logs", row.title)
        far = row.share is not None and not row.agrees and abs(row.share) > FAR
        planned = "" if row.planned is None else shown(row.planned.value, row.unit)
        gap = "" if row.gap is None else self.tr("as printed") if row.agrees else _signed(row.gap, row.unit)
        share = "" if row.share is None or row.agrees else minus(f"{row.share * 100:+.1f}")
        where = ", ".join(str(each.line) for each in row.figure.statements[:4])
        return (
            f"{WARNING} {title}" if far else title,
            shown(row.figure.value, row.unit),
            planned,
            gap,
            share,
            ", ".join(self._titles(row)),
            where,
            ", ".join(row.figure.ranks),
        )

    def _titles(self, row: Row) -> list[str]:
        """What the lines of the ledger are called that a row is held against; with what they stand under where two of
        them have one name.
        """
        plan = self._session.evaluations.scenarios.get(self._scenario)
        if row.planned is None or plan is None:
            return []
        named = [(key, title_text(plan.titled(key))) for key in row.planned.lines]
        often = Counter(title for _, title in named)
        parents = {key: plan.structure.lines[plan.structure.index[key]].parent for key, _ in named}
        return [
            title if often[title] == 1 or parent is None else f"{title_text(plan.titled(parent))}: {title}"
            for (key, title), parent in zip(named, parents.values(), strict=True)
        ]

    def _keys(self, row: Row) -> str:
        """The same lines by the keys that scripts name them by, for a hover."""
        if row.planned is None or not row.planned.lines:
            return ""
        titles = zip(self._titles(row), row.planned.lines, strict=True)
        return "\n".join([*(f"{title}: {key}" for title, key in titles), self.tr("A double click goes to the line.")])

    def _go_to(self, row: Row) -> None:
        if row.planned is not None and row.planned.lines:
            self.line_requested.emit(row.planned.lines[0])

    def _show_offers(self, offers: tuple[Offer, ...]) -> None:
        self.offers.clear()
        for group, title in GROUPS.items():
            own = [offer for offer in offers if offer.group == group]
            if not own:
                continue
            above = QTreeWidgetItem([QCoreApplication.translate("logs", title)])
            above.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsAutoTristate)
            self.offers.addTopLevelItem(above)
            for offer in own:
                text = [
                    QCoreApplication.translate("logs", offer.title),
                    shown(offer.value, offer.unit, "%" if offer.quantity == "memory_fraction" else ""),
                ]
                item = QTreeWidgetItem(above, text)
                item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                item.setCheckState(0, Qt.CheckState.Unchecked)
                item.setData(0, OFFER, offer)
            above.setExpanded(True)
        self.offers.setColumnWidth(0, em(self) * 30)
        self._count()

    def chosen(self) -> list[Offer]:
        """The offers that are checked."""
        found = []
        for group in range(self.offers.topLevelItemCount()):
            above = self.offers.topLevelItem(group)
            for at in range(above.childCount()):
                if above.child(at).checkState(0) == Qt.CheckState.Checked:
                    found.append(above.child(at).data(0, OFFER))
        return found

    def _count(self, *_: object) -> None:
        self.apply.setEnabled(bool(self.chosen()))

    def take_over(self) -> None:
        """Put what is checked into the workbook, as one step of undo."""
        chosen = self.chosen()
        if chosen:
            self._session.apply(edits_of(chosen), self.tr("Take over from a log"))
            self.applied.emit()

    def _on_changed(self, path: object) -> None:
        if path != ("file",):
            self._later.start()


def _beginning_of(file: Path) -> bytes:
    """What is read of a log."""
    refuse_no_file(file)
    with file.open("rb") as stream:
        return stream.read(LARGEST)


def _signed(value: int | float, unit: str) -> str:
    text = shown(value, unit)
    return f"+{text}" if value > 0 else text
