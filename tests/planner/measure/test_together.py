"""Several ranks at once on the CPU over gloo: block and all-reduce, a rank that dies, cancel; and the file of jobs."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from planner.measure.blocks.decoder import DecoderBlock, Inputs, build_cache, fill
from planner.measure.job import read_job
from planner.measure.spec import Block

FOLDER = Path(__file__).resolve().parents[3] / "planner" / "measure"
Jobs = Callable[..., dict[str, Any]]
Start = Callable[..., Any]


def ranks_of(meeting_word: str = "--rank") -> list[int]:
    """The processes on this machine that are ranks of a worker, by Linux's /proc."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if meeting_word.encode() in words and str(FOLDER).encode() in words:
            found.append(int(path.parent.name))
    return found


def children_of(pid: int) -> list[int]:
    """Ranks that a process started."""
    return [each for each in ranks_of() if f"PPid:\t{pid}\n" in Path(f"/proc/{each}/status").read_text()]


def share(whole: Block, part: Block, block: DecoderBlock, rank: int, ranks: int) -> dict[str, torch.Tensor]:
    """The weights of one rank: rows of what widens, columns of what narrows, norms whole."""
    state = {}
    for name, value in block.state_dict().items():
        if name.startswith(("attention.o", "feed_forward.down")):
            state[name] = value.chunk(ranks, dim=1)[rank]
        elif "norm" in name:
            state[name] = value
        else:
            state[name] = value.chunk(ranks, dim=0)[rank]
    return state


def test_that_shards_add_up_to_the_whole_block(job_json: Jobs) -> None:
    job = read_job(job_json(tensor_parallel=2))
    whole = DecoderBlock(job.block, device="cpu", dtype=torch.float32)
    fill(whole, torch.Generator().manual_seed(0))
    place: dict[str, Any] = {"device": "cpu", "dtype": torch.float32}
    parts = [DecoderBlock(job.shard, **place) for _ in range(2)]
    for rank, part in enumerate(parts):
        part.load_state_dict(share(job.block, job.shard, whole, rank, 2))
    point = job.points[0]
    inputs = Inputs(job.block, point, torch.Generator().manual_seed(1), **place)
    mine = Inputs(job.shard, point, torch.Generator().manual_seed(1), **place)
    with torch.inference_mode():
        expected = inputs.run(whole, build_cache(job.block, point, **place))
        normed = whole.attention_norm(inputs.x_BTM)
        attended = sum(
            part.attention(normed, build_cache(job.shard, point, **place), 0, mine.rotary_2SD, None) for part in parts
        )
        x_BTM = inputs.x_BTM + attended
        normed = whole.feed_forward_norm(x_BTM)
        ours = x_BTM + sum(part.feed_forward(normed) for part in parts)
    torch.testing.assert_close(ours, expected, rtol=1e-5, atol=1e-5)


def test_that_two_ranks_measure_block_and_all_reduce_and_leave_no_process(start_worker: Start, job_json: Jobs) -> None:
    worker = start_worker()
    worker.send({"type": "link", "id": "link", "device": "cpu", "ranks": 2, "sizes": [4096, 1 << 20]})
    worker.send(job_json(id="both", tensor_parallel=2, together=True))
    link, both = worker.read("result", "failed"), worker.read("result", "failed")
    assert (link["type"], link["ranks"], link["backend"]) == ("result", 2, "gloo")
    assert [each["bytes"] for each in link["sizes"]] == [4096, 1 << 20]
    assert all(each["seconds"] > 0 and each["n"] >= 3 for each in link["sizes"])
    assert {"latency_s", "bytes_per_s"} <= set(link)
    assert both["type"] == "result" and both["together"] and "all-reduces included" in both["shard"]
    assert [point["point"]["phase"] for point in both["points"]] == ["prefill", "decode"]
    assert all(point["seconds"] > 0 and point["cuda_graph"] is False for point in both["points"])
    for point in both["points"]:
        assert point["blocks"] >= 2 and isinstance(point["cold"], bool)
        assert {note["code"] for note in point["notes"]} >= ({"unstable"} if point["unstable"] else set())
        assert point["flops_per_s"] == pytest.approx(point["flops"] / point["seconds"])
    assert children_of(worker.process.pid) == []


def test_that_ranks_refuse_what_cannot_fit_and_what_cannot_be_and_measure_the_rest(
    start_worker: Start, job_json: Jobs
) -> None:
    worker = start_worker()
    points = [
        {"phase": "decode", "batch": 1 << 20, "context": 1 << 20},
        {"phase": "prefill", "batch": 1, "tokens": 16},
    ]
    worker.send(job_json(tensor_parallel=2, together=True, points=points))
    large, done = worker.read("result", "failed")["points"]
    assert large["failed"]["code"] == "cannot_fit" and done["seconds"] > 0
    assert f"largest batch that fits is {large['failed']['details']['largest_batch']:,}".replace(",", "") in (
        large["failed"]["sentence"].replace(",", "")
    )
    peaks = {"flops": 1.0, "bandwidth": 1e15}
    worker.send(job_json(tensor_parallel=2, together=True, points=points[1:], peaks=peaks))
    (impossible,) = worker.read("result", "failed")["points"]
    assert impossible["failed"]["code"] == "gate" and "seconds" not in impossible
    worker.send(job_json(tensor_parallel=2, together=True, points=points[:1]))
    failed = worker.read("result", "failed")
    assert (failed["type"], failed["code"]) == ("failed", "cannot_fit")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks processes up in /proc")
