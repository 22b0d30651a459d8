"""Make the Debian package of a frozen program: `python packaging/deb.py dist/fitsheet`, or `make package`.

The program lies in /usr/lib/fitsheet, `fitsheet` on the PATH leads to it; desktop entry, MIME type, icons, man page,
copyright and licences lie where Debian looks for them. Its databases of programs and types are kept by triggers of the
packages that own them, so there are no scripts to run. Needs dpkg-deb and QtGui (for the icons).
"""

from __future__ import annotations

import argparse
import gzip
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from email.utils import formatdate
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(ROOT), str(HERE / "icon")]

from planner import __version__  # noqa: E402

MAINTAINER = "The Fitsheet authors <fitsheet@localhost>"
METAINFO = "org.fitsheet.Fitsheet.metainfo.xml"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
# What Qt loads for a window, as in system-packages.sh; some were renamed when time_t became 64 bit wide.
DEPENDS = (
    "libgl1", "libegl1", "libxkbcommon0", "libxkbcommon-x11-0", "libfontconfig1", "libglib2.0-0t64 | libglib2.0-0",
    "libdbus-1-3", "libxcb-cursor0", "libxcb-icccm4", "libxcb-keysyms1", "libxcb-shape0", "libxcb-xkb1",
    "libxcb-image0", "libxcb-render-util0", "libxcb-randr0", "libxcb-sync1", "libxcb-xfixes0", "libxcb-shm0",
    "libx11-xcb1", "fonts-dejavu-core | fonts-noto-core | fonts-liberation",
)  # fmt: skip
# For a window without an X server in between.
RECOMMENDS = ("libwayland-client0", "libwayland-cursor0", "libwayland-egl1")
# The window in Chinese.
SUGGESTS = ("fonts-noto-cjk",)


def build(program: Path, target: Path) -> Path:
    """Lay out the package below a temporary folder and pack it into the folder `target`; returns the .deb."""
    with tempfile.TemporaryDirectory(prefix="fitsheet-deb-") as name:
        tree = Path(name)
        tree.chmod(0o755)
        shutil.copytree(program, tree / "usr/lib/fitsheet", symlinks=True)
        (tree / "usr/bin").mkdir(parents=True)
        (tree / "usr/bin/fitsheet").symlink_to("../lib/fitsheet/fitsheet")
        put(HERE / "linux/fitsheet.desktop", tree / "usr/share/applications/fitsheet.desktop")
        put(HERE / "linux/fitsheet.xml", tree / "usr/share/mime/packages/fitsheet.xml")
        icons(tree / "usr/share/icons/hicolor")
        packed((HERE / "linux/fitsheet.1").read_bytes(), tree / "usr/share/man/man1/fitsheet.1.gz")
        document = tree / "usr/share/doc/fitsheet"
        packed((ROOT / "CHANGELOG.md").read_bytes(), document / "NEWS.gz")
        packed(changelog(program / "fitsheet").encode(), document / "changelog.gz")
        put(HERE / "linux/lintian-overrides", tree / "usr/share/lintian/overrides/fitsheet")
        put(HERE / f"linux/{METAINFO}", tree / "usr/share/metainfo" / METAINFO)
        put_text(copyright_of(tree / "usr/lib/fitsheet"), document / "copyright")
        # The one that this very program carries, whatever the sources have become since it was frozen.
        put(program / "_internal/presets/workbooks/example.fitsheet", document / "examples/example.fitsheet")
        put_text(control(installed_kib(tree)), tree / "DEBIAN/control")
        plain_modes(tree)
        package = target / f"fitsheet_{__version__}_{architecture()}.deb"
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z4", "--build", str(tree), str(package)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return package


def architecture() -> str:
    """Debian's word for this machine."""
    return ARCHITECTURES.get(platform.machine(), platform.machine())


def control(kib: int) -> str:
    """The package's description for dpkg."""
    libc = platform.libc_ver()[1]
    depends = [f"libc6 (>= {libc})", *DEPENDS]
    return f"""Package: fitsheet
Version: {__version__}
Section: science
Priority: optional
Architecture: {architecture()}
Maintainer: {MAINTAINER}
Installed-Size: {kib}
Depends: {", ".join(depends)}
Recommends: {", ".join(RECOMMENDS)}
Suggests: {", ".join(SUGGESTS)}
Description: plan language models on GPUs
 Says whether a language model fits on given GPUs, what fills the memory, how
 fast it is, and what would change if one of the numbers did. A window with
 tables, a ledger that explains each number, and the same answers on the
 command line.
"""


def changelog(program: Path) -> str:
    """Debian's own changelog, of one entry: what is new stands in NEWS. Its time is that of the frozen program."""
    when = formatdate(program.stat().st_mtime)
    return f"""fitsheet ({__version__}) unstable; urgency=medium

  * What is new: /usr/share/doc/fitsheet/NEWS.gz

 -- {MAINTAINER}  {when}
"""


def copyright_of(program: Path) -> str:
    """Debian's copyright file: ours, what is bundled (NOTICE), and where the licence texts lie."""
    texts = sorted(path.relative_to(program / "licenses").as_posix() for path in (program / "licenses").rglob("*.*"))
    notice = "\n".join(f" {line}" if line.strip() else " ." for line in (ROOT / "NOTICE").read_text().splitlines())
    listed = "\n".join(f"  /usr/lib/fitsheet/licenses/{text}" for text in texts)
    return f"""Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Fitsheet

Files: *
Copyright: 2026 The Fitsheet authors
License: Apache-2.0
Comment:
{notice}
 .
 The texts of the licences of what is bundled:
{listed}

License: Apache-2.0
 On Debian systems the text of the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0; it lies in /usr/lib/fitsheet/LICENSE as well.
"""


def icons(folder: Path) -> None:
    """The icon in every size, and as a drawing."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication
    from render import SIZES, render

    application = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory(prefix="fitsheet-icons-") as name:
        for size, path in zip(SIZES, render(Path(name)), strict=True):
            put(path, folder / f"{size}x{size}" / "apps" / "fitsheet.png")
    del application
    put(ROOT / "ui/icons/fitsheet.svg", folder / "scalable/apps/fitsheet.svg")


def put(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def put_text(text: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def packed(content: bytes, target: Path) -> None:
    """A gzip file without a time in it, so that two packages of the same program are the same."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(content, 9, mtime=0))


def installed_kib(tree: Path) -> int:
    return sum(-(-path.lstat().st_size // 1024) for path in tree.rglob("*") if path.is_file() and not path.is_symlink())


def plain_modes(tree: Path) -> None:
    """Everybody may read; only the program itself is started (libraries are loaded, not started)."""
    for path in tree.rglob("*"):
        if not path.is_symlink():
            started = path.is_dir() or path == tree / "usr/lib/fitsheet/fitsheet"
            path.chmod(0o755 if started else 0o644)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=Path, help="the frozen program's folder")
    parser.add_argument("--target", type=Path, help="where the package goes (default: beside the program)")
    options = parser.parse_args()
    package = build(options.program.resolve(), (options.target or options.program.parent).resolve())
    print(f"{package.name}: {package.stat().st_size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
