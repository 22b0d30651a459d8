"""Cross-attention: keys and values come from another input, once per sequence.

A prefill makes them of all tokens of that input, a decode step only reads them. Every token of the text sees all of
them: there is no causal mask.

Source: Grattafiori et al. 2024, arXiv:2407.21783, section 7 (the image layers of Llama 3.2 Vision); transformers 5.24,
models/mllama (`MllamaTextCrossAttention`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Flag, Number
from planner.parts.attention.grouped_query import QUERY_KEY_NORM, GroupedQuery
from planner.parts.attention.kept import KV, QUERY
from planner.parts.base import Operator, Phase, Weight, elementwise, gemm
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "Grattafiori et al. 2024, arXiv:2407.21783, section 7"


class CrossAttention(GroupedQuery):
    """Grouped-query attention to `other_tokens` tokens of another input; they do not grow with the context."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Cross-attention")
    kind: Literal["cross_attention"] = "cross_attention"  # type: ignore[assignment]  # not its parent's
    other_tokens: Annotated[
        Cell,
        Number(
            "Other tokens",
            "Tokens of the other input whose keys and values are kept, for example of one image.",
            "architecture",
            unit="token",
            minimum=1,
            binary=True,
        ),
    ] = 1601
    gates: Annotated[
        bool, Flag("Layer gates", "One learned scalar on the attention and one on the feed-forward.", "architecture")
    ] = False

    def weights(self) -> Iterable[Weight]:
        for weight in super().weights():
            made_once = weight.key in ("k", "v")
            yield replace(weight, once="other_tokens") if made_once else weight
        if self.gates:
            yield Weight("gates", QT_TRANSLATE_NOOP("ledger", "Layer gates"), "2", "2", "vector", REFERENCE)

    def operators(self, phase: Phase) -> Iterable[Operator]:
        yield from super().operators(phase)
        if self.gates:
            label = QT_TRANSLATE_NOOP("ledger", "Layer gates")
            yield elementwise("gates", label, "4 * d_model", REFERENCE, ("gates",))

    def _projections(self, phase: Phase, names: Collection[str]) -> Iterable[Operator]:
        own = {name for name in names if name not in ("k", "v", "k_bias", "v_bias", "k_norm")}
        yield from super()._projections(phase, own)
        made = [name for name in ("k", "v", "k_bias", "v_bias") if name in names]
        if phase == "decode" or not made:
            return
        wide = f"({KV} + {self._values})" if "v" in names else KV
        label = QT_TRANSLATE_NOOP("ledger", "Key, value projection of the other input")
        yield gemm("kv", label, wide, "d_model", made, REFERENCE, "batch * other_tokens")
        if "k_norm" in names:
            label = QT_TRANSLATE_NOOP("ledger", "Key norm")
            moved = f"2 * activation_bytes * batch * other_tokens * {KV} + k_norm_bytes"
            yield Operator("key_norm", label, "elementwise", None, moved, QUERY_KEY_NORM)

    def _moved(self) -> str:
        once = f"activation_bytes * batch * other_tokens * ({KV} + {self._values})"
        return f"activation_bytes * batch * tokens * ({QUERY} + {self._outputs}) + {once}"

    def _held(self) -> str:
        return "other_tokens"

    def _pairs(self) -> str:
        return "tokens * other_tokens"
