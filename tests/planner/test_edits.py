"""Changes of the document by paths: what they give, what they share, what they refuse."""

from typing import Any

import pytest

from planner.edits import (
    EditError,
    copied,
    duplicated,
    field_at,
    inserted,
    moved,
    removed,
    replaced,
    row_cells,
    rows_at,
    value_at,
)
from planner.fields import Choice, Number
from planner.parts.attention.grouped_query import GroupedQuery
from planner.parts.feed_forward.dense import Gated, Plain
from planner.parts.norm import Norm
from planner.parts.position import Learned, NoPosition
from planner.workbook import Scenario, Workbook

HEADS = ("models", "mixed", "groups", "wide", "attention", "heads")

CHANGES: list[tuple[tuple[str, ...], Any]] = [
    (("scenarios", "s1", "tp"), 8),
    (("scenarios", "s1", "tp"), "=2*batch"),
    (("scenarios", "s1", "name"), "Renamed"),
    (("scenarios", "s1", "model"), None),
    (("scenarios", "s1", "model"), "not_there_yet"),
    (("scenarios", "s1", "weights"), "int4_g128"),
    (("scenarios", "s1", "load", "batch"), 16),
    (("scenarios", "s1", "load", "kv_keys"), "fp8"),
    (HEADS, 32),
    (("models", "mixed", "groups", "wide", "count"), 7),
    (("models", "mixed", "groups", "narrow", "norm", "bias"), False),
    (("models", "mixed", "final_norm"), Norm(kind="layer_norm")),
    (("models", "mixed", "position", "positions"), 4096),
    (("models", "llama", "head", "tied"), True),
    (("models", "llama", "sources", "vocab_size"), "its paper"),
    (("accelerators", "a100", "memory_bandwidth"), None),
    (("accelerators", "a100", "driver_names"), ("One", "Two")),
    (("assumptions", "tight_share"), 0.1),
]

REFUSED: list[tuple[tuple[str, ...], Any, str]] = [
    (("scenarios", "s1", "tp"), 0, "TP takes a whole number from 1 to 4,096"),
    (("scenarios", "s1", "tp"), None, "TP takes a whole number"),
    (("scenarios", "s1", "tp"), True, "TP takes a whole number"),
    (("scenarios", "s1", "tp"), 2.5, "2.5 is not whole"),
    (("scenarios", "s1", "tp"), "8", "begins with ="),
    (("scenarios", "s1", "tp"), "=2*", "not a complete expression"),
    (("scenarios", "s1", "name"), "", "not empty"),
    (("scenarios", "s1", "name"), "two\nlines", "one line"),
    (("scenarios", "s1", "name"), "half \ud800", "one line"),
    (("scenarios", "s1", "weights"), "int3", "takes one of: fp32, bf16"),
    (("scenarios", "s1", "weights"), ["bf16"], "takes one of"),
    (("scenarios", "s1", "weights"), "AWQ", "AWQ can be int4_g128 or int4_g64 or int4_g32_zero. Weights takes one of"),
    (("scenarios", "s1", "model"), "not an id", "takes the id"),
    (("scenarios", "s1", "id"), "s9", "never changes"),
    (("scenarios", "s1", "nothing"), 1, "nothing at scenarios.s1.nothing"),
    (("scenarios", "gone", "tp"), 1, "nothing at scenarios.gone.tp"),
    (("scenarios", "s1", "tp", "more"), 1, "nothing at"),
    (("scenarios", "s1"), Scenario(id="other", name="x"), "with the same id"),
    (("scenarios", "s1"), 5, "with the same id"),
    (("models", "llama", "groups", "g1", "feed_forward", "kind"), "strange", "takes one of: gated, plain"),
    (("models", "llama", "groups", "g1", "attention", "kind"), "strange", "takes one of: grouped_query"),
    (("models", "llama", "groups", "g1", "attention"), 5, "does not take this"),
    (("models", "llama", "sources", "vocab_size"), 5, "does not take this"),
    (("models", "llama", "sources", "vocab_size", "more"), "x", "nothing at"),
    (("models", "mixed", "final_norm", "bias"), True, "nothing at"),
    (("accelerators", "a100", "driver_names"), (1,), "does not take this"),
    (("accelerators", "a100", "memory_bandwidth"), float("nan"), "takes a number"),
    (("assumptions", "tight_share"), 2, "from 0 to 1"),
    ((), 1, "the empty path"),
]


