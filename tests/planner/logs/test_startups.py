"""Several start-ups, messages and contexts in one text: their figures are kept apart, and that is said."""

from __future__ import annotations

import time

import pytest

from planner.answers import request_workbook
from planner.evaluations import Planner
from planner.logs.answer import reconcile
from planner.logs.reading import read_log

GIB, MIB = 2**30, 2**20


def gib(text: str) -> dict[str, float]:
    return {name: round(figure.value / GIB, 4) for name, figure in read_log(text).figures.items()}


def vllm(weights: float, cache: float, tokens: int, rank: str = "") -> str:
    return (
        f"{rank}INFO 11-02 10:00:00 [gpu_model_runner.py:1] Model loading took {weights} GiB and 25.1 seconds\n"
        f"{rank}INFO 11-02 10:00:05 [gpu_worker.py:1] Available KV cache memory: {cache} GiB\n"
        f"INFO 11-02 10:00:06 [kv_cache_utils.py:1] GPU KV cache size: {tokens:,} tokens\n"
    )


BEGIN = "INFO 11-02 09:59:00 [core.py:70] Initializing a V1 LLM engine (v0.9.1) with config: model='m'\n"


@pytest.mark.parametrize("begin", ["", BEGIN])
def test_that_the_last_of_equal_start_ups_counts_as_a_whole(begin: str) -> None:
    text = begin + vllm(15.0, 40.0, 300_000) + "some other line\n" + begin + vllm(7.5, 50.0, 400_000)
    log = read_log(text)
    assert [(part.first, part.last) for part in log.startups] == ([(1, 3), (5, 7)] if not begin else [(2, 4), (7, 9)])
    assert {name: figure.value for name, figure in log.figures.items()} == {
        "weights": 7.5 * GIB,
        "kv_cache": 50 * GIB,
        "kv_tokens": 400_000,
    }
    assert not any(figure.differs for figure in log.figures.values())


def test_that_a_start_up_that_was_cut_off_does_not_take_the_place_of_a_whole_one() -> None:
    text = vllm(15.0, 40.0, 300_000) + "INFO Model loading took 7.5 GiB and 2 seconds"
    assert gib(text)["weights"] == 15.0


def test_that_the_note_says_which_lines_the_table_is_of() -> None:
    workbook = request_workbook(
        {"model": "llama-3.1-8b", "gpu": "h100-sxm5", "set": {"engine": "vllm", "context": 4096}}
    )
    plan = Planner().evaluate(workbook).scenarios["scenario"]
    twice = vllm(15.0, 40.0, 300_000) + vllm(7.5, 50.0, 400_000)
    said = [str(note) for note in reconcile(twice, plan, workbook).notes]
    assert any("2 start-ups" in sentence and "lines 4 to 6" in sentence for sentence in said)
    once = [str(note) for note in reconcile(vllm(15.0, 40.0, 1), plan, workbook).notes]
    assert not any("start-ups" in sentence for sentence in once)


def test_that_ranks_and_engines_of_one_start_up_are_no_start_ups() -> None:
    ranks = "".join(
        f"(EngineCore_DP{rank} pid={rank}) {BEGIN}" + vllm(15.0, 40.0 - rank, 1000 - rank, f"(Worker_TP{rank} pid=1) ")
        for rank in range(4)
    )
    log = read_log(ranks)
    assert len(log.startups) == 1 and log.figures["kv_cache"].value == 37 * GIB


def test_that_a_text_with_the_newest_line_first_states_the_same() -> None:
    text = vllm(15.0, 40.0, 300_000)
    assert gib("\n".join(reversed(text.splitlines()))) == gib(text)


def test_that_sglang_restarted_is_two_start_ups_and_its_draft_model_is_none() -> None:
    once = (
        "[2026-08-13 10:00:00 TP0] Load weight begin. avail mem=78.00 GB\n"
        "[2026-08-13 10:00:10 TP0] Load weight end. type=Main, avail mem=48.00 GB, mem usage={weights} GB.\n"
        "[2026-08-13 10:00:11 TP0] KV Cache is allocated. #tokens: 1000, K size: 10.00 GB, V size: 10.00 GB\n"
        "[2026-08-13 10:00:12 TP0] Load weight begin. avail mem=28.00 GB\n"
        "[2026-08-13 10:00:13 TP0] Load weight end. type=Draft, avail mem=27.00 GB, mem usage=1.00 GB.\n"
        "[2026-08-13 10:00:14 TP0] max_total_num_tokens=1000, chunked_prefill_size=8192\n"
    )
    assert len(read_log(once.format(weights="30.00")).startups) == 1
    twice = read_log(once.format(weights="30.00") + once.format(weights="20.00"))
    assert len(twice.startups) == 2 and twice.figures["weights"].value == 20 * GIB


