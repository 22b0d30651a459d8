"""The window's side of a measurement: starts the worker in a Python of the user's, and always comes to an outcome.

The worker is a process (`planner/measure`, a folder); nothing of it is imported here. One JSON object per line goes
each way. However the process ends, `finished` is emitted once, with a sentence.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QCoreApplication, QObject, QProcess, QProcessEnvironment, QTimer, Signal

from planner.frozen import cleaned_environment, is_frozen
from ui.external_python import worker_folder
from ui.waiting import shortly
from ui.worker_words import refusal

PROTOCOL = 1
HELLO_PATIENCE_S = 120.0
RUN_PATIENCE_S = 120.0
ENDING_PATIENCE_S = 2.0
LONGEST_LINE = 16 << 20
TAIL_BYTES = 4096

Kind = Literal["not_started", "finished", "failed", "crashed", "cancelled"]


@dataclass(frozen=True)
class Outcome:
    """How a measurement ended.

    kind: not_started (no process), finished, failed (the worker says why), crashed (it ended or fell silent without an
    answer), cancelled. code and details are the worker's; samples are the points that were done in any case.
    """

    kind: Kind
    sentence: str
    code: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    result: Mapping[str, Any] | None = None
    samples: tuple[Mapping[str, Any], ...] = ()
    hello: Mapping[str, Any] | None = None
    partial: Mapping[str, Any] | None = None
    """What is said of a whole job (device, torch, dtype) when it was cancelled after some of its points."""
    stderr_tail: str = ""


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _end_at_once(process: QProcess) -> None:
    process.blockSignals(True)
    process.kill()
    process.waitForFinished(5000)


class Measurement(QObject):
    """One run of the worker. `start`, then signals, then `finished` once; `cancel` at any time; not to be used again.

    Without a job it asks for hello alone: which torch, which devices. Messages are dicts, as the worker sends them.
    """

    hello = Signal(object)
    progress = Signal(object)
    sample = Signal(object)
    finished = Signal(object)

    def __init__(self, parent: QObject | None = None, folder: Path | None = None) -> None:
        super().__init__(parent)
        self._folder = folder or worker_folder()
        self._job: Mapping[str, Any] | None = None
        self._hello: Mapping[str, Any] | None = None
        self._samples: list[Mapping[str, Any]] = []
        self._answer: Outcome | None = None
        self._outcome: Outcome | None = None
        self._cancelling = False
        self._unread = b""
        self._rubbish = 0
        self._stderr = b""
        self.hello_patience_s = HELLO_PATIENCE_S
        self.run_patience_s = RUN_PATIENCE_S
        self._process = QProcess(self)
        self._process.started.connect(self._on_started)
        self._process.readyReadStandardOutput.connect(self._on_output)
        self._process.readyReadStandardError.connect(self._on_errors)
        self._process.errorOccurred.connect(self._on_process_error)
        self._process.finished.connect(self._on_process_finished)
        # A parent that is deleted takes this object with it: the process must not be left to run, nor to call back.
        self.destroyed.connect(partial(_end_at_once, self._process))
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._on_silence)
        self._ending = QTimer(self)
        self._ending.setSingleShot(True)
        self._ending.timeout.connect(self._end_harder)
        self._terminated = False
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, once it has."""
        return self._outcome

    def is_running(self) -> bool:
        """Say whether there is a process."""
        return self._process.state() != QProcess.ProcessState.NotRunning

    def start(self, python: str, job: Mapping[str, Any] | None = None) -> None:
        """Start the worker with this Python, and let it do the job once it has said hello."""
        if self.is_running() or self._outcome is not None:
            raise RuntimeError("a Measurement runs once")
        self._job = job
        if not (self._folder / "__main__.py").is_file():
            self._finish(
                Outcome(
                    "not_started", self.tr("The measuring program is missing: {folder}").format(folder=self._folder)
                )
            )
            return
        # QProcess waits on this thread until the system has begun the program, or says why it cannot.
        if not shortly(lambda: os.path.exists(python) or True, False):
            text = self.tr("{python} did not answer. Choose another Python in the Measure menu, or try again.")
            self._finish(Outcome("not_started", text.format(python=python)))
            return
        environment = QProcessEnvironment()
        for name, value in cleaned_environment(os.environ, is_frozen()).items():
            environment.insert(name, value)
        self._process.setProcessEnvironment(environment)
        self._patience.start(round(self.hello_patience_s * 1000))
        # -B: the program's folder stays as it was installed, whoever runs its worker.
        self._process.start(python, ["-E", "-B", str(self._folder)])

    def cancel(self) -> None:
        """Ask the worker to stop; what does not obey is terminated after 2 s, and killed after 2 more."""
        if not self.is_running() or self._cancelling or self._answer is not None:
            return
        self._cancelling = True
        self._send({"type": "cancel"})
        self._ending.start(round(ENDING_PATIENCE_S * 1000))

    def close(self) -> None:
        """End the process now and wait for its end: for a window that closes. The outcome is then "cancelled"."""
        if not self.is_running():
            return
        self._cancelling = True
        self._process.kill()
        self._process.waitForFinished(5000)

    def _send(self, message: Mapping[str, Any]) -> None:
        self._process.write(json.dumps(dict(message)).encode("utf-8") + b"\n")

    def _on_started(self) -> None:
        self._send({"type": "hello"})

    def _on_output(self) -> None:
        """Cut what came into lines. Bytes are split first: a character may arrive in two pieces."""
        self._unread += bytes(self._process.readAllStandardOutput().data())
        *lines, self._unread = self._unread.split(b"\n")
        if len(self._unread) > LONGEST_LINE:
            lines.append(self._unread)
            self._unread = b""
        for line in lines:
            if line.strip() and self._answer is None:
                self._read_line(line)

    def _read_line(self, line: bytes) -> None:
        try:
            message = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
            kind = message["type"]
            handler = {
                "hello": self._read_hello,
                "progress": self.progress.emit,
                "sample": self._read_sample,
                "result": self._read_result,
                "failed": self._read_failed,
            }[kind]
        except (UnicodeDecodeError, ValueError, RecursionError, LookupError, TypeError):
            # A start-up file of the user's Python may print before the worker takes standard output for itself.
            self._rubbish += 1
            self._keep_tail(line[:200] + b"\n")
            return
        handler(message)

    def _read_hello(self, message: Mapping[str, Any]) -> None:
        if message.get("protocol") != PROTOCOL:
            theirs = message.get("protocol")
            text = self.tr("The measuring program speaks version {theirs} of the language, not {ours}")
            sentence = text.format(theirs=repr(theirs), ours=PROTOCOL)
            self._conclude(Outcome("failed", sentence, code="protocol", details={"protocol": theirs}))
            return
        if self._hello is not None:
            return
        self._hello = message
        self.hello.emit(message)
        if self._job is None:
            self._conclude(Outcome("finished", self.tr("{program} answers").format(program=self._process.program())))
        elif not self._cancelling:
            self._patience.start(round((float(self._job.get("time_limit_s", 60)) + self.run_patience_s) * 1000))
            self._send({"type": "measure", **self._job})
        else:
            self._conclude(Outcome("cancelled", self.tr("Cancelled before anything was measured")))

    def _read_sample(self, message: Mapping[str, Any]) -> None:
        self._samples.append(message)
        self.sample.emit(message)

    def _read_result(self, message: Mapping[str, Any]) -> None:
        self._conclude(Outcome("finished", self.tr("Measured"), result=message))

    def _read_failed(self, message: Mapping[str, Any]) -> None:
        code, sentence = str(message.get("code", "")), str(message.get("sentence") or self.tr("The measurement failed"))
        details = message.get("details")
        kind: Kind = "cancelled" if code == "cancelled" else "failed"
        partial = message.get("partial")
        self._conclude(
            Outcome(
                kind,
                refusal(code, sentence, details if isinstance(details, dict) else {}),
                code=code,
                details=details if isinstance(details, dict) else {},
                partial=partial if isinstance(partial, dict) else None,
            )
        )

    def _conclude(self, answer: Outcome) -> None:
        """The answer is known; the process is asked to go, and `finished` waits for its end."""
        self._answer = answer
        self._patience.stop()
        self._send({"type": "quit"})
        self._process.closeWriteChannel()
        self._ending.start(round(ENDING_PATIENCE_S * 1000))

    def _on_errors(self) -> None:
        self._keep_tail(bytes(self._process.readAllStandardError().data()))

    def _keep_tail(self, data: bytes) -> None:
        self._stderr = (self._stderr + data)[-TAIL_BYTES:]

    def _on_silence(self) -> None:
        """Nothing came in the time that even a slow machine needs."""
        waited = self.hello_patience_s if self._hello is None else self._patience.interval() / 1000
        text = self.tr("The measuring process gave no answer in {seconds} s and was ended")
        sentence = text.format(seconds=f"{waited:.3g}")
        self._answer = Outcome("crashed", sentence, code="silent")
        self._end_harder()

    def _end_harder(self) -> None:
        """Terminate; the next time, 2 s later, kill."""
        if not self.is_running():
            return
        if self._terminated:
            self._process.kill()
            return
        self._terminated = True
        self._process.terminate()
        self._ending.start(round(ENDING_PATIENCE_S * 1000))

    def _on_process_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            program, reason = self._process.program(), self._process.errorString()
            text = self.tr("{program} could not be started: {reason}")
            self._finish(Outcome("not_started", text.format(program=program, reason=reason)))

    def _on_process_finished(self, status: int, how: QProcess.ExitStatus) -> None:
        self._on_output()
        self._on_errors()
        if self._answer is not None:
            self._finish(self._answer)
        elif self._cancelling:
            self._finish(Outcome("cancelled", self.tr("Cancelled; the measuring process did not answer and was ended")))
        else:
            self._finish(Outcome("crashed", self._last_words(status, how), code="crashed"))

    def _last_words(self, status: int, how: QProcess.ExitStatus) -> str:
        if how == QProcess.ExitStatus.CrashExit:
            sentence = self.tr("The measuring process was ended from outside or broke down")
            if status == 9 and os.name == "posix":
                sentence += self.tr(" (signal 9: often the system does this when memory runs out)")
            elif os.name == "posix":
                sentence += self.tr(" (signal {number})").format(number=status)
        else:
            text = self.tr("The measuring process ended with status {status} before it had answered")
            sentence = text.format(status=status)
        if self._rubbish:
            sentence += self.tr("; {count} lines that it printed were no messages").format(count=self._rubbish)
        return sentence

    def _finish(self, outcome: Outcome) -> None:
        if self._outcome is not None:
            return
        self._patience.stop()
        self._ending.stop()
        tail = self._stderr.decode("utf-8", "replace")
        self._outcome = replace(outcome, samples=tuple(self._samples), hello=self._hello, stderr_tail=tail)
        self.finished.emit(self._outcome)
