"""A config is shown before it is added; a refused one adds nothing; files, folders and pasted texts all lead there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Literal

import pytest
from PySide6.QtCore import QMimeData, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from planner.kinds import unverified_parts
from planner.parts.attention.grouped_query import GroupedQuery
from planner.presets import model_presets
from planner.readers.hf.meanings import MEANINGS
from planner.readers.hf_config import Reading, Refused
from planner.summary import parameters_of
from tests.ui.configs import DEEPSEEK_V3, LLAMA, LLAMA_PARAMETERS, folder_with, text_of
from ui.import_dialog import ImportDialog
from ui.importing import checkpoints_in, first_to_open, looks_like_config, source_of
from ui.session import Session
from ui.settings import Settings
from ui.sheets.models_sheet import models_sheet
from ui.sheets.table_model import TableModel
from ui.theme import Theme
from ui.window import Window


@pytest.fixture
def session(qapp: object) -> Session:
    return Session()


@pytest.fixture
def dialog(qtbot: QtBot, session: Session) -> ImportDialog:
    made = ImportDialog(session)
    qtbot.addWidget(made)
    made.show()
    return made


def forget_changes(window: QWidget) -> None:
    assert isinstance(window, Window)
    window.documents.may_leave = lambda: True  # type: ignore[method-assign]


@pytest.fixture
def window(qtbot: QtBot, qapp: object, tmp_path: Path) -> Window:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made = Window(Session(), settings, Theme(qapp))  # type: ignore[arg-type]
    qtbot.addWidget(made, before_close_func=forget_changes)
    made.show()
    return made


def opened(window: Window) -> list[ImportDialog]:
    return [dialog for dialog in window.findChildren(ImportDialog) if dialog.isVisible()]


@pytest.fixture
def opened_dialog(window: Window, qtbot: QtBot) -> Callable[[], ImportDialog]:
    """The dialog that has opened, or is about to."""

    def found() -> ImportDialog:
        qtbot.waitUntil(lambda: len(opened(window)) == 1)
        return opened(window)[0]

    return found


def drop(window: Window, *paths: Path) -> bool:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                       Qt.KeyboardModifier.NoModifier)  # fmt: skip
    event.setAccepted(False)
    window.dropEvent(event)
    return event.isAccepted()


def test_that_a_config_is_shown_in_full_before_it_is_added(dialog: ImportDialog, tmp_path: Path) -> None:
    dialog.show_path(folder_with(LLAMA, tmp_path / "Tiny-Llama") / "config.json")
    assert dialog.name.text() == "Tiny-Llama"
    figures = [label.text() for label in dialog.figures.values]
    assert figures[0].startswith(f"{LLAMA_PARAMETERS:,}")
    assert figures[2:] == ["0.25 KiB", "2"]  # 2 layers x 2 heads x 16 wide x keys and values x 2 bytes
    account = dialog.account.toPlainText()
    assert "hidden_size\n64\nd_model" in account
    assert "num_key_value_heads\n2\nKV heads" in account
    assert "mlp_bias\nfalse\ndefault of the class" in account
    assert "rope_theta" in account.split("Ignored", 1)[1]
    assert not dialog._session.workbook.models and not dialog._session.modified


def test_that_adding_is_one_step_with_the_name_that_was_typed(dialog: ImportDialog, qtbot: QtBot) -> None:
    dialog.show_text(text_of(LLAMA))
    dialog.name.selectAll()
    qtbot.keyClicks(dialog.name, "My model")
    with qtbot.waitSignal(dialog.added) as added:
        qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    session = dialog._session
    (row,) = session.workbook.models
    assert (row.name, row.groups[0].count, added.args) == ("My model", 2, [("models", row.id)])
    assert session.evaluations.models[row.id].value("parameters") == LLAMA_PARAMETERS
    assert session.undo_stack.count() == 1
    session.undo()
    assert not session.workbook.models


def test_that_the_window_counts_a_token_as_the_command_line_does(
    dialog: ImportDialog, session: Session, qtbot: QtBot
) -> None:
    config = {**LLAMA, "model_type": "mistral", "sliding_window": 128}
    dialog.show_text(json.dumps(config))
    assert dialog.figures.values[2].text() == "0.25 KiB"
    dialog.accept()
    table = TableModel(session, models_sheet())
    assert isinstance(dialog.outcome, Reading)
    counted = parameters_of(session.alone(dialog.outcome.model))["kv_bytes_per_token"]
    assert counted == 256
    assert table.text(0, table.sheet.column("result.kv_bytes_per_new_token")) == "0.25"


def test_that_a_pattern_that_decides_over_the_layers_is_among_what_was_read(dialog: ImportDialog) -> None:
    dialog.show_text(
        json.dumps({"model_type": "nemotron_h", "hybrid_override_pattern": "M-M*-", "num_hidden_layers": 5})
    )
    assert isinstance(dialog.outcome, Reading)
    assert dialog.outcome.read["hybrid_override_pattern"] == "'M-M*-'"
    assert "Which layers are of which kind" in dialog.account.toPlainText()


def test_that_a_config_on_one_line_is_broken_at_the_edge(dialog: ImportDialog) -> None:
    modes = QPlainTextEdit.LineWrapMode
    dialog.show_text(json.dumps(LLAMA))
    assert dialog.text.lineWrapMode() == modes.WidgetWidth
    dialog.show_text(json.dumps(LLAMA, indent=2))
    assert dialog.text.lineWrapMode() == modes.NoWrap


def test_that_two_rows_of_one_config_have_different_names_and_ids(session: Session, qtbot: QtBot) -> None:
    for _ in range(2):
        dialog = ImportDialog(session)
        qtbot.addWidget(dialog)
        dialog.show_text(text_of(LLAMA))
        dialog.accept()
    assert [row.name for row in session.workbook.models] == ["llama", "llama (2)"]
    assert len({row.id for row in session.workbook.models}) == 2


def test_that_a_mixture_with_latent_attention_has_its_published_counts(dialog: ImportDialog) -> None:
    dialog.show_text(text_of(DEEPSEEK_V3))
    # Without the prediction layer; DeepSeek-AI 2024, arXiv:2412.19437 calls it 671B with 37B active.
    assert dialog.figures.values[0].text().startswith("671,026,404,352")
    assert dialog.figures.values[1].text().endswith("(37.6B)")
    assert "fp8" in dialog.account.toPlainText()


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [
        (text_of(LLAMA, secret_width=77), "secret_width", "does not know whether it changes the count"),
        (text_of(LLAMA, model_type="unheard_of"), "model_type", "not known here"),
        (text_of(LLAMA, hidden_size=-1), "hidden_size", "not between"),
        ("{", "file", "not JSON"),
        ("[1]", "file", "no JSON object"),
        ('{"model_type": "llama", "hidden_size": 1' + "0" * 5000 + "}", "file", "digits"),
    ],
)
def test_that_a_refusal_names_field_and_reason_and_adds_nothing(
    dialog: ImportDialog, text: str, field: str, words: str
) -> None:
    dialog.show_text(text)
    assert isinstance(dialog.outcome, Refused)
    account = dialog.account.toPlainText()
    assert field in account and words in account
    assert not dialog.add.isEnabled()
    dialog.accept()
    assert dialog.isVisible() and not dialog._session.workbook.models


def test_that_a_refused_key_can_be_removed_in_the_text(dialog: ImportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    folder = folder_with({**LLAMA, "secret_width": 77}, tmp_path / "Odd")
    before = (folder / "config.json").read_bytes()
    dialog.show_path(folder)
    assert isinstance(dialog.outcome, Refused) and dialog.outcome.remedy in dialog.account.toPlainText()
    dialog.text.setPlainText(text_of(LLAMA))
    qtbot.waitUntil(lambda: isinstance(dialog.outcome, Reading))
    assert dialog.add.isEnabled()
    assert (folder / "config.json").read_bytes() == before


def test_that_a_typed_name_survives_a_change_of_the_text(dialog: ImportDialog, qtbot: QtBot) -> None:
    dialog.show_text(text_of(LLAMA))
    dialog.name.setText("Mine")
    dialog.text.setPlainText(text_of(LLAMA, num_hidden_layers=3))
    qtbot.waitUntil(lambda: dialog.figures.values[3].text() == "3")
    assert dialog.name.text() == "Mine"


def test_that_enter_takes_the_text_as_it_is_and_not_as_it_was_read_before(dialog: ImportDialog) -> None:
    dialog.show_text(text_of(LLAMA))
    dialog.text.setPlainText(text_of(LLAMA, num_hidden_layers=5))
    dialog.accept()
    assert dialog._session.workbook.models[0].groups[0].count == 5


def test_that_a_blank_name_is_said_and_not_added(dialog: ImportDialog) -> None:
    dialog.show_text(text_of(LLAMA))
    dialog.name.setText("  ")
    assert not dialog.add.isEnabled() and "Name" in dialog.reason.text()
    dialog.accept()
    assert not dialog._session.workbook.models


def test_that_a_folder_without_a_config_says_so(dialog: ImportDialog, tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"")
    dialog.show_path(tmp_path)
    assert "config.json" in dialog.account.toPlainText()
    assert not dialog.add.isEnabled() and dialog.checkpoint.isEnabled()


def test_that_an_unreadable_file_is_said(dialog: ImportDialog, tmp_path: Path) -> None:
    dialog.show_path(tmp_path / "gone" / "config.json")
    assert "cannot be read" in dialog.account.toPlainText()
    (tmp_path / "config.json").write_bytes(b"\x80\x81{}")
    dialog.show_path(tmp_path / "config.json")
    assert "not text" in dialog.account.toPlainText() and dialog.text.toPlainText() == ""


def test_that_kinds_that_no_row_proves_are_called_unverified(
    dialog: ImportDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog.show_text(text_of(LLAMA))
    assert "Unverified" not in dialog.account.toPlainText()
    monkeypatch.setattr(GroupedQuery, "verified", False)
    dialog.show_text(text_of(LLAMA))
    assert f"Unverified: no published count has proven these kinds of part: {GroupedQuery.title}" in (
        dialog.account.toPlainText()
    )


def test_that_unverified_parts_are_named_once_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    model = model_presets()["llama-2-7b"]
    assert unverified_parts(model) == ()

    class Odd(GroupedQuery):
        title: ClassVar[str] = "Odd"
        kind: Literal["grouped_query"] = "grouped_query"
        verified: ClassVar[bool] = False

    group = model.groups[0].model_copy(update={"attention": Odd()})
    assert unverified_parts(model.model_copy(update={"groups": (group, group)})) == ("Odd",)


def test_that_what_a_key_becomes_has_the_value_that_was_read(dialog: ImportDialog) -> None:
    dialog.show_text(text_of(DEEPSEEK_V3))
    assert isinstance(dialog.outcome, Reading)
    model, read = dialog.outcome.model, dialog.outcome.read
    attention = model.groups[0].attention
    for key, owner, name in (
        ("hidden_size", model, "d_model"), ("vocab_size", model, "vocab_size"),
        ("kv_lora_rank", attention, "kv_rank"), ("q_lora_rank", attention, "query_rank"),
        ("qk_nope_head_dim", attention, "nope_dim"), ("qk_rope_head_dim", attention, "rope_dim"),
        ("v_head_dim", attention, "value_dim"),
    ):  # fmt: skip
        assert read[key] == str(getattr(owner, name)), key
        titles = {each: item.title for each, item in _fields(owner)}
        assert MEANINGS[key] == titles[name]


def _fields(record: object) -> list[tuple[str, object]]:
    from planner.fields import fields_of

    return list(fields_of(record))  # type: ignore[arg-type]


# Sources


def test_that_a_source_finds_config_and_checkpoints(tmp_path: Path) -> None:
    folder = folder_with(LLAMA, tmp_path / "m")
    assert source_of(folder).checkpoints == ()
    for name in ("b.gguf", "a.gguf", "model.safetensors"):
        (folder / name).write_bytes(b"")
    assert checkpoints_in(folder) == (folder, folder / "a.gguf", folder / "b.gguf")
    for chosen in (folder, folder / "config.json", folder / "a.gguf"):
        assert source_of(chosen).config == folder / "config.json"
    assert source_of(folder / "a.gguf").checkpoints == (folder / "a.gguf",)
    assert checkpoints_in(tmp_path / "gone") == ()


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (text_of(LLAMA), True),
        ('\n {"architectures": ["X"]}', True),
        ('{"hidden_size": 3}', False),
        ('{"model_type": ', False),
        ('["model_type"]', False),
        ("1\t2\r\n", False),
        ("{" * 100_000, False),
        ('{"model_type":' * 20_000, False),
        ("", False),
    ],
)
def test_that_only_an_object_with_a_type_or_architecture_looks_like_a_config(text: str, answer: bool) -> None:
    assert looks_like_config(text) is answer


def test_that_of_several_dropped_files_the_workbook_then_the_config_is_opened() -> None:
    names = [Path("a.safetensors"), Path("config.json"), Path("plan.fitsheet")]
    assert first_to_open(names, ".fitsheet") == names[2]
    assert first_to_open(names[:2], ".fitsheet") == names[1]
    assert first_to_open([], ".fitsheet") is None


# From the window


def test_that_the_menu_opens_the_dialog_and_the_new_row_is_gone_to(
    window: Window, opened_dialog: Callable[[], ImportDialog]
) -> None:
    assert window.commands["import"].shortcut().toString() == "Ctrl+Shift+I"
    window.commands["import"].trigger()
    dialog = opened_dialog()
    dialog.show_text(text_of(LLAMA))
    dialog.accept()
    path = window.models.current_path()
    assert path == ("models", window.session.workbook.models[0].id)
    assert window.layers.table.rowCount() == 1


@pytest.mark.parametrize("what", ["config.json", "folder", "model.safetensors", "model.gguf"])
def test_that_dropped_files_of_a_model_go_to_the_import(
    window: Window, opened_dialog: Callable[[], ImportDialog], tmp_path: Path, what: str
) -> None:
    folder = folder_with(LLAMA, tmp_path / "Tiny")
    if not (folder / what).exists() and what != "folder":
        (folder / what).write_bytes(b"")
    assert drop(window, folder if what == "folder" else folder / what)
    dialog = opened_dialog()
    assert dialog.name.text() == "Tiny"
    assert dialog.checkpoint.isEnabled() is what.startswith("model")
    dialog.reject()


def test_that_a_dropped_workbook_still_opens(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "plan.fitsheet"
    window.session.insert(("models",), 0, [model_presets()["llama-2-7b"]])
    window.session.save(file)
    window.session.new()
    assert drop(window, tmp_path / "notes.json", file)
    qtbot.waitUntil(lambda: len(window.session.workbook.models) == 1)
    assert window.session.file == file and not opened(window)


def test_that_a_config_pasted_into_the_models_table_opens_the_dialog(
    window: Window, opened_dialog: Callable[[], ImportDialog]
) -> None:
    QGuiApplication.clipboard().setText(text_of(LLAMA))
    window.models.commands.actions["paste"].trigger()
    dialog = opened_dialog()
    assert dialog.text.toPlainText() == text_of(LLAMA)
    assert isinstance(dialog.outcome, Reading)
    dialog.reject()
    assert not window.session.workbook.models


def test_that_cells_pasted_into_the_models_table_stay_cells(window: Window) -> None:
    window.session.insert(("models",), 0, [model_presets()["llama-2-7b"]])
    window.models.show_path(("models", window.session.workbook.models[0].id, "d_model"))
    QGuiApplication.clipboard().setText("5120")
    window.models.commands.actions["paste"].trigger()
    assert window.session.workbook.models[0].d_model == 5120 and not opened(window)


def test_that_a_config_pasted_into_another_table_is_left_to_it(window: Window) -> None:
    QGuiApplication.clipboard().setText(text_of(LLAMA))
    window.scenarios.commands.actions["paste"].trigger()
    assert not opened(window)


def test_that_cancel_adds_nothing(dialog: ImportDialog, qtbot: QtBot) -> None:
    dialog.show_text(text_of(LLAMA))
    cancel = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Cancel)
    qtbot.mouseClick(cancel, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible() and not dialog._session.workbook.models
