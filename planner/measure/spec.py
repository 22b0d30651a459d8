"""What can be measured, as plain values: parts of a block, its shard on one rank, points, the job. No torch here."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Mapping, Union

DTYPES = {"bfloat16": 2, "float16": 2, "float32": 4}
WEIGHT_FORMATS = ("plain", "fp8", "int4_g128", "int4_g64")
GROUPS = {"int4_g128": 128, "int4_g64": 64}
NORMS_OF_PLACEMENT = {"pre": 2, "post": 2, "both": 4, "shared": 1, "parallel": 2}


@dataclass(frozen=True)
class Norm:
    kind: str
    eps: float
    bias: bool


@dataclass(frozen=True)
class Attention:
    """Grouped-query attention; `query_key_norm` is "none", "shared" (one scale of head_dim) or "each".

    `rotary_dim` are the first elements of a head that are turned by position; None: all of them.
    """

    kind: str
    heads: int
    kv_heads: int
    head_dim: int
    query_bias: bool
    key_bias: bool
    value_bias: bool
    output_bias: bool
    window: int | None
    query_key_norm: str = "none"
    rotary_dim: int | None = None

    @property
    def rotary_width(self) -> int:
        """Elements of a head that are turned by position."""
        return self.head_dim if self.rotary_dim is None else self.rotary_dim


@dataclass(frozen=True)
class Latent:
    """Multi-head latent attention: one vector of kv_rank + rope_dim elements is cached per token."""

    kind: str
    heads: int
    query_rank: int | None
    kv_rank: int
    nope_dim: int
    rope_dim: int
    value_dim: int
    down_bias: bool
    output_bias: bool

    @property
    def window(self) -> None:
        """Latent attention sees the whole sequence."""
        return None

    @property
    def rotary_width(self) -> int:
        """Elements of a head that are turned by position."""
        return self.rope_dim


@dataclass(frozen=True)
class FeedForward:
    """A gated (three matrices) or plain (two) network."""

    kind: str
    width: int
    activation: str
    bias: bool

    @property
    def matrices(self) -> int:
        """How many matrices of d_model x width there are."""
        return 3 if self.kind == "gated" else 2


@dataclass(frozen=True)
class Mixture:
    """`active` of `experts` networks for each token, and a shared one of `shared_width` for all of them."""

    kind: str
    experts: int
    active: int
    expert_width: int
    form: str
    activation: str
    shared_width: int | None
    shared_gate: bool
    router_bias: bool
    normed: bool

    @property
    def matrices(self) -> int:
        """How many matrices an expert has."""
        return 3 if self.form == "gated" else 2


AnyAttention = Union[Attention, Latent]
AnyFeedForward = Union[FeedForward, Mixture]


@dataclass(frozen=True)
class Formats:
    """How weights are stored and multiplied; "plain" is the job's dtype. Norms, biases and routers always are plain."""

    attention: str = "plain"
    feed_forward: str = "plain"
    experts: str = "plain"


@dataclass(frozen=True)
class Block:
    d_model: int
    norm: Norm
    norm_placement: str
    position: str
    rope_theta: float
    attention: AnyAttention
    feed_forward: AnyFeedForward
    formats: Formats = Formats()

    @property
    def norms(self) -> int:
        """How many norms over d_model the block has."""
        return NORMS_OF_PLACEMENT[self.norm_placement]

    def shard(self, tp: int) -> Block:
        """The part of the block that one of tp ranks holds: heads / tp, ceil(kv_heads / tp), widths / tp.

        Key and value heads are replicated when there are fewer of them than ranks. Norms, routers, the down-projections
        of latent attention and the biases after the two reductions are whole on every rank.
        """
        attention, forward = self.attention, self.feed_forward
        if isinstance(attention, Latent):
            attention = replace(attention, heads=attention.heads // tp)
        else:
            attention = replace(attention, heads=attention.heads // tp, kv_heads=-(-attention.kv_heads // tp))
        if isinstance(forward, Mixture):
            shared = None if forward.shared_width is None else forward.shared_width // tp
            forward = replace(forward, expert_width=forward.expert_width // tp, shared_width=shared)
        else:
            forward = replace(forward, width=forward.width // tp)
        return replace(self, attention=attention, feed_forward=forward)


@dataclass(frozen=True)
class Head:
    """The matrix from d_model to the vocabulary, as far as one rank holds it."""

    d_model: int
    rows: int


@dataclass(frozen=True)
class Point:
    """One moment to time: `tokens` new tokens per sequence, after which the cache holds `context` tokens.

    `block` names the block that is run, "" the job's first. `routing` says which experts tokens go to: "random", or
    "spread", where as many experts are hit as there can be.
    """

    phase: str
    batch: int
    tokens: int
    context: int
    block: str = ""
    routing: str = "random"

    def described(self) -> dict[str, Any]:
        """Give the point as the job named it."""
        said: dict[str, Any] = {"phase": self.phase, "batch": self.batch}
        if self.phase == "prefill":
            said["tokens"] = self.tokens
        elif self.phase == "decode":
            said["context"] = self.context
        if self.block:
            said["block"] = self.block
        if self.routing != "random":
            said["routing"] = self.routing
        return said


@dataclass(frozen=True)
class Peaks:
    flops: float | None
    bandwidth: float | None


@dataclass(frozen=True)
class Job:
    """`block` is run at the points that name none, those of `others` at the points that name them.

    With `together` the tensor_parallel ranks of the block run on as many devices at once, all-reduces included.
    """

    id: str
    device: str
    dtype: str
    block: Block
    tensor_parallel: int
    points: tuple[Point, ...]
    time_limit_s: float
    peaks: Peaks
    others: Mapping[str, Block] = field(default_factory=dict)
    head_rows: int | None = None
    together: bool = False

    @property
    def element_bytes(self) -> int:
        """Bytes of one number in the job's dtype."""
        return DTYPES[self.dtype]

    @property
    def shard(self) -> Block:
        """The part of the first block that one rank holds."""
        return self.block.shard(self.tensor_parallel)

    def part(self, point: Point) -> Block | Head:
        """What one rank runs at a point."""
        if point.phase == "head":
            return Head(self.block.d_model, -(-(self.head_rows or 1) // self.tensor_parallel))
        return (self.others[point.block] if point.block else self.block).shard(self.tensor_parallel)


@dataclass(frozen=True)
class ProbeOrder:
    id: str
    device: str


@dataclass(frozen=True)
class LinkOrder:
    """All-reduces alone, over so many ranks and these sizes in bytes."""

    id: str
    device: str
    ranks: int
    sizes: tuple[int, ...]
    time_limit_s: float
