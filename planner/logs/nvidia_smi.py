"""The tables of nvidia-smi: used and total memory of each GPU, from the drawn table, from a query as CSV, or from the
list of everything (`nvidia-smi -q`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from planner.logs.statements import Statement, read

_NAME = re.compile(r"^\|\s+(?P<index>\d+)\s+(?P<name>\S.*?)\s{2,}(?:On|Off|N/A|WDDM|TCC|MCDM|Disabled|Enabled)\s*\|")
_MEMORY = re.compile(r"\|\s*(?P<used>\d+)\s*MiB\s*/\s*(?P<total>\d+)\s*MiB\s*\|")
_SLICES = re.compile(r"^\|\s*MIG devices:", re.IGNORECASE)
_SLICE = re.compile(r"^\|\s+(?P<gpu>\d+)\s+\d+\s+\d+\s+(?P<slice>\d+)\s+\|")
_HEADER = re.compile(r"memory\.(?:used|total|free)\s*\[MiB\]", re.IGNORECASE)
_COLUMNS = {"memory.used [mib]": "card_used", "memory.total [mib]": "card_total", "memory.free [mib]": "free_now"}
_LISTED = re.compile(r"^(?P<title>\S.*\S) Memory Usage$", re.IGNORECASE)
_CARD = re.compile(r"^GPU (?P<bus>[\dA-F]{4,8}:[\dA-F]{2}:[\dA-F]{2}\.\d)$", re.IGNORECASE)
_ENTRY = re.compile(r"^(?P<name>Total|Used|Free)\s*:\s*(?P<size>\d+) MiB$", re.IGNORECASE)
_ENTRIES = {"total": "card_total", "used": "card_used", "free": "free_now"}
_CELL = re.compile(r"(\d+)(?:\s*MiB)?")


def tables(lines: Sequence[tuple[int, str, str]]) -> Iterator[Statement]:
    """What the tables among these lines (number, rank, text) state; the device is the GPU's number and name.

    >>> text = ["|   0  NVIDIA L4          On  | 00000000:07:00.0 Off |   0 |",
    ...         "| N/A   32C    P0    61W / 72W |   2345MiB / 23034MiB |  0%  Default |"]
    >>> [(s.quantity, s.value // 2**20, s.device) for s in tables([(at, "", line) for at, line in enumerate(text)])]
    [('card_used', 2345, '0 NVIDIA L4'), ('card_total', 23034, '0 NVIDIA L4')]
    """
    found = [*_tables(lines), *_list(lines)]
    sliced = {each.device.partition(" ")[0] for each in found if " MIG " in each.device}
    # Of a card that is cut, what counts are its slices: a process runs on one of them.
    yield from (each for each in found if " MIG " in each.device or each.device.partition(" ")[0] not in sliced)


def _tables(lines: Sequence[tuple[int, str, str]]) -> Iterator[Statement]:
    device = ""
    header: list[str] = []
    slices = False
    for at, _, text in lines:
        if _HEADER.search(text) and "," in text:
            header = [cell.strip().casefold() for cell in text.split(",")]
            continue
        if header:
            cells = [cell.strip() for cell in text.split(",")]
            if len(cells) == len(header):
                yield from _row(at, text, header, cells)
                continue
            header = []
        named = _NAME.search(text)
        if named is not None:
            device, slices = f"{named['index']} {named['name']}", False
        slices = slices or _SLICES.search(text) is not None
        if slices:
            part = _SLICE.search(text)
            if part is None:
                continue  # the line below a slice is of its window on the bus, which is no memory of the card
            device = f"{part['gpu']} MIG {part['slice']}"
        memory = _MEMORY.search(text)
        if memory is not None:
            for quantity, digits in (("card_used", memory["used"]), ("card_total", memory["total"])):
                yield _statement(quantity, digits, device, at, text)


def _list(lines: Sequence[tuple[int, str, str]]) -> Iterator[Statement]:
    """The memory of the card in a list; that of its window on the bus, and other, has a title of its own."""
    device, title = "", ""
    for at, _, text in lines:
        card, listed = _CARD.match(text), _LISTED.match(text)
        if card is not None:
            device, title = card["bus"], ""
        elif listed is not None:
            title = listed["title"].casefold()
        elif title == "fb" and (entry := _ENTRY.match(text)) is not None:
            yield _statement(_ENTRIES[entry["name"].casefold()], entry["size"], device, at, text)


def _row(at: int, text: str, header: list[str], cells: list[str]) -> Iterator[Statement]:
    named = dict(zip(header, cells, strict=True))
    device = " ".join(named[column] for column in ("index", "name") if column in named)
    for column, quantity in _COLUMNS.items():
        cell = _CELL.fullmatch(named.get(column, ""))
        if cell is not None:
            yield _statement(quantity, cell[1], device, at, text)


def _statement(quantity: str, digits: str, device: str, line: int, text: str) -> Statement:
    value, half = read(digits, "MiB")
    return Statement(quantity, value, half, "nvidia-smi", "", device, line, text.strip())
