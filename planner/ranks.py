"""The GPUs of a plan by kind: which of them hold the same, how many each kind is of, and what each one's share is.

One ledger serves all. It is of the fullest rank, whose shares are `ceil_div(what, degree)`. For another rank the same
texts are read with its number: of `what` divided over n ranks as evenly as whole things go, rank r has
`ceil_div(what - r, n)`. No rank has more than rank 0 of every degree, so that the verdict is that of rank 0 on the
fullest pipeline stage.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planner.dealing import COPIED, DEGREES, shares_in
from planner.ledger import Slot
from planner.placement import Stage, impossible
from planner.training_load import Training
from planner.verdict import Judged, stages
from planner.words import QT_TRANSLATE_NOOP

MOST_RANKS = 65_536
"""The ranks of more are not told apart within a stage."""
PARTS = {
    "heads": QT_TRANSLATE_NOOP("ranks", "{count:,} of the query heads"),
    "kv_heads": QT_TRANSLATE_NOOP("ranks", "{count:,} of the KV heads"),
    "state_heads": QT_TRANSLATE_NOOP("ranks", "{count:,} of the state heads"),
    "key_heads": QT_TRANSLATE_NOOP("ranks", "{count:,} of the key heads"),
    "value_heads": QT_TRANSLATE_NOOP("ranks", "{count:,} of the value heads"),
    "width": QT_TRANSLATE_NOOP("ranks", "a width of {count:,}"),
    "shared_width": QT_TRANSLATE_NOOP("ranks", "a shared width of {count:,}"),
    "experts": QT_TRANSLATE_NOOP("ranks", "{count:,} of the experts"),
    "expert_width": QT_TRANSLATE_NOOP("ranks", "an expert width of {count:,}"),
    "batch": QT_TRANSLATE_NOOP("ranks", "{count:,} of the sequences"),
    "context": QT_TRANSLATE_NOOP("ranks", "{count:,} tokens of each sequence"),
}
"""What a share is called in the name of a rank; the rest has no name there."""
TITLES = {
    "tp": (
        QT_TRANSLATE_NOOP("ranks", "TP rank {first:,}"),
        QT_TRANSLATE_NOOP("ranks", "TP ranks {first:,} to {last:,}"),
    ),
    "ep": (
        QT_TRANSLATE_NOOP("ranks", "EP rank {first:,}"),
        QT_TRANSLATE_NOOP("ranks", "EP ranks {first:,} to {last:,}"),
    ),
    "cut": (
        QT_TRANSLATE_NOOP("ranks", "expert cut {first:,}"),
        QT_TRANSLATE_NOOP("ranks", "expert cuts {first:,} to {last:,}"),
    ),
    "dp": (
        QT_TRANSLATE_NOOP("ranks", "replica {first:,}"),
        QT_TRANSLATE_NOOP("ranks", "replicas {first:,} to {last:,}"),
    ),
    "cp": (
        QT_TRANSLATE_NOOP("ranks", "CP rank {first:,}"),
        QT_TRANSLATE_NOOP("ranks", "CP ranks {first:,} to {last:,}"),
    ),
}
STAGE = {
    (False, False): QT_TRANSLATE_NOOP("ranks", "Stage {numbers} of {of}: {layers} layers"),
    (True, False): QT_TRANSLATE_NOOP("ranks", "Stage {numbers} of {of}: token table, {layers} layers"),
    (False, True): QT_TRANSLATE_NOOP("ranks", "Stage {numbers} of {of}: {layers} layers, LM head"),
    (True, True): QT_TRANSLATE_NOOP("ranks", "Stage {numbers} of {of}: token table, {layers} layers, LM head"),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a rank's name: a text of the planner and what stands in its places."""

    template: str
    values: tuple[tuple[str, Any], ...]
    joint: str = "; "
    """What stands between it and the piece before."""

    def written(self, template: str) -> str:
        """The piece in the words of a translated template."""
        return template.format(**dict(self.values))


