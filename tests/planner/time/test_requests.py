"""Times of requests and of servers: what their lines say of each other, and numbers worked out by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest

from planner.answers import request_evaluation, request_workbook
from planner.evaluations import Planner
from planner.plan import Evaluation

PLANNER = Planner()
CARD = "h100-sxm5"


def plan(
    model: str = "llama-3-8b", gpu: str = CARD, engine_row: dict[str, Any] | None = None, **cells: Any
) -> Evaluation:
    """A plan; `engine_row` changes cells of its engine's row."""
    cells = {"prompt": 1024, "output": 256, "context": 1280, **cells}
    workbook = request_workbook({"model": model, "gpu": gpu, "set": cells})
    if engine_row:
        engines = tuple(row.model_copy(update=engine_row) for row in workbook.engines)
        workbook = workbook.model_copy(update={"engines": engines})
    return PLANNER.evaluate(workbook).scenarios["scenario"]


def test_that_a_running_server_shares_its_steps_with_the_prefills_of_others() -> None:
    found = plan(engine="vllm", batch=16)
    share = found.value("running") * found.value("prefill_request") / 256
    assert found.value("running") == 16
    assert found.value("tpot") == pytest.approx(found.value("tpot_decode") + share)
    assert found.value("requests_per_s") == pytest.approx(16 / (256 * found.value("tpot")))
    assert found.value("tokens_per_s") == pytest.approx(256 * found.value("requests_per_s"))
    assert found.value("request_time") == pytest.approx(found.value("ttft") + 255 * found.value("tpot"))
    assert found.value("user_tokens_per_s") == pytest.approx(1 / found.value("tpot"))


def test_that_the_queue_has_a_step_the_prefills_ahead_and_the_first_burst() -> None:
    found = plan(engine="vllm", batch=21, engine_row={"queue_prefills": 0.5})
    prefill = found.value("prefill_request")
    assert found.value("ttft_queue") == pytest.approx(found.value("step_time") + prefill * (0.5 + 20 / 20))
    assert found.value("ttft") == pytest.approx(
        found.value("ttft_alone") + found.value("ttft_queue") + found.value("ttft_wait")
    )
    assert plan(engine="vllm", batch=21, rounds=1000).value("ttft") < found.value("ttft")


@pytest.mark.parametrize("engine", [None, "fastertransformer"])
def test_that_a_static_batch_reads_its_prompts_together_and_has_no_queue(engine: str | None) -> None:
    cells = {} if engine is None else {"engine": engine}
    found = plan(batch=4, **cells)
    assert found.value("ttft_queue") is None and found.value("ttft_wait") is None
    assert found.value("ttft") == found.value("prefill")
    assert found.value("tpot") == found.value("tpot_decode") == found.value("decode_mean")
    assert found.value("tokens_per_s") == pytest.approx(4 * 256 / found.value("request_time"))


def test_that_sequences_beyond_the_room_for_the_cache_wait() -> None:
    few, many = plan(engine="vllm", batch=64), plan(engine="vllm", batch=4096)
    assert few.value("running") == 64 and few.value("ttft_wait") == 0
    room = many.value("kv_budget") * 1280 // (many.value("kv_request") * (1024 + 128))
    assert many.value("running") == room < 4096
    assert many.value("ttft_wait") > 10 * many.value("ttft_queue") > 0
    assert many.value("tokens_per_s") >= few.value("tokens_per_s")


def test_that_a_mean_step_stands_between_the_steps_of_first_and_last_token() -> None:
    found = plan(batch=8, prompt=1024, output=2048, context=3072)
    first = plan(batch=8, prompt=1023, output=1, context=1024)
    assert first.value("decode_step") < found.value("decode_mean") < found.value("decode_step")


def test_that_drafted_tokens_give_a_step_more_tokens() -> None:
    cells: dict[str, Any] = {"batch": 4, "draft": "llama-3.2-1b", "engine": "vllm"}
    plain, found = plan(**cells), plan(**cells, draft_tokens=4, acceptance=0.8)
    assert found.value("step_accepted") == pytest.approx((1 - 0.8**5) / 0.2)
    assert found.value("pass_rows") == 20 and plain.value("pass_rows") == 4
    for acceptance, tokens in ((0, 1), (1, 5)):
        assert plan(**cells, draft_tokens=4, acceptance=acceptance).value("step_accepted") == pytest.approx(tokens)
    drafted = found.value("step_time") - found.value("decode_mean")
    assert drafted == pytest.approx(4 * found.amounts["draft.step_s"]) and drafted > 0
    assert found.value("tpot_decode") == pytest.approx(found.value("step_time") / 3.3616)
    assert found.value("tpot_decode") < plain.value("tpot_decode")
    assert plan(**cells, draft_tokens=4, acceptance=0).value("tpot_decode") > plain.value("tpot_decode")


