"""Bytes and FLOPs of one block at one point, as exact integers, without torch.

They decide beforehand whether a measurement fits, and afterwards whether its time is possible at all.
"""

from __future__ import annotations

from typing import Callable, Iterator

from .spec import GROUPS, Attention, Block, Head, Latent, Mixture, Point

PARTS = ("attention", "expansion", "feed_forward", "experts")
LINE = 2
"""Bytes of a scale or a zero point of an int4 group, as torch's kernels take them (bfloat16)."""


def matrices(spec: Block, part: str) -> Iterator[tuple[int, int, int]]:
    """Give (inputs, outputs, how many) of the matrices of one of PARTS.

    The expansion of latent attention is a part of its own: it always has the job's dtype.
    """
    d, attention = spec.d_model, spec.attention
    if part == "attention":
        yield from _attention_matrices(d, attention)
        return
    if part == "expansion":
        if isinstance(attention, Latent):
            yield attention.kv_rank, attention.heads * (attention.nope_dim + attention.value_dim), 1
        return
    forward = spec.feed_forward
    if isinstance(forward, Mixture):
        width = forward.expert_width if part == "experts" else forward.shared_width
        count = forward.experts if part == "experts" else 1
        if width is not None:
            yield d, width, count * (forward.matrices - 1)
            yield width, d, count
    elif part == "feed_forward":
        yield d, forward.width, forward.matrices - 1
        yield forward.width, d, 1


def _attention_matrices(d: int, attention: Attention | Latent) -> Iterator[tuple[int, int, int]]:
    if isinstance(attention, Attention):
        q, k = attention.heads * attention.head_dim, attention.kv_heads * attention.head_dim
        yield from ((d, q, 1), (d, k, 2), (q, d, 1))
        return
    query = attention.heads * (attention.nope_dim + attention.rope_dim)
    if attention.query_rank is not None:
        yield d, attention.query_rank, 1
    yield attention.query_rank or d, query, 1
    yield d, attention.kv_rank + attention.rope_dim, 1
    yield attention.heads * attention.value_dim, d, 1


def parameters(spec: Block | Head) -> int:
    """Give the parameters of the block.

    >>> from .spec import Attention, Block, FeedForward, Norm
    >>> attention = Attention("grouped_query", 32, 32, 128, False, False, False, False, None)
    >>> feed_forward = FeedForward("gated", 11008, "silu", False)
    >>> parameters(Block(4096, Norm("rms_norm", 1e-5, False), "pre", "rotary", 1e4, attention, feed_forward))
    202383360
    """
    if isinstance(spec, Head):
        return spec.d_model * spec.rows
    return sum(_elements(spec, part) for part in PARTS) + plain_parameters(spec)


def plain_parameters(spec: Block) -> int:
    """Give the parameters that are never quantised: norms, biases, router, shared gate."""
    attention, forward, d = spec.attention, spec.feed_forward, spec.d_model
    total = spec.norms * d * (2 if spec.norm.bias else 1)
    if isinstance(attention, Attention):
        q, k = attention.heads * attention.head_dim, attention.kv_heads * attention.head_dim
        total += q * attention.query_bias + k * (attention.key_bias + attention.value_bias) + d * attention.output_bias
        total += {"none": 0, "shared": 2 * attention.head_dim, "each": q + k}[attention.query_key_norm]
    else:
        total += attention.kv_rank + (attention.query_rank or 0) + d * attention.output_bias
        total += ((attention.query_rank or 0) + attention.kv_rank + attention.rope_dim) * attention.down_bias
    if isinstance(forward, Mixture):
        return total + d * forward.experts + forward.experts * forward.router_bias + d * forward.shared_gate
    return total + ((forward.matrices - 1) * forward.width + d) * forward.bias


def _elements(spec: Block, part: str) -> int:
    return sum(wide_in * wide_out * count for wide_in, wide_out, count in matrices(spec, part))


def stored_bytes(spec: Block, part: str, element: int) -> int:
    """Give the bytes of a part's matrices in their format, as torch holds them: scales and zero points included."""
    name, elements = getattr(spec.formats, part, "plain"), _elements(spec, part)
    if name == "fp8":
        return elements
    if name in GROUPS:
        return elements // 2 + elements // GROUPS[name] * 2 * LINE
    return element * elements


def weight_bytes(spec: Block | Head, element: int) -> int:
    """Give the bytes of all weights; `element` is the bytes of a number in the job's dtype."""
    if isinstance(spec, Head):
        return element * parameters(spec)
    return sum(stored_bytes(spec, part, element) for part in PARTS) + element * plain_parameters(spec)


def cache_elements(spec: Block | Head, point: Point) -> int:
    """Give the numbers in one block's cache, held at the full context: keys and values, or the latent vectors."""
    if isinstance(spec, Head):
        return 0
    attention = spec.attention
    if isinstance(attention, Latent):
        return point.batch * point.context * (attention.kv_rank + attention.rope_dim)
    return 2 * point.batch * point.context * attention.kv_heads * attention.head_dim


def needs_mask(spec: Block, point: Point) -> bool:
    """Say whether the prompt is longer than the attention's window, so that a mask is handed to the kernel."""
    window = spec.attention.window
    return point.tokens > 1 and window is not None and window < point.tokens


