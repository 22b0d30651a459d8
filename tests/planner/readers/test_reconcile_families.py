"""What transformers builds on the meta device, held against the ledger of the same configuration, tensor by tensor.

Slow: it imports transformers and builds some 200 models without memory.
"""

from __future__ import annotations

import logging
from typing import Any

import pytest

from planner.evaluations import Planner
from planner.readers.checkpoint import Checkpoint, Tensor
from planner.readers.hf_config import Refused, read_config
from planner.readers.reconcile import reconcile
from planner.readers.reconciliation import Reason
from tests.planner.readers.test_transformers import OFF, drawn, known_families

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

DRAWS = (0, 1, 2, 3)
WITHOUT_A_HEAD = "transformers builds this family without a head, or not at all"


def built(config: dict[str, Any]) -> Checkpoint | None:
    """The state of the model that transformers builds, as a checkpoint in bf16; None where it builds none."""
    import torch
    from transformers import AutoModelForCausalLM
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    logging.disable(logging.CRITICAL)
    try:
        values = {name: value for name, value in config.items() if name != "model_type"}
        with torch.device("meta"):
            state = AutoModelForCausalLM.from_config(CONFIG_MAPPING[config["model_type"]](**values)).state_dict()
    except Exception:  # whatever the family's own checks raise: the draw is no model
        return None
    finally:
        logging.disable(logging.NOTSET)
    tensors = {
        name: Tensor(name, "BF16", tuple(tensor.shape), 2 * tensor.numel(), "made") for name, tensor in state.items()
    }
    return Checkpoint("made", tensors, {"made": 0})


@pytest.mark.parametrize("model_type", known_families())
def test_that_every_tensor_of_a_family_is_laid_to_its_line(model_type: str) -> None:
    pytest.importorskip("transformers")
    if model_type in OFF:
        pytest.xfail(OFF[model_type])
    compared = 0
    for number in DRAWS:
        config = drawn(model_type, number)
        checkpoint = built(config)
        if checkpoint is None:
            continue
        try:
            model = read_config(config).model
        except Refused:
            continue
        compared += 1
        result = reconcile(Planner().alone(model), checkpoint)
        assert result.agrees, (config, [finding.sentence for finding in result.findings])
        reasons = {extra.reason for extra in result.extras}
        assert reasons <= {Reason.TIED, Reason.BUFFER, Reason.OTHER_STACK}
    if not compared:
        pytest.xfail(WITHOUT_A_HEAD)
