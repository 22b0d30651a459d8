"""Several ranks of a tensor-parallel block at once, or their all-reduce alone: starts a process per rank and relays.

The ranks are processes of this same folder (`rank.py`); they meet through a file. The first says what there is to say,
in the worker's language; when one ends without being asked, or the person cancels, all are ended.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Mapping

from .protocol import Channel, Check, Message, Refusal

POLL_S = 0.1
OVERTIME_S = 120.0
GRACE_S = 5.0
FINAL = ("result", "failed")


def run_ranks(order: Mapping[str, Any], ranks: int, time_limit_s: float, channel: Channel, check: Check) -> None:
    """Start the ranks and relay what the first says until its answer.

    Raises Refusal or Cancelled; no process is left in any case.
    """
    with tempfile.TemporaryDirectory(prefix="fitsheet-ranks-") as folder:
        meeting = str(Path(folder, "store"))
        processes = [_start(rank, ranks, meeting, order) for rank in range(ranks)]
        try:
            answer = _relay(processes, time.monotonic() + time_limit_s + OVERTIME_S, channel, check)
            _wait(processes)
        finally:
            for process in processes:
                if process.poll() is None:
                    process.kill()
                process.wait()
                for stream in (process.stdin, process.stdout):
                    if stream is not None:
                        stream.close()
    channel.send(str(answer.pop("type")), **answer)


def _start(rank: int, ranks: int, meeting: str, order: Mapping[str, Any]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-E", str(Path(__file__).resolve().parent)]
    command += ["--rank", str(rank), "--ranks", str(ranks), "--meeting", meeting]
    pipe = subprocess.PIPE
    environment = {**os.environ, "OMP_NUM_THREADS": str(max(1, (os.cpu_count() or 1) // ranks))}
    process = subprocess.Popen(
        command, stdin=pipe, stdout=pipe if rank == 0 else subprocess.DEVNULL, env=environment
    )  # fmt: skip
    assert process.stdin is not None
    try:
        process.stdin.write(json.dumps(dict(order)).encode() + b"\n")
        process.stdin.flush()
    except OSError:
        pass  # it ended at once, which the watching shows
    return process


def _wait(processes: list[subprocess.Popen[bytes]]) -> None:
    """Let the ranks say good-bye to each other, for a while."""
    ends = time.monotonic() + GRACE_S
    for process in processes:
        try:
            process.wait(max(0.0, ends - time.monotonic()))
        except subprocess.TimeoutExpired:
            return


def _relay(processes: list[subprocess.Popen[bytes]], ends: float, channel: Channel, check: Check) -> Message:
    """Relay what the first rank says; gives its answer."""
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    first = processes[0]

    def read() -> None:
        assert first.stdout is not None
        for line in first.stdout:
            lines.put(line)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    while True:
        check()
        message = _next(lines)
        if message is not None:
            if message["type"] in FINAL:
                return message
            channel.send(str(message.pop("type")), **message)
            continue
        ended = [(rank, process.returncode) for rank, process in enumerate(processes) if process.poll() is not None]
        if ended and lines.empty() and (not reader.is_alive() or ended[0][0] != 0):
            rank, status = ended[0]
            raise Refusal("rank_ended", f"Rank {rank} of {len(processes)} ended with status {status}", rank=rank)
        if time.monotonic() > ends:
            raise Refusal("time_limit", "The ranks gave no answer in the time that they had")


def _next(lines: queue.SimpleQueue[bytes]) -> Message | None:
    try:
        message = json.loads(lines.get(timeout=POLL_S))
    except (queue.Empty, ValueError):
        return None
    return message if isinstance(message, dict) and "type" in message else None
