"""Reads a .ts file and compiles it into the bytes that QTranslator loads.

The layout is that of Qt's own lrelease (qttools, src/linguist/shared/qm.cpp): a magic number, then sections of a tag,
a length and data; one section has pairs of hash and offset, sorted, the other the messages. The sources
compile one where it is loaded, so that it cannot be older than its texts; packages are built with compiled ones
(packaging/build.py, wheel_hook.py), for which no tool of Qt is needed. Standard library only.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

MAGIC = bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd")
HASHES, MESSAGES, LANGUAGE = 0x42, 0x69, 0xA7
END, TRANSLATION, SOURCE, CONTEXT = 1, 3, 6, 7


@dataclass(frozen=True, slots=True, order=True)
class Message:
    """A text of one context; `translation` is empty while nobody has written it."""

    context: str
    source: str
    translation: str = ""


def read(file: Path) -> list[Message]:
    """The messages of a .ts file, those that are gone from the program left out."""
    found = []
    for context in ElementTree.parse(file).getroot().iter("context"):
        name = context.findtext("name") or ""
        for message in context.iter("message"):
            translation = message.find("translation")
            kind = "" if translation is None else translation.get("type", "")
            if kind not in ("vanished", "obsolete"):
                text = "" if translation is None else translation.text or ""
                found.append(Message(name, message.findtext("source") or "", text))
    return found


def written(language: str, messages: Iterable[Message]) -> str:
    """A .ts file of these messages, by context and source, so that it differs in lines where it differs."""
    root = ElementTree.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context: ElementTree.Element | None = None
    for message in sorted(messages):
        if context is None or context.findtext("name") != message.context:
            context = ElementTree.SubElement(root, "context")
            ElementTree.SubElement(context, "name").text = message.context
        entry = ElementTree.SubElement(context, "message")
        ElementTree.SubElement(entry, "source").text = message.source
        translation = ElementTree.SubElement(entry, "translation")
        translation.text = message.translation or None
        if not message.translation:
            translation.set("type", "unfinished")
    ElementTree.indent(root, "  ")
    body = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n'


def compiled(language: str, messages: Iterable[Message]) -> bytes:
    """What QTranslator.load takes; messages without a translation are left to the English text."""
    offsets: list[tuple[int, int]] = []
    body = bytearray()
    for message in messages:
        if message.translation:
            source = message.source.encode()
            offsets.append((elf_hash(source), len(body)))
            text = message.translation.encode("utf-16-be")
            body += struct.pack(">BI", TRANSLATION, len(text)) + text
            for tag, data in ((SOURCE, source), (CONTEXT, message.context.encode())):
                body += struct.pack(">BI", tag, len(data)) + data
            body.append(END)
    hashes = b"".join(struct.pack(">II", *pair) for pair in sorted(offsets))
    sections = ((LANGUAGE, language.encode()), (HASHES, hashes), (MESSAGES, bytes(body)))
    return MAGIC + b"".join(struct.pack(">BI", tag, len(data)) + data for tag, data in sections)


def elf_hash(source: bytes) -> int:
    """The hash of System V's ELF format, by which Qt finds a message; 0 is written as 1.

    >>> elf_hash(b"Save"), elf_hash(b"")
    (366789, 1)
    """
    value = 0
    for byte in source:
        value = (value << 4) + byte
        high = value & 0xF0000000
        if high:
            value ^= high >> 24
        value &= ~high & 0xFFFFFFFF
    return value or 1
