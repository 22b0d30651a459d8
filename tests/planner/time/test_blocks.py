"""Estimated blocks against measured ones, with the constants that are shipped."""

from __future__ import annotations

import pytest

from tests.planner.time_cases import compared, spread

BOUNDS = {"prefill": (0.04, 0.10), "decode": (0.035, 0.13)}
"""Median and 90th percentile of the absolute error: what the product promises for these cards."""


@pytest.mark.parametrize("phase", BOUNDS)
def test_that_measured_blocks_are_estimated_within_the_promised_error(phase: str) -> None:
    cases = [case for case in compared() if case.phase == phase]
    assert len(cases) > 80
    median, ninetieth = spread(cases)
    assert median <= BOUNDS[phase][0]
    assert ninetieth <= BOUNDS[phase][1]
