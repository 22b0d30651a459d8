"""llama.cpp and its kin: `llama-server` with the names of common/arg.cpp, and Ollama's environment."""

from __future__ import annotations

import re
from typing import Any

from planner.launch.command import Argument, Launch
from planner.launch.plan import Draft, common_remarks, formats_of, label_of, weights_of
from planner.memory.ggml_types import TYPES
from planner.memory.mixes import MIXES
from planner.plan import Evaluation
from planner.workbook import Model

SOURCE = "llama.cpp common/arg.cpp; tools/server/README.md @00dc805"
IK = "ik_llama.cpp common/common.cpp"
OLLAMA = "ollama envconfig/config.go"
CACHES = {"fp16": "f16", "bf16": "bf16", "fp32": "f32", "q8_0": "q8_0", "q5_1": "q5_1", "q5_0": "q5_0", "q4_1": "q4_1",
          "q4_0": "q4_0", "iq4_nl": "iq4_nl"}  # fmt: skip
NEWER = "llama-cpp-b9460"
"""The preset of the builds that name drafts --spec-...; older ones and ik_llama.cpp say --draft-max."""
PLAIN = {"fp32": "F32", "fp16": "F16", "bf16": "BF16"}
OLLAMA_CACHES = ("f16", "q8_0", "q4_0")


def llama_cpp(plan: Evaluation, ik: bool = False) -> Launch:
    """The command; `ik` is the fork ik_llama.cpp, whose flash attention is a switch."""
    draft = Draft(plan, IK if ik else SOURCE)
    load = draft.load
    common_remarks(draft)
    draft.add("--model", _file(draft, plan.model, weights_of(plan) or formats_of(plan)["weights"]),
              meaning="The file with the weights")  # fmt: skip
    draft.add("--n-gpu-layers", 999, meaning="All layers on GPUs")
    batch: Any = load.batch
    context: Any = load.context
    cells = batch * context if batch is not None and context is not None else None
    draft.add("--ctx-size", cells, meaning="Cells of the cache: batch times context, which the slots share")
    draft.add("--parallel", batch, meaning="Slots: sequences at a time")
    step: Any = draft.number("tokens_per_step")
    draft.add("--ubatch-size", step, meaning="Tokens of one step")
    draft.add("--batch-size", None if step is None else max(step, 2048), meaning="Tokens that a decode call takes")
    formats = formats_of(plan)
    for flag, cell in (("--cache-type-k", "kv_keys"), ("--cache-type-v", "kv_values")):
        if formats[cell] in CACHES:
            draft.add(flag, CACHES[formats[cell]], meaning="Format of the cache")
        else:
            draft.cannot(f"A cache in {label_of(formats[cell])}: llama.cpp has no such type.")
    assert plan.engine is not None
    flash = plan.engine.flash_attention
    if not ik:
        draft.add("--flash-attn", "on" if flash else "off", meaning="Flash attention")
    elif flash:
        draft.add("--flash-attn", meaning="Flash attention")
    _ranks(draft)
    if plan.scenario.lora_slots is not None:
        draft.cannot("Adapters are named one by one: add --lora FILE for each.")
    _speculation(draft)
    return Launch(("llama-server",), tuple(draft.arguments), tuple(draft.remarks))


def ik_llama_cpp(plan: Evaluation) -> Launch:
    """The same for ik_llama.cpp."""
    return llama_cpp(plan, ik=True)


