"""Every command of a table as an action with its shortcut, for its context menu and the window's Edit menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu, QMessageBox, QTableView

from planner.fields import RowRecord
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Path
from ui.counted import counted
from ui.sheets import clipboard, filling
from ui.sheets.choices import WITH_PRESETS
from ui.sheets.selection import Block, select_block, selected_block, selected_cells
from ui.sheets.table_model import TableModel
from ui.sheets.view_action import Keys, view_action
from ui.sheets.writing import CellText, RefusedCells
from ui.sheets.writing import said as in_words

if TYPE_CHECKING:
    from ui.sheets.table_view import TableView

SEPARATOR = None


class Commands(QObject):
    """The commands of one table; `actions` by name, in the order of the menu, None where a separator stands.

    `taking_text`, where it is set, is asked first whether a text that is pasted is something else than cells. `shared`
    are commands of the window that the context menu offers too.
    """

    def __init__(self, view: TableView, model: TableModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self._session = model.session
        self.taking_text: Callable[[str], bool] | None = None
        self.actions: dict[str, QAction] = {}
        self.shared: list[QAction] = []
        self._order: list[str | None] = []
        standard = QKeySequence.StandardKey
        self._add("cut", self.tr("Cu&t"), standard.Cut, self.cut)
        self._add("copy", self.tr("&Copy"), standard.Copy, self.copy)
        self._add("paste", self.tr("&Paste"), standard.Paste, self.paste)
        self._add("copy_headed", self.tr("Cop&y with headings"), "Ctrl+Shift+H", self.copy_headed)
        self._add("clear", self.tr("C&lear to default"), "Delete", self.clear)
        self._add("edit_cell", self.tr("Ed&it cell"), "F2", view.begin_editing)
        self._order.append(SEPARATOR)
        self._add("fill_down", self.tr("Fill &down"), "Ctrl+D", lambda: self._fill(down=True))
        self._add("fill_right", self.tr("Fill rig&ht"), "Ctrl+R", lambda: self._fill(down=False))
        self._add("fill_series", self.tr("Fill &series"), "Ctrl+Shift+R", self._fill_series)
        self._order.append(SEPARATOR)
        self._add("insert_row", self.tr("Insert row &below"), "Ctrl+I", self.insert_row)
        self._add("insert_above", self.tr("Insert row &above"), "Ctrl+Alt+I", lambda: self.insert_row(above=True))
        self._add("duplicate_rows", self.tr("Duplicate r&ows"), "Ctrl+Shift+D", self.duplicate_rows)
        self._add("delete_rows", self.tr("Delete ro&ws"), "Ctrl+Delete", self.delete_rows)
        self._add("move_up", self.tr("&Move rows up"), "Alt+Up", lambda: self._move(-1))
        self._add("move_down", self.tr("Move rows dow&n"), "Alt+Down", lambda: self._move(1))
        if model.sheet.name in WITH_PRESETS:
            self._order.append(SEPARATOR)
            self._add("save_as_preset", self.tr("Save as preset…"), None, self._save_as_preset)
        if model.sheet.name == "accelerators":
            self._add("refresh_free", self.tr("Refresh free memory"), None, view.refresh_wanted.emit)

    def fill_menu(self, menu: QMenu) -> None:
        """Put every command into a menu."""
        for name in self._order:
            if name is SEPARATOR:
                menu.addSeparator()
            else:
                menu.addAction(self.actions[name])

    def fill_context_menu(self, menu: QMenu) -> None:
        """Every command of the table, and those of the window that are about it."""
        self.fill_menu(menu)
        if self.shared:
            menu.addSeparator()
            menu.addActions(self.shared)

    def fill_column_menu(self, menu: QMenu) -> None:
        """A check mark per column that some row has: shown or hidden. The name column always stays."""
        view: QTableView = self._view
        for position, column in enumerate(self._model.sheet.columns):
            if column.key == "name" or not self._view.adaptive.offered(position):
                continue
            action = menu.addAction(column.heading)
            action.setCheckable(True)
            action.setChecked(not view.isColumnHidden(position))
            action.toggled.connect(lambda shown, position=position: view.setColumnHidden(position, not shown))

    def copy(self) -> None:
        """Put the selected cells on the clipboard."""
        self._attempt(lambda: clipboard.copy(self._view, self._model))

    def copy_headed(self) -> None:
        """Put the selected cells on the clipboard, below the titles of their columns."""
        self._attempt(lambda: clipboard.copy_headed(self._view, self._model))

    def cut(self) -> None:
        """Copy, then clear."""
        self._attempt(lambda: clipboard.cut(self._view, self._model))

    def paste(self) -> None:
        """Write the clipboard at the selection, unless it is text that somebody else takes."""
        mime: QMimeData | None = QGuiApplication.clipboard().mimeData()
        if self.taking_text is not None and mime is not None and mime.hasText() and self.taking_text(mime.text()):
            return

        def paste() -> None:
            pasted = clipboard.paste(self._view, self._model)
            if pasted.block:
                self._show_written(pasted.block)
            if pasted.said:
                self._view.said.emit(pasted.said)

        self._attempt(paste)

    def clear(self) -> None:
        """Set the selected cells to their defaults."""
        cells = selected_cells(self._view)
        if cells:
            one, many = QT_TRANSLATE_NOOP("counted", "Clear cell"), QT_TRANSLATE_NOOP("counted", "Clear {count} cells")
            self._attempt(lambda: clipboard.clear(self._model, cells, counted(len(cells), one, many)))

    def insert_row(self, *, above: bool = False) -> None:
        """A fresh row below the current one, or above it, or the first of an empty table."""
        container = self._model.container
        if container is not None:
            self.insert_record(lambda: self._model.sheet.fresh(self._session.workbook, container), above=above)

    def insert_record(self, made: Callable[[], RowRecord], *, above: bool = False) -> None:
        """The row that `made` gives, below the current one, or above it; it becomes the current row."""
        container = self._model.container
        if container is None:
            return
        current = self._view.currentIndex()
        position = current.row() + (not above) if current.isValid() else self._model.rowCount()
        column = max(current.column(), 0)

        def insert() -> None:
            self._session.insert(container, position, [made()])
            self._view.setCurrentIndex(self._model.index(position, column))

        self._attempt(insert)

    def duplicate_rows(self) -> None:
        """Copies of the selected rows below them."""
        rows = self._selected_rows()
        if rows:
            self._attempt(lambda: self._select_rows(self._session.duplicate(rows)))

    def delete_rows(self) -> None:
        """Remove the selected rows."""
        rows = self._selected_rows()
        if not rows:
            return
        top, column = selected_block(self._view).rows[0], max(self._view.currentIndex().column(), 0)
        self._session.remove(rows)
        position = min(top, self._model.rowCount() - 1)
        if position >= 0:
            self._view.setCurrentIndex(self._model.index(position, column))

    def _save_as_preset(self) -> None:
        current = self._view.currentIndex()
        if current.isValid():
            self._view.preset_wanted.emit(self._model.shown_row(current.row()).path)

    def _move(self, by: int) -> None:
        rows, columns, current = self._selected_rows(), selected_block(self._view).columns, self._view.currentIndex()
        if not rows:
            return
        if self._view.rows.reordered:
            said = self.tr("The rows are sorted or grouped; show them in the order of the document to move one.")
            self._view.said.emit(said)
            return
        here = self._model.shown_row(current.row()).path
        self._session.move(rows, by)
        # Qt keeps a range by its corners, which a row that went past them may have torn apart.
        places = {path: place[0] for path in (*rows, here) if (place := self._model.position_of(path)) is not None}
        self._view.setCurrentIndex(self._model.index(places[here], current.column()))
        select_block(self._view, [places[path] for path in rows], columns)

    def _fill(self, *, down: bool) -> None:
        block = selected_block(self._view)
        if len(block.rows if down else block.columns) > 1:
            self._attempt(lambda: filling.fill(self._model, clipboard.whole_block(self._view), down=down))

    def _fill_series(self) -> None:
        if len(selected_cells(self._view)) > 1:
            self._attempt(lambda: filling.fill_series(self._model, clipboard.whole_block(self._view)))

    def extend(self, source: Block, target: Block, back: bool, *, series: bool) -> None:
        """Fill what the handle was drawn over from what was selected, and select both."""
        if not target:
            return

        def extend() -> None:
            filling.extend(self._model, source, target, series=series, back=back)
            self._show_written(Block((*source.rows, *target.rows), (*source.columns, *target.columns)))

        self._attempt(extend)

    def _show_written(self, block: Block) -> None:
        """Bring what was written to sight and select it; columns that were hidden are on show from now on."""
        for column in block.columns:
            if self._view.isColumnHidden(column):
                self._view.setColumnHidden(column, False)
        select_block(self._view, block.rows, block.columns)

    def write(self, cells: Sequence[CellText], title: str) -> bool:
        """Put texts into cells as one step; False when they are refused, which is then shown."""
        return self._attempt(lambda: self._model.write(cells, title))

    def _attempt(self, command: Callable[[], object]) -> bool:
        """Run a command; what it is refused for is said, shown and selected, and nothing has changed."""
        try:
            command()
        except RefusedCells as refused:
            rows = sorted({cell.row for cell in refused.cells})
            select_block(self._view, rows, sorted({cell.column for cell in refused.cells}))
            self._view.said.emit(str(refused).split("\n")[0])
            self._view.refused.emit(refused)
            if len(refused.cells) > 1:
                self._list(refused)
        except ValueError as error:
            self._view.said.emit(in_words(error))
        else:
            return True
        return False

    def _list(self, refused: RefusedCells) -> None:
        """Show which cells stood in the way; the dialog waits for nobody."""
        count = self.tr("{count} cells cannot take their text, so nothing was changed.").format(
            count=len(refused.cells)
        )
        box = QMessageBox(QMessageBox.Icon.Warning, self.tr("Nothing was changed"), count, parent=self._view)
        box.setInformativeText(str(refused))
        box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _selected_rows(self) -> tuple[Path, ...]:
        block: Block = selected_block(self._view)
        return tuple(self._model.shown_row(row).path for row in block.rows)

    def _select_rows(self, paths: tuple[Path, ...]) -> None:
        places = [place[0] for path in paths if (place := self._model.position_of(path)) is not None]
        column = max(self._view.currentIndex().column(), 0)
        if places:
            self._view.setCurrentIndex(self._model.index(places[0], column))
            select_block(self._view, places, [column])

    def _add(self, name: str, text: str, keys: Keys, run: Callable[[], object]) -> None:
        self.actions[name] = view_action(self._view, self, text, keys, run)
        self._order.append(name)
