"""What Qt draws for an export: the same bytes each time, readable, and the dialogs that ask for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from planner.edits import replaced
from planner.export.report import Section
from planner.files import load
from tests.tools.spreadsheet import Spreadsheet
from ui.charts.bars import bar_of
from ui.examples import example_file
from ui.handover import pictures
from ui.handover.drawn import drawn
from ui.handover.export_dialog import ExportDialog
from ui.handover.report_pdf import laid_out, normalised
from ui.session import Session
from ui.theme import COMPONENT_COLOURS


@pytest.fixture
def session(qapp: QApplication) -> Session:
    made = Session()
    made.new(load(example_file()).workbook)
    return made


def of(session: Session, kind: str, *chosen: str) -> bytes:
    return drawn(kind, session.workbook, session.evaluations, "Example", chosen)


def test_that_a_pdf_of_the_same_workbook_has_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    files = [tmp_path / "a.pdf", tmp_path / "b.pdf"]
    for number, file in enumerate(files):
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_HASH_SEED": str(0 if number else 7)}
        command = [sys.executable, "-m", "ui", "export", str(example_file()), str(file)]
        subprocess.run(
            command, env={k: v for k, v in environment.items() if k != "QT_HASH_SEED"}, check=True, timeout=120
        )
    first, second = (file.read_bytes() for file in files)
    assert first.startswith(b"%PDF-") and first == second
    assert normalised(first) == first


def test_that_the_chart_of_a_report_is_no_wider_than_its_page(session: Session) -> None:
    rows = [bar_of(row, session.evaluations.scenarios[row.id]) for row in session.workbook.scenarios]
    for width in (400, 760):
        document = laid_out([Section("Scenarios", 2)], rows, QGuiApplication.font(), QSizeF(width, 500))
        assert width / 2 < document.idealWidth() <= width


def test_that_the_chart_holds_every_scenario_and_the_colours_of_its_components(session: Session) -> None:
    svg = of(session, "svg")
    assert of(session, "svg") == svg and of(session, "png") == of(session, "png")
    texts = "".join(ElementTree.fromstring(svg).itertext())
    assert all(row.name in texts for row in session.workbook.scenarios)
    image = QImage.fromData(of(session, "png"))
    found = {image.pixelColor(x, y).name() for x in range(0, image.width(), 4) for y in range(0, image.height(), 4)}
    for component in ("weights", "kv_cache", "activations", "overhead"):
        assert QColor(COMPONENT_COLOURS[component]).name() in found


def test_that_only_the_chosen_scenarios_are_drawn(session: Session) -> None:
    chosen, other = session.workbook.scenarios[:2]
    texts = "".join(ElementTree.fromstring(of(session, "svg", chosen.id)).itertext())
    assert chosen.name in texts and other.name not in texts


def test_that_a_drawn_chart_shows_the_baseline_and_by_how_much_the_others_differ(session: Session) -> None:
    def texts() -> list[str]:
        return [text.strip() for text in ElementTree.fromstring(of(session, "svg")).itertext() if text.strip()]

    assert not any("baseline" in text for text in texts())
    first = session.workbook.scenarios[0]
    session.change(replaced(session.workbook, ("baseline",), first.id), ("baseline",), "")
    found = texts()
    assert found.count("Needed by the baseline") == 1 and found.count("the baseline") == 1
    assert "+25.00 GiB (+49.0 %)" in found, "what 16 sequences need more than 8"


def test_that_any_chart_can_be_copied_and_saved(qtbot: QtBot, tmp_path: Path) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(40, 30)
    pictures.offer(widget, "Chart")
    assert len(widget.actions()) == 2
    widget.actions()[0].trigger()
    assert QGuiApplication.clipboard().image().width() == 80
    for name, begin in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml")):
        assert pictures.content_of(pictures.drawing_of(widget, "Chart"), tmp_path / name).startswith(begin)


@pytest.mark.parametrize(("row", "begin"), [(0, b"PK"), (1, b"\xef\xbb\xbfscenario"), (2, b"# Ex"), (3, b"%PDF"),
                                           (4, b"\x89PNG"), (5, b"<?xml")])  # fmt: skip
def test_that_the_dialog_writes_each_format(
    qtbot: QtBot, session: Session, tmp_path: Path, row: int, begin: bytes
) -> None:
    dialog = ExportDialog(session, "Example", [session.workbook.scenarios[0].id])
    qtbot.addWidget(dialog)
    dialog.formats.setCurrentRow(row)
    file = tmp_path / f"out.{dialog.kind()}"
    dialog.write(file)
    assert dialog.written == file
    assert file.read_bytes().startswith(begin)


def test_that_the_dialog_exports_only_what_is_selected(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    dialog = ExportDialog(session, "Example", [session.workbook.scenarios[0].id])
    qtbot.addWidget(dialog)
    dialog.only.setChecked(True)
    dialog.write(tmp_path / "one.xlsx")
    assert len(Spreadsheet(tmp_path / "one.xlsx").parts) == 4


def test_that_a_file_that_cannot_be_written_is_said_and_the_dialog_stays(
    qtbot: QtBot, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *words: said.append(words[-1]))
    dialog = ExportDialog(session, "Example", [])
    qtbot.addWidget(dialog)
    dialog.write(tmp_path / "missing" / "out.xlsx")
    assert dialog.written is None and len(said) == 1 and "out.xlsx" in said[0]
