"""What loading weights with torch takes beyond them: tables of rotations, and the rounding of large tensors.

torch asks the device for tensors of 10 MiB and more in whole steps of 2 MiB; a rest of more than 1 MiB is split off for
others (c10/cuda/CUDACachingAllocator.cpp). "allocated" counts a rest that is not split off, "reserved" every rest.
Engines store query, key and value as one tensor, gate and up as one, and the experts of a layer as two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from planner.ledger import Builder, Slot
from planner.parts.attention.compressed import WindowedSharedKey
from planner.parts.attention.grouped_query import GroupedQuery
from planner.parts.attention.latent import ExpandedLatent, Latent
from planner.parts.feed_forward.mixture import Mixture
from planner.precision import quantised
from planner.scope import GroupScope, Scopes
from planner.words import QT_TRANSLATE_NOOP

STEP, SPLIT, LARGE = 2 * 2**20, 2**20, 10 * 2**20
DIVIDED = tuple(2**exponent for exponent in range(29, 33))
"""From 512 MiB on torch takes steps of 1/32 of the power of two below a tensor under Unsloth's settings."""
ROPE = QT_TRANSLATE_NOOP(
    "references", "github.com/vllm-project/vllm: cos_sin_cache of its rotary embeddings, loaded with the model"
)
TRITON = (
    "github.com/vllm-project/vllm model_executor/layers/quantization/mxfp4.py: the layer's scales stay; "
    "github.com/triton-lang/triton triton_kernels HopperMXScaleLayout"
)
MARLIN = QT_TRANSLATE_NOOP(
    "references",
    "github.com/vllm-project/vllm model_executor/layers/quantization/mxfp4.py: the width of a rank up to 128, that of "
    "the layer up to 256",
)
SCALES = (
    "github.com/sgl-project/sglang pull 29797: w13_weight_scale_inv and w2_weight_scale_inv stay in fp32 beside the "
    "repacked scales; 11.48 GiB less of DeepSeek-V4-Pro at TP 16 without them"
)
GROUPED_OUTPUT = "github.com/sgl-project/sglang models/deepseek_v4.py: wo_a has no quant_config and params_dtype bf16"
UNSLOTH = (
    "github.com/unslothai/unsloth-zoo device_type.py: PYTORCH_CUDA_ALLOC_CONF expandable_segments:True, "
    "roundup_power2_divisions:[32:256,64:128,256:64,>:32]; pytorch c10/cuda/CUDACachingAllocator.cpp: "
    "roundup_power2_next_division"
)
ROUNDED = "pytorch c10/cuda/CUDACachingAllocator.cpp: kRoundLarge, kMinLargeAlloc, should_split"
BLOCKS, LEFT = "weights.rounding.blocks", "torch.left_in_blocks"
IN_BLOCKS = QT_TRANSLATE_NOOP(
    "references",
    "pytorch c10/cuda/CUDACachingAllocator.cpp: tensors of 1 to 10 MiB come out of segments of 20 MiB, and what is "
    "left of a block stays with it up to 1 MiB; opt-125m prints 244.6 MiB (vllm-project/vllm#3120), 5.7 of them so",
)
ABSORBED = {
    "quantised": QT_TRANSLATE_NOOP(
        "references",
        "github.com/vllm-project/vllm MLACommonImpl.process_weights_after_loading: W_UK_T and W_UV are views "
        "of kv_b_proj, or of what it is dequantised to; 21.21 GiB of DeepSeek-R1-AWQ at TP 16 with them (pull 14447)",
    ),
    "keys": QT_TRANSLATE_NOOP(
        "references",
        "github.com/NVIDIA/TensorRT-LLM _torch/modules/attention.py: k_b_proj_trans is a tensor of its own, "
        "v_b_proj a view of kv_b_proj",
    ),
    "both": QT_TRANSLATE_NOOP(
        "references",
        "github.com/sgl-project/sglang deepseek_v2.py, post_load_weights: w_kc and w_vc are made contiguous, in "
        "fp8 where kv_b_proj is; 94.50 GiB of DeepSeek-R1-FP4 at TP 4 with them",
    ),
}
FUSED = (("q", "k", "v"), ("q_a", "kv_a"), ("gate", "up"))


