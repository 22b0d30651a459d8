"""What is to be measured: a block, its shard, points, limits; read from a message and checked field by field.

Every problem is reported at once and names its field. A part or a field that is not known is refused as unsupported,
never measured as something near it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Mapping

from .protocol import Refusal

NORMS = ("rms_norm", "layer_norm")
PLACEMENTS = ("pre",)
POSITIONS = ("rotary", "learned", "none")
ATTENTIONS = ("grouped_query",)
FEED_FORWARDS = ("gated", "plain")
ACTIVATIONS = ("silu", "gelu", "gelu_tanh", "relu")
DTYPES = {"bfloat16": 2, "float16": 2, "float32": 4}
LARGEST = 1 << 40
LONGEST_TIME_LIMIT = 24 * 3600.0
DEFAULT_TIME_LIMIT = 60.0


@dataclass(frozen=True)
class Norm:
    kind: str
    eps: float
    bias: bool


@dataclass(frozen=True)
class Attention:
    kind: str
    heads: int
    kv_heads: int
    head_dim: int
    query_bias: bool
    key_bias: bool
    value_bias: bool
    output_bias: bool
    window: int | None


@dataclass(frozen=True)
class FeedForward:
    kind: str
    width: int
    activation: str
    bias: bool


@dataclass(frozen=True)
class Block:
    d_model: int
    norm: Norm
    norm_placement: str
    position: str
    rope_theta: float
    attention: Attention
    feed_forward: FeedForward


@dataclass(frozen=True)
class Point:
    """One moment to time: `tokens` new tokens per sequence, after which the cache holds `context` tokens."""

    phase: str
    batch: int
    tokens: int
    context: int

    def described(self) -> dict[str, Any]:
        """Give the point as the job named it."""
        if self.phase == "prefill":
            return {"phase": self.phase, "batch": self.batch, "tokens": self.tokens}
        return {"phase": self.phase, "batch": self.batch, "context": self.context}


@dataclass(frozen=True)
class Peaks:
    flops: float | None
    bandwidth: float | None


@dataclass(frozen=True)
class Job:
    id: str
    device: str
    dtype: str
    block: Block
    tensor_parallel: int
    points: tuple[Point, ...]
    time_limit_s: float
    peaks: Peaks

    @property
    def element_bytes(self) -> int:
        """Bytes of one number in the job's dtype."""
        return DTYPES[self.dtype]

    @property
    def shard(self) -> Block:
        """The part of the block that one rank holds: heads / tp, ceil(kv_heads / tp), width / tp.

        Key and value heads are replicated when there are fewer of them than ranks. Norms and the biases after the two
        reductions are whole on every rank.
        """
        tp = self.tensor_parallel
        attention = replace(
            self.block.attention,
            heads=self.block.attention.heads // tp,
            kv_heads=-(-self.block.attention.kv_heads // tp),
        )
        feed_forward = replace(self.block.feed_forward, width=self.block.feed_forward.width // tp)
        return replace(self.block, attention=attention, feed_forward=feed_forward)


@dataclass(frozen=True)
class ProbeOrder:
    id: str
    device: str


class _Fields:
    """Reads the fields of one JSON object, and gathers what is wrong instead of stopping at the first."""

    def __init__(self, value: object, path: str, problems: list[tuple[str, str, str]]) -> None:
        self.path = path
        self.problems = problems
        self.known: set[str] = set()
        self.values: Mapping[str, Any] = value if isinstance(value, dict) else {}
        if not isinstance(value, dict):
            self.problem("", "is not an object")

    def name(self, key: str) -> str:
        return ".".join(part for part in (self.path, key) if part)

    def problem(self, key: str, reason: str, code: str = "bad_job") -> None:
        self.problems.append((code, self.name(key), reason))

    def take(self, key: str, default: Any = None, required: bool = True) -> Any:
        self.known.add(key)
        if key not in self.values and required:
            self.problem(key, "is missing")
        return self.values.get(key, default)

    def whole(self, key: str, default: int | None = None) -> int:
        value = self.take(key, default, default is None)
        if key not in self.values:
            return default or 1
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LARGEST:
            self.problem(key, f"is {value!r}, and must be a whole number from 1 to 2^40")
            return 1
        return value

    def positive(self, key: str, default: float | None = None, largest: float = 1e30) -> float:
        value = self.take(key, default, default is None)
        usable = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not usable or not math.isfinite(value) or not 0 < value <= largest:
            if key in self.values:
                self.problem(key, f"is {value!r}, and must be a number above 0 and at most {largest:g}")
            return 1.0
        return float(value)

    def flag(self, key: str) -> bool:
        value = self.take(key, False, required=False)
        if not isinstance(value, bool):
            self.problem(key, f"is {value!r}, and must be true or false")
            return False
        return value

    def choice(self, key: str, choices: tuple[str, ...], default: str | None = None) -> str:
        value = self.take(key, default, default is None)
        if value in choices:
            return str(value)
        if isinstance(value, str):
            self.problem(key, f"is {value!r}; this worker knows {', '.join(choices)}", "unsupported")
        elif key in self.values:
            self.problem(key, f"is {value!r}, and must be one of {', '.join(choices)}")
        return choices[0]

    def part(self, key: str) -> _Fields:
        return _Fields(self.take(key, {}), self.name(key), self.problems)

    def close(self) -> None:
        for key in self.values:
            if key not in self.known:
                self.problem(str(key), "is not known to this worker", "unsupported")


def read_job(message: Mapping[str, Any]) -> Job:
    """Give the job of a "measure" message; raises Refusal "bad_job" or "unsupported" that names every wrong field."""
    problems: list[tuple[str, str, str]] = []
    top = _Fields(dict(message), "", problems)
    top.known.update(("type", "job"))
    identity, device = _read_who(top)
    dtype = top.choice("dtype", tuple(DTYPES))
    block = _read_block(top.part("block"))
    tensor_parallel = top.whole("tensor_parallel", 1)
    points = _read_points(top)
    time_limit = top.positive("time_limit_s", DEFAULT_TIME_LIMIT, LONGEST_TIME_LIMIT)
    peaks = _read_peaks(top)
    top.close()
    if not problems:
        _check_together(block, tensor_parallel, problems)
    if problems:
        raise _refusal(problems)
    return Job(identity, device, dtype, block, tensor_parallel, points, time_limit, peaks)


def read_probe(message: Mapping[str, Any]) -> ProbeOrder:
    """Give the order of a "probe" message; raises Refusal like `read_job`."""
    problems: list[tuple[str, str, str]] = []
    top = _Fields(dict(message), "", problems)
    top.known.update(("type", "job"))
    identity, device = _read_who(top)
    top.close()
    if problems:
        raise _refusal(problems)
    return ProbeOrder(identity, device)


def _read_who(top: _Fields) -> tuple[str, str]:
    """Give the id and the device of an order."""
    identity = top.take("id", "", required=False)
    if not isinstance(identity, str):
        top.problem("id", f"is {identity!r}, and must be a text")
    device = top.take("device", "auto", required=False)
    if not _is_device(device):
        top.problem("device", f"is {device!r}, and must be auto, cpu, cuda or cuda:N")
    return identity, device


def _is_device(value: object) -> bool:
    if not isinstance(value, str):
        return False
    return value in ("auto", "cpu", "cuda") or (value.startswith("cuda:") and value[5:].isdecimal())


def _read_block(fields: _Fields) -> Block:
    norm_fields = fields.part("norm")
    norm = Norm(norm_fields.choice("kind", NORMS), norm_fields.positive("eps", 1e-5, 1.0), norm_fields.flag("bias"))
    norm_fields.close()
    if norm.kind == "rms_norm" and norm.bias:
        norm_fields.problem("bias", "is true, and this worker's rms_norm has none", "unsupported")
    attention_fields = fields.part("attention")
    attention = Attention(
        kind=attention_fields.choice("kind", ATTENTIONS),
        heads=attention_fields.whole("heads"),
        kv_heads=attention_fields.whole("kv_heads"),
        head_dim=attention_fields.whole("head_dim"),
        query_bias=attention_fields.flag("query_bias"),
        key_bias=attention_fields.flag("key_bias"),
        value_bias=attention_fields.flag("value_bias"),
        output_bias=attention_fields.flag("output_bias"),
        window=_read_window(attention_fields),
    )
    attention_fields.close()
    forward_fields = fields.part("feed_forward")
    feed_forward = FeedForward(
        kind=forward_fields.choice("kind", FEED_FORWARDS),
        width=forward_fields.whole("width"),
        activation=forward_fields.choice("activation", ACTIVATIONS),
        bias=forward_fields.flag("bias"),
    )
    forward_fields.close()
    block = Block(
        d_model=fields.whole("d_model"),
        norm=norm,
        norm_placement=fields.choice("norm_placement", PLACEMENTS, "pre"),
        position=fields.choice("position", POSITIONS),
        rope_theta=fields.positive("rope_theta", 10000.0),
        attention=attention,
        feed_forward=feed_forward,
    )
    fields.close()
    return block


def _read_window(fields: _Fields) -> int | None:
    if fields.take("window", None, required=False) is None:
        return None
    return fields.whole("window")


def _read_points(top: _Fields) -> tuple[Point, ...]:
    values = top.take("points", [])
    if not isinstance(values, list) or not values:
        if "points" in top.values:
            top.problem("points", "is empty or no list: there is nothing to measure")
        return ()
    points = []
    for index, value in enumerate(values):
        fields = _Fields(value, f"points[{index}]", top.problems)
        phase = fields.choice("phase", ("prefill", "decode"))
        batch = fields.whole("batch")
        if phase == "prefill":
            tokens = context = fields.whole("tokens")
        else:
            tokens, context = 1, fields.whole("context")
        fields.close()
        points.append(Point(phase, batch, tokens, context))
    return tuple(points)


def _read_peaks(top: _Fields) -> Peaks:
    if top.take("peaks", None, required=False) is None:
        return Peaks(None, None)
    fields = top.part("peaks")
    read: dict[str, float | None] = {}
    for key in ("flops", "bandwidth"):
        blank = fields.take(key, None, required=False) is None
        read[key] = None if blank else fields.positive(key)
    fields.close()
    return Peaks(read["flops"], read["bandwidth"])


def _check_together(block: Block, tp: int, problems: list[tuple[str, str, str]]) -> None:
    attention = block.attention
    if attention.heads % tp:
        problems.append(("bad_job", "tensor_parallel", f"is {tp}, which does not divide {attention.heads} heads"))
    elif (attention.heads // tp) % -(-attention.kv_heads // tp):
        shares = f"{-(-attention.kv_heads // tp)} key and value heads do not divide {attention.heads // tp} heads"
        problems.append(("bad_job", "block.attention.kv_heads", f"leaves a rank where {shares}"))
    if block.feed_forward.width % tp:
        reason = f"is {tp}, which does not divide the feed-forward width {block.feed_forward.width}"
        problems.append(("bad_job", "tensor_parallel", reason))
    if block.position == "rotary" and attention.head_dim % 2:
        reason = f"is {attention.head_dim}; rotary positions turn pairs, so it must be even"
        problems.append(("bad_job", "block.attention.head_dim", reason))


def _refusal(problems: list[tuple[str, str, str]]) -> Refusal:
    codes = {code for code, _, _ in problems}
    code = "bad_job" if "bad_job" in codes else "unsupported"
    sentence = "; ".join(f"{field or 'the job'} {reason}" for _, field, reason in problems)
    listed = [{"field": field, "reason": reason} for _, field, reason in problems]
    return Refusal(code, sentence, field=problems[0][1], problems=listed)
