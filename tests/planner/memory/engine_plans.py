"""Plans under an engine's row, with changes, for tests."""

from __future__ import annotations

from typing import Any

from planner.answers import request_evaluation
from planner.evaluations import Planner
from planner.plan import Evaluation
from planner.presets import accelerator_from_preset, engine_from_preset, model_from_preset
from planner.workbook import Inference, Scenario, Workbook

GIB = 2**30


def plan(model: str, gpu: str = "h100-sxm5", planner: Planner | None = None, **settings: object) -> Evaluation:
    return request_evaluation(planner or Planner(), {"model": model, "gpu": gpu, "set": settings})


def with_engine(changes: dict[str, Any], **load: Any) -> Evaluation:
    """Llama-3-8B on an H100 under vLLM's row with changes."""
    rows = Workbook(
        models=(model_from_preset("llama-3-8b", "m"),),
        accelerators=(accelerator_from_preset("h100-sxm5", "a"),),
        engines=(engine_from_preset("vllm", "e").model_copy(update=changes),),
        scenarios=(Scenario(id="s", name="s", model="m", accelerator="a", engine="e", load=Inference(**load)),),
    )
    return Planner().evaluate(rows).scenarios["s"]


def with_cells(engine: str, context: int, model: str = "llama-3-8b", pp: int = 1, **cells: Any) -> Evaluation:
    """A model on two H100 at most under an engine's row with changes."""
    rows = Workbook(
        models=(model_from_preset(model, "m"),),
        accelerators=(accelerator_from_preset("h100-sxm5", "a"),),
        engines=(engine_from_preset(engine, "e").model_copy(update=cells),),
        scenarios=(
            Scenario(id="s", name="s", model="m", accelerator="a", engine="e", pp=pp, load=Inference(context=context)),
        ),
    )
    return Planner().evaluate(rows).scenarios["s"]


DEGREES: tuple[dict[str, Any], ...] = (
    {},
    {"tp": 2},
    {"pp": 2},
    {"dp": 2},
    {"tp": 8, "cp": 2},
    {"tp": 2, "pp": 2, "dp": 2},
)
