"""Build the frozen program and its archive: `python packaging/build.py`, or `make package`, which also tries it.

Makes dist/fitsheet/ (run dist/fitsheet/fitsheet), dist/fitsheet-VERSION-SYSTEM-MACHINE.tar.xz of the same folder and,
where dpkg-deb is at hand, dist/fitsheet_VERSION_MACHINE.deb. With --torch (`make package-torch`) it is
dist/fitsheet-torch/ and its archive: the same program beside a Python with torch, which Preferences then offers.
"""

import ast
import lzma
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
sys.path.insert(0, str(ROOT))

import shiboken_support  # noqa: E402  (beside this file)
import system_licences  # noqa: E402

from planner import __version__  # noqa: E402
from ui import compiled_texts  # noqa: E402

# On 97 MB of this program's libraries: preset 4 took 28 s for 24.2 MB, preset 6 took 37 s for 23.4 MB.
COMPRESSION = 4

# Their wheels bring no licence texts: those are in packaging/licenses/.
OF_QT = {"pyside6-essentials", "shiboken6"}


def freeze() -> Path:
    """Run PyInstaller over fitsheet.spec and lay the licences beside the program; returns dist/fitsheet."""
    draw = [sys.executable, str(ROOT / "packaging" / "icon" / "render.py")]
    subprocess.run(draw, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    compile_catalogues()
    shiboken = ROOT / "build" / "shiboken"
    shutil.rmtree(shiboken, ignore_errors=True)
    if sys.platform == "linux":  # the recipe takes them there only
        shiboken_support.write(shiboken)
    texts = ROOT / "build" / "texts" / compiled_texts.FILE.name
    texts.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, str(ROOT / "packaging" / "record_texts.py"), str(texts)], cwd=ROOT, check=True)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    command += ["--distpath", str(DIST), "--workpath", str(ROOT / "build" / "pyinstaller")]
    # Modules as they are: to unpack them costs every start 10 ms, and the archives pack them all the same.
    plain = {**os.environ, "PYINSTALLER_ZLIB_COMPRESSION_LEVEL": "0"}
    subprocess.run([*command, str(ROOT / "packaging" / "fitsheet.spec")], cwd=ROOT, check=True, env=plain)
    work = ROOT / "build" / "pyinstaller" / "fitsheet"
    check_modules(work)
    folder = DIST / "fitsheet"
    for name in ("LICENSE", "NOTICE", "CHANGELOG.md"):
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "packaging" / "licenses", folder / "licenses")
    for name in ["pyinstaller", *distributions(work)]:
        copy_licences(name, folder / "licenses" / name)
    pythons_own = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    if pythons_own.is_file():  # Debian keeps it elsewhere; NOTICE names it in any case
        shutil.copy(pythons_own, folder / "licenses" / "Python.txt")
    licences_of_the_system(work, folder)
    return folder


def licences_of_the_system(work: Path, folder: Path) -> None:
    """Lay the licence texts beside the program of the libraries that PyInstaller found in the system."""
    if sys.platform == "linux" and shutil.which("dpkg-query"):
        system_licences.copy(work / "COLLECT-00.toc", folder / "licenses" / "system")
    elif sys.platform == "linux":
        print("The licences of libraries that were taken from this system are not in `licenses/`: it is no Debian.")


def compile_catalogues() -> None:
    """Leave build/translations/LANGUAGE.qm for the recipe: the program then reads no XML when it starts."""
    from ui.translations import catalogue

    folder = ROOT / "build" / "translations"
    folder.mkdir(parents=True, exist_ok=True)
    for source in sorted((ROOT / "ui" / "translations").glob("*.ts")):
        (folder / f"{source.stem}.qm").write_bytes(catalogue.compiled(source.stem, catalogue.read(source)))


def modules_of_the_program() -> set[str]:
    """Every module of planner and ui but the worker, which goes along as plain files."""
    found = set()
    for package in ("planner", "ui"):
        for path in (ROOT / package).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            if not name.startswith("planner.measure.") and name not in ("planner.measure", "ui.__main__"):
                found.add(name)
    return found


def modules_frozen(work: Path) -> set[str]:
    """Every module in the archive that PyInstaller made in a folder of its work."""
    archive = ast.literal_eval((work / "PYZ-00.toc").read_text(encoding="utf-8"))
    return {entry[0] for part in archive if isinstance(part, list) for entry in part}


