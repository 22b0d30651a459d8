"""Counted FLOPs against torch's own counter, implied rates against peaks, and what has to be said with a number."""

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from planner.measure import counts, judge
from planner.measure.attention_kernels import choose_kernel, pinned
from planner.measure.blocks.decoder import DecoderBlock, Inputs, fill
from planner.measure.blocks.grouped_query import KeyValueCache
from planner.measure.job import Job, Point, read_job
from planner.measure.protocol import Refusal

Jobs = Callable[..., dict[str, Any]]
Blocks = Callable[..., dict[str, Any]]


def counted(job: Job, point: Point) -> int:
    """FLOPs by torch's counter, which never halves for causality; the math kernel, the only one it counts here."""
    generator = torch.Generator().manual_seed(0)
    place: dict[str, Any] = {"device": "cpu", "dtype": torch.float32}
    block = DecoderBlock(job.shard, **place)
    fill(block, generator)
    inputs = Inputs(job.shard, point, generator, **place)
    cache = KeyValueCache(point.batch, point.context, job.shard.attention, **place)
    cache.keys_BgSD.normal_()
    cache.values_BgSD.normal_()
    with torch.inference_mode(), pinned("math"), FlopCounterMode(display=False) as counter:
        inputs.run(block, cache)
    return int(counter.get_total_flops())


@pytest.mark.parametrize("kind", ["gated", "plain"])
def test_that_decode_flops_equal_torchs_count(kind: str, job_json: Jobs, block_json: Blocks) -> None:
    job = read_job(job_json(block=block_json("tiny", feed_forward={"kind": kind})))
    point = Point("decode", 3, 1, 40)
    assert counts.flops(job.shard, point) == counted(job, point)


def test_that_prefill_flops_are_torchs_count_with_the_causal_pairs_alone(job_json: Jobs) -> None:
    job = read_job(job_json())
    point = Point("prefill", 2, 24, 24)
    q = job.shard.attention.heads * job.shard.attention.head_dim
    hidden_pairs = 24 * 24 - 24 * 25 // 2
    assert counts.flops(job.shard, point) == counted(job, point) - 4 * 2 * q * hidden_pairs


@pytest.mark.parametrize(("tokens", "window"), [(6, None), (6, 2), (6, 6), (6, 9), (1, 1)])
def test_that_pairs_inside_the_window_are_those_one_can_count(
    tokens: int, window: int | None, job_json: Jobs, block_json: Blocks
) -> None:
    job = read_job(job_json(block=block_json("tiny", attention={"window": window})))
    pairs = sum(min(t + 1, window or tokens) for t in range(tokens))
    assert counts.seen_pairs(job.shard, Point("prefill", 1, tokens, tokens)) == pairs
    assert counts.seen_pairs(job.shard, Point("decode", 1, 1, tokens)) == min(tokens, window or tokens)


def test_that_llama_2_7b_moves_its_weights_and_cache(job_json: Jobs, block_json: Blocks) -> None:
    job = read_job(job_json(block=block_json("llama-2-7b"), dtype="bfloat16"))
    point = Point("decode", 1, 1, 2112)
    # 404,766,720 bytes of weights, 2 x 4,096 x 2,112 x 2 of cache, 2 x 4,096 x 2 of input and output
    assert counts.moved_bytes(job.shard, point, 2) == 404_766_720 + 34_603_008 + 16_384
    assert judge.set_bytes(job, point) == 404_766_720 + 34_603_008


def test_that_prediction_grows_with_blocks_batch_and_scores(job_json: Jobs, block_json: Blocks) -> None:
    spec = read_job(job_json(block=block_json("llama-2-7b"))).shard
    point = Point("prefill", 1, 1024, 1024)
    one = counts.predicted_bytes(spec, point, 2, 1, False)
    assert counts.predicted_bytes(spec, point, 2, 2, False) - one == 2 * 202_383_360 + 2 * 2 * 4096 * 1024
    assert counts.predicted_bytes(spec, Point("prefill", 2, 1024, 1024), 2, 1, False) > one
    scores = 32 * 1024 * 1024
    assert counts.predicted_bytes(spec, point, 2, 1, True) - one >= 3 * 2 * scores


