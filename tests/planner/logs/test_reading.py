"""Logs in the form of each program and version: every figure is recognised, in the unit that the program means."""

from __future__ import annotations

import random
import time

import pytest

from planner.logs.reading import read_log
from tests.planner.logs.printing import log_of
from tests.planner.memory_cases import Case, cases

GIB, MIB = 2**30, 2**20
NOT_PRINTED = frozenset({"tokens_of_requests"})
"""Follows from requests and their length."""
READ_AS = {"kv_needed": "kv_request", "states": "states"}


def expected(case: Case) -> dict[str, tuple[float, float]]:
    """The figures that the log of a case states: value, and how far the printed digits may be off."""
    found: dict[str, tuple[float, float]] = {}
    gpus = [
        each
        for name, each in case.printed.items()
        if name.startswith(("weights_CUDA", "weights_Vulkan")) and not name.endswith(("Host", "Split"))
    ]
    if gpus:
        found["weights"] = max((each.value, each.half + 6000) for each in gpus)
    for name, printed in case.printed.items():
        if name.startswith("weights_") or name in NOT_PRINTED or name in ("kv_full", "kv_window", "states"):
            continue
        found[READ_AS.get(name, name)] = (printed.value, printed.half * 1.01 + 1)
    if "kv_full" in case.printed:
        found["kv_cache"] = (case.printed["kv_full"].value + case.printed["kv_window"].value, 2 * 5300)
    return found


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_that_every_figure_of_a_log_is_recognised(case: Case) -> None:
    log = read_log(log_of(case))
    page = case.raw.get("engine_row", {}).get("page_tokens", 16)
    for name, (value, half) in expected(case).items():
        if name == "kv_cache" and "kv_request" in expected(case):
            continue  # the refusal states another one, which is less
        if name == "kv_tokens" and name not in log.figures:
            assert log.figures["kv_blocks"].value * page == value
            continue
        if name == "kv_cache" and case.id == "sgl-mistral7b":
            continue  # a difference that no line states
        assert name in log.figures, log_of(case)
        assert abs(log.figures[name].value - value) <= half + log.figures[name].half, name


def mixed(text: str, seed: int) -> str:
    """The same log with what happens to logs: prefixes of containers, colours, other lines, Windows' line ends."""
    chance = random.Random(seed)
    prefixes = (
        "",
        "server-1  | ",
        "2026-02-26T05:35:08.123456Z stdout F ",
        "Feb 26 05:35:08 node7 docker[812]: ",
        "\x1b[32m[default0]:\x1b[0m ",
        "    vLLM STDOUT: ",
        "> ",
    )
    noise = (
        "GET /health HTTP/1.1 200 OK",
        "warning: 17.5 GiB of something else",
        '  File "x.py", line 3, in <module>',
        "Loading safetensors:  50%|█████     | 2/4\rLoading safetensors: 100%|██████████| 4/4",
    )
    prefix = chance.choice(prefixes)
    lines = []
    for line in text.split("\n"):
        lines.append(f"{prefix}{line}")
        if chance.random() < 0.3:
            lines.append(f"{prefix}{chance.choice(noise)}")
    return chance.choice(("\n", "\r\n")).join(lines)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_that_prefixes_colours_and_other_lines_change_no_figure(case: Case) -> None:
    text = log_of(case)
    plain = {name: figure.value for name, figure in read_log(text).figures.items()}
    for seed in range(6):
        assert {name: figure.value for name, figure in read_log(mixed(text, seed)).figures.items()} == plain


def test_that_a_log_whose_line_breaks_were_lost_is_read_too() -> None:
    text = (
        "INFO 08-29 13:08:32 [model_runner.py:1140] Model loading took 0.5153 GiB and 6.204724 seconds INFO 08-29 "
        "13:08:35 [worker.py:287] the current vLLM instance can use total_gpu_memory (23.55GiB) x "
        "gpu_memory_utilization (0.78) = 18.28GiB INFO 08-29 13:08:35 [worker.py:287] model weights take 0.52GiB; "
        "non_torch_memory takes 0.07GiB; PyTorch activation peak memory takes 1.61GiB; the rest of the memory "
        "reserved for KV Cache is 16.09GiB. INFO [executor_base.py:112] # cuda blocks: 87853, # CPU blocks: 32768"
    )
    figures = read_log(text).figures
    assert figures["weights"].value == round(0.5153 * GIB)  # the one with more digits
    assert (figures["kv_blocks"].value, figures["memory_fraction"].value) == (87853, 0.78)
    assert figures["activations"].value == round(1.61 * GIB)


