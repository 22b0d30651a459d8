"""The fields of grouped-query attention: what a row of the layers says, and what kinds that build on it say too."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Choice, Flag, Number
from planner.parts.base import Part
from planner.parts.norm import NORM_FORMS
from planner.words import QT_TRANSLATE_NOOP

WINDOWS = (
    ("sliding", "Sliding: the last tokens before the query"),
    ("chunked", "Chunked: the query's own block of tokens"),
)
KEYS_FROM = (
    ("own", "This layer"),
    ("earlier", "An earlier layer"),
)
QUERY_KEY_NORMS = (
    ("none", "None"),
    ("shared", "One scale of head_dim for all heads"),
    ("each", "A scale for every element of queries and keys"),
)
QUERY_KEY_NORM_FORMS = (*NORM_FORMS, ("rotated", "As usual, of queries and keys that are rotated already (Hunyuan)"))
ROTARY_TABLES = (
    ("shared", "One table, in the type of the arithmetic"),
    ("shared_fp32", "One table, in fp32"),
    ("by_window", "One for layers with a window and one for the others, in the type of the arithmetic"),
    ("by_window_fp32", "One for layers with a window and one for the others, in fp32"),
    ("each", "A table for each layer, in the type of the arithmetic"),
    ("each_fp32", "A table for each layer, in fp32"),
)
GATES = (
    ("none", "None"),
    ("head", "One gate per head"),
    ("element", "One gate per element"),
)


class GroupedQueryFields(Part):
    """Queries of `heads` heads attend to `kv_heads` key and value heads of width `head_dim`."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Grouped-query")
    kind: Literal["grouped_query"] = "grouped_query"
    heads: Annotated[Cell, Number("Heads", "Query heads.", "architecture", minimum=1, maximum=4096)] = 32
    kv_heads: Annotated[
        Cell,
        Number(
            "KV heads",
            "Key and value heads; equal to heads in multi-head attention, 1 in multi-query attention. "
            "Enters the KV cache, the key and value projections.",
            "architecture",
            minimum=1,
            maximum=4096,
        ),
    ] = 32
    head_dim: Annotated[
        Cell,
        Number(
            "Head width", "Elements of one head; not always d_model / heads.", "architecture", minimum=1, maximum=65536
        ),
    ] = 128
    window: Annotated[
        Cell | None,
        Number(
            "Window",
            "Sliding window in tokens: a query sees at most this many keys. Blank: the whole sequence.",
            "architecture",
            unit="token",
            minimum=1,
            binary=True,
            optional=True,
        ),
    ] = None
    window_kind: Annotated[
        str, Choice("Window kind", "What a window does; without a window it has no effect.", "architecture", WINDOWS)
    ] = "sliding"
    value_dim: Annotated[
        Cell | None,
        Number(
            "Value width",
            "Elements of one value head where they differ from the keys'. Blank: the head width.",
            "architecture",
            minimum=1,
            maximum=65536,
            optional=True,
        ),
    ] = None
    rotary: Annotated[bool, Flag("Rotary", "Queries and keys are rotated by position (RoPE).", "architecture")] = True
    own_rotation: Annotated[
        bool,
        Flag(
            "Own rotation",
            "Rotates by another base or scale than the other layers (the windows of Gemma 3): engines that keep a "
            "table of the rotations keep one more.",
            "architecture",
        ),
    ] = False
    query_bias: Annotated[bool, Flag("Query bias", "A bias on the query projection.", "architecture")] = False
    key_bias: Annotated[bool, Flag("Key bias", "A bias on the key projection.", "architecture")] = False
    value_bias: Annotated[bool, Flag("Value bias", "A bias on the value projection.", "architecture")] = False
    output_bias: Annotated[bool, Flag("Output bias", "A bias on the output projection.", "architecture")] = False
    query_key_norm: Annotated[
        str, Choice("Query-key norm", "A learned norm on queries and keys.", "architecture", QUERY_KEY_NORMS)
    ] = "none"
    query_key_norm_form: Annotated[
        str, Choice("Query-key norm form", "How the family's code computes it: decides what training keeps.",
                    "architecture", QUERY_KEY_NORM_FORMS),
    ] = "usual"  # fmt: skip
    rotary_dim: Annotated[
        Cell | None,
        Number("Rotated width", "Elements of a head that are rotated and joined to the rest. Blank: the whole head, in "
               "place.", "architecture", minimum=1, maximum=65536, optional=True),
    ] = None  # fmt: skip
    rotary_table: Annotated[
        str, Choice("Rotary table", "Whether cosines and sines are shared by the layers, and their type.",
                    "architecture", ROTARY_TABLES),
    ] = "shared"  # fmt: skip
    joined_projection: Annotated[
        bool, Flag("Joined projection", "Queries, keys and values come out of one product.", "architecture")
    ] = False
    query_key_norm_bias: Annotated[
        bool, Flag("Query-key norm bias", "A bias beside the scale (LayerNorm).", "architecture")
    ] = False
    output_norm: Annotated[
        bool, Flag("Output norm", "A norm over all heads before the output projection (BitNet).", "architecture")
    ] = False
    output_gate: Annotated[
        str, Choice("Output gate", "A learned gate on the heads' outputs.", "architecture", GATES)
    ] = "none"
    sinks: Annotated[bool, Flag("Sinks", "One learned logit per head that takes attention away.", "architecture")] = (
        False
    )
    score_cap: Annotated[
        bool, Flag("Score cap", "Scores are bounded by a hyperbolic tangent (Gemma 2).", "architecture")
    ] = False
    softmax_fp32: Annotated[
        bool,
        Flag(
            "Softmax in fp32",
            "Unfused attention computes its softmax in fp32 and casts it back; GPT-2 of transformers does not.",
            "architecture",
        ),
    ] = True
    values_from_keys: Annotated[
        bool, Flag("Values from keys", "The value projection is the key projection; both are cached.", "architecture")
    ] = False
    keys_from: Annotated[
        str,
        Choice(
            "Keys from",
            "Keys and values of an earlier layer need no projections and no cache of their own.",
            "architecture",
            KEYS_FROM,
        ),
    ] = "own"