def test_that_a_rate_above_its_peak_is_refused_with_the_fraction(job_json: Jobs) -> None:
    job = read_job(job_json(peaks={"flops": 1e12, "bandwidth": 1e9}))
    point = job.points[1]
    moved = counts.moved_bytes(job.shard, point, 4)
    fair = judge.implied_rates(job, point, 2 * moved / 1e9)
    assert fair["fraction_of_bandwidth"] == pytest.approx(0.5)
    assert 0 < fair["fraction_of_flops"] < 1
    with pytest.raises(Refusal) as caught:
        judge.implied_rates(job, point, 0.5 * moved / 1e9)
    assert caught.value.code == "gate"
    assert caught.value.details["fractions"]["bandwidth"] == pytest.approx(2.0)
    assert "2.00 of the peak bandwidth" in caught.value.sentence


def test_that_without_peaks_nothing_is_refused_and_no_fraction_is_given(job_json: Jobs) -> None:
    job = read_job(job_json())
    rates = judge.implied_rates(job, job.points[0], 1e-12)
    assert rates["fraction_of_flops"] is None and rates["fraction_of_bandwidth"] is None


def test_that_notes_say_what_the_number_is_not(job_json: Jobs, block_json: Blocks) -> None:
    job = read_job(job_json(block=block_json("tiny", attention={"window": 4})))
    figures = {
        "unstable": True,
        "reason": "The quartiles lie 30% of the median apart",
        "cold": False,
        "blocks": 3,
        "attention_kernel": "math",
        "clocks": {"before": {"sm_mhz": 1980.0}, "after": {"sm_mhz": 1500.0}},
    }
    codes = [note["code"] for note in judge.notes(job.shard, Point("prefill", 1, 8, 8), figures)]
    assert codes == ["unstable", "warm", "scores", "window_mask", "window_cache", "clock_fell"]
    calm = {**figures, "unstable": False, "cold": True, "attention_kernel": "flash"}
    calm["clocks"] = {"before": {"sm_mhz": 1980.0}, "after": {"sm_mhz": 1900.0}}
    assert judge.notes(read_job(job_json()).shard, Point("prefill", 1, 8, 8), calm) == []


def test_that_a_dtype_the_device_is_not_made_for_is_noted() -> None:
    rates = {"float32": 150e9, "bfloat16": 390e9}
    (note,) = judge.dtype_notes("float32", rates)
    assert note["code"] == "slow_dtype"
    assert "bfloat16 2.6 times as fast" in note["sentence"]
    assert judge.dtype_notes("bfloat16", rates) == []
    assert judge.dtype_notes("float32", {"float32": 100.0, "bfloat16": 120.0}) == []
    assert judge.dtype_notes("bfloat16", {"float32": 100.0, "bfloat16": None}) == []
    assert judge.dtype_notes("bfloat16", {"float32": None, "bfloat16": 100.0}) == []


def test_that_a_probe_that_others_disturbed_is_noted() -> None:
    (note,) = judge.probe_notes({"interruptions_per_s": 130.4})
    assert note["code"] == "probe_unstable" and "130 times a second" in note["sentence"]
    assert judge.probe_notes({"interruptions_per_s": 16.0}) == judge.probe_notes({"interruptions_per_s": None}) == []


def test_that_the_kernel_of_this_cpu_is_pinned_by_name(job_json: Jobs) -> None:
    job = read_job(job_json())
    for point in job.points:
        assert choose_kernel(job.shard, point, "cpu", torch.float32) == "flash"
    with pinned("efficient"), pytest.raises(RuntimeError):
        torch.nn.functional.scaled_dot_product_attention(*(torch.zeros(1, 1, 2, 16) for _ in range(3)))
