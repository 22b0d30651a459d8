"""What is alive in a backward pass beside kept activations: the ledger against torch, and its rules one by one."""

from __future__ import annotations

import weakref
from typing import Any

import pytest

from planner.edits import replaced
from planner.verdict import Verdict
from planner.workbook import Scenario, Training, Workbook
from tests.planner.training.measured import evaluated, load_of, model_of
from tests.planner.training.plans import codes, plan
from tests.planner.training.test_live import SIZES

torch = pytest.importorskip("torch")
LAYER = 202383360


def alive(own: set[int]) -> Any:
    """A mode that counts the bytes of storages that are alive, those at the addresses `own` left out."""
    from torch.utils._python_dispatch import TorchDispatchMode
    from torch.utils._pytree import tree_leaves

    class Alive(TorchDispatchMode):
        def __init__(self) -> None:
            super().__init__()
            self.now = self.peak = 0
            self.seen: dict[int, int] = {}

        def __torch_dispatch__(self, call: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            result = call(*args, **(kwargs or {}))
            for tensor in tree_leaves(result):
                if isinstance(tensor, torch.Tensor):
                    storage = tensor.untyped_storage()
                    if storage._cdata not in self.seen and storage.data_ptr() not in own:
                        self.seen[storage._cdata] = storage.nbytes()
                        self.now += storage.nbytes()
                        self.peak = max(self.peak, self.now)
                        weakref.finalize(storage, self.gone, storage._cdata)
            return result

        def gone(self, key: int) -> None:
            self.now -= self.seen.pop(key, 0)

    return Alive()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("attention", ["sdpa", "eager"])
@pytest.mark.parametrize("format_", ["bf16", "fp32"])
@pytest.mark.parametrize("checkpointing", ["none", "full"])
def test_that_the_highest_point_of_a_backward_pass_is_near_the_plan(
    attention: str, format_: str, checkpointing: str
) -> None:
    transformers = pytest.importorskip("transformers")
    torch.manual_seed(0)
    model = transformers.LlamaForCausalLM(transformers.LlamaConfig(
        hidden_size=256, num_attention_heads=4, num_key_value_heads=2, head_dim=64, intermediate_size=1024,
        num_hidden_layers=4, vocab_size=64, use_cache=False, attn_implementation=attention)).train()  # fmt: skip
    model = model.to(torch.bfloat16) if format_ == "bf16" else model
    if checkpointing == "full":
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": True})
        model.enable_input_require_grads()
    ids = torch.randint(0, 64, (2, 512))
    mode = alive({each.untyped_storage().data_ptr() for each in [*model.parameters(), *model.buffers()]})
    with mode:
        loss = model(ids, labels=ids).loss
        mode.peak = mode.now
        loss.backward()
    row = {**SIZES, "family": "llama", "implementation": attention, "format": format_, "vocab_size": 64, "layers": 4,
           "tokens": 512, "width": 1024, "checkpointing": checkpointing}  # fmt: skip
    found = evaluated(model_of(row), **load_of(row) | {"loss": "dropped"})
    assert found.value("activations") + found.value("gradients") == pytest.approx(mode.peak, rel=0.05)


@pytest.mark.slow
def test_that_muons_step_takes_what_torch_takes() -> None:
    matrix = torch.nn.Parameter(torch.randn(256, 1024))
    optimizer = torch.optim.Muon([matrix], lr=0.1)
    matrix.grad = torch.randn(256, 1024)
    optimizer.step()
    kept = [matrix, matrix.grad, *(state["momentum_buffer"] for state in optimizer.state.values())]
    mode = alive({each.untyped_storage().data_ptr() for each in kept})
    with mode:
        optimizer.step()
    sizes = {"family": "llama", "d_model": 256, "heads": 1, "kv_heads": 1, "head_dim": 64, "width": 1024}
    assert evaluated(model_of(sizes), recipe="muon").value("newton_schulz") == mode.peak


@pytest.mark.slow
def test_that_adafactor_factors_each_expert_of_a_stack() -> None:
    found = plan("mixtral-8x7b", recipe="adafactor", offload="optimizer")
    experts = found.value("factored.group1_feed_forward_experts")
    expected = 0
    for shape in ((2, 2 * 14, 8), (2, 8, 14)):  # gate and up in one, and down
        stack = torch.nn.Parameter(torch.randn(shape))
        optimizer = torch.optim.Adafactor([stack])
        stack.grad = torch.randn(shape)
        optimizer.step()
        state = optimizer.state[stack]
        expected += state["row_var"].numel() + state["col_var"].numel()
    assert expected == 2 * (3 * 14 + 2 * 8)
    assert experts == 32 * 8 * (3 * 14336 + 2 * 4096)
    assert found.value("host") == found.value("optimizer") > 0


@pytest.mark.parametrize(
    ("sharding", "zero", "layers", "buckets"),
    [("fsdp", 3, 2, None), ("fsdp2", 3, 4, None), ("deepspeed", 3, None, 10**9), ("deepspeed", 2, None, 2 * 10**9),
     ("fsdp", 2, 2, None)],
)  # fmt: skip
def test_that_gradients_are_whole_until_they_are_shared(
    sharding: str, zero: int, layers: int | None, buckets: int | None
) -> None:
    found = plan(sharding=sharding, zero=zero, dp=8)
    assert found.value("unshared_gradients") == (None if layers is None else layers * LAYER)
    assert found.value("buckets") == buckets
    assert found.value("head_gradient") == 2 * 32000 * 4096
    alone = plan(sharding=sharding, zero=1, dp=8)
    assert alone.value("unshared_gradients") is None and alone.value("buckets") is None


def test_that_fsdp_holds_the_inputs_of_frozen_layers() -> None:
    settings = {"recipe": "lora_adamw", "dp": 8, "zero": 3, "checkpointing": "full", "micro_batch": 4}
    held = plan(**settings)
    assert held.value("held_inputs") == 30 * 2 * 4 * 4096 * 4096
    for other in ({"sharding": "fsdp2"}, {"zero": 0}, {"checkpointing": "none"}, {"recipe": "fsdp_adamw"}):
        assert plan(**settings | other).value("held_inputs") is None


def test_that_fsdp_shares_fp32_weights_from_stage_1_on() -> None:
    whole = 6738415616
    for zero, weights, gathered in ((0, 4 * whole, None), (2, 4 * whole // 8, 2 * whole)):
        found = plan(recipe="fsdp_adamw", zero=zero, dp=8)
        assert (found.value("weights"), found.value("gathered")) == (weights, gathered)


def test_that_gathered_layers_have_the_bytes_that_are_set() -> None:
    usual, wide = (plan(zero=3, dp=8, **more).value("gathered") for more in ({}, {"weight_bytes": 4}))
    assert wide == 2 * usual
    cast = plan(zero=3, dp=8, recipe="fsdp_adamw", weight_bytes=4).value("gathered")
    assert cast == usual


@pytest.mark.parametrize("cell", ["gradient_bytes", "weight_bytes"])
def test_that_there_is_no_training_without_weights_or_gradients(cell: str) -> None:
    workbook = Workbook(scenarios=(Scenario(id="s", name="s", load=Training()),))
    with pytest.raises(ValueError, match=r"0\.0625"):
        replaced(workbook, ("scenarios", "s", "load", cell), 0)


def test_that_model_flops_do_not_depend_on_the_implementation() -> None:
    found = {name: plan(attention_implementation=name) for name in ("eager", "sdpa", "fused", "sdpa_norms")}
    assert len({each.value("flops_model_step") for each in found.values()}) == 1
    eager, sdpa = found["eager"], found["sdpa"]
    assert eager.value("flops_hardware_step") > sdpa.value("flops_hardware_step") > sdpa.value("flops_model_step")
    hidden = 32 * 4 * 32 * 128 * (4096 * 4096 - 4096 * 4097 // 2)
    assert eager.value("flops_train_step") - eager.value("flops_model_step") == 3 * hidden
    typed = {plan(attention_implementation=name, mfu=0.4).value("train_step") for name in found}
    assert len(typed) == 1


@pytest.mark.parametrize(
    ("settings", "code"),
    [({"virtual_stages": 9, "global_batch": 8}, "virtual_stages_beyond_layers"),
     ({"virtual_stages": 2, "global_batch": 6}, "micro_batches_not_a_multiple_of_pp")],
)  # fmt: skip
def test_that_interleaving_that_cannot_be_has_no_verdict(settings: dict[str, Any], code: str) -> None:
    recipe = {"recipe": "bf16_adamw", "pp": 4, "sequence": 512}
    found = plan(**recipe | settings)
    assert code in codes(found) and found.verdict is Verdict.UNKNOWN
    (edit,) = codes(found)[code].edits
    mended = plan(**recipe | settings | {edit.path[-1]: edit.value})
    assert code not in codes(mended) and mended.verdict is not Verdict.UNKNOWN


def test_that_a_quantised_base_is_dequantised_one_matrix_at_a_time() -> None:
    assert plan(recipe="qlora_adamw").value("dequantised") == 2 * 4096 * 11008
    assert plan(recipe="lora_adamw").value("dequantised") is None
    double = plan(recipe="qlora_adamw", weights="nf4_dq")
    assert double.value("weights") < plan(recipe="qlora_adamw").value("weights")


def test_that_keys_and_values_travel_between_context_parallel_ranks() -> None:
    found = plan(cp=4)
    assert found.value("ring") == 8 * 2 * 1024 * 4096
    assert plan().value("ring") is None
