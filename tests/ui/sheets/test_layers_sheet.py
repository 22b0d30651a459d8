"""The layers of a model as a table: every kind of part can be chosen, shown and edited, with its own columns only."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter

from planner.edits import row_cells, value_at
from planner.fields import Choice, Flag, Number, Text
from planner.kinds import kinds_at
from planner.parts.attention.gated_delta import GatedDelta
from planner.parts.attention.grouped_query import GroupedQuery
from planner.workbook import LayerGroup
from tests.ui.sheets.conftest import LAYERS
from ui.sheets.choices import KindColumn
from ui.sheets.columns import ABSENT, FlagColumn, InputColumn
from ui.sheets.layers_sheet import layers_sheet
from ui.sheets.models_sheet import models_sheet
from ui.sheets.selection import visible_columns
from ui.sheets.table_model import DISPLAY, EDIT, TOOLTIP
from ui.sheets.table_view import TableView

CHOICES = [
    (place, kind)
    for place in ("attention", "beside", "feed_forward", "norm")
    for kind in (kinds_at(LayerGroup, place) or {"rms_norm": None, "layer_norm": None})
]


@pytest.fixture
def layers(view_of: Callable[[str], TableView]) -> TableView:
    return view_of("layers")


def at(view: TableView, key: str, row: int = 0):  # type: ignore[no-untyped-def]
    return view.table.index(row, view.table.sheet.column(key))


def visible_keys(view: TableView) -> set[str]:
    return {view.table.sheet.columns[position].key for position in visible_columns(view)}


def choose(view: TableView, place: str, kind: str) -> None:
    view.table.session.edit((*view.table.shown_row(0).path, place, "kind"), kind)


def other_values(column: InputColumn, view: TableView) -> Iterator[str]:
    """Texts for a cell that differ from what stands in it."""
    field = column.field_in(view.table.shown_row(0).record)
    if isinstance(field, Flag):
        yield from ("yes", "no")
    elif isinstance(field, Number):
        yield from ("3", "4")
    elif isinstance(field, Choice):
        yield from (name for name, _ in field.options)
    elif isinstance(field, Text):
        yield from ("0-1", "0-2")


@pytest.mark.parametrize(("place", "kind"), CHOICES)
def test_that_a_kind_brings_its_own_fields_only_and_each_of_them_takes_a_value(
    layers: TableView, place: str, kind: str
) -> None:
    table = layers.table
    index = at(layers, f"{place}.kind")
    label = next(text for value, text in table.sheet.columns[index.column()].options(  # type: ignore[attr-defined]
        table.shown_row(0).record, table.session.workbook) if value == kind)  # fmt: skip
    assert table.setData(index, label), table.refusal
    record = table.shown_row(0).record
    part = getattr(record, place)
    assert ("none" if part is None else part.kind) == kind
    own = {".".join(path) for path, _ in row_cells(record)}
    assert visible_keys(layers) == own
    for key in sorted(own):
        column = table.sheet.columns[table.sheet.column(key)]
        if not key.startswith(f"{place}.") or isinstance(column, KindColumn):
            continue
        assert isinstance(column, InputColumn) and column.present(record)
        cell = at(layers, key)
        before = column.stored(table.shown_row(0).record)
        for text in other_values(column, layers):
            assert table.setData(cell, text), (key, text, table.refusal)
            if column.stored(table.shown_row(0).record) != before:
                break
        assert column.stored(table.shown_row(0).record) != before, key
        table.session.undo()
        assert column.stored(table.shown_row(0).record) == before


def test_that_cells_of_another_rows_kind_are_marked_as_not_applicable(layers: TableView) -> None:
    table = layers.table
    # Said here, since without a window manager no focus arrives that would make a cell current.
    layers.setCurrentIndex(layers.table.index(0, 0))
    layers.commands.duplicate_rows()
    choose(layers, "attention", "gated_delta")
    heads, keys = at(layers, "attention.kv_heads"), at(layers, "attention.key_heads")
    assert {"attention.kv_heads", "attention.key_heads"} <= visible_keys(layers)
    assert not heads.flags() & Qt.ItemFlag.ItemIsEditable
    assert heads.data(DISPLAY) == "" and "Not applicable" in heads.data(TOOLTIP) and "KV heads" in heads.data(TOOLTIP)
    assert keys.flags() & Qt.ItemFlag.ItemIsEditable
    before = table.session.workbook
    assert not table.setData(heads, "4", EDIT)
    assert table.session.workbook is before
    assert at(layers, "attention.kv_heads", 1).flags() & Qt.ItemFlag.ItemIsEditable
    assert "Not applicable" not in at(layers, "attention.kv_heads", 1).data(TOOLTIP)


def test_that_a_cell_that_is_not_applicable_does_not_look_like_a_blank_one(layers: TableView) -> None:
    # Said here, since without a window manager no focus arrives that would make a cell current.
    layers.setCurrentIndex(layers.table.index(0, 0))
    layers.commands.duplicate_rows()
    choose(layers, "attention", "gated_delta")
    absent, blank = at(layers, "attention.window"), at(layers, "attention.window", 1)
    assert absent.data(DISPLAY) == blank.data(DISPLAY) == ""

    def ink(index) -> set[int]:  # type: ignore[no-untyped-def]
        layers.scrollTo(index)
        rect = layers.visualRect(index).adjusted(3, 3, -3, -3)
        image = QImage(rect.size(), QImage.Format.Format_RGB32)
        painter = QPainter(image)
        layers.viewport().render(painter, QPoint(), rect)
        painter.end()
        return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}

    assert len(ink(absent)) > 1
    assert len(ink(blank)) == 1


def test_that_a_column_goes_with_the_last_row_that_had_it_and_comes_back_by_undo(layers: TableView) -> None:
    assert "attention.kv_heads" in visible_keys(layers) and "attention.key_heads" not in visible_keys(layers)
    choose(layers, "attention", "gated_delta")
    assert "attention.kv_heads" not in visible_keys(layers) and "attention.key_heads" in visible_keys(layers)
    layers.table.session.undo()
    assert "attention.kv_heads" in visible_keys(layers) and "attention.key_heads" not in visible_keys(layers)


def test_that_a_column_that_the_user_hid_stays_hidden_while_it_applies(layers: TableView) -> None:
    position = layers.table.sheet.column("attention.query_bias")
    layers.setColumnHidden(position, True)
    choose(layers, "feed_forward", "mixture")
    assert layers.isColumnHidden(position)


def test_that_hidden_columns_of_other_kinds_are_not_offered_in_the_menu_of_columns(layers: TableView) -> None:
    from PySide6.QtWidgets import QMenu

    menu = QMenu(layers)
    layers.commands.fill_column_menu(menu)
    texts = {action.text() for action in menu.actions()}
    assert "KV heads" in texts and "Key heads" not in texts


def test_that_an_unverified_kind_says_so_in_cell_chooser_and_tooltip(
    layers: TableView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GatedDelta, "verified", False)
    table = layers.table
    column = table.sheet.columns[table.sheet.column("attention.kind")]
    assert isinstance(column, KindColumn)
    labels = dict(column.options(table.shown_row(0).record, table.session.workbook))
    assert labels["gated_delta"] == f"{GatedDelta.title} (unverified)"
    assert labels["grouped_query"] == GroupedQuery.title
    for text in (labels["gated_delta"], GatedDelta.title, "gated_delta"):
        assert table.setData(at(layers, "attention.kind"), text), text
        assert isinstance(value_at(table.session.workbook, (*table.shown_row(0).path, "attention")), GatedDelta)
        assert at(layers, "attention.kind").data(DISPLAY) == labels["gated_delta"]
        assert "no published count" in at(layers, "attention.kind").data(TOOLTIP)
        table.session.undo()
    assert "no published count" not in at(layers, "attention.kind").data(TOOLTIP)


@pytest.mark.parametrize("sheet", [layers_sheet(), models_sheet()], ids=lambda sheet: sheet.name)
def test_that_no_two_columns_have_one_title(sheet) -> None:  # type: ignore[no-untyped-def]
    titles = [column.title for column in sheet.columns]
    assert len(titles) == len(set(titles)), [title for title in titles if titles.count(title) > 1]


def test_that_the_layers_are_grouped_by_part() -> None:
    groups = {column.key: column.group for column in layers_sheet().columns}
    assert groups["attention.heads"] != groups["beside.heads"] != groups["feed_forward.width"] != groups["norm.kind"]
    keys = list(groups)
    assert keys[:4] == ["name", "count", "attention.kind", "attention.heads"]
    order = [column.group for column in layers_sheet().columns][:-1]
    assert len({group for group in order}) == len([1 for a, b in zip([None, *order], order, strict=False) if a != b])


def test_that_a_flag_of_another_kind_has_no_check_box(layers: TableView) -> None:
    # Said here, since without a window manager no focus arrives that would make a cell current.
    layers.setCurrentIndex(layers.table.index(0, 0))
    layers.commands.duplicate_rows()
    choose(layers, "attention", "gated_delta")
    index = at(layers, "attention.query_bias")
    column = layers.table.sheet.columns[index.column()]
    assert isinstance(column, FlagColumn) and column.stored(layers.table.shown_row(0).record) is ABSENT
    assert index.data(Qt.ItemDataRole.CheckStateRole) is None


def test_that_what_predicts_ahead_is_not_offered_for_a_model_without_it(view_of: Callable[[str], TableView]) -> None:
    models = view_of("models")
    assert "prediction.layers" not in visible_keys(models)
    assert not at(models, "prediction.layers").flags() & Qt.ItemFlag.ItemIsEditable


def test_that_the_layers_of_another_model_bring_their_columns(layers: TableView) -> None:
    session = layers.table.session
    other = ("models", "m13", "groups")
    group = session.workbook.models[1].groups[0].id
    session.edit((*other, group, "attention", "kind"), "mamba2")
    layers.table.set_container(other)
    assert "attention.state_heads" in visible_keys(layers) and "attention.kv_heads" not in visible_keys(layers)
    layers.table.set_container(LAYERS)
    assert "attention.state_heads" not in visible_keys(layers) and "attention.kv_heads" in visible_keys(layers)
