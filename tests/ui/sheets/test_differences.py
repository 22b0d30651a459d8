"""What a table tells its view leads from the old rows to the new ones."""

from hypothesis import given
from hypothesis import strategies as st

from ui.sheets.differences import rectangles, runs_of, steps

ORDERS = st.lists(st.integers(0, 12), unique=True, max_size=10)


@given(ORDERS, ORDERS)
def test_that_the_steps_lead_from_one_order_to_the_other(old: list[int], new: list[int]) -> None:
    rows = list(old)
    inserted: set[int] = set()
    for kind, first, last in steps(old, new):
        if kind == "remove":
            del rows[first : last + 1]
        elif kind == "move":
            rows.insert(last, rows.pop(first))
        else:
            rows[first:first] = new[first : last + 1]
            inserted.update(new[first : last + 1])
    assert rows == new
    assert inserted == set(new) - set(old)


@given(st.integers(0, 9), st.integers(0, 9))
def test_that_one_moved_row_is_one_step(source: int, goal: int) -> None:
    new = list(range(10))
    new.insert(goal, new.pop(source))
    assert len(list(steps(range(10), new))) == (source != goal)


@given(st.dictionaries(st.integers(0, 8), st.sets(st.integers(0, 8), min_size=1)))
def test_that_the_rectangles_cover_the_changed_cells_and_no_others(changed: dict[int, set[int]]) -> None:
    runs = [(row, list(runs_of(sorted(columns)))) for row, columns in sorted(changed.items())]
    covered = [
        (row, column)
        for top, left, bottom, right in rectangles(runs)
        for row in range(top, bottom + 1)
        for column in range(left, right + 1)
    ]
    assert sorted(covered) == sorted((row, column) for row, columns in changed.items() for column in columns)
