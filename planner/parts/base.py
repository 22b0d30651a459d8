"""What every kind of part declares: its derived shapes, its weights, what it caches, its operators.

A part is a frozen value with fields; its methods yield texts (formulas over its own fields and the shared names below)
and never numbers. The ledger places these texts in its lines, so a kind is written in one file and nowhere else.

Shared names every formula may use
    d_model, vocab_size                model
    layers, total_layers               identical layers of this group; layers of the model (residual stream only)
    tp, ep                             tensor-parallel degree; ranks that whole experts are spread over
    rows                               tokens that pass through in this phase, M = batch * new tokens
    batch, tokens, context             sequences; new tokens per sequence; tokens in the sequence so far
    activation_bytes                   bytes of one activation element
    <weight>_bytes                     bytes of a weight of this part on one rank (a line of the ledger)
    <cached>_bytes                     bytes of a cached entry of this part per token and rank (a line of the ledger)
Names that a part derives itself (`Shape`) are visible to its other formulas under their key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from planner.fields import Record
from planner.parts.saving import Saved, Saving

Phase = Literal["prefill", "decode"]
Stored = Literal["matrix", "expert", "router", "vector", "embedding", "head"]
OperatorClass = Literal["gemm", "prefill_attention", "decode_attention", "elementwise", "grouped_gemm", "scan"]
"""What the constants of a call are fitted for: matrix products, attention of the two phases, kernels that only move
memory, products with the experts of a mixture, and recurrences."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A size that a part derives, per tensor-parallel rank: `heads_rank = ceil_div(heads, tp)`."""

    key: str
    label: str
    formula: str
    reference: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Weight:
    """One tensor of a part: its elements in the whole model and on the fullest tensor-parallel rank.

    `stored` chooses the cell of the scenario whose format it has: matrices that of their part, experts and tables their
    own, routers (matrices that stay unquantised) and vectors that of the other weights.
    `active` is the formula of the elements that one token uses, where that is not all of them; `average` that of what
    it uses on average, where `active` is the most it can use. A token passes `runs` times through a matrix. `once` is
    the formula of the tokens of another input that pass through it, once per sequence and in the prefill only, in place
    of the text's.
    """

    key: str
    label: str
    elements: str
    per_rank: str
    stored: Stored
    reference: str
    active: str | None = None
    average: str | None = None
    runs: int = 1
    once: str | None = None
    factors: str | None = None
    """Rows and columns of its matrices on one rank, where it is several, or a stack of them (Adafactor)."""


@dataclass(frozen=True, slots=True)
class Cached:
    """What one layer keeps: `elements` for each of `tokens` entries per sequence and rank, in its format.

    Keys and values are stored in the cache's formats; index keys and a state in the activations' or in fp32.
    `tokens` is "context" where every token has an entry, "1" where a sequence has one state of fixed size. `window`
    says that `tokens` is bounded by the part's field of that name, and how. What an earlier layer keeps and this one
    only reads is not `kept`: its bytes per token are named, and no memory is counted. `packed` is the formula of the
    bytes of an entry in engines that pack an fp8 one with its scales. `per` is the field that says how many tokens one
    entry stands for, where it stands for more than one.
    """

    key: str
    label: str
    elements: str
    format: Literal["key", "value", "index", "state", "fp32"]
    reference: str
    tokens: str = "context"
    kept: bool = True
    window: Literal["", "sliding", "chunked"] = ""
    packed: str = ""
    per: str = ""


class Operator(NamedTuple):
    """One call in a forward pass of a layer on one rank: FLOPs (None: none worth counting) and bytes moved."""

    key: str
    label: str
    operator_class: OperatorClass
    flops: str | None
    bytes_moved: str
    reference: str
    sides: tuple[str, str] | None = None
    """Input and output width on one rank, of a product with matrices that an adapter can be put beside."""
    matrices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """Something that does not fit together: `field` of the part, a sentence with values, and what to do."""

    code: str
    field: str
    template: str
    values: Mapping[str, int]
    remedy: str
    severe: bool = True


