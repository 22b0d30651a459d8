"""Reads what is to be measured from a message: blocks, shard, points, limits, checked field by field.

Every problem is reported at once and names its field. A part or a field that is not known is refused as unsupported,
never measured as something near it.
"""

from __future__ import annotations

from typing import Any, Mapping

from .fields import Fields, Problems, refusal
from .spec import (
    DTYPES,
    GROUPS,
    NORMS_OF_PLACEMENT,
    WEIGHT_FORMATS,
    AnyAttention,
    AnyFeedForward,
    Attention,
    Block,
    FeedForward,
    Formats,
    Job,
    Latent,
    LinkOrder,
    Mixture,
    Norm,
    Peaks,
    Point,
    ProbeOrder,
)

NORMS = ("rms_norm", "layer_norm")
PLACEMENTS = tuple(NORMS_OF_PLACEMENT)
POSITIONS = ("rotary", "learned", "none")
ATTENTIONS = ("grouped_query", "latent")
QUERY_KEY_NORMS = ("none", "shared", "each")
FEED_FORWARDS = ("gated", "plain", "mixture")
ACTIVATIONS = ("silu", "gelu", "gelu_tanh", "gelu_new", "relu", "relu2")
ROUTINGS = ("random", "spread")
LONGEST_TIME_LIMIT = 24 * 3600.0
DEFAULT_TIME_LIMIT = 60.0
MOST_RANKS = 64
LARGEST_MESSAGE = 1 << 33


def read_job(message: Mapping[str, Any]) -> Job:
    """Give the job of a "measure" message; raises Refusal "bad_job" or "unsupported" that names every wrong field."""
    problems: Problems = []
    top = Fields(dict(message), "", problems)
    top.known.update(("type", "job"))
    identity, device = _read_who(top)
    dtype = top.choice("dtype", tuple(DTYPES))
    block = _read_block(top.part("block"))
    others = _read_others(top)
    tensor_parallel = top.whole("tensor_parallel", 1)
    head_rows = top.optional("head_rows")
    together = top.flag("together")
    points = _read_points(top, others)
    time_limit = top.positive("time_limit_s", DEFAULT_TIME_LIMIT, LONGEST_TIME_LIMIT)
    peaks = _read_peaks(top)
    top.close()
    if head_rows is None and any(point.phase == "head" for point in points):
        top.problem("head_rows", "is missing, and a point measures the head")
    if not problems:
        for name, each in (("", block), *others.items()):
            _check_together(each, tensor_parallel, f"others.{name}" if name else "block", problems)
    if together and tensor_parallel < 2:
        top.problem("together", "is true, and there is one rank only")
    if problems:
        raise refusal(problems)
    return Job(
        identity, device, dtype, block, tensor_parallel, points, time_limit, peaks, others, head_rows, together
    )  # fmt: skip


def read_probe(message: Mapping[str, Any]) -> ProbeOrder:
    """Give the order of a "probe" message; raises Refusal like `read_job`."""
    problems: Problems = []
    top = Fields(dict(message), "", problems)
    top.known.update(("type", "job"))
    identity, device = _read_who(top)
    top.close()
    if problems:
        raise refusal(problems)
    return ProbeOrder(identity, device)


def read_link(message: Mapping[str, Any]) -> LinkOrder:
    """Give the order of a "link" message; raises Refusal like `read_job`."""
    problems: Problems = []
    top = Fields(dict(message), "", problems)
    top.known.update(("type", "job"))
    identity, device = _read_who(top)
    ranks = top.whole("ranks", 2)
    if not 2 <= ranks <= MOST_RANKS:
        top.problem("ranks", f"is {ranks}, and must be from 2 to {MOST_RANKS}")
    sizes = top.take("sizes", [], required=False) or [2**power for power in range(12, 29, 2)]
    usable = isinstance(sizes, list) and all(
        isinstance(size, int) and not isinstance(size, bool) and 4 <= size <= LARGEST_MESSAGE for size in sizes
    )
    if not usable:
        top.problem("sizes", "must be a list of whole numbers of bytes, from 4 to 2^33")
    time_limit = top.positive("time_limit_s", DEFAULT_TIME_LIMIT, LONGEST_TIME_LIMIT)
    top.close()
    if problems:
        raise refusal(problems)
    return LinkOrder(identity, device, ranks, tuple(sizes), time_limit)


