"""A pasted text as clean lines, each with the rank that it names: colours, progress bars and carriage returns away."""

from __future__ import annotations

import re
from collections.abc import Iterator

LARGEST = 16 * 2**20
"""Characters that are read of a text; start-up lines stand at the beginning."""

LONGEST = 4_000
"""Characters of a line; what programs state is shorter."""
HEAD = 300
"""Characters in which a line names its rank."""
_LEVEL = re.compile(r"(?=\b(?:INFO|DEBUG|WARNING|ERROR)\b)")

_ESCAPE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[@-_]|\x9b[0-?]*[ -/]*[@-~]")
_WRITTEN_ESCAPE = re.compile(r"\\u001b|\\x1b|\\033|\\e(?=\[)", re.IGNORECASE)
_COLOUR = re.compile(r"\[(?:\d{1,3};)*\d{0,3}m")
"""What is left of a colour where a copy lost the escape character: `[0;36m`."""
_NO_BREAK = re.compile("[\u00a0\u2007\u202f]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\ufeff]")
_BREAK = re.compile(r"\r\n|\n|\r|\\n(?=[^a-zA-Z]|$)")

_RANKS = (
    re.compile(r"\bWorker_(?P<rank>(?:[A-Z]{2,3}\d+_?){1,6})(?=[\s)\]]|$)"),
    re.compile(r"\[[^\]\[]{0,80}?\b(?P<rank>(?:(?:DP|PP|TP|EP|CP|ATTN_TP)\d+\s*){1,6})\]"),
    re.compile(r"\[(?P<rank>rank\s?\d+)\]", re.IGNORECASE),
    re.compile(r"\bVllmWorker(?:Process)?\s+(?P<rank>rank=\d+)"),
    re.compile(r"\bVllmWorkerProcess\s+(?P<rank>pid=\d+)"),
    re.compile(r"\bRayWorker(?:Wrapper|Vllm|Proc)?\s+(?P<rank>pid=\d+(?:,\s*ip=[\d.]+)?)"),
    re.compile(r"\[(?P<rank>\d+,\d+)\]<std(?:out|err)>"),
    re.compile(r"\[TRT-LLM\]\s*\[(?P<rank>RANK \d+)\]"),
    re.compile(r"\((?P<rank>EngineCore_DP\d+)\b"),
    re.compile(r"^\[(?P<rank>\d{4,5})\] \d+\.\d\d\."),
)
"""vLLM, SGLang, torchrun, older vLLM, Ray, MPI, TensorRT-LLM, vLLM's engines of data-parallel ranks, and servers of
llama.cpp behind a router."""


def lines_of(text: str) -> Iterator[tuple[int, str, str]]:
    """Number, rank and clean text of each line that is not empty; a bar that was drawn over itself is many lines.

    >>> list(lines_of("\\x1b[32m[2026-02-26 05:35:08 TP7] a\\x1b[0m\\r\\n\\n(Worker_TP1 pid=9) b"))
    [(1, 'TP7', '[2026-02-26 05:35:08 TP7] a'), (3, 'TP1', '(Worker_TP1 pid=9) b')]
    """
    for at, line in clean_lines(text):
        yield at, rank_of(line), line


def clean_lines(text: str) -> Iterator[tuple[int, str]]:
    """Number and clean text; the rank is looked for where it matters, since most lines state nothing."""
    # Logs of containers are JSON: quotes and escape characters are written out there.
    unquoted = _WRITTEN_ESCAPE.sub("\x1b", text[:LARGEST]).replace('\\"', '"')
    cleaned = _ESCAPE.sub("", unquoted)
    cleaned = _COLOUR.sub("", cleaned)
    cleaned = _CONTROL.sub("", _NO_BREAK.sub(" ", cleaned))
    for at, line in enumerate(_BREAK.split(cleaned), 1):
        for piece in _pieces(line):
            if piece.strip():
                yield at, piece.strip()


def _pieces(line: str) -> Iterator[str]:
    """A line whose breaks were lost, in the pieces that it is of; what is still too long is cut."""
    if len(line) <= LONGEST:
        yield line
        return
    for piece in _LEVEL.split(line):
        yield from (piece[at : at + LONGEST] for at in range(0, len(piece), LONGEST))


def rank_of(line: str) -> str:
    """The rank that a line names, as the program writes it; empty where it names none.

    >>> rank_of("(Worker_PP0_TP1 pid=4) x"), rank_of("[2026-01-01 DP1 TP1 EP1] x"), rank_of("INFO x")
    ('PP0_TP1', 'DP1 TP1 EP1', '')
    """
    for known in _RANKS:
        found = known.search(line, 0, HEAD)
        if found is not None:
            return found["rank"].strip().strip("_")
    return ""
