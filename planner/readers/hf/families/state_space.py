"""Mamba, alone or with attention, as Hugging Face transformers 5.24 builds it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from planner.parts.attention import Mamba1, Mamba2
from planner.parts.feed_forward import FeedForward, NoFeedForward
from planner.readers.hf.decoder import NONE, RMS, Layer, layers_of
from planner.readers.hf.families.alternating import alternating, linear_types, positive
from planner.readers.hf.keys import Keys
from planner.readers.hf.shared import attention, biased, gated, mixture, plain, simple, sizes_of, uniform
from planner.workbook import Model


def mamba(keys: Keys) -> Model:
    """Mamba and Falcon Mamba: layers of one mixer and one norm."""
    d_model, layers = keys.whole("hidden_size"), keys.layers()
    expand = keys.number("expand")
    keys.skip("intermediate_size", "use_mambapy", "use_falcon_mambapy", "use_associative_scan", "mixer_rms_eps",
              "d_inner", "d_model", "n_layer", "ssm_cfg", "rms_norm", "fused_add_norm", "time_step_init_scheme",
              "layer_types")  # fmt: skip
    mixer = Mamba1(
        inner=positive(keys, "expand", int(expand * d_model)),
        state_dim=keys.whole("state_size", most=65536),
        step_rank=_step_rank(keys, "time_step_rank", d_model),
        kernel=keys.whole("conv_kernel", most=4096),
        conv_bias=keys.flag("use_conv_bias"),
        bias=keys.flag("use_bias"),
    )
    return simple(keys, d_model, uniform(layers, Layer(mixer, NoFeedForward())), max_context=None)


def _step_rank(keys: Keys, name: str, d_model: int) -> int:
    if keys.values.get(name, keys.defaults.get(name)) == "auto":
        keys.word(name)
        return -(-d_model // 16)
    return keys.whole(name, most=1_000_000)


def mamba2(keys: Keys) -> Model:
    """Mamba 2 and Codestral Mamba."""
    d_model, layers = keys.whole("hidden_size"), keys.layers()
    heads, head_dim = keys.whole("num_heads", most=65536), keys.whole("head_dim", most=65536)
    if int(keys.number("expand") * d_model) != heads * head_dim:
        raise keys.refused("expand", f"times hidden_size is not {heads} heads of {head_dim}")
    keys.skip("time_step_rank", "rms_norm", "norm_before_gate", "layer_types")
    bias = keys.flag("use_bias")
    mixer = Mamba2(
        state_heads=heads,
        state_head_dim=head_dim,
        state_dim=keys.whole("state_size", most=65536),
        state_groups=keys.whole("n_groups", most=65536),
        kernel=keys.whole("conv_kernel", most=4096),
        conv_bias=keys.flag("use_conv_bias"),
        input_bias=bias,
        output_bias=bias,
    )
    return simple(keys, d_model, uniform(layers, Layer(mixer, NoFeedForward())), max_context=None)


def named_mamba2(
    keys: Keys, d_model: int, *, inner: int | None = None, norm: bool = True, out_bias: bool | None = None
) -> Mamba2:
    """Mamba 2 under the names with mamba_ before; `inner` where it is not mamba_expand x d_model."""
    heads = keys.whole("mamba_n_heads", most=65536)
    wide = inner if inner is not None else int(keys.number("mamba_expand") * d_model)
    keys.skip("mamba_expand")
    stated = keys.values.get("mamba_d_head", "auto")
    if wide % heads:
        raise keys.refused("mamba_n_heads", f"is {heads}, which does not divide {wide:,} channels")
    if stated != "auto" and keys.whole("mamba_d_head", most=65536) * heads != wide:
        raise keys.refused("mamba_d_head", f"times {heads} heads is not {wide:,} channels")
    keys.skip("mamba_d_head")
    bias = keys.flag("mamba_proj_bias")
    return Mamba2(
        state_heads=heads,
        state_head_dim=wide // heads,
        state_dim=keys.whole("mamba_d_state", most=65536),
        state_groups=keys.whole("mamba_n_groups", most=65536),
        kernel=keys.whole("mamba_d_conv", most=4096),
        conv_bias=keys.flag("mamba_conv_bias"),
        input_bias=bias,
        output_bias=bias if out_bias is None else out_bias,
        gated_norm=norm,
    )


def jamba(keys: Keys) -> Model:
    """Jamba: one attention layer in eight, experts in every second layer."""
    layers, sizes = keys.layers(), sizes_of(keys)
    mixer = Mamba1(
        inner=positive(keys, "mamba_expand", int(keys.number("mamba_expand") * sizes.d_model)),
        state_dim=keys.whole("mamba_d_state", most=65536),
        step_rank=_step_rank(keys, "mamba_dt_rank", sizes.d_model),
        kernel=keys.whole("mamba_d_conv", most=4096),
        conv_bias=keys.flag("mamba_conv_bias"),
        bias=keys.flag("mamba_proj_bias"),
        inner_norms=True,
    )
    width = keys.whole("intermediate_size")
    experts, active = keys.whole("num_experts"), keys.whole("num_experts_per_tok")
    dense = gated(keys, width)
    sparse = mixture(keys, experts, active, width) if experts > 1 else dense
    period, offset = keys.whole("attn_layer_period"), keys.whole("attn_layer_offset", least=0)
    expert_period, expert_offset = keys.whole("expert_layer_period"), keys.whole("expert_layer_offset", least=0)
    keys.skip("layers_block_type", "layer_types", "sliding_window", "use_mambapy", "use_associative_scan",
              "mamba_inner_layernorms")  # fmt: skip
    networks = [sparse if at % expert_period == expert_offset else dense for at in range(layers)]
    linear = [at % period != offset for at in range(layers)]
    made = alternating(linear, mixer, attention(sizes, rotary=False), networks)
    return simple(keys, sizes.d_model, made)


def bamba(keys: Keys) -> Model:
    """Bamba: Mamba 2 with attention at listed layers."""
    layers, sizes = keys.layers(), sizes_of(keys)
    at_attention = set(keys.indices("attn_layer_indices", layers) or [])
    keys.skip("layers_block_type", "layer_types", "z_loss_coefficient")
    mixing = attention(sizes, **biased(keys.flag("attention_bias")))
    network = gated(keys, keys.whole("intermediate_size"), keys.flag("mlp_bias"))
    linear = [at not in at_attention for at in range(layers)]
    made = alternating(linear, named_mamba2(keys, sizes.d_model), mixing, [network] * layers)
    return simple(keys, sizes.d_model, made)


def falcon_h1(keys: Keys) -> Model:
    """Falcon H1: attention and Mamba 2 beside each other in every layer."""
    layers, sizes = keys.layers(), sizes_of(keys)
    keys.must_be("attn_layer_indices", None, because="Falcon H1 has attention in every layer")
    keys.must_be("mamba_use_mlp", True, because="Falcon H1 has a network in every layer")
    keys.skip("mamba_norm_before_gate", "layers_block_type", "layer_types", "mlp_expansion_factor")
    inner = keys.optional("mamba_d_ssm")
    mixer = named_mamba2(
        keys, sizes.d_model, inner=inner, norm=keys.flag("mamba_rms_norm"), out_bias=keys.flag("projectors_bias")
    )
    mixing = attention(sizes, **biased(keys.flag("attention_bias")))
    network = gated(keys, keys.whole("intermediate_size"), keys.flag("mlp_bias"))
    return simple(keys, sizes.d_model, uniform(layers, Layer(mixing, network, RMS, "pre", mixer)))


def granitemoehybrid(keys: Keys) -> Model:
    """Granite 4: Mamba 2 or attention; a shared network in every layer, with or without experts beside it."""
    layers, sizes = keys.layers(), sizes_of(keys)
    keys.skip("position_embedding_type", "normalization_function", "init_method", "mamba_expand")
    shared = keys.whole("shared_intermediate_size")
    experts = keys.whole("num_local_experts", least=0)
    if experts:
        network: FeedForward = mixture(
            keys, experts, keys.whole("num_experts_per_tok"), keys.whole("intermediate_size"), shared_width=shared
        )
    else:
        network = gated(keys, shared)
        keys.skip("num_experts_per_tok", "intermediate_size")
    linear = linear_types(keys, layers, ("layer_types", "layers_block_type"), lambda at: True)
    mixing = attention(sizes, **biased(keys.flag("attention_bias")))
    recurrent = named_mamba2(keys, sizes.d_model) if any(linear) else NONE
    keys.skip("mamba_n_heads", "mamba_d_head", "mamba_d_state", "mamba_n_groups", "mamba_d_conv", "mamba_conv_bias",
              "mamba_proj_bias")  # fmt: skip
    return simple(keys, sizes.d_model, alternating(linear, recurrent, mixing, [network] * layers))


NEMOTRON_LETTERS = {"M": "mamba", "E": "moe", "*": "attention", "-": "mlp"}
NEMOTRON_WORDS = {
    "mamba": "mamba",
    "linear_attention": "mamba",
    "moe": "moe",
    "attention": "attention",
    "full_attention": "attention",
    "mlp": "mlp",
}


def nemotron_h(keys: Keys) -> Model:
    """Nemotron-H and Nemotron 3: each layer is one of Mamba 2, attention, network, or experts, with one norm."""
    kinds = _nemotron_kinds(keys)
    sizes = sizes_of(keys, head_dim="attention_head_dim" if keys.has("attention_head_dim") else "head_dim")
    keys.skip("sliding_window", "time_step_rank", "expand", "mamba_expand", "mamba_proj_bias", "mamba_num_groups",
              "head_dim",              "mlp_only_layers", "num_hidden_layers")  # fmt: skip
    keys.must_be("tie_word_embeddings", False, because="the head of Nemotron-H is its own")
    bias = keys.flag("use_bias")
    inside = keys.flag("mlp_bias")

    def build(kind: str) -> Layer:
        if kind == "mamba":
            mixer = Mamba2(
                state_heads=keys.whole("mamba_num_heads", most=65536),
                state_head_dim=keys.whole("mamba_head_dim", most=65536),
                state_dim=keys.whole("ssm_state_size", most=65536),
                state_groups=keys.whole("n_groups", most=65536),
                kernel=keys.whole("conv_kernel", most=4096),
                conv_bias=keys.flag("use_conv_bias"),
                input_bias=bias,
                output_bias=bias,
            )
            return Layer(mixer, NoFeedForward())
        if kind == "attention":
            return Layer(attention(sizes, rotary=False), NoFeedForward())
        if kind == "mlp":
            return Layer(NONE, plain(keys, keys.whole("intermediate_size"), inside, "mlp_hidden_act"))
        if inside:
            raise keys.refused("mlp_bias", "is true: biases of experts are not read")
        experts = mixture(
            keys, keys.whole("n_routed_experts"), keys.whole("num_experts_per_tok"),
            keys.whole("moe_intermediate_size"), matrices="plain", activation="relu2",
            latent_width=keys.optional("moe_latent_size"),
            shared_width=keys.whole("moe_shared_expert_intermediate_size"),
        )  # fmt: skip
        return Layer(NONE, experts)

    layers = layers_of(kinds, build)
    keys.must_be("attention_bias", False, because="Nemotron-H has no biases in attention")
    keys.skip(*_NEMOTRON_UNUSED)
    following = keys.optional("num_nextn_predict_layers", 0, least=0, most=100) or 0
    if following:
        keys.note("num_nextn_predict_layers", "The prediction layers of Nemotron 3 are not counted.")
    keys.skip("mtp_hybrid_override_pattern", "mtp_layers_block_type")
    return simple(keys, sizes.d_model, layers)


_NEMOTRON_UNUSED = (
    "mamba_num_heads", "mamba_head_dim", "ssm_state_size", "n_groups", "conv_kernel", "use_conv_bias",
    "intermediate_size", "n_routed_experts", "n_shared_experts", "num_experts_per_tok", "moe_intermediate_size",
    "moe_latent_size", "moe_shared_expert_intermediate_size",
)  # fmt: skip


def _nemotron_kinds(keys: Keys) -> list[str]:
    listed = "layers_block_type" if keys.has("layers_block_type") else "layer_types"
    words = keys.stated(listed)
    pattern = keys.stated("hybrid_override_pattern")
    keys.skip("layers_block_type", "layer_types")
    if (
        isinstance(words, list)
        and 0 < len(words) <= 2000
        and all(type(w) is str and w in NEMOTRON_WORDS for w in words)
    ):
        return [NEMOTRON_WORDS[word] for word in words]
    if words is not None:
        raise keys.refused(listed, "is not a list of mamba, moe, attention and mlp")
    if isinstance(pattern, str) and 0 < len(pattern) <= 2000 and set(pattern) <= set(NEMOTRON_LETTERS):
        kinds = [NEMOTRON_LETTERS[letter] for letter in pattern]
    elif pattern is None:
        kinds = ["mamba", "moe", "attention", "mlp"]
    else:
        raise keys.refused("hybrid_override_pattern", "is not a text of M, E, * and -")
    if keys.has("num_hidden_layers") and keys.layers() != len(kinds):
        raise keys.refused("num_hidden_layers", f"is not the number of layers of the pattern ({len(kinds)})")
    return kinds


FAMILIES: Mapping[str, Callable[[Keys], Model]] = {
    "mamba": mamba,
    "falcon_mamba": mamba,
    "mamba2": mamba2,
    "jamba": jamba,
    "bamba": bamba,
    "falcon_h1": falcon_h1,
    "granitemoehybrid": granitemoehybrid,
    "nemotron_h": nemotron_h,
}