def test_that_of_several_messages_the_one_that_wanted_most_counts_as_a_whole() -> None:
    form = (
        "[rank{rank}]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate {tried} GiB. GPU {rank} has a "
        "total capacity of 79.11 GiB of which {free} GiB is free. Including non-PyTorch memory, this process has "
        "{process} GiB memory in use. Of the allocated memory {held} GiB is allocated by PyTorch, and 1.00 GiB is "
        "reserved by PyTorch but unallocated."
    )
    text = "\n".join(
        form.format(rank=rank, tried=tried, free=free, process=process, held=held)
        for rank, (tried, free, process, held) in enumerate(((2.0, 1.0, 72.0, 70.0), (20.0, 60.0, 12.0, 10.0)))
    )
    assert gib(text) == {
        "tried": 2.0, "usable": 79.11, "free_now": 1.0, "process": 72.0, "torch_allocated": 70.0,
        "torch_unallocated": 1.0, "torch_reserved": 71.0, "outside_torch": 1.0, "wanted": 72.0,
    }  # fmt: skip


CONTEXT = """
load_tensors:        CUDA0 model buffer size =  {weights} MiB
llama_context: n_ctx         = 8192
llama_kv_cache:      CUDA0 KV buffer size =   {cache} MiB
llama_kv_cache: size =  {cache} MiB ( 8192 cells, 31 layers,  1/1 seqs), K (f16): {half} MiB, V (f16): {half} MiB
llama_context:      CUDA0 compute buffer size =   304.00 MiB
"""
TABLE = (
    "common_memory_breakdown_print: |   - CUDA0 (RTX 4090)   | 24563 = 11223 + (10304 = {weights} + {cache} + 304)"
    " +        1305 |\ncommon_memory_breakdown_print: |   - Host               |                    804 =   682 + "
    "      0 +     122                |"
)


def test_that_the_table_of_llama_cpp_counts_only_where_no_line_of_a_buffer_does() -> None:
    lines = CONTEXT.format(weights="9000.00", cache="1000.00", half="500.00")
    table = TABLE.format(weights=9001, cache=1001)
    both, alone = read_log(lines + table).figures, read_log(table).figures
    assert (both["weights"].value, both["kv_cache"].value) == (9000 * MIB, 1000 * MIB)
    assert (alone["weights"].value, alone["kv_cache"].value) == (9001 * MIB, 1001 * MIB)
    assert alone["weights_host"].value == 682 * MIB and "kv_cache_host" not in alone


def test_that_of_several_tables_the_last_counts_and_the_others_are_noted() -> None:
    figures = read_log(TABLE.format(weights=15000, cache=4000) + "\n" + TABLE.format(weights=9000, cache=1000)).figures
    assert figures["weights"].value == 9000 * MIB and figures["weights"].differs


def test_that_two_contexts_of_llama_cpp_are_not_added() -> None:
    first = CONTEXT.format(weights="9000.00", cache="1000.00", half="500.00")
    second = CONTEXT.format(weights="900.00", cache="100.00", half="50.00")
    for text in (first + second, second + first):
        figures = read_log(text).figures
        assert figures["weights"].value == 9000 * MIB and figures["weights"].differs
        assert (figures["kv_cache"].value, figures["kv_keys"].value) == (1000 * MIB, 500 * MIB)
        assert figures["compute"].value == 304 * MIB


def test_that_a_compute_buffer_that_is_reserved_anew_is_not_added() -> None:
    text = CONTEXT.format(weights="9000.00", cache="1000.00", half="500.00")
    again = "llama_context:      CUDA0 compute buffer size =   320.00 MiB\n"
    assert read_log(text + again).figures["compute"].value == 320 * MIB


def test_that_an_encoders_buffer_is_not_the_models() -> None:
    text = CONTEXT.format(weights="9000.00", cache="1000.00", half="500.00")
    encoder = "alloc_compute_meta:      CUDA0 compute buffer size =   667.00 MiB\n"
    assert read_log(text + encoder).figures["compute"].value == 304 * MIB


def test_that_the_keys_of_all_caches_of_a_context_are_one_figure() -> None:
    text = """
llama_kv_cache_iswa: creating non-SWA KV cache, size = 8192 cells
llama_kv_cache:      CUDA0 KV buffer size =   400.00 MiB
llama_kv_cache: size =  400.00 MiB ( 8192 cells,  5 layers,  1/1 seqs), K (f16): 200.00 MiB, V (f16): 200.00 MiB
llama_kv_cache_iswa: creating     SWA KV cache, size = 1536 cells
llama_kv_cache:      CUDA0 KV buffer size =   100.00 MiB
llama_kv_cache: size =  100.00 MiB ( 1536 cells, 25 layers,  1/1 seqs), K (q8_0):  40.00 MiB, V (f16):  60.00 MiB
"""
    figures = read_log(text).figures
    assert [figures[name].value / MIB for name in ("kv_cache", "kv_keys", "kv_values")] == [500, 240, 260]
    assert not figures["kv_keys"].differs