def test_that_of_several_ranks_the_fullest_counts() -> None:
    text = "\n".join(
        f"(Worker_PP0_TP{rank} pid={rank}) INFO Available KV cache memory: {kv} GiB\n"
        f"(Worker_PP0_TP{rank} pid={rank}) INFO Model loading took {weights} GiB memory and 9 seconds"
        for rank, (kv, weights) in enumerate((("9.51", "30.59"), ("8.69", "30.59"), ("9.40", "31.02")))
    )
    figures = read_log(text).figures
    assert figures["kv_cache"].value == round(8.69 * GIB)
    assert figures["weights"].value == round(31.02 * GIB)
    assert figures["weights"].ranks == ("PP0_TP0", "PP0_TP1", "PP0_TP2")
    assert not figures["weights"].differs


def test_that_a_rank_that_states_two_values_is_marked() -> None:
    text = (
        "[2026-08-13 TP0] Load weight end. type=Main, avail mem=161.06 GB, mem usage=104.24 GB.\n"
        "[2026-08-13 TP0] Load weight end. type=Draft, avail mem=158.45 GB, mem usage=2.60 GB."
    )
    figure = read_log(text).figures["weights"]
    assert (figure.value, figure.differs) == (round(104.24 * GIB), True)


@pytest.mark.parametrize(
    ("message", "total", "reserved"),
    [
        (
            "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of "
            "23.64 GiB of which 1.06 GiB is free. Including non-PyTorch memory, this process has 22.57 GiB memory in "
            "use. Of the allocated memory 21.07 GiB is allocated by PyTorch, with 24.00 MiB allocated in private pools "
            "(e.g., CUDA Graphs), and 1.04 GiB is reserved by PyTorch but unallocated. If reserved but unallocated "
            "memory is large try setting PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True",
            23.64,
            22.11,
        ),
        (
            "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 23.64 GiB total capacity; 21.07 GiB "
            "already allocated; 1.06 GiB free; 22.11 GiB reserved in total by PyTorch)",
            23.64,
            22.11,
        ),
        (
            "[rank1]: torch.OutOfMemoryError: HIP out of memory. Tried to allocate 2.00 GiB. GPU 1 has a total capacty "
            "of 23.64 GiB of which 0 bytes is free. Of the allocated memory 21.07 GiB is allocated by PyTorch, and "
            "1.04 GiB is reserved by PyTorch but unallocated.",
            23.64,
            22.11,
        ),
    ],
)
def test_that_an_out_of_memory_message_is_read(message: str, total: float, reserved: float) -> None:
    figures = read_log(message).figures
    assert figures["tried"].value == 2 * GIB
    assert figures["usable"].value == round(total * GIB)
    assert abs(figures["torch_reserved"].value - reserved * GIB) <= 2
    assert abs(figures["wanted"].value - 23.07 * GIB) <= 2


TABLE = """
+-----------------------------------------------------------------------------------------+
| NVIDIA-SMI 550.54.15              Driver Version: 550.54.15      CUDA Version: 12.4     |
|-----------------------------------------+------------------------+----------------------+
| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |
| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |
|=========================================+========================+======================|
|   0  NVIDIA A100-SXM4-80GB          On  |   00000000:07:00.0 Off |                    0 |
| N/A   32C    P0             61W /  400W |   72345MiB /  81920MiB |      0%      Default |
+-----------------------------------------+------------------------+----------------------+
|   1  NVIDIA A100-SXM4-80GB          On  |   00000000:0A:00.0 Off |                    0 |
| N/A   31C    P0             60W /  400W |   72111MiB /  81920MiB |      0%      Default |
+-----------------------------------------------------------------------------------------+
| Processes:                                                                              |
|  GPU   GI   CI        PID   Type   Process name                              GPU Memory |
|    0   N/A  N/A     12345      C   python3                                     72336MiB |
+-----------------------------------------------------------------------------------------+
"""
QUERY = """index, name, memory.used [MiB], memory.total [MiB]
0, NVIDIA A100-SXM4-80GB, 72345 MiB, 81920 MiB
1, NVIDIA A100-SXM4-80GB, 72111 MiB, 81920 MiB
"""


@pytest.mark.parametrize("text", [TABLE, QUERY, TABLE.replace("\n", "\r\n")], ids=["table", "query", "windows"])
def test_that_the_table_of_nvidia_smi_is_read(text: str) -> None:
    figures = read_log(text).figures
    assert figures["card_used"].value == 72345 * MIB
    assert figures["card_total"].value == 81920 * MIB
    assert figures["card_used"].ranks == ("0 NVIDIA A100-SXM4-80GB", "1 NVIDIA A100-SXM4-80GB")


