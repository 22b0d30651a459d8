"""A checkpoint beside a model: exact bytes, line by line, missing and extra; copied as a table with every digit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from planner.findings import Edit
from planner.readers.checkpoint import CheckpointError
from planner.readers.hf_config import read_config
from planner.workbook import Model, Scenario, StoredFormats, Workbook
from tests.planner.readers.made import array, gguf, header, llama_tensors, safetensors, text, u32
from tests.ui.configs import LLAMA, LLAMA_PARAMETERS, folder_with
from ui.checkpoint_account import Account, account_of
from ui.checkpoint_dialog import CheckpointDialog
from ui.import_dialog import ImportDialog
from ui.plain_table import PlainTable, Table
from ui.session import Session
from ui.settings import Settings
from ui.sheets.tsv import read as read_tsv
from ui.theme import Theme
from ui.window import Window

GGUF = {
    "general.architecture": text("llama"),
    "general.file_type": u32(15),
    "llama.context_length": u32(256),
    "llama.embedding_length": u32(64),
    "llama.block_count": u32(3),
    "llama.attention.head_count_kv": array(5, [2, 2]),
}


@pytest.fixture
def model() -> Model:
    return read_config(LLAMA).model.model_copy(update={"id": "tiny", "name": "Tiny"})


@pytest.fixture
def session(qapp: object, model: Model) -> Session:
    return Session(Workbook(models=(model,)))


@pytest.fixture
def dialog(qtbot: QtBot, session: Session) -> CheckpointDialog:
    made = CheckpointDialog(session, current="tiny")
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = folder_with(LLAMA, tmp_path / "Tiny-Llama")
    (made / "model.safetensors").write_bytes(safetensors(header(llama_tensors())))
    return made


def write(folder: Path, tensors: dict[str, tuple[str, tuple[int, ...]]]) -> None:
    (folder / "model.safetensors").write_bytes(safetensors(header(tensors)))


def read(dialog: CheckpointDialog, qtbot: QtBot, *paths: Path) -> Account | CheckpointError | None:
    dialog.outcome = None
    dialog.show_paths(paths)
    qtbot.waitUntil(lambda: dialog.outcome is not None)
    return dialog.outcome


def account(dialog: CheckpointDialog, qtbot: QtBot, *paths: Path) -> Account:
    outcome = read(dialog, qtbot, *paths)
    assert isinstance(outcome, Account), outcome
    return outcome


def table(dialog: CheckpointDialog, title: str) -> Table:
    for position in range(dialog.tabs.count()):
        if dialog.tabs.tabText(position).startswith(title):
            dialog.tabs.setCurrentIndex(position)
            page = dialog.tabs.widget(position)
            assert isinstance(page, PlainTable)
            return page.table
    raise AssertionError(f"there is no {title}")


def titles(dialog: CheckpointDialog) -> list[str]:
    return [dialog.tabs.tabText(position) for position in range(dialog.tabs.count())]


def test_that_a_whole_checkpoint_agrees_line_by_line(dialog: CheckpointDialog, qtbot: QtBot, folder: Path) -> None:
    found = account(dialog, qtbot, folder)
    assert (
        found.verdict
        == f"● Agrees: {LLAMA_PARAMETERS:,} elements in the files, exactly those of the ledger, line by line."
    )
    assert "Agrees" in dialog.verdict.text()
    figures = dict(found.figures)
    assert figures["Bytes of the tensors"].startswith(f"{2 * LLAMA_PARAMETERS:,} (")
    assert (figures["Tensors"], figures["Bits per weight"]) == ("21", "16.000")
    lines = table(dialog, "Line by line")
    assert {row[0] for row in lines.rows} == {"● agrees"}
    assert sum(row[3] for row in lines.rows) == sum(row[4] for row in lines.rows) == LLAMA_PARAMETERS  # type: ignore[misc]
    assert table(dialog, "Bytes by type").rows == (("BF16", 21, LLAMA_PARAMETERS, 2 * LLAMA_PARAMETERS),)
    assert table(dialog, "In no line: 0").rows == ()
    assert table(dialog, "Files").rows == (("model.safetensors", (folder / "model.safetensors").stat().st_size),)


def test_that_what_lacks_and_what_is_too_much_stands_at_its_line(
    dialog: CheckpointDialog, qtbot: QtBot, folder: Path
) -> None:
    tensors = llama_tensors()
    del tensors["model.layers.1.self_attn.q_proj.weight"]
    tensors["model.layers.0.mlp.down_proj.weight"] = ("BF16", (64, 127))
    tensors["model.layers.0.self_attn.mystery"] = ("F32", (7,))
    write(folder, tensors)
    found = account(dialog, qtbot, folder)
    difference = -64 * 64 - 64
    assert found.verdict.startswith("▲ Differs") and f"(−{-difference:,})" in found.verdict
    marked = {row[2]: row for row in table(dialog, "Line by line").rows if str(row[0]).startswith("▲")}
    assert len(marked) == 2
    missing = next(row for row in marked.values() if row[0] == "▲ missing")
    differs = next(row for row in marked.values() if row[0] == "▲ differs")
    assert (missing[5], missing[9]) == (-4096, "1")
    assert (differs[5], differs[10]) == (-64, "0")
    (extra,) = table(dialog, "In no line: 1").rows
    assert extra[:2] == ("▲ extra", "model.layers.0.self_attn.mystery") and extra[3:] == (7, 28)
    assert titles(dialog)[-1] == f"Findings: {len(found.findings)}" and len(found.findings) >= 3


def test_that_a_copied_table_holds_every_digit(dialog: CheckpointDialog, qtbot: QtBot, folder: Path) -> None:
    account(dialog, qtbot, folder)
    shown = table(dialog, "Line by line")
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    block = read_tsv(QGuiApplication.clipboard().text())
    assert tuple(block[0]) == shown.header and len(block) == 1 + len(shown.rows)
    assert sum(int(row[4]) for row in block[1:]) == LLAMA_PARAMETERS
    page = dialog.tabs.currentWidget()
    assert isinstance(page, PlainTable)
    page.selectRow(1)
    qtbot.keyClick(page, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert read_tsv(QGuiApplication.clipboard().text()) == [block[0], block[2]]


def test_that_another_model_is_compared_when_it_is_chosen(qtbot: QtBot, model: Model, folder: Path) -> None:
    wide = model.model_copy(update={"id": "wide", "name": "Wide", "vocab_size": 97})
    dialog = CheckpointDialog(Session(Workbook(models=(wide, model))), current="wide")
    qtbot.addWidget(dialog)
    assert account(dialog, qtbot, folder).verdict.startswith("▲ Differs")
    dialog.models.setCurrentIndex(1)
    dialog.models.activated.emit(1)
    qtbot.waitUntil(lambda: isinstance(dialog.outcome, Account) and dialog.outcome.verdict.startswith("● Agrees"))


def test_that_without_a_model_the_bytes_are_shown_all_the_same(qtbot: QtBot, qapp: object, folder: Path) -> None:
    dialog = CheckpointDialog(Session())
    qtbot.addWidget(dialog)
    found = account(dialog, qtbot, folder)
    assert found.verdict.startswith("? There is no model") and not dialog.models.isEnabled()
    assert titles(dialog) == ["Bytes by type", "Files"]


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("model.safetensors", b"\xff" * 64, "model.safetensors"),
        ("model.safetensors", b"", "model.safetensors"),
        ("model.gguf", b"GGUF\x03\x00\x00\x00", "model.gguf"),
        ("model.safetensors.index.json", b"{}", "weight_map"),
        ("gone.gguf", None, "gone.gguf"),
    ],
)
def test_that_a_damaged_file_is_a_sentence(
    dialog: CheckpointDialog, qtbot: QtBot, tmp_path: Path, name: str, data: bytes | None, words: str
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    assert isinstance(read(dialog, qtbot, tmp_path / name), CheckpointError)
    assert words in dialog.verdict.text() and "{" not in dialog.verdict.text()
    assert not dialog.tabs.count() and not dialog.copy.isEnabled()


def test_that_a_gguf_shows_types_facts_and_its_difference(
    dialog: CheckpointDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "tiny.gguf"
    file.write_bytes(
        gguf(GGUF, [("token_embd.weight", (256, 24), 12, 24 * 144), ("output_norm.weight", (64,), 0, 256)])
    )
    found = account(dialog, qtbot, file)
    elements = 256 * 24 + 64
    assert found.verdict.startswith("▲") and f"(−{LLAMA_PARAMETERS - elements:,})" in found.verdict
    figures = dict(found.figures)
    assert figures["Architecture"] == "llama" and figures["Calls itself"] == "Q4_K_M"
    assert figures["Bytes of the tensors"].startswith(f"{24 * 144 + 256:,} ")
    assert figures["Bits per weight"] == f"{8 * (24 * 144 + 256) / elements:.3f}"
    assert table(dialog, "Types").rows[0] == ("q4_K", 1, 6144, 3456, 4.5)
    facts = {str(row[1]): row for row in table(dialog, "Facts").rows}
    assert facts["d_model"] == ("● agrees", "d_model", 64, 64)
    assert facts["layers"] == ("▲ differs", "layers", 3, 2)
    assert facts["kv_heads"] == ("● agrees", "kv_heads", "2 x 2", 2)
    assert table(dialog, "Tensors").rows[0] == ("token_embd.weight", "q4_K", "256 x 24", 6144, 3456)


def test_that_only_the_last_question_is_answered(dialog: CheckpointDialog, qtbot: QtBot, folder: Path) -> None:
    (folder / "b.gguf").write_bytes(gguf(GGUF, []))
    dialog.show_paths((folder / "b.gguf",))
    found = account(dialog, qtbot, folder)
    qtbot.wait(120)
    assert dialog.outcome is found and "Line by line" in titles(dialog)


def test_that_a_dialog_may_close_while_it_reads(qtbot: QtBot, session: Session, folder: Path) -> None:
    dialog = CheckpointDialog(session)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.show()
    with qtbot.waitSignal(dialog.destroyed):
        dialog.show_paths((folder,))
        dialog.close()


def test_that_reading_in_a_thread_gives_what_reading_here_gives(
    dialog: CheckpointDialog, qtbot: QtBot, session: Session, folder: Path
) -> None:
    assert account(dialog, qtbot, folder) == account_of(folder, session.evaluations.models["tiny"])


# From the window


def forget_changes(window: QWidget) -> None:
    assert isinstance(window, Window)
    window.documents.may_leave = lambda: True  # type: ignore[method-assign]


@pytest.fixture
def window(qtbot: QtBot, qapp: object, session: Session, tmp_path: Path) -> Window:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made = Window(session, settings, Theme(qapp))  # type: ignore[arg-type]
    qtbot.addWidget(made, before_close_func=forget_changes)
    made.show()
    return made


@pytest.fixture
def opened(window: Window, qtbot: QtBot) -> Callable[[], CheckpointDialog]:
    def found() -> CheckpointDialog:
        qtbot.waitUntil(lambda: any(each.isVisible() for each in window.findChildren(CheckpointDialog)))
        return next(each for each in window.findChildren(CheckpointDialog) if each.isVisible())

    return found


def test_that_the_menu_checks_against_the_current_model(
    window: Window, opened: Callable[[], CheckpointDialog], qtbot: QtBot, folder: Path
) -> None:
    window.models.show_path(("models", "tiny"))
    assert window.commands["checkpoint"].shortcut().toString() == "Ctrl+Shift+K"
    window.commands["checkpoint"].trigger()
    dialog = opened()
    assert dialog.models.currentText() == "Tiny"
    assert account(dialog, qtbot, folder).verdict.startswith("● Agrees")
    dialog.close()


def test_that_the_import_checks_the_files_beside_the_config_before_it_is_added(
    window: Window, opened: Callable[[], CheckpointDialog], qtbot: QtBot, folder: Path
) -> None:
    window.commands["import"].trigger()
    importing = window.findChild(ImportDialog)
    assert importing is not None
    importing.show_path(folder)
    qtbot.mouseClick(importing.checkpoint, Qt.MouseButton.LeftButton)
    dialog = opened()
    assert dialog.models.currentText() == "Tiny-Llama (not added yet)"
    qtbot.waitUntil(lambda: isinstance(dialog.outcome, Account))
    assert isinstance(dialog.outcome, Account) and dialog.outcome.verdict.startswith("● Agrees")
    dialog.close()
    importing.reject()
    assert len(window.session.workbook.models) == 1


def test_that_formats_of_the_files_are_kept_with_the_model_and_undone(
    dialog: CheckpointDialog, qtbot: QtBot, session: Session, folder: Path
) -> None:
    account(dialog, qtbot, folder)
    assert dialog.take.isEnabled()
    dialog.take.click()
    assert session.workbook.models[0].stored_formats.weights == "bf16"
    session.undo()
    assert session.workbook.models[0].stored_formats.weights is None


MIXED = [
    ("blk.0.attn_q.weight", (256, 4), 12, 4 * 144),
    ("blk.0.attn_v.weight", (256, 4), 14, 4 * 210),
    ("blk.0.ffn_up.weight", (256, 4), 12, 4 * 144),
    ("blk.0.ffn_down.weight", (256, 4), 14, 4 * 210),
    ("output.weight", (256, 4), 14, 4 * 210),
]


def test_that_the_size_of_a_mixed_part_is_taken_in_one_step_and_said(
    dialog: CheckpointDialog, qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    (tmp_path / "tiny.gguf").write_bytes(gguf(GGUF, MIXED))
    account(dialog, qtbot, tmp_path / "tiny.gguf")
    before, said = session.workbook, dialog.verdict.text()
    dialog.take.click()
    stored = session.workbook.models[0].stored_formats
    assert (stored.attention_bytes, stored.attention_elements) == (4 * (144 + 210), 2048)
    assert (stored.feed_forward_bytes, stored.feed_forward_elements) == (4 * (144 + 210), 2048)
    assert (stored.weights, stored.head_weights, stored.head_bytes) == ("q4_K", "q6_K", None)
    sentence = "Tiny has the formats of these files now, and the exact size of: attention, feed-forward."
    assert dialog.verdict.text() == f"{said}<br>{sentence}"
    dialog.take.click()
    assert dialog.verdict.text().count(sentence) == 1
    session.undo()
    assert session.workbook.models == before.models
    session.redo()
    assert session.workbook.models[0].stored_formats == stored


def test_that_files_of_one_format_take_a_size_away_again(
    dialog: CheckpointDialog, qtbot: QtBot, session: Session, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "tiny.gguf").write_bytes(gguf(GGUF, MIXED))
    for path in (tmp_path / "tiny.gguf", folder):
        account(dialog, qtbot, path)
        dialog.take.click()
    stored = session.workbook.models[0].stored_formats
    assert (stored.weights, stored.attention_bytes, stored.attention_elements) == ("bf16", None, None)
    assert dialog.verdict.text().endswith("Tiny has the formats of these files now.")


def test_that_the_scenarios_cells_say_as_the_file_and_the_models_columns_are_hidden(
    window: Window, session: Session
) -> None:
    session.insert(("scenarios",), 0, [Scenario(id="s", name="S", model="tiny")])
    table = window.scenarios.table

    def cell(key: str) -> str:
        return table.text(0, table.sheet.column(key))

    assert (cell("weights"), cell("attention_weights")) == ("bf16", "bf16")
    stored = StoredFormats(weights="q4_K", attention_bytes=4 * (144 + 210), attention_elements=2048)
    session.apply([Edit(("models", "tiny", "stored_formats"), stored)], "Sizes")
    assert cell("attention_weights") == "5.53 bits, as the file"
    assert cell("weights") == "GGUF q4_K, parts as the file"
    assert cell("feed_forward_weights") == cell("expert_weights") == "GGUF q4_K"
    session.apply([Edit(("models", "tiny", "stored_formats", "attention_elements"), None)], "Half")
    assert cell("attention_weights") == "As the file"
    session.apply([Edit(("scenarios", "s", "weights"), "fp8")], "State")
    assert cell("weights") == cell("attention_weights") == "fp8 (per tensor)"
    hidden = window.models.table.sheet.hidden
    assert {"stored_formats.attention_bytes", "stored_formats.attention_elements"} <= hidden
