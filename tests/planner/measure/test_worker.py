"""The worker as a process, end to end: hello, a measurement on the CPU, cancel, quit, and every way to fail."""

import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

Start = Callable[..., Any]
Jobs = Callable[..., dict[str, Any]]
Blocks = Callable[..., dict[str, Any]]

LIMIT_S = 30
"""Room for a busy machine; a quiet one needs a fraction of it."""
LINUX = pytest.mark.skipif(platform.system() != "Linux", reason="limits of another process are Linux's")
TOP_UP_POINTS = [{"phase": "prefill", "batch": 1, "tokens": 16}] * 400
"""Enough that a job is not over before it is stopped; each point has its share of the limit, and no more."""
LONG_LIMIT_S = 600


@pytest.fixture(scope="module")
def measured() -> dict[str, Any]:
    """One whole conversation, read once: what was said, in order."""
    folder = Path(__file__).resolve().parents[3] / "planner" / "measure"
    block = {
        "d_model": 64,
        "norm": {"kind": "rms_norm"},
        "position": "rotary",
        "attention": {"kind": "grouped_query", "heads": 4, "kv_heads": 2, "head_dim": 16},
        "feed_forward": {"kind": "gated", "width": 128, "activation": "silu"},
    }
    points = [{"phase": "prefill", "batch": 1, "tokens": 16}, {"phase": "decode", "batch": 2, "context": 32}]
    job = {"type": "measure", "id": "row-1", "device": "auto", "dtype": "bfloat16", "block": block, "points": points}
    job.update(tensor_parallel=2, time_limit_s=LIMIT_S, peaks={"flops": 1e15, "bandwidth": 1e13})
    orders = [{"job": "hello"}, job]
    process = subprocess.Popen(
        [sys.executable, "-E", str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None and process.stdout is not None
    with process:
        process.stdin.write("".join(json.dumps(order) + "\n" for order in orders).encode())
        process.stdin.flush()
        messages = []
        for line in process.stdout:
            messages.append(json.loads(line))
            if messages[-1]["type"] in ("result", "failed"):
                process.stdin.write(b'{"type": "quit"}\n')
                process.stdin.flush()
        status = process.wait(30)
    return {"messages": messages, "status": status}


def of_kind(measured: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [message for message in measured["messages"] if message["type"] == kind]


def test_that_hello_tells_torch_cuda_and_the_devices(measured: dict[str, Any]) -> None:
    import torch

    (hello,) = of_kind(measured, "hello")
    assert measured["messages"][0] == hello
    assert hello["protocol"] == 1
    assert (hello["python"], hello["torch"]) == (platform.python_version(), str(torch.__version__))
    assert hello["cuda"] is torch.cuda.is_available()
    cpu = hello["devices"][-1]
    assert cpu["device"] == "cpu" and cpu["name"] and cpu["cache_bytes"] > 0
    assert 0 < cpu["free_bytes"] <= cpu["total_bytes"]
    assert cpu["threads"] >= 1 and cpu["cores"] >= 1
    if not hello["cuda"]:
        assert "torch" in hello["cuda_reason"]


def test_that_a_result_has_everything_needed_to_judge_it(measured: dict[str, Any]) -> None:
    (result,) = of_kind(measured, "result")
    assert measured["status"] == 0
    assert (result["id"], result["dtype"], result["tensor_parallel"]) == ("row-1", "bfloat16", 2)
    assert "rank of 2" in result["shard"]
    # d 64, 2 of 4 heads and 1 of 2 key heads of 16, width 64: 2 x 64 x 32 + 2 x 64 x 16 + 3 x 64 x 64 + 128
    assert result["block_parameters"] == 18_560
    probe = result["probe"]
    assert set(probe["gemm_flops_per_s"]) == {"float32", "bfloat16"}
    assert all(rate > 0 for rate in probe["gemm_flops_per_s"].values())
    assert probe["read_bytes_per_s"] > 0 and probe["call_s"] > 0
    assert result["torch"] and result["threads"] >= 1 and result["device"]["name"]
    for point, wanted in zip(
        result["points"],
        [{"phase": "prefill", "batch": 1, "tokens": 16}, {"phase": "decode", "batch": 2, "context": 32}],
        strict=True,
    ):
        assert point["point"] == wanted
        assert 0 < point["minimum_s"] <= point["lower_quartile_s"] <= point["median_s"] <= point["upper_quartile_s"]
        assert point["seconds"] > 0 and point["n"] >= 1 and point["blocks"] >= 2
        assert point["passes"][0] in (1, point["blocks"]) and point["passes"][1:] in ([], [4 * point["passes"][0]])
        assert point["attention_kernel"] == "flash" or result["device"]["device"] != "cpu"
        assert isinstance(point["unstable"], bool) and (point["reason"] is not None) is point["unstable"]
        assert point["memory"]["method"] in ("process_growth", "tensors_counted", "cuda")
        assert point["memory"]["peak_bytes"] > 0
        assert 0 < point["fraction_of_flops"] < 1 and 0 < point["fraction_of_bandwidth"] < 1
        assert datetime.now(UTC) - datetime.fromisoformat(point["date"]) < timedelta(minutes=10)
        if result["device"]["device"] == "cpu":
            assert point["cuda_graph"] is False and point["without_graph_s"] is None


def test_that_every_point_is_sent_as_soon_as_it_is_done(measured: dict[str, Any]) -> None:
    samples, (result,) = of_kind(measured, "sample"), of_kind(measured, "result")
    assert [sample["index"] for sample in samples] == [0, 1]
    assert [{**point, "type": "sample", "id": "row-1"} for point in result["points"]] == samples


def test_that_progress_names_stages_and_rises(measured: dict[str, Any]) -> None:
    progress = of_kind(measured, "progress")
    fractions = [message["fraction"] for message in progress]
    assert fractions == sorted(fractions) and fractions[0] >= 0 and fractions[-1] <= 1
    assert progress[0]["stage"] == "Loading torch"
    assert {message["stage"] for message in progress} <= {
        "Loading torch",
        "Checking memory",
        "Probing the device",
        "Building",
        "Warming up",
        "Timing",
    }
    left = [message["seconds_left"] for message in progress if message["seconds_left"] is not None]
    assert left and all(0 <= seconds <= LIMIT_S for seconds in left)


def test_that_prints_and_writes_do_not_reach_the_messages(start_worker: Start, tmp_path: Path, job_json: Jobs) -> None:
    # A torch that prints through Python, through descriptor 1 and through a child, and then cannot be used.
    (tmp_path / "torch.py").write_text(
        "import os, subprocess, sys\nprint('stray one')\nos.write(1, b'stray two\\n')\n"
        "subprocess.run([sys.executable, '-c', 'print(\"stray three\")'])\nraise OSError('libstray.so is missing')\n"
    )
    worker = start_worker(sys.executable, environment={**os.environ, "PYTHONPATH": str(tmp_path)})
    worker.send({"type": "hello"})
    hello = worker.read()
    assert hello["type"] == "hello" and hello["torch"] is None
    assert "libstray.so is missing" in hello["torch_reason"]
    worker.send({"type": "quit"})
    assert worker.wait() == 0
    worker.close()
    assert all(f"stray {number}" in worker.stderr() for number in ("one", "two", "three"))


@pytest.mark.parametrize("broken", ["raise ImportError('No module named torch')", "__version__ = '2.1.0'"])
def test_that_a_missing_or_old_torch_has_a_sentence(
    broken: str, start_worker: Start, tmp_path: Path, job_json: Jobs
) -> None:
    (tmp_path / "torch.py").write_text(broken)
    worker = start_worker(sys.executable, environment={**os.environ, "PYTHONPATH": str(tmp_path)})
    worker.send(job_json())
    failed = worker.read("failed", "result")
    assert (failed["code"], failed["id"], failed["points"]) == ("no_torch", "row-1", [])
    assert "torch" in failed["sentence"]


def test_that_a_torch_that_breaks_in_the_middle_ends_the_worker_with_a_sentence(
    start_worker: Start, tmp_path: Path, job_json: Jobs
) -> None:
    (tmp_path / "torch.py").write_text("__version__ = '2.6.0'\n")
    worker = start_worker(sys.executable, environment={**os.environ, "PYTHONPATH": str(tmp_path)})
    worker.send(job_json())
    failed = worker.read("failed", "result")
    assert failed["code"] == "internal" and "torch" in failed["sentence"]
    assert worker.wait() == 1
    worker.close()
    assert "Traceback" in worker.stderr()


@pytest.mark.parametrize(
    "garbage", [b"hello\n", b"\xff\xfe\x00\n", b"[1, 2]\n", b'{"id": 5}\n', b'{"type": "dance"}\n', b'{"type": NaN}\n']
)
def test_that_garbage_is_answered_and_survived(garbage: bytes, start_worker: Start) -> None:
    worker = start_worker()
    worker.send(garbage)
    failed = worker.read()
    assert (failed["type"], failed["code"]) == ("failed", "bad_message")
    worker.send(b"\n")
    worker.send({"type": "quit"})
    assert worker.wait() == 0


def test_that_an_endless_line_is_answered_and_survived(start_worker: Start) -> None:
    worker = start_worker()
    worker.send(b"x" * (3 << 20) + b"\n")
    assert worker.read()["code"] == "bad_message"
    worker.send({"type": "quit"})
    assert worker.wait() == 0


def test_that_a_bad_job_names_its_field_before_torch_is_loaded(
    start_worker: Start, job_json: Jobs, block_json: Blocks
) -> None:
    worker = start_worker()
    worker.send(job_json(id="a", block=block_json("tiny", attention={"kind": "linear"})))
    failed = worker.read()
    assert (failed["code"], failed["id"]) == ("unsupported", "a")
    assert failed["details"]["field"] == "block.attention.kind"
    worker.send(job_json(id="b", tensor_parallel=3))
    failed = worker.read()
    assert (failed["code"], failed["id"], failed["details"]["field"]) == ("bad_job", "b", "tensor_parallel")


def test_that_cuda_demanded_where_there_is_none_is_refused_with_the_reason(start_worker: Start, job_json: Jobs) -> None:
    # Hidden, so that this holds on a machine with a card as well.
    worker = start_worker(sys.executable, environment={**os.environ, "CUDA_VISIBLE_DEVICES": ""})
    worker.send(job_json(device="cuda"))
    failed = worker.read("failed", "result")
    assert failed["code"] == "no_cuda"
    assert failed["details"]["reason"] in failed["sentence"]
    worker.send(job_json(device="auto", id="again", time_limit_s=2))
    assert worker.read("failed", "result")["device"]["device"] == "cpu"


def test_that_what_cannot_fit_is_refused_before_it_is_built_with_the_largest_batch(loaded: Any, job_json: Jobs) -> None:
    loaded.send({"type": "hello"})
    free = loaded.read("hello")["devices"][-1]["free_bytes"]
    context = 1 << 20
    per_sequence = 2 * 2 * 16 * 4 * context
    batch = 4 * free // per_sequence
    started = time.monotonic()
    loaded.send(job_json(points=[{"phase": "decode", "batch": batch, "context": context}]))
    failed = loaded.read("failed", "result")
    assert time.monotonic() - started < 30
    assert failed["code"] == "cannot_fit"
    details = failed["details"]
    assert details["predicted_bytes"] > batch * per_sequence > details["free_bytes"]
    # 1.1 times the cache of so many sequences is what fits; the free memory moves a little between two readings.
    assert details["largest_batch"] == pytest.approx(free / 1.1 / per_sequence, rel=0.2)
    assert str(details["largest_batch"]) in failed["sentence"]


def test_that_one_refused_point_leaves_the_others(loaded: Any, job_json: Jobs) -> None:
    good = {"phase": "prefill", "batch": 1, "tokens": 16}
    loaded.send(job_json(points=[{"phase": "decode", "batch": 1 << 30, "context": 1 << 20}, good], time_limit_s=3))
    result = loaded.read("failed", "result")
    assert result["type"] == "result"
    assert result["points"][0]["failed"]["code"] == "cannot_fit"
    assert result["points"][1]["seconds"] > 0


def test_that_a_time_above_a_peak_is_not_given_as_a_result(loaded: Any, job_json: Jobs) -> None:
    loaded.send(job_json(points=job_json()["points"][:1], peaks={"flops": 10.0, "bandwidth": None}, time_limit_s=3))
    failed = loaded.read("failed", "result")
    assert failed["code"] == "gate"
    assert failed["details"]["fractions"]["flops"] > 1


def test_that_a_pass_longer_than_the_limit_is_refused(loaded: Any, job_json: Jobs, block_json: Blocks) -> None:
    block = block_json("gpt-2")
    loaded.send(job_json(block=block, points=[{"phase": "prefill", "batch": 2, "tokens": 1024}], time_limit_s=0.01))
    assert loaded.read("failed", "result")["code"] == "time_limit"


@LINUX
def test_that_memory_that_runs_out_is_recovered_from(start_worker: Start, job_json: Jobs) -> None:
    import resource

    worker = start_worker()
    worker.send(job_json(id="warm", points=job_json()["points"][:1], time_limit_s=2))
    assert worker.read("failed", "result")["type"] == "result"
    status = Path(f"/proc/{worker.process.pid}/status").read_text()
    held = int(status.split("VmSize:")[1].split()[0]) * 1024
    resource.prlimit(worker.process.pid, resource.RLIMIT_AS, (held + (200 << 20), resource.RLIM_INFINITY))
    context, batch = 1 << 16, 40
    worker.send(job_json(id="large", points=[{"phase": "decode", "batch": batch, "context": context}]))
    failed = worker.read("failed", "result")
    assert (failed["code"], failed["id"]) == ("out_of_memory", "large")
    # keys and values each: batch x 2 heads x 16 x context in float32
    assert failed["details"]["requested_bytes"] == batch * 2 * 16 * context * 4
    assert failed["details"]["free_bytes"] > 0
    assert f"{failed['details']['requested_bytes']:,}" in failed["sentence"]
    worker.send(job_json(id="small", points=job_json()["points"][:1], time_limit_s=2))
    assert worker.read("failed", "result")["type"] == "result"


@pytest.mark.parametrize(
    "stage", ["at once", "Loading torch", "Probing the device", "Building", "Timing", "second point"]
)
def test_that_cancel_is_answered_at_every_stage(
    stage: str, request: pytest.FixtureRequest, start_worker: Start, job_json: Jobs, block_json: Blocks
) -> None:
    first = stage in ("at once", "Loading torch")  # which a worker that has measured before has behind it
    worker = start_worker() if first else request.getfixturevalue("loaded")
    worker.send({"type": "hello"})
    worker.read("hello")
    block = block_json("tiny") if stage != "Building" else block_json("gpt-2")
    worker.send(job_json(block=block, points=TOP_UP_POINTS, time_limit_s=LONG_LIMIT_S))
    if stage == "second point":
        worker.read("sample")
    elif stage != "at once":
        while worker.read("progress")["stage"] != stage:
            continue
    asked = time.monotonic()
    worker.send({"type": "cancel"})
    failed = worker.read("failed", "result")
    assert failed["code"] == "cancelled"
    assert time.monotonic() - asked < 5
    assert len(failed["points"]) >= (1 if stage == "second point" else 0)
    worker.send(job_json(id="after", points=TOP_UP_POINTS[:1], time_limit_s=1))
    assert worker.read("failed", "result")["id"] == "after"


def test_that_a_cancel_does_not_reach_the_job_after_it(loaded: Any, job_json: Jobs) -> None:
    loaded.send({"type": "cancel"})
    loaded.send(job_json(points=TOP_UP_POINTS[:1], time_limit_s=2))
    assert loaded.read("failed", "result")["type"] == "result"


def test_that_the_end_of_the_input_ends_the_worker_in_the_middle_of_a_job(start_worker: Start, job_json: Jobs) -> None:
    worker = start_worker()
    worker.send(job_json(points=TOP_UP_POINTS, time_limit_s=LONG_LIMIT_S))
    while worker.read("progress")["stage"] != "Timing":
        continue
    worker.process.stdin.close()
    started = time.monotonic()
    assert worker.wait() == 0
    assert time.monotonic() - started < 10


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX's")
def test_that_a_killed_worker_leaves_nothing_behind(start_worker: Start, job_json: Jobs) -> None:
    worker = start_worker()
    worker.send(job_json(points=TOP_UP_POINTS, time_limit_s=LONG_LIMIT_S))
    while worker.read("progress")["stage"] != "Timing":
        continue
    worker.process.send_signal(signal.SIGKILL)
    assert worker.wait() == -signal.SIGKILL


def test_that_the_folder_runs_by_itself_under_any_name(start_worker: Start, tmp_path: Path) -> None:
    source = Path(__file__).resolve().parents[3] / "planner" / "measure"
    copy = tmp_path / "elsewhere, renamed"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    worker = start_worker(path=copy, folder=tmp_path)
    worker.send({"type": "hello"})
    assert worker.read()["protocol"] == 1


def test_that_the_folder_runs_as_a_module_of_the_project(start_worker: Start) -> None:
    root = Path(__file__).resolve().parents[3]
    worker = start_worker(sys.executable, "-m", path=Path("planner.measure"), folder=root)
    worker.send({"type": "hello"})
    assert worker.read()["protocol"] == 1
