"""What holds for every test: which ones run, when a skip is a failure, the locale, and that nothing outlives its test.

In CI (environment `CI=true`) a skipped test counts as failed, because a machine that lacks something would otherwise
test less in silence. Two skips are allowed there: a missing GPU, and tests marked slow or soak, which are deselected
unless they are asked for.
"""

import gc
import os
import sys
import tempfile
from collections.abc import Generator, Iterator
from datetime import date
from pathlib import Path
from platform import machine, python_version, system

# Before anything imports Qt: one locale and one place for settings on every machine, never the user's own.
os.environ.update(LC_ALL="C.UTF-8", LANG="C.UTF-8", LANGUAGE="C")
_user_folders = tempfile.TemporaryDirectory(prefix="fitsheet-tests-")
for _name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
    os.environ[_name] = str(Path(_user_folders.name) / _name.lower())

import pytest  # noqa: E402

NO_GPU = "no GPU: torch finds no CUDA device on this machine"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("fitsheet")
    group.addoption("--slow", action="store_true", help="also run the tests marked slow")
    group.addoption("--soak", action="store_true", help="run everything, with full counts")
    group.addoption("--summary", type=Path, metavar="FILE", help="write what ran and how long it took, as Markdown")


COUNTED = pytest.StashKey[set[str]]()
"""The tests with full counts, by name."""


def _marked(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in ("slow", "soak"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    soak = bool(config.getoption("--soak"))
    slow = soak or bool(config.getoption("--slow"))
    left_out = [
        item
        for item in items
        if (item.get_closest_marker("soak") and not soak) or (item.get_closest_marker("slow") and not slow)
    ]
    config.stash[COUNTED] = {item.nodeid for item in items if _marked(item)}
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def pytest_collection_finish() -> None:
    """Set what imports and collection made apart, so that the collections of garbage between the tests pass it over."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("gpu"):
        torch = pytest.importorskip("torch")
        if not torch.cuda.is_available():
            pytest.skip(NO_GPU)


def _fail_a_skip_in_ci(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure in CI, unless its reason names a missing GPU; expected failures stay as they are."""
    if os.environ.get("CI") != "true" or not report.skipped or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if "no GPU" in reason:
        return
    report.outcome = "failed"
    report.longrepr = f"{reason}\nIn CI a skip is a failure: the set-up lacks something that {report.nodeid} needs."


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _fail_a_skip_in_ci(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _fail_a_skip_in_ci(report)
    return report


def pytest_sessionfinish() -> None:
    """Empty the clipboard while Python lives.

    WORKAROUND: the offscreen platform keeps what a test copied in a static of the library, and a QMimeData that Python
    made needs the interpreter when it goes: without this the process ends with a segmentation fault after its tests.
    """
    if "PySide6.QtGui" not in sys.modules:
        return
    from PySide6.QtGui import QGuiApplication

    if isinstance(QGuiApplication.instance(), QGuiApplication):
        QGuiApplication.clipboard().clear()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Write `--summary FILE`: the counts, and one row per slow or soak test with its properties (record_property)."""
    target = config.getoption("--summary")
    if target is None:
        return
    counts = {name: len(terminalreporter.stats.get(name, [])) for name in ("passed", "failed", "error", "skipped")}
    rows = [
        (report.nodeid, report.outcome, report.duration, dict(report.user_properties))
        for outcome in ("passed", "failed")
        for report in terminalreporter.stats.get(outcome, [])
        if report.when == "call" and report.nodeid in config.stash[COUNTED]
    ]
    lines = [
        "# Soak run",
        "",
        f"{date.today().isoformat()}, Python {python_version()}, {system()} {machine()}, {os.cpu_count()} cores: "
        + ", ".join(f"{count} {name}" for name, count in counts.items())
        + ". Written by `make soak`; these are the tests with full counts.",
        "",
        "| test | outcome | seconds | counted |",
        "|---|---|---:|---|",
    ]
    for node, outcome, seconds, counted in sorted(rows):
        what = ", ".join(f"{name}: {value}" for name, value in counted.items())
        lines.append(f"| `{node}` | {outcome} | {seconds:.1f} | {what} |")
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    terminalreporter.write_line(f"summary written to {target}")


def _leftovers() -> dict[int, object]:
    """What of Qt lives on by itself: parentless top-level widgets, and threads and processes that still run."""
    from PySide6.QtCore import QProcess, QThread
    from PySide6.QtWidgets import QApplication, QWidget
    from shiboken6 import Shiboken

    found: dict[int, object] = {}
    for thing in Shiboken.getAllValidWrappers():
        running_thread = isinstance(thing, QThread) and thing.isRunning() and thing is not QThread.currentThread()
        running_process = isinstance(thing, QProcess) and thing.state() != QProcess.ProcessState.NotRunning
        if running_thread or running_process:
            found[id(thing)] = thing
    if isinstance(QApplication.instance(), QApplication):
        for widget in QApplication.topLevelWidgets():
            # Qt keeps one label for all tooltips and deletes it in its own time.
            is_tooltip = widget.metaObject().className() == "QTipLabel"
            if isinstance(widget, QWidget) and widget.parent() is None and not is_tooltip:
                found[id(widget)] = widget
    return found


def _pressed() -> bool:
    """Whether Qt holds a button of the mouse for pressed."""
    from PySide6.QtWidgets import QApplication

    return isinstance(QApplication.instance(), QApplication) and bool(QApplication.mouseButtons().value)


@pytest.fixture(autouse=True)
def nothing_of_qt_outlives_its_test() -> Iterator[None]:
    """Fail the test that leaves a top-level widget, a running QThread or QProcess, or a pressed button behind."""
    known = "PySide6.QtWidgets" in sys.modules
    before, pressed = (_leftovers(), _pressed()) if known else ({}, False)
    yield
    if "PySide6.QtWidgets" not in sys.modules:
        return
    assert pressed or not _pressed(), "this test left a button of the mouse pressed, which tests after it would meet"
    if not set(_leftovers()) - set(before):
        return
    from PySide6.QtCore import QCoreApplication, QEvent

    # Widgets that wait for deletion or for the garbage collector are on their way; only what stays is left behind.
    # Twice if need be: what a deleted widget held is for the collector, what that held may be deleted later again.
    left: dict[int, object] = {}
    for _ in range(2):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        left = {key: thing for key, thing in _leftovers().items() if key not in before}
        if not left:
            break
    assert not left, "left behind by this test: " + ", ".join(repr(thing) for thing in left.values())
    # What stands now (modules, caches, presets) stands to the end, and to walk through it took the collector longer
    # than most tests take: it is set apart. What is made from here on is collected as before.
    gc.freeze()