def loading_lines(builder: Builder, scopes: Scopes) -> None:
    """The lines under `weights` that the plan's engine calls for."""
    if scopes.choices.serving.rope_table:
        _rope_tables(builder, scopes)
    if scopes.choices.serving.grouped_output_wide:
        _grouped_outputs(builder, scopes)
    _absorbed(builder, scopes)
    choices = scopes.choices
    name = choices.serving.mxfp4_kernels
    if name == "triton" and choices.attention_weights.startswith("fp8"):
        name = "marlin"  # MXFP4 experts of an fp8 checkpoint (DeepSeek-V4) on Hopper: vllm-project/vllm#53709
    kernels = {"triton": _triton, "marlin": _marlin, "scales_fp32": _scales_fp32}.get(name)
    if kernels is not None and choices.expert_weights == "mxfp4" and "expert_weights" not in choices.sized:
        kernels(builder, scopes)
    if scopes.choices.serving.rounding:
        label = QT_TRANSLATE_NOOP("ledger", "Rounding of large tensors")
        builder.section("weights.rounding", "weights", "weights", label, "byte", ROUNDED)
        source = UNSLOTH if scopes.choices.serving.rounding == "divided" else ROUNDED
        for group in scopes.groups:
            _group(builder, scopes, group, source)
        for name in ("embedding", "head"):
            line = f"weights.{name}"
            if line in builder.lines and builder.lines[line].parent == "weights":
                rows = scopes.choices.lora and scopes.choices.lora_tables and scopes.choices.serving.engine
                further = "lora_slots * lora_extra_rows" if name == "embedding" else "lora_extra_rows"
                tensor = f"tensor + {further} * d_model * activation_bytes" if rows else "tensor"
                text = padding(tensor, scopes.choices.serving.rounding)
                label = builder.lines[line].label
                place = f"weights.rounding.{name}"
                scope = {**(scopes.shared if rows else {}), "tensor": line}
                builder.add(place, "weights.rounding", "weights", label, "byte", text, scope, source)
        if scopes.choices.serving.rounding == "allocated" and scopes.choices.training is None:
            label = QT_TRANSLATE_NOOP("ledger", "Left in blocks of smaller tensors")
            names: dict[str, Slot] = {"left_in_blocks": LEFT}
            builder.add(BLOCKS, "weights.rounding", "weights", label, "byte", "left_in_blocks", names, IN_BLOCKS)


def _triton(builder: Builder, scopes: Scopes) -> None:
    """What vLLM's Triton backend for MXFP4 experts keeps besides them: the scales as loaded beside the swizzled ones,
    whose rows are filled up to 256, and biases in fp32.
    """
    root = "weights.expert_backend"
    label = QT_TRANSLATE_NOOP("ledger", "Kernel backend of the experts")
    builder.section(root, "weights", "weights", label, "byte", TRITON)
    for group in scopes.groups:
        mixture = group.parts["feed_forward"]
        if not isinstance(mixture, Mixture):
            continue
        names = {**group.names("feed_forward"), **group.here, "expert_bias_bytes": ""}
        wide, entry = 2 if mixture.matrices == "gated" else 1, "latent_width" if mixture.latent_width else "d_model"
        rows = f"{wide} * expert_width_rank"
        swizzled = f"round_up({rows}, 256) * {entry} // 32 + round_up({entry}, 256) * expert_width_rank // 32"
        label = QT_TRANSLATE_NOOP("ledger", "Scales kept as loaded, and filled rows")
        text = f"layers * experts_rank * ({swizzled})"
        builder.add(f"{root}.{group.prefix}.scales", root, "weights", label, "byte", text, names, TRITON)
        if mixture.expert_bias:
            label = QT_TRANSLATE_NOOP("ledger", "Expert biases in fp32")
            names["expert_bias_bytes"] = f"weights.{group.prefix}.layer.feed_forward.expert_bias"
            text = "layers * expert_bias_bytes"
            builder.add(f"{root}.{group.prefix}.bias", root, "weights", label, "byte", text, names, TRITON)


def _marlin(builder: Builder, scopes: Scopes) -> None:
    """What vLLM's Marlin kernels add to MXFP4 experts: both widths are filled up to whole tiles."""
    root = "weights.expert_backend"
    label = QT_TRANSLATE_NOOP("ledger", "Kernel backend of the experts")
    builder.section(root, "weights", "weights", label, "byte", MARLIN)
    for group in scopes.groups:
        mixture = group.parts["feed_forward"]
        if not isinstance(mixture, Mixture):
            continue
        names = {**group.names("feed_forward"), **group.here}
        entry = "latent_width" if mixture.latent_width else "d_model"
        filled = f"round_up(expert_width_rank, 128) * round_up({entry}, 256) - expert_width_rank * {entry}"
        matrices = 3 if mixture.matrices == "gated" else 2
        label = QT_TRANSLATE_NOOP("ledger", "Filled rows and columns")
        text = f"layers * experts_rank * ({matrices} * ({filled}) * 17 // 32)"
        builder.add(f"{root}.{group.prefix}.filled", root, "weights", label, "byte", text, names, MARLIN)


