"""The tutorial is followed word for word: its files are put where it says into a copy of the project, and it is run."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "tutorial-attention-kind.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", TEXT, re.DOTALL)
PYTHON = [code for language, code in BLOCKS if language == "python"]
PRINTED = next(code for language, code in BLOCKS if language == "text")


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with what sections 2, 3 and 5 of the tutorial add."""
    copy = tmp_path_factory.mktemp("tutorial")
    for name in ("planner", "presets", "tests"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    part, line, _, own_test = PYTHON
    kinds = copy / "planner" / "parts" / "attention"
    (kinds / "streaming.py").write_text(part, encoding="utf-8")
    listed = (kinds / "__init__.py").read_text(encoding="utf-8")
    (kinds / "__init__.py").write_text(with_the_kind(listed, line), encoding="utf-8")
    (copy / "tests" / "planner" / "parts" / "test_streaming.py").write_text(own_test, encoding="utf-8")
    return copy


def with_the_kind(text: str, line: str) -> str:
    """The list of kinds after section 3: the import, the tuple, the union, `__all__`."""
    imports = [each for each in text.splitlines(keepends=True) if each.startswith("from planner.parts.attention.")]
    after = max(each for each in imports if each < line)
    text = text.replace(after, after + line, 1)
    text, tuples = re.subn(r"(?<=\n)    NoAttention,\n", "    Streaming,\n    NoAttention,\n", text, count=1)
    text, unions = re.subn(r"(?<=\n)    \| NoAttention,\n", "    | Streaming\n    | NoAttention,\n", text, count=1)
    text, names = re.subn(r'(?<=\n)    "WindowedSharedKey",\n', '    "Streaming",\n    "WindowedSharedKey",\n', text)
    assert tuples == unions == names == 1
    return text


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False)


def test_that_the_kind_of_the_tutorial_gives_the_numbers_that_it_prints(followed: Path) -> None:
    done = run(followed, "-c", PYTHON[2])
    assert (done.stderr, done.stdout) == ("", PRINTED)


def test_that_the_kind_of_the_tutorial_passes_the_tests_of_every_kind_and_its_own(followed: Path) -> None:
    asked = re.search(r"-m pytest (tests/planner/parts/test_kinds\.py) -k \"([^\"]+)\"", TEXT)
    assert asked is not None
    done = run(followed, "-m", "pytest", "-q", "-p", "no:cacheprovider", asked[1], "-k", asked[2])
    assert done.returncode == 0, done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None and int(passed[1]) >= 12
    own = run(followed, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/planner/parts/test_streaming.py")
    assert own.returncode == 0 and "1 passed" in own.stdout, own.stdout


def test_that_the_kind_of_the_tutorial_stands_in_a_file_and_in_the_chooser(followed: Path) -> None:
    code = (
        "from planner.kinds import kind_choice, unverified_parts\n"
        "from planner.parts.attention import Streaming\n"
        "from planner.parts.feed_forward import Gated\n"
        "from planner.workbook import LayerGroup\n"
        "group = LayerGroup(id='g1', attention=Streaming(window='=8*first'), feed_forward=Gated())\n"
        "assert LayerGroup.model_validate_json(group.model_dump_json()) == group\n"
        "print(dict(kind_choice(LayerGroup, 'attention').options)['streaming'], unverified_parts(group))\n"
    )
    done = run(followed, "-c", code)
    assert (done.stderr, done.stdout.strip()) == ("", "Streaming ('Streaming',)")


def test_that_the_files_of_the_tutorial_are_laid_out_as_the_project_asks(followed: Path) -> None:
    parts = "planner/parts/attention"
    files = [f"{parts}/streaming.py", f"{parts}/__init__.py", "tests/planner/parts/test_streaming.py"]
    for command in (("ruff", "check", *files), ("ruff", "format", "--check", *files)):
        done = run(followed, "-m", *command)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_that_the_kind_of_the_tutorial_passes_the_strict_type_check(followed: Path) -> None:
    done = run(followed, "-m", "mypy", "planner/parts/attention/streaming.py", "planner/parts/attention/__init__.py")
    assert done.returncode == 0, done.stdout + done.stderr
