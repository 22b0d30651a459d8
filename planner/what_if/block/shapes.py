"""The tensors of a block's operations: dimensions by name, with their sizes on one rank.

B sequences, T tokens of each in this pass, S tokens in the sequence so far. What a call gives is stated by its key; a
product that is not stated gives rows of its output width, and what only moves memory gives what it got.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from planner.formula import formula
from planner.parts.base import Operator, Part
from planner.plan import Evaluation
from planner.what_if.block.flow import Tensor

ROWS = ("B", "T")
QUERIES = ("Q", "B T heads_rank head_dim")
KEYS = ("K", "B T kv_heads_rank head_dim")
VALUES = ("V", "B T kv_heads_rank {value}")
LATENT_QUERIES = ("Q", "B T heads_rank (nope_dim + rope_dim)")
LATENT_KEYS = ("K", "B T heads_rank (nope_dim + rope_dim)")

Given = tuple[tuple[str, str], ...]
"""Label and dimensions of each tensor that a call gives; {value} is the width of a value head."""
STREAM: Given = (("", "B T d_model"),)
GROUPED: Mapping[str, Given] = {
    "qkv": (QUERIES, KEYS, VALUES),
    "query_key_norm": (QUERIES, KEYS),
    "rope": (QUERIES, KEYS),
    "kv": (("K", "B other_tokens kv_heads_rank head_dim"), ("V", "B other_tokens kv_heads_rank {value}")),
    "key_norm": (("K", "B other_tokens kv_heads_rank head_dim"),),
    "attention": (("", "B T heads_rank {value}"),),
    "gated": (("", "B T heads_rank {value}"),),
    "output_norm": (("", "B T heads_rank {value}"),),
}
LATENT: Mapping[str, Given] = {
    "q_a": (("", "B T query_rank"),),
    "q_norm": (("", "B T query_rank"),),
    "q": (LATENT_QUERIES,),
    "kv_a": (("c", "B T kv_rank"), ("k", "B T rope_dim")),
    "kv_norm": (("c", "B T kv_rank"),),
    "kv_b": (("K", "B T heads_rank nope_dim"), ("V", "B T heads_rank value_dim")),
    "rope": (LATENT_QUERIES, LATENT_KEYS),
    "attention": (("", "B T heads_rank value_dim"),),
}
LATENT_DECODE: Mapping[str, Given] = {
    **LATENT,
    "rope": (("Q", "B T heads_rank (kv_rank + rope_dim)"), ("k", "B T rope_dim")),
    "kv_b": (("Q", "B T heads_rank (kv_rank + rope_dim)"),),
    "attention": (("", "B T heads_rank kv_rank"),),
}
COMPRESSED: Mapping[str, Given] = {
    "q": (("Q", "B T heads_rank head_dim"),),
    "kv": (("c", "B T head_dim"),),
    "kv_norm": (("c", "B T head_dim"),),
    "compress": (("", "B (context // compression) head_dim"),),
    "index_compress": (("", "B (context // compression) index_dim"),),
    "attention": (("", "B T heads_rank head_dim"),),
}
INDEX: Mapping[str, Given] = {
    "index_q": (("", "B T index_heads index_dim"),),
    "index_k": (("", "B T index_dim"),),
    "index_scores": (("", "B T S"),),
}
DENSE: Mapping[str, Given] = {"activation": (("", "B T width_rank"),), "inner_norm": (("", "B T width_rank"),)}
STATES: Mapping[str, Mapping[str, Given]] = {
    "gated_delta": {
        "conv": (("", "B T channels=(2 * key_heads_rank * key_dim + value_heads_rank * value_dim)"),),
        "recurrence": (("", "B T value_heads_rank value_dim"),),
        "o_norm": (("", "B T value_heads_rank value_dim"),),
    },
    "kimi_delta": {
        "conv": (("", "B T channels=(3 * heads_rank * head_dim)"),),
        "recurrence": (("", "B T heads_rank head_dim"),),
        "o_norm": (("", "B T heads_rank head_dim"),),
    },
    "lightning": {
        "recurrence": (("", "B T heads_rank head_dim"),), "o_norm": (("", "B T heads_rank head_dim"),),
    },
    "mamba1": {
        "conv": (("", "B T inner_rank"),), "inner_norms": (("", "B T (step_rank + 2 * state_dim)"),),
        "recurrence": (("", "B T inner_rank"),),
    },
    "mamba2": {
        "conv": (("", "B T channels=(state_heads_rank * state_head_dim + 2 * state_groups_rank * state_dim)"),),
        "recurrence": (("", "B T state_heads_rank state_head_dim"),),
        "gated_norm": (("", "B T state_heads_rank state_head_dim"),),
    },
    "rg_lru": {
        "conv": (("", "B T inner_rank"),), "recurrence": (("", "B T inner_rank"),), "gated": (("", "B T inner_rank"),),
    },
    "short_convolution": {"conv": (("", "B T channels_rank"),), "gated": (("", "B T channels_rank"),)},
}  # fmt: skip
MIXTURE: Mapping[str, Given] = {
    "experts": (("", "B T active {entry}"),),
    "latent": (("", "B T {entry}"),),
    "branch_norm_1": STREAM,
    "branch_norm_2": STREAM,
    "branch_norm_3": STREAM,
    "shared_activation": (("", "B T shared_width_rank"),),
    "activation": STREAM,
    "shared": STREAM,
    "shared_gated": STREAM,
    "router_scales": STREAM,
}
SCORES = {"attention": ("scores", "B heads_rank T S")}
"""What a fused kernel never writes out, and is the size of the work."""


def given(part: Part, operator: Operator, phase: str) -> Given | None:
    """What a call of a part gives, as stated above; None where nothing is stated."""
    kind, key = str(part.kind), operator.key
    if key in ("o", "o_a", "state_out", "down", "gates", "norm"):
        return STREAM if key in ("o", "state_out", "down", "norm") else None
    if "latent" in kind:
        decode = phase == "decode" and not any(cached.key == "keys" for cached in part.caches())
        found = (LATENT_DECODE if decode else LATENT).get(key)
    elif "grouped_query" in kind or kind == "cross_attention":
        found = _grouped(part, key)
    elif "compress" in kind or kind == "windowed_shared_key":
        found = COMPRESSED.get(key)
    elif kind == "mixture":
        entry = "d_model" if getattr(part, "latent_width", None) is None else "latent_width"
        found = tuple((label, text.format(entry=entry)) for label, text in MIXTURE.get(key, ()))
    else:
        found = STATES.get(kind, {}).get(key) or (DENSE.get(key) if kind in ("gated", "plain") else None)
    return found or INDEX.get(key)


def _grouped(part: Part, key: str) -> Given | None:
    names = {weight.key for weight in part.weights()}
    found = GROUPED.get(key)
    if key == "qkv" and str(part.kind) == "cross_attention":
        found = (QUERIES,)
    if key in ("rope", "query_key_norm") and "k" not in names:
        found = (QUERIES,)
    if key == "qkv" and found is not None and len(found) == 3:
        found = tuple(tensor for tensor in found if tensor[0].lower() in names or tensor[0] == "Q")
    value = "head_dim" if getattr(part, "value_dim", None) is None else "value_dim"
    return None if found is None else tuple((label, text.format(value=value)) for label, text in found)


class Sizes:
    """Numbers of names in one group and phase, from the amounts and lines of a plan."""

    def __init__(self, evaluation: Evaluation, at: int | None, phase: str) -> None:
        self._evaluation = evaluation
        self._at = at
        training = "load.micro_batch" in evaluation.amounts
        context = self._found("load.context")
        tokens = self._found("load.sequence") if training else self._found("load.prompt")
        batch = self._found("load.micro_batch") if training else self._found("sequences", "load.batch")
        if training:
            own = self._found("tokens_rank")
            self._fixed = {"B": batch, "T": own if own is not None else tokens, "S": tokens}
        elif phase == "decode":
            self._fixed = {"B": batch, "T": 1, "S": context}
        else:
            self._fixed = {"B": batch, "T": tokens, "S": tokens}
        self._fixed |= {"batch": self._fixed["B"], "tokens": self._fixed["T"], "context": self._fixed["S"]}
        self.tp = self._found("scenario.tp")

    def tensor(self, part: str, dimensions: str | Sequence[str], label: str = "") -> Tensor:
        """A tensor of dimensions that are texts of names, separated by blanks outside brackets.

        A dimension may have a name of its own: "channels=(2 * inner_rank)".
        """
        texts = dimensions_of(dimensions) if isinstance(dimensions, str) else tuple(dimensions)
        names = tuple(text.partition("=")[0] if "=" in text else self.written(text) for text in texts)
        return Tensor(names, tuple(self.size(part, text.rpartition("=")[2]) for text in texts), label)

    def size(self, part: str, text: str) -> int | None:
        """The number of a text of names; None while one of them is blank, or is not known."""
        parsed = formula(text)
        amounts = {name: self._amount(part, name) for name in parsed.names}
        if None in amounts.values():
            return None
        try:
            found: int = parsed.evaluate(amounts)
        except ArithmeticError:
            return None
        return found

    def written(self, text: str) -> str:
        """A text as it is read: what a rank has of it as a share, products with a raised dot."""
        shared = "/tp" if self.tp not in (None, 1) else ""
        text = re.sub(r"\bcontext\b", "S", re.sub(r"\btokens\b", "T", re.sub(r"\bbatch\b", "B", text)))
        text = re.sub(r"(\w+)_rank\b", lambda found: _share(found, shared), text).replace(" * ", "·").replace("//", "/")
        return text[1:-1] if text.startswith("(") and text.endswith(")") and text.count("(") == 1 else text

    def _amount(self, part: str, name: str) -> Any:
        if name in self._fixed:
            return self._fixed[name]
        role, prefix = f"groups.{self._at}.{part}", f"group{(self._at or 0) + 1}"
        places = [f"{place}.{name}" for place in ("model", "stream", "position", "scenario")]
        places += [name, f"embedding.{name.removeprefix('embedding_')}"]
        if self._at is not None:
            places = [f"shapes.{prefix}.{part}.{name}", f"{role}.{name}", *places]
        return self._found(*places)

    def _found(self, *slots: str) -> Any:
        for slot in slots:
            if slot in self._evaluation.structure.index:
                return self._evaluation.value(slot)
            if slot in self._evaluation.amounts:
                return self._evaluation.amounts[slot]
        return None


_OWN_RANK = ("query", "kv", "step", "output", "lora")
"""Widths whose name ends in rank because they are one of a product of low rank, and no share of a rank."""


def _share(found: re.Match[str], shared: str) -> str:
    return found[0] if found[1] in _OWN_RANK else f"{found[1]}{shared}"


def dimensions_of(text: str) -> tuple[str, ...]:
    """The dimensions of a text: separated by blanks, sums in brackets.

    >>> dimensions_of("B T heads_rank (nope_dim + rope_dim)")
    ('B', 'T', 'heads_rank', '(nope_dim + rope_dim)')
    """
    return tuple(re.findall(r"(?:\w+=)?\([^()]*\)|\S+", text))


def factors_of(text: str) -> tuple[str, ...]:
    """The dimensions of a product, or the text itself where it is something else.

    >>> factors_of("kv_heads_rank * head_dim"), factors_of("(kv_rank + rope_dim)")
    (('kv_heads_rank', 'head_dim'), ('(kv_rank + rope_dim)',))
    """
    channels, convolved, _ = text.rpartition(" * (kernel - 1)")
    if convolved:
        return (f"channels={channels}" if "(" in channels else channels, "(kernel - 1)")
    if "(" in text.strip("()") or not re.fullmatch(r"\w+( \* \w+)*", text):
        return (text,)
    return tuple(text.split(" * "))
