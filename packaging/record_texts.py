"""Write ui/compiled_texts.bin's content for the frozen program: `python packaging/record_texts.py FILE`.

A process of its own, in which nothing of the program was imported before.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from ui import compiled_texts


def import_all() -> None:
    """What is imported until the window is there, or until a command is answered."""
    from ui import start

    start.before_imports()
    import planner.cli  # noqa: F401
    import ui.application  # noqa: F401


if __name__ == "__main__":
    compiled_texts.record(import_all, Path(sys.argv[1]))
