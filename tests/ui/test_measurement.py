"""The window's side of a measurement, with the real worker and with ones that hang, crash, lie and chatter."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSettings
from pytestqt.qtbot import QtBot

import ui.measurement
from ui.measurement import Measurement, Outcome
from ui.measuring import Measuring
from ui.session import Session
from ui.settings import Settings

PATIENCE_MS = 90_000
JOB: dict[str, Any] = {
    "id": "row-1",
    "device": "cpu",
    "dtype": "float32",
    "block": {
        "d_model": 64,
        "norm": {"kind": "rms_norm"},
        "position": "rotary",
        "attention": {"kind": "grouped_query", "heads": 4, "kv_heads": 2, "head_dim": 16},
        "feed_forward": {"kind": "gated", "width": 128, "activation": "silu"},
    },
    "points": [{"phase": "prefill", "batch": 1, "tokens": 16}, {"phase": "decode", "batch": 1, "context": 32}],
    "time_limit_s": 6,
}
# Far longer than a test waits, with a share of 1.5 s for each point, after which the first is heard of.
LONG_JOB = {**JOB, "points": JOB["points"] * 200, "time_limit_s": 600}

# What every stand-in for the worker begins with: it says hello and waits for the job.
POLITE = """
import json, os, sys, time
def say(**message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()
sys.stdin.readline()
say(type="hello", protocol=1, pid=os.getpid(), environment=dict(os.environ))
job = json.loads(sys.stdin.readline())
"""

Make = Callable[..., Measurement]


@pytest.fixture(autouse=True)
def one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads of torch that wait for each other hardly move on a machine that does something else as well."""
    monkeypatch.setenv("OMP_NUM_THREADS", "1")


@pytest.fixture
def measurement(qtbot: QtBot, tmp_path: Path) -> Iterator[Make]:
    """Make measurements, of the real worker or of a stand-in with this source; none outlives its test."""
    made: list[Measurement] = []

    def make(source: str | None = None, parent: QObject | None = None) -> Measurement:
        folder = None
        if source is not None:
            folder = tmp_path / "stand-in"
            folder.mkdir(exist_ok=True)
            (folder / "__main__.py").write_text(source, encoding="utf-8")
        made.append(Measurement(parent, folder))
        return made[-1]

    yield make
    for each in made:
        try:
            each.close()
            each.deleteLater()
        except RuntimeError:  # deleted by its test
            continue
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def run(qtbot: QtBot, measurement: Measurement, job: dict[str, Any] | None = None, python: str = "") -> Outcome:
    with qtbot.waitSignal(measurement.finished, timeout=PATIENCE_MS) as blocker:
        measurement.start(python or sys.executable, job)
    outcome = blocker.args[0]
    assert isinstance(outcome, Outcome)
    assert measurement.outcome is outcome
    assert not measurement.is_running()
    return outcome


def is_alive(pid: int) -> bool:
    """Say whether a process runs; one that has ended and waits to be fetched does not."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_that_the_real_worker_measures_and_ends(qtbot: QtBot, measurement: Make) -> None:
    subject = measurement()
    heard: dict[str, list[Any]] = {"hello": [], "progress": [], "sample": []}
    for name, messages in heard.items():
        getattr(subject, name).connect(messages.append)
    outcome = run(qtbot, subject, JOB)
    assert (outcome.kind, outcome.code) == ("finished", "")
    assert outcome.result is not None and outcome.result["id"] == "row-1"
    assert [point["point"]["phase"] for point in outcome.result["points"]] == ["prefill", "decode"]
    assert heard["hello"] == [outcome.hello]
    assert outcome.samples == tuple(heard["sample"]) and len(outcome.samples) == 2
    assert {"Building", "Timing"} <= {message["stage"] for message in heard["progress"]}


def test_that_without_a_job_the_devices_are_asked_for(qtbot: QtBot, measurement: Make) -> None:
    outcome = run(qtbot, measurement())
    assert (outcome.kind, outcome.result) == ("finished", None)
    assert outcome.hello is not None and outcome.hello["devices"][-1]["device"] == "cpu"


def test_that_the_workers_refusal_is_the_outcome(qtbot: QtBot, measurement: Make) -> None:
    block = {**JOB["block"], "attention": {**JOB["block"]["attention"], "kind": "linear"}}
    outcome = run(qtbot, measurement(), {**JOB, "block": block})
    assert (outcome.kind, outcome.code) == ("failed", "unsupported")
    assert outcome.details["field"] == "block.attention.kind"
    assert "linear" in outcome.sentence


def test_that_cancel_stops_the_real_worker_and_keeps_what_was_done(qtbot: QtBot, measurement: Make) -> None:
    subject = measurement()
    with qtbot.waitSignal(subject.sample, timeout=PATIENCE_MS):
        subject.start(sys.executable, LONG_JOB)
    with qtbot.waitSignal(subject.finished, timeout=10_000):
        subject.cancel()
    assert subject.outcome is not None
    assert subject.outcome.kind == "cancelled"
    assert len(subject.outcome.samples) >= 1


def test_that_cancel_before_hello_measures_nothing(qtbot: QtBot, measurement: Make) -> None:
    subject = measurement()
    subject.start(sys.executable, LONG_JOB)
    with qtbot.waitSignal(subject.finished, timeout=PATIENCE_MS):
        subject.cancel()
    assert subject.outcome is not None
    assert (subject.outcome.kind, subject.outcome.samples) == ("cancelled", ())


STUBBORN = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX's")
@pytest.mark.parametrize(("before", "seconds"), [("", 2), (STUBBORN, 4)], ids=["ends when told", "has to be killed"])
def test_that_a_worker_deaf_to_cancel_is_ended(before: str, seconds: float, qtbot: QtBot, measurement: Make) -> None:
    subject = measurement(before + POLITE + "say(type='progress', stage='Timing', fraction=0.5)\ntime.sleep(600)\n")
    with qtbot.waitSignal(subject.progress, timeout=PATIENCE_MS):
        subject.start(sys.executable, JOB)
    asked = time.monotonic()
    with qtbot.waitSignal(subject.finished, timeout=15_000):
        subject.cancel()
        subject.cancel()
    assert seconds - 0.2 < time.monotonic() - asked < seconds + 3
    assert subject.outcome is not None and subject.outcome.kind == "cancelled"


def test_that_a_worker_that_never_says_hello_is_ended(qtbot: QtBot, measurement: Make) -> None:
    subject = measurement("import sys, time\nprint('busy', file=sys.stderr, flush=True)\ntime.sleep(600)\n")
    subject.hello_patience_s = 1.0
    outcome = run(qtbot, subject, JOB)
    assert (outcome.kind, outcome.code) == ("crashed", "silent")
    assert "1 s" in outcome.sentence


def test_that_a_worker_that_falls_silent_over_its_job_is_ended(qtbot: QtBot, measurement: Make) -> None:
    subject = measurement(POLITE + "time.sleep(600)\n")
    subject.run_patience_s = 0.5
    outcome = run(qtbot, subject, {**JOB, "time_limit_s": 0.5})
    assert (outcome.kind, outcome.code) == ("crashed", "silent")


@pytest.mark.parametrize("version", [0, 2, None, "1"])
def test_that_another_protocol_version_is_refused(version: object, qtbot: QtBot, measurement: Make) -> None:
    source = POLITE.replace("protocol=1", f"protocol={version!r}")
    outcome = run(qtbot, measurement(source), JOB)
    assert (outcome.kind, outcome.code) == ("failed", "protocol")
    assert repr(version) in outcome.sentence


def test_that_rubbish_between_messages_is_passed_over(qtbot: QtBot, measurement: Make) -> None:
    noise = 'sys.stdout.buffer.write(b\'\\xff\\x00\\n[1]\\n{}\\n{"type": []}\\n{"type": NaN}\\n"hello"\\n\\n\')\n'
    source = POLITE + noise + "say(type='result', id='row-1', points=[])\n"
    outcome = run(qtbot, measurement(source), JOB)
    assert outcome.kind == "finished"
    assert outcome.result == {"type": "result", "id": "row-1", "points": []}


def test_that_rubbish_alone_is_a_crash_and_is_kept_in_the_tail(qtbot: QtBot, measurement: Make) -> None:
    outcome = run(qtbot, measurement("print('not a message')\nprint('nor this')\n"), JOB)
    assert outcome.kind == "crashed"
    assert "2 lines that it printed were no messages" in outcome.sentence
    assert "nor this" in outcome.stderr_tail


def test_that_a_message_cut_inside_a_character_arrives_whole(qtbot: QtBot, measurement: Make) -> None:
    source = POLITE + (
        "data = json.dumps({'type': 'failed', 'code': 'internal', 'sentence': 'größer'}, ensure_ascii=False).encode()\n"
        "cut = data.index(b'\\xc3') + 1\n"
        "for piece in (data[:cut], data[cut:] + b'\\n'):\n"
        "    os.write(1, piece)\n"
        "    time.sleep(0.2)\n"
        "sys.stdin.read()\n"
    )
    assert run(qtbot, measurement(source), JOB).sentence == "größer"


def test_that_a_silent_exit_is_a_crash_with_the_status(qtbot: QtBot, measurement: Make) -> None:
    outcome = run(qtbot, measurement(POLITE + "sys.exit(7)\n"), JOB)
    assert (outcome.kind, outcome.code) == ("crashed", "crashed")
    assert "status 7" in outcome.sentence


def test_that_a_traceback_stands_in_the_tail(qtbot: QtBot, measurement: Make) -> None:
    outcome = run(qtbot, measurement(POLITE + "print('x' * 100_000, file=sys.stderr)\nraise KeyError('kv')\n"), JOB)
    assert outcome.kind == "crashed"
    assert "KeyError: 'kv'" in outcome.stderr_tail
    assert len(outcome.stderr_tail) <= 4096


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX's")
def test_that_a_killed_worker_is_a_crash_that_names_the_signal(qtbot: QtBot, measurement: Make) -> None:
    subject = measurement()
    with qtbot.waitSignal(subject.sample, timeout=PATIENCE_MS):
        subject.start(sys.executable, LONG_JOB)
    with qtbot.waitSignal(subject.finished, timeout=10_000):
        os.kill(subject._process.processId(), signal.SIGKILL)
    assert subject.outcome is not None
    assert subject.outcome.kind == "crashed"
    assert "signal 9" in subject.outcome.sentence
    assert len(subject.outcome.samples) >= 1


def test_that_an_answer_counts_though_the_worker_does_not_go(qtbot: QtBot, measurement: Make) -> None:
    outcome = run(qtbot, measurement(POLITE + "say(type='result', points=[])\ntime.sleep(600)\n"), JOB)
    assert outcome.kind == "finished"


@pytest.mark.parametrize("python", ["/nowhere/bin/python", __file__, ""])
def test_that_a_python_that_does_not_start_has_a_sentence(python: str, qtbot: QtBot, measurement: Make) -> None:
    subject = measurement()
    with qtbot.waitSignal(subject.finished, timeout=PATIENCE_MS):
        subject.start(python, JOB)
    assert subject.outcome is not None
    assert subject.outcome.kind == "not_started"
    assert python in subject.outcome.sentence


def test_that_a_missing_worker_has_a_sentence(qtbot: QtBot, tmp_path: Path) -> None:
    subject = Measurement(None, tmp_path / "gone")
    outcome = run(qtbot, subject, JOB)
    assert outcome.kind == "not_started"
    assert str(tmp_path / "gone") in outcome.sentence


def test_that_the_worker_runs_in_a_cleaned_environment(
    qtbot: QtBot, measurement: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"QT_PLUGIN_PATH": "/q", "_PYI_ARCHIVE_FILE": "/a", "PYTHONHOME": "/p", "KEPT": "yes"}.items():
        monkeypatch.setenv(name, value)
    outcome = run(qtbot, measurement(POLITE))
    assert outcome.hello is not None
    environment = outcome.hello["environment"]
    assert environment["KEPT"] == "yes"
    assert not [name for name in environment if name.startswith(("QT_", "_PYI_", "PYTHON"))]


def test_that_the_window_imports_neither_worker_nor_torch() -> None:
    code = "import sys, ui.measurement; print([n for n in sys.modules if n.startswith(('torch', 'planner.measure'))])"
    root = Path(ui.measurement.__file__).resolve().parents[1]
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert answer.stdout.strip() == "[]"


def test_that_a_measurement_is_not_started_twice(qtbot: QtBot, measurement: Make) -> None:
    subject = measurement(POLITE)
    run(qtbot, subject)
    with pytest.raises(RuntimeError):
        subject.start(sys.executable)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks processes up in /proc")
@pytest.mark.parametrize("way", ["close", "quit", "delete"])
def test_that_no_process_is_left_when_the_window_goes(way: str, qtbot: QtBot, measurement: Make) -> None:
    window = QObject()
    subject = measurement(STUBBORN + POLITE + "time.sleep(600)\n", window)
    with qtbot.waitSignal(subject.hello, timeout=PATIENCE_MS) as blocker:
        subject.start(sys.executable, JOB)
    pid = blocker.args[0]["pid"]
    assert is_alive(pid)
    if way == "close":
        subject.close()
        assert subject.outcome is not None and subject.outcome.kind == "cancelled"
    elif way == "quit":
        application = QCoreApplication.instance()
        assert application is not None
        application.aboutToQuit.emit()
    else:
        window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not is_alive(pid)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks processes up in /proc")
def test_that_no_worker_is_left_when_the_program_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import json, sys\n"
        "from PySide6.QtCore import QCoreApplication\n"
        "from ui.measurement import Measurement\n"
        "application = QCoreApplication([])\n"
        "measurement = Measurement()\n"
        "measurement.sample.connect(lambda _: print(measurement._process.processId(), flush=True))\n"
        f"measurement.start(sys.executable, json.loads({json.dumps(json.dumps(LONG_JOB))}))\n"
        "application.exec()\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(ui.measurement.__file__).resolve().parents[1])}
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        assert is_alive(pid)
        process.kill()
    ends = time.monotonic() + 10
    while is_alive(pid) and time.monotonic() < ends:
        time.sleep(0.05)
    assert not is_alive(pid)


def test_that_progress_of_any_size_stays_within_the_bar_and_a_missing_sentence_is_words(
    measurement: Make, qtbot: QtBot, tmp_path: Path
) -> None:
    measuring = Measuring(Session(), Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)))
    for fraction, shown in ((1e9, 1.0), (-3, 0.0), ("x", 0.0), (0.5, 0.5)):
        measuring._on_progress({"stage": "Timing", "fraction": fraction})
        assert measuring.fraction == shown
    worker = measurement(POLITE + "say(type='failed', code='odd', sentence=None, details=4)")
    with qtbot.waitSignal(worker.finished, timeout=PATIENCE_MS) as ended:
        worker.start(sys.executable, JOB)
    assert ended.args[0].sentence == "The measurement failed"