def test_that_no_rank_is_left_when_the_worker_is_killed(start_worker: Start) -> None:
    worker = start_worker()
    sizes = [1 << 26] * 100  # seconds each, in which a rank says nothing that could fail to be heard
    worker.send({"type": "link", "id": "link", "device": "cpu", "ranks": 2, "sizes": sizes, "time_limit_s": 600})
    worker.read("progress")
    ends = time.monotonic() + 60
    while len(children := children_of(worker.process.pid)) < 2 and time.monotonic() < ends:
        time.sleep(0.05)
    assert len(children) == 2
    worker.process.kill()
    ends = time.monotonic() + 3
    while (left := set(children) & set(ranks_of())) and time.monotonic() < ends:
        time.sleep(0.05)
    assert not left


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks processes up in /proc")
@pytest.mark.parametrize("way", ["killed", "cancelled"])
def test_that_a_rank_that_ends_or_a_cancel_ends_them_all_with_a_sentence(way: str, start_worker: Start) -> None:
    worker = start_worker()
    sizes = [1 << 20] * 5000
    worker.send({"type": "link", "id": "link", "device": "cpu", "ranks": 2, "sizes": sizes, "time_limit_s": 600})
    worker.read("progress")
    ends = time.monotonic() + 60
    while len(children := children_of(worker.process.pid)) < 2 and time.monotonic() < ends:
        time.sleep(0.05)
    if way == "killed":
        os.kill(max(children), signal.SIGKILL)
    else:
        worker.send({"type": "cancel"})
    failed = worker.read("failed", "result")
    assert failed["type"] == "failed"
    if way == "cancelled":
        assert failed["code"] == "cancelled"
    else:
        assert failed["code"] in ("rank_ended", "internal") and ("ended with status" in failed["sentence"]
                                                                 or "ranks broke" in failed["sentence"])  # fmt: skip
    worker.send({"type": "hello"})
    worker.read("hello")
    assert children_of(worker.process.pid) == []


def test_that_ranks_on_cards_that_are_not_there_are_refused(start_worker: Start) -> None:
    worker = start_worker(environment={**os.environ, "CUDA_VISIBLE_DEVICES": ""})
    worker.send({"type": "link", "id": "link", "device": "cuda", "ranks": 2})
    failed = worker.read("failed", "result")
    assert failed["code"] == "no_cuda" and "CUDA was asked for" in failed["sentence"]


@pytest.mark.parametrize(
    ("change", "field"),
    [({"ranks": 1}, "ranks"), ({"sizes": [0]}, "sizes"), ({"sizes": "all"}, "sizes"), ({"port": 1}, "port")],
)
def test_that_a_wrong_field_of_a_link_is_named(change: dict[str, Any], field: str) -> None:
    from planner.measure.job import read_link
    from planner.measure.protocol import Refusal

    with pytest.raises(Refusal) as caught:
        read_link({"type": "link", "id": "x", **change})
    assert caught.value.details["field"] == field


def test_that_a_file_of_jobs_is_run_and_a_job_that_fails_leaves_the_others(tmp_path: Path, job_json: Jobs) -> None:
    good = job_json(id="s1", points=job_json()["points"][:1], time_limit_s=3)
    entries = [
        {"scenario": "s0", "name": "wrong", "job": {**good, "dtype": "float8"}},
        {"scenario": "s1", "name": "right", "job": good},
    ]
    jobs, out = tmp_path / "jobs.json", tmp_path / "results.json"
    jobs.write_text(json.dumps({"format": "fitsheet-jobs", "version": 1, "jobs": entries}))
    done = subprocess.run(
        [sys.executable, "-E", str(FOLDER), "--jobs", str(jobs), "--out", str(out)],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 1
    assert "1 of 2: wrong" in done.stderr and "not measured: dtype" in done.stderr and "prefill" in done.stderr
    found = json.loads(out.read_text())
    assert (found["format"], found["version"]) == ("fitsheet-measurements", 1)
    wrong, right = found["results"]
    assert wrong["failed"]["code"] == "unsupported" and right["scenario"] == "s1"
    assert right["result"]["points"][0]["seconds"] > 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "cannot be used"),
        ("[]", "no job file"),
        ('{"format": "fitsheet-jobs", "version": 9, "jobs": []}', "version 9"),
        ('{"format": "fitsheet-jobs", "version": 1, "jobs": [5]}', "no list of jobs"),
    ],
)
def test_that_a_job_file_that_cannot_be_used_is_said_so(text: str, said: str, tmp_path: Path, capsys: Any) -> None:
    from planner.measure.batch import main

    jobs = tmp_path / "jobs.json"
    jobs.write_text(text)
    assert main(["--jobs", str(jobs), "--out", str(tmp_path / "out.json")]) == 2
    assert said in capsys.readouterr().err
    assert main(["--jobs", str(jobs)]) == 2