def test_that_buffers_of_llama_cpp_are_told_apart_by_device() -> None:
    text = """
load_tensors:   CPU_Mapped model buffer size =   682.03 MiB
load_tensors:        CUDA0 model buffer size =  4615.84 MiB
load_tensors:        CUDA1 model buffer size =  5035.55 MiB
llama_context: n_ctx         = 8192
llama_kv_cache_unified:      CUDA0 KV buffer size =   512.00 MiB
llama_kv_cache_unified:      CUDA1 KV buffer size =   480.00 MiB
llama_kv_cache_unified: size =  992.00 MiB ( 8192 cells, 31 layers,  1/1 seqs), K (f16): 496.00 MiB, V (f16): 496.00 MiB
llama_context:      CUDA0 compute buffer size =   304.00 MiB
llama_context:      CUDA1 compute buffer size =   296.50 MiB
llama_context:  CUDA_Host compute buffer size =    26.01 MiB
"""
    figures = read_log(text).figures
    assert figures["weights"].value == round(5035.55 * MIB)
    assert figures["weights_host"].value == round(682.03 * MIB)
    assert figures["kv_cache"].value == 512 * MIB
    assert figures["compute"].value == 304 * MIB


def test_that_the_memory_table_of_llama_cpp_is_read() -> None:
    text = (
        "llama_memory_breakdown_print: | memory breakdown [MiB] | total   free    self   model   context   compute    "
        "unaccounted |\nllama_memory_breakdown_print: |   - CUDA0 (RTX 4090)   | 24563 = 11223 + (12034 =  9000 +    "
        "2000 +    1034) +        1305 |"
    )
    figures = read_log(text).figures
    assert [figures[name].value // MIB for name in ("usable", "weights", "kv_cache", "compute")] == [
        24563,
        9000,
        2000,
        1034,
    ]


def test_that_ollama_is_read() -> None:
    text = (
        'time=2026-01-02T03:04:05Z level=INFO source=device.go:240 msg="model weights" device=CUDA0 size="4.6 GiB"\n'
        'time=2026-01-02T03:04:05Z level=INFO source=device.go:251 msg="kv cache" device=CUDA0 size="2.0 GiB"\n'
        'time=2026-01-02T03:04:05Z level=INFO source=device.go:262 msg="compute graph" device=CUDA0 size="304.0 MiB"'
    )
    figures = read_log(text).figures
    assert figures["weights"].value == round(4.6 * GIB)
    assert (figures["kv_cache"].value, figures["compute"].value) == (2 * GIB, 304 * MIB)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x1b[31m\x1b[0m",
        "The weights are about 14 GB.",
        "Model loading took a long time",
        "GPU KV cache size: unknown",
        "KV Cache",
        "memory: 80 GiB",
        "{" * 10_000,
        "1,2,3\n4,5,6",
        "peak_torch_memory",
        "K size: GB, V size: GB",
        "A total of 24.5 GiB, x = 3 GiB (",
        "我的显存有 80 GiB",
    ],
)
def test_that_nothing_is_guessed_from_lines_that_state_nothing(text: str) -> None:
    assert read_log(text).figures == {}


@pytest.mark.parametrize(
    "text", ["Load weight end. ", "KV Cache is allocated. ", "[", "CUDA0 ", "Worker_TP1_", "| 0 x"]
)
def test_that_a_long_line_of_beginnings_is_read_in_time_that_grows_with_its_length(text: str) -> None:
    def seconds(times: int) -> float:
        start = time.process_time()
        read_log(text * times)
        return time.process_time() - start

    seconds(1000)
    assert seconds(40_000) < 16 * max(seconds(10_000), 0.01)


def test_that_both_pools_of_a_model_with_windows_are_one_cache() -> None:
    lines = [
        "[2026-01-31 13:50:39 TP0] Use sliding window memory pool. full_layer_tokens=400000, swa_layer_tokens=300000",
        "[2026-01-31 13:50:39 TP0] KV Cache is allocated. #tokens: 300000, K size: 8.00 GB, V size: 6.00 GB",
        "[2026-01-31 13:50:40 TP0] KV Cache is allocated. #tokens: 400000, K size: 1.50 GB, V size: 1.00 GB",
        "[2026-01-31 13:50:44 TP0] KV Cache is allocated. #tokens: 400000, K size: 0.25 GB, V size: 0.25 GB",
    ]
    figures = read_log("\n".join(lines)).figures
    assert figures["kv_cache"].value == 16.5 * 2**30, "the draft model's is not among them"
    assert figures["kv_tokens"].value == 400_000 and not figures["kv_tokens"].differs


