"""The folder that does not answer, and what message boxes say."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from tests.ui.beside.silence import Silent
from ui import waiting


@pytest.fixture
def silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Silent]:
    made = Silent(tmp_path / "share")
    made.folder.mkdir()
    for name in ("stat", "lstat", "open", "listdir", "scandir", "mkdir", "replace", "access", "readlink", "unlink"):
        monkeypatch.setattr(os, name, made.over(name, getattr(os, name)))
    monkeypatch.setattr(io, "open", made.over("open", io.open))
    monkeypatch.setattr(waiting, "QUICK_S", 0.01)
    monkeypatch.setattr(waiting, "QUIET_MS", 0)
    yield made
    made.answers()


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every sentence of a warning, which would else wait for a person."""
    found: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *given: found.append(given[2]))
    return found
