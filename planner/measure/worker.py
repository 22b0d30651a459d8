"""The worker's main loop: a thread reads orders, the main thread carries them out."""

from __future__ import annotations

import os
import queue
import threading
import traceback

from .job import read_job, read_link, read_probe
from .machine import describe, import_torch
from .protocol import PROTOCOL, Cancelled, Channel, Message, Refusal, parse_message, read_lines, take_stdout
from .spec import Job, LinkOrder, ProbeOrder
from .together import run_ranks

GRACE_S = 2.0


class Orders:
    """Messages in the order they came. A cancel reaches the measurement that runs and those that wait."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[tuple[Message | Refusal, threading.Event]] = queue.SimpleQueue()
        self._events: list[threading.Event] = []

    def read(self, descriptor: int) -> None:
        """Read until the end of the input, or until a quit. Runs in a thread of its own.

        When the other side is gone nobody wants the answer: the process ends, at the latest after two seconds, even
        inside a call of torch that does not return.
        """
        for line in read_lines(descriptor):
            if not line.strip():
                continue
            try:
                message = parse_message(line)
            except Refusal as refusal:
                self._put(refusal)
                continue
            if message["type"] == "cancel":
                self.cancel()
            elif message["type"] == "quit":
                break
            else:
                self._put(message)
        self.cancel()
        self._put({"type": "quit"})
        threading.Event().wait(GRACE_S)
        os._exit(0)

    def cancel(self) -> None:
        """Ask everything that has been ordered so far to stop."""
        for event in self._events:
            event.set()

    def next(self) -> tuple[Message | Refusal, threading.Event]:
        """Wait for the next order; gives it with the event that cancels it."""
        return self._queue.get()

    def _put(self, message: Message | Refusal) -> None:
        event = threading.Event()
        self._events.append(event)
        self._queue.put((message, event))


def main() -> int:
    """Serve until quit or the end of the input; gives the exit status: 0, or 1 after an error nobody foresaw."""
    channel = take_stdout()
    orders = Orders()
    threading.Thread(target=orders.read, args=(0,), daemon=True).start()
    while True:
        message, cancelled = orders.next()
        if isinstance(message, Refusal):
            channel.send("failed", id="", points=[], **message.message())
        elif message["type"] == "quit":
            return 0
        elif not _serve(message, channel, cancelled):
            return 1


def _serve(message: Message, channel: Channel, cancelled: threading.Event) -> bool:
    """Carry out one order; False when the process is no longer to be trusted and has to end."""
    identity = message.get("id", "")
    try:
        if message["type"] == "hello":
            torch, reason = import_torch()
            channel.send("hello", protocol=PROTOCOL, **describe(torch, reason))
        elif message["type"] in ("measure", "probe", "link"):
            _run(message, channel, cancelled)
        else:
            raise Refusal("bad_message", f"This worker does not know the order {message['type']!r}")
    except Refusal as refusal:
        channel.send("failed", id=identity, points=[], **refusal.message())
    except Cancelled:
        channel.send("failed", id=identity, points=[], code="cancelled", sentence="Cancelled", details={})
    except Exception as error:
        traceback.print_exc()
        sentence = f"The measurement broke: {type(error).__name__}: {error}"
        channel.send("failed", id=identity, points=[], code="internal", sentence=sentence, details={})
        return False
    return True


def _run(message: Message, channel: Channel, cancelled: threading.Event) -> None:
    order: Job | ProbeOrder | LinkOrder
    if message["type"] == "measure":
        order = read_job(message)
    else:
        order = read_probe(message) if message["type"] == "probe" else read_link(message)
    channel.progress("Loading torch", 0.0, id=order.id)
    torch, reason = import_torch()
    if torch is None:
        raise Refusal("no_torch", str(reason))

    def check() -> None:
        if cancelled.is_set():
            raise Cancelled

    check()
    ranks = order.ranks if isinstance(order, LinkOrder) else 0
    if isinstance(order, Job) and order.together:
        ranks = order.tensor_parallel
    if ranks > 1 and not isinstance(order, ProbeOrder):
        run_ranks(message, ranks, order.time_limit_s, channel, check)
        return
    # These import torch, so not before it is known to load.
    from .measuring import measure
    from .probe import answer_probe

    if isinstance(order, Job):
        measure(order, channel, check)
    elif isinstance(order, ProbeOrder):
        answer_probe(order, channel, check)
