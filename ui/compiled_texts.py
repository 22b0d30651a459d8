"""Texts that Python compiles while modules are imported, compiled beforehand.

The methods of a dataclass are made from a text, and so is the meaning of each annotation that pydantic or typing looks
at: 1,400 texts until the window is there, a sixth of the processor's time. The frozen program carries them compiled
(`packaging/build.py` records them); from the sources, where there is no such file, they are compiled as ever. A text
that the file does not hold is compiled, too.
"""

from __future__ import annotations

import dataclasses
import marshal
import typing
from collections.abc import Callable
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import Any

FILE = Path(__file__).with_name("compiled_texts.bin")
STATEMENTS, EXPRESSIONS = "exec", "eval"


def use(file: Path = FILE) -> None:
    """Take texts from the file, which this very version of Python has to have written, until `forget`."""
    try:
        content = file.read_bytes()
    except OSError:
        return
    if not content.startswith(MAGIC_NUMBER):
        return
    known: dict[tuple[str, str], bytes] = marshal.loads(content[len(MAGIC_NUMBER) :])

    def compiled(text: str, mode: str) -> CodeType:
        found = known.get((mode, text))
        return compile(text, "<string>", mode) if found is None else marshal.loads(found)

    _compile_by(compiled)


def forget() -> None:
    """Compile texts again as ever, and hold the file's content no longer."""
    vars(dataclasses).pop("exec", None)
    vars(typing).pop("compile", None)


def record(run: Callable[[], object], file: Path) -> None:
    """Write the file for the texts that are compiled while `run` imports modules."""
    seen: dict[tuple[str, str], bytes] = {}

    def compiled(text: str, mode: str) -> CodeType:
        code: CodeType = compile(text, "<string>", mode)
        seen[mode, text] = marshal.dumps(code)
        return code

    _compile_by(compiled)
    try:
        run()
    finally:
        forget()
    file.write_bytes(MAGIC_NUMBER + marshal.dumps(seen))


def _compile_by(compiled: Callable[[str, str], CodeType]) -> None:
    """Have `dataclasses` and `typing` ask this function: a name of a module goes before the built-in one."""

    def execute(text: str, *names: Any) -> None:
        exec(compiled(text, STATEMENTS), *names)

    def evaluated(text: str, *_: Any) -> CodeType:
        return compiled(text, EXPRESSIONS)

    vars(dataclasses)["exec"] = execute
    vars(typing)["compile"] = evaluated
