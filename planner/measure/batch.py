"""Runs the jobs of a file one after the other and writes their results: for a computer without Fitsheet.

`python -E <this folder> --jobs jobs.json --out results.json`. Each job has a process of its own, so that one that
breaks takes nothing with it; the file is written anew after each, so that what is done is kept whatever comes.
Standard library only; the processes need torch.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Mapping

FORMAT = "fitsheet-measurements"
JOBS = "fitsheet-jobs"
VERSION = 1
GRACE_S = 10.0
HELLO_S = 180.0
OVERTIME_S = 180.0
MEASURED, SOME_FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def main(arguments: list[str]) -> int:
    """Gives the exit status: 0 everything was measured, 1 some of it failed, 2 the job file cannot be used."""
    given = dict(zip(arguments[::2], arguments[1::2]))
    if len(arguments) % 2 or set(given) - {"--jobs", "--out", "--device"} or not {"--jobs", "--out"} <= set(given):
        print("Use: python FOLDER --jobs jobs.json --out results.json [--device auto|cpu|cuda:N]", file=sys.stderr)
        return BAD_INPUT
    try:
        entries = read_jobs(Path(given["--jobs"]))
    except (OSError, ValueError) as error:
        print(f"{given['--jobs']} cannot be used: {error}", file=sys.stderr)
        return BAD_INPUT
    out = Path(given["--out"])
    done: list[dict[str, Any]] = []
    try:
        write_results(out, done)
        for at, entry in enumerate(entries):
            job = dict(entry["job"])
            if "--device" in given:
                job["device"] = given["--device"]
            print(f"{at + 1} of {len(entries)}: {entry.get('name') or job.get('id')}", file=sys.stderr)
            answer = run_job(job)
            done.append({**entry, "job": job, **answer})
            write_results(out, done)
            print(f"  {_said(answer)}", file=sys.stderr)
            if answer.get("interrupted"):
                return INTERRUPTED
    except OSError as error:
        print(f"{out} cannot be written: {error}", file=sys.stderr)
        return BAD_INPUT
    return MEASURED if all("result" in each for each in done) else SOME_FAILED


def read_jobs(path: Path) -> list[dict[str, Any]]:
    """Give the entries of a job file, each with its "job"; ValueError says what is wrong with it."""
    found = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(found, dict) or found.get("format") != JOBS:
        raise ValueError("it is no job file of Fitsheet")
    if found.get("version") != VERSION:
        raise ValueError(f"it is of version {found.get('version')!r}, and this program reads {VERSION}")
    entries = found.get("jobs")
    if not isinstance(entries, list) or not all(
        isinstance(e, dict) and isinstance(e.get("job"), dict) for e in entries
    ):
        raise ValueError('its "jobs" are no list of jobs')
    return entries


def write_results(path: Path, done: list[dict[str, Any]]) -> None:
    """Write a results file whole: a half-written one never takes the place of the one before."""
    text = json.dumps({"format": FORMAT, "version": VERSION, "results": done}, indent=1, allow_nan=False)
    half = path.with_name(path.name + ".part")
    half.write_text(text + "\n", encoding="utf-8")
    os.replace(half, path)


def _said(answer: Mapping[str, Any]) -> str:
    if "result" not in answer:
        return f"not measured: {answer['failed']['sentence']}"
    points = answer["result"].get("points") or []
    times = [f"{each['point']['phase']} {each['seconds'] * 1e3:.4g} ms" for each in points if "seconds" in each]
    failed = [each["failed"]["sentence"] for each in points if "failed" in each]
    return "; ".join([*times, *failed]) or "done"


class _Process:
    """The worker as a process; its lines come through a queue, so that waiting has an end."""

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        command = [sys.executable, "-E", str(Path(__file__).resolve().parent)]
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe)
        self.lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send(self, message: Mapping[str, Any]) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(dict(message)).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            pass  # it has ended, which reading will show

    def read(self, ends: float) -> Any:
        """Give the next message; None at the end of the output. queue.Empty when it is later than `ends`."""
        while True:
            line = self.lines.get(timeout=max(0.0, ends - time.monotonic()))
            if line is None:
                return None
            try:
                message = json.loads(line)
            except ValueError:
                continue
            if isinstance(message, dict):
                return message

    def end(self) -> None:
        self.send({"type": "quit"})
        try:
            self.process.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def run_job(job: Mapping[str, Any]) -> dict[str, Any]:
    """Give {"result": ...} or {"failed": ..., "points": ...} of one job; the points that were done are kept."""
    worker = _Process()
    points: list[Any] = []
    ends = time.monotonic() + HELLO_S + OVERTIME_S + float(job.get("time_limit_s") or 60.0)
    interrupted = False
    answer: dict[str, Any] | None = None
    worker.send(job)
    while answer is None:
        try:
            message = worker.read(ends)
        except KeyboardInterrupt:
            interrupted, ends = True, time.monotonic() + GRACE_S
            worker.send({"type": "cancel"})
            continue
        except queue.Empty:
            answer = _failed("silent", "The measuring process gave no answer in the time that it had, and was ended")
            worker.process.kill()
            break
        if message is None:
            status = worker.process.wait()
            answer = _failed("crashed", f"The measuring process ended with status {status} before it had answered")
        elif message.get("type") == "sample":
            points.append({name: value for name, value in message.items() if name not in ("type", "id")})
        elif message.get("type") == "result":
            answer = {"result": message}
        elif message.get("type") == "failed":
            answer = {"failed": {name: message.get(name) for name in ("code", "sentence", "details")}}
            if message.get("partial"):
                answer["result"] = {**message["partial"], "points": message.get("points") or [], "notes": []}
    worker.end()
    if "result" not in answer and points:
        answer["points"] = points
    return {**answer, "interrupted": True} if interrupted else answer


def _failed(code: str, sentence: str) -> dict[str, Any]:
    return {"failed": {"code": code, "sentence": sentence, "details": {}}}
