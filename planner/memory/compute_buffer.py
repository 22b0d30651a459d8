"""The compute buffer of llama.cpp: all tensors of one step that live at the same time, at the worst moment.

ggml's graph allocator (ggml_gallocr of ggml/src/ggml-alloc.c) gives a tensor's place to others as soon as the last of
its readers has run. What is alive at the peak was read off its runs over the graphs of llama-cpp-python 0.2.90, 0.3.16
and 0.3.36: the logits with rows of the residual stream; or the mask with the widest part of a layer and what of the
stream, the queries and the output of attention lies beside it. Holes that a larger tensor does not fit into are not
followed: runs of very long contexts before June 2026 can take more, by at most the mask in fp32.
"""

from __future__ import annotations

from planner.ledger import Builder, Slot
from planner.memory.cache import caches_of, held_tokens
from planner.memory.formats import FORMATS
from planner.parts.attention.grouped_query import GroupedQuery
from planner.parts.attention.latent import Latent
from planner.parts.base import Cached
from planner.parts.feed_forward.dense import Gated, Plain
from planner.parts.feed_forward.mixture import Mixture
from planner.scope import GroupScope, Scopes
from planner.words import QT_TRANSLATE_NOOP

MOMENTS = QT_TRANSLATE_NOOP(
    "references", "ggml/src/ggml-alloc.c: the tensors of a step that live at the same time, at the worst moment"
)
OUTPUTS = QT_TRANSLATE_NOOP(
    "references", "src/llama-context.cpp, graph_reserve: tokens of a step that have logits (ggml-org/llama.cpp#23861)"
)
MASK = QT_TRANSLATE_NOOP(
    "references", "src/llama-graph.cpp: which cells a token of the step sees; flash attention reads it in fp16 (#23764)"
)
COPIES = QT_TRANSLATE_NOOP(
    "references",
    "ggml/src/ggml-cuda/fattn.cu: a quantised cache is read in fp16, a copy of one layer (ggml-org/llama.cpp#23907)",
)
ROTATION = QT_TRANSLATE_NOOP(
    "references", "src/llama-kv-cache.cpp, attn_rot: a quantised cache is rotated by a matrix of the head's width"
)
PIPELINE = QT_TRANSLATE_NOOP(
    "references", "ggml/src/ggml-backend.cpp: inputs in four copies where layers are spread over cards"
)
SCORES = QT_TRANSLATE_NOOP("references", "Scores of one layer in fp32, and the queries, keys and values beside them")
WIDE = QT_TRANSLATE_NOOP(
    "references", "Rows of the width, and the stream, the output of attention and the normed input beside them"
)
EXPERTS = QT_TRANSLATE_NOOP(
    "references", "The experts' rows, and their outputs where these do not fit into the place of what was multiplied"
)


def buffer_lines(builder: Builder, scopes: Scopes) -> None:
    """The moments, each a line under `activations`, that `buffer_total` compares."""
    serving = scopes.choices.serving
    names = {**scopes.shared, "rows": "activation_rows"}

    def add(key: str, label: str, unit: str, text: str, slots: dict[str, Slot], reference: str) -> None:
        builder.add(f"activations.{key}", "activations", "activations", label, unit, text, slots, reference)

    label = QT_TRANSLATE_NOOP("ledger", "Tokens with logits")
    add("outputs", label, "token", "min(rows, batch)" if serving.outputs == "sequences" else "rows", names, OUTPUTS)
    label = QT_TRANSLATE_NOOP("ledger", "Logits, and rows of d_model")
    held = "(residual_rows + 1)" if _further_row(scopes) else "residual_rows"
    text = f"4 * outputs * (vocab_size + {held} * d_model)"
    add("logits", label, "byte", text, {**names, "outputs": "activations.outputs"}, MOMENTS)
    masked = _cells(builder, scopes)
    label = QT_TRANSLATE_NOOP("ledger", "Mask")
    text = f"{2 if serving.flash else 4} * rows * ({' + '.join(masked)})"
    add("mask", label, "byte", text, {**names, **masked}, MASK)
    parts: dict[str, dict[str, Slot]] = {"attention": {}, "feed_forward": {}}
    for group in scopes.groups:
        for name, moment in (("attention", _attention(scopes, group, masked)), ("feed_forward", _feed_forward(group))):
            if moment is None:
                continue
            label, text, reference = moment
            parts[name][f"{group.prefix}_{name}"] = key = f"activations.{group.prefix}.{name}"
            slots = {**group.names(name), **_heads(group), "rows": "activation_rows", **masked}
            builder.add(key, f"activations.{name}", "activations", label, "byte", text, slots, reference)
    for name, label in (
        ("attention", QT_TRANSLATE_NOOP("ledger", "Widest attention")),
        ("feed_forward", QT_TRANSLATE_NOOP("ledger", "Widest feed-forward network")),
    ):
        if parts[name]:
            place = f"activations.{name}"
            builder.fold(place, "activations", "activations", label, "byte", "max", parts[name], MOMENTS)
        else:
            add(name, label, "byte", "0", {}, MOMENTS)
    if _cast(scopes):
        _cast_mask(builder, scopes, masked)
    _rotation(builder, scopes)
    if scopes.choices.placement.pipeline:
        label = QT_TRANSLATE_NOOP("ledger", "Further copies of the inputs")
        width = 4 if serving.masks == "fp32" or not serving.flash else 2
        text = f"3 * rows * (4 * d_model + {width} * ({' + '.join(masked)}))"
        add("copies", label, "byte", text, {**names, **masked}, PIPELINE)


