"""A training plan of a preset on an A100, and what its checks find."""

from __future__ import annotations

from typing import Any

from planner.answers import request_evaluation
from planner.checks import check_scenario
from planner.evaluations import Planner
from planner.plan import Evaluation

SET = {"load": "training"}


def plan(model: str = "llama-2-7b", **settings: Any) -> Evaluation:
    return request_evaluation(Planner(), {"model": model, "gpu": "a100-sxm4-80gb", "set": SET | settings})


def codes(evaluation: Evaluation) -> dict[str, Any]:
    return {finding.code: finding for finding in check_scenario(evaluation)}
