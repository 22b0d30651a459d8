"""Mixture of experts: a router chooses a few of many feed-forward networks for every token.

Source: Shazeer et al. 2017, arXiv:1701.06538; shared experts: Dai et al. 2024, arXiv:2401.06066.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Choice, Flag, Number
from planner.parts.base import Check, Operator, Part, Phase, Shape, Weight, elementwise, gemm
from planner.parts.feed_forward.dense import SHARDING, Activation
from planner.parts.saving import Saved, Saving
from planner.words import QT_TRANSLATE_NOOP

REFERENCE = "Shazeer et al. 2017, arXiv:1701.06538"
SHARED = QT_TRANSLATE_NOOP("references", "Dai et al. 2024, arXiv:2401.06066 (shared experts)")
LATENT = QT_TRANSLATE_NOOP("references", "NVIDIA 2025, Nemotron 3 (experts in a smaller space)")
BRANCHES = QT_TRANSLATE_NOOP(
    "references", "Google 2026, Gemma 4: a dense network beside the experts, each with norms of its own"
)
EMPTY = QT_TRANSLATE_NOOP("references", "Meituan 2025, LongCat-Flash: experts that pass their input through")
SPREAD = QT_TRANSLATE_NOOP(
    "references",
    "Lepikhin et al. 2020, arXiv:2006.16668: whole experts spread over ranks; without it each is cut by TP",
)
GROUPED = "Saved-tensor hooks on Mixtral and Qwen3-MoE, grouped matrix products, torch 2.13, transformers 5.24"
ROUTED = "rows * max(ep // tp, 1)"
"""Tokens whose experts are chosen together: those of all replicas that the experts are spread over."""

MATRICES = (("gated", "Gated: three matrices"), ("plain", "Plain: two matrices"))


CHOICE_WEIGHTS = (
    ("normed", "Divided by their sum, in fp32 (Mixtral)"),
    ("normed_cast", "Divided by their sum, in the type of the arithmetic"),
    ("cast", "As scored, in the type of the arithmetic"),
)


class Mixture(Part):
    """`active` of `experts` networks of width `expert_width` for every token, and shared ones for all tokens."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Mixture of experts")
    kind: Literal["mixture"] = "mixture"
    experts: Annotated[
        Cell, Number("Experts", "Networks that the router chooses from.", "architecture", minimum=1, maximum=100_000)
    ] = 8
    active: Annotated[
        Cell,
        Number("Active experts", "Networks that the router chooses for one token.", "architecture", minimum=1,
               maximum=100_000),
    ] = 2  # fmt: skip
    expert_width: Annotated[
        Cell,
        Number("Expert width", "Width between the matrices of one expert.", "architecture", minimum=1,
               maximum=10_000_000),
    ] = 14336  # fmt: skip
    matrices: Annotated[str, Choice("Expert matrices", "What an expert is.", "architecture", MATRICES)] = "gated"
    activation: Activation = "silu"
    expert_bias: Annotated[bool, Flag("Expert bias", "Biases on the experts' matrices.", "architecture")] = False
    router_bias: Annotated[bool, Flag("Router bias", "A learned bias on the router's scores.", "architecture")] = False
    router_scales: Annotated[
        bool,
        Flag("Router scales", "A learned scale on the router's input and on every expert (Gemma 4).", "architecture"),
    ] = False
    choice_weights: Annotated[
        str, Choice("Weights of choices", "How the router weighs the experts that it chose.", "architecture",
                    CHOICE_WEIGHTS),
    ] = "normed"  # fmt: skip
    empty_experts: Annotated[
        Cell | None,
        Number("Empty experts", "Choices of the router that compute nothing. Blank: none.", "architecture", minimum=1,
               maximum=100_000, optional=True),
    ] = None  # fmt: skip
    latent_width: Annotated[
        Cell | None,
        Number("Latent width", "Width that experts read and write where it is not d_model. Blank: d_model.",
               "architecture", minimum=1, maximum=1_000_000, optional=True),
    ] = None  # fmt: skip
    shared_width: Annotated[
        Cell | None,
        Number("Shared width", "Width of the networks that every token uses, all together. Blank: none.",
               "architecture", minimum=1, maximum=10_000_000, optional=True),
    ] = None  # fmt: skip
    shared_gate: Annotated[
        bool, Flag("Shared gate", "A learned gate of d_model elements on the shared network.", "architecture")
    ] = False
    output_bias: Annotated[
        bool, Flag("Output bias", "One bias of d_model elements on the sum of the experts.", "architecture")
    ] = False
    branch_norms: Annotated[
        bool,
        Flag("Branch norms", "Three norms more: before the experts, after them, after the shared network.",
             "architecture"),
    ] = False  # fmt: skip

    def shapes(self) -> Iterable[Shape]:
        label = QT_TRANSLATE_NOOP("ledger", "Experts per rank")
        yield Shape("experts_rank", label, "ceil_div(experts, ep)", SPREAD)
        label = QT_TRANSLATE_NOOP("ledger", "Expert width per rank")
        yield Shape("expert_width_rank", label, "ceil_div(expert_width, max(tp // ep, 1))", SHARDING)
        if self.shared_width is not None:
            label = QT_TRANSLATE_NOOP("ledger", "Shared width per rank")
            yield Shape("shared_width_rank", label, "ceil_div(shared_width, tp)", SHARDING)

    @property
    def _matrices(self) -> int:
        return 3 if self.matrices == "gated" else 2

    @property
    def _entry(self) -> str:
        """Width that an expert reads and writes."""
        return "d_model" if self.latent_width is None else "latent_width"

    def weights(self) -> Iterable[Weight]:
        router = f"d_model * {self._ranked}"
        reference = REFERENCE if self.empty_experts is None else EMPTY
        yield Weight("router", QT_TRANSLATE_NOOP("ledger", "Router"), router, router, "router", reference)
        each = f"{self._matrices} * {self._entry} * expert_width"
        yield Weight(
            "experts",
            QT_TRANSLATE_NOOP("ledger", "Experts"),
            f"experts * {each}",
            f"experts_rank * {each}_rank",
            "expert",
            REFERENCE,
            f"active * {each}",
            self._average(each),
            factors=f"experts_rank * ({self._matrices} * expert_width_rank + 2 * {self._entry})",
        )
        if self.latent_width is not None:
            latent = "2 * d_model * latent_width"
            label = QT_TRANSLATE_NOOP("ledger", "Latent projections")
            yield Weight("latent", label, latent, latent, "matrix", LATENT)
        if self.shared_width is not None:
            shared = f"{self._matrices} * d_model * shared_width"
            label = QT_TRANSLATE_NOOP("ledger", "Shared experts")
            factors = f"{self._matrices} * (d_model + shared_width_rank)"
            yield Weight("shared", label, shared, f"{shared}_rank", "matrix", SHARED, factors=factors)
        yield from self._vectors()

    def _vectors(self) -> Iterable[Weight]:
        if self.expert_bias:
            wide = self._matrices - 1
            one = f"({wide} * expert_width + {self._entry})"
            one_rank = f"({wide} * expert_width_rank + {self._entry})"
            label = QT_TRANSLATE_NOOP("ledger", "Expert biases")
            yield Weight(
                "expert_bias",
                label,
                f"experts * {one}",
                f"experts_rank * {one_rank}",
                "vector",
                REFERENCE,
                f"active * {one}",
                self._average(one),
            )
        if self.shared_gate:
            label = QT_TRANSLATE_NOOP("ledger", "Shared gate")
            yield Weight("shared_gate", label, "d_model", "d_model", "router", SHARED)
        for present, key, label, elements, reference in (
            (self.router_bias, "router_bias", QT_TRANSLATE_NOOP("ledger", "Router bias"), self._ranked, REFERENCE),
            (
                self.router_scales,
                "router_scales",
                QT_TRANSLATE_NOOP("ledger", "Router scales"),
                "d_model + experts",
                BRANCHES,
            ),
            (self.output_bias, "output_bias", QT_TRANSLATE_NOOP("ledger", "Output bias"), "d_model", REFERENCE),
            (self.branch_norms, "branch_norms", QT_TRANSLATE_NOOP("ledger", "Branch norms"), "3 * d_model", BRANCHES),
        ):
            if present:
                yield Weight(key, label, elements, elements, "vector", reference)

    @property
    def _ranked(self) -> str:
        """Experts that the router ranks, the empty ones among them."""
        return "experts" if self.empty_experts is None else "(experts + empty_experts)"

    def _average(self, each: str) -> str | None:
        """Elements that a token uses on average, of `each` per expert; None where every choice is a real expert."""
        return None if self.empty_experts is None else f"active * experts * ({each}) // {self._ranked}"

    def _used(self, each: str) -> str:
        """`each` for every real expert that a token uses, on average where some choices are empty."""
        return f"active * {each}" if self.empty_experts is None else f"(active * experts * ({each}) // {self._ranked})"

    def untouched(self) -> str:
        return f"(1 - active / {self._ranked}) ** ({ROUTED})"

    def operators(self, phase: Phase) -> Iterable[Operator]:
        if self.branch_norms:
            label = QT_TRANSLATE_NOOP("ledger", "Branch norm")
            for number in (1, 2, 3):
                moved = "2 * activation_bytes * rows * d_model + branch_norms_bytes // 3"
                yield Operator(f"branch_norm_{number}", label, "elementwise", None, moved, BRANCHES)
        if self.router_scales:
            label = QT_TRANSLATE_NOOP("ledger", "Router scales")
            yield elementwise("router_scales", label, "2 * d_model", BRANCHES, ("router_scales",))
        reads = ("router", "router_bias") if self.router_bias else ("router",)
        yield gemm("router", QT_TRANSLATE_NOOP("ledger", "Router"), self._ranked, "d_model", reads, REFERENCE)
        if self.latent_width is not None:
            label = QT_TRANSLATE_NOOP("ledger", "Latent projections")
            flops, moved = "4 * rows * d_model * latent_width", "2 * activation_bytes * rows * (d_model + latent_width)"
            yield Operator("latent", label, "gemm", flops, f"latent_bytes + {moved}", LATENT)
        wide = self._matrices - 1
        read = "(experts_bytes + expert_bias_bytes)" if self.expert_bias else "experts_bytes"
        yield Operator(
            "experts",
            QT_TRANSLATE_NOOP("ledger", "Experts"),
            "grouped_gemm",
            f"ceil_div(2 * {ROUTED} * {self._used(f'{self._matrices} * {self._entry} * expert_width_rank')}, ep)",
            f"{read} * (1 - {self.untouched()}) + activation_bytes * ceil_div({ROUTED} * "
            f"{self._used(f'(2 * {self._entry} + {wide} * expert_width_rank)')}, ep)",
            QT_TRANSLATE_NOOP(
                "references",
                "Experts that are hit by some token are read: E(1 - (1 - k/E)^T), k of E and of the empty ones",
            ),
        )
        label = QT_TRANSLATE_NOOP("ledger", "Activation and weighted sum")
        used = self._used(f"({wide + 1} * expert_width_rank + 2 * {self._entry})")
        moved = f"activation_bytes * ceil_div({ROUTED} * {used}, ep)"
        moved = f"{moved} + output_bias_bytes" if self.output_bias else moved
        yield Operator("activation", label, "elementwise", None, moved, SPREAD)
        if self.shared_width is not None:
            yield from self._shared_operators(wide)
        if self.shared_gate:
            label = QT_TRANSLATE_NOOP("ledger", "Shared gate")
            yield gemm("shared_gate", label, "1", "d_model", ("shared_gate",), SHARED)
            label = QT_TRANSLATE_NOOP("ledger", "Gate and product")
            yield elementwise("shared_gated", label, "2 * d_model", SHARED)

    def _shared_operators(self, wide: int) -> Iterable[Operator]:
        label = QT_TRANSLATE_NOOP("ledger", "Shared experts")
        flops = f"2 * rows * {self._matrices} * d_model * shared_width_rank"
        moved = f"shared_bytes + activation_bytes * rows * (2 * d_model + {wide} * shared_width_rank)"
        yield Operator("shared", label, "gemm", flops, moved, SHARED)
        label = QT_TRANSLATE_NOOP("ledger", "Shared activation")
        yield elementwise("shared_activation", label, f"{wide + 1} * shared_width_rank", SHARED)

    def checks(self) -> Iterable[Check]:
        if isinstance(self.active, int) and isinstance(self.experts, int) and self.active > self.experts:
            yield Check(
                "more_active_than_experts",
                "active",
                QT_TRANSLATE_NOOP("findings", "{active} experts are active, and there are only {experts}."),
                {"active": self.active, "experts": self.experts},
                QT_TRANSLATE_NOOP("findings", "Choose at most as many as there are."),
            )

    def rank_checks(self, tp: int) -> Iterable[Check]:
        if isinstance(self.expert_width, int) and self.expert_width % tp:
            yield Check(
                "tp_does_not_divide_width",
                "expert_width",
                QT_TRANSLATE_NOOP("findings", "TP {tp} does not divide the expert width {width}."),
                {"width": self.expert_width, "tp": tp},
                QT_TRANSLATE_NOOP("findings", "Choose a TP that divides the width, or keep whole experts on a GPU."),
            )

    def transient(self) -> str:
        wide = self._matrices
        inside = f"active * ({wide} * expert_width_rank + 2 * {self._entry})"
        return f"({inside} + {wide} * shared_width_rank)" if self.shared_width is not None else f"({inside})"

    def inner_gradients(self, how: Saving) -> str | None:
        return f"{self._matrices - 1} * activation_bytes * ceil_div({ROUTED} * active, ep) * expert_width_rank"

    def saved(self, how: Saving) -> Iterable[Saved] | None:
        plain = self.activation == "silu" and self.matrices == "gated" and not self.expert_bias
        alone = self.latent_width is None and self.shared_width is None and self.empty_experts is None
        bare = not (self.router_bias or self.router_scales or self.output_bias or self.branch_norms)
        measured = how.implementation in ("eager", "sdpa") and how.adapted is None and not how.autocast
        return self._saved() if plain and alone and bare and measured and not how.dropout else None

    def _saved(self) -> Iterable[Saved]:
        pairs = f"ceil_div({ROUTED} * active, ep)"
        label = QT_TRANSLATE_NOOP("ledger", "Input of router and experts")
        yield Saved("experts_input", label, "activation_bytes * stream_rows * d_model", GROUPED)
        label = QT_TRANSLATE_NOOP("ledger", "Router: scores, choices and their weights")
        normed = self.choice_weights != "cast"
        text = "4 * rows * experts + 8 * rows * active"
        yield Saved("router", label, f"{text} + 4 * rows + 4 * rows * active" if normed else text, GROUPED)
        label = QT_TRANSLATE_NOOP("ledger", "Rows sorted by expert, and what the experts give")
        yield Saved("routed", label, f"2 * activation_bytes * {pairs} * d_model", GROUPED)
        label = QT_TRANSLATE_NOOP("ledger", "Inside the experts")
        yield Saved("inner", label, f"4 * activation_bytes * {pairs} * expert_width_rank", GROUPED)
        label = QT_TRANSLATE_NOOP("ledger", "Order of the rows, their weights, and where experts begin")
        size = "28" if self.choice_weights == "normed" else "(24 + activation_bytes)"
        yield Saved("order", label, f"{size} * {pairs} + 4 * experts_rank", GROUPED)
