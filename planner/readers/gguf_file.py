"""What the head of a GGUF file says: metadata, tensors with exact bytes, bits per weight, the mix of types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from planner.findings import Finding
from planner.memory.ggml_types import FILE_TYPES, TYPES
from planner.readers.gguf_cursor import Left, Value

FACTS: Mapping[str, str] = {
    "context_length": "max_context",
    "vocab_size": "vocab_size",
    "embedding_length": "d_model",
    "block_count": "layers",
    "feed_forward_length": "width",
    "attention.head_count": "heads",
    "attention.head_count_kv": "kv_heads",
    "attention.key_length": "head_dim",
    "attention.value_length": "value_dim",
    "attention.sliding_window": "window",
    "attention.q_lora_rank": "query_rank",
    "attention.kv_lora_rank": "kv_rank",
    "rope.dimension_count": "rotary_dim",
    "expert_count": "experts",
    "expert_used_count": "active",
    "expert_feed_forward_length": "expert_width",
    "expert_shared_count": "shared_experts",
    "leading_dense_block_count": "dense_layers",
}
"""Metadata keys below the architecture's name, and the planner's words for them."""


@dataclass(frozen=True, slots=True)
class GgufTensor:
    """One tensor; `shape` has the fastest dimension first. `bytes` is None for a type that is not known."""

    name: str
    shape: tuple[int, ...]
    type: int
    offset: int
    bytes: int | None

    @property
    def elements(self) -> int:
        """Elements of the tensor."""
        return prod(self.shape)

    @property
    def type_name(self) -> str:
        """The type's name, or its number where it is not known."""
        return TYPES[self.type].name if self.type in TYPES else f"type {self.type}"


@dataclass(frozen=True, slots=True)
class Split:
    """Which of how many files of one model this is, from 1, and the tensors of all of them (None: not stated)."""

    number: int
    count: int
    tensors: int | None


@dataclass(frozen=True, slots=True)
class GgufFile:
    """The head of one file; `size` is the whole file's in bytes."""

    file: str
    version: int
    big_endian: bool
    alignment: int
    metadata: Mapping[str, Value]
    tensors: tuple[GgufTensor, ...]
    size: int
    findings: tuple[Finding, ...] = ()

    @property
    def architecture(self) -> str | None:
        """The name of the architecture, as llama.cpp calls it."""
        return self._text("general.architecture")

    @property
    def name(self) -> str | None:
        """The model's name, where the file has one."""
        return self._text("general.name")

    @property
    def file_type(self) -> str | None:
        """What the file calls itself ("Q4_K_M"); the mix says what it is."""
        number = self.metadata.get("general.file_type")
        return FILE_TYPES.get(number) if type(number) is int else None

    @property
    def elements(self) -> int:
        """Elements of all tensors of this file."""
        return sum(tensor.elements for tensor in self.tensors)

    @property
    def bytes(self) -> int | None:
        """Exact bytes of all tensors of this file; None when a type is not known."""
        sizes = [tensor.bytes for tensor in self.tensors]
        known = [size for size in sizes if size is not None]
        return sum(known) if len(known) == len(sizes) else None

    @property
    def bits_per_weight(self) -> float | None:
        """Bits per element over all tensors."""
        total, elements = self.bytes, self.elements
        return None if total is None or not elements else 8 * total / elements

    @property
    def by_type(self) -> Mapping[str, tuple[int, int, int | None]]:
        """Per type: tensors, elements and bytes; the type with the most elements first."""
        found: dict[str, tuple[int, int, int | None]] = {}
        for tensor in self.tensors:
            count, elements, size = found.get(tensor.type_name, (0, 0, 0))
            size = None if size is None or tensor.bytes is None else size + tensor.bytes
            found[tensor.type_name] = (count + 1, elements + tensor.elements, size)
        return dict(sorted(found.items(), key=lambda item: (-item[1][1], item[0])))

    @property
    def bits_by_type(self) -> Mapping[str, float]:
        """Bits per element of each type that is known; scales of rows make it differ a little between files."""
        return {name: 8 * size / elements for name, (_, elements, size) in self.by_type.items() if size and elements}

    @property
    def mix(self) -> str:
        """The types with their share of all elements in words: "q4_K 83 %, q6_K 17 %, f32 <1 %"."""
        total = self.elements
        if not total:
            return ""
        shares = {name: 100 * elements / total for name, (_, elements, _) in self.by_type.items()}
        return ", ".join(f"{name} {share:.0f} %" if share >= 1 else f"{name} <1 %" for name, share in shares.items())

    @property
    def split(self) -> Split | None:
        """Which part of a split model this is; None for a whole one."""
        count, number = self.metadata.get("split.count"), self.metadata.get("split.no")
        if type(count) is not int or count <= 1:
            return None
        tensors = self.metadata.get("split.tensors.count")
        return Split(number + 1 if type(number) is int else 1, count, tensors if type(tensors) is int else None)

    @property
    def facts(self) -> Mapping[str, int | tuple[int, ...]]:
        """Sizes that the metadata states, under the planner's names; a tuple where every layer has its own."""
        found: dict[str, int | tuple[int, ...]] = {}
        for key, word in FACTS.items():
            value = self.metadata.get(f"{self.architecture}.{key}")
            if type(value) is int:
                found[word] = value
            elif isinstance(value, tuple) and value and all(type(item) is int for item in value):
                found[word] = tuple(item for item in value if type(item) is int)
        tokens = self.metadata.get("tokenizer.ggml.tokens")
        if "vocab_size" not in found and isinstance(tokens, Left | tuple):
            found["vocab_size"] = tokens.length if isinstance(tokens, Left) else len(tokens)
        return found

    def _text(self, key: str) -> str | None:
        value = self.metadata.get(key)
        return value if isinstance(value, str) else None