def ollama(plan: Evaluation) -> Launch:
    """Ollama has no flags for these: the server reads its environment."""
    draft = Draft(plan, OLLAMA)
    load = draft.load
    common_remarks(draft)

    def variable(name: str, value: object, meaning: str) -> None:
        if value is None:
            draft.cannot(f"{meaning} is not known, so {name} is left out.")
        else:
            draft.arguments.append(Argument(name, (str(value),), meaning, OLLAMA, environment=True))

    assert plan.engine is not None
    variable("OLLAMA_CONTEXT_LENGTH", load.context, "Context of a sequence")
    variable("OLLAMA_NUM_PARALLEL", load.batch, "Sequences at a time")
    variable("OLLAMA_FLASH_ATTENTION", int(plan.engine.flash_attention), "Flash attention")
    formats = formats_of(plan)
    kind = CACHES.get(formats["kv_keys"])
    if formats["kv_keys"] != formats["kv_values"] or kind not in OLLAMA_CACHES:
        keys, values = label_of(formats["kv_keys"]), label_of(formats["kv_values"])
        draft.cannot(f"A cache with keys in {keys} and values in {values}: Ollama has f16, q8_0 and q4_0 for both.")
    else:
        variable("OLLAMA_KV_CACHE_TYPE", kind, "Format of the cache")
    step: Any = draft.number("tokens_per_step")
    draft.cannot(f"Tokens of one step: num_batch {step}, an option of a request or of a Modelfile.")
    if plan.scenario.tp != 1 or plan.scenario.pp != 1:
        draft.cannot("Ollama spreads layers over the GPUs that it finds; set OLLAMA_SCHED_SPREAD=1 to use all of them.")
    if plan.draft is not None or load.draft_tokens is not None:
        draft.cannot("Ollama has no draft model.")
    name = label_of(weights_of(plan) or formats["weights"])
    draft.cannot(f"Then run a tag of {plan.model.name} whose weights are in {name}.")
    return Launch(("ollama", "serve"), tuple(draft.arguments), tuple(draft.remarks))


def _file(draft: Draft, model: Model, weights: str, of: str = "model") -> str:
    """A name for the file: how files of this model in this format are usually called, with a remark."""
    kinds = {known.name for known in TYPES.values()}
    if weights in MIXES or weights in PLAIN or weights in kinds:
        stem = re.sub(r"[^A-Za-z0-9._-]+", "-", model.name).strip("-.") or "model"
        name = f"{stem}-{PLAIN.get(weights, weights if weights in MIXES else weights.upper())}.gguf"
        draft.cannot(f"{name} stands for your GGUF file of the {of} {model.name} in {label_of(weights)}.")
        return name
    draft.cannot(f"MODEL.gguf: the plan has weights in {label_of(weights)}, which no GGUF file of llama.cpp has.")
    return "MODEL.gguf"


def _ranks(draft: Draft) -> None:
    scenario = draft.plan.scenario
    if scenario.tp != 1:
        draft.add("--split-mode", "row", meaning="Matrices divided by rows over the GPUs")
        draft.add("--main-gpu", 0, meaning="The GPU that keeps the cache")
    elif scenario.pp != 1:
        draft.add("--split-mode", "layer", meaning="Layers dealt to the GPUs")
        if scenario.stages is not None:
            shares = re.sub(r"[^0-9,]", "", scenario.stages)
            draft.add("--tensor-split", shares, meaning="Layers per GPU")
    for name, degree in (("DP", scenario.dp), ("EP", scenario.ep), ("CP", scenario.cp)):
        if degree != 1:
            draft.cannot(f"{name} {degree}: llama.cpp has no such degree.")


def _speculation(draft: Draft) -> None:
    plan, load = draft.plan, draft.load
    assert plan.engine is not None
    newer = plan.engine.preset == NEWER
    if plan.draft is not None:
        formats = weights_of(plan) or formats_of(plan)["weights"]
        name = _file(draft, plan.draft, formats, "draft model")
        draft.add("--model-draft", name, meaning="The draft model")
        draft.add("--n-gpu-layers-draft", 999, meaning="All its layers on GPUs")
    if load.draft_tokens is None:
        return
    layers = plan.model.prediction is not None and plan.model.prediction.drafts
    if plan.draft is None and not (newer and layers):
        draft.cannot("Tokens are drafted without a draft model, which this command line has no flag for.")
        return
    if newer:
        kind = "draft-mtp" if plan.draft is None else "draft-simple"
        draft.add("--spec-type", kind, meaning="What guesses ahead")
    draft.add("--spec-draft-n-max" if newer else "--draft-max", load.draft_tokens,
              meaning="Tokens that are guessed ahead")  # fmt: skip