def _read_who(top: Fields) -> tuple[str, str]:
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


def _read_others(top: Fields) -> dict[str, Block]:
    given = top.take("others", {}, required=False)
    if not isinstance(given, dict):
        top.problem("others", "is not an object of blocks by name")
        return {}
    return {name: _read_block(Fields(value, f"others.{name}", top.problems)) for name, value in given.items()}


def _read_block(fields: Fields) -> Block:
    norm_fields = fields.part("norm")
    norm = Norm(norm_fields.choice("kind", NORMS), norm_fields.positive("eps", 1e-5, 1.0), norm_fields.flag("bias"))
    norm_fields.close()
    if norm.kind == "rms_norm" and norm.bias:
        norm_fields.problem("bias", "is true, and this worker's rms_norm has none", "unsupported")
    attention = _read_attention(fields.part("attention"))
    feed_forward = _read_feed_forward(fields.part("feed_forward"))
    formats = Formats()
    if fields.take("formats", None, required=False) is not None:
        parts = fields.part("formats")
        formats = Formats(*(parts.choice(part, WEIGHT_FORMATS, "plain") for part in vars(Formats())))
        parts.close()
    block = Block(
        d_model=fields.whole("d_model"),
        norm=norm,
        norm_placement=fields.choice("norm_placement", PLACEMENTS, "pre"),
        position=fields.choice("position", POSITIONS),
        rope_theta=fields.positive("rope_theta", 10000.0),
        attention=attention,
        feed_forward=feed_forward,
        formats=formats,
    )
    fields.close()
    return block


def _read_attention(fields: Fields) -> AnyAttention:
    kind = fields.choice("kind", ATTENTIONS)
    attention: AnyAttention
    if kind == "latent":
        attention = Latent(
            kind=kind,
            heads=fields.whole("heads"),
            query_rank=fields.optional("query_rank"),
            kv_rank=fields.whole("kv_rank"),
            nope_dim=fields.whole("nope_dim"),
            rope_dim=fields.whole("rope_dim"),
            value_dim=fields.whole("value_dim"),
            down_bias=fields.flag("down_bias"),
            output_bias=fields.flag("output_bias"),
        )
        if attention.value_dim > attention.nope_dim + attention.rope_dim:
            fields.problem("value_dim", "is wider than a query head", "unsupported")
    else:
        attention = Attention(
            kind=kind,
            heads=fields.whole("heads"),
            kv_heads=fields.whole("kv_heads"),
            head_dim=fields.whole("head_dim"),
            query_bias=fields.flag("query_bias"),
            key_bias=fields.flag("key_bias"),
            value_bias=fields.flag("value_bias"),
            output_bias=fields.flag("output_bias"),
            window=fields.optional("window"),
            query_key_norm=fields.choice("query_key_norm", QUERY_KEY_NORMS, "none"),
            rotary_dim=fields.optional("rotary_dim"),
        )
        if attention.rotary_width > attention.head_dim:
            fields.problem("rotary_dim", f"is {attention.rotary_dim}, more than the head's {attention.head_dim}")
    fields.close()
    return attention


def _read_feed_forward(fields: Fields) -> AnyFeedForward:
    kind = fields.choice("kind", FEED_FORWARDS)
    feed_forward: AnyFeedForward
    if kind == "mixture":
        feed_forward = Mixture(
            kind=kind,
            experts=fields.whole("experts"),
            active=fields.whole("active"),
            expert_width=fields.whole("expert_width"),
            form=fields.choice("form", ("gated", "plain"), "gated"),
            activation=fields.choice("activation", ACTIVATIONS),
            shared_width=fields.optional("shared_width"),
            shared_gate=fields.flag("shared_gate"),
            router_bias=fields.flag("router_bias"),
            normed=fields.flag("normed"),
        )
        if feed_forward.active > feed_forward.experts:
            fields.problem("active", f"is {feed_forward.active}, more than the {feed_forward.experts} experts")
        if feed_forward.shared_gate and feed_forward.shared_width is None:
            fields.problem("shared_gate", "is true, and there is no shared network")
    else:
        feed_forward = FeedForward(
            kind=kind,
            width=fields.whole("width"),
            activation=fields.choice("activation", ACTIVATIONS),
            bias=fields.flag("bias"),
        )
    fields.close()
    return feed_forward


