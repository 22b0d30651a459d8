"""What grouped-query attention keeps for the backward pass, by the way in which it runs, and the widths of one rank."""

from __future__ import annotations

from collections.abc import Iterable

from planner.parts.attention.grouped_query_fields import GroupedQueryFields
from planner.parts.saving import KORTHIKANTI, MEASURED, Saved, Saving, times
from planner.words import QT_TRANSLATE_NOOP

QUERY = "heads_rank * head_dim"
KV = "kv_heads_rank * head_dim"


def kept(attention: GroupedQueryFields, how: Saving) -> Iterable[Saved] | None:
    """The kept tensors of one layer; None where no measurement stands behind them."""
    return _saved(attention, how) if _measured(attention, how) else None


def score_gradients(attention: GroupedQueryFields, how: Saving) -> str | None:
    """Bytes of gradients of scores that are written out: at the softmax, of what leaves it and of what enters it.

    The weights that multiply the values, in the type of the arithmetic, are gone by then.
    """
    if how.implementation != "eager":
        return None
    size = "2 * activation_bytes"
    if attention.softmax_fp32:
        size = "8" if how.fp32 else "(8 - activation_bytes)"
    return f"{size} * batch * heads_rank * tokens * sequence"


def _measured(attention: GroupedQueryFields, how: Saving) -> bool:
    """Whether a measurement stands behind what this attention keeps under `how`."""
    if str(attention.kind) != "grouped_query":
        return False  # kinds that build on this one keep more
    gated = attention.output_gate != "none" or attention.output_norm or attention.sinks
    gated = gated or attention.value_dim is not None
    borrowed = attention.keys_from != "own" or attention.values_from_keys
    if gated or borrowed or attention.query_key_norm_bias:
        return False
    special = attention.rotary_dim is not None or attention.joined_projection or attention.rotary_table != "shared"
    plain = attention.query_key_norm == "none" and not attention.score_cap and not special
    if (special or attention.query_key_norm == "each") and (how.autocast or how.mask or how.adapted is not None):
        return False
    match how.implementation:
        case "eager":
            known = attention.rotary == attention.softmax_fp32  # Llama and its kin, and GPT-2
            return known and not how.dropout and (how.adapted is None or plain)
        case "sdpa":
            dropped = how.dropout and attention.rotary
            return not attention.score_cap and not dropped and (how.adapted is None or plain)
        case "sdpa_math":
            return plain and how.dropout and not attention.rotary and how.adapted is None and not how.autocast
        case "fused":
            return plain and not how.dropout and not how.mask and how.adapted is None and not how.autocast
        case "megatron":
            return plain and how.adapted is None and not how.autocast and not how.mask


def _saved(attention: GroupedQueryFields, how: Saving) -> Iterable[Saved]:
    reference = KORTHIKANTI if how.implementation == "megatron" else MEASURED
    row = "activation_bytes * stream_rows * d_model"
    if how.inputs("q", "k", "v"):
        label = QT_TRANSLATE_NOOP("ledger", "Input of attention")
        yield Saved("attention_input", label, times(how.inputs("q", "k", "v"), row), reference)
    if how.dropped("q", "k", "v"):
        label = QT_TRANSLATE_NOOP("ledger", "Dropped inputs and masks of the adapters")
        yield Saved("dropped_inputs", label, f"{how.dropped('q', 'k', 'v')} * stream_rows * d_model")
    if attention.query_key_norm != "none":
        label = QT_TRANSLATE_NOOP("ledger", "Query and key norm")
        form = attention.query_key_norm_form
        in_fp32 = form not in ("usual", "rotated") or (form == "rotated" and how.autocast)  # the rotation is in fp32
        wide = "8" if in_fp32 else "(4 + activation_bytes)"
        statistics = "2" if attention.query_key_norm == "each" else "(heads_rank + kv_heads_rank)"
        text = f"{wide} * rows * ({QUERY} + {KV}) + 4 * rows * {statistics}"
        if form == "scale_from_one":
            text = f"{text} + 8 * head_dim"
        yield Saved("query_key_norm", label, text)
    yield from _kept_inside(attention, how, reference)
    adapters = how.adapters("q", "k", "v", "o")
    if adapters:
        label = QT_TRANSLATE_NOOP("ledger", "Between the matrices of the adapters")
        yield Saved("adapters", label, times(adapters, "activation_bytes * rows * lora_rank"))
    if how.dropout:
        label = QT_TRANSLATE_NOOP("ledger", "Mask of the dropout after attention")
        size = "activation_bytes" if how.implementation == "sdpa_math" else "1"
        yield Saved("dropout", label, f"{size} * stream_rows * d_model", reference)


