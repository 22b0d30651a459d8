"""Presets in the window: the dialog that lists them, the marks of what differs, saving a row as one's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox
from pytestqt.qtbot import QtBot

from planner import presets
from ui.examples import example_file
from ui.preset_dialogs import FAMILY, NAME, ORIGIN, SIZE, PresetDialog, save_as_preset
from ui.session import Session
from ui.settings import Settings
from ui.sheets.table_model import TOOLTIP
from ui.theme import Theme
from ui.window import Window


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(presets, "own_folder", lambda table: tmp_path / "presets" / table)
    presets.read_again()
    yield tmp_path / "presets"
    presets.read_again()


@pytest.fixture
def window(qtbot: QtBot, qapp: Any, tmp_path: Path) -> Window:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made = Window(Session(), settings, Theme(qapp))
    made.documents.open_example(example_file())
    made.documents.may_leave = lambda: True  # type: ignore[method-assign]
    qtbot.addWidget(made)
    made.show()
    return made


def shown(dialog: PresetDialog, column: int) -> list[str]:
    items = [dialog.list.topLevelItem(at) for at in range(dialog.list.topLevelItemCount())]
    return [item.text(column) for item in items if item is not None]


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> list[str]:
    """Answers the question for an id; gives what was offered."""
    offered: list[str] = []

    def answer(*asked: Any) -> tuple[str, bool]:
        offered.append(asked[-1])
        return text, True

    monkeypatch.setattr(QInputDialog, "getText", answer)
    return offered


def test_that_the_dialog_lists_name_family_exact_total_and_where_it_is_from(qtbot: QtBot) -> None:
    dialog = PresetDialog("models", "Model from preset")
    qtbot.addWidget(dialog)
    assert len(shown(dialog, NAME)) == len(presets.listed("models"))
    dialog.search.setText("deepseek v3")
    assert shown(dialog, NAME)[0] == "DeepSeek-V3"
    assert (shown(dialog, FAMILY)[0], shown(dialog, SIZE)[0]) == ("DeepSeek", "671,026,404,352")
    assert shown(dialog, ORIGIN)[0] == "built in"
    assert dialog.chosen() == "deepseek-v3"
    assert not dialog.problems.isVisibleTo(dialog)


def test_that_the_dialog_finds_by_size_and_takes_nothing_when_nothing_is_found(qtbot: QtBot) -> None:
    dialog = PresetDialog("models", "Model from preset")
    qtbot.addWidget(dialog)
    dialog.search.setText("70b llama")
    assert "Llama-3-70B" in shown(dialog, NAME) and "Llama-3-8B" not in shown(dialog, NAME)
    assert dialog.nothing.isHidden()
    dialog.search.setText("no such model")
    assert dialog.chosen() is None and not dialog.nothing.isHidden()
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert dialog.result() == 0


def test_that_the_dialog_of_devices_shows_their_memory(qtbot: QtBot) -> None:
    dialog = PresetDialog("accelerators", "GPU from preset")
    qtbot.addWidget(dialog)
    dialog.search.setText("t4")
    assert shown(dialog, SIZE) == ["14.75 GiB"]


def test_that_a_broken_file_of_ones_own_is_said_in_the_dialog(qtbot: QtBot, own_folders: Path) -> None:
    (own_folders / "models").mkdir(parents=True)
    (own_folders / "models" / "odd.json").write_text("{", encoding="utf-8")
    presets.read_again()
    dialog = PresetDialog("models", "Model from preset")
    qtbot.addWidget(dialog)
    assert "odd.json is not JSON" in dialog.problems.text()
    assert len(shown(dialog, NAME)) == len(presets.listed("models")) > 150


def differing(window: Window, table: str) -> dict[int, dict[str, str]]:
    view = getattr(window, table)
    keys = [column.key for column in view.table.sheet.columns]
    rows = range(view.table.rowCount())
    return {row: {keys[at]: said for at, said in view.table.shown(row).differs.items()} for row in rows}


def test_that_an_edited_cell_is_marked_with_the_value_of_the_preset_until_undo(window: Window, qtbot: QtBot) -> None:
    window.show_dock("models")
    qtbot.waitUntil(lambda: window.models.table._presets.active)
    assert not any(differing(window, "models").values())
    row = window.session.workbook.models[0]
    signals: list[Any] = []
    window.models.table.dataChanged.connect(lambda first, last: signals.append((first.column(), last.column())))
    window.session.edit(("models", row.id, "d_model"), 6144)
    place = window.models.table.position_of(("models", row.id, "d_model"))
    assert place is not None
    theirs = presets.model_presets()[str(row.preset)].d_model
    assert differing(window, "models")[0] == {"d_model": f"Differs from the preset: {theirs:,}"}
    assert f"{theirs:,}" in window.models.table.data(window.models.table.index(*place), TOOLTIP)
    assert any(first <= place[1] <= last for first, last in signals)
    window.session.undo()
    assert not any(differing(window, "models").values())


def test_that_an_expression_with_the_presets_value_does_not_differ(window: Window, qtbot: QtBot) -> None:
    window.show_dock("models")
    qtbot.waitUntil(lambda: window.models.table._presets.active)
    row = window.session.workbook.models[0]
    window.session.edit(("models", row.id, "d_model"), f"=2*{int(row.d_model) // 2}")
    assert not any(differing(window, "models").values())


def test_that_an_edited_layer_is_marked_in_the_layers_and_at_the_model(window: Window, qtbot: QtBot) -> None:
    row = window.session.workbook.models[0]
    window.models.show_path(("models", row.id))
    window.show_dock("layers")
    qtbot.waitUntil(lambda: window.layers.table._presets.active and window.models.table._presets.active)
    group = row.groups[0]
    before = group.feed_forward.width
    window.session.edit(("models", row.id, "groups", group.id, "feed_forward", "width"), 1000)
    assert differing(window, "layers")[0] == {"feed_forward.width": f"Differs from the preset: {before:,}"}
    assert set(differing(window, "models")[0]) == {"layers"}
    window.session.edit(("models", row.id, "preset"), None)
    assert not any(differing(window, "layers").values()) and not any(differing(window, "models").values())


def test_that_a_row_is_saved_as_a_preset_and_is_one_from_then_on(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, own_folders: Path
) -> None:
    row = window.session.workbook.models[0]
    window.session.edit(("models", row.id, "d_model"), 6144)
    window.session.edit(("models", row.id, "name"), "My wide one")
    offered = typed(monkeypatch, "my-wide-one")
    window.models.commands._view.preset_wanted.emit(("models", row.id))
    assert offered == ["my-wide-one"]
    assert (own_folders / "models" / "my-wide-one.json").is_file()
    saved = presets.listed("models")["my-wide-one"]
    assert (saved.origin, saved.name, saved.row.d_model) == ("yours", "My wide one", 6144)
    assert window.session.workbook.models[0].preset == "my-wide-one"
    window.show_dock("models")
    qtbot.waitUntil(lambda: window.models.table._presets.active)
    assert not differing(window, "models")[0]
    dialog = PresetDialog("models", "Model from preset")
    qtbot.addWidget(dialog)
    dialog.search.setText("wide")
    assert shown(dialog, ORIGIN) == ["yours"]


def test_that_the_menu_saves_the_current_device(
    window: Window, monkeypatch: pytest.MonkeyPatch, own_folders: Path
) -> None:
    window.show_dock("accelerators")
    window.accelerators.setCurrentIndex(window.accelerators.table.index(0, 0))
    monkeypatch.setattr(window, "table_in_use", lambda: window.accelerators)
    typed(monkeypatch, "my-card")
    window.commands["save_as_preset"].trigger()
    assert presets.listed("accelerators")["my-card"].origin == "yours"


@pytest.mark.parametrize("answer", [QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No])
def test_that_taking_the_place_of_a_preset_is_asked_first(
    window: Window, monkeypatch: pytest.MonkeyPatch, answer: QMessageBox.StandardButton
) -> None:
    row = window.session.workbook.models[0]
    typed(monkeypatch, "llama-3-8b")
    asked: list[str] = []

    def question(*said: Any) -> QMessageBox.StandardButton:
        asked.append(said[-1])
        return answer

    monkeypatch.setattr(QMessageBox, "question", question)
    save_as_preset(window, ("models", row.id))
    assert asked == ["llama-3-8b is a built-in preset. Have yours take its place?"]
    assert presets.listed("models")["llama-3-8b"].origin == (
        "yours" if answer is QMessageBox.StandardButton.Yes else "built in"
    )


def test_that_an_id_that_is_none_is_refused_in_words(
    window: Window, monkeypatch: pytest.MonkeyPatch, own_folders: Path
) -> None:
    typed(monkeypatch, "../elsewhere")
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *shown: said.append(shown[-1]))
    before = window.session.workbook
    save_as_preset(window, ("models", before.models[0].id))
    assert len(said) == 1 and "../elsewhere" in said[0]
    assert window.session.workbook is before and not own_folders.exists()


def test_that_nothing_of_the_presets_is_read_before_the_first_paint(qtbot: QtBot, qapp: Any, tmp_path: Path) -> None:
    settings = Settings(QSettings(str(tmp_path / "first.ini"), QSettings.Format.IniFormat))
    made = Window(Session(), settings, Theme(qapp))
    made.documents.open_example(example_file())
    made.documents.may_leave = lambda: True  # type: ignore[method-assign]
    qtbot.addWidget(made)
    assert presets._read.cache_info().currsize == 0
    made.show()
    qtbot.waitUntil(lambda: presets._read.cache_info().currsize > 0)


@pytest.mark.parametrize(
    ("text", "preset"),
    [("L40", "l40"), ("geforce rtx 4090", "rtx-4090"), ("mi300x", "mi300x"), ("RTX 3080 12GB", "rtx-3080-12gb")],
)
def test_that_a_whole_name_means_its_card_though_longer_names_begin_with_it(
    window: Window, text: str, preset: str
) -> None:
    table = window.scenarios.table
    at = table.index(0, table.sheet.column("accelerator"))
    assert table.setData(at, text)
    chosen = window.session.workbook.scenarios[0].accelerator
    row = next(row for row in window.session.workbook.accelerators if row.id == chosen)
    assert row.preset == preset


def test_that_the_list_in_a_cell_is_searched_by_vendor_and_memory(window: Window) -> None:
    column = window.scenarios.table.sheet.columns[window.scenarios.table.sheet.column("accelerator")]
    labels = [label for _, label in column.options(window.session.workbook.scenarios[0], window.session.workbook)]
    assert "Instinct MI300X, AMD, 192 GiB (from the presets)" in labels
    assert "L40, NVIDIA, 48 GiB (from the presets)" in labels
    assert len(labels) == len(presets.listed("accelerators"))