def _read_points(top: Fields, others: Mapping[str, Block]) -> tuple[Point, ...]:
    values = top.take("points", [])
    if not isinstance(values, list) or not values:
        if "points" in top.values:
            top.problem("points", "is empty or no list: there is nothing to measure")
        return ()
    points = []
    for index, value in enumerate(values):
        fields = Fields(value, f"points[{index}]", top.problems)
        phase = fields.choice("phase", ("prefill", "decode", "head"))
        batch = fields.whole("batch")
        tokens = context = 1
        if phase == "prefill":
            tokens = context = fields.whole("tokens")
        elif phase == "decode":
            context = fields.whole("context")
        block = fields.take("block", "", required=False)
        if block != "" and block not in others:
            fields.problem("block", f"is {block!r}, which is no block of this job")
        routing = fields.choice("routing", ROUTINGS, "random")
        fields.close()
        points.append(Point(phase, batch, tokens, context, block if isinstance(block, str) else "", routing))
    return tuple(points)


def _read_peaks(top: Fields) -> Peaks:
    if top.take("peaks", None, required=False) is None:
        return Peaks(None, None)
    fields = top.part("peaks")
    read: dict[str, float | None] = {}
    for key in ("flops", "bandwidth"):
        blank = fields.take(key, None, required=False) is None
        read[key] = None if blank else fields.positive(key)
    fields.close()
    return Peaks(read["flops"], read["bandwidth"])


def _check_together(block: Block, tp: int, path: str, problems: Problems) -> None:
    attention, forward = block.attention, block.feed_forward
    if attention.heads % tp:
        problems.append(("bad_job", "tensor_parallel", f"is {tp}, which does not divide {attention.heads} heads"))
    elif isinstance(attention, Attention) and (attention.heads // tp) % -(-attention.kv_heads // tp):
        shares = f"{-(-attention.kv_heads // tp)} key and value heads do not divide {attention.heads // tp} heads"
        problems.append(("bad_job", f"{path}.attention.kv_heads", f"leaves a rank where {shares}"))
    if isinstance(forward, Mixture):
        widths = {"expert width": forward.expert_width, "shared width": forward.shared_width or tp}
    else:
        widths = {"feed-forward width": forward.width}
    for name, width in widths.items():
        if width % tp:
            problems.append(("bad_job", "tensor_parallel", f"is {tp}, which does not divide the {name} {width}"))
    turned = "rope_dim"
    if isinstance(attention, Attention):
        turned = "head_dim" if attention.rotary_dim is None else "rotary_dim"
    if (block.position == "rotary" or turned == "rope_dim") and attention.rotary_width % 2:
        reason = f"is {attention.rotary_width}; rotary positions turn pairs, so it must be even"
        problems.append(("bad_job", f"{path}.attention.{turned}", reason))
    if not problems:
        _check_groups(block.shard(tp), path, problems)


def _check_groups(shard: Block, path: str, problems: Problems) -> None:
    """int4 packs groups along the input of a matrix, and rows in sixteens."""
    from .counts import matrices

    for part, group in ((part, GROUPS[name]) for part, name in vars(shard.formats).items() if name in GROUPS):
        for wide_in, wide_out, _ in matrices(shard, part):
            if wide_in % group or wide_out % 16:
                reason = f"cannot be packed in groups of {group}: a matrix has {wide_in} inputs and {wide_out} outputs"
                problems.append(("unsupported", f"{path}.formats.{part}", reason))
                return