def seen_pairs(spec: Block, point: Point) -> int:
    """Give the (query, key) pairs of one sequence and head that causality and the window leave.

    Prefill of T tokens: T (T + 1) / 2, within a window w: w (w + 1) / 2 + (T - w) w. Decode: min(context, w).
    """
    window = min(spec.attention.window or point.context, point.context)
    if point.phase == "decode":
        return window
    return window * (window + 1) // 2 + (point.tokens - window) * window


def hit_experts(forward: Mixture, tokens: int, routing: str) -> int:
    """Give how many experts some token goes to: min(E, T k) when spread, E (1 - (1 - k/E)^T) when random, rounded down.

    >>> from .spec import Mixture
    >>> mixtral = Mixture("mixture", 8, 2, 14336, "gated", "silu", None, False, False, True)
    >>> [hit_experts(mixtral, tokens, routing) for tokens, routing in ((1, "random"), (4, "random"), (4, "spread"))]
    [2, 5, 8]
    """
    if routing == "spread":
        return min(forward.experts, tokens * forward.active)
    expected = forward.experts * (1 - (1 - forward.active / forward.experts) ** tokens)
    return max(forward.active, int(expected + 1e-9))


def flops(spec: Block | Head, point: Point) -> int:
    """Give the FLOPs of one pass: 2 per weight and token, those of the chosen experts, and attention's causal pairs.

    A pair costs 4 per query element in grouped-query attention. In latent attention it costs 2 (nope + rope + value)
    per head in prefill and 2 (2 kv_rank + rope) in decode, where keys and values are not expanded.
    """
    rows = point.batch * point.tokens
    if isinstance(spec, Head):
        return 2 * rows * parameters(spec)
    attention, forward = spec.attention, spec.feed_forward
    used = sum(_elements(spec, part) for part in PARTS if part != "experts")
    if isinstance(forward, Mixture):
        used += _elements(spec, "experts") // forward.experts * forward.active
        used += spec.d_model * (forward.experts + forward.shared_gate)
    if isinstance(attention, Attention):
        pair = 4 * attention.heads * attention.head_dim
    elif point.phase == "decode":
        pair = 2 * attention.heads * (2 * attention.kv_rank + attention.rope_dim)
    else:
        pair = 2 * attention.heads * (attention.nope_dim + attention.rope_dim + attention.value_dim)
    return 2 * rows * used + point.batch * pair * seen_pairs(spec, point)


def moved_bytes(spec: Block | Head, point: Point, element: int) -> int:
    """Give the bytes that one pass cannot avoid to move: weights, cache read (decode) or written, input and output.

    Of a mixture the experts that are hit are read.
    """
    rows = point.batch * point.tokens
    if isinstance(spec, Head):
        return element * (parameters(spec) + rows * (spec.d_model + spec.rows))
    read = weight_bytes(spec, element)
    forward = spec.feed_forward
    if isinstance(forward, Mixture):
        experts = stored_bytes(spec, "experts", element)
        read -= experts - experts // forward.experts * hit_experts(forward, rows, point.routing)
    per_token = cache_elements(spec, point) // point.context
    cached = per_token * (seen_pairs(spec, point) if point.phase == "decode" else point.tokens)
    return read + element * (cached + 2 * rows * spec.d_model)


def working_bytes(spec: Block | Head, point: Point, element: int, materialised: bool) -> int:
    """Give the most bytes that live at once outside weights and caches, one block running at a time.

    Input, residual and normalised input (3 d) with either queries, keys, values, their rotated copies and the
    attention's output (4 q + 4 k), or four arrays of the feed-forward width. The mask, the rotary table, and with the
    attention that materialises its scores three arrays of B h T S (scores, softmax, masked copy) and repeated keys.
    """
    tokens = point.batch * point.tokens
    if isinstance(spec, Head):
        return element * tokens * (spec.d_model + spec.rows)
    attention, forward = spec.attention, spec.feed_forward
    if isinstance(attention, Attention):
        q, k = attention.heads * attention.head_dim, attention.kv_heads * attention.head_dim
    else:
        decoding = point.phase == "decode"
        q = attention.heads * (attention.kv_rank if decoding else attention.nope_dim) + attention.heads * (
            attention.rope_dim
        )
        k = 0 if decoding else q
    if isinstance(forward, Mixture):
        inner = forward.active * (3 * forward.expert_width + 3 * spec.d_model) + 3 * (forward.shared_width or 0)
    else:
        inner = 4 * forward.width
    total = tokens * (3 * spec.d_model + max(4 * q + 4 * k, inner))
    if spec.position == "rotary" or isinstance(attention, Latent):
        total += 2 * point.context * attention.rotary_width
    if needs_mask(spec, point):
        total += 3 * point.tokens * point.tokens
    if materialised:
        total += 3 * point.batch * attention.heads * point.tokens * point.context
        total += 0 if isinstance(attention, Latent) and point.phase == "decode" else 2 * point.batch * q * point.context
    return element * total


def predicted_bytes(spec: Block | Head, point: Point, element: int, blocks: int, materialised: bool) -> int:
    """Give the bytes that measuring this point takes with so many blocks in rotation."""
    per_block = weight_bytes(spec, element) + element * cache_elements(spec, point)
    return blocks * per_block + working_bytes(spec, point, element, materialised)


def largest(low: int, high: int, allowed: Callable[[int], bool]) -> int:
    """Give the largest whole number of low ... high that is allowed, where smaller ones are too; low - 1 for none.

    >>> largest(1, 1000, lambda n: n * n <= 50)
    7
    """
    while low <= high:
        middle = (low + high) // 2
        if allowed(middle):
            low = middle + 1
        else:
            high = middle - 1
    return high
