"""`fitsheet doctor`: what a bug report needs (versions, devices, fonts, folders, the Pythons that could measure).

Paths below the home folder are written with a tilde, so that the text can be passed on.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path

from planner import __version__
from planner.frozen import cleaned_environment, is_frozen
from ui.external_python import this_machines_pythons, worker_folder

PATIENCE_S = 60.0
SILENT = "does not answer"
LIBRARIES = ("PySide6-Essentials", "shiboken6", "pyqtgraph", "numpy", "pydantic", "pydantic-core", "platformdirs")


def doctor() -> int:
    """Prints the report; 0 always, since a report of what is broken is an answer."""
    for title, lines in (
        ("Versions", versions), ("Devices", devices), ("Screen and fonts", screen), ("Folders", folders),
        ("Pythons that could measure", pythons),
    ):  # fmt: skip
        print(title, flush=True)
        try:
            for line in lines():
                print(f"  {_short(line)}", flush=True)
        except Exception as error:  # the rest of the report is worth more than a traceback
            print(f"  could not be read: {type(error).__name__}: {_short(str(error))}")
    return 0


def versions() -> Iterator[str]:
    """The program, its Python, its libraries and the system."""
    yield f"Fitsheet {__version__}{' (packaged)' if is_frozen() else ''}"
    yield f"Python {platform.python_version()}"
    for name in LIBRARIES:
        try:
            yield f"{name} {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            yield f"{name}: without a version of its own here"
    yield f"{platform.system()} {platform.release()} {platform.machine()}, {os.cpu_count()} processors"
    if sys.platform == "linux":
        yield f"C library {' '.join(platform.libc_ver())}, {_distribution()}"


def devices() -> Iterator[str]:
    """What can be planned for and measured on here."""
    from planner.local_devices import read_within
    from planner.units import write

    reading = read_within()
    for device in reading.devices:
        total = "unknown memory" if device.total is None else write(device.total, "byte")
        free = "" if device.free is None else f", {write(device.free, 'byte')} free"
        driver = f", driver {device.driver}" if device.driver else ""
        yield f"{device.kind} {device.index}: {device.name}, {total}{free}{driver}"
    yield f"read by {reading.by}"
    yield from reading.problems


def screen() -> Iterator[str]:
    """Qt, the platform it draws on, screens, and the fonts of the window."""
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import qVersion
    from PySide6.QtGui import QFontDatabase, QFontInfo
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication(["fitsheet"])
    assert isinstance(application, QApplication)
    yield f"Qt {qVersion()}, platform {application.platformName()}, style {application.style().objectName()}"
    for each in application.screens():
        size, dots = each.size(), each.logicalDotsPerInch()
        yield f"{size.width()} x {size.height()}, scale {each.devicePixelRatio():g}, {dots:.0f} dpi"
    for what, font in (
        ("interface", application.font()),
        ("fixed", QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)),
    ):
        info = QFontInfo(font)
        yield f"{what} font: {info.family()} {info.pointSizeF():g} pt"
    yield f"font families: {len(QFontDatabase.families())}"


def folders() -> Iterator[str]:
    """Where things are kept, and whether they can be written."""
    import platformdirs
    from PySide6.QtCore import QSettings

    from ui.folders import log_file, recovery_folder
    from ui.waiting import shortly

    yield f"program: {Path(__file__).resolve().parents[1]}"
    yield f"settings: {QSettings('Fitsheet', 'Fitsheet').fileName()}"
    for what, folder in (
        ("own presets", platformdirs.user_data_path("fitsheet", appauthor=False) / "presets"),
        ("recovery", recovery_folder()),
        ("log", log_file().parent),
    ):
        yield f"{what}: {folder} ({shortly(lambda folder=folder: _state(folder), SILENT)})"
    journals = shortly(lambda: len(list(recovery_folder().glob("*.journal"))), 0)
    if journals:
        yield f"journals there: {journals}"


def pythons() -> Iterator[str]:
    """Each Python that the Measure menu would offer, asked with the worker's own greeting."""
    from ui.waiting import shortly

    found = shortly(this_machines_pythons, None)
    for python in found or ():
        yield f"{python}: {greeting(python)}"
    if found is None:
        yield f"the search path for programs {SILENT}"
    elif not found:
        yield "none was found; one with torch is needed for measuring only"


def greeting(python: str) -> str:
    """What the worker says in a Python: its version, torch, devices; or why it does not start."""
    command = [python, "-E", "-B", str(worker_folder())]
    environment = cleaned_environment(os.environ, is_frozen())
    try:
        with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, bufsize=0) as process:  # fmt: skip
            try:
                assert process.stdin is not None
                with suppress(BrokenPipeError):  # it has ended already: then there is no answer either
                    process.stdin.write(b'{"type": "hello"}\n')
                # Its input stays open until it has answered: a worker whose input ends goes within two seconds.
                assert process.stdout is not None
                line = _line_within(process, PATIENCE_S)
            finally:
                process.kill()
    except OSError as error:
        return f"does not start: {error.strerror or error}"
    try:
        said = json.loads(line)
        named = [str(each.get("name")) for each in said.get("devices") or ()]
        torch = f"torch {said['torch']}" if said.get("torch") else f"no torch ({said.get('torch_reason')})"
        return f"Python {said['python']}, {torch}, devices: {', '.join(named) or 'none'}"
    except (ValueError, KeyError, TypeError, AttributeError):
        return "did not greet"


def _line_within(process: subprocess.Popen[bytes], seconds: float) -> bytes:
    """The first line of a process; what is late is killed and gives nothing."""
    from threading import Timer

    alarm = Timer(seconds, process.kill)
    alarm.start()
    try:
        assert process.stdout is not None
        return process.stdout.readline(2**20)
    finally:
        alarm.cancel()


def _state(folder: Path) -> str:
    if not folder.exists():
        return "not made yet"
    return "can be written" if os.access(folder, os.W_OK) else "cannot be written"


def _distribution() -> str:
    try:
        found = platform.freedesktop_os_release()
    except OSError:
        return "distribution not named"
    return found.get("PRETTY_NAME", "distribution not named")


def _short(text: str) -> str:
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text
