r"""The lines of each program that state memory, by version where they differ. What no pattern names is ignored.

vLLM       worker.py, gpu_worker.py, model_runner.py, kv_cache_utils.py of 0.2 to 0.28
SGLang     model_runner.py, memory_pool.py, scheduler.py of 0.3 to 0.5
TensorRT-LLM  kvCacheManager.cpp, _torch/pyexecutor/_util.py
llama.cpp  llama-model.cpp, llama-kv-cache*.cpp, llama-context.cpp, and their names before 2025; ik_llama.cpp
PyTorch    c10/cuda/CUDACachingAllocator.cpp, before and after 2.1
"""

from __future__ import annotations

from planner.logs.statements import NUMBER, Pattern, amount, number, pattern

_VLLM = (
    # 0.2 to 0.28: "Loading model weights took 14.9888 GB", "Model loading took 61.03 GiB memory and 25.1 seconds"
    pattern("vLLM", r"(?:Loading model weights|Model loading) took\s+", amount("weights")),
    # 0.6.3, 0.6.4: "Memory profiling results: total_gpu_memory=23.58GiB initial_memory_usage=... "
    pattern("vLLM", r"total_gpu_memory=", amount("usable"), r"(?=.{0,400}kv_cache_size=)"),
    pattern("vLLM", r"peak_torch_memory=", amount("peak_torch")),
    pattern("vLLM", r"non_torch_memory=", amount("non_torch")),
    pattern("vLLM", r"kv_cache_size=", amount("kv_cache")),
    # 0.6.5 to 0.9, V0
    pattern(
        "vLLM",
        r"can use total_gpu_memory \(",
        amount("usable"),
        r"\)\s*x\s*gpu_memory_utilization\s*\(",
        number("memory_fraction"),
        r"\)\s*=\s*",
        amount("allowed"),
    ),
    # as a table, a figure a line, between 0.6.4 and 0.6.5
    pattern("vLLM", r"\btotal_gpu_memory\s+", amount("usable")),
    pattern("vLLM", r"current vLLM instance can use\s+", amount("allowed")),
    pattern("vLLM", r"\bnon_torch_memory\s+", amount("non_torch")),
    pattern("vLLM", r"PyTorch activation peak memory\s+", amount("activations")),
    pattern("vLLM", r"\bavailable_kv_cache_memory\s+", amount("kv_cache")),
    pattern("vLLM", r"model weights take\s+", amount("weights")),
    pattern("vLLM", r"non_torch_memory takes\s+", amount("non_torch")),
    pattern("vLLM", r"PyTorch activation peak memory takes\s+", amount("activations")),
    pattern("vLLM", r"reserved for KV Cache is\s+", amount("kv_cache")),
    # a comment sign is lost where a text was shown as Markdown
    pattern("vLLM", r"(?:# (?:GPU|cuda) blocks:\s*|\bGPU blocks:\s*(?=\d+,\s*# CPU blocks))", number("kv_blocks")),
    # V1
    pattern("vLLM", r"Available KV cache memory:\s+", amount("kv_cache")),
    pattern("vLLM", r"GPU KV cache size:\s+", number("kv_tokens"), r"\s+tokens"),
    pattern(
        "vLLM",
        r"Maximum concurrency for\s+",
        number("request_tokens"),
        r"\s+tokens per request:\s+",
        number("requests"),
        r"x",
    ),
    pattern("vLLM", r"Graph capturing finished in\s+", NUMBER, r"\s+secs?,\s+took\s+", amount("graphs")),
    pattern("vLLM", r"Estimated CUDA graph memory:\s+", amount("graphs_estimated")),
    pattern(
        "vLLM",
        r"Initial free memory:\s+",
        amount("free_before"),
        r";\s+Requested memory:\s+",
        number("memory_fraction"),
        r"\s+\(util\),\s+",
        amount("allowed"),
    ),
    pattern(
        "vLLM",
        r"torch peak memory increase:\s+",
        amount("activations"),
        r";\s+non-torch forward increase memory:\s+",
        amount("non_torch"),
        r";\s+weights memory:\s+",
        amount("weights"),
    ),
    # 0.11 and later
    pattern(
        "vLLM",
        r"Free memory on device(?:\s+\S+)?\s+\(",
        number("free_before"),
        r"\s*/\s*",
        amount("usable"),
        r"\) on startup",
        unit="GiB",
    ),
    pattern(
        "vLLM",
        r"desired GPU memory utilization (?:is )?\(",
        number("memory_fraction"),
        r",\s+",
        amount("allowed"),
        r"\)",
    ),
    pattern(
        "vLLM",
        r"Actual usage(?: is|:)\s+",
        amount("weights"),
        r"\s+for weights?,\s+",
        amount("activations"),
        r"\s+for peak activation,\s+",
        amount("non_torch"),
        r"\s+for non-torch memory,\s+(?:and\s+)?",
        amount("graphs"),
        r"\s+for (?:CUDAGraph|NPU graph) memory",
    ),
    pattern("vLLM", r"Current kv cache memory in use is\s+", amount("kv_cache")),
    # where the size of the cache was set, nothing is profiled
    pattern("vLLM", r"Initial free memory\s+", amount("free_before"), r",\s+reserved\s"),
    pattern("vLLM", r"\breserved\s+", amount("kv_cache"), r"\s+memory for KV Cache as specified"),
    # refusals
    pattern(
        "vLLM",
        r"max(?:imum)? seq(?:uence)? len(?:gth)? \(",
        number("request_tokens"),
        r"\),\s+\(?",
        amount("kv_request"),
        r"\s+(?:of )?KV cache is needed",
    ),
    pattern("vLLM", r"larger than the available KV cache memory \(", amount("kv_cache")),
    pattern(
        "vLLM",
        r"max seq len \(",
        number("request_tokens"),
        r"\) is larger than the maximum number of tokens that can be stored in KV cache \(",
        number("kv_tokens"),
    ),
    # what it was started with
    # 0.21 and later say what another fraction would be equal to
    pattern(
        "vLLM",
        r"(?<!equivalent to --)gpu[_-]memory[_-]utilization['\"]?(?:\s*[:=]\s*|\s+)",
        number("memory_fraction"),
    ),
    pattern("vLLM", r"LLM engine .{0,2000}?\bmax_seq_len=", number("context"), r","),
    pattern("vLLM", r"(?:max[_-]model[_-]len['\"]?(?:\s*[:=]\s*|\s+)|Using max model len\s+)", number("context")),
    pattern("vLLM", r"max[_-]num[_-]seqs['\"]?(?:\s*[:=]\s*|\s+)", number("max_sequences")),
    pattern("vLLM", r"max[_-]num[_-]batched[_-]tokens['\"]?(?:\s*[:=]\s*|\s+)", number("tokens_per_step")),
)