def test_that_speculation_needs_something_that_drafts() -> None:
    found = plan(draft_tokens=4, acceptance=0.8)
    assert found.value("step_time") == found.value("decode_mean") and found.value("pass_rows") == 1


@pytest.mark.parametrize("model", ["llama-3-8b", "gemma-3-4b"])
def test_that_a_cached_prefix_shortens_the_first_token_and_nothing_else(model: str) -> None:
    whole = plan(model, engine="vllm", prompt=8192, context=8448)
    times = [whole.value("prefill_request")]
    for cached in (2048, 6144, 8192):
        found = plan(model, engine="vllm", prompt=8192, context=8448, cached_tokens=cached)
        times.append(found.value("prefill_request"))
        assert found.value("tpot_decode") == whole.value("tpot_decode")
    assert times == sorted(times, reverse=True) and times[-1] > 0
    assert found.value("new_tokens") == 1


def test_that_two_pools_take_the_prefills_out_of_the_steps() -> None:
    together, apart = plan(engine="vllm", batch=32), plan(engine="vllm", batch=32, pools="apart", target_rate=40)
    assert apart.value("tpot") == apart.value("tpot_decode") < together.value("tpot")
    assert apart.value("ttft_alone") > together.value("ttft_alone")
    bytes_sent = 1024 * apart.value("kv_bytes_per_token")
    card = apart.accelerator
    assert card is not None and isinstance(card.link_bandwidth, int | float)
    assert apart.value("transfer") > bytes_sent / card.link_bandwidth
    assert apart.value("pool_prefill") == math.ceil(40 * apart.value("prefill_request"))
    assert apart.value("pool_decode") == math.ceil(40 * 256 * apart.value("tpot") / 32)
    assert apart.value("pool_gpus") == apart.value("pool_prefill") + apart.value("pool_decode")
    twice = plan(engine="vllm", batch=32, pools="apart", target_rate=80)
    assert twice.value("pool_gpus") >= 2 * apart.value("pool_gpus") - 2


@pytest.mark.parametrize(("batch", "waiting"), [(1, 0.75), (2, 0.5), (8, 0)])
def test_that_a_pipeline_is_full_with_as_many_groups_as_stages(batch: int, waiting: float) -> None:
    found = plan(pp=4, batch=batch)
    assert found.value("idle_stages") == waiting
    assert found.value("pass_batch") == math.ceil(batch / min(batch, 4))


def test_that_cost_and_energy_come_from_price_power_and_rate() -> None:
    found = plan(tp=2, batch=8)
    card = found.accelerator
    assert card is not None and isinstance(card.price_low, float) and isinstance(card.power, int | float)
    rate = found.value("tokens_per_s")
    assert found.value("million_cost_low") == pytest.approx(2 * card.price_low / 3600 / rate * 1e6)
    assert found.value("token_energy") == pytest.approx(2 * card.power / rate)
    assert found.value("million_cost_high") >= found.value("million_cost_low")


def test_that_a_card_without_price_and_power_has_no_cost_and_no_energy() -> None:
    workbook = request_workbook({"model": "llama-3-8b", "gpu": CARD, "set": {}})
    cards = tuple(
        card.model_copy(update={"price_low": None, "price_high": None, "power": None}) for card in workbook.accelerators
    )
    found = PLANNER.evaluate(workbook.model_copy(update={"accelerators": cards})).scenarios["scenario"]
    assert found.value("million_cost_low") is None and found.value("token_energy") is None
    assert found.value("ttft") > 0


def test_that_gaps_count_every_call_of_a_pass() -> None:
    row = {"graph_decode": False, "launch_gap": 1e-6, "host_step": 0}
    found = plan(engine="fastertransformer", engine_row=row)
    calls = sum(1 for line in found.structure.lines if line.parent == "decode_step.group1.block")
    outside = sum(
        1 for line in found.structure.lines
        if line.parent == "decode_step" and f"{line.key}.memory" in found.structure.index
    )  # fmt: skip
    assert calls == 11
    assert found.value("decode_step.gaps") == pytest.approx(1e-6 * (32 * calls + outside))
    graphed = plan(engine="fastertransformer", engine_row={**row, "graph_decode": True})
    assert graphed.value("decode_step.gaps") is None and graphed.value("prefill.gaps") > 0