class Part(Record):
    """A kind of part. Subclasses add fields and override what they have; `kind` is the discriminator in the file."""

    kind: str
    title: ClassVar[str]
    verified: ClassVar[bool] = True
    reads_whole_cache: ClassVar[bool] = True
    """Whether a decode step reads every cached token; sparse kinds choose some of them."""
    absent: ClassVar[bool] = False

    def shapes(self) -> Iterable[Shape]:
        """Derived sizes, in an order in which each uses only earlier ones."""
        return ()

    def weights(self) -> Iterable[Weight]:
        """The tensors with their element counts."""
        return ()

    def caches(self) -> Iterable[Cached]:
        """What a layer of this part keeps between tokens, and what it reads of what an earlier layer keeps."""
        return ()

    def expanded(self) -> Part:
        """This part where an engine keeps whole keys and values of what the part itself would keep smaller."""
        return self

    def operators(self, phase: Phase) -> Iterable[Operator]:
        """The calls of one forward pass of one layer on one rank."""
        return ()

    def attention_flops(self, phase: Phase) -> str | None:
        """FLOPs of one layer's attention scores and values in the whole model, all heads; None where there are none."""
        return None

    def square_flops(self) -> str | None:
        """The same where every pair of a query and a key is computed, seen or not; None where that does not happen."""
        return None

    def checks(self) -> Iterable[Check]:
        """What of this part's own fields does not go together."""
        return ()

    def rank_checks(self, tp: int) -> Iterable[Check]:
        """What of this part does not go together with a tensor-parallel degree of `tp`."""
        return ()

    def untouched(self) -> str | None:
        """The share of the weights with an `active` count that no row of a step reads; None where all are read."""
        return None

    def saved(self, how: Saving) -> Iterable[Saved] | None:
        """What a layer of this part keeps for the backward pass; None where no formula was held against a measurement.

        The norm before the part keeps its own; the part keeps the normed input.
        """
        return () if self.absent else None

    def inner_gradients(self, how: Saving) -> str | None:
        """Bytes of gradients that are alive at once inside this part in its backward pass, beyond what it keeps.

        What the part has kept and needs no more by then is taken off. None: small against what is kept.
        """
        return None

    def transient(self) -> str | None:
        """Elements per row and rank that are alive at once inside this part during a forward pass."""
        return None


def attention(
    phase: Phase, label: str, flops: str, bytes_moved: str, reference: str, key: str = "attention"
) -> Operator:
    """The call that scores keys and sums values, of the class of its phase."""
    return Operator(key, label, attention_class(phase), flops, bytes_moved, reference)


def attention_class(phase: Phase) -> OperatorClass:
    """The class of attention in a phase.

    >>> attention_class("decode")
    'decode_attention'
    """
    return "prefill_attention" if phase == "prefill" else "decode_attention"


def gemm(key: str, label: str, n: str, k: str, reads: Iterable[str], reference: str, rows: str = "rows") -> Operator:
    """(rows, k) times (k, n): 2·rows·n·k FLOPs; reads the weights and the input, writes the output.

    `reads` names the weights whose bytes (a line each) are read; `rows` is the formula of the rows where not all of the
    step's pass through.
    """
    matrices = tuple(reads)
    weights = " + ".join(f"{name}_bytes" for name in matrices)
    return Operator(
        key,
        label,
        "gemm",
        f"2 * {rows} * {n} * {k}",
        f"{weights} + activation_bytes * {rows} * ({k} + {n})",
        reference,
        (k, n),
        matrices,
    )


def elementwise(
    key: str, label: str, elements: str, reference: str, reads: Iterable[str] = (), state: Iterable[str] = ()
) -> Operator:
    """A kernel that only moves memory: `elements` read and written per row, the weights named in `reads`, and the
    caches named in `state`, which every sequence has once, read and written.
    """
    kept = [f"2 * batch * {name}_bytes" for name in state]
    moved = " + ".join([f"activation_bytes * rows * {elements}", *(f"{name}_bytes" for name in reads), *kept])
    return Operator(key, label, "elementwise", None, moved, reference)
