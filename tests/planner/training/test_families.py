"""Families of transformers, from their config to the ledger: those that are called measured keep just these bytes.

Slow: it imports transformers and runs small models of all of them.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from planner.readers.hf_config import KEPT_MEASURED, read_config
from tests.planner.training.measured import evaluated
from tests.planner.training.test_live import kept

torch = pytest.importorskip("torch")
SIZES = {
    "hidden_size": 256, "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 640, "head_dim": 64,
    "num_hidden_layers": 2, "vocab_size": 500, "max_position_embeddings": 256, "use_cache": False, "pad_token_id": 0,
    "num_experts": 8, "num_local_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 192,
    "norm_topk_prob": True, "sliding_window": 4096, "n_embd": 256, "n_head": 4, "n_layer": 2, "n_inner": 640,
    "n_positions": 256,
    **dict.fromkeys(("attention_dropout", "resid_pdrop", "embd_pdrop", "attn_pdrop", "residual_dropout",
                     "embedding_dropout"), 0.0),
}  # fmt: skip
ONLY_EAGER = frozenset({"gemma2"})
CASES = [
    (family, attention)
    for family in sorted(KEPT_MEASURED)
    for attention in ("eager", "sdpa")
    if attention == "eager" or family not in ONLY_EAGER
]


def small(family: str, attention: str, **changes: Any) -> tuple[Any, Any]:
    """A small model of a family with random weights, and the row that its config reads to."""
    transformers = pytest.importorskip("transformers")
    usual = transformers.AutoConfig.for_model(family)
    sizes = {name: value for name, value in (SIZES | changes).items() if hasattr(usual, name)}
    config = transformers.AutoConfig.for_model(family, **sizes)
    model = transformers.AutoModelForCausalLM.from_config(config, attn_implementation=attention)
    values = json.loads(config.to_json_string(use_diff=False))
    return model, read_config({**values, "architectures": [type(model).__name__]}).model


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("family", "attention"), CASES)
@pytest.mark.parametrize("recipe", ["bf16_adamw", "fp32_adamw"])
def test_that_a_measured_family_keeps_what_its_plan_says(family: str, attention: str, recipe: str) -> None:
    torch.manual_seed(0)
    _holds(*small(family, attention), attention, recipe)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("family", ["gemma3_text", "olmo3", "cohere2", "exaone4", "mistral"])
@pytest.mark.parametrize("attention", ["eager", "sdpa"])
def test_that_windows_shorter_than_the_sequence_keep_what_the_plan_says(family: str, attention: str) -> None:
    torch.manual_seed(0)
    _holds(*small(family, attention, num_hidden_layers=7, sliding_window=48), attention, "bf16_adamw")


def _holds(model: Any, row: Any, attention: str, recipe: str, sequences: int = 2, checkpointing: str = "none") -> None:
    model = model.train().to(torch.bfloat16 if recipe == "bf16_adamw" else torch.float32)
    if checkpointing == "full":
        model.gradient_checkpointing_enable({"use_reentrant": False})
    ids = torch.randint(0, 500, (sequences, 96))

    def run() -> Any:
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=recipe == "autocast_adamw"):
            return model(ids, labels=ids)

    measured = kept(run, [*model.parameters(), *model.buffers()])
    found = evaluated(row, recipe=recipe, micro_batch=sequences, sequence=96, attention_implementation=attention,
                      checkpointing=checkpointing)  # fmt: skip
    assert found.value("parameters") == sum(parameter.numel() for parameter in model.parameters())
    assert sum(found.value(key) for key in ("kept", "outside", "loss_saved")) == measured


@pytest.mark.parametrize("family", ["internlm2", "olmo", "apertus", "nanochat", "bitnet"])
def test_that_a_family_of_another_make_is_refused_unless_its_kernels_are_fused(family: str) -> None:
    config = {"model_type": family, "hidden_size": 256, "num_attention_heads": 4, "num_key_value_heads": 2,
              "intermediate_size": 640, "num_hidden_layers": 2, "vocab_size": 500}  # fmt: skip
    row = read_config(config).model
    found = evaluated(row)
    assert found.value("needed") is None and found.value("weights") == 2 * found.value("parameters")
    assert found.blocked("needed")[0] == "unproved.model.family"
    assert "family keep" in found.title("unproved.model.family")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("family", "attention"), [
    ("llama", "sdpa"), ("qwen3", "eager"), ("exaone4", "sdpa"), ("hunyuan_v1_dense", "sdpa"), ("gemma", "eager"),
    ("gemma2", "eager"),
])  # fmt: skip
@pytest.mark.parametrize("checkpointing", ["none", "full"])
@pytest.mark.parametrize("sequences", [1, 3])
def test_that_a_family_under_autocast_keeps_what_its_plan_says(
    family: str, attention: str, checkpointing: str, sequences: int
) -> None:
    torch.manual_seed(0)
    _holds(*small(family, attention), attention, "autocast_adamw", sequences, checkpointing)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_that_a_mask_that_is_handed_over_is_kept_once() -> None:
    torch.manual_seed(0)
    model, row = small("llama", "sdpa")
    model, ids = model.train().to(torch.bfloat16), torch.randint(0, 500, (2, 96))
    mask = torch.full((1, 1, 96, 96), -1e9, dtype=torch.bfloat16).triu(1)
    own = [*model.parameters(), *model.buffers()]
    found = evaluated(row, recipe="bf16_adamw", micro_batch=2, sequence=96, explicit_mask=True)
    measured = kept(lambda: model(ids, labels=ids, attention_mask=mask), own)
    assert sum(found.value(key) for key in ("kept", "outside", "loss_saved")) == measured
