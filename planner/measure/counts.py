"""Bytes and FLOPs of one block at one point, as exact integers, without torch.

They decide beforehand whether a measurement fits, and afterwards whether its time is possible at all.
"""

from __future__ import annotations

from typing import Callable

from .job import Block, Point


def parameters(spec: Block) -> int:
    """Give the parameters of the block.

    >>> from .job import Attention, Block, FeedForward, Norm
    >>> attention = Attention("grouped_query", 32, 32, 128, False, False, False, False, None)
    >>> feed_forward = FeedForward("gated", 11008, "silu", False)
    >>> parameters(Block(4096, Norm("rms_norm", 1e-5, False), "pre", "rotary", 1e4, attention, feed_forward))
    202383360
    """
    attention, forward = spec.attention, spec.feed_forward
    q, k = attention.heads * attention.head_dim, attention.kv_heads * attention.head_dim
    d, f = spec.d_model, forward.width
    matrices = d * q + 2 * d * k + q * d + _matrices(spec) * d * f
    biases = q * attention.query_bias + k * attention.key_bias + k * attention.value_bias + d * attention.output_bias
    biases += ((_matrices(spec) - 1) * f + d) * forward.bias
    return matrices + biases + 2 * d * (2 if spec.norm.bias else 1)


def cache_elements(spec: Block, point: Point) -> int:
    """Give the numbers in the keys and values of one block's cache, held at the full context."""
    return 2 * point.batch * point.context * spec.attention.kv_heads * spec.attention.head_dim


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


def flops(spec: Block, point: Point) -> int:
    """Give the FLOPs of one pass: 2 per weight and token, and 4 per pair and query width; causal."""
    attention = spec.attention
    q, k = attention.heads * attention.head_dim, attention.kv_heads * attention.head_dim
    weights = spec.d_model * (2 * q + 2 * k + _matrices(spec) * spec.feed_forward.width)
    return 2 * point.batch * point.tokens * weights + 4 * point.batch * q * seen_pairs(spec, point)


def moved_bytes(spec: Block, point: Point, element: int) -> int:
    """Give the bytes that one pass cannot avoid to move: weights, cache read (decode) or written, input and output."""
    k = spec.attention.kv_heads * spec.attention.head_dim
    cached = 2 * point.batch * k * (seen_pairs(spec, point) if point.phase == "decode" else point.tokens)
    return element * (parameters(spec) + cached + 2 * point.batch * point.tokens * spec.d_model)


def working_bytes(spec: Block, point: Point, element: int, materialised: bool) -> int:
    """Give the most bytes that live at once outside weights and caches, one block running at a time.

    Input, residual and normalised input (3 d) with either queries, keys, values, their rotated copies and the
    attention's output (4 q + 4 k), or four arrays of the feed-forward width. The mask, the rotary table, and with the
    attention that materialises its scores three arrays of B h T S (scores, softmax, masked copy) and repeated keys.
    """
    attention = spec.attention
    q, k = attention.heads * attention.head_dim, attention.kv_heads * attention.head_dim
    tokens = point.batch * point.tokens
    total = tokens * (3 * spec.d_model + max(4 * q + 4 * k, 4 * spec.feed_forward.width))
    if spec.position == "rotary":
        total += 2 * point.context * attention.head_dim
    if needs_mask(spec, point):
        total += 3 * point.tokens * point.tokens
    if materialised:
        total += 3 * point.batch * attention.heads * point.tokens * point.context
        total += 2 * point.batch * q * point.context
    return element * total


def predicted_bytes(spec: Block, point: Point, element: int, blocks: int, materialised: bool) -> int:
    """Give the bytes that measuring this point takes with so many blocks in rotation."""
    per_block = element * (parameters(spec) + cache_elements(spec, point))
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


def _matrices(spec: Block) -> int:
    return 3 if spec.feed_forward.kind == "gated" else 2
