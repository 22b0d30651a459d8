"""Llama and the many families that differ from it in a bias, a norm or a window.

Each function says what its family does, as Hugging Face transformers 5.24 builds it (models/<family>/modeling_*.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from planner.parts.feed_forward import FeedForward
from planner.parts.norm import Norm
from planner.readers.hf.decoder import LAYER_NORM, LAYER_NORM_NO_BIAS, Layer
from planner.readers.hf.keys import Keys
from planner.readers.hf.rotation import rotating_apart
from planner.readers.hf.shared import (
    USUAL,
    Block,
    Sizes,
    all_but_every,
    biased,
    by_window,
    every_layer,
    gated,
    plain,
    predicted,
    qwen_windows,
    simple,
    sizes_of,
    usual,
    windows_of,
)
from planner.workbook import Model

NO_SCALE = Norm(scale=False)


def standard(
    keys: Keys,
    block: Block = USUAL,
    *,
    network: FeedForward | None = None,
    sizes: Sizes | None = None,
    windows: Sequence[int | None] | None = None,
    **fields: Any,
) -> Model:
    """A decoder whose layers differ at most in their window; its network is the usual gated one without another."""
    found = sizes or sizes_of(keys)
    each = [None] * keys.layers() if windows is None else windows
    own = network or usual(keys)

    def build(window: int | None) -> Layer:
        return block.layer(found, window, own)

    return simple(keys, found.d_model, by_window(each, build), norm=fields.pop("final_norm", block.norm), **fields)


def llama(keys: Keys) -> Model:
    """Llama: attention_bias on all four projections, mlp_bias on all three matrices."""
    return standard(keys, Block(biased(keys.flag("attention_bias"))), network=usual(keys, keys.flag("mlp_bias")))


def mistral(keys: Keys) -> Model:
    """Mistral: one window for all layers, or none; some converted configs call it sliding_window_size."""
    window = keys.optional("sliding_window_size", most=10**12)
    if window is not None and keys.has("sliding_window") and keys.values["sliding_window"] != window:
        raise keys.refused("sliding_window_size", "is not sliding_window")
    if keys.has("layer_types"):
        return standard(keys, windows=windows_of(keys, keys.layers(), every_layer))
    stated = keys.optional("sliding_window", most=10**12)
    return standard(keys, windows=[window or stated] * keys.layers())


def qwen2(keys: Keys) -> Model:
    """Qwen2: biases on queries, keys and values, whatever attention_bias says; windows from max_window_layers on."""
    keys.skip("attention_bias", "use_mrope")
    windows = qwen_windows(keys, keys.layers(), lambda at, most: at >= most)
    extra = keys.optional("num_nextn_predict_layers", 0, least=0, most=100) or 0
    bias = biased(True, False)
    network = gated(keys, keys.whole("intermediate_size"))
    prediction = predicted(extra)
    return standard(keys, Block(bias), network=network, windows=windows, prediction=prediction)


def qwen3(keys: Keys) -> Model:
    """Qwen3: a norm of head_dim on queries and keys."""
    windows = qwen_windows(keys, keys.layers(), lambda at, most: at >= most)
    bias = keys.flag("attention_bias")
    return standard(keys, Block({**biased(bias), "query_key_norm": "shared"}), windows=windows)


def qwen3_vl_text(keys: Keys) -> Model:
    """The decoder of Qwen3-VL: Qwen3 without windows."""
    return standard(keys, Block({**biased(keys.flag("attention_bias")), "query_key_norm": "shared"}))


def seed_oss(keys: Keys) -> Model:
    """Seed-OSS: the output projection has a bias of its own."""
    bias = biased(keys.flag("attention_bias"), keys.flag("attention_out_bias"))
    return standard(keys, Block(bias), network=usual(keys, keys.flag("mlp_bias")))


def arcee(keys: Keys) -> Model:
    """Arcee: two matrices with squared ReLU."""
    network = plain(keys, keys.whole("intermediate_size"), keys.flag("mlp_bias"))
    return standard(keys, Block(biased(keys.flag("attention_bias"))), network=network)


def jais2(keys: Keys) -> Model:
    """Jais 2: as Arcee with LayerNorm and biases."""
    network = plain(keys, keys.whole("intermediate_size"), keys.flag("mlp_bias"))
    return standard(keys, Block(biased(keys.flag("attention_bias")), norm=LAYER_NORM), network=network)


def apertus(keys: Keys) -> Model:
    """Apertus: two matrices with xIELU (two parameters), a norm on queries and keys."""
    network = plain(keys, keys.whole("intermediate_size"))
    bias = biased(keys.flag("attention_bias"))
    keys.must_be("mlp_bias", False, because="Apertus has no biases in its network")
    keys.must_be("post_norm", False, because="Apertus has its norms before")
    keys.must_be("qk_norm", True, because="Apertus has norms on queries and keys")
    return standard(keys, Block({**bias, "query_key_norm": "shared"}), network=network)


def smollm3(keys: Keys) -> Model:
    """SmolLM3: layers without rotary positions may have a window."""
    layers = keys.layers()
    every = keys.whole("no_rope_layer_interval", 4, most=10**6)
    rotary = keys.wholes("no_rope_layers", layers, most=1) or [int((at + 1) % every != 0) for at in range(layers)]
    windows: list[int | None] = [None] * layers
    if keys.flag("use_sliding_window"):
        windows = windows_of(keys, layers, lambda at: not rotary[at])
    else:
        keys.skip("sliding_window", "layer_types", "max_window_layers")
    return standard(
        keys, Block(biased(keys.flag("attention_bias"))), network=usual(keys, keys.flag("mlp_bias")), windows=windows
    )


def helium(keys: Keys) -> Model:
    """Helium: no bias on the output projection, which is d_model wide on both sides."""
    sizes = sizes_of(keys)
    if sizes.heads * sizes.head_dim != sizes.d_model:
        raise keys.refused("head_dim", "times the heads is not hidden_size, which Helium needs")
    return standard(keys, Block(biased(keys.flag("attention_bias"), False)), network=usual(keys, keys.flag("mlp_bias")))


def granite_swa(keys: Keys) -> Model:
    """Granite with windows and sinks."""
    windows = windows_of(keys, keys.layers(), lambda at: at % 4 != 0)
    bias = biased(keys.flag("attention_bias"))
    return standard(keys, Block({**bias, "sinks": True}), network=usual(keys, keys.flag("mlp_bias")), windows=windows)


def hunyuan(keys: Keys) -> Model:
    """HunYuan dense: norms on queries and keys."""
    keys.must_be("use_cla", False, because="cross-layer attention of HunYuan is not read")
    keys.skip("use_qk_norm", "attention_head_dim")
    bias = biased(keys.flag("attention_bias"))
    return standard(keys, Block({**bias, "query_key_norm": "shared"}))


def glm(keys: Keys) -> Model:
    """GLM-4 9B: attention_bias on queries, keys and values only."""
    return standard(keys, Block(biased(keys.flag("attention_bias"), False)))


def glm4(keys: Keys) -> Model:
    """GLM-4 0414: as GLM with norms before and after."""
    return standard(keys, Block(biased(keys.flag("attention_bias"), False), placement="both"))


def exaone4(keys: Keys) -> Model:
    """EXAONE 4: norms after, a norm on queries and keys, sliding layers by a pattern."""
    layers = keys.layers()
    return standard(keys, Block({"query_key_norm": "shared"}, placement="post"), windows=exaone_windows(keys, layers))


def exaone_windows(keys: Keys, layers: int) -> list[int | None]:
    """Windows by `sliding_window_pattern`: every so-manieth layer sees all; a text such as "LLLG" repeats."""
    pattern = keys.values.get("sliding_window_pattern")
    if isinstance(pattern, str) and pattern and set(pattern) <= {"L", "G"} and len(pattern) <= 1000:
        keys.stated("sliding_window_pattern")
        return windows_of(keys, layers, lambda at: pattern[at % len(pattern)] == "L")
    period = keys.optional("sliding_window_pattern", 4, least=0, most=10**6) or 0
    return windows_of(keys, layers, (lambda at: (at + 1) % period != 0) if period else (lambda at: False))


def cohere(keys: Keys) -> Model:
    """Cohere: one LayerNorm without bias before attention and feed-forward in parallel; optional norms per head."""
    norm = "each" if keys.flag("use_qk_norm", False) else "none"
    bias = biased(keys.flag("attention_bias"))
    return standard(keys, Block({**bias, "query_key_norm": norm}, norm=LAYER_NORM_NO_BIAS, placement="shared"))


def cohere2(keys: Keys) -> Model:
    """Cohere 2: as Cohere without query-key norms, every fourth layer sees all."""
    period = keys.whole("sliding_window_pattern", 4, most=10**6)
    keys.must_be("use_qk_norm", False, because="Cohere 2 has no query-key norm")
    keys.skip("head_dim", "layer_switch", "order_of_interleaved_layers", "position_embedding_type", "rotary_pct",
              "use_embedding_sharing", "use_gated_activation", "use_parallel_block",
              "use_parallel_embedding")  # fmt: skip
    windows = windows_of(keys, keys.layers(), all_but_every(period))
    bias = biased(keys.flag("attention_bias"))
    sizes = sizes_of(keys, head_dim=None)
    return standard(keys, Block(bias, norm=LAYER_NORM_NO_BIAS, placement="shared"), sizes=sizes, windows=windows)


def olmo(keys: Keys) -> Model:
    """OLMo 1: LayerNorm without weights."""
    keys.skip("clip_qkv")
    norm = Norm(kind="layer_norm", scale=False)
    return standard(keys, Block(biased(keys.flag("attention_bias")), norm=norm))


def olmo2(keys: Keys) -> Model:
    """OLMo 2: norms after, norms over the whole width of queries and keys."""
    bias = biased(keys.flag("attention_bias"))
    return standard(keys, Block({**bias, "query_key_norm": "each"}, placement="post"))


def olmo3(keys: Keys) -> Model:
    """OLMo 3: OLMo 2 with windows in three of four layers, whose rotation is not stretched."""
    windows = windows_of(keys, keys.layers(), all_but_every(4))
    bias = biased(keys.flag("attention_bias"))
    return rotating_apart(standard(keys, Block({**bias, "query_key_norm": "each"}, placement="post"), windows=windows))


def phi3(keys: Keys) -> Model:
    """Phi-3 and Phi-4: packed matrices without biases."""
    keys.must_be("attention_bias", False, because="Phi-3 has no biases")
    keys.must_be("mlp_bias", False, because="Phi-3 has no biases")
    keys.must_be("lm_head_bias", False, because="Phi-3 has no bias on its head")
    keys.skip("full_attn_mod", "head_dim")
    window = keys.optional("sliding_window", most=10**12)
    return standard(keys, sizes=sizes_of(keys, head_dim=None), windows=[window] * keys.layers())


def stablelm(keys: Keys) -> Model:
    """StableLM: LayerNorm; optional biases, norms per head, and a parallel block with one norm."""
    parallel = keys.flag("use_parallel_residual")
    norm = "each" if keys.flag("qk_layernorm") else "none"
    bias = biased(keys.flag("use_qkv_bias"), False)
    sizes = sizes_of(keys, head_dim=None)
    placement = "shared" if parallel else "pre"
    mixer = {"query_key_norm": norm}
    return standard(keys, Block({**bias, **mixer}, norm=LAYER_NORM, placement=placement), sizes=sizes)


def starcoder2(keys: Keys) -> Model:
    """StarCoder 2: LayerNorm, two matrices, use_bias everywhere; tied unless the config says otherwise."""
    keys.must_be("mlp_type", "default", because="only the plain network is known")
    keys.must_be("norm_type", "layer_norm", because="only LayerNorm is known")
    bias = keys.flag("use_bias")
    network = plain(keys, keys.whole("intermediate_size"), bias)
    window = keys.optional("sliding_window", most=10**12)
    return standard(keys, Block(biased(bias), norm=LAYER_NORM), network=network, windows=[window] * keys.layers())


def nemotron(keys: Keys) -> Model:
    """Nemotron 4: LayerNorm with a bias, two matrices with squared ReLU."""
    network = plain(keys, keys.whole("intermediate_size"), keys.flag("mlp_bias"))
    return standard(keys, Block(biased(keys.flag("attention_bias")), norm=LAYER_NORM), network=network)


def bitnet(keys: Keys) -> Model:
    """BitNet b1.58: a norm more inside attention and inside the network."""
    sizes = sizes_of(keys)
    if sizes.heads * sizes.head_dim != sizes.d_model:
        raise keys.refused("head_dim", "times the heads is not hidden_size, which BitNet's inner norm needs")
    network = gated(keys, keys.whole("intermediate_size"), inner_norm=True)
    bias = biased(keys.flag("attention_bias"))
    return standard(keys, Block({**bias, "output_norm": True}), network=network, sizes=sizes)


def ernie(keys: Keys) -> Model:
    """ERNIE 4.5 dense: use_bias on all projections and matrices."""
    bias = keys.flag("use_bias")
    return standard(keys, Block(biased(bias)), network=usual(keys, bias))


def cwm(keys: Keys) -> Model:
    """CWM: no biases in attention, every fourth layer sees all, counted from the first."""
    windows = windows_of(keys, keys.layers(), lambda at: at % 4 != 0)
    keys.must_be("attention_bias", False, because="CWM has no biases in attention")
    return standard(keys, network=usual(keys, keys.flag("mlp_bias")), windows=windows)


def hyperclovax(keys: Keys) -> Model:
    """HyperCLOVA X: Llama with optional norms after."""
    bias = biased(keys.flag("attention_bias"))
    placement = "both" if keys.flag("use_post_norm") else "pre"
    return standard(keys, Block(bias, placement=placement), network=usual(keys, keys.flag("mlp_bias")))


def nanochat(keys: Keys) -> Model:
    """nanochat: norms without weights, two matrices with squared ReLU."""
    network = plain(keys, keys.whole("intermediate_size"))
    return standard(keys, Block(biased(keys.flag("attention_bias")), norm=NO_SCALE), network=network)


FAMILIES: Mapping[str, Callable[[Keys], Model]] = {
    "llama": llama,
    "internlm3": llama,
    "exaone": llama,
    "iquestcoder": llama,
    "granite": llama,
    "mistral": mistral,
    "ministral": mistral,
    "ministral3": mistral,
    "qwen2": qwen2,
    "qwen2_vl_text": qwen2,
    "qwen2_5_vl_text": qwen2,
    "qwen3": qwen3,
    "qwen3_vl_text": qwen3_vl_text,
    "seed_oss": seed_oss,
    "arcee": arcee,
    "jais2": jais2,
    "apertus": apertus,
    "smollm3": smollm3,
    "helium": helium,
    "granite_swa": granite_swa,
    "hunyuan_v1_dense": hunyuan,
    "glm": glm,
    "glm4": glm4,
    "exaone4": exaone4,
    "cohere": cohere,
    "cohere2": cohere2,
    "olmo": olmo,
    "olmo2": olmo2,
    "olmo3": olmo3,
    "phi3": phi3,
    "stablelm": stablelm,
    "starcoder2": starcoder2,
    "nemotron": nemotron,
    "bitnet": bitnet,
    "ernie4_5": ernie,
    "cwm": cwm,
    "hyperclovax": hyperclovax,
    "nanochat": nanochat,
}
