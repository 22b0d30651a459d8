"""The desktop packages: what the system is told of Fitsheet agrees with what Fitsheet does and writes."""

from __future__ import annotations

import configparser
import gzip
import re
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from planner import __version__
from planner.files import ENDING, dumps
from planner.workbook import Workbook
from ui.__main__ import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
MIME = "application/x-fitsheet-workbook"


def entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(PACKAGING / "linux" / "fitsheet.desktop", encoding="utf-8")
    return parser["Desktop Entry"]


def test_that_the_desktop_entry_opens_files_of_the_type_that_is_declared() -> None:
    assert entry()["Exec"] == "fitsheet %f" and entry()["MimeType"] == f"{MIME};"
    name = "{http://www.freedesktop.org/standards/shared-mime-info}"
    (kind,) = ElementTree.parse(PACKAGING / "linux" / "fitsheet.xml").getroot()
    assert kind.get("type") == MIME
    (glob,) = kind.findall(f"{name}glob")
    assert glob.get("pattern") == f"*{ENDING}"
    (match,) = kind.iter(f"{name}match")
    first, last = (int(part) for part in match.attrib["offset"].split(":"))
    assert match.attrib["value"].encode() in dumps(Workbook())[first : last + len(match.attrib["value"])]


def test_that_the_man_page_names_every_command() -> None:
    page = (PACKAGING / "linux" / "fitsheet.1").read_text(encoding="utf-8")
    for command in {*COMMANDS, "doctor"} - {"--version", "--help", "-h"}:
        assert f"\n.B {command}\n" in page or f".B fitsheet {command}" in page


def test_that_the_package_depends_on_what_a_window_needs() -> None:
    needed = re.search(r"run_packages=\(([^)]*)\)", (PACKAGING / "system-packages.sh").read_text(encoding="utf-8"))
    depends = (PACKAGING / "deb.py").read_text(encoding="utf-8")
    assert needed is not None
    for name in needed[1].split():
        assert name in depends


@pytest.mark.skipif(sys.platform != "linux", reason="packages of Debian")
def test_that_a_debian_package_has_everything_in_its_place(tmp_path: Path) -> None:
    """Of a program that is a stand-in: freezing the real one takes minutes and is tried by `make package`."""
    assert shutil.which("dpkg-deb") is not None
    program = tmp_path / "fitsheet"
    (program / "_internal").mkdir(parents=True)
    (program / "licenses" / "qt").mkdir(parents=True)
    (program / "licenses" / "qt" / "LGPL-3.txt").write_text("text")
    (program / "fitsheet").write_text("#!/bin/sh\necho started\n")
    (program / "_internal/presets/workbooks").mkdir(parents=True)
    (program / "_internal/presets/workbooks/example.fitsheet").write_text("{}")
    command = [sys.executable, str(PACKAGING / "deb.py"), str(program), "--target", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    (package,) = tmp_path.glob("*.deb")
    tree = tmp_path / "tree"
    subprocess.run(["dpkg-deb", "-R", str(package), str(tree)], check=True)
    started = subprocess.run([str((tree / "usr/bin/fitsheet").resolve())], capture_output=True, text=True)
    assert started.stdout == "started\n"
    control = (tree / "DEBIAN/control").read_text()
    assert f"Version: {__version__}" in control and "Depends: libc6 (>= 2" in control and "python" not in control
    for size in (16, 24, 32, 48, 64, 128, 256, 512):
        data = (tree / f"usr/share/icons/hicolor/{size}x{size}/apps/fitsheet.png").read_bytes()
        assert struct.unpack(">II", data[16:24]) == (size, size)
    share = tree / "usr/share"
    assert (share / "icons/hicolor/scalable/apps/fitsheet.svg").is_file()
    assert (share / "doc/fitsheet/examples/example.fitsheet").read_text() == "{}"
    assert gzip.decompress((share / "man/man1/fitsheet.1.gz").read_bytes()).startswith(b".TH FITSHEET")
    news = gzip.decompress((share / "doc/fitsheet/NEWS.gz").read_bytes())
    assert news == (ROOT / "CHANGELOG.md").read_bytes()
    of_debian = gzip.decompress((share / "doc/fitsheet/changelog.gz").read_bytes()).decode()
    assert of_debian.startswith(f"fitsheet ({__version__}) unstable; urgency=") and "NEWS.gz" in of_debian
    metainfo = ElementTree.parse(share / "metainfo/org.fitsheet.Fitsheet.metainfo.xml").getroot()
    launched = metainfo.findtext("launchable") or ""
    assert (share / "applications" / launched).is_file()
    assert metainfo.findtext("provides/mediatype") == MIME
    assert metainfo.findtext("icon") == entry()["Icon"]
    text = (share / "doc/fitsheet/copyright").read_text(encoding="utf-8")
    assert "GNU Lesser General Public License" in text and "/usr/lib/fitsheet/licenses/qt/LGPL-3.txt" in text
    listed = subprocess.run(["dpkg-deb", "-c", str(package)], capture_output=True, text=True, check=True).stdout
    assert all(line.split()[1] == "root/root" for line in listed.splitlines())
    assert not list((tree / "DEBIAN").glob("p*")), "nothing is run at installation"


def test_that_the_other_recipes_name_files_that_are_there_or_built() -> None:
    recipe = (PACKAGING / "windows" / "fitsheet.iss").read_text(encoding="utf-8")
    assert (PACKAGING / "windows" / "../../LICENSE").resolve().is_file() and r"..\..\dist\fitsheet\*" in recipe
    assert ENDING in recipe and "fitsheet.ico" in recipe
    spec = (PACKAGING / "fitsheet.spec").read_text(encoding="utf-8")
    compile(spec, "fitsheet.spec", "exec")
    assert "fitsheet.icns" in spec and '"public.filename-extension": ["fitsheet"]' in spec
    checked = subprocess.run(["bash", "-n", str(PACKAGING / "macos" / "make_dmg.sh")], capture_output=True)
    assert checked.returncode == 0
    workflow = (ROOT / ".github/workflows/packages.yml").read_text(encoding="utf-8")
    for path in re.findall(r"packaging/[\w./]+", workflow):
        assert (ROOT / path).exists(), path
