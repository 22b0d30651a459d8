"""Mixes of formats that files are called by ("Q4_K_M"): which type each tensor gets, stated where no file is read.

Modelled is llama_tensor_get_type of llama.cpp (src/llama-quant.cpp), made with an importance matrix: value and down
projections get more bits in some layers, the head and tied tables Q6_K, more for models of 8 experts and of 80 layers
with grouped queries; rows that blocks do not fill get the fallback types. Norms, biases and routers are fp32.
A linear mixer's query, key and value in one tensor count as values, with those of the attention layers in one row; its
other matrices have the mix's own type, its convolution is fp32.
Not modelled: Falcon's own rules, query, key and value of plain attention fused into one tensor, key and value
expansions of latent attention that are stored apart, and what publishers choose by hand ("UD" files).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from planner.layers import placed
from planner.memory.formats import FORMATS
from planner.memory.storage import Term
from planner.parts.attention.gated_delta import GatedDelta
from planner.parts.attention.grouped_query import GroupedQuery
from planner.parts.attention.kimi_delta import KimiDelta
from planner.parts.attention.latent import Latent
from planner.parts.feed_forward.mixture import Mixture

REFERENCE = "llama_tensor_get_type, github.com/ggml-org/llama.cpp src/llama-quant.cpp"


@dataclass(frozen=True, slots=True)
class Traits:
    """What of a model changes a mix: layers, query heads per KV head, experts, whether it is like Llama-2-70B."""

    layers: int
    queries: int
    experts: int

    @property
    def many_queries(self) -> bool:
        """Grouped queries so few of whose keys and values are stored that more bits for them cost little."""
        return self.queries >= 4

    @property
    def eight_experts(self) -> bool:
        """As in Mixtral."""
        return self.experts == 8

    @property
    def like_70b(self) -> bool:
        """80 layers with grouped queries: value projections of 3 or 4 bits get 5."""
        return self.layers == 80 and self.queries > 1 and not self.experts


Rule = Callable[[int, int, Traits], str | None]
"""The type of a tensor in layer (or as tensor) `index` of `count`; None: the mix's own."""


@dataclass(frozen=True, slots=True)
class Mix:
    """`base` is the type of all matrices without a rule of their own."""

    name: str
    base: str
    value: Rule | None = None
    down: Rule | None = None
    output: Rule | None = None

    @property
    def label(self) -> str:
        """What a chooser says."""
        return f"{self.name} (stated mix)"


def more_bits(index: int, layers: int) -> bool:
    """Whether a layer is of the first or last eighth, or every third between: use_more_bits of llama.cpp.

    >>> sum(more_bits(index, 64) for index in range(64))
    32
    """
    return index < layers // 8 or index >= 7 * layers // 8 or (index - layers // 8) % 3 == 2


def _always(name: str) -> Rule:
    return lambda index, layers, traits: name


def _where_more(name: str) -> Rule:
    return lambda index, layers, traits: name if more_bits(index, layers) else None


def _grouped(name: str, otherwise: str | None = None) -> Rule:
    return lambda index, layers, traits: name if traits.many_queries else otherwise


def _first(share: int, name: str, otherwise: str | None = None) -> Rule:
    return lambda index, layers, traits: name if index < layers // share else otherwise


def _leading(tensors: int, name: str, otherwise: str | None = None) -> Rule:
    return lambda index, layers, traits: name if index < tensors else otherwise


def _unless_eight(name: str | None) -> Rule:
    return lambda index, layers, traits: "q5_K" if traits.eight_experts else name


def _except_eight(name: str) -> Rule:
    return lambda index, layers, traits: None if traits.eight_experts else name


