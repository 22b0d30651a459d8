"""An XLSX file read, changed in place, and computed again by LibreOffice: with the standard library only.

A change replaces the number of one cell and leaves every cached value as it was, so that a result that is right after
the recalculation was really computed again.
"""

from __future__ import annotations

import contextlib
import math
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""
"""A profile's settings: formulas of XLSX files are computed again on load, always."""

Cells = dict[tuple[str, str], object]
"""(sheet, reference) to a number, a text, or an error such as "#N/A"."""


class Spreadsheet:
    """A file's cached values, formulas and defined names."""

    def __init__(self, path: Path) -> None:
        self.values: Cells = {}
        self.formulas: dict[tuple[str, str], str] = {}
        self.parts: dict[str, str] = {}
        with zipfile.ZipFile(path) as archive:
            book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
            relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
            targets = {each.attrib["Id"]: each.attrib["Target"].lstrip("/") for each in relations}
            shared = self._shared(archive)
            for sheet in book.iter(f"{MAIN}sheet"):
                target = targets[sheet.attrib[f"{RELATION}id"]]
                part = target if target.startswith("xl/") else f"xl/{target}"
                self.parts[sheet.attrib["name"]] = part
                self._read(sheet.attrib["name"], ElementTree.fromstring(archive.read(part)), shared)
            self.names = {each.attrib["name"]: _place(each.text or "") for each in book.iter(f"{MAIN}definedName")}

    @staticmethod
    def _shared(archive: zipfile.ZipFile) -> list[str]:
        if "xl/sharedStrings.xml" not in archive.namelist():
            return []
        root = ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))
        return ["".join(text.text or "" for text in item.iter(f"{MAIN}t")) for item in root.iter(f"{MAIN}si")]

    def _read(self, sheet: str, root: ElementTree.Element, shared: list[str]) -> None:
        for cell in root.iter(f"{MAIN}c"):
            place = (sheet, cell.attrib["r"])
            kind, value, text = cell.attrib.get("t", "n"), cell.find(f"{MAIN}v"), cell.find(f"{MAIN}f")
            if text is not None:
                self.formulas[place] = text.text or ""
            if value is None or value.text is None:
                continue
            if kind == "s":
                self.values[place] = shared[int(value.text)]
            else:
                self.values[place] = float(value.text) if kind == "n" else value.text

    def column(self, sheet: str, letter: str) -> dict[int, object]:
        """Row number to value of one column."""
        return {
            int(place[1:]): value
            for (name, place), value in self.values.items()
            if name == sheet and re.fullmatch(f"{letter}\\d+", place)
        }


def _place(reference: str) -> tuple[str, str]:
    sheet, _, cell = reference.rpartition("!")
    return sheet.strip("'").replace("''", "'"), cell.replace("$", "")


def changed(source: Path, target: Path, numbers: dict[str, float]) -> None:
    """A copy of a file with other numbers in these named cells, and nothing else changed."""
    book = Spreadsheet(source)
    with zipfile.ZipFile(source) as archive, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as written:
        contents = {name: archive.read(name) for name in archive.namelist()}
        for name, number in numbers.items():
            sheet, cell = book.names[name]
            assert (sheet, cell) not in book.formulas, f"{name} is a formula, not an input"
            part = book.parts[sheet]
            pattern = re.compile(rf'(<c r="{cell}"[^>]*><v>)[^<]*(</v>)'.encode())
            contents[part], count = pattern.subn(rf"\g<1>{number!r}\g<2>".encode(), contents[part])
            assert count == 1
        for name, content in contents.items():
            written.writestr(name, content)


def power(base: float, exponent: float) -> float:
    """As LibreOffice has it: what is too small for a double is an error. IF asks for both of its answers here, so the
    error is no number in place of an exception.
    """
    found: float = base**exponent
    return math.nan if base and not found else found


class Evaluator:
    """The formulas of a file computed again by other means than the planner's: doubles, and INT as in spreadsheets,
    which takes what differs from a whole number in the sixteenth digit for that number.
    """

    def __init__(self, book: Spreadsheet) -> None:
        self.book = book
        self.values: Cells = {place: value for place, value in book.values.items() if place not in book.formulas}
        self._functions: dict[str, object] = {
            "INT": lambda x: math.floor(float(f"{x:.15g}")),
            "SUM": lambda *x: math.fsum(x),
            "MIN": lambda *x: min(x),
            "MAX": lambda *x: max(x),
            "POWER": power,
            "IF": lambda which, one, other: one if which else other,
            "LN": lambda x: math.log(x) if x > 0 else math.nan,
            "NA": self._blank,
            "__builtins__": {},
        }

    @staticmethod
    def _blank() -> float:
        raise LookupError("#N/A")

    def computed(self) -> Spreadsheet:
        """The file with every formula of numbers computed; a text of an error where one has no value."""
        for place in self.book.formulas:
            if place[1][0] == "C":
                with contextlib.suppress(LookupError, ZeroDivisionError):
                    self._value(place)
        self.book.values.update(self.values)
        return self.book

    def _value(self, place: tuple[str, str]) -> float:
        if place not in self.values:
            try:
                self.values[place] = float(self._compute(place))
            except LookupError:
                self.values[place] = "#N/A"
            except ZeroDivisionError:
                self.values[place] = "#DIV/0!"
        value = self.values[place]
        if isinstance(value, float):
            return value
        raise (ZeroDivisionError if value == "#DIV/0!" else LookupError)(str(value))

    def _compute(self, place: tuple[str, str]) -> float:
        cells: dict[str, float] = {}

        def cell(found: re.Match[str]) -> str:
            word = found[0]
            if word in self._functions:
                return word
            at = (place[0], word.replace("$", "")) if "$" in word else self.book.names[word]
            cells[f"v{len(cells)}"] = self._value(at)
            return f"v{len(cells) - 1}"

        text = re.sub(r"\$[A-Z]+\$\d+|[A-Za-z]\w*(?![\w.])", cell, _EXPONENT.sub(r"\1e\2", self.book.formulas[place]))
        result: float = eval(text, {**self._functions, **cells})
        return result


_EXPONENT = re.compile(r"(\d)E([-+]?\d)")


def libreoffice() -> str | None:
    """The program, None where it is not installed."""
    return shutil.which("soffice") or shutil.which("libreoffice")


def recalculated(source: Path, folder: Path) -> Spreadsheet:
    """The file as LibreOffice computes it, in a profile of its own that recalculates on load."""
    program = libreoffice()
    assert program is not None
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True, exist_ok=True)
    (profile / "user" / "registrymodifications.xcu").write_text(ALWAYS, encoding="utf-8")
    out = folder / "recalculated"
    subprocess.run(
        [
            program,
            f"-env:UserInstallation={profile.as_uri()}",
            "--headless",
            "--norestore",
            "--convert-to",
            "xlsx",
            "--outdir",
            str(out),
            str(source),
        ],
        check=True,
        capture_output=True,
        timeout=300,
    )
    return Spreadsheet(out / source.name)
