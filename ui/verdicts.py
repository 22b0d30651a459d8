"""A verdict for reading: its word in the language of the window, alone or behind its sign."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ui.theme import VERDICT_SYMBOLS


def verdict_word(verdict: str) -> str:
    """The word."""
    return QCoreApplication.translate("verdict", str(verdict))


def verdict_signed(verdict: str) -> str:
    """Sign and word, so that no colour is needed to tell verdicts apart."""
    return f"{VERDICT_SYMBOLS[str(verdict)]} {verdict_word(verdict)}"
