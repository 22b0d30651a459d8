"""Blocks of cells as text: what is written reads back, and what spreadsheets write is understood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.sheets import tsv

CELLS = st.text(alphabet='ab1,.\t"\n =', max_size=6)


@given(st.integers(1, 4).flatmap(lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1)))
def test_that_a_written_block_reads_back(rows: list[list[str]]) -> None:
    assert tsv.read(tsv.written(rows)) == rows


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("", [[""]]),
        ("1", [["1"]]),
        ("1\n", [["1"]]),
        ("1\n\n", [["1"], [""]]),
        ("a\tb\nc", [["a", "b"], ["c", ""]]),
        ('5" disk\tb', [['5" disk', "b"]]),
        ('"open\tb', [['"open', "b"]]),
        ('"two\r\nlines"\tb\r\n', [["two\nlines", "b"]]),
        ('"a"b\tc', [['"a"b', "c"]]),
        ("a\rb\r", [["a"], ["b"]]),
    ],
)
def test_that_what_spreadsheets_write_is_read(text: str, block: list[list[str]]) -> None:
    assert tsv.read(text) == block


def test_that_a_clipboard_of_too_many_cells_is_refused() -> None:
    with pytest.raises(ValueError, match="more than 1,000,000 cells"):
        tsv.read("\t" * tsv.LARGEST)


@pytest.mark.parametrize(
    ("block", "rows", "columns", "result"),
    [
        ([["1"]], 3, 1, [["1"], ["1"], ["1"]]),
        ([["1"], ["2"]], 4, 1, [["1"], ["2"], ["1"], ["2"]]),
        ([["1"], ["2"]], 3, 1, [["1"], ["2"]]),
        ([["1", "2"]], 2, 4, [["1", "2", "1", "2"], ["1", "2", "1", "2"]]),
        ([["1", "2"], ["3", "4"]], 1, 1, [["1", "2"], ["3", "4"]]),
    ],
)
def test_that_a_block_tiles_a_selection_that_is_a_multiple_of_it(block, rows, columns, result) -> None:
    assert tsv.tiled(block, rows, columns) == result
