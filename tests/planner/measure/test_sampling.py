"""How samples are planned, repeated and summed up, with a clock that the test turns."""

import pytest

from planner.measure.protocol import Refusal
from planner.measure.sampling import ROUNDS, Batch, Plan, cold_blocks, collect, plan_passes, quartiles, summarise


class Bench:
    """A machine whose passes take `pass_s` each and `overhead_s` a sample; `noise` multiplies sample after sample."""

    def __init__(self, pass_s: float, overhead_s: float = 0.0, noise: list[float] | None = None) -> None:
        self.now = 0.0
        self.pass_s = pass_s
        self.overhead_s = overhead_s
        self.noise = noise or []
        self.samples = 0
        self.taken_away = 0.0

    def time_passes(self, passes: int) -> float:
        factor = self.noise[self.samples] if self.samples < len(self.noise) else 1.0
        seconds = self.overhead_s + passes * self.pass_s * factor
        self.samples += 1
        self.now += seconds
        return seconds

    def clock(self) -> float:
        return self.now


def nothing(_: float) -> None:
    return None


def test_that_the_slope_leaves_the_overhead_out() -> None:
    bench = Bench(0.010, overhead_s=0.005)
    summary = collect(bench.time_passes, Plan(2, 8), 10.0, nothing, clock=bench.clock)
    assert summary.seconds == pytest.approx(0.010)
    assert summary.slope_s == pytest.approx(0.010)
    assert summary.intercept_s == pytest.approx(0.005)
    assert summary.median_s == pytest.approx((0.005 + 0.080) / 8)
    assert (summary.n, summary.batches, summary.unstable, summary.reason) == (ROUNDS, 1, False, None)


def test_that_a_noisy_batch_is_measured_again() -> None:
    bench = Bench(0.010, noise=[1.0, 1.0, 2.0, 2.0] * 4)
    summary = collect(bench.time_passes, Plan(2, 8), 10.0, nothing, clock=bench.clock)
    assert (summary.batches, summary.n, summary.unstable) == (2, ROUNDS, False)
    assert summary.seconds == pytest.approx(0.010)


def test_that_noise_that_stays_is_called_unstable_and_keeps_every_sample() -> None:
    bench = Bench(0.010, noise=[1.0, 1.0, 2.0, 2.0] * 1000)
    summary = collect(bench.time_passes, Plan(2, 8), 5.0, nothing, clock=bench.clock)
    assert summary.unstable
    assert "quartiles" in str(summary.reason)
    assert summary.batches > 2
    assert summary.n == bench.samples // 2
    assert bench.now < 5.5


def test_that_interrupted_batches_are_unstable_even_with_close_quartiles() -> None:
    bench = Bench(0.010)
    summary = collect(bench.time_passes, Plan(2, 8), 3.0, nothing, lambda: 125 * bench.now, bench.clock)
    assert summary.unstable
    assert summary.interruptions_per_s == pytest.approx(125)
    assert "took each core away 125 times" in str(summary.reason)
    quiet = Bench(0.010)
    calm = collect(quiet.time_passes, Plan(2, 8), 3.0, nothing, lambda: 16 * quiet.now, quiet.clock)
    assert not calm.unstable


def test_that_sampling_ends_after_twenty_seconds() -> None:
    bench = Bench(0.010, noise=[1.0, 1.0, 2.0, 2.0] * 10_000)
    collect(bench.time_passes, Plan(2, 8), 3600.0, nothing, clock=bench.clock)
    assert 19 < bench.now < 20.5


def test_that_progress_rises_to_one() -> None:
    told: list[float] = []
    bench = Bench(0.010)
    collect(bench.time_passes, Plan(2, 8), 10.0, told.append, clock=bench.clock)
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_that_a_single_sample_is_given_but_not_trusted() -> None:
    bench = Bench(3.0)
    summary = collect(bench.time_passes, Plan(1, None), 4.0, nothing, clock=bench.clock)
    assert (summary.n, summary.seconds, summary.slope_s, summary.intercept_s) == (1, 3.0, None, None)
    assert summary.unstable
    assert "1 of at least 3 samples" in str(summary.reason)


def test_that_a_falling_slope_is_not_a_time() -> None:
    summary = summarise(Batch(Plan(2, 8), [1.0] * 9, [0.5] * 9), 1)
    assert summary.seconds == pytest.approx(0.5 / 8)
    assert summary.unstable
    assert "no slope" in str(summary.reason)


def test_that_a_pass_longer_than_the_time_left_is_refused_with_both_times() -> None:
    with pytest.raises(Refusal) as caught:
        plan_passes(2.0, 2, 1.5)
    assert caught.value.code == "time_limit"
    assert (caught.value.details["pass_s"], caught.value.details["left_s"]) == (2.0, 1.5)


@pytest.mark.parametrize("blocks", [1, 2, 7])
@pytest.mark.parametrize("pass_s", [1e-6, 3e-4, 0.05])
def test_that_a_sample_takes_whole_turns_of_the_cold_set_and_a_millisecond(pass_s: float, blocks: int) -> None:
    plan = plan_passes(pass_s, blocks, 60.0)
    assert plan.short % blocks == 0
    assert plan.long == 4 * plan.short
    assert plan.short * pass_s >= 1e-3


def test_that_the_cold_set_is_three_times_the_cache_and_at_least_two_blocks() -> None:
    mib = 1 << 20
    assert cold_blocks(50 * mib, 200 * mib) == 2
    assert cold_blocks(50 * mib, 10 * mib) == 15
    assert cold_blocks(50 * mib, 1000) == 256
    assert cold_blocks(0, 1000) == 2


def test_that_quartiles_of_one_value_are_that_value() -> None:
    assert quartiles([3.0]) == (3.0, 3.0, 3.0)
    assert quartiles([1.0, 2.0, 3.0, 4.0, 5.0]) == (2.0, 3.0, 4.0)
