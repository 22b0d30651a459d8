"""TensorRT-LLM: `trtllm-serve` with the names of tensorrt_llm/commands/serve.py, and a file for what has no flag."""

from __future__ import annotations

import json
from typing import Any

from planner.launch.command import Launch
from planner.launch.plan import Draft, common_remarks, formats_of, guesser, label_of, model_name, weights_of
from planner.launch.vllm import DTYPES
from planner.plan import Evaluation
from planner.workbook import Model

SOURCE = "tensorrt_llm/commands/serve.py @00209af"
ARGUMENTS = "tensorrt_llm/llmapi/llm_args.py"
OPTIONS = "options.yaml"
CACHES = {"fp8": "fp8"}


def tensorrt_llm(plan: Evaluation) -> Launch:
    """The command, with the options that only a file takes written before it."""
    draft = Draft(plan, SOURCE)
    scenario, load = plan.scenario, draft.load
    common_remarks(draft)
    name = model_name(draft, plan.model, "MODEL")
    options: list[str] = []
    ranks: Any = scenario.tp
    if scenario.dp != 1:
        dp: Any = scenario.dp
        ranks = ranks * dp if isinstance(ranks, int) and isinstance(dp, int) else None
        options.append("enable_attention_dp: true")
        draft.cannot(f"DP {dp:,}: attention is copied on every rank of --tp_size.")
        if scenario.tp != 1:
            draft.cannot("Attention data parallelism copies attention on every rank: it has no TP beside DP.")
    draft.add("--tp_size", ranks, meaning="Tensor-parallel degree")
    draft.add_over_one("--pp_size", scenario.pp, "Pipeline stages")
    draft.add_over_one("--ep_size", scenario.ep, "Ranks that whole experts are spread over")
    if scenario.cp != 1:
        draft.cannot(
            "Ranks that share the tokens of the cache (CP): --cp_size wants a cp_config in the file beside it."
        )
    if scenario.stages is not None:
        draft.cannot("Layers per stage: there is no flag for it.")
    wanted = weights_of(plan)
    if wanted is not None and wanted not in DTYPES:
        draft.cannot(f"Weights in {label_of(wanted)}: no flag makes them; name a checkpoint that has them.")
    draft.add("--max_batch_size", draft.number("max_sequences"), meaning="Sequences of one step")
    draft.add("--max_num_tokens", draft.number("tokens_per_step"), meaning="Tokens of one step")
    draft.add("--max_seq_len", load.context, meaning="Context of a sequence")
    draft.add("--kv_cache_free_gpu_memory_fraction", draft.number("memory_fraction"),
              meaning="Share of what is free after loading")  # fmt: skip
    options += _cache(draft)
    assert plan.engine is not None
    if plan.engine.chunked_prefill:
        options.append("enable_chunked_prefill: true")
    if not plan.engine.graph_decode:
        options.append("cuda_graph_config: null")
    if scenario.lora_slots is not None:
        options += ["lora_config:", f"  max_loras: {scenario.lora_slots}", f"  max_lora_rank: {scenario.lora_rank}"]
    _speculation(draft, options)
    draft.add("--extra_llm_api_options", OPTIONS, meaning="What has no flag of its own", source=ARGUMENTS)
    files = ((OPTIONS, "\n".join(options)),)
    return Launch(("trtllm-serve", name), tuple(draft.arguments), tuple(draft.remarks), files)


def _cache(draft: Draft) -> list[str]:
    formats = formats_of(draft.plan)
    assert draft.plan.engine is not None
    lines = ["kv_cache_config:", f"  tokens_per_block: {draft.plan.engine.page_tokens}"]
    keys, values = formats["kv_keys"], formats["kv_values"]
    if keys == values == formats["activations"]:
        lines.append("  dtype: auto")
    elif keys == values and keys in CACHES:
        lines.append(f"  dtype: {CACHES[keys]}")
    else:
        draft.cannot(f"A cache with keys in {label_of(keys)} and values in {label_of(values)}: there is no such type.")
    reuse = bool(draft.load.cached_tokens or draft.load.shared_prefix)
    lines.append(f"  enable_block_reuse: {'true' if reuse else 'false'}")
    return lines


def _speculation(draft: Draft, options: list[str]) -> None:
    found, load = guesser(draft), draft.load
    if found is None:
        return
    if isinstance(found, Model):
        name = model_name(draft, found, "DRAFT", "draft model")
        options += ["speculative_config:", "  decoding_type: DraftTarget", f"  max_draft_len: {load.draft_tokens}",
                    f"  speculative_model_dir: {json.dumps(name)}"]  # fmt: skip
    else:
        options += ["speculative_config:", "  decoding_type: MTP", f"  num_nextn_predict_layers: {load.draft_tokens}"]
