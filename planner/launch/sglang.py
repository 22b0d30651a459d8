"""SGLang: `python3 -m sglang.launch_server` with the names of python/sglang/srt/server_args.py, which version 0.5.23
takes from the fields of arg_groups/fields.
"""

from __future__ import annotations

from typing import Any

from planner.launch.command import Launch
from planner.launch.plan import Draft, common_remarks, formats_of, guesser, label_of, model_name, weights_of
from planner.launch.vllm import DTYPES
from planner.plan import Evaluation
from planner.workbook import Model

SOURCE = "sglang 0.5.23 python/sglang/srt/server_args.py, ServerArgs.add_cli_args"
FIELDS = {
    "model": ("--model-path", "--quantization", "--dtype", "--kv-cache-dtype", "--context-length"),
    "parallel": ("--tp-size", "--pp-size", "--dp-size", "--ep-size", "--dcp-size"),
    "schedule": ("--mem-fraction-static", "--max-running-requests", "--chunked-prefill-size", "--page-size"),
    "lora": ("--enable-lora", "--max-loras-per-batch", "--max-lora-rank"),
    "spec": ("--speculative-algorithm", "--speculative-draft-model-path", "--speculative-num-steps",
             "--speculative-eagle-topk", "--speculative-num-draft-tokens"),
}  # fmt: skip
PLACES = {
    flag: f"sglang 0.5.23 python/sglang/srt/arg_groups/fields/{name}.py"
    for name, flags in FIELDS.items()
    for flag in flags
}
CACHES = {"fp8": "fp8_e4m3"}
ONLINE = {"fp8": "fp8", "fp8_channel": "fp8"}


def sglang(plan: Evaluation) -> Launch:
    """The command."""
    draft = Draft(plan, SOURCE, PLACES)
    scenario, load = plan.scenario, draft.load
    common_remarks(draft)
    draft.add("--model-path", model_name(draft, plan.model, "MODEL"), meaning="The model")
    _ranks(draft)
    formats = formats_of(plan)
    wanted = weights_of(plan)
    if wanted in ONLINE:
        draft.add("--quantization", ONLINE[wanted], meaning="Weights, made while loading")
    elif wanted is not None and wanted not in DTYPES:
        draft.cannot(f"Weights in {label_of(wanted)}: no flag makes them; name a checkpoint that has them.")
    draft.add("--dtype", DTYPES[formats["activations"]], meaning="Type of activations and of arithmetic")
    keys, values = formats["kv_keys"], formats["kv_values"]
    if keys == values == formats["activations"]:
        draft.add("--kv-cache-dtype", "auto", meaning="Format of the cache: that of the activations")
    elif keys == values and keys in CACHES:
        draft.add("--kv-cache-dtype", CACHES[keys], meaning="Format of the cache")
    else:
        draft.cannot(
            f"A cache with keys in {label_of(keys)} and values in {label_of(values)}: SGLang has no such type."
        )
    draft.add("--context-length", load.context, meaning="Context of a sequence")
    draft.add("--mem-fraction-static", draft.number("memory_fraction"), meaning="Share of the free memory")
    draft.add("--max-running-requests", draft.number("max_sequences"), meaning="Sequences of one step")
    draft.add("--chunked-prefill-size", draft.number("tokens_per_step"), meaning="Tokens of one prefill step")
    assert plan.engine is not None
    draft.add("--page-size", plan.engine.page_tokens, meaning="Tokens of a page of the cache")
    if not plan.engine.graph_decode:
        draft.add("--disable-cuda-graph", meaning="No CUDA graphs")
        draft.cannot("--disable-cuda-graph is deprecated from version 0.5.23 on, in favour of "
                     "--cuda-graph-backend-decode=disabled and --cuda-graph-backend-prefill=disabled.")  # fmt: skip
    if scenario.lora_slots is not None:
        draft.add("--enable-lora", meaning="Room for adapters")
        draft.add("--max-loras-per-batch", scenario.lora_slots, meaning="Adapters at a time")
        draft.add("--max-lora-rank", scenario.lora_rank, meaning="Largest rank of an adapter")
        draft.cannot("SGLang wants to know which modules adapters have: add --lora-target-modules or --lora-paths.")
    _speculation(draft)
    return Launch(("python3", "-m", "sglang.launch_server"), tuple(draft.arguments), tuple(draft.remarks))


def _ranks(draft: Draft) -> None:
    """TP of SGLang counts all ranks of one copy of the experts: with attention copied it is TP times DP of the plan."""
    scenario = draft.plan.scenario
    tp: Any = scenario.tp
    dp: Any = scenario.dp
    ep: Any = scenario.ep
    shared = None not in (tp, dp, ep) and dp > 1 and ep > 1
    draft.add_over_one("--tp-size", tp * dp if shared else tp, "Tensor-parallel degree")
    draft.add_over_one("--pp-size", scenario.pp, "Pipeline stages")
    draft.add_over_one("--dp-size", dp, "Data-parallel degree")
    if shared:
        draft.add("--enable-dp-attention", meaning="Attention copied, experts spread")
        draft.cannot("--enable-dp-attention is deprecated from version 0.5.23 on, in favour of --attn-dp-size.")
    draft.add_over_one("--ep-size", ep, "Ranks that whole experts are spread over")
    if scenario.cp is None or scenario.cp != 1:
        draft.add("--dcp-size", scenario.cp, meaning="Ranks that share the tokens of the cache")
        draft.cannot("CP: --dcp-size is a flag of version 0.5.23; older ones may not have it.")
    if scenario.stages is not None:
        draft.cannot(f"Layers per stage: set SGLANG_PP_LAYER_PARTITION={scenario.stages.replace(' ', '')} in the "
                     "environment.")  # fmt: skip


def _speculation(draft: Draft) -> None:
    found, load = guesser(draft), draft.load
    if found is None:
        return
    if isinstance(found, Model):
        draft.add("--speculative-algorithm", "STANDALONE", meaning="A draft model guesses ahead")
        name = model_name(draft, found, "DRAFT", "draft model")
        draft.add("--speculative-draft-model-path", name, meaning="The draft model")
    else:
        draft.add("--speculative-algorithm", "NEXTN", meaning="Prediction layers guess ahead")
    tokens: Any = load.draft_tokens
    draft.add("--speculative-num-steps", tokens, meaning="Tokens that are guessed ahead")
    draft.add("--speculative-eagle-topk", 1, meaning="One chain, no tree")
    draft.add("--speculative-num-draft-tokens", tokens + 1, meaning="Tokens of one check: the guesses and one more")
