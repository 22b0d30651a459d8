"""Texts of the ledger that the planner gives as templates or citations, in the language of the window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication

from planner.verdict import Deciding
from planner.words import Said

CONTEXTS = ("inputs", "fields", "ledger", "parts", "findings")
"""Where a word that fills a sentence is marked, the likeliest first."""


def title_text(titled: Said) -> str:
    """What an input or a line is called."""
    return titled.words(QCoreApplication.translate)


def deciding_text(deciding: Deciding | None) -> str:
    """Why this line decides over a verdict; nothing where none does, or the word says all."""
    if deciding is None or not deciding.template:
        return ""
    return QCoreApplication.translate("findings", deciding.template).format(**filled(deciding.values))


def filled(values: Mapping[str, Any]) -> dict[str, Any]:
    """What fills a template: texts in the language of the window; numbers stay numbers, which the template writes."""
    return {name: _value(value) for name, value in values.items()}


def _value(value: Any) -> Any:
    if isinstance(value, Said):
        return title_text(value)
    return _known(value) if isinstance(value, str) else value


def reference_text(reference: str) -> str:
    """What a line rests on. Bare citations stay as they are written; of several parts put together each is translated,
    the longest that is known first.
    """
    parts, said = reference.split("; "), []
    while parts:
        for count in range(len(parts), 0, -1):
            part = "; ".join(parts[:count])
            found = QCoreApplication.translate("references", part) if part else part
            if found != part or count == 1:
                said.append(found)
                del parts[:count]
                break
    return "; ".join(said)


def _known(text: str) -> str:
    """The text from the first context that translates it."""
    for context in CONTEXTS:
        found = QCoreApplication.translate(context, text) if text else text
        if found != text:
            return found
    return text
