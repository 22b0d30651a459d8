"""What of a ledger is dealt over ranks: its shares `ceil_div(what, degree)`, and the same texts for one rank.

One ledger serves all ranks. It is of the fullest one; of `what` divided over n ranks as evenly as whole things go, rank
r has `ceil_div(what - r, n)`. A share is found by its text, so that what is dealt must be on the list here: a test
holds every division by a degree in the ledgers of all presets against it.

What is dealt unevenly
    experts over EP           vllm/model_executor/layers/fused_moe/layer.py, determine_expert_map: what is left over
                              goes one each to the first ranks
    sequences over DP         a replica has whole sequences
    tokens over CP            vLLM's decode context parallelism deals them in turn
    heads and widths over TP  where a program takes them at all; most refuse, and a Finding says so
What is alike on all ranks of TP: tables of the vocabulary, which are padded to equal parts
(vllm/model_executor/layers/vocab_parallel_embedding.py), and KV heads of which every rank has a copy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from planner.ledger import Slot

DEGREES = ("tp", "ep", "cut", "dp", "cp")
"""The degrees that give a rank its numbers; "cut" is that of experts that are cut where EP is less than TP."""
COPIED = frozenset({"kv_heads", "state_groups"})
"""Heads of which every rank has one at least: a copy, where there are fewer of them than ranks."""
_WHAT = (
    "heads|kv_heads|state_heads|state_groups|key_heads|value_heads|output_groups|inner|d_model|width|shared_width|"
    r"experts|expert_width|batch|context|min\(shared_prefix, prompt\)"
)
_SHARE = re.compile(rf"ceil_div\((?P<what>{_WHAT}), (?P<degree>tp|ep|dp|cp|max\(tp // ep, 1\))\)")


def _of(found: re.Match[str]) -> str:
    return "cut" if found["degree"].startswith("max") else found["degree"]


def shares_in(text: str) -> Iterator[tuple[str, str]]:
    """What a formula divides over ranks, and by which of `DEGREES`.

    >>> list(shares_in("2 * ceil_div(width, tp) + ceil_div(vocab_size, tp)"))
    [('width', 'tp')]
    """
    return ((found["what"], _of(found)) for found in _SHARE.finditer(text))


def share_of(text: str) -> tuple[str, Mapping[str, Slot]]:
    """A formula of the fullest rank as that of a rank by its numbers, and what these names stand for.

    >>> share_of("ceil_div(experts, ep)")
    ('ceil_div(experts - rank_ep, ep)', {'rank_ep': 'rank.ep'})
    """
    used: dict[str, Slot] = {}

    def shared(found: re.Match[str]) -> str:
        what, degree, of = found["what"], found["degree"], _of(found)
        used[f"rank_{of}"] = f"rank.{of}"
        share = f"ceil_div({what} - rank_{of}, {degree})"
        return f"max({share}, 1)" if what in COPIED else share

    return _SHARE.sub(shared, text), used
