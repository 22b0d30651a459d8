"""Models of the sizes that were measured, and the ledger's answer for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward import Gated, Plain
from planner.parts.norm import Norm
from planner.parts.position import Learned, NoPosition
from planner.plan import Evaluation, Kitchen
from planner.workbook import Assumptions, Head, LayerGroup, Model, Scenario, Training

CASES = Path(__file__).parents[2] / "cases" / "training"
RECIPE = {"bf16": "bf16_adamw", "fp32": "fp32_adamw"}


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def model_of(row: dict[str, Any]) -> Model:
    """The model of a row: the family's parts with the row's sizes."""
    family = row["family"]
    bias = family == "gpt2"
    attention = GroupedQuery(
        heads=row["heads"], kv_heads=row["kv_heads"], head_dim=row["head_dim"], rotary=not bias, softmax_fp32=not bias,
        query_key_norm="shared" if family == "qwen3" else "none", score_cap=family == "gemma2",
        query_bias=bias or family == "qwen2", key_bias=bias or family == "qwen2", value_bias=bias or family == "qwen2",
        output_bias=bias,
    )  # fmt: skip
    width = row["width"]
    network = Plain(width=width, activation="gelu_new", up_bias=True, down_bias=True) if bias else Gated(
        width=width, activation="gelu_tanh" if family == "gemma2" else "silu")  # fmt: skip
    norm = Norm(kind="layer_norm", bias=True) if bias else Norm(offset=family == "gemma2")
    group = LayerGroup(
        id="g", count=row.get("layers", 1), attention=attention, feed_forward=network, norm=norm,
        norm_placement="both" if family == "gemma2" else "pre",
    )  # fmt: skip
    return Model(
        id="m", name=family, d_model=row["d_model"], vocab_size=row.get("vocab_size", 1000), groups=(group,),
        final_norm=norm, position=Learned(positions=4096) if bias else NoPosition(),
        head=Head(tied=family in ("gpt2", "gemma2"), cap=family == "gemma2"),
    )  # fmt: skip


def evaluated(model: Model, rank: int = 16, **load: Any) -> Evaluation:
    """The plan of one training load on one rank, without a device."""
    scenario = Scenario(id="s", name="s", load=Training(**load), lora_rank=rank)
    return Kitchen().evaluate(model, None, scenario, Assumptions())


def load_of(row: dict[str, Any]) -> dict[str, Any]:
    """The training load of a row."""
    implementation = row["implementation"]
    if row.get("dropout") and implementation == "sdpa" and "targets" not in row:
        implementation = "sdpa_math"  # a CPU has no fused attention with dropout
    return {
        "recipe": "autocast_adamw" if row.get("autocast") else RECIPE[row["format"]],
        "micro_batch": row["sequences"],
        "sequence": row["tokens"],
        "attention_implementation": implementation,
        "explicit_mask": bool(row.get("mask")) and implementation == "sdpa",
        "dropout": bool(row.get("dropout")),
        "checkpointing": row.get("checkpointing", "none"),
    }
