"""Checkpoints written by hand for the tests, byte by byte as the formats' descriptions say."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Mapping
from math import prod
from pathlib import Path
from typing import Any

from planner.readers.checkpoint import DTYPE_BITS

Shapes = Mapping[str, tuple[str, tuple[int, ...]]]


def header(tensors: Shapes, metadata: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The JSON of a safetensors header: tensors one after the other."""
    content: dict[str, Any] = {} if metadata is None else {"__metadata__": dict(metadata)}
    at = 0
    for name, (dtype, shape) in tensors.items():
        end = at + prod(shape) * DTYPE_BITS[dtype] // 8
        content[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [at, end]}
        at = end
    return content


def safetensors(content: Mapping[str, Any], data_size: int | None = None) -> bytes:
    """A .safetensors file of this header with zeros for data (as long as the last offset, if not given)."""
    text = json.dumps(content).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + bytes(_end(content) if data_size is None else data_size)


def _end(content: Mapping[str, Any]) -> int:
    ends = (entry["data_offsets"][1] for name, entry in content.items() if name != "__metadata__")
    return max(ends, default=0)


def sparse_safetensors(path: Path, tensors: Shapes, metadata: Mapping[str, str] | None = None) -> None:
    """The same as a sparse file, so that tensors may have their real sizes."""
    content = header(tensors, metadata)
    path.write_bytes(safetensors(content, 0))
    with path.open("r+b") as stream:
        stream.truncate(path.stat().st_size + _end(content))


def index(places: Mapping[str, str], **metadata: Any) -> bytes:
    return json.dumps({"metadata": metadata, "weight_map": dict(places)}).encode()


def llama_tensors(
    layers: int = 2,
    width: int = 64,
    heads: int = 4,
    kv_heads: int = 2,
    head: bool = True,
    vocab: int = 96,
    ff: int = 128,
) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Tensors as transformers stores a Llama of this size, in bf16; the head's width is width / heads."""
    kv = kv_heads * (width // heads)
    found: dict[str, tuple[int, ...]] = {"model.embed_tokens.weight": (vocab, width)}
    for layer in range(layers):
        stem = f"model.layers.{layer}"
        found |= {
            f"{stem}.input_layernorm.weight": (width,),
            f"{stem}.self_attn.q_proj.weight": (width, width),
            f"{stem}.self_attn.k_proj.weight": (kv, width),
            f"{stem}.self_attn.v_proj.weight": (kv, width),
            f"{stem}.self_attn.o_proj.weight": (width, width),
            f"{stem}.post_attention_layernorm.weight": (width,),
            f"{stem}.mlp.gate_proj.weight": (ff, width),
            f"{stem}.mlp.up_proj.weight": (ff, width),
            f"{stem}.mlp.down_proj.weight": (width, ff),
        }
    found["model.norm.weight"] = (width,)
    if head:
        found["lm_head.weight"] = (vocab, width)
    return {name: ("BF16", shape) for name, shape in found.items()}


# GGUF


CODES = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}


class Typed(tuple):  # type: ignore[type-arg]
    """(type number, value) of a metadata value; for arrays (9, (item type, items))."""


def u32(value: int) -> Typed:
    return Typed((4, value))


def text(value: str) -> Typed:
    return Typed((8, value))


def array(kind: int, items: Iterable[Any]) -> Typed:
    return Typed((9, (kind, list(items))))


def gguf(
    metadata: Mapping[str, Typed], tensors: Iterable[tuple[str, tuple[int, ...], int, int]], *, version: int = 3,
    order: str = "<", alignment: int = 32, data_size: int | None = None,
) -> bytes:  # fmt: skip
    """A GGUF file; a tensor is (name, shape, type, bytes), and tensors follow each other on the alignment."""
    tensors = list(tensors)
    head = b"GGUF" + struct.pack(f"{order}IQQ", version, len(tensors), len(metadata))
    for key, (kind, value) in metadata.items():
        head += _string(key, order) + struct.pack(f"{order}I", kind) + _value(kind, value, order)
    at = 0
    for name, shape, kind, size in tensors:
        head += _string(name, order) + struct.pack(f"{order}I{len(shape)}QIQ", len(shape), *shape, kind, at)
        at = -(-(at + size) // alignment) * alignment
    padded = head + bytes(-len(head) % alignment)
    return padded + bytes(at if data_size is None else data_size)


def _string(value: str, order: str) -> bytes:
    data = value.encode()
    return struct.pack(f"{order}Q", len(data)) + data


def _value(kind: int, value: Any, order: str) -> bytes:
    if kind == 8:
        return _string(value, order)
    if kind == 9:
        item, items = value
        return struct.pack(f"{order}IQ", item, len(items)) + b"".join(_value(item, each, order) for each in items)
    return struct.pack(order + CODES[kind], value)
