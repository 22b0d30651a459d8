"""The licence texts of libraries that the recipe took from the system that it ran on: Debian, or one of its relatives.

PyInstaller copies what Qt and Python load but the C library and the display drivers. Debian keeps what each package is
under in /usr/share/doc/PACKAGE/copyright, which refers to /usr/share/common-licenses for texts that many share.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from pathlib import Path

DOCUMENTS = Path("/usr/share/doc")
COMMON = Path("/usr/share/common-licenses")
OF_THE_SYSTEM = ("/lib", "/usr/lib")


def copy(contents: Path, folder: Path) -> None:
    """Leave PACKAGE.txt and the common texts in a folder, for the libraries that a COLLECT .toc file lists.

    RuntimeError when a library belongs to no package, or its package has no text.
    """
    packages = packages_of(taken(contents))
    folder.mkdir(parents=True, exist_ok=True)
    for package in sorted(set(packages.values())):
        source = DOCUMENTS / package / "copyright"
        if not source.is_file():
            raise RuntimeError(f"{source} is not there: what {package} is under has to go along.")
        text = source.read_text(encoding="utf-8", errors="replace")
        (folder / f"{package}.txt").write_text(text, encoding="utf-8")
        for name in re.findall(rf"{COMMON}/([A-Za-z]+(?:-\d+(?:\.\d+)*)?)", text):
            if (COMMON / name).is_file():
                (folder / "common-licenses").mkdir(exist_ok=True)
                shutil.copyfile(COMMON / name, folder / "common-licenses" / f"{name}.txt")


def taken(contents: Path) -> list[Path]:
    """Where PyInstaller found each file of the program that is the system's."""
    listed = ast.literal_eval(contents.read_text(encoding="utf-8"))
    entries = next(part for part in listed if isinstance(part, list))
    return [Path(source) for _, source, kind in entries if kind != "SYMLINK" and source.startswith(OF_THE_SYSTEM)]


def packages_of(files: list[Path]) -> dict[Path, str]:
    """The Debian package of each file; RuntimeError when one has none."""
    # dpkg knows a file by the path in its package, of which /lib may be a link to /usr/lib by now.
    paths = {file: {str(file), str(file.resolve()), str(file.resolve()).removeprefix("/usr")} for file in files}
    asked = ["dpkg-query", "-S", *sorted(set().union(*paths.values()))]
    # It ends with 1 where it does not know one of the paths.
    answer = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    lines = (line.rpartition(": ") for line in answer.splitlines() if not line.startswith("diversion"))
    known = {path: owner.split(",")[0].split(":")[0] for owner, _, path in lines}
    found = {file: known[path] for file, names in paths.items() for path in sorted(names) if path in known}
    missing = [str(file) for file in files if file not in found]
    if missing:
        raise RuntimeError(f"No package is known for {', '.join(missing)}, whose licence has to go along.")
    return found
