"""The worker's language: one JSON object per line, in both directions.

In:  {"type": "hello"} | {"type": "measure", ...} | {"type": "probe", ...} | {"type": "link", ...} |
     {"type": "cancel"} | {"type": "quit"}
     ("job" is read as a synonym of "type"). The end of standard input counts as quit.
Out: hello, progress, sample (one finished point), result (all points), failed (code, sentence, details).
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from typing import Any, Callable, Iterator

PROTOCOL = 1
LONGEST_LINE = 1 << 20
SHORTEST_PROGRESS_GAP = 0.1

Message = dict[str, Any]


class Refusal(Exception):
    """A job, or one point of it, that has no result: a code for programs, a sentence for people, details."""

    def __init__(self, code: str, sentence: str, **details: Any) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.details = details

    def message(self) -> Message:
        """Give the JSON object that reports this refusal, without its type."""
        return {"code": self.code, "sentence": self.sentence, "details": self.details}


class Cancelled(Exception):
    """The person asked to stop."""


class Channel:
    """Writes messages to a file descriptor of its own, whole lines at a time, from any thread."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = threading.Lock()
        self._last_progress = float("-inf")

    def send(self, kind: str, **fields: Any) -> None:
        """Write one message; infinities and NaN are a programming error and raise ValueError."""
        line = json.dumps({"type": kind, **fields}, allow_nan=False) + "\n"
        data = line.encode("utf-8")
        with self._lock:
            while data:
                data = data[os.write(self._descriptor, data) :]

    def progress(self, stage: str, fraction: float, seconds_left: float | None = None, **fields: Any) -> None:
        """Write a progress message, at most ten a second."""
        now = time.monotonic()
        if now - self._last_progress < SHORTEST_PROGRESS_GAP:
            return
        self._last_progress = now
        self.send("progress", stage=stage, fraction=fraction, seconds_left=seconds_left, **fields)


def take_stdout() -> Channel:
    """Give a channel on a private copy of standard output, and send every other print to standard error.

    Libraries print to descriptor 1 as well as to `sys.stdout`; both are turned.
    """
    sys.stdout.flush()
    private = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return Channel(private)


def read_lines(descriptor: int) -> Iterator[bytes]:
    """Give the complete lines of a descriptor until its end.

    `os.read` and not a buffered reader: a thread that waits inside a buffered reader's lock aborts the interpreter
    when it ends. A line beyond LONGEST_LINE is given as it stands, and is then no JSON.
    """
    buffer = b""
    while True:
        chunk = os.read(descriptor, 65536)
        if not chunk:
            return
        buffer += chunk
        *lines, buffer = buffer.split(b"\n")
        yield from lines
        if len(buffer) > LONGEST_LINE:
            yield buffer
            buffer = b""


def parse_message(line: bytes) -> Message:
    """Give the JSON object of one line; raises Refusal("bad_message") when it is none."""
    try:
        message = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise Refusal("bad_message", f"A line is not JSON: {error}", line=_excerpt(line)) from None
    if not isinstance(message, dict):
        raise Refusal("bad_message", "A line is JSON but not an object", line=_excerpt(line))
    kind = message.get("type", message.get("job"))
    if not isinstance(kind, str):
        raise Refusal("bad_message", 'A message has no "type"', line=_excerpt(line))
    return {**message, "type": kind}


def _excerpt(line: bytes) -> str:
    return line[:200].decode("utf-8", "replace")


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


Check = Callable[[], None]
"""Raises Cancelled when the person asked to stop; called between any two passes and tensors."""