_ALL = (
    Mix("Q2_K", "q2_K", _grouped("q4_K", "q3_K"), _always("q3_K"), _unless_eight("q3_K")),
    Mix("Q3_K_S", "q3_K", None, None, _unless_eight(None)),
    Mix("Q3_K_M", "q3_K", _leading(2, "q5_K", "q4_K"), _first(16, "q5_K", "q4_K"), _unless_eight("q4_K")),
    Mix("Q3_K_L", "q3_K", _always("q5_K"), _always("q5_K"), _except_eight("q5_K")),
    Mix("IQ4_XS", "iq4_xs", _grouped("q5_K"), None, _unless_eight(None)),
    Mix("Q4_0", "q4_0"),
    Mix("Q4_K_S", "q4_K", _leading(4, "q5_K"), _first(8, "q5_K"), _unless_eight(None)),
    Mix("Q4_K_M", "q4_K", _where_more("q6_K"), _where_more("q6_K"), _unless_eight(None)),
    Mix("Q5_0", "q5_0"),
    Mix("Q5_K_S", "q5_K"),
    Mix("Q5_K_M", "q5_K", _where_more("q6_K"), _where_more("q6_K")),
    Mix("Q6_K", "q6_K"),
    Mix("Q8_0", "q8_0"),
)
MIXES: Mapping[str, Mix] = {mix.name: mix for mix in _ALL}
MIX_OPTIONS = tuple((mix.name, mix.label) for mix in _ALL)

COMPUTE, OTHER = "fp16", "fp32"
"""What products run in, and what the tensors have that a mix leaves alone."""

_FALLBACK = {"q2_K": "iq4_nl", "q3_K": "iq4_nl", "iq4_xs": "iq4_nl", "q4_K": "q5_0", "q5_K": "q5_1", "q6_K": "q8_0"}

Stated = Mapping[str, tuple[Term, ...]]
"""The terms of each weight by its place: "groups.0.attention.v", "embedding", "head"."""


def stated_mix(model: Any, name: str) -> tuple[Stated, Mapping[str, int]]:
    """How a resolved model's weights are stored in a mix, and the inputs: in how many layers each type stands."""
    mix = MIXES[name]
    traits = _traits(model)
    head = "q8_0" if mix.base == "q8_0" or not _fills(mix.base, model.d_model) else "q6_K"
    head = _fitted(head, model.d_model)
    embedding = head if model.head.tied else _fitted(mix.base, model.d_model)
    stated: dict[str, tuple[Term, ...]] = {"embedding": (Term(embedding),), "head": (Term(head),)}
    stated["matrix"] = (Term(_fitted(mix.base, model.d_model)),)
    amounts: dict[str, int] = {}
    for place, parts, whole, types in _weights(model, mix, traits):
        counts: dict[str, int] = {}
        for each in types:
            counts[each] = counts.get(each, 0) + 1
        terms: list[Term] = []
        share = len(stated.get(place, ()))
        *some, last = counts or {mix.base: 1}
        for each in some:
            slot = f"mixed.{place}.{each}"
            amounts[slot] = counts[each]
            terms.append(Term(each, parts, whole, slot, share))
        stated[place] = (*stated.get(place, ()), *terms, Term(last, parts, whole, None, share))
    return stated, amounts


