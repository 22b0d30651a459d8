"""Jobs are read field by field; every wrong field is named at once, nothing unknown is taken for something else."""

from collections.abc import Callable
from typing import Any

import pytest

from planner.measure.job import Point, read_job
from planner.measure.protocol import Refusal

Jobs = Callable[..., dict[str, Any]]
Blocks = Callable[..., dict[str, Any]]


def refused(message: dict[str, Any]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        read_job(message)
    return caught.value


def test_that_a_job_is_read_with_its_defaults(job_json: Jobs, block_json: Blocks) -> None:
    job = read_job(job_json())
    assert job.points == (Point("prefill", 1, 16, 16), Point("decode", 2, 1, 32))
    assert (job.device, job.dtype, job.element_bytes, job.time_limit_s) == ("cpu", "float32", 4, 6.0)
    assert job.block.attention.window is None and not job.block.attention.query_bias
    assert (job.peaks.flops, job.peaks.bandwidth) == (None, None)
    message = {"type": "measure", "dtype": "float16", "block": block_json("tiny"), "points": job_json()["points"]}
    least = read_job(message)
    assert (least.id, least.device, least.tensor_parallel, least.time_limit_s) == ("", "auto", 1, 60.0)


# (change of the job, change of its block, code, field)
WRONG = [
    ({"dtype": "float8"}, {}, "unsupported", "dtype"),
    ({"dtype": 16}, {}, "bad_job", "dtype"),
    ({}, {"attention": {"rotary_dim": 10_000}}, "bad_job", "block.attention.rotary_dim"),
    ({}, {"attention": {"rotary_dim": 3}}, "bad_job", "block.attention.rotary_dim"),
    ({"device": "tpu"}, {}, "bad_job", "device"),
    ({"device": "cuda:x"}, {}, "bad_job", "device"),
    ({"id": 5}, {}, "bad_job", "id"),
    ({"tensor_parallel": 0}, {}, "bad_job", "tensor_parallel"),
    ({"tensor_parallel": 3}, {}, "bad_job", "tensor_parallel"),
    ({"points": []}, {}, "bad_job", "points"),
    ({"points": [{"phase": "prefill", "batch": 1}]}, {}, "bad_job", "points[0].tokens"),
    ({"points": [{"phase": "decode", "batch": True, "context": 1}]}, {}, "bad_job", "points[0].batch"),
    ({"points": [{"phase": "train", "batch": 1, "tokens": 1}]}, {}, "unsupported", "points[0].phase"),
    ({"points": ["decode"]}, {}, "bad_job", "points[0]"),
    ({"time_limit_s": -1}, {}, "bad_job", "time_limit_s"),
    ({"time_limit_s": "long"}, {}, "bad_job", "time_limit_s"),
    ({"peaks": {"flops": 0}}, {}, "bad_job", "peaks.flops"),
    ({"peaks": 5}, {}, "bad_job", "peaks"),
    ({"compile": True}, {}, "unsupported", "compile"),
    ({}, {"d_model": 0}, "bad_job", "block.d_model"),
    ({}, {"d_model": 2.5}, "bad_job", "block.d_model"),
    ({}, {"norm": {"kind": "scale_norm"}}, "unsupported", "block.norm.kind"),
    ({}, {"norm": {"bias": True}}, "unsupported", "block.norm.bias"),
    ({}, {"norm_placement": "sandwich"}, "unsupported", "block.norm_placement"),
    ({}, {"position": "alibi"}, "unsupported", "block.position"),
    ({}, {"attention": {"kind": "linear"}}, "unsupported", "block.attention.kind"),
    ({}, {"attention": {"qk_norm": True}}, "unsupported", "block.attention.qk_norm"),
    ({}, {"attention": {"window": 0}}, "bad_job", "block.attention.window"),
    ({}, {"attention": {"head_dim": 15}}, "bad_job", "block.attention.head_dim"),
    ({}, {"attention": {"kv_heads": 3}}, "bad_job", "block.attention.kv_heads"),
    ({}, {"attention": {"query_bias": 1}}, "bad_job", "block.attention.query_bias"),
    ({}, {"feed_forward": {"kind": "mixture"}}, "bad_job", "block.feed_forward.experts"),
    ({}, {"feed_forward": {"kind": "sparse"}}, "unsupported", "block.feed_forward.kind"),
    ({}, {"feed_forward": {"activation": "mish"}}, "unsupported", "block.feed_forward.activation"),
]


@pytest.mark.parametrize(("job_change", "block_change", "code", "field"), WRONG)
def test_that_a_wrong_field_is_named(
    job_change: dict[str, Any],
    block_change: dict[str, Any],
    code: str,
    field: str,
    job_json: Jobs,
    block_json: Blocks,
) -> None:
    refusal = refused(job_json(block=block_json("tiny", **block_change), **job_change))
    assert (refusal.code, refusal.details["field"]) == (code, field)
    assert field in refusal.sentence


@pytest.mark.parametrize("missing", ["dtype", "block", "points"])
def test_that_a_missing_field_is_named(missing: str, job_json: Jobs) -> None:
    message = job_json()
    del message[missing]
    refusal = refused(message)
    assert (refusal.code, refusal.details["field"]) == ("bad_job", missing)


def test_that_all_wrong_fields_are_named_at_once(job_json: Jobs, block_json: Blocks) -> None:
    refusal = refused(job_json(dtype="int8", block=block_json("tiny", d_model=-1, attention={"kind": "linear"})))
    fields = [problem["field"] for problem in refusal.details["problems"]]
    assert fields == ["dtype", "block.attention.kind", "block.d_model"]
    assert refusal.code == "bad_job"


def test_that_heads_a_rank_cannot_share_are_refused(job_json: Jobs, block_json: Blocks) -> None:
    block = block_json("tiny", attention={"heads": 6, "kv_heads": 3}, feed_forward={"width": 120})
    assert read_job(job_json(block=block, tensor_parallel=3)).shard.attention.kv_heads == 1
    refusal = refused(job_json(block=block_json("tiny", attention={"heads": 10, "kv_heads": 5}), tensor_parallel=2))
    assert refusal.details["field"] == "block.attention.kv_heads"
