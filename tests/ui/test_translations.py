"""No text of the window misses its translation: all are marked, found, written down, and fit their places."""

from __future__ import annotations

import ast
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication

from ui import languages
from ui.translations import catalogue
from ui.translations.catalogue import Message

ROOT = Path(__file__).resolve().parents[2]
PLACES = re.compile(r"\{[^}]*\}")


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("translations", ROOT / "packaging" / "translations.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.fixture(scope="module")
def chinese() -> list[Message]:
    return catalogue.read(languages.FOLDER / "zh_CN.ts")


def test_that_the_file_has_every_text_of_the_program_and_no_other(tool: ModuleType, chinese: list[Message]) -> None:
    there = {(message.context, message.source) for message in chinese}
    now = {(message.context, message.source) for message in tool.messages()}
    assert there == now, "run `make translations`"


def test_that_every_text_is_translated(chinese: list[Message]) -> None:
    assert [message.source for message in chinese if not message.translation] == []


def test_that_a_translation_fills_the_same_places(chinese: list[Message]) -> None:
    wrong = [
        message.source
        for message in chinese
        if sorted(PLACES.findall(message.source)) != sorted(PLACES.findall(message.translation))
    ]
    assert wrong == []


def test_that_a_menu_keeps_a_letter_to_choose_it_by(chinese: list[Message]) -> None:
    menus = [m for m in chinese if m.context in ("Window", "Commands", "ViewCommands", "ColumnChooser")]
    assert [m.source for m in menus if bool(re.search("&[A-Za-z]", m.source)) != ("(&" in m.translation)] == []


def test_that_names_of_fields_formats_and_units_are_not_translated(chinese: list[Message]) -> None:
    for word in ("d_model", "GiB", "KV", "LoRA", "FLOP", "NCCL", "bf16"):
        pattern = rf"(?<![\w]){word}(?!\w)"
        lost = [m.source for m in chinese if re.search(pattern, m.source) and word not in m.translation]
        assert lost == []


def test_that_a_token_has_one_word(chinese: list[Message]) -> None:
    guide = (ROOT / "ui" / "guides" / "zh_CN.md").read_text(encoding="utf-8")
    assert [text for text in (*(m.translation for m in chinese), guide) if "词元" in text] == []
    assert sum("token" in m.translation for m in chinese) > 100


def test_that_what_is_compiled_is_what_qt_reads(qapp: QApplication, chinese: list[Message]) -> None:
    data = catalogue.compiled("zh_CN", chinese)
    translator = QTranslator()
    assert translator.load(data) and translator.language() == "zh_CN"
    wrong = [m for m in chinese if translator.translate(m.context, m.source) != m.translation]
    assert wrong == []
    assert translator.translate("Window", "no such text") in ("", None)


def test_that_a_file_is_written_as_it_is_read(chinese: list[Message], tmp_path: Path) -> None:
    file = tmp_path / "zh_CN.ts"
    file.write_text(catalogue.written("zh_CN", chinese), encoding="utf-8")
    assert catalogue.read(file) == sorted(chinese)
    assert file.read_text(encoding="utf-8") == (languages.FOLDER / "zh_CN.ts").read_text(encoding="utf-8")


SHOWN = {
    "setText", "setWindowTitle", "setToolTip", "setStatusTip", "setPlaceholderText", "setAccessibleName", "addAction",
    "addMenu", "addRow", "setTitle", "setInformativeText", "setLabelText", "showMessage", "setHeaderLabels", "addItem",
    "QLabel", "QPushButton", "QCheckBox", "QGroupBox", "QToolBar", "QDockWidget",
}  # fmt: skip
"""Calls whose text a person reads."""


def _texts(node: ast.expr) -> list[str]:
    """The words of a text that stands there as it is; one of signs and numbers only needs no translation."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value] if re.search("[A-Za-z]{3}", re.sub("<[^>]*>|&[a-z]+;|Fitsheet", "", node.value)) else []
    if isinstance(node, ast.JoinedStr):
        return [text for part in node.values for text in _texts(part)]
    if isinstance(node, ast.List | ast.Tuple):
        return [text for part in node.elts for text in _texts(part)]
    return []


@pytest.mark.parametrize("file", sorted((ROOT / "ui").rglob("*.py")), ids=lambda file: str(file.relative_to(ROOT)))
def test_that_no_text_is_shown_untranslated(file: Path) -> None:
    bare = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SHOWN:
                bare += [f"line {node.lineno}: {text}" for argument in node.args for text in _texts(argument)]
    assert bare == []


def test_that_texts_are_given_to_tr_as_they_stand() -> None:
    """A text that is put together before it is translated is found by nobody."""
    wrong = []
    for file in sorted((ROOT / "ui").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") != "tr":
                continue
            if not isinstance(node.args[0], ast.Constant | ast.IfExp):
                wrong.append(f"{file.name}:{node.lineno}")
    assert wrong == []


def test_that_texts_are_found_behind_a_short_name_for_translate(tool: ModuleType, tmp_path: Path) -> None:
    """The reading of a config and the account of a checkpoint were never translated: they say `_tr("…")`."""
    file = tmp_path / "panel.py"
    file.write_text(
        'def _tr(text):\n    return QCoreApplication.translate("panel", text)\n\n\n'
        "def _other(text):\n    return text\n\n\n"
        'said = [_tr("Read"), _tr("Yes" if ready else "No"), _other("no text of a person")]\n'
    )
    assert {(context, text) for context, text, _ in tool.texts_of(file)} == {
        ("panel", "Read"), ("panel", "Yes"), ("panel", "No"),
    }  # fmt: skip
    contexts = {message.context for message in tool.messages() if message.source in ("Becomes", "Line by line")}
    assert contexts == {"importing", "checkpoints"}
