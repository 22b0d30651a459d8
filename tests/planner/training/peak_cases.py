"""Published peaks of torch's allocator, and the ledger's answer for each from its stated settings alone."""

from __future__ import annotations

from typing import Any

from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward import Gated
from planner.plan import Kitchen
from planner.workbook import Assumptions, Head, LayerGroup, Model, Scenario, Training
from tests.planner.training.measured import cases

RECIPES = {
    "bfloat16": "bf16_adamw",
    "bfloat16 +amp bf16 (FSDP keeps fp32 master)": "fsdp_adamw",
    "bf16, fp32 grads (6+12/DP bytes)": "megatron_adamw",
}


def planned(row: dict[str, Any]) -> int:
    """Bytes at the peak without what lies outside torch's allocator."""
    attention = GroupedQuery(heads=row["heads"], kv_heads=row["kv_heads"], head_dim=row["head_dim"])
    group = LayerGroup(id="g", count=row["layers"], attention=attention, feed_forward=Gated(width=row["width"]))
    model = Model(id="m", name="m", d_model=row["d_model"], vocab_size=row["vocab_size"], groups=(group,),
                  head=Head(tied=row.get("tied", False)))  # fmt: skip
    kernels, adapters = row["kernels"], row["adapters"]
    engine = kernels == "transformer-engine"
    loss = "parallel" if engine else "fused" if "liger" in kernels else "plain_held" if "foak" in kernels else "held"
    load = Training(
        recipe=f"{adapters}_adamw" if adapters else RECIPES[row["precision"]],
        zero=str(row["zero"]),
        micro_batch=row["micro_batch"],
        global_batch=row["micro_batch"] * row["micro_batches"] * row["dp"],
        sequence=row["sequence"],
        checkpointing=row["checkpointing"],
        attention_implementation="fused" if engine else "sdpa_norms" if "foak" in kernels else "sdpa",
        sequence_parallel=row["sequence_parallel"],
        loss=loss,
        lora_targets="qkvo",
        lora_dropout=True,
    )
    degrees = {name: row[name] for name in ("tp", "pp", "dp", "cp")}
    base = "nf4_dq" if adapters == "qlora" else None  # fms_acceleration_peft: bnb_4bit_use_double_quant=True
    scenario = Scenario(id="s", name="s", load=load, lora_rank=16, weights=base, **degrees)
    found = Kitchen().evaluate(model, None, scenario, Assumptions())
    return int(found.value("needed") - found.value("overhead"))


PEAKS, LATER = cases("peaks"), cases("peaks_found_later")


def errors(rows: list[dict[str, Any]] = PEAKS) -> list[tuple[dict[str, Any], float]]:
    """Every case with its relative error, none left out."""
    return [(row, planned(row) / row["peak"] - 1) for row in rows]
