"""PySide's own Python modules, compiled beforehand: it takes them, and answers as with those that it carries."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import shiboken6

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
import json, sys
from PySide6.QtCore import QPoint
try:
    QPoint("x", 1)
    said = ""
except TypeError as error:
    said = str(error)
loader = sys.modules["shibokensupport.signature.loader"]
signature = loader.signature.get_signature(QPoint.isNull)
print(json.dumps({"file": loader.__file__, "said": said, "signature": str(signature),
                  "argparse": "argparse" in sys.modules}))
"""


def asked(environment: dict[str, str]) -> dict[str, object]:
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    seen: dict[str, object] = json.loads(done.stdout)
    return seen


@pytest.mark.skipif(sys.platform == "win32", reason="libraries of a copied package are found elsewhere there")
def test_that_pyside_takes_the_compiled_modules_and_answers_the_same(tmp_path: Path) -> None:
    package = tmp_path / "shiboken6"
    shutil.copytree(Path(shiboken6.__file__).parent, package, ignore=shutil.ignore_patterns("include", "__pycache__"))
    plain = {**os.environ, "PYTHONPATH": ""}
    write = f"import shiboken_support, pathlib; shiboken_support.write(pathlib.Path({str(package / 'files.dir')!r}))"
    subprocess.run([sys.executable, "-c", write], check=True, timeout=120,
                   env={**plain, "PYTHONPATH": str(ROOT / "packaging")})  # fmt: skip
    own, carried = asked(plain), asked({**plain, "PYTHONPATH": str(tmp_path)})
    assert str(carried["file"]).startswith(str(package / "files.dir")) and "files.dir" not in str(own["file"])
    assert carried["said"] == own["said"] != "" and carried["signature"] == own["signature"]
    assert own["argparse"] and not carried["argparse"]
