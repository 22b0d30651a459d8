"""What a person types as the values of an axis."""

from __future__ import annotations

import time
from typing import Any

import pytest

from planner.fields import Choice, Field, Flag, Number, Reference
from planner.what_if.sweep.ranges import RangeError, values_of

BATCH = Number("Batch", "", minimum=1, maximum=10_000_000)
CONTEXT = Number("Context", "", unit="token", minimum=1, binary=True)
SHARE = Number("Share", "", shown="%", minimum=0.01, maximum=1, whole=False, optional=True)
MEMORY = Number("Memory", "", unit="byte", shown="GiB", optional=True)
FORMAT = Choice("Weights", "", "", (("bf16", "bf16"), ("fp8", "FP8, per tensor")), optional=True)
GPU = Reference("GPU", "", table="accelerators")
ROWS = (("a", "A100"), ("b", "H100"))


@pytest.mark.parametrize(
    ("text", "field", "values"),
    [
        ("7", BATCH, (7,)),
        ("4, 1;2, 1", BATCH, (1, 2, 4)),
        ("1..5", BATCH, (1, 2, 3, 4, 5)),
        ("1 … 64 by powers of two", BATCH, (1, 2, 4, 8, 16, 32, 64)),
        ("1..100 by powers of 10", BATCH, (1, 10, 100)),
        ("3..50 times 4", BATCH, (3, 12, 48)),
        ("1..10 step 4", BATCH, (1, 5, 9)),
        ("1k..4k step 1k", CONTEXT, (1024, 2048, 3072, 4096)),
        ("1..9 in 3, 100", BATCH, (1, 5, 9, 100)),
        ("1..1000 in 4 log", BATCH, (1, 10, 100, 1000)),
        ("10..30 step 10, blank", SHARE, (0.1, 0.2, 0.3, None)),
        ("50% .. 90% in 3", SHARE, (0.5, 0.7, 0.9)),
        ("16..48 step 16", MEMORY, (16 * 2**30, 32 * 2**30, 48 * 2**30)),
        ("8 GB, 80 GB", MEMORY, (8 * 10**9, 80 * 10**9)),
        ("all", FORMAT, ("bf16", "fp8")),
        ("FP8, blank", FORMAT, ("fp8", None)),
        ("all", Flag("Tied", ""), (False, True)),
        ("h100, blank", GPU, ("b", None)),
        ("all", GPU, ("a", "b")),
    ],
)
def test_that_a_range_is_read_as_it_says(text: str, field: Field, values: tuple[Any, ...]) -> None:
    assert values_of(text, field, ROWS) == values


@pytest.mark.parametrize(
    ("text", "field", "said"),
    [
        ("", BATCH, "Batch has no values"),
        ("1,024", BATCH, "write a thousand as 1_000"),
        ("0, 1", BATCH, "outside"),
        ("1..5 step", BATCH, "write a number after it"),
        ("1..5 by powers of", BATCH, "write a number after it"),
        ("5..1", BATCH, "smaller number first"),
        ("1..", BATCH, "one end only"),
        ("1.5 …", SHARE, "one end only"),
        ("..5", BATCH, "one end only"),
        ("1..4 in " + "9" * 10_000, BATCH, "more than 4,194,304 values"),
        ("1..4 by powers of 1e999999999", BATCH, "above 1"),
        ("1..4 by powers of " + "9" * 10_000, BATCH, f"“{'9' * 37}...” is no factor"),
        ("0" * 10_000, BATCH, f"“{'0' * 37}...” begins with 0"),
        ("x" * 10_000, FORMAT, f"“{'x' * 37}...” is no choice"),
        ("1..10 step 0", BATCH, "larger one"),
        ("1..10 times 1", BATCH, "above 1"),
        ("1..10 by powers of many", BATCH, "above 1"),
        ("1..10 in 1", BATCH, "at least two"),
        ("1..10000000", BATCH, "larger steps"),
        ("10..90", SHARE, "no step"),
        ("all", BATCH, "write a range"),
        ("=2*tp", BATCH, "an expression"),
        ("q9", FORMAT, "bf16, fp8"),
        ("V100", GPU, "A100, H100"),
        ("perhaps", Flag("Tied", ""), "yes or no"),
    ],
)
def test_that_what_is_no_range_is_refused_with_what_to_write(text: str, field: Field, said: str) -> None:
    with pytest.raises(RangeError, match=said):
        values_of(text, field, ROWS)


def test_that_as_many_values_as_an_axis_may_have_are_read_at_once() -> None:
    begin = time.process_time()
    values = values_of("1..4194304", BATCH)
    assert (len(values), values[0], values[-1]) == (2**22, 1, 2**22)
    assert time.process_time() - begin < 5, "fractions took 49 s"


def test_that_a_few_of_many_rows_are_named() -> None:
    rows = tuple((f"r{at}", f"Row {at}") for at in range(500))
    with pytest.raises(RangeError, match=r"write one of Row 0, .*, Row 11, …, or all"):
        values_of("none of them", GPU, rows)