_SGLANG = (
    pattern("SGLang", r"Load weight begin\. avail mem=\s*", amount("free_before")),
    pattern("SGLang", r"Load weight end\..{0,300}?mem usage=\s*", amount("weights")),
    pattern("SGLang", r"Load weight end\..{0,300}?avail mem=\s*", amount("free_after_weights")),
    pattern("SGLang", r"KV Cache is allocated\..{0,200}?#tokens:\s*", number("kv_tokens")),
    pattern(
        "SGLang",
        r"KV Cache is allocated\..{0,200}?\bK size:\s*",
        amount("kv_keys"),
        r",\s*V size:\s*",
        amount("kv_values"),
    ),
    pattern("SGLang", r"KV Cache is allocated\..{0,200}?\bKV size:\s*", amount("kv_cache")),
    pattern(
        "SGLang",
        r"Mamba Cache is allocated\..{0,200}?conv_state size:\s*",
        amount("conv_states"),
        r",?\s*ssm_state size:\s*",
        amount("states"),
    ),
    pattern(
        "SGLang",
        r"sliding window memory pool\..{0,80}?full_layer_tokens=",
        number("pool_tokens"),
        r",\s*swa_layer_tokens=",
        number("window_tokens"),
    ),
    pattern("SGLang", r"Memory pool end\. avail mem=\s*", amount("free_after_cache")),
    pattern("SGLang", r"Capture (?:\w+ ){0,6}graph end\..{0,300}?mem usage=\s*", amount("graphs")),
    pattern("SGLang", r"Capture (?:\w+ ){0,6}graph end\..{0,300}?avail mem=\s*", amount("free_ready")),
    pattern("SGLang", r"\bavailable_gpu_mem=\s*", amount("free_ready")),
    pattern("SGLang", r"max_total_num_tokens=", number("kv_tokens")),
    pattern("SGLang", r"chunked_prefill_size=", number("tokens_per_step")),
    pattern("SGLang", r"max_running_requests=", number("max_sequences")),
    pattern("SGLang", r"\bcontext_len(?:gth)?=", number("context")),
    pattern("SGLang", r"mem_fraction_static=", number("memory_fraction")),
)

