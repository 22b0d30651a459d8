"""A command as values, and as the text that a POSIX shell takes: every word quoted, every remark a comment."""

from __future__ import annotations

import shlex
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Argument:
    """A flag with its values, what of the plan it says, and where it is documented.

    `flag` may be empty for a word that stands alone, such as the model. `environment` is of the form NAME=value.
    """

    flag: str
    values: tuple[str, ...]
    meaning: str
    source: str
    environment: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """What stands on the command line, not quoted yet."""
        if self.environment:
            return (f"{self.flag}={''.join(self.values)}",)
        return (self.flag, *self.values) if self.flag else self.values


@dataclass(frozen=True, slots=True)
class Launch:
    """A command. `program` are its first words; `files` are texts that it reads, by name; no program is no command."""

    program: tuple[str, ...]
    arguments: tuple[Argument, ...] = ()
    remarks: tuple[str, ...] = ()
    files: tuple[tuple[str, str], ...] = ()

    def text(self) -> str:
        r"""The lines to paste into a shell.

        >>> print(Launch(("serve",), (Argument("--model", ("it's",), "", ""),), ("Two\nlines",)).text())
        # Two lines
        serve \
          --model 'it'"'"'s'
        """
        lines = [f"# {_one_line(remark)}" for remark in self.remarks]
        if not self.program:
            return "\n".join(lines)
        for name, content in self.files:
            # The content is written by us and JSON-quoted where it is not: no line of it can be the end of the text.
            lines += [f"cat > {shlex.quote(name)} <<'END'", content.rstrip("\n"), "END"]
        before = [quoted(argument.words) for argument in self.arguments if argument.environment]
        after = [quoted(argument.words) for argument in self.arguments if not argument.environment]
        lines.append(" \\\n  ".join([*before, quoted(self.program), *after]))
        return "\n".join(lines)


def quoted(words: tuple[str, ...]) -> str:
    """Words for a shell; of NAME=value only the value is quoted, or the shell would look for a program of that name.

    >>> quoted(("A=b c",)), quoted(("--flag", "$HOME"))
    ("A='b c'", "--flag '$HOME'")
    """
    found = []
    for word in words:
        name, equals, value = word.partition("=")
        if equals and name.isidentifier():
            found.append(f"{name}={shlex.quote(value)}")
        else:
            found.append(shlex.quote(word))
    return " ".join(found)


def _one_line(text: str) -> str:
    """A comment ends at the line's end, so a line break in a name must not begin another line."""
    return " ".join(text.split())