@pytest.mark.parametrize(("path", "value"), CHANGES)
def test_that_a_replaced_value_stands_at_its_path_and_all_else_is_shared(
    example: Workbook, path: tuple[str, ...], value: object
) -> None:
    after = replaced(example, path, value)
    assert value_at(after, path) == value
    assert value_at(example, path) != value, "the first workbook has not changed"
    for table in ("models", "accelerators", "scenarios"):
        for row, old in zip(getattr(after, table), getattr(example, table), strict=True):
            assert (row is old) == ((table, row.id) != path[:2])
    assert Workbook.model_validate(after.model_dump()) == after
    assert replaced(after, path, value_at(example, path)) == example


@pytest.mark.parametrize(("path", "value", "part"), REFUSED)
def test_that_a_value_that_is_none_of_its_field_is_refused_with_a_sentence(
    example: Workbook, path: tuple[str, ...], value: object, part: str
) -> None:
    with pytest.raises(EditError) as refusal:
        replaced(example, path, value)
    assert part in str(refusal.value)


def test_that_siblings_of_a_changed_layer_group_are_shared(example: Workbook) -> None:
    after = replaced(example, HEADS, 8)
    assert value_at(after, HEADS[:-2]).feed_forward is value_at(example, HEADS[:-2]).feed_forward
    assert value_at(after, ("models", "mixed", "groups", "narrow")) is example.models[1].groups[1]


def test_that_replacing_a_value_by_itself_gives_the_identical_workbook(example: Workbook) -> None:
    for path, _ in CHANGES:
        assert replaced(example, path, value_at(example, path)) is example


def test_that_a_whole_row_and_a_whole_layer_group_can_be_replaced(example: Workbook) -> None:
    row = example.scenarios[1].model_copy(update={"name": "Other"})
    assert replaced(example, ("scenarios", "s2"), row).scenarios[1] is row
    group = example.models[1].groups[0].model_copy(update={"count": 3})
    assert replaced(example, ("models", "mixed", "groups", "wide"), group).models[1].groups[0] is group


def test_that_another_kind_keeps_the_fields_of_the_same_name(example: Workbook) -> None:
    path = ("models", "mixed", "groups", "wide", "feed_forward")
    before = value_at(example, path)
    after = value_at(replaced(example, (*path, "kind"), "gated"), path)
    assert isinstance(before, Plain)
    assert after == Gated(width=before.width, activation=before.activation)
    assert replaced(example, (*path, "kind"), "plain") is example


def test_that_a_part_that_may_be_missing_comes_and_goes_by_its_kind(example: Workbook) -> None:
    path = ("models", "mixed", "final_norm", "kind")
    assert value_at(example, path) == "none"
    with_norm = replaced(example, path, "layer_norm")
    assert with_norm.models[1].final_norm == Norm(kind="layer_norm")
    assert replaced(with_norm, path, "rms_norm").models[1].final_norm == Norm()
    assert replaced(with_norm, path, "none") == example


def test_that_a_position_table_is_put_in_place_by_its_kind(example: Workbook) -> None:
    path = ("models", "llama", "position", "kind")
    after = replaced(example, path, "learned")
    assert after.models[0].position == Learned()
    assert replaced(after, path, "none").models[0].position == NoPosition()


def test_that_the_field_of_a_path_is_its_description(example: Workbook) -> None:
    heads = field_at(example, HEADS)
    assert isinstance(heads, Number)
    assert heads.title == "Heads"
    for path in (("models", "llama", "groups", "g1", "feed_forward"), ("models", "mixed", "final_norm")):
        choice = field_at(example, path)
        assert isinstance(choice, Choice)
        assert field_at(example, (*path, "kind")) == choice
    assert [name for name, _ in choice.options] == ["rms_norm", "layer_norm", "none"]
    with pytest.raises(EditError):
        field_at(example, ("scenarios", "s1", "load"))


def test_that_the_cells_of_a_row_are_flattened_through_its_parts(example: Workbook) -> None:
    scenario = dict(row_cells(example.scenarios[0]))
    assert ("tp",) in scenario
    assert ("load", "batch") in scenario
    assert ("id",) not in scenario
    model = dict(row_cells(example.models[1]))
    assert ("groups", "narrow", "attention", "kv_heads") in model
    assert ("groups", "wide", "feed_forward", "kind") in model
    assert ("final_norm", "kind") in model
    assert ("final_norm", "bias") not in model
    assert ("position", "positions") in model
    assert not any("id" in path for path in model)


def test_that_every_cell_of_a_row_can_be_replaced_by_its_own_value(example: Workbook) -> None:
    for table in ("models", "accelerators", "scenarios"):
        for row in getattr(example, table):
            cells = dict(row_cells(row))
            assert len(cells) > 10
            for path, field in cells.items():
                place = (table, row.id, *path)
                assert field_at(example, place) == field
                assert replaced(example, place, value_at(example, place)) is example