_TENSORRT_LLM = (
    pattern(
        "TensorRT-LLM",
        r"Allocated\s+",
        amount("kv_cache"),
        r"\s+for max tokens in paged KV cache\s*\(",
        number("kv_tokens"),
        r"\)",
    ),
    pattern("TensorRT-LLM", r"Max tokens in paged KV cache:\s*", number("kv_tokens")),
    pattern("TensorRT-LLM", r"Allocating\s+", amount("kv_cache"), r"\s+for paged KV cache"),
    # 0.5 to 0.9
    pattern("TensorRT-LLM", r"Allocate\s+", amount("kv_cache"), r"\s+for k/v cache"),
    pattern("TensorRT-LLM", r"Using\s+", number("kv_tokens"), r"\s+(?:total )?tokens in paged KV cache"),
    pattern("TensorRT-LLM", r"Number of blocks in KV cache primary pool:\s*", number("kv_blocks")),
    pattern("TensorRT-LLM", r"Number of tokens per block:\s*", number("page_tokens")),
    pattern("TensorRT-LLM", r"Loaded engine size:\s*", amount("weights")),
    pattern("TensorRT-LLM", r"Total Weights Memory:\s*", number("weights"), unit="B"),
    pattern(
        "TensorRT-LLM", r"Memory used after loading model weights \(inside torch\)[^:]{0,80}:\s*", amount("weights")
    ),
    pattern(
        "TensorRT-LLM", r"Memory used after loading model weights \(outside torch\)[^:]{0,80}:\s*", amount("non_torch")
    ),
    pattern("TensorRT-LLM", r"Allocated\s+", amount("execution_context"), r"\s+for execution context memory"),
    pattern(
        "TensorRT-LLM",
        r"calculating max tokens in paged kv cache:\s*total:\s*",
        amount("usable"),
        r",\s*available:\s*",
        amount("free_after_loading"),
    ),
    pattern("TensorRT-LLM", r"available KV cache memory when calculating max tokens:\s*", amount("kv_cache")),
    pattern("TensorRT-LLM", r"Estimated max memory in KV cache\s*:\s*", amount("kv_cache")),
    pattern("TensorRT-LLM", r"fraction is set\s+", number("memory_fraction")),
    pattern("TensorRT-LLM", r"device total memory\s+", amount("usable")),
    pattern("TensorRT-LLM", r"free_gpu_memory_fraction['\"]?\s*[:=]\s*", number("memory_fraction")),
    pattern(
        "TensorRT-LLM",
        r"max_seq_len=",
        number("context"),
        r",\s*max_num_requests=",
        number("max_sequences"),
        r",\s*max_num_tokens=",
        number("tokens_per_step"),
    ),
)

