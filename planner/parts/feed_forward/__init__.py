"""The kinds of feed-forward network. A new kind is one file here and one name in FEED_FORWARD_KINDS."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from planner.parts.feed_forward.dense import Gated, Plain

FEED_FORWARD_KINDS = (Gated, Plain)
FeedForward = Annotated[Gated | Plain, Field(discriminator="kind")]
"""The union over FEED_FORWARD_KINDS, told apart by `kind`."""
