"""Which format each part of a model has in a quantised checkpoint: the stated one, but for the modules that are kept.

A part is looked up by the names that its modules have in published checkpoints, layer by layer. Where some layers keep
their format and others do not, the format of most layers is taken, and the part is named as mixed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

from planner.layers import placed
from planner.memory.formats import FORMATS
from planner.parts.attention.none import NoAttention
from planner.parts.feed_forward.mixture import Mixture
from planner.readers.hf.quantisation import Quantisation
from planner.stored_formats import StoredFormats
from planner.workbook import LayerGroup, Model

DTYPES: Mapping[str, str] = {"bfloat16": "bf16", "float16": "fp16", "float32": "fp32"}
EXPERTS_ONLY = ("mxfp4",)
"""Methods that quantise nothing but experts. Source: transformers integrations/mxfp4.py."""
EXPERT_DTYPES: Mapping[str, str] = {"fp4": "mxfp4"}
"""What DeepSeek-V4 calls the format of its experts beside the quantization_config of the rest."""
MOST_LAYERS = 4096

_PREFIXES = ("model.layers", "model.language_model.layers", "language_model.model.layers", "layers")
_MIXERS = ("self_attn.o_proj", "self_attn.out_proj", "attn.o_proj", "attn.wo_b", "linear_attn.out_proj",
           "mixer.out_proj")  # fmt: skip
_DENSE = ("mlp.down_proj", "feed_forward.down_proj", "ffn.w2")
_SHARED = ("mlp.shared_experts.down_proj", "mlp.shared_expert.down_proj", "ffn.shared_experts.w2",
           "block_sparse_moe.shared_experts.down_proj")  # fmt: skip
_BESIDE = ("mlp.down_proj",)
_APART = ("experts.0.down_proj",)
"""Where the dense network stands beside the experts (Gemma 4), these are no part of it."""
_EXPERTS = ("mlp.experts.0.down_proj", "block_sparse_moe.experts.0.w2", "ffn.experts.0.w2")


def stored_formats_of(
    quantisation: Quantisation, model: Model, config: Mapping[str, Any]
) -> tuple[StoredFormats, tuple[str, ...]]:
    """The format of each part, and sentences about parts that have several; all blank for a method that is not known.

    >>> from planner.readers.hf_config import read_config
    >>> stated = {"quant_method": "awq", "bits": 4, "group_size": 128}
    >>> config = {"model_type": "llama", "hidden_size": 2048, "num_attention_heads": 16, "quantization_config": stated}
    >>> read_config(config).model.stored_formats.weights
    'int4_g128'
    """
    if quantisation.weights is None:
        return StoredFormats(), ()
    base = _base(config)
    other = None if base == FORMATS[quantisation.weights].compute else base
    if quantisation.method.lower() in EXPERTS_ONLY:
        return StoredFormats(weights=base, expert_weights=quantisation.weights, other_weights=other), ()
    kept = [_matcher(pattern) for pattern in quantisation.kept]
    found: dict[str, str] = {}
    mixed = []
    for cell, title, modules in _modules(model):
        held = [any(match(names) for match in kept) for names in modules]
        if held and 2 * sum(held) > len(held):
            found[cell] = base
        if held and 0 < sum(held) < len(held):
            mixed.append(f"{title} keep their format in {sum(held):,} of {len(held):,} layers.")
    apart = EXPERT_DTYPES.get(str(config.get("expert_dtype")))
    if apart is not None and apart != quantisation.weights:
        found["expert_weights"] = apart
        mixed.append(f"Experts are stored in {FORMATS[apart].label}.")
    if quantisation.head and not model.head.tied:
        found["head_weights"] = quantisation.weights
    return StoredFormats(weights=quantisation.weights, other_weights=other, **found), tuple(mixed)


def _base(config: Mapping[str, Any]) -> str:
    """The type of what is not quantised, as the config states it."""
    inner = config.get("text_config")
    for level in (config, inner if isinstance(inner, Mapping) else {}):
        for key in ("dtype", "torch_dtype"):
            value = level.get(key)
            if isinstance(value, str) and value in DTYPES:
                return DTYPES[value]
    return "bf16"


def _modules(model: Model) -> Iterator[tuple[str, str, list[tuple[str, ...]]]]:
    """The cell of each part, what to call it, and one module per layer by all names that it may have."""
    layers = placed([(group.positions, group.count) for group in model.groups])
    pairs = [(layer, group) for group, own in zip(model.groups, layers, strict=True) for layer in own[:MOST_LAYERS]]
    mixing = [(layer, _MIXERS) for layer, group in pairs if not isinstance(group.attention, NoAttention)]
    yield "attention_weights", "Token mixers", [_names(layer, leaves) for layer, leaves in mixing]
    feeding = [(layer, leaves) for layer, group in pairs for leaves in _dense(group)]
    yield "feed_forward_weights", "Feed-forward networks", [_names(layer, leaves) for layer, leaves in feeding]
    routed = [
        (layer, _APART if group.feed_forward.branch_norms else _EXPERTS)
        for layer, group in pairs
        if isinstance(group.feed_forward, Mixture)
    ]
    yield "expert_weights", "Experts", [_names(layer, leaves) for layer, leaves in routed]


def _dense(group: LayerGroup) -> Iterator[tuple[str, ...]]:
    network = group.feed_forward
    if isinstance(network, Mixture):
        if network.shared_width is not None:
            yield _BESIDE if network.branch_norms else _SHARED
    elif any(network.weights()):
        yield _DENSE


def _names(layer: int, leaves: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{prefix}.{layer}.{leaf}" for prefix in _PREFIXES for leaf in leaves)


class _matcher:  # noqa: N801 - used as a function that remembers its pattern
    """Whether a kept module, named as the config names it, is or holds one of these.

    "re:..." is a regular expression, "*" stands for anything, and a plain name for the module and all below it,
    wherever it stands.
    """

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.expression: re.Pattern[str] | None = None
        if pattern.startswith("re:"):
            try:
                self.expression = re.compile(pattern.removeprefix("re:"))
            except (re.error, RecursionError):
                self.pattern = ""

    def __call__(self, names: Iterable[str]) -> bool:
        return any(self._is(name) for name in names)

    def _is(self, name: str) -> bool:
        if self.expression is not None:
            return self.expression.match(name) is not None
        if "*" in self.pattern or "?" in self.pattern:
            return fnmatchcase(name, self.pattern) or fnmatchcase(name, f"{self.pattern}.*")
        return bool(self.pattern) and f".{self.pattern}." in f".{name}."