_DEVICE = r"\b(?P<device>[A-Za-z][\w.:\[\]-]{0,60})"
_TABLE = r"\s*\+\s*".join(number(f"table_{name}") for name in ("model", "context", "compute"))
_LLAMA_CPP = (
    pattern(
        "llama.cpp",
        r"(?:load_tensors|tensors_load)\s*:\s+",
        _DEVICE,
        r"\s+(?:model )?buffer size\s*=\s*",
        amount("buffer"),
    ),
    pattern("llama.cpp", _DEVICE, r"\s+KV buffer size\s*=\s*", amount("kv_buffer")),
    pattern("llama.cpp", _DEVICE, r"\s+RS buffer size\s*=\s*", amount("states_buffer")),
    pattern("llama.cpp", _DEVICE, r"\s+compute buffer size\s*=\s*", amount("compute")),
    pattern("llama.cpp", r"KV self size\s*=\s*", amount("kv_cache")),
    pattern("llama.cpp", r"\bsize\s*=\s*", amount("kv_cache"), r"\s*\(\s*", NUMBER, r"\s+cells"),
    pattern("llama.cpp", r"\bK \([\w.]+\):\s*", amount("kv_keys"), r",\s*V \([\w.]+\):\s*", amount("kv_values")),
    pattern("llama.cpp", r"\bR \([\w.]+\):\s*", amount("conv_states"), r",\s*S \([\w.]+\):\s*", amount("states")),
    # before devices were named: "llm_load_tensors: VRAM used: 4807.05 MB"
    pattern("llama.cpp", r"load_tensors:\s*VRAM used\s*[:=]\s*", amount("weights")),
    pattern("llama.cpp", r"total VRAM used:\s*", NUMBER, r"\s*Mi?B\s*\(model:\s*", amount("weights")),
    pattern("llama.cpp", r"compute buffer total size\s*=\s*", amount("compute")),
    pattern("llama.cpp", r"(?<!slot, )\bn_ctx\s+=\s*", number("cells")),
    pattern("llama.cpp", r"\bn_ubatch\s+=\s*", number("tokens_per_step")),
    pattern("llama.cpp", r"\bn_seq_max\s+=\s*", number("slots")),
    # the table at the end, and of each trial of what fits: total = free + (self = model + context + compute) + rest
    pattern(
        "llama.cpp",
        r"breakdown\w*:\s+(?:\|\s+)?-\s+",
        _DEVICE,
        r"[^|]{0,80}?(?:\||:)\s*",
        number("usable"),
        r"\s*=\s*-?\d+\s*\+\s*\(\s*\d+\s*=\s*",
        _TABLE,
        r"\s*\)",
        unit="MiB",
    ),
    pattern(
        "llama.cpp",
        r"breakdown\w*:\s+(?:\|\s+)?-\s+",
        _DEVICE,
        r"[^|=]{0,80}?(?:\||:)[\s\d]*?\d\s*=\s*",
        _TABLE,
        r"(?!\s*\))",
        unit="MiB",
    ),
    # before loading: what each device has, and what all of them together would hold
    pattern("llama.cpp", r"using device\s+", _DEVICE, r"\s.{0,120}?-\s+", amount("free_before"), r"\s+free"),
    pattern(
        "llama.cpp",
        r"\s-\s+",
        _DEVICE,
        r"\s*:\s.{1,120}?\(",
        amount("usable"),
        r",\s+",
        amount("free_before"),
        r"\s+free\)",
    ),
    pattern("llama.cpp", r"projected to use\s+", amount("projected"), r"\s+of device memory vs\."),
    pattern("llama.cpp", r"allocating\s+", amount("tried"), r"\s+on device \d+: cudaMalloc failed"),
)

_ON = r"\s+(?:device|buffer|backend=\S+\s+buffer_type)="
_OLLAMA = (
    pattern("Ollama", r"msg=\"model weights\"", _ON, _DEVICE, r"\s+size=\"?", amount("buffer")),
    pattern("Ollama", r"msg=\"kv cache\"", _ON, _DEVICE, r"\s+size=\"?", amount("kv_buffer")),
    pattern("Ollama", r"msg=\"compute graph\"", _ON, _DEVICE, r"\s+size=\"?", amount("compute")),
    # what it reckons with before it loads, on all devices together
    pattern("Ollama", r"memory\.required\.kv=\"?", amount("kv_all")),
    pattern("Ollama", r"memory\.weights\.total=\"?", amount("weights_all")),
)

