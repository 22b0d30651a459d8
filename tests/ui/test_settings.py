"""What is remembered between starts, and that damaged settings read as defaults."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings
from pytestqt.qtbot import QtBot

from ui.settings import MOST_RECENT, Settings
from ui.theme import Appearance


@pytest.fixture
def store(tmp_path: Path, qtbot: QtBot) -> QSettings:
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


def again(store: QSettings) -> Settings:
    store.sync()
    return Settings(QSettings(store.fileName(), QSettings.Format.IniFormat))


def test_that_defaults_hold_before_the_first_start(store: QSettings) -> None:
    settings = Settings(store)
    assert settings.appearance is Appearance.SYSTEM
    assert settings.recent_files == []
    assert settings.python == ""
    assert settings.geometry.isEmpty() and settings.layout.isEmpty() and settings.header("scenarios", ()).isEmpty()


def test_that_everything_is_there_at_the_next_start(store: QSettings, tmp_path: Path) -> None:
    settings = Settings(store)
    settings.appearance = Appearance.DARK
    settings.python = "/usr/bin/python3"
    settings.geometry = QByteArray(b"\x00\x01geometry")
    settings.layout = QByteArray(b"layout")
    settings.set_header("scenarios", ("name", "tp"), QByteArray(b"columns"))
    settings.add_recent_file(tmp_path / "a.fitsheet")
    kept = again(store)
    assert kept.appearance is Appearance.DARK
    assert kept.python == "/usr/bin/python3"
    assert (kept.geometry.data(), kept.layout.data()) == (b"\x00\x01geometry", b"layout")
    assert kept.header("scenarios", ("name", "tp")).data() == b"columns"
    assert kept.header("scenarios", ("name", "pp", "tp")).isEmpty()
    assert kept.recent_files == [tmp_path / "a.fitsheet"]


def test_that_recent_files_are_the_latest_first_once_each_and_few(store: QSettings, tmp_path: Path) -> None:
    settings = Settings(store)
    for number in range(MOST_RECENT + 3):
        settings.add_recent_file(tmp_path / f"{number}.fitsheet")
    settings.add_recent_file(tmp_path / "5.fitsheet")
    names = [file.stem for file in again(store).recent_files]
    assert names[:2] == ["5", str(MOST_RECENT + 2)]
    assert len(names) == len(set(names)) == MOST_RECENT
    settings.forget_recent_file(tmp_path / "5.fitsheet")
    assert "5" not in [file.stem for file in again(store).recent_files]
    settings.clear_recent_files()
    assert again(store).recent_files == []


def test_that_damaged_values_read_as_defaults(store: QSettings) -> None:
    store.setValue("appearance", "purple")
    store.setValue("window/geometry", "text")
    store.setValue("recent_files", 7)
    settings = again(store)
    assert settings.appearance is Appearance.SYSTEM
    assert settings.geometry.isEmpty()
    assert settings.recent_files == []


def test_that_zoom_font_language_and_held_columns_are_kept_and_damaged_ones_read_as_defaults(tmp_path: Path) -> None:
    store = QSettings(str(tmp_path / "looks.ini"), QSettings.Format.IniFormat)
    settings = Settings(store)
    assert (settings.zoom, settings.font, settings.language, settings.held("models")) == (100, ("", 0), "", 1)
    settings.zoom, settings.font, settings.language = 150, ("DejaVu Sans", 12), "zh_CN"
    settings.set_held("models", 3)
    again = Settings(QSettings(str(tmp_path / "looks.ini"), QSettings.Format.IniFormat))
    store.sync()
    assert (again.zoom, again.font, again.language, again.held("models")) == (150, ("DejaVu Sans", 12), "zh_CN", 3)
    store.setValue("font/zoom", "-5")
    store.setValue("columns_held/models", "x")
    assert (settings.zoom, settings.held("models")) == (100, 1)


@pytest.mark.skipif(os.name == "nt", reason="names of Windows are text")
def test_that_a_recent_file_whose_name_is_no_text_is_that_file(tmp_path: Path) -> None:
    file = tmp_path / os.fsdecode(b"pl\xffan 100%.fitsheet")
    settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    settings.add_recent_file(file)
    settings.add_recent_file(tmp_path / "100%41.fitsheet")
    assert settings.recent_files == [tmp_path / "100%41.fitsheet", file]
    settings.forget_recent_file(file)
    assert settings.recent_files == [tmp_path / "100%41.fitsheet"]
