"""Typed amounts, written amounts, and the way back."""

import math
import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from planner.edits import row_cells
from planner.fields import LIMIT, Choice, Field, Flag, Number, Reference, Text, fields_of
from planner.unit_table import UNITS
from planner.units import UnitError, editable, exact, read, scaled, write
from planner.workbook import Accelerator, Assumptions, Inference, Scenario, Workbook

MEMORY = Number("Memory", "", unit="byte", shown="GiB", optional=True)
BANDWIDTH = Number("Bandwidth", "", unit="byte/s", shown="GB/s", whole=False)
PEAK = Number("Peak", "", unit="FLOP/s", shown="TFLOP/s", whole=False)
CALL = Number("Time per call", "", unit="s", shown="µs", whole=False, maximum=1)
SHARE = Number("Share", "", shown="%", minimum=0.001, maximum=1, whole=False)
HEADS = Number("Heads", "", minimum=1, maximum=4096)
CONTEXT = Number("Context", "", unit="token", minimum=1, binary=True)
COUNT = Number("Tokens", "", unit="token")
PLAIN = Number("Exponent", "", minimum=1, maximum=16, whole=False)

ACCEPTED = [
    ("80GB", MEMORY, 80 * 10**9),
    ("80 GiB", MEMORY, 80 * 2**30),
    ("80gib", MEMORY, 80 * 2**30),
    ("80", MEMORY, 80 * 2**30),
    ("79.25", MEMORY, 79 * 2**30 + 2**28),
    ("0.1 GiB", MEMORY, 107_374_182),
    ("0.3", MEMORY, 322_122_547),
    ("1e-9 GB", MEMORY, 1),
    ("512 bytes", MEMORY, 512),
    ("1.5TiB", MEMORY, 3 * 2**39),
    ("", MEMORY, None),
    ("  ", MEMORY, None),
    ("2039", BANDWIDTH, 2_039 * 10**9),
    ("3.35 TB/s", BANDWIDTH, 3_350 * 10**9),
    ("1 GiB/s", BANDWIDTH, 2**30),
    ("900 GBps", BANDWIDTH, 900 * 10**9),
    ("0.1", BANDWIDTH, 10**8),
    ("312", PEAK, 312 * 10**12),
    ("312 TFLOPS", PEAK, 312 * 10**12),
    ("312 TFLOP/s", PEAK, 312 * 10**12),
    ("312tflops", PEAK, 312 * 10**12),
    ("1.979 PFLOP/s", PEAK, 1_979 * 10**12),
    ("5.1", CALL, 5.1e-6),
    ("5.1us", CALL, 5.1e-6),
    ("5.1 µs", CALL, 5.1e-6),
    ("5.1 μs", CALL, 5.1e-6),
    ("0.0051 ms", CALL, 5.1e-6),
    ("0.5 s", CALL, 0.5),
    ("90%", SHARE, 0.9),
    ("90 %", SHARE, 0.9),
    ("68.3", SHARE, 0.683),
    ("32", HEADS, 32),
    ("+32", HEADS, 32),
    ("32.0", HEADS, 32),
    ("3.2e1", HEADS, 32),
    ("1_000", HEADS, 1000),
    ("1,000", HEADS, 1000),
    ("1 000", HEADS, 1000),
    ("4k", HEADS, 4000),
    ("4Ki", HEADS, 4096),
    ("0.5k", HEADS, 500),
    ("4k", CONTEXT, 4096),
    ("4 K", CONTEXT, 4096),
    ("1M", CONTEXT, 2**20),
    ("128 k tokens", CONTEXT, 131_072),
    ("4096 tokens", CONTEXT, 4096),
    ("7e9", COUNT, 7 * 10**9),
    ("70b", COUNT, 70 * 10**9),
    ("70 B", COUNT, 70 * 10**9),
    ("15T", COUNT, 15 * 10**12),
    ("1,234,567", COUNT, 1_234_567),
    ("1,234.5k", COUNT, 1_234_500),
    ("2.5", PLAIN, 2.5),
    (".5e1", PLAIN, 5),
    ("=8/3*d_model", HEADS, "=8/3*d_model"),
    (" =2 * batch ", HEADS, "=2 * batch"),
    ("\uff1d\uff12*batch", HEADS, "=2*batch"),
    ("\uff18\uff10\uff27\uff22", MEMORY, 80 * 10**9),
]

