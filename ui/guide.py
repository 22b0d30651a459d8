"""The guide inside the program: Markdown that comes with it, with a list of its sections and a search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
)

from ui import glossary, languages
from ui.theme import em, give_size

if TYPE_CHECKING:
    from ui.window import Window

FOLDER = Path(__file__).parent / "guides"
PLACE = int(Qt.ItemDataRole.UserRole)


def text(language: str) -> str:
    """The guide in a language, its last section the words that the window uses."""
    file = FOLDER / f"{language}.md"
    if not file.exists():
        file = FOLDER / f"{languages.ENGLISH}.md"
    return f"{file.read_text(encoding='utf-8').rstrip()}\n\n{glossary.markdown()}"


class Guide(QDialog):
    """Stays open beside the window."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.setWindowTitle(self.tr("Guide"))
        self.setModal(False)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the guide"))
        self.search.setAccessibleName(self.tr("Search the guide"))
        self.search.setClearButtonEnabled(True)
        self.next = QPushButton(self.tr("&Next"))
        self.next.setAutoDefault(False)
        self.found = QLabel()
        self.sections = QListWidget()
        self.sections.setAccessibleName(self.tr("Sections of the guide"))
        self.page = QTextBrowser()
        self.page.setAccessibleName(self.tr("Guide"))
        self.page.setOpenLinks(False)
        self.page.document().setDocumentMargin(em(self))
        self.page.setMarkdown(text(languages.resolved(window.settings.language)))
        top = QHBoxLayout()
        top.addWidget(self.search, 1)
        top.addWidget(self.found)
        top.addWidget(self.next)
        split = QSplitter()
        split.addWidget(self.sections)
        split.addWidget(self.page)
        split.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        column.addLayout(top)
        column.addWidget(split, 1)
        self._list_sections()
        self.sections.currentItemChanged.connect(self._go)
        self.search.textChanged.connect(self._narrow)
        self.search.returnPressed.connect(self.find_next)
        self.next.clicked.connect(self.find_next)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self.search.setFocus)
        give_size(self, 60, 42)
        split.setSizes([em(self) * 15, em(self) * 45])
        self.search.setFocus()

    def find_next(self) -> None:
        """Go to the next place with the text that is searched for, from the end to the beginning again."""
        wanted = self.search.text().strip()
        if wanted and not self.page.find(wanted):
            self.page.moveCursor(QTextCursor.MoveOperation.Start)
            self.page.find(wanted)

    def _list_sections(self) -> None:
        block = self.page.document().begin()
        while block.isValid():
            level = block.blockFormat().headingLevel()
            if level in (2, 3):
                item = QListWidgetItem("    " * (level - 2) + block.text(), self.sections)
                item.setData(PLACE, block.position())
            block = block.next()

    def _go(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            cursor = self.page.textCursor()
            self.page.moveCursor(QTextCursor.MoveOperation.End)  # so that the section comes to stand at the top
            cursor.setPosition(item.data(PLACE))
            self.page.setTextCursor(cursor)
            self.page.ensureCursorVisible()

    def _narrow(self, wanted: str) -> None:
        """Say how often a text occurs, go to the first place, and list the sections that have it."""
        wanted = wanted.strip()
        document = self.page.document()
        places: list[int] = []
        cursor = QTextCursor(document)
        while wanted:
            cursor = document.find(wanted, cursor, QTextDocument.FindFlag(0))
            if cursor.isNull():
                break
            places.append(cursor.position())
        self.found.setText(self.tr("{count} places").format(count=len(places)) if wanted else "")
        starts = [self.sections.item(at).data(PLACE) for at in range(self.sections.count())]
        for at, start in enumerate(starts):
            end = starts[at + 1] if at + 1 < len(starts) else document.characterCount()
            self.sections.item(at).setHidden(bool(wanted) and not any(start <= place < end for place in places))
        if places:
            self.page.moveCursor(QTextCursor.MoveOperation.Start)
            self.page.find(wanted)


def show(window: Window) -> None:
    """Open the guide."""
    guide = Guide(window)
    guide.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    guide.show()
