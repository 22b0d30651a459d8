"""How a weight is stored: one format, or a mix of formats over the layers of a group, and its bytes as a formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from planner.ledger import Slot
from planner.memory.formats import FORMATS


@dataclass(frozen=True, slots=True)
class Term:
    """A share of a weight (`parts` of `whole`) in one format, in some of a group's layers.

    `layers` is the input that says in how many of them; None: in all that no other term of the same `share` counts.
    """

    format: str
    parts: int = 1
    whole: int = 1
    layers: Slot | None = None
    share: int = 0


@dataclass(frozen=True, slots=True)
class Storage:
    """The terms of a weight, and the cell of the plan whose format they are; no terms where files give its size.

    The inputs of a format are `format.<cell>.bytes` and so on; of a mix `format.<cell>.<format>.bytes`; of a size
    `format.<cell>.file_bytes` and `format.<cell>.file_elements`.
    """

    cell: str
    terms: tuple[Term, ...]
    mix: bool = False

    def bytes_text(self, elements: str) -> tuple[str, dict[str, Slot]]:
        """The formula of the bytes of so many elements, with what its names stand for.

        Of a size it is the share of the files' bytes that the elements have of the files', rounded up to a byte.
        Of a mix it is the mean over the layers of the group, rounded up to a byte. "layers" and "d_model" must be known
        where it is used.
        """
        if not self.terms:
            some = f"({elements})" if "+" in elements or "-" in elements else elements
            sized: dict[str, Slot] = {name: f"format.{self.cell}.{name}" for name in ("file_bytes", "file_elements")}
            return f"ceil_div({some} * file_bytes, file_elements)", sized
        if len(self.terms) == 1 and self.terms[0].whole == 1:
            return self._plain(elements)
        names: dict[str, Slot] = {}
        texts: list[str] = []
        mean = any(term.layers is not None for term in self.terms)
        for term in self.terms:
            block, size = f"{term.format}_elements", f"{term.format}_bytes"
            names |= {size: f"format.{self.cell}.{term.format}.bytes"}
            names |= {block: f"format.{self.cell}.{term.format}.elements"}
            some = elements if term.parts == 1 else f"{term.parts} * ({elements})"
            text = f"ceil_div({some}, {block if term.whole == 1 else f'{term.whole} * {block}'}) * {size}"
            texts.append(f"{self._layers(term, names)} * {text}" if mean else text)
        total = " + ".join(texts)
        return (f"ceil_div({total}, layers)" if mean else total), names

    def _layers(self, term: Term, names: dict[str, Slot]) -> str:
        alike = [other for other in self.terms if other.share == term.share]
        if term.layers is not None:
            names[f"{term.format}_layers"] = term.layers
            return f"{term.format}_layers"
        others = [f"{other.format}_layers" for other in alike if other.layers is not None]
        return f"(layers - {' - '.join(others)})" if others else "layers"

    def _plain(self, elements: str) -> tuple[str, dict[str, Slot]]:
        known = FORMATS[self.terms[0].format]
        slot = f"format.{self.cell}.{known.name}" if self.mix else f"format.{self.cell}"
        if known.elements == 1:
            names = {"bytes_per_element": f"{slot}.bytes"}
            text = f"({elements}) * bytes_per_element" if "+" in elements else f"{elements} * bytes_per_element"
        else:
            names = {"bytes_per_block": f"{slot}.bytes", "elements_per_block": f"{slot}.elements"}
            text = f"ceil_div({elements}, elements_per_block) * bytes_per_block"
        if known.row_bytes:
            names["bytes_per_row"] = f"{slot}.row_bytes"
            text = f"{text} + ceil_div({elements}, d_model) * bytes_per_row"
        return text, names


def format_amounts(cell: str, name: str) -> Mapping[Slot, int]:
    """The inputs that a format in a cell gives."""
    known = FORMATS[name]
    return {
        f"format.{cell}.bytes": known.bytes,
        f"format.{cell}.elements": known.elements,
        f"format.{cell}.row_bytes": known.row_bytes,
    }
