"""Part of a name is enough in every chooser: model, GPU, precision, engine, recipe."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from ui.chooser import Chooser
from ui.sheets.table_view import TableView


@pytest.mark.parametrize(
    ("key", "typed", "shown"),
    [
        ("model", "2-7b", "Llama-2-7B"),
        ("model", "70B 3", "Llama-3-70B"),
        ("accelerator", "h100", "H100-80GB SXM"),
        ("accelerator", "nvidia 24 4090", "GeForce RTX 4090"),
        ("weights", "awq 128", "int4, groups of 128 (AWQ, GPTQ)"),
        ("engine", "sglang", "SGLang"),
        ("load.kind", "train", "Training"),
    ],
)
def test_that_part_of_a_name_chooses_it(view: TableView, qtbot: Any, key: str, typed: str, shown: str) -> None:
    index = view.table.index(0, view.table.sheet.column(key))
    view.setCurrentIndex(index)
    view.edit(index)
    editor = view.indexWidget(index)
    assert isinstance(editor, Chooser)
    editor.clear()
    qtbot.keyClicks(editor, typed)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view.table.text(0, index.column()).startswith(shown))


def test_that_part_of_a_recipe_chooses_it(view: TableView, qtbot: Any) -> None:
    view.table.setData(view.table.index(0, view.table.sheet.column("load.kind")), "Training")
    recipe = view.table.index(0, view.table.sheet.column("load.recipe"))
    view.showColumn(recipe.column())
    view.setCurrentIndex(recipe)
    view.edit(recipe)
    editor = view.indexWidget(recipe)
    assert isinstance(editor, Chooser)
    editor.clear()
    qtbot.keyClicks(editor, "qlora")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view.table.text(0, recipe.column()).startswith("QLoRA"))