REFUSED = [
    ("1,5", HEADS, "more than one way"),
    ("1,5", PLAIN, "more than one way"),
    ("1.000,5", COUNT, "more than one way"),
    ("1.000.000", COUNT, "more than one way"),
    ("0,001", PLAIN, "more than one way"),
    ("10,00", COUNT, "more than one way"),
    ("1 00", COUNT, "more than one way"),
    ("80 GB", BANDWIDTH, "not measured in GB"),
    ("80 GB/s", MEMORY, "not measured in GB/s"),
    ("80 ms", MEMORY, "not measured in ms"),
    ("90%", MEMORY, "not measured in %"),
    ("312 TFLOP", PEAK, "not measured in TFLOP"),
    ("80G", MEMORY, "alone is no unit"),
    ("80 Gi", MEMORY, "alone is no unit"),
    ("4k", MEMORY, "alone is no unit"),
    ("80Gb", MEMORY, "bits"),
    ("80 Gbit", MEMORY, "bits"),
    ("80b", MEMORY, "bits"),
    ("80GB", HEADS, "no unit of Heads"),
    ("4G", HEADS, "no unit of Heads"),
    ("90%", HEADS, "no unit of Heads"),
    ("5k", SHARE, "no unit of Share"),
    ("5 parsecs", CALL, "no unit of Time per call"),
    ("abc", HEADS, "not a number"),
    ("nan", PLAIN, "not a number"),
    ("inf", PLAIN, "not a number"),
    ("--3", HEADS, "not a number"),
    ("1__0", COUNT, "no unit of Tokens"),
    ("1/2", PLAIN, "no unit of Exponent"),
    ("10²", HEADS, "no unit of Heads"),
    ("٣", HEADS, "not a number"),
    ("", HEADS, "cannot be blank"),
    ("0", HEADS, "from 1 to 4,096"),
    ("-3", HEADS, "from 1 to 4,096"),
    ("−3", HEADS, "from 1 to 4,096"),
    ("5000", HEADS, "from 1 to 4,096"),
    ("2.5", HEADS, "2.5 is not whole"),
    ("0.0005k", HEADS, "0.5 is not whole"),
    ("0.5 B", MEMORY, "not whole"),
    ("1e999999999", HEADS, "outside"),
    ("1e300", PLAIN, "outside"),
    ("9" * 5000, COUNT, "not a number"),
    ("9" * 90, COUNT, "outside"),
    ("150", SHARE, "from 0.1 to 100 %"),
    ("0.01", SHARE, "from 0.1 to 100 %"),
    ("2 s", CALL, "to 1000000 µs"),
    ("=8/3*", HEADS, "not a complete expression"),
    ("=", HEADS, "not a complete expression"),
    ("=__import__('os')", HEADS, "no function __import__"),
    ("=exec(1)", HEADS, "no function exec"),
]


@pytest.mark.parametrize(("text", "field", "value"), ACCEPTED)
def test_that_a_typed_amount_is_read_in_base_units(text: str, field: Number, value: object) -> None:
    stored = read(text, field)
    assert stored == value
    assert type(stored) is type(value)


@pytest.mark.parametrize(("text", "field", "part"), REFUSED)
def test_that_a_text_that_is_no_value_is_refused_with_a_sentence(text: str, field: Number, part: str) -> None:
    with pytest.raises(UnitError) as refusal:
        read(text, field)
    sentence = str(refusal.value)
    assert part in sentence
    assert sentence == refusal.value.template.format(**refusal.value.values)
    assert len(sentence) < 300


