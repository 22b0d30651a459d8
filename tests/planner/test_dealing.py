"""What is divided over ranks: every such division in the ledgers of the presets is dealt, or is known to be alike."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from planner.dealing import share_of, shares_in
from planner.plan_inputs import choices_of
from planner.presets import model_presets
from planner.structure import build
from planner.workbook import Inference, Model, Scenario, Training

LOADS = (
    Scenario(id="s", name="s", tp=8, dp=4, ep=8, load=Inference(shared_prefix=64, prompt=128), lora_slots=2),
    Scenario(id="s", name="s", tp=8, ep=2, cp=2, load=Inference(shared_prefix=64, prompt=128)),
    Scenario(id="s", name="s", tp=4, dp=2, ep=2, cp=2, load=Training(recipe="lora_adamw", sequence_parallel=True)),
    Scenario(id="s", name="s", tp=4, dp=2, load=Training(zero="3", micro_batch=2, global_batch=16)),
)
ALIKE = {
    "vocab_size, tp": "tables are padded to equal parts",
    "vocab_size + extra_rows, tp": "tables are padded to equal parts",
    "rows, tp": "sequence parallelism cuts tokens into equal parts",
    "sequence, cp": "context parallelism of training cuts a sequence into equal parts",
    "mean_context, cp": "a time, which is that of the slowest rank",
    "global_batch, micro_batch * dp": "passes, which all replicas make together",
    "2 * (tp - 1) * activation_bytes * rows * d_model, tp": "bytes of an all-reduce, in which all take part alike",
    "activation_bytes * rows * d_model * (cp - 1), cp": "bytes of an exchange, as of the slowest rank",
    "activation_bytes * rows * d_model * active * max(ep - tp, 0), ep * tp": "bytes of an exchange, as of the slowest",
}
ROUTED = "rows * max(ep // tp, 1) * "
"""Tokens that the router sends to the experts of a rank: an average, and no whole thing that is dealt."""


def one_of_each_kind() -> list[Model]:
    """The first preset with each set of parts."""
    found: dict[object, Model] = {}
    for model in model_presets().values():
        parts = {(g.attention.kind, g.beside.kind, g.feed_forward.kind) for g in model.groups}
        found.setdefault((frozenset(parts), model.stream.kind, model.prediction is None), model)
    return list(found.values())


def divisions() -> Iterator[str]:
    """The text of every ceil_div by a degree."""
    texts = {
        line.formula.text
        for model in one_of_each_kind()
        for scenario in LOADS
        for line in build(model, choices_of(scenario, model)).lines
        if line.formula is not None
    }
    for text in texts:
        for node in ast.walk(ast.parse(text, mode="eval")):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ceil_div":
                by = {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
                if by & {"tp", "ep", "dp", "cp"}:
                    yield ast.get_source_segment(text, node) or ""


def test_that_every_division_by_a_degree_is_dealt_or_known_to_be_alike() -> None:
    found = set(divisions())
    left = {text.removeprefix("ceil_div(").removesuffix(")") for text in found if not list(shares_in(text))}
    unknown = {text for text in left if text not in ALIKE and ROUTED not in text}
    assert unknown == set(), "put it on the list of planner/dealing.py, or say here why all ranks have as much"
    assert {what for text in found for what, _ in shares_in(text)} >= {"heads", "kv_heads", "width", "experts", "batch"}


def test_that_the_shares_of_all_ranks_are_the_whole() -> None:
    text, names = share_of("ceil_div(width, tp)")
    assert names == {"rank_tp": "rank.tp"}
    shares = [
        eval(text, {"ceil_div": lambda a, b: -(-a // b), "width": 11, "tp": 4, "rank_tp": rank}) for rank in range(4)
    ]
    assert shares == [3, 3, 3, 2]
