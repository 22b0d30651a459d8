"""Texts that are compiled beforehand: used where they are, and never another result."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest

from ui import compiled_texts

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def as_ever() -> Iterator[None]:
    yield
    compiled_texts.forget()


def made() -> type:
    """A dataclass, an order of it, and an annotation that is evaluated."""

    @dataclasses.dataclass(frozen=True, order=True)
    class Point:
        x: int
        y: int = 2

    assert typing.get_type_hints(Point, localns={})["x"] is int
    return Point


def test_that_what_was_recorded_is_not_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "texts.bin"
    compiled_texts.record(made, file)
    assert not hasattr(dataclasses, "exec") and not hasattr(typing, "compile")
    compiled_texts.use(file)
    monkeypatch.setattr(compiled_texts, "compile", None, raising=False)  # a text that is not there would call it
    point = made()
    assert point(1) == point(1, 2) and point(1) < point(1, 3) and repr(point(1)).endswith("Point(x=1, y=2)")


def test_that_a_text_that_was_not_recorded_is_compiled(tmp_path: Path) -> None:
    file = tmp_path / "texts.bin"
    compiled_texts.record(lambda: None, file)
    compiled_texts.use(file)
    assert made()(3).y == 2


def test_that_a_file_of_another_python_and_none_at_all_change_nothing(tmp_path: Path) -> None:
    file = tmp_path / "texts.bin"
    compiled_texts.use(file)
    assert not hasattr(dataclasses, "exec")
    file.write_bytes(b"\0\0\0\0 of another one")
    compiled_texts.use(file)
    assert not hasattr(dataclasses, "exec")


def test_that_the_window_is_imported_without_compiling_a_text(tmp_path: Path) -> None:
    """What packaging/record_texts.py writes for the frozen program holds all of them."""
    file = tmp_path / "texts.bin"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    recorder = [sys.executable, str(ROOT / "packaging" / "record_texts.py"), str(file)]
    subprocess.run(recorder, check=True, cwd=ROOT, env=environment, timeout=120)
    script = (
        "import sys, json; from pathlib import Path; from ui import compiled_texts, start\n"
        "compiled_texts.use(Path(sys.argv[1]))\n"
        "missed = []\n"
        "def compiled(text, *rest): missed.append(text); return compile(text, *rest)\n"
        "vars(compiled_texts)['compile'] = compiled\n"
        "start.before_imports()\n"
        "import ui.application\n"
        "print(json.dumps(missed))"
    )
    done = subprocess.run([sys.executable, "-c", script, str(file)], env=environment, capture_output=True, text=True,
                          timeout=120, cwd=ROOT)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []
