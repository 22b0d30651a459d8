"""Gemma 1 to 4, as Hugging Face transformers 5.24 builds them (models/gemma*/modeling_*.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from planner.parts.attention import GroupedQuery
from planner.parts.stream import AlternatingUpdates, PerLayerInputs, SingleStream, Stream
from planner.readers.hf.decoder import RMS, Layer, layers_of
from planner.readers.hf.families.llama import standard
from planner.readers.hf.keys import Keys
from planner.readers.hf.rotation import rotating_apart
from planner.readers.hf.shared import (
    SLIDING,
    Block,
    Sizes,
    all_but_every,
    attention,
    biased,
    gated,
    mixture,
    simple,
    sizes_of,
    usual,
    windows_of,
)
from planner.workbook import Embedding, Model

SCALED = Embedding(scaled=True)
ACT = "hidden_activation"


def gemma(keys: Keys) -> Model:
    """Gemma 1: Llama with a wide head, tied."""
    keys.skip("hidden_activation")
    return standard(keys, Block(biased(keys.flag("attention_bias"))), embedding=SCALED)


def gemma2(keys: Keys) -> Model:
    """Gemma 2: norms before and after; every second layer has a window."""
    keys.skip("hidden_act", "sliding_window_size")
    windows = windows_of(keys, keys.layers(), all_but_every(2))
    bias = biased(keys.flag("attention_bias"))
    return standard(
        keys, Block(bias, placement="both"), network=usual(keys, act=ACT), windows=windows, embedding=SCALED
    )


def vaultgemma(keys: Keys) -> Model:
    """VaultGemma: Gemma 2 without the norms after."""
    windows = windows_of(keys, keys.layers(), all_but_every(2))
    return standard(
        keys,
        Block(biased(keys.flag("attention_bias"))),
        network=usual(keys, act=ACT),
        windows=windows,
        embedding=SCALED,
    )


def gemma3(keys: Keys) -> Model:
    """Gemma 3: as Gemma 2 with norms on queries and keys; one in six layers sees all."""
    period = keys.whole("sliding_window_pattern", 6, most=10**6)
    windows = windows_of(keys, keys.layers(), all_but_every(period))
    bias = biased(keys.flag("attention_bias"))
    mixer = {"query_key_norm": "shared"}
    model = standard(
        keys,
        Block({**bias, **mixer}, placement="both"),
        network=usual(keys, act=ACT),
        windows=windows,
        embedding=SCALED,
    )
    return rotating_apart(model)


class _Kind(NamedTuple):
    """What tells one layer of Gemma 3n or 4 from another."""

    slides: bool
    shared: bool
    width: int


def gemma3n(keys: Keys) -> Model:
    """Gemma 3n: AltUp, LAuReL, per-layer inputs; the last layers take keys and values of earlier ones."""
    layers = keys.layers()
    sizes = sizes_of(keys)
    window = keys.whole("sliding_window", most=10**12)
    types = _types(keys, layers, all_but_every(5))
    first_shared = layers - keys.whole("num_kv_shared_layers", least=0, most=layers)
    widths = _widths(keys, layers)
    keys.skip("activation_sparsity_pattern", "altup_active_idx", "altup_coef_clip", "altup_correct_scale",
              "altup_lr_multiplier")  # fmt: skip
    bias = biased(keys.flag("attention_bias"))

    def build(kind: _Kind) -> Layer:
        mixing = attention(sizes, window=window if kind.slides else None, query_key_norm="shared",
                           own_rotation=kind.slides, keys_from="earlier" if kind.shared else "own", **bias)  # fmt: skip
        return Layer(mixing, gated(keys, kind.width, act=ACT), RMS, "both")

    kinds = [_Kind(types[at], at >= first_shared, widths[at]) for at in range(layers)]
    stream = AlternatingUpdates(
        input_width=keys.whole("hidden_size_per_layer_input"),
        input_vocab=keys.whole("vocab_size_per_layer_input", most=100_000_000),
        streams=keys.whole("altup_num_inputs", least=2, most=64),
        low_rank=keys.whole("laurel_rank"),
    )
    return simple(keys, sizes.d_model, layers_of(kinds, build), embedding=SCALED, stream=stream)


def _types(keys: Keys, layers: int, pattern: Callable[[int], bool]) -> list[bool]:
    """Whether each layer slides."""
    types = keys.words("layer_types", layers, SLIDING | {"full_attention"})
    return [kind in SLIDING for kind in types] if types is not None else [pattern(at) for at in range(layers)]


def _widths(keys: Keys, layers: int) -> list[int]:
    """The width of each layer's network: one number for all, or a list."""
    if keys.is_list("intermediate_size"):
        return keys.wholes("intermediate_size", layers, least=1) or []
    return [keys.whole("intermediate_size")] * layers


def gemma4(keys: Keys) -> Model:
    """Gemma 4: full layers have heads of their own width; experts beside a dense network; per-layer inputs."""
    layers = keys.layers()
    sizes = sizes_of(keys)
    types = _types(keys, layers, all_but_every(6))
    types[-1] = False
    one_projection = keys.flag("attention_k_eq_v")
    wide = keys.whole("global_head_dim", 512, most=65536)
    few = keys.optional("num_global_key_value_heads", most=4096) if one_projection else None
    keys.skip("num_global_key_value_heads")
    if few is not None and sizes.heads % few:
        raise keys.refused("num_global_key_value_heads", f"is {few}, which does not divide {sizes.heads} heads")
    full = Sizes(sizes.d_model, sizes.heads, few or sizes.kv_heads, wide)
    window = keys.whole("sliding_window", most=10**12)
    first_shared = layers - keys.whole("num_kv_shared_layers", least=0, most=layers)
    double = keys.flag("use_double_wide_mlp")
    width = keys.whole("intermediate_size")
    bias = biased(keys.flag("attention_bias"))
    experts = _gemma4_experts(keys)

    def build(kind: _Kind) -> Layer:
        mixing = attention(
            sizes if kind.slides else full,
            window=window if kind.slides else None,
            own_rotation=kind.slides,
            query_key_norm="shared",
            values_from_keys=one_projection and not kind.slides,
            keys_from="earlier" if kind.shared else "own",
            **bias,
        )
        if experts is None:
            return Layer(mixing, gated(keys, kind.width, act=ACT), RMS, "both")
        network = mixture(keys, **experts, shared_width=kind.width, router_scales=True, branch_norms=True)
        return Layer(mixing, network, RMS, "both")

    shared = [at >= first_shared for at in range(layers)]
    kinds = [_Kind(types[at], shared[at], width * (2 if double and shared[at] else 1)) for at in range(layers)]
    return simple(keys, sizes.d_model, layers_of(kinds, build), embedding=SCALED, stream=_gemma4_stream(keys))


def _gemma4_experts(keys: Keys) -> dict[str, Any] | None:
    if not keys.flag("enable_moe_block"):
        keys.skip("num_experts", "top_k_experts", "moe_intermediate_size", "expert_intermediate_size")
        return None
    keys.skip("expert_intermediate_size")
    return {
        "experts": keys.whole("num_experts", most=100_000),
        "active": keys.whole("top_k_experts", most=100_000),
        "width": keys.whole("moe_intermediate_size"),
        "activation": "gelu_tanh",
    }


def _gemma4_stream(keys: Keys) -> Stream:
    width = keys.optional("hidden_size_per_layer_input", least=0, most=1_000_000)
    vocab = keys.optional("vocab_size_per_layer_input", most=100_000_000)
    if not width:
        return SingleStream()
    if vocab is None:
        raise keys.refused("vocab_size_per_layer_input", "is missing")
    return PerLayerInputs(input_width=width, input_vocab=vocab)


def _scaled_from_one(read: Callable[[Keys], Model]) -> Callable[[Keys], Model]:
    """The reader, with norms whose scale is kept as its difference from one, and the caps on scores and logits."""

    def family(keys: Keys) -> Model:
        model = read(keys)
        caps = {name: bool(keys.values.get(f"{name}_logit_softcapping")) for name in ("attn", "final")}
        groups = []
        for group in model.groups:
            mixer = group.attention
            if isinstance(mixer, GroupedQuery) and caps["attn"]:
                mixer = mixer.model_copy(update={"score_cap": True})
            norm = group.norm.model_copy(update={"offset": True})
            groups.append(group.model_copy(update={"attention": mixer, "norm": norm}))
        last = None if model.final_norm is None else model.final_norm.model_copy(update={"offset": True})
        head = model.head.model_copy(update={"cap": caps["final"]})
        return model.model_copy(update={"groups": tuple(groups), "final_norm": last, "head": head})

    return family


FAMILIES: Mapping[str, Callable[[Keys], Model]] = {
    "gemma": _scaled_from_one(gemma),
    "gemma2": _scaled_from_one(gemma2),
    "gemma3_text": _scaled_from_one(gemma3),
    "gemma3n_text": gemma3n,
    "gemma4_text": gemma4,
    "vaultgemma": _scaled_from_one(vaultgemma),
}
