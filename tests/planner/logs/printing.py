"""Logs as serving programs print them, written from the figures of `tests/cases/inference_memory*.jsonl`.

The form of a line is that of the version of the case; the figures are the case's, rounded as the program rounds them.
Around them stands what such logs have besides: other lines, ranks, colours, progress bars.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tests.planner.memory_cases import Case

GIB, MIB = 2**30, 2**20


def gib(value: float, half: float = 5368709) -> str:
    """As it was printed: with as many decimals as half of the last digit says."""
    decimals = 4 if half < 0.001 * GIB else 2 if half < 0.02 * GIB else 1
    return f"{value / GIB:.{decimals}f}"


def version_of(case: Case) -> tuple[int, ...]:
    """The version of vLLM that a case names; of a year or none, a late one."""
    found = re.search(r"0\.(\d+)(?:\.(\d+))?", case.raw["engine_version"])
    return (int(found[1]), int(found[2] or 0)) if found else (20, 0)


def vllm_log(case: Case) -> str:
    """The lines of one rank, or of each where there is more than one."""
    version, tp = version_of(case), int(case.raw["set"].get("tp", 1))
    old = version < (9, 3) and "V1" not in case.raw["engine_version"]
    lines = list(_old_vllm(case, version) if old else _new_vllm(case, version))
    shared = [line for line in lines if line.startswith(("# ", "Maximum", "GPU KV"))]
    own = [line for line in lines if line not in shared]
    said = ["INFO 11-02 10:00:00 [__init__.py:241] Automatically detected platform cuda."]
    for rank in range(tp):
        for line in own:
            tag = (
                ""
                if tp == 1
                else f"(VllmWorkerProcess pid={100 + rank}) "
                if old
                else f"(Worker_TP{rank} pid={7 + rank}) "
            )
            said.append(f"{tag}INFO 11-02 10:00:0{rank % 10} {_module(line, version)} {line}")
    said.append("Loading safetensors checkpoint shards: 100% Completed | 4/4 [00:03<00:00,  1.21it/s]")
    said += [
        f"\x1b[1;36m(EngineCore_DP0 pid=3)\x1b[0;0m INFO 11-02 10:01:00 [kv_cache_utils.py:864] {line}"
        for line in shared
    ]
    return "\n".join(
        [*said, "INFO 11-02 10:02:00 [api_server.py:1832] Starting vLLM API server 0 on http://0.0.0.0:8000"]
    )


def _module(line: str, version: tuple[int, ...]) -> str:
    return "worker.py:267]" if version < (8, 0) else "[gpu_worker.py:298]"


def _old_vllm(case: Case, version: tuple[int, ...]) -> Iterator[str]:
    printed = case.printed
    if "weights" in printed:
        weights = gib(printed["weights"].value, printed["weights"].half)
        verb = "Model loading took" if version >= (7, 3) else "Loading model weights took"
        yield f"{verb} {weights} GB" if version < (8, 3) else f"{verb} {weights} GiB and 6.204724 seconds"
    parts = {"weights", "non_torch", "activations", "kv_cache"}
    fraction = case.raw["set"].get("memory_fraction", 0.9)
    if parts <= printed.keys() and version < (6, 5):
        peak = printed["weights"].value + printed["activations"].value
        yield (
            f"Memory profiling results: total_gpu_memory={gib(case.raw['usable'][0])}GiB initial_memory_usage=15.34GiB "
            f"peak_torch_memory={gib(peak)}GiB memory_usage_post_profile=15.45GiB "
            f"non_torch_memory={gib(printed['non_torch'].value)}GiB kv_cache_size={gib(printed['kv_cache'].value)}GiB "
            f"gpu_memory_utilization={fraction:.2f}"
        )
    elif parts - {"kv_cache"} <= printed.keys():
        if "usable" in case.raw:
            total = case.raw["usable"][0]
            yield (
                f"the current vLLM instance can use total_gpu_memory ({gib(total)}GiB) x gpu_memory_utilization "
                f"({fraction:.2f}) = {gib(total * fraction)}GiB"
            )
        rest = ""
        if "kv_cache" in printed:
            rest = f"; the rest of the memory reserved for KV Cache is {gib(printed['kv_cache'].value)}GiB."
        yield (
            f"model weights take {gib(printed['weights'].value)}GiB; non_torch_memory takes "
            f"{gib(printed['non_torch'].value)}GiB; PyTorch activation peak memory takes "
            f"{gib(printed['activations'].value)}GiB{rest}"
        )
    elif "kv_cache" in printed:
        yield f"Available KV cache memory: {gib(printed['kv_cache'].value, printed['kv_cache'].half)} GiB"
    page = case.raw.get("engine_row", {}).get("page_tokens", 16)
    if "kv_tokens" in printed and printed["kv_tokens"].value % page == 0:
        yield f"# GPU blocks: {int(printed['kv_tokens'].value) // page}, # CPU blocks: 4681"
    elif "kv_tokens" in printed:
        yield f"GPU KV cache size: {int(printed['kv_tokens'].value):,} tokens"
    if "requests" in printed:
        context = case.raw["set"].get("context", 4096)
        yield f"Maximum concurrency for {context} tokens per request: {printed['requests'].value:.2f}x"
    if "graphs" in printed:
        yield f"Graph capturing finished in 20 secs, took {gib(printed['graphs'].value)} GiB"


def _new_vllm(case: Case, version: tuple[int, ...]) -> Iterator[str]:
    printed = case.printed
    if "weights" in printed:
        weights = gib(printed["weights"].value, printed["weights"].half)
        yield f"Model loading took {weights} GiB {'memory ' if version >= (12, 0) else ''}and 25.112233 seconds"
    parts = {"weights", "non_torch", "activations", "graphs"}
    if "kv_cache" in printed:
        yield f"Available KV cache memory: {gib(printed['kv_cache'].value, printed['kv_cache'].half)} GiB"
    if parts <= printed.keys() and "usable" in case.raw:
        total, fraction = case.raw["usable"][0], case.raw["set"].get("memory_fraction", 0.9)
        weights, activations = gib(printed["weights"].value), gib(printed["activations"].value)
        yield (
            f"Free memory on device ({gib(total - GIB // 2)}/{gib(total)} GiB) on startup. Desired GPU memory "
            f"utilization is ({fraction}, {gib(total * fraction)} GiB). Actual usage is {weights} GiB for weight, "
            f"{activations} GiB for peak activation, {gib(printed['non_torch'].value)} GiB for non-torch memory, and "
            f"{gib(printed['graphs'].value)} GiB for CUDAGraph memory. Replace gpu_memory_utilization config with "
            f"`--kv-cache-memory=4235366297` (3.94 GiB) to fit into requested memory."
        )
    elif {"non_torch", "activations", "weights"} <= printed.keys():
        yield (
            f"Memory profiling takes 7.26 seconds. Total non KV cache memory: 9.99GiB; torch peak memory increase: "
            f"{gib(printed['activations'].value, printed['activations'].half)}GiB; non-torch forward increase memory: "
            f"{gib(printed['non_torch'].value)}GiB; weights memory: {gib(printed['weights'].value)}GiB."
        )
    if "graphs" in printed:
        yield f"Graph capturing finished in 20 secs, took {gib(printed['graphs'].value)} GiB"
    if "kv_needed" in printed:
        context = case.raw["set"]["context"]
        yield (
            f"ValueError: To serve at least one request with the models's max seq len ({context}), "
            f"({gib(printed['kv_needed'].value)} GiB KV cache is needed, which is larger than the available KV cache "
            f"memory (6.00 GiB)."
        )
    if "kv_tokens" in printed:
        yield f"GPU KV cache size: {int(printed['kv_tokens'].value):,} tokens"
    if "requests" in printed:
        context = case.raw["set"].get("context", 4096)
        yield f"Maximum concurrency for {context:,} tokens per request: {printed['requests'].value:.2f}x"


def sglang_log(case: Case) -> str:
    """SGLang calls GiB "GB"."""
    printed, tp = case.printed, int(case.raw["set"].get("tp", 1))
    said = []
    for rank in range(tp):
        tag = f"[2025-11-04 05:27:1{rank % 10}{f' TP{rank}' if tp > 1 else ''}]"
        before = gib(printed["free_before"].value) if "free_before" in printed else "78.58"
        said.append(f"{tag} Load weight begin. avail mem={before} GB")
        if "weights" in printed:
            free = gib(printed["free_after_weights"].value if "free_after_weights" in printed else 9 * GIB)
            said.append(
                f"{tag} Load weight end. type=LlamaForCausalLM, dtype=torch.bfloat16, avail mem={free} GB, "
                f"mem usage={gib(printed['weights'].value, printed['weights'].half)} GB."
            )
        elif "free_after_weights" in printed:
            said.append(
                f"{tag} Load weight end. type=LlamaForCausalLM, dtype=torch.bfloat16, "
                f"avail mem={gib(printed['free_after_weights'].value)} GB"
            )
        tokens = f"#tokens: {int(printed['kv_tokens'].value)}, " if "kv_tokens" in printed else ""
        if "kv_keys" in printed:
            said.append(
                f"{tag} KV Cache is allocated. {tokens}K size: {gib(printed['kv_keys'].value)} GB, "
                f"V size: {gib(printed['kv_values'].value)} GB"
            )
        elif "kv_cache" in printed:
            said.append(f"{tag} KV Cache is allocated. {tokens}KV size: {gib(printed['kv_cache'].value)} GB")
        elif tokens:
            said.append(
                f"{tag} max_total_num_tokens={int(printed['kv_tokens'].value)}, chunked_prefill_size=8192, "
                "max_prefill_tokens=16384, max_running_requests=2048, context_len=8192"
            )
        if "free_after_cache" in printed:
            said.append(f"{tag} Memory pool end. avail mem={gib(printed['free_after_cache'].value)} GB")
    return "\n".join([*said, "[2025-11-04 05:28:00] The server is fired up and ready to roll!"])


def tensorrt_llm_log(case: Case) -> str:
    printed = case.printed
    said = ["[TensorRT-LLM][INFO] Capacity Scheduler Policy: GUARANTEED_NO_EVICT"]
    page = case.raw.get("engine_row", {}).get("page_tokens")
    if page is not None:
        said.append(f"[TensorRT-LLM][INFO] Number of tokens per block: {page}.")
    if "free_after_loading" in printed and "usable" in case.raw:
        said.append(
            f"[TensorRT-LLM][INFO] Memory usage when calculating max tokens in paged kv cache: total: "
            f"{gib(case.raw['usable'][0])} GiB, available: {gib(printed['free_after_loading'].value)} GiB"
        )
    if "kv_cache" in printed and printed["kv_cache"].half == 0:
        said.append(
            f"[TensorRT-LLM][INFO] Max tokens in paged KV cache: {int(printed['kv_tokens'].value)}. "
            f"Allocating {int(printed['kv_cache'].value)} bytes for paged KV cache."
        )
    elif "kv_cache" in printed:
        said.append(
            f"[TensorRT-LLM][INFO] [MemUsageChange] Allocated {gib(printed['kv_cache'].value)} GiB for max tokens "
            f"in paged KV cache ({int(printed['kv_tokens'].value)})."
        )
    else:
        said.append(f"[TensorRT-LLM][INFO] Max tokens in paged KV cache: {int(printed['kv_tokens'].value)}.")
    return "\n".join(said)


def llama_cpp_log(case: Case) -> str:
    """llama.cpp prints MiB with two decimals; its own forks kept the older names."""
    printed, old = case.printed, "ik_llama" in case.raw["engine_version"] or "0.2.90" in case.raw["engine_version"]
    prefix, context = ("llm_load_tensors", "llama_new_context_with_model") if old else ("load_tensors", "llama_context")
    said = ["ggml_cuda_init: found 1 CUDA devices:", f"{prefix}: offloaded 65/65 layers to GPU"]
    for name, buffer in printed.items():
        if name.startswith("weights_"):
            device = name.removeprefix("weights_")
            said.append(
                f"{prefix}: {device:>10}{' model' if not old else ''} buffer size = {buffer.value / MIB:8.2f} MiB"
            )
    said.append(f"{context}: n_ctx         = {case.raw['set'].get('context', 4096)}")
    said.append(f"{context}: n_ubatch      = {case.raw['set'].get('max_batched_tokens', 512)}")
    sizes = [printed[name].value for name in ("kv_full", "kv_window") if name in printed]
    for size in sizes:
        said.append(
            f"llama_kv_cache: size = {size / MIB:7.2f} MiB ( 16384 cells,  24 layers,  4/1 seqs), "
            f"K (f16): {size / 2 / MIB:7.2f} MiB, V (f16): {size / 2 / MIB:7.2f} MiB"
        )
    if "kv_cache" in printed and not sizes:
        size = printed["kv_cache"].value
        keys = printed["kv_keys"].value if "kv_keys" in printed else size / 2
        halves = f"K (f16): {keys / MIB:7.2f} MiB, V (f16): {(size - keys) / MIB:7.2f} MiB"
        if old:
            said.append(f"{context}: KV self size  = {size / MIB:7.2f} MiB, {halves}")
        else:
            said.append(
                f"llama_kv_cache_unified: size = {size / MIB:7.2f} MiB (  8192 cells,  64 layers,  1/ 1 seqs), {halves}"
            )
    if "compute" in printed:
        said.append(f"{context}: {'CUDA0':>10} compute buffer size = {printed['compute'].value / MIB:8.2f} MiB")
        said.append(f"{context}: {'CUDA_Host':>10} compute buffer size = {26.01:8.2f} MiB")
    return "\n".join([*said, f"{context}: graph nodes  = 1482"])


def log_of(case: Case) -> str:
    """The log that the program of a case would have printed."""
    writers: tuple[tuple[str, Callable[[Case], str]], ...] = (
        ("vllm", vllm_log),
        ("sglang", sglang_log),
        ("tensorrt", tensorrt_llm_log),
    )
    return next((write for name, write in writers if case.engine.startswith(name)), llama_cpp_log)(case)
