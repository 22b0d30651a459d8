"""What the headers of a checkpoint say: tensors with their exact bytes, and what a person should know of the files.

Nothing here reads a file; `planner.readers.safetensors` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod

from planner.file_errors import FileError
from planner.findings import Finding

DTYPE_BITS: Mapping[str, int] = {
    "BOOL": 8,
    "F4": 4,
    "F6_E2M3": 6,
    "F6_E3M2": 6,
    "F8_E4M3": 8,
    "F8_E4M3FNUZ": 8,
    "F8_E5M2": 8,
    "F8_E5M2FNUZ": 8,
    "F8_E8M0": 8,
    "U8": 8,
    "I8": 8,
    "U16": 16,
    "I16": 16,
    "F16": 16,
    "BF16": 16,
    "U32": 32,
    "I32": 32,
    "F32": 32,
    "U64": 64,
    "I64": 64,
    "F64": 64,
    "C64": 64,
}
"""Bits of one element. Source: the dtypes of safetensors 0.8, github.com/huggingface/safetensors."""


class CheckpointError(FileError):
    """A checkpoint that cannot be read: which file, where in it, and what to do."""


@dataclass(frozen=True, slots=True)
class Tensor:
    """One stored tensor. `dtype`, `shape` and `bytes` are None where only the index names it (its file is not here)."""

    name: str
    dtype: str | None
    shape: tuple[int, ...] | None
    bytes: int | None
    shard: str

    @property
    def elements(self) -> int | None:
        """Stored elements; those of a packed tensor hold several weights each.

        >>> Tensor("a.weight", "BF16", (4096, 128), 1048576, "model.safetensors").elements
        524288
        """
        return None if self.shape is None else prod(self.shape)


@dataclass(frozen=True, slots=True)
class Packing:
    """What the configuration beside the files says of their quantisation; `bits` of one weight."""

    method: str
    bits: int | None


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Tensors by name, and the files that hold them with their size on disk (None: named, but not here).

    `stated_bytes` is the total that the index states for all tensors, which may lack or repeat shared ones.
    """

    name: str
    tensors: Mapping[str, Tensor]
    shards: Mapping[str, int | None]
    metadata: Mapping[str, str] = field(default_factory=dict)
    stated_bytes: int | None = None
    packing: Packing | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every file is here, so that every byte is known."""
        return all(size is not None for size in self.shards.values())

    @property
    def bytes(self) -> int | None:
        """Exact bytes of all tensors; None where a file is missing."""
        sizes = [tensor.bytes for tensor in self.tensors.values()]
        known = [size for size in sizes if size is not None]
        return sum(known) if len(known) == len(sizes) else None

    @property
    def elements(self) -> int | None:
        """Stored elements of all tensors; None where a file is missing."""
        counts = [tensor.elements for tensor in self.tensors.values()]
        known = [count for count in counts if count is not None]
        return sum(known) if len(known) == len(counts) else None

    @property
    def disk_bytes(self) -> int:
        """Size of the files that are here, headers and padding included."""
        return sum(size for size in self.shards.values() if size is not None)

    @property
    def bytes_by_dtype(self) -> Mapping[str, int]:
        """Exact bytes of the tensors of each dtype, the largest first; tensors of missing files are left out."""
        totals: dict[str, int] = {}
        for tensor in self.tensors.values():
            if tensor.dtype is not None and tensor.bytes is not None:
                totals[tensor.dtype] = totals.get(tensor.dtype, 0) + tensor.bytes
        return dict(sorted(totals.items(), key=lambda item: (-item[1], item[0])))


def short(text: object, longest: int = 80) -> str:
    """A name out of a file as a sentence can hold it: printable and cut.

    >>> short("model." + "x" * 100, 20), short("a" + chr(10) + "b")
    ('model.xxxxxxxxxxx...', 'a�b')
    """
    whole = str(text)[: longest + 1]
    clean = "".join(letter if letter.isprintable() else "�" for letter in whole)
    return clean if len(clean) <= longest else f"{clean[: longest - 3]}..."
