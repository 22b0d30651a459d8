"""Which keys a query sees: the texts for a decode step and for a causal prefill, with and without a window."""

from __future__ import annotations


def held(window: bool) -> str:
    """Keys that one more query sees, and tokens that the cache holds for it.

    >>> held(True)
    'min(context, window)'
    """
    return "min(context, window)" if window else "context"


def causal_pairs(window: bool, chunked: bool = False) -> str:
    """Query-key pairs of one causal prefill of `tokens` tokens.

    Full: s(s+1)/2. Sliding window w: w(w+1)/2 and then w for each further query. Chunked: w(w+1)/2 for each full chunk
    and r(r+1)/2 for the rest; all three agree up to s = w.

    >>> from planner.formula import formula
    >>> [formula(causal_pairs(True, chunked)).evaluate({"tokens": 10, "window": 4}) for chunked in (False, True)]
    [34, 23]
    """
    if not window:
        return "(tokens * (tokens + 1) // 2)"
    if chunked:
        return "(tokens // window * (window * (window + 1) // 2) + (tokens % window) * (tokens % window + 1) // 2)"
    inside = "min(tokens, window)"
    return f"({inside} * ({inside} + 1) // 2 + (tokens - {inside}) * {inside})"


def entry_pairs(most: str | None = None) -> str:
    """Pairs of a query and a compressed entry in one causal prefill of `tokens` tokens.

    The query at position i (counted from 0) sees the complete blocks of `compression` tokens up to itself,
    floor((i + 1) / compression) of them, and no more than `most` where it picks. With c blocks seen by the last query,
    the block sizes sum to compression * c(c-1)/2 up to the query that first sees c, and to c for each from there on.
    Source: transformers 5.24, models/deepseek_v4 (`causal_threshold`).

    >>> from planner.formula import formula
    >>> [formula(entry_pairs(most)).evaluate({"tokens": 11, "compression": 4}) for most in (None, "1")]
    [12, 8]
    """
    blocks = "(tokens // compression)" if most is None else f"min(tokens // compression, {most})"
    return f"(compression * ({blocks} * ({blocks} - 1) // 2) + {blocks} * (tokens - compression * {blocks} + 1))"