@given(st.text(max_size=30) | st.text(alphabet="0123456789.,_ eE+-kKMGTiBb/s%µ=", max_size=12))
def test_that_any_text_is_a_value_of_the_field_or_refused(text: str) -> None:
    for field in (MEMORY, BANDWIDTH, HEADS, CONTEXT, SHARE):
        try:
            value = read(text, field)
        except UnitError:
            continue
        assert field.check(value) == value


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("Yes", Flag("Bias", ""), True),
        ("0", Flag("Bias", ""), False),
        ("  7B b8 ", Text("Name", ""), "7B b8"),
        ("fp8", Choice("Format", "", options=(("fp8", "fp8"),)), "fp8"),
        ("", Choice("Format", "", options=(("fp8", "fp8"),), optional=True), None),
        ("", Reference("Model", "", table="models"), None),
    ],
)
def test_that_fields_that_are_no_numbers_are_read_too(text: str, field: Field, value: object) -> None:
    assert read(text, field) is value or read(text, field) == value
    with pytest.raises(UnitError, match=field.title):
        read("two\nlines", field)


def test_that_an_endless_exponent_costs_no_time() -> None:
    begin = time.process_time()
    for text in ("1e999999999", "1e-999999999", "0." + "0" * 90 + "1e-300"):
        with pytest.raises(UnitError):
            read(text, HEADS)
    assert time.process_time() - begin < 0.05


def every_number(example: Workbook) -> Iterator[Number]:
    rows: list[BaseModel] = [*example.models, *example.accelerators, *example.scenarios, example.assumptions]
    found = dict.fromkeys(field for row in rows for _, field in row_cells(row) if isinstance(field, Number))
    records = (Accelerator, Assumptions, Inference, Scenario)
    declared = {field for record in records for _, field in fields_of(record) if isinstance(field, Number)}
    assert declared <= found.keys()
    return iter(found)


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_that_an_editor_starts_with_a_text_that_reads_back_as_the_same_value(
    data: st.DataObject, example: Workbook
) -> None:
    for field in every_number(example):
        low, high = field.minimum, min(field.maximum, LIMIT)
        whole = st.integers(math.ceil(low), math.floor(high))
        values = whole if field.whole else whole | st.floats(low, high)
        value = field.check_number(data.draw(values, label=field.title))
        text = editable(value, field)
        assert read(text, field) == value
        assert float(text) >= 0


