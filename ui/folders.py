"""Where the program keeps what is not the user's own: recovery journals and logs."""

from __future__ import annotations

from pathlib import Path


def recovery_folder() -> Path:
    """The journals of unsaved work, one per open window."""
    return _state() / "recovery"


def log_file() -> Path:
    """The log of this and of earlier starts; older parts stand beside it."""
    return _state() / "fitsheet.log"


def _state() -> Path:
    import platformdirs

    return platformdirs.user_state_path("fitsheet", appauthor=False)
