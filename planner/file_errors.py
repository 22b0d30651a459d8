"""Why a file cannot be opened: a sentence, and the places with their reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from planner.words import QT_TRANSLATE_NOOP, Refused

MOST_PROBLEMS = 10


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a file: where, and why."""

    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


class FileError(Refused):
    """A file that cannot be read or written: what, where in it, what to do. `problems` lists up to ten places."""

    def __init__(self, template: str, problems: tuple[Problem, ...] = (), **values: object) -> None:
        super().__init__(template, **values)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *(f"- {problem}" for problem in self.problems)])


def refused_content(problems: list[Problem]) -> FileError:
    """The error for a file whose content is not a workbook."""
    return FileError(
        QT_TRANSLATE_NOOP("files", "The file is not a workbook that this program can read (places that are wrong: "
                          "{count}). Correct them in a text editor, or open an earlier copy."),
        tuple(problems[:MOST_PROBLEMS]), count=len(problems),
    )  # fmt: skip


def problems_of(error: ValidationError, content: Any, prefix: str) -> Iterator[Problem]:
    """Each error as a place that a person finds in the file, and a reason. `content` is what was validated."""
    for detail in error.errors(include_url=False, include_input=False):
        yield Problem(_place(detail["loc"], content, prefix), _reason(detail))


def _place(location: tuple[int | str, ...], content: Any, prefix: str) -> str:
    """Names of fields and positions of rows; tags of unions, which stand in no file, are left out."""
    words = [prefix] if prefix else []
    here = content
    for index, step in enumerate(location):
        if isinstance(step, int) and isinstance(here, list | tuple) and step < len(here):
            here = here[step]
            names = (here.get("name"), here.get("id")) if isinstance(here, dict) else ()
            name = next((f" “{_short(name)}”" for name in names if isinstance(name, str)), "")
            words.append(f"row {step + 1}{name}")
        elif isinstance(here, dict) and step in here:
            here = here[step]
            words.append(_short(step))
        elif index == len(location) - 1 and isinstance(here, dict):
            words.append(_short(step))
    return ", ".join(words) or "the file"


def _reason(detail: ErrorDetails) -> str:
    context = detail.get("ctx", {})
    match detail["type"]:
        case "value_error":
            return str(context["error"])
        case "missing":
            return "is missing"
        case "extra_forbidden":
            return "is no field that this version of the program knows"
        case "union_tag_invalid":
            return f"the kind “{_short(context['tag'])}” is not known; there are {context['expected_tags']}"
        case "union_tag_not_found":
            return "has no kind"
    return detail["msg"].replace("Input should be", "should be")


def _short(value: object) -> str:
    text = "".join(letter if letter.isprintable() else "�" for letter in str(value)[:60])
    return text if len(text) <= 40 else f"{text[:37]}..."