def test_that_a_fused_norm_saves_one_call_and_a_sixth_of_the_bytes() -> None:
    apart, fused = (plan(engine="vllm", engine_row={"fused_norms": each}) for each in (False, True))
    key = "decode_step.group1.block.attention.residual"
    saved = apart.value(key) - 2 / 3 * apart.value(f"{key}.memory")
    assert apart.value("decode_step") - fused.value("decode_step") == pytest.approx(2 * 32 * saved)
    assert fused.value("block_decode") == apart.value("block_decode"), "a block is what Measure measures"


@pytest.mark.parametrize("engine", ["vllm", "tensorrt-llm", "tensorrt-llm-0.6", "fastertransformer", "llama-cpp"])
def test_that_no_engine_is_faster_than_the_floor_and_its_lines_add_up(engine: str) -> None:
    found = plan(engine=engine, batch=2)
    for name, floor in (("prefill", "prefill_floor"), ("decode_step", "decode_floor")):
        assert found.value(name) >= found.value(floor)
        assert found.value(f"{name}_by_class") == pytest.approx(found.value(name))


def test_that_a_ceiling_holds_on_fast_memory_only() -> None:
    def step(gpu: str, **row: Any) -> float:
        found: float = plan("llama-2-7b", gpu, engine="llama-cpp", engine_row=row).value("decode_step")
        return found

    assert step("a100-sxm4-80gb") > 1.1 * step("a100-sxm4-80gb", bandwidth_ceiling=None)
    assert step("rtx-3090") == step("rtx-3090", bandwidth_ceiling=None)


def test_that_shared_heads_are_read_again_where_the_profile_says_so() -> None:
    key = "decode_step.group1.block.attention.attention.memory"
    once, often = (plan(engine="tensorrt-llm-0.6", engine_row={"group_reads": reads}) for reads in (1, 6))
    assert often.value(key) == pytest.approx(4 * once.value(key)), "four query heads share one in Llama-3-8B"
    alone = plan("llama-2-7b", engine="tensorrt-llm-0.6")
    assert alone.value(key) == plan("llama-2-7b", engine="tensorrt-llm-0.6", engine_row={"group_reads": 1}).value(key)


def test_that_the_longest_gap_has_a_piece_of_a_prefill_where_it_is_cut() -> None:
    cells = {"prompt": 32768, "context": 33024, "engine": "vllm", "max_batched_tokens": 2048}
    cut, whole = (plan(engine_row={"chunked_prefill": each}, **cells) for each in (True, False))
    assert whole.value("token_gap") == pytest.approx(whole.value("step_time") + whole.value("prefill_request"))
    assert cut.value("token_gap") == pytest.approx(cut.value("step_time") + cut.value("prefill_request") / 16)


def test_that_names_of_the_command_line_have_the_lines_values() -> None:
    from planner.summary import summary_of

    found = request_evaluation(PLANNER, {"model": "llama-3-8b", "gpu": CARD, "set": {"engine": "vllm"}})
    names = summary_of(found)
    for name, key in (("ttft_s", "ttft"), ("tpot_s", "tpot"), ("tokens_per_s", "tokens_per_s")):
        assert names[name] == found.value(key) > 0
    trained = request_evaluation(PLANNER, {"model": "llama-3-8b", "gpu": CARD, "set": {"load": "training"}})
    assert summary_of(trained)["tokens_per_s"] == trained.value("train_tokens_per_s") > 0
    assert summary_of(trained)["ttft_s"] is None


def test_that_a_blank_link_between_two_pools_is_named() -> None:
    workbook = request_workbook(
        {"model": "llama-3-8b", "gpu": CARD, "set": {"engine": "vllm", "pools": "apart", "target_rate": 2}}
    )
    card = workbook.accelerators[0].model_copy(update={"link_bandwidth": None, "pcie_bandwidth": None})
    found = PLANNER.evaluate(workbook.model_copy(update={"accelerators": (card,)}))
    assert found.scenarios["scenario"].value("ttft") is None
    said = [each.sentence for each in found.findings if each.code == "time_unknown"]
    assert len(said) == 1 and said[0].startswith("No times of requests: ") and "Link of" in said[0]
