"""The folder has to run where only an older Python and torch are."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "planner" / "measure"
SOURCES = sorted(FOLDER.rglob("*.py"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_that_a_module_keeps_to_python_3_9_and_to_its_neighbours(source: Path) -> None:
    tree = ast.parse(source.read_text(encoding="utf-8"), feature_version=(3, 9))
    assert not any(isinstance(node, ast.Match) for node in ast.walk(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            depth = len(source.relative_to(FOLDER).parts)
            assert node.level <= depth, "reaches out of the folder"
            names = [node.module or ""] if node.level == 0 else []
        else:
            continue
        for name in names:
            assert name.partition(".")[0] in {*sys.stdlib_module_names, "torch"}


def test_that_the_worker_says_hello_before_it_has_imported_torch() -> None:
    code = (
        "import runpy, sys; sys.path.insert(0, sys.argv[1]); "
        "worker = runpy.run_path(sys.argv[1])['load_worker'](); print('torch' in sys.modules, sys.argv[1] in sys.path)"
    )
    answer = subprocess.run([sys.executable, "-c", code, str(FOLDER)], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["False", "False"]