def test_that_recurrent_states_are_in_the_cache_and_apart() -> None:
    text = """
llama_kv_cache:      CUDA0 KV buffer size =   384.00 MiB
llama_kv_cache: size =  384.00 MiB ( 4096 cells,  16 layers,  3/1 seqs), K (f16): 192.00 MiB, V (f16): 192.00 MiB
llama_memory_recurrent:      CUDA0 RS buffer size =   448.88 MiB
llama_memory_recurrent: size =  448.88 MiB (     3 cells,  65 layers,  3 seqs), R (f32): 16.88 MiB, S (f32): 432.00 MiB
"""
    figures = read_log(text).figures
    wanted = {"kv_cache": 832.88, "kv_keys": 192.0, "kv_values": 192.0, "conv_states": 16.88, "states": 432.0}
    assert {name: round(figure.value / MIB, 2) for name, figure in figures.items()} == wanted


def test_that_what_is_stated_of_a_whole_model_is_not_taken_for_one_of_its_gpus() -> None:
    text = """
llama_kv_cache:      CUDA0 KV buffer size =   200.00 MiB
llama_kv_cache:      CUDA1 KV buffer size =   184.00 MiB
llama_kv_cache: size =  384.00 MiB ( 4096 cells,  16 layers,  1/1 seqs), K (f16): 192.00 MiB, V (f16): 192.00 MiB
llama_memory_recurrent:      CUDA0 RS buffer size =   150.00 MiB
llama_memory_recurrent:      CUDA1 RS buffer size =   140.00 MiB
llama_memory_recurrent: size =  290.00 MiB (     1 cells,  65 layers,  1 seqs), R (f32): 10.00 MiB, S (f32): 280.00 MiB
"""
    assert {name: figure.value / MIB for name, figure in read_log(text).figures.items()} == {"kv_cache": 350}


def test_that_a_decimal_comma_is_one() -> None:
    text = (
        "load_tensors:        CUDA0 model buffer size =  4615,84 MiB\n"
        "llama_kv_cache: size = 512,00 MiB ( 4096 cells, 32 layers, 1/1 seqs), K (f16): 256,00 MiB, V (f16): 256,00 MiB"
    )
    figures = read_log(text).figures
    assert figures["weights"].value == round(4615.84 * MIB)
    assert (figures["kv_cache"].value, figures["kv_keys"].value) == (512 * MIB, 256 * MIB)


def test_that_the_room_of_a_slot_is_not_the_whole_cache() -> None:
    text = "llama_context: n_ctx         = 8192\nslot load_model: id  3 | task -1 | new slot, n_ctx = 2048"
    assert read_log(text).figures["cells"].value == 8192


@pytest.mark.parametrize(
    "text", ["--max-model-len 32k", "max_model_len=30_000", "'max_model_len': -1", "max_num_seqs=0"]
)
def test_that_no_part_of_a_setting_is_taken_for_it(text: str) -> None:
    assert read_log(text).figures == {}


def test_that_what_a_terminal_cut_within_a_number_is_put_together() -> None:
    line = (
        "[2025-11-04 05:27:13 TP0] KV Cache is allocated. dtype: torch.bfloat16, #tokens: 367404, K size: 8.23 GB, "
        "V size: 8.23 GB"
    )
    other = "[2025-11-04 05:27:14 TP0] " + "x" * 100
    width = line.index("367404") + 3
    cut = "\n".join([line[:width], line[width:], other[:width], other[width:]])
    figures = read_log(cut).figures
    assert figures["kv_tokens"].value == 367_404 and figures["kv_keys"].value == round(8.23 * GIB)


def test_that_lines_of_one_length_are_not_put_together_without_need() -> None:
    lines = [
        f"(Worker_TP{rank} pid={rank}) INFO 11-02 10:00:00 [gpu_model_runner.py:1] Model loading took 15.2{rank} GiB"
        for rank in range(4)
    ]
    assert read_log("\n".join(f"node7 {line}" for line in lines)).figures["weights"].ranks == (
        "TP0",
        "TP1",
        "TP2",
        "TP3",
    )


def test_that_a_pasted_log_of_requests_is_read_at_once() -> None:
    requests = "\n".join(f"INFO [logger.py:39] Received request cmpl-{at}: max_tokens={at}" for at in range(20_000))
    start = time.process_time()
    read_log(requests)
    assert time.process_time() - start < 2


def test_that_servers_behind_a_router_are_not_added() -> None:
    lines = [
        "[53871] 0.09.036.819 I load_tensors:        CUDA0 model buffer size =  4000.00 MiB",
        "[47161] 0.15.050.780 I load_tensors:        CUDA0 model buffer size =  1000.00 MiB",
        "[53871] 0.10.036.819 I llama_kv_cache:      CUDA0 KV buffer size =   400.00 MiB",
        "[47161] 0.16.050.780 I llama_kv_cache:      CUDA0 KV buffer size =   100.00 MiB",
    ]
    figures = read_log("\n".join(lines)).figures
    assert (figures["weights"].value, figures["kv_cache"].value) == (4000 * MIB, 400 * MIB)
    assert figures["weights"].differs
