"""A person at the program: real key events from outside its process, what the clipboard holds, what the file holds.

Needs an X display, xdotool and xclip (packaging/system-packages.sh test). Nothing here waits a fixed time: every step
that another one depends on is waited for by what it leaves behind.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from planner.files import load
from planner.workbook import Workbook

PATIENCE_S = 60.0
"""Far more than any step takes, so that a busy machine fails no test."""
ONE_CALL_S = 20.0
PRESS_AGAIN_S = 5.0


def missing() -> str:
    """What this machine lacks for it; empty when nothing."""
    lacking = [tool for tool in ("xdotool", "xclip") if shutil.which(tool) is None]
    return ", ".join(lacking if os.environ.get("DISPLAY") else ["an X display", *lacking])


def until(happened: Callable[[], bool], what: str) -> None:
    """Wait until something has happened; AssertionError names it when it does not."""
    deadline = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < deadline, f"waited {PATIENCE_S:.0f} s for {what}"
        time.sleep(0.02)


class Clipboard:
    """The clipboard as another program sees it."""

    def __init__(self) -> None:
        self._owner: subprocess.Popen[bytes] | None = None

    def text(self) -> str:
        """What it holds; empty when nobody offers text."""
        found = subprocess.run(
            ["xclip", "-o", "-selection", "clipboard", "-t", "UTF8_STRING"],
            capture_output=True, timeout=ONE_CALL_S, check=False,
        )  # fmt: skip
        return found.stdout.decode()

    def set(self, text: str) -> None:
        """Offer a text."""
        self.close()
        self._owner = subprocess.Popen(
            ["xclip", "-i", "-selection", "clipboard", "-quiet"], stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert self._owner.stdin is not None
        self._owner.stdin.write(text.encode())
        self._owner.stdin.close()
        until(lambda: self.text() == text, "the clipboard to hold what was put there")

    def close(self) -> None:
        """Offer nothing any more."""
        if self._owner is not None:
            self._owner.kill()
            self._owner.wait()
            self._owner = None


class Program:
    """A process with windows, and the keys that are sent to the one in front. `steps` counts what was done."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(command, env={**os.environ, **environment}, start_new_session=True)
        self.steps = 0

    def keys(self, *keys: str) -> None:
        """Press key combinations, "ctrl+Home", one after another, as fast as they can be sent."""
        self.steps += len(keys)
        self._xdotool("key", "--delay", "0", *keys)

    def type(self, text: str, *then: str) -> None:
        """Type a text, and press keys behind it."""
        self.steps += 1
        self._xdotool("type", "--delay", "0", "--", text)
        if then:
            self.keys(*then)

    def in_front(self, title: str) -> None:
        """Wait for a window with this in its title and give it the keyboard, as a window manager would."""
        found: list[str] = []

        def there() -> bool:
            assert self.process.poll() is None, f"the program ended with {self.process.returncode}"
            found[:] = self._windows(title)
            return bool(found)

        until(there, f"a window called {title}")
        until(lambda: self._focused(found[-1]), f"the keyboard to be with {title}")

    def gone(self, title: str) -> None:
        """Wait until no window has this in its title."""

        until(lambda: not self._windows(title), f"the window {title} to close")

    def paused(self, typing: Callable[[], None]) -> None:
        """Hold the process while somebody types on, as a program does that is busy; then let it go on."""
        os.kill(self.process.pid, signal.SIGSTOP)
        try:
            typing()
        finally:
            os.kill(self.process.pid, signal.SIGCONT)

    def close(self) -> None:
        """End it if it still runs."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def _windows(self, title: str) -> list[str]:
        """Its visible windows with this in their title."""
        search = ["xdotool", "search", "--all", "--onlyvisible", "--pid", str(self.process.pid), "--name", title]
        told = subprocess.run(search, capture_output=True, text=True, timeout=ONE_CALL_S, check=False)
        return told.stdout.split()

    def _focused(self, window: str) -> bool:
        subprocess.run(["xdotool", "windowfocus", window], capture_output=True, timeout=ONE_CALL_S, check=False)
        told = subprocess.run(["xdotool", "getwindowfocus"], capture_output=True, text=True, timeout=ONE_CALL_S,
                              check=False)  # fmt: skip
        return told.stdout.strip() == window

    def _xdotool(self, *arguments: str) -> None:
        assert self.process.poll() is None, f"the program ended with {self.process.returncode}"
        subprocess.run(["xdotool", *arguments], check=True, timeout=ONE_CALL_S)


class Fitsheet(Program):
    """The program on a file, its scenarios table in front."""

    def __init__(self, file: Path, folder: Path) -> None:
        homes = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "DATA", "CACHE", "STATE")}
        super().__init__([sys.executable, "-m", "ui", str(file)], {**homes, "QT_QPA_PLATFORM": "xcb"})
        self.file = file
        self.clipboard = Clipboard()
        self.in_front(file.name)

    def front(self) -> None:
        """Back to the window itself."""
        self.in_front(self.file.name)

    def copied(self, keys: str = "ctrl+c") -> str:
        """Copy, and give what another program then finds."""
        self.clipboard.set("nothing copied yet")
        self.keys(keys)
        until(lambda: self.clipboard.text() not in ("", "nothing copied yet"), "a copy to reach the clipboard")
        return self.clipboard.text()

    def column(self, heading: str) -> None:
        """Move by keys to the first column on show with a heading, its unit left out; AssertionError for none."""
        self.keys("Home", "shift+End")
        first = self.copied("ctrl+shift+h").split("\r\n")[0].split("\t")
        headings = [text.partition(" (")[0] for text in first]
        assert heading in headings, headings
        self.keys("Home", *["Right"] * headings.index(heading))

    def saved(self) -> Workbook:
        """Save, and read the file."""
        before = self.file.stat().st_ino
        pressed = 0.0

        def done() -> bool:
            nonlocal pressed
            # Once more where the program fetched a clipboard at that moment: saving twice does no harm.
            if time.monotonic() - pressed > PRESS_AGAIN_S:
                pressed = time.monotonic()
                self.keys("ctrl+s")
            return self.file.stat().st_ino != before

        until(done, "the file to be saved")
        return load(self.file).workbook

    def quit(self) -> None:
        """Close the window by its shortcut and wait for the end of the process."""
        self.keys("ctrl+q")
        assert self.process.wait(PATIENCE_S) == 0

    def close(self) -> None:
        self.clipboard.close()
        super().close()
