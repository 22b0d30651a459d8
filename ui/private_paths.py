"""Texts that may leave this computer: each absolute path is cut to its last name."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_PATH = re.compile(r"""(?:file://)?(?:[A-Za-z]:[\\/]|\\\\|~?/)[^\s"'<>|:;,()\[\]]*[\\/][^\s"'<>|:;,()\[\]]*""")


def without_private_paths(text: str) -> str:
    """The text with each absolute path cut to its last name; paths of the program keep what is below its folder.

    >>> without_private_paths("cannot read /home/someone/secret plans.json")
    'cannot read …/secret plans.json'
    """

    def shortened(found: re.Match[str]) -> str:
        path = found.group().replace("\\", "/")
        for known in (f"{ROOT.as_posix()}/", "/site-packages/", "/lib/python3"):
            if known in path:
                return path.split(known, 1)[1]
        return "…/" + path.rstrip("/").rsplit("/", 1)[-1]

    return _PATH.sub(shortened, text)
