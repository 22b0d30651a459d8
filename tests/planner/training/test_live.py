"""What the installed torch keeps, measured with saved-tensor hooks: the ledger's formulas stay true to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from planner.parts.attention import GroupedQuery
from planner.parts.feed_forward import Mixture, Plain
from planner.parts.saving import Saving
from planner.workbook import LayerGroup, Model
from tests.planner.training.measured import evaluated, load_of, model_of

torch = pytest.importorskip("torch")
SIZES = {"sequences": 2, "tokens": 96, "d_model": 256, "heads": 4, "kv_heads": 2, "head_dim": 64, "width": 640,
         "vocab_size": 500, "layers": 2}  # fmt: skip


def kept(run: Callable[[], Any], parameters: Any) -> int:
    """Bytes of the storages that autograd keeps while `run` computes, parameters left out."""
    own = {parameter.untyped_storage().data_ptr() for parameter in parameters}
    found: dict[int, Any] = {}

    def pack(tensor: Any) -> Any:
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in own:
            found.setdefault(storage.data_ptr(), tensor)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        result = run()
    size = sum(tensor.untyped_storage().nbytes() for tensor in found.values())
    del result
    return size


def model_class(family: str, attention: str) -> Any:
    """A small model of a family, as Hugging Face builds it."""
    transformers = pytest.importorskip("transformers")
    common = {"vocab_size": 500, "attn_implementation": attention, "use_cache": False}
    if family == "gpt2":
        config = transformers.GPT2Config(n_embd=256, n_head=4, n_layer=2, n_inner=640, resid_pdrop=0, embd_pdrop=0,
                                         attn_pdrop=0, **common)  # fmt: skip
        return transformers.GPT2LMHeadModel(config)
    sizes = {"hidden_size": 256, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 64,
             "intermediate_size": 640, "num_hidden_layers": 2, **common}  # fmt: skip
    if family == "mixtral":
        sizes |= {"num_local_experts": 8, "num_experts_per_tok": 2, "sliding_window": None}
    name = {"llama": "Llama", "qwen2": "Qwen2", "qwen3": "Qwen3", "gemma2": "Gemma2", "mixtral": "Mixtral"}[family]
    return getattr(transformers, f"{name}ForCausalLM")(getattr(transformers, f"{name}Config")(**sizes))


MEASURED = [
    ("llama", "sdpa", "bf16", False), ("llama", "eager", "bf16", False), ("llama", "sdpa", "fp32", False),
    ("llama", "sdpa", "bf16", True), ("llama", "eager", "bf16", True),
    ("qwen2", "sdpa", "bf16", False), ("qwen3", "sdpa", "bf16", False), ("qwen3", "eager", "fp32", False),
    ("gemma2", "eager", "bf16", False), ("gpt2", "sdpa", "bf16", False), ("gpt2", "eager", "fp32", False),
    ("mixtral", "sdpa", "bf16", False), ("mixtral", "sdpa", "fp32", False),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("family", "attention", "format_", "autocast"), MEASURED)
def test_that_the_installed_torch_keeps_what_the_ledger_says(
    family: str, attention: str, format_: str, autocast: bool
) -> None:
    torch.manual_seed(0)
    model = model_class(family, attention).train()
    if format_ == "bf16" and not autocast:
        model = model.to(torch.bfloat16)
    ids = torch.randint(0, 500, (2, 96))

    def run() -> Any:
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=autocast):
            return model(ids, labels=ids)

    heads = 4 if family == "gpt2" else 2
    row = {**SIZES, "family": "llama" if family == "mixtral" else family, "implementation": attention,
           "format": format_, "autocast": autocast, "kv_heads": heads}  # fmt: skip
    planned = model_of(row)
    if family == "mixtral":
        group = planned.groups[0].model_copy(update={"feed_forward": Mixture(expert_width=640)})
        planned = planned.model_copy(update={"groups": (group,)})
    found = evaluated(planned, **load_of(row))
    own = [*model.parameters(), *model.buffers()]
    assert kept(run, own) == sum(found.value(key) for key in ("kept", "outside", "loss_saved"))


ACTIVATIONS = {
    "relu": lambda x: torch.relu(x),
    "relu2": lambda x: torch.square(torch.relu(x)),
    "gelu": lambda x: torch.nn.functional.gelu(x),
    "gelu_tanh": lambda x: torch.nn.functional.gelu(x, approximate="tanh"),
    "silu": lambda x: torch.nn.functional.silu(x),
}


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_that_a_plain_network_keeps_what_the_ledger_says(activation: str) -> None:
    up, down = (torch.nn.Linear(*sides, dtype=torch.bfloat16) for sides in ((256, 640), (640, 256)))
    inputs = torch.randn(192, 256, dtype=torch.bfloat16, requires_grad=True) * 1  # no leaf, as behind a norm
    part = Plain(width=640, activation=activation)
    group = LayerGroup(id="g", count=1, attention=GroupedQuery(), feed_forward=part)
    planned = Model(id="m", name="m", d_model=256, groups=(group,))
    found = evaluated(planned, recipe="bf16_adamw", micro_batch=2, sequence=96)
    measured = kept(lambda: down(ACTIVATIONS[activation](up(inputs))), [*up.parameters(), *down.parameters()])
    assert found.value("saved.group1.layer.feed_forward") == measured


def test_that_an_activation_without_a_measurement_is_refused() -> None:
    assert Plain(activation="xielu").saved(Saving()) is None
    group = LayerGroup(id="g", count=1, attention=GroupedQuery(), feed_forward=Plain(activation="xielu"))
    found = evaluated(Model(id="m", name="m", groups=(group,)))
    assert found.value("needed") is None
    assert found.blocked("needed") == ("unproved.groups.0.feed_forward",)
    assert found.value("optimizer") == found.value("parameters") * 8