def buffer_total(scopes: Scopes) -> tuple[str, dict[str, Slot]]:
    """The formula of the whole buffer, and its names."""
    keys = ("logits", "mask", "attention", "feed_forward", "cast", "rotation", "copies")
    names: dict[str, Slot] = {key: f"activations.{key}" for key in keys}
    widest = f"max(attention, feed_forward{', cast' if _cast(scopes) else ''})"
    if _rotated(scopes):
        widest += " + rotation"
    if not scopes.choices.placement.pipeline:
        return f"max(logits, mask + {widest})", names
    kept = "2 * mask" if _cast(scopes) else "mask"  # inputs in copies are never given up; in fp32 one is twice as large
    if _cast(scopes):
        widest = f"mask + {widest.replace(', cast', '')}"
    layers = f"{kept} + {widest}"
    return (
        f"max({kept} + logits, {layers}) + copies" if scopes.choices.placement.last else f"{layers} + copies"
    ), names


def _cells(builder: Builder, scopes: Scopes) -> dict[str, Slot]:
    """The cells of each cache that has a mask: of the whole context, and of the windows where they have their own."""
    serving = scopes.choices.serving
    found: dict[str, Slot] = {}
    for group in scopes.groups:
        for part, cached, _ in caches_of(group):
            kind = "window_cells" if _windowed(scopes, cached) else "cells"
            if cached.format != "key" or kind in found or not (cached.window or cached.tokens == "context"):
                continue
            policy = serving.kv_policy if kind == "window_cells" else "cells"
            whole = Cached(cached.key, cached.label, "1", "key", "", "context")
            text = held_tokens(cached if kind == "window_cells" else whole, policy, padding=serving.cell_padding)
            found[kind] = f"activations.{kind}"
            label = QT_TRANSLATE_NOOP("ledger", "Cells of the cache")
            if kind == "window_cells":
                label = QT_TRANSLATE_NOOP("ledger", "Cells of the windows")
            slots = group.names(part)
            builder.add(found[kind], "activations", "activations", label, "token", text, slots, MASK)
    if not found:
        label = QT_TRANSLATE_NOOP("ledger", "Cells of the cache")
        found["cells"] = builder.add("activations.cells", "activations", "activations", label, "token", "0", {}, MASK)
    return found


def _cast(scopes: Scopes) -> bool:
    """Whether the mask comes in fp32 and is cast for flash attention: both are there when the first layer begins."""
    return scopes.choices.serving.flash and scopes.choices.serving.masks == "fp32"


def _cast_mask(builder: Builder, scopes: Scopes, masked: dict[str, Slot]) -> None:
    """The mask in fp32 and what of the first attention is there when it is cast; later tensors take its place."""
    queries: dict[str, Slot] = {}
    text = "0"
    for group in scopes.groups:
        mixer = group.parts["attention"]
        if isinstance(mixer, GroupedQuery) and not queries:
            queries = _heads(group)
            text = f"{3 if mixer.output_gate == 'element' else 1} * heads * head_dim"
    label = QT_TRANSLATE_NOOP("ledger", "Mask in fp32, until it is cast")
    names = {**scopes.shared, "rows": "activation_rows", **masked, **queries}
    text = f"4 * rows * ({' + '.join(masked)} + 2 * d_model + {text})"
    builder.add("activations.cast", "activations", "activations", label, "byte", text, names, MASK)


def _further_row(scopes: Scopes) -> bool:
    """Whether one more row of d_model is there beside the logits: hybrids and gpt-oss, as the allocator's runs say."""
    mixers = [group.parts["attention"] for group in scopes.groups]
    return any(not isinstance(mixer, GroupedQuery | Latent) or getattr(mixer, "sinks", False) for mixer in mixers)


def _windowed(scopes: Scopes, cached: Cached) -> bool:
    return bool(cached.window) and scopes.choices.serving.kv_policy == "cells"


