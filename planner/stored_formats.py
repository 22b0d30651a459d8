"""In which formats a published checkpoint stores each part of a model: what a plan counts unless it states its own.

A part of several formats has a size in place of one: the bytes and the elements of all its tensors in the files.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, NamedTuple

from planner.fields import Cell, Choice, Number, Record
from planner.memory.formats import UNQUANTISED_FORMATS, WEIGHT_FORMATS

GROUP = "checkpoint"


def _stated(title: str, what: str) -> Choice:
    """The field of one part."""
    return Choice(title, f"Format in which the published checkpoint stores {what}.", GROUP, WEIGHT_FORMATS, True)


def _size(title: str, what: str, unit: str = "") -> Number:
    """The field of one of the two numbers of a size."""
    text = f"{what}, where they have several formats. Counted while the part's format is blank and either is stated."
    return Number(title, text, GROUP, unit=unit, minimum=1, optional=True)


def _bytes(title: str, what: str) -> Number:
    return _size(f"{title}, bytes", f"Bytes that the files take for {what}", "byte")


def _elements(title: str, what: str) -> Number:
    return _size(f"{title}, elements", f"Elements that the files hold of {what}")


class FileSize(NamedTuple):
    """What a part takes in the files. A blank number blocks the weights that are counted by it."""

    bytes: Cell | None
    elements: Cell | None

    @property
    def bits(self) -> float | None:
        """Bits of an element; None unless both are numbers.

        >>> FileSize(690, 1024).bits, FileSize(690, None).bits
        (5.390625, None)
        """
        if isinstance(self.bytes, int | float) and isinstance(self.elements, int | float):
            return 8 * self.bytes / self.elements
        return None


class StoredFormats(Record):
    """A format per part; blank follows as in a scenario. A scenario that states `weights` does not look here.

    A part whose own format is blank and whose bytes or elements are stated counts as the files do.
    """

    weights: Annotated[str | None, _stated("Stored weights", "the layers' matrices. Blank: bf16")] = None
    attention_weights: Annotated[
        str | None, _stated("Stored attention", "the matrices of attention. Blank: as the stored weights")
    ] = None
    feed_forward_weights: Annotated[
        str | None,
        _stated("Stored feed-forward", "dense and shared feed-forward networks. Blank: as the stored weights"),
    ] = None
    expert_weights: Annotated[
        str | None, _stated("Stored experts", "the experts that a router chooses from. Blank: as the stored weights")
    ] = None
    embedding_weights: Annotated[
        str | None, _stated("Stored embedding", "the token table. Blank: as the other stored weights")
    ] = None
    head_weights: Annotated[str | None, _stated("Stored head", "the LM head. Blank: as the other stored weights")] = (
        None
    )
    other_weights: Annotated[
        str | None,
        Choice(
            "Stored other weights",
            "Format in which the published checkpoint stores norms, biases and routers. Blank: the type that its "
            "matrices are computed in.",
            GROUP,
            UNQUANTISED_FORMATS,
            optional=True,
        ),
    ] = None
    attention_bytes: Annotated[Cell | None, _bytes("Stored attention", "the matrices of attention")] = None
    attention_elements: Annotated[Cell | None, _elements("Stored attention", "the matrices of attention")] = None
    feed_forward_bytes: Annotated[
        Cell | None, _bytes("Stored feed-forward", "dense and shared feed-forward networks")
    ] = None
    feed_forward_elements: Annotated[
        Cell | None, _elements("Stored feed-forward", "dense and shared feed-forward networks")
    ] = None
    expert_bytes: Annotated[Cell | None, _bytes("Stored experts", "the experts that a router chooses from")] = None
    expert_elements: Annotated[Cell | None, _elements("Stored experts", "the experts that a router chooses from")] = (
        None
    )
    embedding_bytes: Annotated[Cell | None, _bytes("Stored embedding", "the token table")] = None
    embedding_elements: Annotated[Cell | None, _elements("Stored embedding", "the token table")] = None
    head_bytes: Annotated[Cell | None, _bytes("Stored head", "the LM head")] = None
    head_elements: Annotated[Cell | None, _elements("Stored head", "the LM head")] = None
    other_bytes: Annotated[Cell | None, _bytes("Stored other weights", "norms, biases and routers")] = None
    other_elements: Annotated[Cell | None, _elements("Stored other weights", "norms, biases and routers")] = None

    def size(self, cell: str) -> FileSize | None:
        """The size that stands for the format of a cell ("attention_weights"); None where the format counts.

        >>> StoredFormats(head_bytes=690, head_elements=1024).size("head_weights")
        FileSize(bytes=690, elements=1024)
        """
        if cell == "weights" or getattr(self, cell) is not None:
            return None
        size, elements = (getattr(self, name) for name in size_cells(cell))
        return None if size is None and elements is None else FileSize(size, elements)


@cache
def size_cells(cell: str) -> tuple[str, str]:
    """The cells of a part's size.

    >>> size_cells("feed_forward_weights")
    ('feed_forward_bytes', 'feed_forward_elements')
    """
    part = cell.removesuffix("_weights")
    return f"{part}_bytes", f"{part}_elements"