@pytest.mark.parametrize(
    ("value", "field", "text"),
    [
        (322_122_547, MEMORY, "0.3"),
        (85_899_346, MEMORY, "0.08"),
        (80 * 2**30, MEMORY, "80"),
        (1, MEMORY, "9e-10"),
        (5.1e-6, CALL, "5.1"),
        (0.683, SHARE, "68.3"),
        (2.039e12, BANDWIDTH, "2039"),
        (131_072, CONTEXT, "131072"),
        (2.5, PLAIN, "2.5"),
        (5e-324, CALL, "5e-318"),
        (None, MEMORY, ""),
        ("=2*batch", HEADS, "=2*batch"),
    ],
)
def test_that_an_editor_starts_with_the_shortest_such_text(value: object, field: Number, text: str) -> None:
    assert editable(value, field) == text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "unit", "shown", "text"),
    [
        (None, "byte", "GiB", ""),
        (None, "s", "", ""),
        (16 * 2**30, "byte", "", "16.00 GiB"),
        (1536 * 2**30, "byte", "", "1,536.00 GiB"),
        (2**30 - 1, "byte", "", "1.00 GiB"),
        (5 * 2**20, "byte", "", "5.00 MiB"),
        (1536, "byte", "", "1.50 KiB"),
        (1023, "byte", "", "1,023 B"),
        (0, "byte", "", "0 B"),
        (-(3 * 2**29), "byte", "", "−1.50 GiB"),
        (131_072, "byte/token", "", "128.00 KiB/token"),
        (16 * 2**30, "byte", "GiB", "16.00"),
        (10**13, "byte", "GiB", "9,313.23"),
        (0.00702, "s", "", "7.02 ms"),
        (5.1e-6, "s", "", "5.10 µs"),
        (0.0009999, "s", "", "1.00 ms"),
        (999.96e-6, "s", "", "1.00 ms"),
        (12.34, "s", "", "12.3 s"),
        (4321.5, "s", "", "4,322 s"),
        (3e-10, "s", "", "0.300 ns"),
        (0, "s", "", "0 s"),
        (0.00702, "s", "ms", "7.02"),
        (5.1e-6, "s", "µs", "5.10"),
        (1.23456, "s", "ms", "1,235"),
        (13_476_831_232_000, "FLOP", "", "13.5 TFLOP"),
        (8.09e22, "FLOP", "", "80.9 ZFLOP"),
        (312e12, "FLOP/s", "", "312 TFLOP/s"),
        (2.039e12, "byte/s", "", "2.04 TB/s"),
        (864e9, "byte/s", "", "864 GB/s"),
        (999.9996e9, "byte/s", "", "1.00 TB/s"),
        (989.4e12, "FLOP/s", "TFLOP/s", "989.4"),
        (3352e9, "byte/s", "GB/s", "3,352"),
        (0.683, "", "%", "68.3"),
        (6_738_415_616, "parameter", "", "6,738,415,616"),
        (2**70, "parameter", "", "1,180,591,620,717,411,303,424"),
        (4096, "token", "", "4,096"),
        (4096.0, "token", "", "4,096"),
        (2.5, "", "", "2.5"),
        (1 / 3, "", "", "0.333333"),
        (1e-20, "", "", "1e-20"),
        (math.inf, "byte", "", "∞"),
        (math.nan, "s", "", "NaN"),
    ],
)
def test_that_an_amount_is_written_by_one_rule(value: float | None, unit: str, shown: str, text: str) -> None:
    assert write(value, unit, shown) == text


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (17_179_869_184, "byte", "17,179,869,184 B"),
        (131_072, "byte/token", "131,072 B/token"),
        (2**70, "FLOP", "1,180,591,620,717,411,303,424 FLOP"),
        (989e12, "FLOP/s", "989,000,000,000,000 FLOP/s"),
        (0.1 + 0.2, "s", "0.30000000000000004 s"),
        (1, "head", "1 head"),
        (32, "head", "32 heads"),
        (5, "", "5"),
        (None, "byte", ""),
    ],
)
def test_that_the_exact_value_has_every_digit(value: float | None, unit: str, text: str) -> None:
    assert exact(value, unit) == text


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**25), 10**25))
def test_that_writing_never_fails_and_keeps_the_sign(value: float) -> None:
    for unit in ("byte", "byte/s", "byte/token", "FLOP", "FLOP/s", "s", "token", ""):
        text = write(value, unit)
        assert text.startswith("−") == (value < 0)
        assert exact(value, unit)


def test_that_the_exact_text_of_a_float_is_the_same_float() -> None:
    for value in (1 / 3, 5.1e-6, 2.039e12 + 0.5, 1e300):
        assert float(exact(value, "s").removesuffix(" s").replace(",", "")) == value


def test_that_a_unit_of_another_dimension_is_not_scaled_to() -> None:
    with pytest.raises(ValueError, match="GB/s does not measure byte"):
        scaled(1, "byte", "GB/s")


def test_that_every_unit_is_read_as_its_factor() -> None:
    for symbol, unit in UNITS.items():
        field = Number("Amount", "", unit=unit.base, shown="%" if symbol == "%" else "", whole=False)
        if unit.factor <= LIMIT:
            assert read(f"1 {symbol}", field) == pytest.approx(float(unit.factor), rel=1e-15)