def test_that_the_profile_of_vllm_as_a_table_is_read() -> None:
    rows = ("total_gpu_memory     79.00GiB", "the current vLLM instance can use    71.10GiB",
            "non_torch_memory     1.5GiB", "PyTorch activation peak memory       1.25GiB",
            "available_kv_cache_memory    53.0GiB")  # fmt: skip
    figures = read_log("\n".join(f"INFO 12-13 19:54:18 worker.py:243] {row}" for row in rows)).figures
    wanted = {"usable": 79.0, "allowed": 71.1, "non_torch": 1.5, "activations": 1.25, "kv_cache": 53.0}
    assert {name: round(figures[name].value / 2**30, 6) for name in wanted} == wanted


def test_that_what_the_oldest_message_of_torch_calls_cached_is_besides_what_is_allocated() -> None:
    # CUDACachingAllocator.cpp of 1.0 to 1.3 prints amount_cached - amount_allocated
    text = ("RuntimeError: CUDA out of memory. Tried to allocate 12.50 MiB (GPU 0; 10.00 GiB total capacity; "
            "8.50 GiB already allocated; 9.00 MiB free; 0.25 GiB cached)")  # fmt: skip
    figures = read_log(text).figures
    assert figures["torch_reserved"].value == 8.75 * 2**30 and figures["usable"].value == 10 * 2**30


def test_that_slices_of_a_card_are_read_in_its_place_and_their_window_on_the_bus_is_not() -> None:
    text = """
|   0  NVIDIA A100-SXM4-80GB          On  |   00000000:18:00.0 Off |                   On |
| N/A   24C    P0             99W /  400W |      87MiB /  81920MiB |     N/A      Default |
| MIG devices:                                                                          |
|  0    1   0   0  |            1500MiB / 40192MiB    | 42      0 |  3   0    2    0    0 |
|                  |                 0MiB / 65535MiB  |           |                       |
|  0    2   0   1  |              50MiB / 40192MiB    | 42      0 |  3   0    2    0    0 |
|                  |                 0MiB / 65535MiB  |           |                       |
"""
    figures = read_log(text).figures
    assert figures["card_used"].value == 1500 * 2**20 and figures["card_total"].value == 40192 * 2**20
    assert figures["card_total"].ranks == ("0 MIG 0", "0 MIG 1")


def test_that_the_list_of_nvidia_smi_is_read_and_the_window_on_the_bus_is_not() -> None:
    text = """
GPU 00000000:01:00.0
    Product Name                          : NVIDIA GeForce RTX 4090
    FB Memory Usage
        Total                             : 24564 MiB
        Reserved                          : 357 MiB
        Used                              : 22041 MiB
        Free                              : 2165 MiB
    BAR1 Memory Usage
        Total                             : 32768 MiB
        Used                              : 32 MiB
        Free                              : 32736 MiB
    Conf Compute Protected Memory Usage
        Total                             : 0 MiB
"""
    figures = read_log(text).figures
    wanted = {"card_total": 24564, "card_used": 22041, "free_now": 2165}
    assert {name: figure.value // MIB for name, figure in figures.items()} == wanted
    assert figures["card_used"].ranks == ("00000000:01:00.0",)


@pytest.mark.parametrize(
    "message",
    [
        "torch.OutOfMemoryError: XPU out of memory. Tried to allocate 1.25 GiB. GPU 0 has a total capacity of 11.50 "
        "GiB. "
        "Of the allocated memory 10.25 GiB is allocated by PyTorch, and 0.50 GiB is reserved by PyTorch but "
        "unallocated.",
        "RuntimeError: XPU out of memory. Tried to allocate 1.25 GiB (GPU 0; 11.50 GiB total capacity; 10.25 GiB "
        "already allocated; 10.75 GiB reserved in total by PyTorch)",
    ],
)
def test_that_a_message_that_does_not_say_what_is_free_is_read(message: str) -> None:
    figures = read_log(message).figures
    values = {name: figures[name].value / GIB for name in ("usable", "wanted", "torch_reserved")}
    assert values == {"usable": 11.5, "wanted": 11.5, "torch_reserved": 10.75} and "free_now" not in figures
