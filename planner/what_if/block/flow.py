"""A data flow as values: steps with tensors and figures, what is kept beside them, and how they are joined.

A `Flow` is a tree: one step, steps after each other, branches beside each other, or a branch that the residual stream
goes around. `edges_of` gives the arrows; a picture lays the same tree out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

Role = Literal["input", "look_up", "norm", "product", "experts", "attention", "recurrence", "elementwise", "add",
               "exchange", "layers", "output"]  # fmt: skip
EdgeKind = Literal["data", "residual", "write", "read"]


@dataclass(frozen=True, slots=True)
class Tensor:
    """Dimensions by name and by size on one rank; a size that is not known is None.

    >>> found = Tensor(("B", "T", "d_model"), (8, 4096, None))
    >>> found.named, found.sized
    ('[B, T, d_model]', '[8, 4,096, –]')
    """

    names: tuple[str, ...]
    sizes: tuple[int | None, ...]
    label: str = ""

    @property
    def named(self) -> str:
        """The dimensions by name."""
        return f"[{', '.join(self.names)}]"

    @property
    def sized(self) -> str:
        """The dimensions as numbers."""
        return f"[{', '.join('–' if size is None else f'{size:,}' for size in self.sizes)}]"


@dataclass(frozen=True, slots=True)
class Step:
    """One operation of the flow. FLOPs, bytes and seconds are of one call on one rank; None is not known.

    `key` is unique in a flow and, where there is such a line, the ledger's (`line`). `parameters` are those of the
    whole model in `parameter_lines`, `weight_bytes` those that this rank stores for them. `times` is how often the
    pass runs the step for each time that it stands in the picture. `label` is a text of the ledger; `note` one of the
    data flow, with `values`.
    """

    key: str
    role: Role
    label: str
    line: str = ""
    operator_class: str = ""
    takes: tuple[Tensor, ...] = ()
    gives: tuple[Tensor, ...] = ()
    weights: Tensor | None = None
    parameter_lines: tuple[str, ...] = ()
    parameters: int | None = None
    weight_bytes: float | None = None
    flops: int | None = None
    bytes_moved: float | None = None
    seconds: float | None = None
    bound: str = ""
    times: int = 1
    group: str = ""
    note: str = ""
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def intensity(self) -> float | None:
        """FLOPs per byte moved; None where either is not known or there are none."""
        return self.flops / self.bytes_moved if self.flops and self.bytes_moved else None


@dataclass(frozen=True, slots=True)
class Kept:
    """One thing that layers keep between tokens: what it is, its shape on one rank, its line in the ledger."""

    label: str
    line: str
    tensor: Tensor
    bytes_held: float | None
    own: bool = True
    """Whether this layer keeps it; else it only reads what an earlier one keeps."""


@dataclass(frozen=True, slots=True)
class Store:
    """What stands beside a step: it writes there and reads from there."""

    key: str
    beside: str
    state: bool
    """Whether it is a state of fixed size, and no cache that grows with the tokens."""
    kept: tuple[Kept, ...]
    written: Tensor | None = None
    read: Tensor | None = None


@dataclass(frozen=True, slots=True)
class Flow:
    """`step` of one step; `parts` in a row or beside each other; of `around` the one part that the stream passes, and
    in `step` where both are added.
    """

    how: Literal["step", "series", "parallel", "around"]
    step: str = ""
    parts: tuple[Flow, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow from one step (or store) to another."""

    source: str
    target: str
    kind: EdgeKind = "data"


@dataclass(frozen=True, slots=True)
class Dataflow:
    """The picture's content: steps by key in the order of the pass, how they are joined, what is kept beside them."""

    steps: Mapping[str, Step]
    flow: Flow
    stores: tuple[Store, ...] = ()
    total_line: str = ""
    """The ledger's line of the seconds of all steps together (exchanges and what the engine adds are beside it)."""

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Every arrow, those of the stores among them."""
        found = list(edges_of(self.flow))
        before = {edge.target: edge.source for edge in reversed(found) if edge.kind == "data"}
        for store in self.stores:
            if any(kept.own for kept in store.kept):
                found.append(Edge(before.get(store.beside, store.beside), store.key, "write"))
            found.append(Edge(store.key, store.beside, "read"))
        return tuple(found)

    def counted(self) -> Iterator[Step]:
        """The steps whose figures add up to the totals: all but what goes between GPUs."""
        return (step for step in self.steps.values() if step.role != "exchange")


def one(step: str) -> Flow:
    """A flow of one step."""
    return Flow("step", step)


def series(*parts: Flow) -> Flow:
    """Parts after each other; empty ones are left out, and one alone is itself."""
    found = [inner for part in parts for inner in (part.parts if part.how == "series" else (part,))]
    return found[0] if len(found) == 1 else Flow("series", parts=tuple(found))


def parallel(*parts: Flow) -> Flow:
    """Parts beside each other; empty ones are left out, and one alone is itself."""
    found = [part for part in parts if not empty(part)]
    return found[0] if len(found) == 1 else Flow("parallel", parts=tuple(found)) if found else series()


def around(inner: Flow, add: str) -> Flow:
    """A branch that the residual stream goes around, and the step that adds both."""
    return Flow("around", add, (inner,))


def empty(flow: Flow) -> bool:
    """Whether there is no step in it."""
    return flow.how == "series" and not flow.parts


def steps_in(flow: Flow) -> Iterator[str]:
    """The keys of a flow's steps, branch by branch."""
    for part in flow.parts:
        yield from steps_in(part)
    if flow.step:
        yield flow.step


def edges_of(flow: Flow) -> tuple[Edge, ...]:
    """The arrows between a flow's steps.

    >>> flow = series(one("x"), around(parallel(one("a"), one("b")), "+"))
    >>> [(edge.source, edge.target, edge.kind) for edge in edges_of(flow)]
    [('x', 'a', 'data'), ('x', 'b', 'data'), ('a', '+', 'data'), ('b', '+', 'data'), ('x', '+', 'residual')]
    """
    found: list[Edge] = []

    def walk(part: Flow, sources: tuple[str, ...]) -> tuple[str, ...]:
        if part.how == "step":
            found.extend(Edge(source, part.step) for source in sources)
            return (part.step,)
        if part.how == "series":
            for inner in part.parts:
                sources = walk(inner, sources)
            return sources
        if part.how == "parallel":
            return tuple(end for inner in part.parts for end in walk(inner, sources))
        ends = walk(part.parts[0], sources)
        found.extend(Edge(end, part.step) for end in ends)
        found.extend(Edge(source, part.step, "residual") for source in sources)
        return (part.step,)

    walk(flow, ())
    return tuple(found)