def test_that_rows_are_inserted_removed_and_moved_by_position(example: Workbook) -> None:
    row = Scenario(id="new", name="New")

    def order(workbook: Workbook) -> list[str]:
        return [each.id for each in workbook.scenarios]

    assert order(inserted(example, ("scenarios",), row, 1)) == ["s1", "new", "s2", "s3"]
    assert order(inserted(example, ("scenarios",), row)) == ["s1", "s2", "s3", "new"]
    assert order(inserted(example, ("scenarios",), row, 99)) == ["s1", "s2", "s3", "new"]
    assert order(removed(example, ("scenarios", "s2"))) == ["s1", "s3"]
    assert order(moved(example, ("scenarios", "s1"), 2)) == ["s2", "s3", "s1"]
    assert order(moved(example, ("scenarios", "s3"), -5)) == ["s3", "s1", "s2"]
    assert moved(example, ("scenarios", "s2"), 1) is example
    assert removed(inserted(example, ("scenarios",), row, 1), ("scenarios", "new")) == example


def test_that_layer_groups_are_rows_too(example: Workbook) -> None:
    table = ("models", "mixed", "groups")
    group = copied(example.models[1].groups[0])
    assert rows_at(inserted(example, table, group, 0), table)[0] is group
    assert [each.id for each in rows_at(moved(example, (*table, "wide"), 1), table)] == ["narrow", "wide"]
    assert [each.id for each in rows_at(removed(example, (*table, "wide")), table)] == ["narrow"]
    with pytest.raises(EditError, match=r"nothing at scenarios\.s1\.groups"):
        rows_at(example, ("scenarios", "s1", "groups"))
    with pytest.raises(EditError, match=r"nothing at accelerators\.a100\.driver_names"):
        rows_at(example, ("accelerators", "a100", "driver_names"))


def test_that_a_row_of_another_table_or_with_a_taken_id_is_not_inserted(example: Workbook) -> None:
    with pytest.raises(EditError, match="does not belong"):
        inserted(example, ("models",), Scenario(id="x", name="x"))
    with pytest.raises(EditError, match="llama is taken"):
        inserted(example, ("scenarios",), Scenario(id="llama", name="the id of a model"))


def test_that_a_duplicate_stands_behind_its_row_with_ids_of_its_own(example: Workbook) -> None:
    after, paths = duplicated(example, [("models", "mixed")])
    original, copy = after.models[1:]
    assert original is example.models[1]
    assert paths == (("models", copy.id),)
    assert copy.name == "Two sorts of layers (copy)"
    ids = {copy.id, *(group.id for group in copy.groups)}
    assert len(ids) == 3
    assert not ids & {row.id for row in (*example.models, *original.groups)}
    assert copy.model_copy(update={"id": original.id, "name": original.name, "groups": original.groups}) == original
    assert [group.attention for group in copy.groups] == [group.attention for group in original.groups]
    once_more, _ = duplicated(after, [("models", "mixed", "groups", "wide")])
    assert [group.name for group in once_more.models[1].groups][1] == "Decoder layers (copy)"
    Workbook.model_validate(once_more.model_dump())


def test_that_copies_of_several_rows_stand_in_their_order_behind_the_last(example: Workbook) -> None:
    rows = [row.id for row in example.scenarios]
    assert len(rows) > 2
    after, paths = duplicated(example, [("scenarios", rows[0]), ("scenarios", rows[1])])
    assert [("scenarios", row.id) for row in after.scenarios] == [
        ("scenarios", rows[0]), ("scenarios", rows[1]), *paths, *(("scenarios", row) for row in rows[2:])
    ]  # fmt: skip
    names = [row.name for row in example.scenarios]
    assert [row.name for row in after.scenarios[2:4]] == [f"{names[0]} (copy)", f"{names[1]} (copy)"]


def test_that_the_name_of_a_copy_is_never_too_long(example: Workbook) -> None:
    long = replaced(example, ("scenarios", "s1", "name"), "x" * 200)
    name = duplicated(long, [("scenarios", "s1")])[0].scenarios[1].name
    assert len(name) == 200
    assert name.endswith(" (copy)")
    assert replaced(long, ("scenarios", "s2", "name"), name).scenarios[1].name == name


def test_that_an_edit_is_checked_by_its_own_field_only(example: Workbook) -> None:
    after = replaced(example, HEADS, 7)  # does not divide d_model, nor is it a multiple of the KV heads
    assert isinstance(value_at(after, HEADS[:-1]), GroupedQuery)