def _kept_inside(attention: GroupedQueryFields, how: Saving, reference: str) -> Iterable[Saved]:
    """Queries, keys, values and outputs, and what the scores leave behind."""
    one = f"activation_bytes * rows * {QUERY}"
    scores = "batch * heads_rank * tokens * sequence"
    label = QT_TRANSLATE_NOOP("ledger", "Queries, keys, values and outputs")
    label_scores = QT_TRANSLATE_NOOP("ledger", "Attention scores")
    output = 1 if how.adapted is None else how.inputs("o")
    dropped = f" + {how.dropped('o')} * rows * {QUERY}" if how.dropped("o") else ""
    match how.implementation:
        case "eager":
            # Repeated keys and values are a view, and no copy, where there is one KV head and one sequence.
            repeated = f"min(batch * kv_heads_rank - 1, 1) * ({QUERY} - {KV})"
            text = f"{times(1 + output, one)} + 2 * activation_bytes * rows * ({KV} + {repeated}){dropped}"
            yield Saved("values", label, text)
            size = "4" if how.fp32 or not attention.softmax_fp32 else "(4 + activation_bytes)"
            if not attention.softmax_fp32:
                size = "activation_bytes"
            if attention.score_cap:
                size = f"(activation_bytes + {size})"
            yield Saved("scores", label_scores, f"{size} * {scores}")
            return
        case "sdpa_math":
            yield Saved("values", label, f"12 * rows * {QUERY} + {one}")
            yield Saved("scores", label_scores, f"12 * {scores}")
            return
        case "megatron":
            yield Saved("values", label, f"2 * {one} + 2 * activation_bytes * rows * {KV}", reference)
            size = "(2 * activation_bytes + 1)" if how.dropout else "activation_bytes"
            yield Saved("scores", label_scores, f"{size} * {scores}", reference)
            return
    copied = 3 if attention.rotary_dim is not None and how.implementation == "sdpa" else 2
    text = times(4, one) if how.mask else f"{copied} * {one} + 2 * activation_bytes * rows * {KV}"
    if attention.joined_projection and how.implementation == "sdpa":  # the values are a view of all three
        text = f"{text} + activation_bytes * rows * ({QUERY} + {KV})"
    yield Saved("values", label, f"{text}{dropped}", reference)
    if attention.window is not None and how.implementation == "sdpa" and not how.mask and not how.fused_norms:
        # transformers hands SDPA a mask where the sequence is longer than the window: it keeps the mask in the type of
        # the arithmetic, and keys and values are repeated.
        label = QT_TRANSLATE_NOOP("ledger", "Mask of the window, and repeated keys and values")
        text = f"2 * activation_bytes * rows * ({QUERY} - {KV}) + activation_bytes * batch * tokens * sequence"
        yield Saved("window", label, f"min(max(sequence - window, 0), 1) * ({text})", reference)
    if how.mask and how.documents:
        label = QT_TRANSLATE_NOOP("ledger", "Mask of the documents, made anew in each layer")
        yield Saved("document_mask", label, "activation_bytes * batch * tokens * sequence")
    label = QT_TRANSLATE_NOOP("ledger", "Logarithms of the softmax's sums")
    yield Saved("softmax_sums", label, "4 * batch * heads_rank * tokens", reference)