def _traits(model: Any) -> Traits:
    layers = sum(group.count for group in model.groups if isinstance(group.count, int))
    heads = [
        (group.attention.heads, group.attention.kv_heads)
        for group in model.groups
        if isinstance(group.attention, GroupedQuery)
    ]
    queries = next((a // b for a, b in heads if isinstance(a, int) and isinstance(b, int) and b), 1)
    mixtures = [group.feed_forward for group in model.groups if isinstance(group.feed_forward, Mixture)]
    experts = [mixture.experts for mixture in mixtures if isinstance(mixture.experts, int)]
    return Traits(layers, queries, max(experts, default=0))


def _weights(model: Any, mix: Mix, traits: Traits) -> Iterator[tuple[str, int, int, list[str]]]:
    """Place, share and the type in each layer of every matrix whose type is not simply the mix's own."""
    positions = placed([(group.positions, group.count) for group in model.groups])
    valued = sorted(
        layer
        for group, layers in zip(model.groups, positions, strict=True)
        for layer in layers
        if any(_valued(group.attention, weight.key) for weight in group.attention.weights())
    )
    ordinal = dict(zip(valued, count(), strict=False))
    for index, (group, layers) in enumerate(zip(model.groups, positions, strict=True)):
        role = f"groups.{index}"
        d_model = model.d_model
        for part in ("attention", "beside"):
            mixer = getattr(group, part)
            for weight in mixer.weights():
                if weight.stored != "matrix":
                    continue
                rule, width = _of_attention(mix, traits, mixer, weight.key, d_model)
                value = _valued(mixer, weight.key)
                at = [ordinal.get(layer, 0) for layer in layers] if value else layers
                total = len(valued) if value else traits.layers
                yield f"{role}.{part}.{weight.key}", 1, 1, _types(mix, rule, at, total, traits, width)
        yield from _feed_forward(role, group.feed_forward, layers, mix, traits, d_model)


def _of_attention(mix: Mix, traits: Traits, mixer: Any, key: str, d_model: Any) -> tuple[Rule | None, Any]:
    """The rule of a projection, and the width of its rows in a file; other mixers than attention have no rules."""
    if _valued(mixer, key):
        return _always("q8_0") if traits.eight_experts else _value_rule(mix, traits), d_model
    if not isinstance(mixer, GroupedQuery | KimiDelta | Latent):
        return None, d_model
    if key == "o":
        wide = getattr(mixer, "value_dim", None) or getattr(mixer, "head_dim", None)
        return mix.output, _product(mixer.heads, wide)
    if isinstance(mixer, Latent):
        return None, {"q": mixer.query_rank or d_model, "kv_b": mixer.kv_rank}.get(key, d_model)
    return (_always("q8_0") if key == "k" and traits.eight_experts else None), d_model


def _valued(mixer: Any, key: str) -> bool:
    """Whether a file's tensor of these weights is called attn_v or attn_qkv, which have the rule of values."""
    named = {"v": GroupedQuery | KimiDelta, "qkv": GatedDelta}.get(key)
    return named is not None and isinstance(mixer, named)


def _value_rule(mix: Mix, traits: Traits) -> Rule:
    def rule(index: int, layers: int, _: Traits) -> str | None:
        found = mix.value(index, layers, traits) if mix.value is not None else None
        return "q5_K" if traits.like_70b and (found or mix.base) in ("q3_K", "q4_K") else found

    return rule


def _feed_forward(
    role: str, network: Any, layers: tuple[int, ...], mix: Mix, traits: Traits, d_model: Any
) -> Iterator[tuple[str, int, int, list[str]]]:
    for weight in network.weights():
        place = f"{role}.feed_forward.{weight.key}"
        if weight.key in ("experts", "shared") and isinstance(network, Mixture):
            # One line holds the matrices of an expert: those that read the input, and the one that writes the output.
            wide = network.expert_width if weight.key == "experts" else network.shared_width
            matrices = 3 if network.matrices == "gated" else 2
            yield place, matrices - 1, matrices, _types(mix, None, layers, traits.layers, traits, d_model)
            yield place, 1, matrices, _types(mix, mix.down, layers, traits.layers, traits, wide)
        elif weight.stored in ("matrix", "expert"):
            down = weight.key == "down"
            width = network.width if down else d_model
            yield place, 1, 1, _types(mix, mix.down if down else None, layers, traits.layers, traits, width)


def _types(mix: Mix, rule: Rule | None, layers: Iterable[int], total: int, traits: Traits, width: Any) -> list[str]:
    found = (rule(layer, total, traits) if rule is not None else None for layer in layers)
    return [_fitted(each or mix.base, width) for each in found]


def _fitted(name: str, width: Any) -> str:
    """The type, or what stands in for it where its blocks do not fill a row."""
    if _fills(name, width):
        return name
    other = _FALLBACK.get(name, "fp16")
    return other if _fills(other, width) else "fp16"


def _fills(name: str, width: Any) -> bool:
    return not isinstance(width, int) or width % FORMATS[name].elements == 0


def _product(a: Any, b: Any) -> int | None:
    return a * b if isinstance(a, int) and isinstance(b, int) else None
