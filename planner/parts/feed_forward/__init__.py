"""The kinds of feed-forward network. A new kind is one file here and one name in FEED_FORWARD_KINDS."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from planner.parts.feed_forward.dense import Gated, Plain
from planner.parts.feed_forward.mixture import Mixture
from planner.parts.feed_forward.none import NoFeedForward

FEED_FORWARD_KINDS = (Gated, Plain, Mixture, NoFeedForward)
FeedForward = Annotated[Gated | Plain | Mixture | NoFeedForward, Field(discriminator="kind")]
"""The union over FEED_FORWARD_KINDS, told apart by `kind`; a test holds the two against each other."""

__all__ = ["FEED_FORWARD_KINDS", "FeedForward", "Gated", "Mixture", "NoFeedForward", "Plain"]
