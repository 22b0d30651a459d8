"""What many families read alike: heads and their width, windows, feed-forward networks, experts, heads and tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward import FeedForward, Gated, Mixture, Plain
from planner.parts.norm import Norm
from planner.readers.hf.decoder import RMS, Layer, decoder, layers_of
from planner.readers.hf.keys import Keys
from planner.workbook import Head, Model, Prediction

FULL = frozenset({"full_attention", "full", "attention", "global"})
SLIDING = frozenset({"sliding_attention", "sliding", "local"})
LAYER_TYPES = FULL | SLIDING

ACTIVATIONS = {
    "silu": "silu",
    "swish": "silu",
    "gelu": "gelu",
    "gelu_new": "gelu_new",
    "gelu_fast": "gelu_tanh",
    "gelu_pytorch_tanh": "gelu_tanh",
    "relu": "relu",
    "relu2": "relu2",
    "xielu": "xielu",
}


class Sizes(NamedTuple):
    """d_model, the heads, and their width, of a family's usual attention."""

    d_model: int
    heads: int
    kv_heads: int
    head_dim: int


def sizes_of(
    keys: Keys,
    *,
    d_model: str = "hidden_size",
    heads: str = "num_attention_heads",
    kv_heads: str | None = "num_key_value_heads",
    head_dim: str | None = "head_dim",
) -> Sizes:
    """The sizes under these keys; without KV heads there are as many as heads, without a width d_model / heads."""
    wide, many = keys.whole(d_model), keys.whole(heads, most=4096)
    kv = (keys.optional(kv_heads, most=4096) if kv_heads is not None else None) or many
    if many % kv:
        raise keys.refused(kv_heads or heads, f"is {kv}, which does not divide {many} heads")
    return Sizes(wide, many, kv, head_width(keys, wide, many, head_dim))


def head_width(keys: Keys, d_model: int, heads: int, head_dim: str | None = "head_dim") -> int:
    """The width of a head: as stated, or d_model / heads where that is missing or null."""
    if head_dim is not None:
        stated = keys.optional(head_dim, most=65536)
        if stated is not None:
            return stated
    if d_model % heads:
        raise keys.refused(
            head_dim or "num_attention_heads", f"is missing and {d_model:,} is no multiple of {heads} heads"
        )
    return d_model // heads


def attention(sizes: Sizes, **fields: Any) -> GroupedQuery:
    """Grouped-query attention of these sizes."""
    return GroupedQuery(heads=sizes.heads, kv_heads=sizes.kv_heads, head_dim=sizes.head_dim, **fields)


class Block(NamedTuple):
    """What the layers of a family have alike: fields of their attention, and where which norms stand."""

    mixer: Mapping[str, Any] = MappingProxyType({})
    norm: Norm = RMS
    placement: str = "pre"

    def layer(self, sizes: Sizes, window: int | None, network: FeedForward) -> Layer:
        """A layer with this window and network."""
        return Layer(attention(sizes, window=window, **self.mixer), network, self.norm, self.placement)


USUAL = Block()


def biased(bias: bool, output: bool | None = None) -> dict[str, bool]:
    """The fields for a bias on queries, keys and values, and on the output (as the others unless said otherwise)."""
    return {
        "query_bias": bias,
        "key_bias": bias,
        "value_bias": bias,
        "output_bias": bias if output is None else output,
    }


def activation(keys: Keys, name: str = "hidden_act", default: str = "silu") -> str:
    """The non-linearity; an unknown one is noted and changes nothing that is counted."""
    word = keys.word(name, default)
    if word not in ACTIVATIONS:
        keys.note(name, f"The activation {word[:40]!r} is not known here; it has no parameters and is shown as SiLU.")
    return ACTIVATIONS.get(word, "silu")


def gated(keys: Keys, width: int, bias: bool = False, act: str = "hidden_act", **fields: Any) -> Gated:
    """A gated network of this width."""
    return Gated(width=width, activation=activation(keys, act), up_bias=bias, down_bias=bias, **fields)


