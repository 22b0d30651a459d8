"""Which format each part of a model has in the files that were read: to be taken over where a part has one.

A part whose tensors have several formats is named with their shares, and gets its exact size in place of a format: the
bytes and the elements of all its tensors, where every one of them is known.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field

from planner.findings import Finding, Severity
from planner.memory.formats import FORMATS, gguf_format
from planner.memory.mixes import MIXES
from planner.readers.checkpoint import Checkpoint, Packing, Tensor
from planner.readers.gguf_file import GgufFile
from planner.readers.hf.quantisation import EVEN, ZEROS
from planner.readers.packed import StoredWeight, stored_weights
from planner.readers.roles import meaning
from planner.stored_formats import StoredFormats, size_cells
from planner.words import QT_TRANSLATE_NOOP

PARTS = {
    "attention_weights": QT_TRANSLATE_NOOP("checkpoints", "attention"),
    "feed_forward_weights": QT_TRANSLATE_NOOP("checkpoints", "feed-forward"),
    "expert_weights": QT_TRANSLATE_NOOP("checkpoints", "experts"),
    "embedding_weights": QT_TRANSLATE_NOOP("checkpoints", "embedding"),
    "head_weights": QT_TRANSLATE_NOOP("checkpoints", "head"),
    "other_weights": QT_TRANSLATE_NOOP("checkpoints", "other weights"),
}
MATRICES = ("attention_weights", "feed_forward_weights", "expert_weights")
_DTYPES: Mapping[str, str] = {"F32": "fp32", "BF16": "bf16", "F16": "fp16", "F8_E4M3": "fp8", "I8": "int8"}
_GGUF_LAYER = re.compile(r"blk\.\d+\.(.+)", re.ASCII)


@dataclass(slots=True)
class _Part:
    """The tensors of a part: elements by format, and bytes, None once a tensor is of unknown size."""

    elements: dict[str, int] = field(default_factory=dict)
    bytes: int | None = 0

    def count(self, name: str, elements: int | None, size: int | None) -> None:
        """Add a tensor."""
        self.bytes = None if self.bytes is None or size is None or elements is None else self.bytes + size
        if elements is not None:
            self.elements[name] = self.elements.get(name, 0) + elements


_Parts = defaultdict[str, _Part]


@dataclass(frozen=True, slots=True)
class FileFormats:
    """`stored` has the parts of one format and the sizes of the others, `mixed` the elements of these by format.

    `mix` names a stated mix that the file calls itself.
    """

    stored: StoredFormats
    mixed: Mapping[str, Mapping[str, int]]
    mix: str | None
    findings: tuple[Finding, ...]


def formats_of_gguf(file: GgufFile) -> FileFormats:
    """The formats of the parts in a GGUF file; `mix` where the file says that it is one of the stated mixes."""
    found = _Parts(_Part)
    for tensor in file.tensors:
        cell, name = _gguf_part(tensor.name, len(tensor.shape)), gguf_format(tensor.type_name)
        if cell is not None:
            found[cell].count(name or tensor.type_name, tensor.elements, tensor.bytes)
    mix = file.file_type if file.file_type in MIXES else None
    return _formats(found, mix, file.file)


def formats_of_checkpoint(checkpoint: Checkpoint) -> FileFormats:
    """The formats of the parts in safetensors, by the shapes and types of codes and scales."""
    found = _Parts(_Part)
    for weight in stored_weights(checkpoint):
        cell = _part(weight)
        if cell is not None:
            name = _format(weight, checkpoint.packing) or weight.scheme or "?"
            found[cell].count(name, weight.elements, weight.bytes)
    return _formats(found, None, checkpoint.name)


def _gguf_part(name: str, dimensions: int) -> str | None:
    """The cell that a tensor of a GGUF file is of; None for tables of rotations."""
    if name in ("token_embd.weight", "per_layer_token_embd.weight"):
        return "embedding_weights"
    if name == "output.weight":
        return "head_weights"
    inside = _GGUF_LAYER.fullmatch(name)
    if inside is None:
        return None if name.startswith("rope_") else "other_weights"
    if dimensions < 2 or inside[1].startswith(("ffn_gate_inp", "ssm_conv1d")):
        return "other_weights"
    if not inside[1].startswith("ffn_"):
        return "attention_weights"
    return "expert_weights" if "_exps" in inside[1] else "feed_forward_weights"


def _part(weight: StoredWeight) -> str | None:
    """The cell that a weight is of; None for what is no part of the decoder, or not known."""
    said = meaning(weight.name)
    if said.other or said.buffer or not said.alternatives:
        return None
    role = said.alternatives[0][0]
    if role in ("embedding", "head"):
        return f"{role}_weights"
    shape = weight.tensors[0].shape
    part, _, key = role.partition(".")
    if (
        shape is None
        or len(shape) < 2
        or key in ("router", "conv")
        or part not in ("attention", "beside", "feed_forward")
    ):
        return "other_weights"
    if part == "feed_forward":
        return "expert_weights" if key == "experts" else "feed_forward_weights"
    return "attention_weights"


def _format(weight: StoredWeight, packing: Packing | None) -> str | None:
    """The format of a weight by its tensors; None where none of the planner's is."""
    codes, beside = weight.tensors[0], weight.tensors[1:]
    scheme = weight.scheme or ""
    if not scheme:
        return _DTYPES.get(codes.dtype or "")
    if scheme in ("MXFP4", "NVFP4"):
        return scheme.lower()
    if scheme == "bitsandbytes int8":
        return "int8_channel"
    if scheme == "bitsandbytes 4-bit":
        return "nf4_dq" if any(tensor.name.endswith("nested_absmax") for tensor in beside) else "nf4"
    scale = next((each for each in beside if "scale" in each.name.lower()), None)
    if scale is None or not scale.shape or not weight.elements or codes.bytes is None:
        return _DTYPES.get(codes.dtype or "")
    if scheme.startswith("scaled"):
        return _scaled(codes, scale)
    bits = 8 * codes.bytes // weight.elements if packing is None or packing.bits is None else packing.bits
    group = weight.elements // (scale.elements or 1)
    zeros = any("zero" in tensor.name for tensor in beside)
    return (ZEROS if zeros or scheme in ("AWQ", "GPTQ") else EVEN).get((bits, group))