def _attention(scopes: Scopes, group: GroupScope, masked: dict[str, Slot]) -> tuple[str, str, str] | None:
    """Label, formula and source of what attention of one layer takes; None for mixers that the rest is wider than."""
    serving = scopes.choices.serving
    mixer = group.parts["attention"]
    label = QT_TRANSLATE_NOOP("ledger", "Attention")
    keys = [cached for part, cached, _ in caches_of(group) if part == "attention" and cached.format in ("key", "value")]
    cells = "window_cells" if any(_windowed(scopes, cached) for cached in keys) else "cells"
    cells = cells if cells in masked else next(iter(masked))
    if isinstance(mixer, GroupedQuery):
        both = "(head_dim + head_dim)" if mixer.value_dim is None else "(head_dim + value_dim)"
        beside = f"heads * {both} + 2 * d_model"
        if mixer.output_gate == "element":
            beside += f" + {'3 * ' if serving.flash else ''}heads * head_dim"
        kept = f"kept_keys * kv_heads * {both}"
    elif isinstance(mixer, Latent) and any(cached.key == "latent" or cached.format == "key" for cached in keys):
        if serving.expanded:
            beside = "heads * (2 * nope_dim + 2 * rope_dim + value_dim) + d_model"
        else:
            beside = "2 * heads * (kv_rank + nope_dim + rope_dim) + d_model + kv_rank"
        kept = ""
    else:
        return None
    if not serving.flash:
        more = f" + {kept}" if kept else ""
        return label, f"4 * rows * (heads * {cells} + {beside}{more})", SCORES
    copied = [cached for cached in keys if cached.kept and _quantised(scopes, cached)] if serving.cache_copies else []
    if not copied:
        return label, f"4 * rows * ({beside})", MOMENTS
    elements = " + ".join(cached.elements for cached in copied)
    return label, f"4 * rows * ({beside}) + 2 * {cells} * ({elements})", COPIES


def _feed_forward(group: GroupScope) -> tuple[str, str, str] | None:
    """Label, formula and source of what the feed-forward network of one layer takes."""
    network, mixer = group.parts["feed_forward"], group.parts["attention"]
    out = "heads * head_dim" if isinstance(mixer, GroupedQuery) and mixer.output_gate == "none" else "0"
    if isinstance(mixer, Latent):
        out = "d_model"
    if isinstance(network, Mixture):
        wide = "wide_rows" if network.matrices == "gated" else "1"
        entry = "d_model" if network.latent_width is None else "latent_width"
        freed = f"({wide} - 1) * expert_width" if wide == "wide_rows" else "expert_width"
        spilled = f"{entry} * min(max({entry} - {freed}, 0), 1)"
        text = f"active * ({wide} * expert_width + {spilled})"
        if network.shared_width is not None:
            text += " + d_model"  # what the experts gave waits for what the shared ones give
        return QT_TRANSLATE_NOOP("ledger", "Experts"), f"4 * rows * ({text} + {_beside(out)})", EXPERTS
    if isinstance(network, Gated | Plain):
        wide = "wide_rows * width" if isinstance(network, Gated) else "width"
        return QT_TRANSLATE_NOOP("ledger", "Feed-forward"), f"4 * rows * ({wide} + {_beside(out)})", WIDE
    return None


def _heads(group: GroupScope) -> dict[str, Slot]:
    """The attention's own fields, which a feed-forward network has none of by these names."""
    mixer = group.group.attention
    if not isinstance(mixer, GroupedQuery):
        return {}
    return {name: f"{group.role}.attention.{name}" for name in ("heads", "head_dim")}


def _beside(out: str) -> str:
    return "2 * d_model" if out == "0" else f"2 * d_model + {out}"


def _quantised(scopes: Scopes, cached: Cached) -> bool:
    return FORMATS[getattr(scopes.choices, {"key": "kv_keys", "value": "kv_values"}[cached.format])].elements > 1


def _rotated(scopes: Scopes) -> bool:
    """Whether a quantised cache is rotated: an engine that copies it, and a kind of head that a matrix fits."""
    serving = scopes.choices.serving
    if not (serving.cache_copies and serving.flash):
        return False
    return any(
        isinstance(group.parts["attention"], GroupedQuery) and _quantised(scopes, cached)
        for group in scopes.groups
        for part, cached, _ in caches_of(group)
        if part == "attention" and cached.format in ("key", "value")
    )


def _rotation(builder: Builder, scopes: Scopes) -> None:
    if not _rotated(scopes):
        return
    kinds: dict[str, Slot] = {}
    for group in scopes.groups:
        if isinstance(group.group.attention, GroupedQuery):
            windowed = group.group.attention.window is not None and scopes.choices.serving.kv_policy == "cells"
            kinds.setdefault("window_dim" if windowed else "whole_dim", f"{group.role}.attention.head_dim")
    text = f"4 * ({' + '.join(f'{name} * {name}' for name in kinds)})"
    label = QT_TRANSLATE_NOOP("ledger", "Rotation of the cache")
    builder.add("activations.rotation", "activations", "activations", label, "byte", text, kinds, ROTATION)