EVERY = QT_TRANSLATE_NOOP("ranks", "Every GPU")
"""The name where all hold the same."""


def joined(pieces: Sequence[Piece], templates: Sequence[str]) -> str:
    """A rank's name from its pieces and their templates, in whichever language."""
    text = "".join(f"{p.joint}{p.written(template)}" for p, template in zip(pieces, templates, strict=True))
    return text.removeprefix(pieces[0].joint) if pieces else ""


@dataclass(frozen=True, slots=True)
class Rank:
    """GPUs that hold the same: their stage, the numbers of the first of them in each degree, and how many they are.

    `stage` is the first of the stages that are alike, None without a pipeline; `shares` says that the numbers matter.
    """

    stage: Stage | None
    numbers: tuple[tuple[str, int], ...]
    gpus: int
    shares: bool
    pieces: tuple[Piece, ...]

    @property
    def amounts(self) -> dict[Slot, int]:
        """The inputs of the ledger that this rank's numbers are."""
        return {f"rank.{degree}": number for degree, number in self.numbers}

    @property
    def name(self) -> str:
        """What the rank is called, in English."""
        return joined(self.pieces, [piece.template for piece in self.pieces]) or EVERY


@dataclass(frozen=True, slots=True)
class _Dealt:
    """So many of something over the ranks of a degree."""

    what: str
    count: int
    ranks: int

    @property
    def edge(self) -> int:
        """The first rank that has one less; 0 where all have as many."""
        copies = self.what in COPIED and self.count < self.ranks
        return 0 if copies else self.count % self.ranks

    def share(self, rank: int) -> int:
        """How many a rank has."""
        return -(-(self.count - rank) // self.ranks)


def uneven(evaluation: Judged) -> dict[str, tuple[_Dealt, ...]]:
    """What of a plan is dealt unevenly, by degree: read off the formulas of its ledger."""
    found: dict[str, dict[_Dealt, None]] = {}
    if all(getattr(evaluation.scenario, degree) == 1 for degree in ("tp", "pp", "dp", "ep", "cp")):
        return {}  # one GPU has all of everything
    for line in evaluation.structure.lines:
        if line.formula is None:
            continue
        for what, of in shares_in(line.formula.text):
            if what.startswith("min"):
                continue  # a prefix is dealt like the context that it begins
            count = _amount(evaluation, line.sources[what])
            ranks = _amount(evaluation, line.sources["tp" if of == "cut" else of])
            if of == "cut" and isinstance(ranks, int):
                ep = _amount(evaluation, line.sources["ep"])
                ranks = max(ranks // ep, 1) if isinstance(ep, int) else None
            if isinstance(count, int) and isinstance(ranks, int) and ranks > 1:
                dealt = _Dealt(what, count, ranks)
                if dealt.edge:
                    found.setdefault(of, {})[dealt] = None
    return {degree: tuple(found[degree]) for degree in DEGREES if degree in found}


def _amount(evaluation: Judged, slot: Slot) -> Any:
    return evaluation.value(slot) if slot in evaluation.structure.index else evaluation.amounts.get(slot)


def ranks_of(evaluation: Judged) -> tuple[Rank, ...]:
    """Every kind of GPU of a plan, stage by stage, the fuller ones of a stage first; the degrees are resolved.

    One kind where all GPUs hold the same, none where a degree is not known or no set of ranks can have them.
    """
    scenario = evaluation.scenario
    tp, pp, dp, ep, cp = (getattr(scenario, name) for name in ("tp", "pp", "dp", "ep", "cp"))
    if not all(isinstance(degree, int) for degree in (tp, pp, dp, ep, cp)):
        return ()
    if impossible(evaluation.model.groups, scenario):
        return ()
    training = isinstance(scenario.load, Training)
    every = tp * dp * (cp if training else 1)
    dealt = uneven(evaluation) if every <= MOST_RANKS else {}
    within = list(_within(dealt, tp, every, ep, cp)) if dealt else [((), every, ())]
    found = []
    for alike in _stages(stages(evaluation.model, scenario), training) or [()]:
        pieces = (_stage_piece(alike),) if alike else ()
        for numbers, gpus, own in within:
            stage = alike[0] if alike else None
            found.append(Rank(stage, numbers, gpus * max(len(alike), 1), bool(dealt), (*pieces, *own)))
    return tuple(found)


def fullest_of(ranks: Sequence[Rank], evaluation: Judged) -> Rank | None:
    """The kind that the plan's own ledger is of: rank 0 of every degree on the fullest stage."""
    fullest = evaluation.stage
    for rank in ranks:
        alike = rank.stage is fullest is None or (
            rank.stage is not None and fullest is not None and _key(rank.stage) == _key(fullest)
            and (rank.stage.number == fullest.number or not isinstance(evaluation.scenario.load, Training))
        )  # fmt: skip
        if alike and not any(number for _, number in rank.numbers):
            return rank
    return None


def _key(stage: Stage) -> tuple[Any, ...]:
    return stage.layers, stage.first, stage.last


def _stages(dealt: Sequence[Stage], training: bool) -> list[tuple[Stage, ...]]:
    """Stages that hold the same, together; in training one further on has fewer micro-batches under way."""
    found: dict[tuple[Any, ...], list[Stage]] = {}
    for stage in dealt:
        found.setdefault((*_key(stage), stage.number if training else 0), []).append(stage)
    return [tuple(alike) for alike in found.values()]


def _stage_piece(alike: Sequence[Stage]) -> Piece:
    one = alike[0]
    values = (("numbers", _numbers([stage.number + 1 for stage in alike])), ("of", one.of), ("layers", sum(one.layers)))
    return Piece(STAGE[one.first, one.last], values)


def _numbers(those: Sequence[int]) -> str:
    """Numbers in order, runs of them as ends.

    >>> _numbers([2, 3, 4, 7])
    '2–4, 7'
    """
    runs: list[list[int]] = []
    for number in those:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)


def _within(
    dealt: Mapping[str, tuple[_Dealt, ...]], tp: int, every: int, ep: int, cp: int
) -> Iterator[tuple[tuple[tuple[str, int], ...], int, tuple[Piece, ...]]]:
    """The kinds of rank of one stage: numbers of the first of each, how many there are, their names.

    Ranks count through TP first, then DP; experts go round over them in that order, as TensorRT-LLM and vLLM have it.
    """
    edges = {degree: sorted({each.edge for each in those}) for degree, those in dealt.items()}
    cuts = max(tp // ep, 1)
    found: dict[tuple[int, ...], list[Any]] = {}
    for number in range(every):
        inside = number % tp
        at = {
            "tp": inside, "ep": number % ep, "cut": number // ep % cuts, "dp": number // tp, "cp": inside % cp,
        }  # fmt: skip
        kind = tuple(bisect_right(edges[degree], at[degree]) for degree in edges)
        if kind in found:
            found[kind][1] += 1
        else:
            found[kind] = [tuple((degree, at[degree] if degree in edges else 0) for degree in DEGREES), 1]
    for kind, (numbers, gpus) in sorted(found.items()):
        yield numbers, gpus, tuple(_pieces(dealt, edges, kind))


def _pieces(
    dealt: Mapping[str, tuple[_Dealt, ...]], edges: Mapping[str, Sequence[int]], kind: tuple[int, ...]
) -> Iterator[Piece]:
    for (degree, those), at in zip(dealt.items(), kind, strict=True):
        first = 0 if at == 0 else edges[degree][at - 1]
        last = (edges[degree][at] if at < len(edges[degree]) else those[0].ranks) - 1
        alone, several = TITLES[degree]
        yield Piece(alone if first == last else several, (("first", first + 1), ("last", last + 1)))
        named = [each for each in those if each.what in PARTS]
        for nth, each in enumerate(named):
            yield Piece(PARTS[each.what], (("count", each.share(first)),), ", " if nth else ": ")