def _scales_fp32(builder: Builder, scopes: Scopes) -> None:
    """What SGLang's Marlin kernels leave of MXFP4 experts in an fp8 checkpoint: the scales as its fp8 loader made them,
    in fp32, one per 32 elements; the kernels read a copy of them in 8 bits.
    """
    if not scopes.choices.attention_weights.startswith("fp8"):
        return
    root = "weights.expert_backend"
    label = QT_TRANSLATE_NOOP("ledger", "Kernel backend of the experts")
    builder.section(root, "weights", "weights", label, "byte", SCALES)
    for group in scopes.groups:
        mixture = group.parts["feed_forward"]
        if isinstance(mixture, Mixture):
            names = {**group.names("feed_forward"), **group.here}
            entry, matrices = "latent_width" if mixture.latent_width else "d_model", 2 + (mixture.matrices == "gated")
            label = QT_TRANSLATE_NOOP("ledger", "Scales as loaded, in fp32")
            text = f"layers * experts_rank * {matrices} * {entry} * expert_width_rank // 32 * 4"
            builder.add(f"{root}.{group.prefix}.scales", root, "weights", label, "byte", text, names, SCALES)


def _grouped_outputs(builder: Builder, scopes: Scopes) -> None:
    """The rest of a down-projection of grouped outputs that is kept in 16 bits, beside what its format takes."""
    root = "weights.grouped_outputs"
    label = QT_TRANSLATE_NOOP("ledger", "Grouped output in 16 bits")
    parts: dict[str, tuple[GroupScope, str]] = {
        f"{root}.{group.prefix}": (group, weight.per_rank)
        for group in scopes.groups
        if isinstance(group.parts["attention"], WindowedSharedKey)
        for weight in group.weights("attention")
        if weight.key == "o_a"
    }
    if not parts:
        return
    builder.section(root, "weights", "weights", label, "byte", GROUPED_OUTPUT)
    for key, (group, elements) in parts.items():
        stored = f"weights.{group.prefix}.layer.attention.o_a"
        names = {**group.names("attention"), **group.here, "stored": stored}
        text = f"layers * max(2 * ({elements}) - stored, 0)"
        builder.add(key, root, "weights", group.label, "byte", text, names, GROUPED_OUTPUT)


def _absorbed(builder: Builder, scopes: Scopes) -> None:
    """The expansion of latent attention once more, as decode multiplies with it: head by head, in 16 bits, or in fp8
    where the engine and the checkpoint have it so. No line where keys and values are kept expanded.
    """
    which, stored = scopes.choices.serving.absorbed_latents, scopes.choices.attention_weights
    narrow = quantised(stored)
    if which == "none" or (which == "quantised" and not narrow):
        return
    root, label = "weights.absorbed", QT_TRANSLATE_NOOP("ledger", "Absorbed latent expansion")
    size = 1 if which != "quantised" and stored.startswith("fp8") else 2
    width = "nope_dim" if which == "keys" else "(nope_dim + value_dim)"
    layers = [
        (group, part)
        for group in scopes.groups
        for part in ("attention", "beside")
        if isinstance(group.parts[part], Latent) and not isinstance(group.parts[part], ExpandedLatent)
    ]
    if layers:
        builder.section(root, "weights", "weights", label, "byte", ABSORBED[which])
    for group, part in layers:
        key = f"{root}.{group.prefix}" if part == "attention" else f"{root}.{group.prefix}.{part}"
        text = f"layers * kv_rank * heads_rank * {width} * {size}"
        names = {**group.names(part), **group.here}
        builder.add(key, root, "weights", group.label, "byte", text, names, ABSORBED[which])


def _rope_tables(builder: Builder, scopes: Scopes) -> None:
    """Cosine and sine of every position, one table for all layers of a width; no line where no longest context is
    stated.

    Layers of two widths have a table each (Gemma 4), and so have layers that rotate by a base of their own (the windows
    of Gemma 3), whose positions are not stretched. Of a head that is rotated in part the table has that part.
    """
    tables: dict[bool, dict[str, Slot]] = {}
    for group in scopes.groups:
        mixer = group.group.attention
        part = isinstance(mixer, GroupedQuery) and mixer.rotary_dim is not None
        name = "rope_dim" if isinstance(mixer, Latent) else "rotary_dim" if part else "head_dim"
        if isinstance(mixer, Latent) or (isinstance(mixer, GroupedQuery) and mixer.rotary):
            own = isinstance(mixer, GroupedQuery) and mixer.own_rotation
            tables.setdefault(own, {})[f"{group.prefix}_{name}"] = f"{group.role}.attention.{name}"
    if not tables or scopes.model.max_context is None:
        return
    names: dict[str, Slot] = {}
    texts = []
    for own, widths in tables.items():
        positions = "max_context" if own or scopes.model.rotary_positions is None else "rotary_positions"
        names[positions] = f"model.{positions}"
        texts.append(f"{positions} * ({_rotated(builder, widths, '_own' if own else '', names)})")
    text = f"({' + '.join(texts)}) * activation_bytes"
    label = QT_TRANSLATE_NOOP("ledger", "Rotary table")
    builder.add("weights.rope_tables", "weights", "weights", label, "byte", text, {**scopes.shared, **names}, ROPE)


