"""Sizes of what `make package` left in dist/, and of the wheel. Nothing is built here."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"


def size(path: Path) -> int:
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file() and not each.is_symlink()]
    return sum(file.stat().st_size for file in files)


def main() -> None:
    found = [DIST / "fitsheet", *sorted(DIST.glob("*.tar.xz")), *sorted(DIST.glob("*.deb"))]
    for path in found:
        if path.exists():
            print(json.dumps({"name": path.name, "value": size(path) / 1e6, "unit": "MB"}))
    with tempfile.TemporaryDirectory(prefix="fitsheet-wheel-") as folder:
        command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps",
                   "--no-build-isolation", "--wheel-dir", folder, str(ROOT)]  # fmt: skip
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        for path in Path(folder).glob("*.whl"):
            print(json.dumps({"name": path.name, "value": size(path) / 1e6, "unit": "MB"}))


if __name__ == "__main__":
    main()
