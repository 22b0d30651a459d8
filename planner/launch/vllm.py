"""vLLM: `vllm serve` with the names of vllm/engine/arg_utils.py (EngineArgs.add_cli_args)."""

from __future__ import annotations

import json
from typing import Any

from planner.launch.command import Launch
from planner.launch.plan import Draft, common_remarks, formats_of, guesser, label_of, model_name, weights_of
from planner.plan import Evaluation
from planner.workbook import Model

SOURCE = "vllm/engine/arg_utils.py, EngineArgs.add_cli_args; docs.vllm.ai/en/v0.8.5/serving/engine_args.html"
DTYPES = {"bf16": "bfloat16", "fp16": "float16", "fp32": "float32"}
"""vllm/config/model.py: ModelDType."""
CACHES = {"fp8": "fp8"}
"""vllm/config/cache.py: CacheDType; a type of activations is "auto"."""
ONLINE = {"fp8", "fp8_channel"}
"""Formats that `--quantization fp8` makes of 16-bit weights while loading (docs/features/quantization/fp8.md)."""


def vllm(plan: Evaluation) -> Launch:
    """The command for any version that the planner has a row for."""
    draft = Draft(plan, SOURCE)
    scenario, load = plan.scenario, draft.load
    common_remarks(draft)
    name = model_name(draft, plan.model, "MODEL")
    draft.add_over_one("--tensor-parallel-size", scenario.tp, "Tensor-parallel degree")
    draft.add_over_one("--pipeline-parallel-size", scenario.pp, "Pipeline stages")
    draft.add_over_one("--data-parallel-size", scenario.dp, "Data-parallel degree")
    _experts(draft)
    draft.add_over_one("--decode-context-parallel-size", scenario.cp, "Ranks that share the tokens of the cache")
    if scenario.stages is not None:
        draft.cannot(f"Layers per stage: set VLLM_PP_LAYER_PARTITION={scenario.stages.replace(' ', '')} in the "
                     "environment (vllm/envs.py).")  # fmt: skip
    formats = formats_of(plan)
    _weights(draft)
    draft.add("--dtype", DTYPES[formats["activations"]], meaning="Type of activations and of arithmetic")
    _cache(draft, formats)
    draft.add("--max-model-len", load.context, meaning="Context of a sequence")
    draft.add("--gpu-memory-utilization", draft.number("memory_fraction"), meaning="Share of the card's memory")
    draft.add("--max-num-seqs", draft.number("max_sequences"), meaning="Sequences of one step")
    draft.add("--max-num-batched-tokens", draft.number("tokens_per_step"), meaning="Tokens of one step")
    assert plan.engine is not None
    draft.add("--block-size", plan.engine.page_tokens, meaning="Tokens of a page of the cache")
    if load.cached_tokens or load.shared_prefix:
        draft.add("--enable-prefix-caching", meaning="Shared or cached prefixes")
    if not plan.engine.graph_decode:
        draft.add("--enforce-eager", meaning="No CUDA graphs")
    _lora(draft)
    _speculation(draft)
    return Launch(("vllm", "serve", name), tuple(draft.arguments), tuple(draft.remarks))


def _experts(draft: Draft) -> None:
    """vLLM spreads experts over all ranks of TP and DP, or over none."""
    scenario = draft.plan.scenario
    ep: Any = scenario.ep
    if ep is None or ep <= 1:
        return
    tp: Any = scenario.tp
    dp: Any = scenario.dp
    draft.add("--enable-expert-parallel", meaning="Whole experts on each rank")
    if tp is not None and dp is not None and ep != tp * dp:
        draft.cannot(f"EP {ep:,}: vLLM spreads experts over all {tp * dp:,} ranks of TP and DP.")


def _weights(draft: Draft) -> None:
    wanted = weights_of(draft.plan)
    if wanted in ONLINE:
        draft.add("--quantization", "fp8", meaning="Weights, made while loading",
                  source="vllm docs/features/quantization/fp8.md")  # fmt: skip
    elif wanted is not None and wanted not in DTYPES:
        draft.cannot(f"Weights in {label_of(wanted)}: no flag makes them; name a checkpoint that has them.")


def _cache(draft: Draft, formats: dict[str, str]) -> None:
    keys, values, plain = formats["kv_keys"], formats["kv_values"], formats["activations"]
    if keys == values == plain:
        draft.add("--kv-cache-dtype", "auto", meaning="Format of the cache: that of the activations")
    elif keys == values and keys in CACHES:
        draft.add("--kv-cache-dtype", CACHES[keys], meaning="Format of the cache")
    else:
        draft.cannot(f"A cache with keys in {label_of(keys)} and values in {label_of(values)}: vLLM has no such type.")


def _lora(draft: Draft) -> None:
    scenario, engine = draft.plan.scenario, draft.plan.engine
    if scenario.lora_slots is None:
        return
    draft.add("--enable-lora", meaning="Room for adapters")
    draft.add("--max-loras", scenario.lora_slots, meaning="Adapters at a time")
    draft.add("--max-lora-rank", scenario.lora_rank, meaning="Largest rank of an adapter")
    if engine is not None and engine.lora_sharded:
        draft.add("--fully-sharded-loras", meaning="Both matrices of an adapter divided by TP")


def _speculation(draft: Draft) -> None:
    found, load = guesser(draft), draft.load
    if found is None:
        return
    settings: dict[str, Any] = {"num_speculative_tokens": load.draft_tokens}
    if isinstance(found, Model):
        settings = {"model": model_name(draft, found, "DRAFT", "draft model"), **settings}
    else:
        settings = {"method": "mtp", **settings}
    draft.add("--speculative-config", json.dumps(settings), meaning="Tokens that are guessed ahead",
              source="vllm docs/features/spec_decode")  # fmt: skip
