"""In which formats a published checkpoint stores each part of a model: what a plan counts unless it states its own."""

from __future__ import annotations

from typing import Annotated

from planner.fields import Choice, Record
from planner.memory.formats import UNQUANTISED_FORMATS, WEIGHT_FORMATS

GROUP = "checkpoint"


def _stated(title: str, what: str) -> Choice:
    """The field of one part."""
    return Choice(title, f"Format in which the published checkpoint stores {what}.", GROUP, WEIGHT_FORMATS, True)


class StoredFormats(Record):
    """A format per part; blank follows as in a scenario. A scenario that states `weights` does not look here."""

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
