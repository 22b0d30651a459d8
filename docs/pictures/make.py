"""Draw the pictures of the documentation again: `make screenshots`.

Each is a grab of the real window on the example workbook, at a fixed size, with settings of its own.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SIZE = (1600, 960)
SETTLE_MS = 1200


def main() -> int:
    """Writes window-light.png, window-dark.png and the details that the README shows; gives the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder
        return _draw()


def _draw() -> int:
    from PySide6.QtTest import QTest

    from ui.application import application, open_window
    from ui.examples import example_file
    from ui.session import Session
    from ui.settings import Settings
    from ui.theme import Appearance

    application()
    window = open_window(Settings(), Session())
    window.documents.open_example(example_file())
    window.resize(*SIZE)
    window.show()
    window.scenarios.setCurrentIndex(window.scenarios.table.index(1, 0))
    window.ledger.select("kv_cache.group1.keys")
    for appearance in (Appearance.LIGHT, Appearance.DARK):
        window.theme.set_appearance(appearance)
        window.show_dock("explain" if appearance is Appearance.LIGHT else "remedies")
        QTest.qWait(SETTLE_MS)
        name = f"window-{appearance.value}.png"
        if not window.grab().save(str(HERE / name)):
            print(f"{name} could not be written", file=sys.stderr)
            return 1
        print(HERE.name + "/" + name)
    window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