def usual(keys: Keys, bias: bool = False, act: str = "hidden_act") -> Gated:
    """The gated network of most families."""
    return gated(keys, keys.whole("intermediate_size"), bias, act)


def plain(keys: Keys, width: int, bias: bool = False, act: str = "hidden_act", **fields: Any) -> Plain:
    """A plain network of this width."""
    return Plain(width=width, activation=activation(keys, act, "gelu"), up_bias=bias, down_bias=bias, **fields)


def windows_of(
    keys: Keys, layers: int, pattern: Callable[[int], bool], name: str = "sliding_window"
) -> list[int | None]:
    """The window of each layer: of those that `layer_types` calls sliding, or else of those that `pattern` says."""
    window = keys.optional(name, most=10**12)
    types = keys.words("layer_types", layers, LAYER_TYPES)
    sliding = [kind in SLIDING for kind in types] if types is not None else [pattern(at) for at in range(layers)]
    if window is None and types is not None and any(sliding):
        raise keys.refused(name, "is missing, and some layers are sliding")
    return [window if slides else None for slides in sliding]


def every_layer(_: int) -> bool:
    """A pattern: all layers."""
    return True


def no_layer(_: int) -> bool:
    """A pattern: no layer."""
    return False


def all_but_every(period: int) -> Callable[[int], bool]:
    """A pattern: all layers but each `period`-th, counted from 1."""
    return lambda at: (at + 1) % period != 0


def qwen_windows(keys: Keys, layers: int, pattern: Callable[[int, int], bool]) -> list[int | None]:
    """Windows where `use_sliding_window` switches them on, from or up to `max_window_layers`."""
    most = keys.whole("max_window_layers", layers, least=0, most=10**6)
    if not keys.flag("use_sliding_window", False):
        keys.skip("sliding_window")
        types = keys.words("layer_types", layers, LAYER_TYPES)
        if types is not None and any(kind in SLIDING for kind in types):
            keys.note("layer_types", "use_sliding_window is false: the layers that layer_types calls sliding see all.")
        return [None] * layers
    return windows_of(keys, layers, lambda at: pattern(at, most))


def shared_width(keys: Keys, count_name: str, each: int, default: int = 0) -> int | None:
    """The width of all shared experts together; None where there are none."""
    count = keys.optional(count_name, default, least=0, most=10_000) or 0
    return count * each or None


def mixture(keys: Keys, experts: int, active: int, width: int, **fields: Any) -> Mixture:
    """A mixture of experts; refuses more active ones than there are."""
    if active > experts:
        raise keys.refused("num_experts_per_tok", f"is {active:,}, and there are only {experts:,} experts")
    return Mixture(experts=experts, active=active, expert_width=width, **fields)


def simple(
    keys: Keys,
    d_model: int,
    layers: Sequence[Layer],
    *,
    norm: Norm | None = RMS,
    tied: bool | None = None,
    vocab: str = "vocab_size",
    head_bias: bool = False,
    **fields: Any,
) -> Model:
    """A decoder with one table, a final norm and a head, as most are."""
    if tied is None:
        tied = keys.flag("tie_word_embeddings", False)
    return decoder(
        keys,
        layers,
        d_model=d_model,
        vocab_size=keys.whole(vocab, most=100_000_000),
        final_norm=norm,
        head=Head(tied=tied, bias=head_bias),
        **fields,
    )


def uniform(layers: int, layer: Layer) -> list[Layer]:
    """So many layers of one kind."""
    return [layer] * layers


def by_window(windows: Sequence[int | None], build: Callable[[int | None], Layer]) -> list[Layer]:
    """A layer for each window."""
    return layers_of(windows, build)


def predicted(count: int, **fields: Any) -> Prediction | None:
    """So many layers that predict further tokens, like the last group unless said otherwise; None for none."""
    return Prediction(layers=count, **fields) if count else None
