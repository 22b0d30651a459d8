"""Faults that no healthy machine shows: errors of CUDA in the middle of a job, a Python that is too old."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planner.measure import measuring, worker
from planner.measure.protocol import Channel

FOLDER = Path(__file__).resolve().parents[3] / "planner" / "measure"
Jobs = Callable[..., dict[str, Any]]


def served(message: dict[str, Any]) -> tuple[bool, list[dict[str, Any]]]:
    """Whether the worker may go on after an order, and what it said."""
    reading, writing = os.pipe()
    try:
        goes_on = worker._serve(message, Channel(writing), threading.Event())
    finally:
        os.close(writing)
    with os.fdopen(reading, "rb") as said:
        return goes_on, [json.loads(line) for line in said]


def test_that_a_cuda_error_is_told_in_its_words_and_ends_the_worker(
    monkeypatch: pytest.MonkeyPatch, job_json: Jobs, capsys: Any
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("CUDA error: an illegal memory access was encountered\nCUDA kernel errors might be")

    monkeypatch.setattr(measuring, "choose_kernel", broken)
    goes_on, said = served(job_json())
    assert not goes_on
    assert said[-1]["type"] == "failed" and said[-1]["code"] == "internal"
    assert "CUDA error: an illegal memory access" in said[-1]["sentence"]
    assert "Traceback" in capsys.readouterr().err


def test_that_memory_of_the_card_that_runs_out_is_recovered_from(
    monkeypatch: pytest.MonkeyPatch, job_json: Jobs
) -> None:
    def full(*_: Any, **place: Any) -> Any:
        raise RuntimeError("CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 79 GiB")

    monkeypatch.setattr(measuring, "build", full)
    goes_on, said = served(job_json(points=job_json()["points"][:1]))
    assert goes_on
    assert said[-1]["code"] == "out_of_memory" and said[-1]["details"]["requested_bytes"] == 2 << 30
    assert "2,147,483,648 more bytes were asked for" in said[-1]["sentence"]


def test_that_a_python_that_is_too_old_says_so_in_the_workers_language() -> None:
    code = (
        "import runpy, sys; sys.version_info = (3, 8, 10); sys.argv = ['x']; "
        f"runpy.run_path({str(FOLDER)!r}, run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, input="")
    failed = json.loads(done.stdout)
    assert (done.returncode, failed["type"], failed["code"]) == (2, "failed", "old_python")
    assert "Python 3.8.10" in failed["sentence"] and "3.9" in failed["sentence"]


@pytest.mark.parametrize("formats", [{"feed_forward": "fp8"}])
def test_that_a_format_this_processor_has_no_units_for_is_the_reason_of_its_cell(
    formats: dict[str, str], job_json: Jobs, block_json: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planner.measure.attention_kernels.cpu_flags", list)
    block = {**block_json("tiny"), "formats": formats}
    goes_on, said = served(job_json(block=block, dtype="bfloat16"))
    assert goes_on and said[-1]["code"] == "unsupported" and "no fp8 units" in said[-1]["sentence"]
