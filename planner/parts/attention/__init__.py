"""The kinds of token mixer. A new kind is one file here and one name in ATTENTION_KINDS."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from planner.parts.attention.compressed import CompressedSparse, HeavilyCompressed, WindowedSharedKey
from planner.parts.attention.cross import CrossAttention
from planner.parts.attention.gated_delta import GatedDelta
from planner.parts.attention.grouped_query import GroupedQuery
from planner.parts.attention.kimi_delta import KimiDelta
from planner.parts.attention.latent import Latent
from planner.parts.attention.lightning import Lightning
from planner.parts.attention.mamba1 import Mamba1
from planner.parts.attention.mamba2 import Mamba2
from planner.parts.attention.none import NoAttention
from planner.parts.attention.rg_lru import RealGatedRecurrence
from planner.parts.attention.short_convolution import ShortConvolution
from planner.parts.attention.sparse import SparseGroupedQuery, SparseLatent

ATTENTION_KINDS = (
    GroupedQuery,
    Latent,
    SparseLatent,
    SparseGroupedQuery,
    CrossAttention,
    WindowedSharedKey,
    HeavilyCompressed,
    CompressedSparse,
    GatedDelta,
    KimiDelta,
    Lightning,
    Mamba1,
    Mamba2,
    RealGatedRecurrence,
    ShortConvolution,
    NoAttention,
)
Attention = Annotated[
    GroupedQuery
    | Latent
    | SparseLatent
    | SparseGroupedQuery
    | CrossAttention
    | WindowedSharedKey
    | HeavilyCompressed
    | CompressedSparse
    | GatedDelta
    | KimiDelta
    | Lightning
    | Mamba1
    | Mamba2
    | RealGatedRecurrence
    | ShortConvolution
    | NoAttention,
    Field(discriminator="kind"),
]
"""The union over ATTENTION_KINDS, told apart by `kind`; a test holds the two against each other."""

__all__ = [
    "ATTENTION_KINDS",
    "Attention",
    "CompressedSparse",
    "CrossAttention",
    "GatedDelta",
    "GroupedQuery",
    "HeavilyCompressed",
    "KimiDelta",
    "Latent",
    "Lightning",
    "Mamba1",
    "Mamba2",
    "NoAttention",
    "RealGatedRecurrence",
    "ShortConvolution",
    "SparseGroupedQuery",
    "SparseLatent",
    "WindowedSharedKey",
]