def _scaled(codes: Tensor, scale: Tensor) -> str | None:
    """8-bit codes by how many scales they have: one, one per row, one per block of 128 x 128."""
    plain = _DTYPES.get(codes.dtype or "")
    if plain not in ("fp8", "int8") or codes.shape is None:
        return None
    count, rows = scale.elements or 1, codes.shape[0] if len(codes.shape) == 2 else 1
    if count == 1:
        return plain
    if len(codes.shape) == 2 and plain == "fp8" and scale.shape == (-(-rows // 128), -(-codes.shape[1] // 128)):
        return "fp8_b128"
    return f"{plain}_channel" if count in (rows, *codes.shape[:1]) else None


def _formats(parts: Mapping[str, _Part], mix: str | None, name: str) -> FileFormats:
    found = {cell: part.elements for cell, part in parts.items() if part.elements}
    single = {
        cell: next(iter(counts)) for cell, counts in found.items() if len(counts) == 1 and next(iter(counts)) in FORMATS
    }
    mixed = {cell: counts for cell, counts in found.items() if cell not in single}
    sums: dict[str, int] = {}
    for cell in MATRICES:
        for each, elements in found.get(cell, {}).items():
            if each in FORMATS:
                sums[each] = sums.get(each, 0) + elements
    weights = max(sums, key=lambda each: sums[each], default=None)
    values = {cell: value for cell, value in single.items() if value != weights or cell not in MATRICES}
    sizes = set(mixed)
    if FORMATS.get(values.get("other_weights", "fp32"), FORMATS["fp32"]).quantised:
        values.pop("other_weights", None)
        sizes.add("other_weights")
    taken = {cell: _size(cell, parts[cell]) for cell in sizes}
    numbers = {key: number for size in taken.values() for key, number in size.items()}
    stored = StoredFormats.model_validate({"weights": weights, **values, **numbers})
    known = {cell for cell, size in taken.items() if size}
    return FileFormats(stored, mixed, mix, tuple(_findings(mixed, known, mix, name)))


def _size(cell: str, part: _Part) -> dict[str, int]:
    """The two cells of a part's size; none where a tensor's is not known."""
    total = sum(part.elements.values())
    return dict(zip(size_cells(cell), (part.bytes, total), strict=True)) if part.bytes and total else {}


def _findings(mixed: Mapping[str, Mapping[str, int]], sized: Set[str], mix: str | None, name: str) -> Iterator[Finding]:
    path = ("checkpoint", name)
    take = QT_TRANSLATE_NOOP("checkpoints", "Taken with the formats, its exact size counts in plans.")
    choose = QT_TRANSLATE_NOOP("checkpoints", "Plan with a stated mix, or choose one format for the part.")
    for cell, counts in mixed.items():
        total = sum(counts.values())
        shares = ", ".join(f"{each} {share:.0f} %" for each, share in _shares(counts, total))
        yield Finding(
            "part_is_mixed", path, Severity.NOTE,
            QT_TRANSLATE_NOOP("checkpoints", "The files store {part} in several formats: {shares}."),
            {"part": PARTS[cell], "shares": shares},
            take if cell in sized else choose,
        )  # fmt: skip
    if mix is not None:
        template = QT_TRANSLATE_NOOP("checkpoints", "The file calls itself {mix}: there is a stated mix of that name.")
        yield Finding("file_is_a_mix", path, Severity.NOTE, template, {"mix": mix})


def _shares(counts: Mapping[str, int], total: int) -> Iterable[tuple[str, float]]:
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    return ((each, 100 * elements / total) for each, elements in ordered) if total else ()