def _rotated(builder: Builder, widths: Mapping[str, Slot], which: str, names: dict[str, Slot]) -> str:
    """The width of the tables of layers that rotate alike: of one, or of two where their widths differ."""
    root = "weights.rope_tables"
    names[f"rotated{which}"] = f"rotated_width{which}"
    label = QT_TRANSLATE_NOOP("ledger", "Widest rotation")
    builder.fold(f"rotated_width{which}", root, "weights", label, "", "max", widths, ROPE)
    if len(widths) == 1:
        return f"rotated{which}"
    names[f"narrow{which}"] = f"rotated_width_least{which}"
    label = QT_TRANSLATE_NOOP("ledger", "Narrowest rotation")
    builder.fold(f"rotated_width_least{which}", root, "weights", label, "", "min", widths, ROPE)
    return f"rotated{which} + narrow{which} * min(rotated{which} - narrow{which}, 1)"


def padding(size: str, rounding: str) -> str:
    """The formula of the bytes that torch adds to a tensor of `size` bytes.

    >>> from planner.formula import formula
    >>> [formula(padding("size", "allocated")).evaluate({"size": mib * 2**20}) / 2**20 for mib in (9, 43, 45.5, 46)]
    [0.0, 1.0, 0.5, 0.0]
    >>> [formula(padding("size", "divided")).evaluate({"size": mib * 2**20}) / 2**20 for mib in (99, 753, 1025, 2049)]
    [0.0, 15.0, 31.0, 63.0]
    """
    if rounding == "divided":
        parts = [f"min(1, ({size}) // {power}) * {max(power // 2, DIVIDED[0]) // 32}" for power in DIVIDED]
        return f"(round_up({size}, max({' + '.join(parts)}, 1)) - ({size}))"
    rest = f"(round_up({size}, {STEP}) - ({size}))"
    text = f"{rest} * min(1, ({size}) // {LARGE})"
    return text if rounding == "reserved" else f"{text} * (1 - min(1, {rest} // {SPLIT + 1}))"


def _group(builder: Builder, scopes: Scopes, group: GroupScope, source: str) -> None:
    root = f"weights.rounding.{group.prefix}"
    names: dict[str, Slot] = {}
    for part in ("attention", "beside", "feed_forward"):
        for key, label, text, tensors in _tensors(group, part):
            name = f"{part}_{key}"
            names[name] = f"{root}.{name}"
            padded = padding(text, scopes.choices.serving.rounding)
            builder.add(names[name], root, "weights", label, "byte", padded, tensors, source)
    if names:
        total = f"{root}.layer"
        label = QT_TRANSLATE_NOOP("ledger", "One layer")
        builder.fold(total, root, "weights", label, "byte", "+", names, source)
        text, scope = "layers * layer", {**group.shared, **group.here, "layer": total}
        builder.add(root, "weights.rounding", "weights", group.label, "byte", text, scope, source)


def _tensors(group: GroupScope, part: str) -> Iterator[tuple[str, str, str, Mapping[str, Slot]]]:
    """Key, label, bytes and their names of each tensor of a part that may be large."""
    stored = {weight.key: weight for weight in group.weights(part) if weight.stored in ("matrix", "expert")}
    lines = {key: f"weights.{group.prefix}.layer.{part}.{key}" for key in stored}
    together = {keys[0]: keys for keys in FUSED if keys[0] in stored}
    later = {key for keys in together.values() for key in keys[1:]}
    mixture = group.parts[part]
    for key, weight in stored.items():
        if key in later:
            continue
        if isinstance(mixture, Mixture) and key in ("experts", "shared"):
            whole = 3 if mixture.matrices == "gated" else 2
            yield f"{key}_in", weight.label, f"{whole - 1} * {key} // {whole}", {key: lines[key]}
            yield f"{key}_out", weight.label, f"{key} // {whole}", {key: lines[key]}
            continue
        keys = [each for each in together.get(key, (key,)) if each in stored]
        yield key, weight.label, " + ".join(keys), {each: lines[each] for each in keys}
