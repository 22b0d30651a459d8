"""Documents in sequences: attention within each, masks that are kept, positions, and the tokens that count."""

from __future__ import annotations

from typing import Any

import pytest

from planner.formula import formula
from planner.parts.attention.pairs import causal_pairs
from tests.planner.training.measured import evaluated, load_of, model_of
from tests.planner.training.plans import plan
from tests.planner.training.test_live import SIZES, kept, model_class

ATTENTION = "flops_train_step.forward.attention"


def pairs(tokens: int) -> int:
    return tokens * (tokens + 1) // 2


@pytest.mark.parametrize(("sequence", "document"), [(4096, 1024), (4096, 1000), (4096, 4096), (100, 7), (8, 1)])
def test_that_packed_documents_attend_within_themselves_only(sequence: int, document: int) -> None:
    found = plan(sequence=sequence, packing="packed", document_tokens=document, micro_batch=3, global_batch=6, dp=2)
    whole, rest = divmod(sequence, document)
    each_pair = 4 * 32 * 128 * 32  # two products of 2 FLOPs, query heads, their width, layers
    assert found.value(ATTENTION) == 6 * each_pair * (whole * pairs(document) + pairs(rest))
    assert found.value(f"{ATTENTION}.group1.rest") == 6 * each_pair * pairs(rest)
    assert found.value("flops_train_step.forward.matrices") == plan(sequence=sequence, global_batch=6).value(
        "flops_train_step.forward.matrices"
    )
    assert found.value("documents") == 3 * -(-sequence // document)


def test_that_a_window_holds_inside_each_document() -> None:
    found = plan("gemma-2-2b", sequence=16384, packing="packed", document_tokens=8192, attention_implementation="fused")
    group = found.model.groups[0]
    assert getattr(group.attention, "window", None) == 4096
    one = formula(causal_pairs(True)).evaluate({"tokens": 8192, "window": 4096})
    full = formula(causal_pairs(True)).evaluate({"tokens": 16384, "window": 4096})
    full_plan = plan("gemma-2-2b", sequence=16384, attention_implementation="fused")
    assert found.value(f"{ATTENTION}.group1") * full == full_plan.value(f"{ATTENTION}.group1") * 2 * one


def test_that_one_document_per_sequence_is_the_full_sequence() -> None:
    packed, full = plan(packing="packed", document_tokens=4096), plan()
    for key in (ATTENTION, "flops_train_step", "flops_hardware_step", "saved", "step_tokens", "train_step"):
        assert packed.value(key) == full.value(key)
    assert packed.value("needed") - full.value("needed") == 8  # two entries of cu_seqlens


@pytest.mark.parametrize("changes", [{"explicit_mask": True}, {"attention_implementation": "eager"}])
def test_that_masked_pairs_of_other_documents_are_computed(changes: dict[str, Any]) -> None:
    assert plan(packing="packed", **changes).value(ATTENTION) == plan(**changes).value(ATTENTION)


@pytest.mark.parametrize("packing", ["packed", "padded"])
@pytest.mark.parametrize("changes", [{"attention_implementation": "eager"}, {"explicit_mask": True}])
def test_that_model_flops_do_not_hang_on_who_skips_the_pairs_between_documents(
    packing: str, changes: dict[str, Any]
) -> None:
    documents = {"packing": packing, "document_tokens": 1000}
    computed, skipped = plan(**documents, **changes), plan(**documents)
    assert computed.value("flops_model_step") == skipped.value("flops_model_step")
    assert computed.value("flops_train_step") > skipped.value("flops_train_step")


def test_that_an_explicit_mask_of_documents_is_kept_in_every_layer() -> None:
    masked, plain = plan(packing="packed", explicit_mask=True, micro_batch=2), plan(explicit_mask=True, micro_batch=2)
    assert masked.value("saved") - plain.value("saved") == 32 * 2 * 2 * 4096 * 4096
    assert masked.value("saved.group1.layer.attention.document_mask") == 2 * 2 * 4096 * 4096


def test_that_padding_is_computed_and_does_not_count() -> None:
    full, padded = plan(mfu=0.4, tokens=10**9), plan(mfu=0.4, tokens=10**9, packing="padded", document_tokens=1024)
    assert padded.value("flops_train_step.forward.matrices") == full.value("flops_train_step.forward.matrices")
    assert padded.value(ATTENTION) * pairs(4096) == full.value(ATTENTION) * pairs(1024)
    assert padded.value("padding") == 0.75
    assert padded.value("train_tokens_per_s") == pytest.approx(1024 / padded.value("train_step"))
    assert padded.value("run_steps") == -(-(10**9) // 1024)
    assert padded.value("run_flops") == 10**9 * padded.value("flops_train_step") // 1024


@pytest.mark.slow
@pytest.mark.parametrize(("family", "packing"), [("llama", "packed"), ("qwen3", "packed"), ("llama", "padded")])
def test_that_the_installed_torch_keeps_what_the_ledger_says_of_documents(family: str, packing: str) -> None:
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    model = model_class(family, "sdpa").train().to(torch.bfloat16)
    ids = torch.randint(0, 500, (2, 96))
    told: dict[str, Any] = {"position_ids": (torch.arange(96) % 24)[None].expand(2, 96).contiguous()}
    if packing == "padded":
        told = {"attention_mask": (torch.arange(96) < 24).long()[None].expand(2, 96).contiguous()}
    row = {**SIZES, "family": family, "implementation": "sdpa", "format": "bf16", "mask": True}
    found = evaluated(model_of(row), **load_of(row), packing=packing, document_tokens=24)
    own = [*model.parameters(), *model.buffers()]
    measured = kept(lambda: model(ids, labels=ids, **told), own)
    assert measured == sum(found.value(key) for key in ("kept", "outside", "loss_saved"))