def check_modules(work: Path) -> None:
    """RuntimeError when a module is not in the archive: those that are imported late are found by no search."""
    missing = sorted(modules_of_the_program() - modules_frozen(work))
    if missing:
        raise RuntimeError(f"Not frozen in: {', '.join(missing)}.")


def distributions(work: Path) -> list[str]:
    """The Python packages that were frozen in, each under a licence that asks for its text to go along; Qt's not."""
    known = metadata.packages_distributions()
    tops = {name.split(".")[0] for name in modules_frozen(work)}
    names = {owner.lower().replace("_", "-") for top in tops for owner in known.get(top, ())}
    return sorted(names - OF_QT - {"fitsheet"})


def copy_licences(name: str, folder: Path) -> None:
    """Copy the licence texts that the installed distribution brings; raises RuntimeError when it brings none."""
    texts = [
        part
        for part in metadata.files(name) or []
        if ".dist-info" in part.parts[0] and ("licenses" in part.parts or part.name.startswith(("LICENSE", "COPYING")))
    ]
    if not texts:
        raise RuntimeError(f"The installed {name} brings no licence text; find it and add it to packaging/licenses.")
    for part in texts:
        within = part.parts.index("licenses") + 1 if "licenses" in part.parts else 1  # older packages have no folder
        target = folder.joinpath(*part.parts[within:])
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(part.locate(), target)


def with_torch() -> Path:
    """Lay a copy of the frozen program beside a Python with torch (torch.spec); returns dist/fitsheet-torch."""
    folder = DIST / "fitsheet-torch"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DIST / "fitsheet", folder, symlinks=True)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    command += ["--distpath", str(folder), "--workpath", str(ROOT / "build" / "pyinstaller-torch")]
    subprocess.run([*command, str(ROOT / "packaging" / "torch.spec")], cwd=ROOT, check=True)
    work = ROOT / "build" / "pyinstaller-torch" / "torch"
    for name in distributions(work):
        copy_licences(name, folder / "licenses" / name)
    licences_of_the_system(work, folder)
    return folder


def archive(folder: Path) -> Path:
    """Pack the folder, in a fixed order and owned by nobody in particular, and return the archive's path."""
    target = DIST / f"{folder.name}-{__version__}-{platform.system().lower()}-{platform.machine().lower()}.tar.xz"

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        return member

    with lzma.open(target, "wb", preset=COMPRESSION) as compressed, tarfile.open(fileobj=compressed, mode="w") as tar:
        tar.add(folder, arcname=f"{folder.name}-{__version__}", recursive=False, filter=plain)
        for path in sorted(folder.rglob("*")):
            name = f"{folder.name}-{__version__}/{path.relative_to(folder).as_posix()}"
            tar.add(path, arcname=name, recursive=False, filter=plain)
    return target


def size_mb(path: Path) -> float:
    """Size of a file, or of all files in a folder, in MB (10^6 bytes); links count as nothing."""
    files = [path] if path.is_file() else [part for part in path.rglob("*") if part.is_file() and not part.is_symlink()]
    return sum(part.stat().st_size for part in files) / 1e6


def main() -> None:
    start = time.monotonic()
    folder = freeze()
    frozen = time.monotonic()
    if "--torch" in sys.argv[1:]:
        folder = with_torch()
        frozen = time.monotonic()
    packed = archive(folder)
    rows = [(folder, frozen - start), (packed, time.monotonic() - frozen)]
    if folder.name == "fitsheet" and shutil.which("dpkg-deb"):
        begin = time.monotonic()
        # A process of its own, since Qt draws the icons in it.
        deb = [sys.executable, str(ROOT / "packaging" / "deb.py"), str(folder)]
        subprocess.run(deb, check=True, stdout=subprocess.DEVNULL)
        rows.append((max(DIST.glob("fitsheet_*.deb"), key=lambda path: path.stat().st_mtime), time.monotonic() - begin))
    for path, seconds in rows:
        print(f"{path.relative_to(ROOT)}: {size_mb(path):.0f} MB in {seconds:.0f} s")


if __name__ == "__main__":
    main()
