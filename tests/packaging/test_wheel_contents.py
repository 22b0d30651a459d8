"""What `pip install` leaves in the user's environment: three packages and their metadata, and all of the data."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import planner
from ui.translations import catalogue

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("planner", "ui", "presets")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel of this checkout, built with the environment's own hatchling (extra `test`), no network needed."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps"]
    command += ["--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


def test_that_a_wheel_adds_only_planner_ui_and_presets(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert tops == {*PACKAGES, f"fitsheet-{planner.__version__}.dist-info"}


def test_that_a_wheel_carries_every_file_of_the_packages(wheel: zipfile.ZipFile) -> None:
    ours = {
        str(path.relative_to(ROOT).as_posix())
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    carried = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert carried == {name.removesuffix(".ts") + ".qm" if name.endswith(".ts") else name for name in ours}


def test_that_a_wheel_carries_catalogues_compiled_from_the_texts_of_the_same_tree(wheel: zipfile.ZipFile) -> None:
    sources = sorted((ROOT / "ui" / "translations").glob("*.ts"))
    assert sources
    for source in sources:
        made = catalogue.compiled(source.stem, catalogue.read(source))
        assert wheel.read(f"ui/translations/{source.stem}.qm") == made


def test_that_an_editable_install_compiles_no_catalogue(tmp_path: Path) -> None:
    """It would be taken for the texts of a tree that has moved on since."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel:editable", "--directory", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert built.returncode == 0, built.stderr
    (path,) = tmp_path.glob("*.whl")
    assert not [name for name in zipfile.ZipFile(path).namelist() if name.endswith(".qm")]


def test_that_a_wheel_carries_the_licence_and_the_notice(wheel: zipfile.ZipFile) -> None:
    names = {Path(name).name for name in wheel.namelist() if ".dist-info/" in name}
    assert {"LICENSE", "NOTICE"} <= names


def test_that_a_wheel_made_from_the_sdist_is_the_same(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    made = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(tmp_path)]
    built = subprocess.run(made, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert built.returncode == 0, built.stderr
    (sdist,) = tmp_path.glob("*.tar.gz")
    # Unpacked here and not by pip, which asks first whether it is a zip: a compressed file may look like one by chance.
    shutil.unpack_archive(sdist, tmp_path)
    (unpacked,) = (path for path in tmp_path.iterdir() if path.is_dir())
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps"]
    command += ["--no-build-isolation", "--wheel-dir", str(tmp_path), str(unpacked)]
    built = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert built.returncode == 0, built.stderr
    (path,) = tmp_path.glob("*.whl")
    assert sorted(zipfile.ZipFile(path).namelist()) == sorted(wheel.namelist())


def test_that_a_wheel_declares_the_command(wheel: zipfile.ZipFile) -> None:
    entry_points = f"fitsheet-{planner.__version__}.dist-info/entry_points.txt"
    assert "fitsheet = ui.__main__:main" in wheel.read(entry_points).decode()