_HELD = (
    r"\((?:GPU|NPU|XPU|MUSA|MLU) \d+;\s+"
    + amount("usable")
    + r"\s+total capacity;\s+"
    + amount("torch_allocated")
    + r"\s+already allocated;\s+(?:[\d.]+\s+\w+\s+current active;\s+)?(?:"
    + amount("free_now")
    + r"\s+free;\s+)?"
)
_PYTORCH = (
    pattern("PyTorch", r"out of memory\. Tried to allocate\s+", amount("tried")),
    pattern(
        "PyTorch",
        r"GPU\s+(?:\d+\s+)?has a total capaci?ty of\s+",
        amount("usable"),
        r"(?:\s+of which\s+",
        amount("free_now"),
        r"\s+is free)?",
    ),
    # before 2.1; other makers' plug-ins still
    pattern("PyTorch", _HELD, amount("torch_reserved"), r"\s+reserved in total by PyTorch"),
    # before 1.4: what is cached besides
    pattern("PyTorch", _HELD, amount("torch_unallocated"), r"\s+cached\b"),
    pattern(
        "PyTorch",
        r"\(MPS allocated:\s+",
        amount("torch_allocated"),
        r",\s+other allocations:\s+",
        amount("elsewhere"),
        r",\s+max allowed:\s+",
        amount("allowed"),
        r"\)\.\s+Tried to allocate\s+",
        amount("tried"),
    ),
    pattern("PyTorch", r"Including non-PyTorch memory, this process has\s+", amount("process")),
    pattern("PyTorch", r"Of the allocated memory\s+", amount("torch_allocated"), r"\s+is allocated by PyTorch"),
    pattern("PyTorch", amount("torch_unallocated"), r"\s+is reserved by PyTorch but unallocated"),
    pattern("PyTorch", r"\bProcess \d+ has\s+", amount("others"), r"\s+memory in use"),
)

_GPU = r"(?P<device>GPU\[\d+\])\s*:\s*VRAM Total "
_ROCM_SMI = (
    pattern("rocm-smi", _GPU, r"Memory\s*\(B\):\s*", number("card_total"), unit="B"),
    pattern("rocm-smi", _GPU, r"Used Memory\s*\(B\):\s*", number("card_used"), unit="B"),
)

PATTERNS: tuple[Pattern, ...] = (
    *_VLLM, *_SGLANG, *_TENSORRT_LLM, *_LLAMA_CPP, *_OLLAMA, *_PYTORCH, *_ROCM_SMI
)  # fmt: skip

SAYS = (
    " took ", "torch_memory", "kv_cache_size=", "total_gpu_memory", "weights take", "blocks:", "kv cache size",
    "kv cache memory", "kv cache is", "paged kv cache", "maximum concurrency", "graph memory", "free memory",
    "peak memory", "actual usage",
    "utilization", "model_len", "model-len", "num_seqs", "num-seqs", "num_batched", "num-batched", "max_total_num",
    "max_running", "max_seq_len", "model len", "seq len", "load weight", "memory pool", "memory us", "graph end",
    "chunked_prefill", "context_len", "fraction", "allocat", "tokens per block", "engine size", "device total",
    "instance can use", "kv_cache_mem",
    "buffer ", "self size", " cells", "k (", "r (", "vram used", "n_ctx", "n_ubatch", "n_seq_max", "breakdown",
    "cudamalloc", "msg=", "memory.", "out of memory", "memory in use", "in kv cache", "reserved by", "k/v cache",
    "llm engine", "gpu_mem", "total capac", "weights memory", "using device", " free)",
    "projected to use", "vram total",
)  # fmt: skip
"""What a line that states something has in it, in small letters: others, of which a log has most, are passed over."""
NOT_OF_THE_MODEL = ("alloc_compute_meta",)
"""Lines of other parts that have the form of a model's: an encoder of pictures reserves its own compute buffer."""
