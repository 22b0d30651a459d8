"""The dialogs of presets: choose one to copy a row from, and save a row as a preset of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from planner import own_presets, presets
from planner.findings import Finding
from planner.preset_files import Preset
from planner.presets import Table
from planner.units import write
from planner.words import QT_TRANSLATE_NOOP, Refused
from planner.workbook import Path, new_id
from ui.saving import not_written, why_not_done
from ui.sheets.choices import WITH_PRESETS, presets_of, table_named
from ui.sheets.columns import APPROXIMATE
from ui.sheets.tooltips import sentence
from ui.theme import em, give_size
from ui.waiting import shortly

if TYPE_CHECKING:
    from ui.window import Window

ID_ROLE = int(Qt.ItemDataRole.UserRole)
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
ORIGINS = {"built in": QT_TRANSLATE_NOOP("presets", "built in"), "yours": QT_TRANSLATE_NOOP("presets", "yours")}
CHECKED = QT_TRANSLATE_NOOP("presets", "checked by cases")
UNVERIFIED = QT_TRANSLATE_NOOP("presets", "unverified")
NAME, FAMILY, SIZE, ORIGIN = range(4)


class PresetDialog(QDialog):
    """A list of presets that a search field narrows; part of a name, a family or a size is enough."""

    def __init__(self, table: Table, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table: Table = table
        self.setWindowTitle(title)
        self.search = QLineEdit()
        placeholders: dict[Table, str] = {
            "models": self.tr("Search by name, family or size, such as “70b”"),
            "accelerators": self.tr("Search by name, vendor or memory, such as “24gb”"),
            "engines": self.tr("Search by name"),
        }
        self.search.setPlaceholderText(placeholders[table])
        self.search.setClearButtonEnabled(True)
        self.list = QTreeWidget()
        self.list.setAccessibleName(title)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        size = {"models": self.tr("Parameters"), "accelerators": self.tr("Usable memory")}.get(
            table, self.tr("Figures")
        )
        self.list.setHeaderLabels([self.tr("Name"), self.tr("Family"), size, self.tr("From")])
        self.list.headerItem().setTextAlignment(SIZE, RIGHT)
        self.problems = QLabel()
        self.problems.setWordWrap(True)
        self.problems.setTextFormat(Qt.TextFormat.PlainText)
        self.problems.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.nothing = QLabel(self.tr("No preset has this in its name, its family or its size."))
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        column = QVBoxLayout(self)
        for widget in (self.search, self.list, self.nothing, self.problems, self.buttons):
            column.addWidget(widget)
        self.search.textChanged.connect(self._narrow)
        self.search.returnPressed.connect(self._take)
        self.list.itemActivated.connect(lambda *_: self._take())
        self.buttons.accepted.connect(self._take)
        self.buttons.rejected.connect(self.reject)
        give_size(self, 46, 30)
        self._say(presets.problems(table))
        self._narrow("")
        for position in (NAME, FAMILY, SIZE):
            self.list.resizeColumnToContents(position)
            self.list.setColumnWidth(position, self.list.columnWidth(position) + em(self) // 2)

    def chosen(self) -> str | None:
        """The id of the preset that is marked."""
        item = self.list.currentItem()
        return None if item is None else str(item.data(NAME, ID_ROLE))

    def _take(self) -> None:
        if self.chosen() is not None:
            self.accept()

    def _narrow(self, text: str) -> None:
        listed = presets.listed(self._table)
        found = presets.find(text, self._table) if text.strip() else tuple(listed)
        self.list.clear()
        height = round(em(self) * 1.6)
        self.list.addTopLevelItems([_item(listed[preset_id], height) for preset_id in found])
        self.list.setCurrentItem(self.list.topLevelItem(0))
        self.nothing.setVisible(not found)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(bool(found))

    def _say(self, found: Sequence[Finding]) -> None:
        self.problems.setText("\n".join(sentence(finding) for finding in found))
        self.problems.setVisible(bool(found))


def _item(preset: Preset[Any], height: int) -> QTreeWidgetItem:
    origin = QCoreApplication.translate("presets", ORIGINS[preset.origin])
    item = QTreeWidgetItem([preset.name, preset.family, _size(preset), origin])
    item.setTextAlignment(SIZE, RIGHT)
    item.setData(NAME, ID_ROLE, preset.id)
    item.setSizeHint(ORIGIN, QSize(4 * height, height))
    item.setToolTip(NAME, "\n".join((preset.id, *preset.aliases)))
    if preset.table == "accelerators":
        item.setToolTip(SIZE, str(preset.entry.get("sources", {}).get("usable_memory", "")))
    if preset.origin == "yours":
        font = item.font(ORIGIN)
        font.setBold(True)
        item.setFont(ORIGIN, font)
    return item


def _size(preset: Preset[Any]) -> str:
    """Parameters of a model, usable memory of a device, whether the figures of an engine were held against cases."""
    if preset.table == "engines":
        checked = preset.origin == "built in" and preset.entry.get("verified")
        return QCoreApplication.translate("presets", CHECKED if checked else UNVERIFIED)
    size = f"{preset.total:,}" if preset.total is not None else write(preset.memory, "byte", "")
    return f"{APPROXIMATE} {size}" if preset.memory_is_derived else size


def insert_model(window: Window) -> None:
    """Ask for a model preset and put it into the models table."""
    _insert(window, "models", window.tr("Model from preset"))


def insert_accelerator(window: Window) -> None:
    """Ask for a GPU preset and put it into the GPUs table."""
    _insert(window, "accelerators", window.tr("GPU from preset"))


def insert_engine(window: Window) -> None:
    """Ask for an engine preset and put it into the engines table."""
    _insert(window, "engines", window.tr("Engine from preset"))


def _insert(window: Window, table: Table, title: str) -> None:
    dialog = PresetDialog(table, title, window)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    chosen = dialog.chosen()
    dialog.deleteLater()
    if not accepted or chosen is None:
        return
    row = presets_of(table)[chosen].model_copy(update={"id": new_id(table[0])})
    window.session.insert((table,), len(getattr(window.session.workbook, table)), [row])
    window.go_to((table, row.id))


def save_as_preset(window: Window, path: Path | None = None) -> None:
    """Ask for an id and save a row as a preset of one's own; without a path, the row that is current in its table."""
    path = path or _current_row(window)
    rows = {} if path is None else {row.id: row for row in getattr(window.session.workbook, path[0])}
    if path is None or path[1] not in rows:
        window.status.say(window.tr("Select a row of the models, the GPUs or the engines first."))
        return
    table = table_named(path[0])
    row = rows[path[1]]
    resolved = next(each for each in getattr(window.session.evaluations.workbook, table) if each.id == row.id)
    label = window.tr("Save {name} as a preset of yours, under the id:").format(name=row.name)
    text, accepted = QInputDialog.getText(
        window, window.tr("Save as preset"), label, QLineEdit.EchoMode.Normal, _offered_id(row, table)
    )
    if not accepted:
        return
    try:
        preset_id = own_presets.checked_id(text)
        if not _may_replace(window, preset_id, table):
            return
        family = presets.family(row.preset, table) if row.preset in presets.listed(table) else window.tr("Yours")
        file = own_presets.file_of(preset_id, table)
        reason = why_not_done(
            window, file, lambda given_up: own_presets.save(row, resolved, preset_id, family, given_up)
        )
        if reason:
            QMessageBox.warning(window, window.tr("Save as preset"), not_written(file, reason))
            return
    except Refused as refused:
        said = {name: QCoreApplication.translate("files", str(value)) for name, value in refused.values.items()}
        reason = QCoreApplication.translate("presets", refused.template).format(**said)
        QMessageBox.warning(window, window.tr("Save as preset"), reason)
        return
    window.session.edit((table, row.id, "preset"), preset_id)
    for view in window.tables:
        view.table.compare_with_presets()
    window.status.say(window.tr("Saved {name} as the preset {id}.").format(name=row.name, id=preset_id))


def _current_row(window: Window) -> Path | None:
    """The model, device or engine row that the table in use is about, else the current model."""
    view = window.table_in_use()
    path = view.current_path() if view.table.sheet.name in WITH_PRESETS else window.models.current_path()
    return None if path is None else path[:2]


def _offered_id(row: Any, table: Table) -> str:
    """The row's own preset where that is the user's already, else an id made of its name."""
    preset = presets.listed(table).get(row.preset or "")
    return preset.id if preset is not None and preset.origin == "yours" else own_presets.id_for(row.name)


def _may_replace(window: Window, preset_id: str, table: Table) -> bool:
    present = presets.listed(table).get(preset_id)
    if present is None and not shortly(own_presets.file_of(preset_id, table).exists, False):
        return True
    question = window.tr("There is a preset {id} of yours already. Replace it?")
    if present is not None and present.origin == "built in":
        question = window.tr("{id} is a built-in preset. Have yours take its place?")
    answer = QMessageBox.question(window, window.tr("Save as preset"), question.format(id=preset_id))
    return answer == QMessageBox.StandardButton.Yes
