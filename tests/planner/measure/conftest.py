"""Jobs of known blocks, and a worker in a process of its own that is told lines and read line by line."""

import copy
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "planner" / "measure"
PATIENCE_S = 90.0
ONE_THREAD = {"OMP_NUM_THREADS": "1"}
"""Threads of torch that wait for each other are slow beside another test; one conversation is held with all of them."""

_LLAMA_2_7B = {
    "d_model": 4096,
    "norm": {"kind": "rms_norm", "eps": 1e-5, "bias": False},
    "norm_placement": "pre",
    "position": "rotary",
    "rope_theta": 10000.0,
    "attention": {"kind": "grouped_query", "heads": 32, "kv_heads": 32, "head_dim": 128, "window": None},
    "feed_forward": {"kind": "gated", "width": 11008, "activation": "silu", "bias": False},
}
_LLAMA_3_8B = {
    **_LLAMA_2_7B,
    "rope_theta": 500000.0,
    "attention": {"kind": "grouped_query", "heads": 32, "kv_heads": 8, "head_dim": 128},
    "feed_forward": {"kind": "gated", "width": 14336, "activation": "silu", "bias": False},
}
_GPT_2 = {
    "d_model": 768,
    "norm": {"kind": "layer_norm", "eps": 1e-5, "bias": True},
    "position": "learned",
    "attention": {
        "kind": "grouped_query",
        "heads": 12,
        "kv_heads": 12,
        "head_dim": 64,
        **dict.fromkeys(("query_bias", "key_bias", "value_bias", "output_bias"), True),
    },
    "feed_forward": {"kind": "plain", "width": 3072, "activation": "gelu_tanh", "bias": True},
}
_QWEN_2_5_7B = {
    **_LLAMA_2_7B,
    "d_model": 3584,
    "attention": {
        "kind": "grouped_query",
        "heads": 28,
        "kv_heads": 4,
        "head_dim": 128,
        **dict.fromkeys(("query_bias", "key_bias", "value_bias"), True),
    },
    "feed_forward": {"kind": "gated", "width": 18944, "activation": "silu", "bias": False},
}
_TINY = {
    **_LLAMA_2_7B,
    "d_model": 64,
    "attention": {"kind": "grouped_query", "heads": 4, "kv_heads": 2, "head_dim": 16},
    "feed_forward": {"kind": "gated", "width": 128, "activation": "silu", "bias": False},
}
_BLOCKS = {
    "llama-2-7b": _LLAMA_2_7B,
    "llama-3-8b": _LLAMA_3_8B,
    "gpt-2": _GPT_2,
    "qwen-2.5-7b": _QWEN_2_5_7B,
    "tiny": _TINY,
}


@pytest.fixture
def block_json() -> Callable[..., dict[str, Any]]:
    """Give the block of a job by name; keywords replace fields, those that are dicts field by field."""

    def give(name: str, **changes: Any) -> dict[str, Any]:
        block: dict[str, Any] = copy.deepcopy(_BLOCKS[name])
        for key, value in changes.items():
            block[key] = {**block[key], **value} if isinstance(value, dict) else value
        return block

    return give


@pytest.fixture
def job_json(block_json: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """Give a "measure" message for a tiny block on the CPU, two points, a few seconds; keywords replace fields."""

    def give(**changes: Any) -> dict[str, Any]:
        job = {
            "type": "measure",
            "id": "row-1",
            "device": "cpu",
            "dtype": "float32",
            "block": block_json("tiny"),
            "tensor_parallel": 1,
            "points": [
                {"phase": "prefill", "batch": 1, "tokens": 16},
                {"phase": "decode", "batch": 2, "context": 32},
            ],
            "time_limit_s": 6.0,
            "peaks": None,
        }
        return {**job, **changes}

    return give


class Worker:
    """The worker as a process: `send` a message or raw bytes, `read` the next message, `wait` for its end."""

    def __init__(self, command: list[str], environment: dict[str, str] | None, folder: Path | None) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, cwd=folder)
        self.lines: queue.Queue[bytes | None] = queue.Queue()
        self.errors: list[bytes] = []
        self._threads = [threading.Thread(target=self._read_output), threading.Thread(target=self._read_errors)]
        for thread in self._threads:
            thread.start()

    def _read_output(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.errors.extend(self.process.stderr)

    def send(self, message: dict[str, Any] | bytes) -> None:
        assert self.process.stdin is not None
        data = message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n"
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self, *kinds: str) -> dict[str, Any]:
        """Give the next message of one of these kinds, passing over the others; of any kind if none is named."""
        while True:
            line = self.lines.get(timeout=PATIENCE_S)
            assert line is not None, f"the worker ended: {self.stderr()}"
            message: dict[str, Any] = json.loads(line)
            if not kinds or message["type"] in kinds:
                return message

    def wait(self) -> int:
        return self.process.wait(PATIENCE_S)

    def stderr(self) -> str:
        return b"".join(self.errors).decode()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            try:
                stream.close()
            except BrokenPipeError:
                continue


@pytest.fixture
def start_worker() -> Iterator[Callable[..., Worker]]:
    """Start workers; every one is ended with the test."""
    workers: list[Worker] = []

    def start(
        *prefix: str, environment: dict[str, str] | None = None, folder: Path | None = None, path: Path = FOLDER
    ) -> Worker:
        given = {**(os.environ if environment is None else environment), **ONE_THREAD}
        worker = Worker([*(prefix or (sys.executable, "-E")), str(path)], given, folder)
        workers.append(worker)
        return worker

    yield start
    for worker in workers:
        worker.close()


@pytest.fixture(scope="module")
def _kept() -> Iterator[list[Worker]]:
    workers: list[Worker] = []
    yield workers
    for worker in workers:
        worker.close()


@pytest.fixture
def loaded(_kept: list[Worker], request: pytest.FixtureRequest) -> Iterator[Worker]:
    """A worker that the tests of a module share, since to import torch takes longer than what most of them ask.

    A test that fails, or that leaves a job, leaves its worker in a state that nobody knows: the next has a new one.
    """
    if not _kept:
        _kept.append(Worker([sys.executable, "-E", str(FOLDER)], {**os.environ, **ONE_THREAD}, None))
    failed = request.session.testsfailed
    yield _kept[-1]
    if request.session.testsfailed != failed or _kept[-1].process.poll() is not None or not _kept[-1].lines.empty():
        _kept.pop().close()
