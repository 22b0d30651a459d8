"""Figures that serving programs printed on real cards, each with the plan that it is held against.

`inference_memory.jsonl` was there when the planner was written; `inference_memory_found_later.jsonl` was looked for
afterwards; the memory outside the allocator of vLLM from 0.17 on rests on some of it. A line of them has `model` (a
preset's id or a config), `gpu` (a preset's id, or null), `usable` (the card's memory as it was printed), `engine_row`
(cells of the engine's row that the run had otherwise), `set` (as `fitsheet plan --batch` takes it) and `printed`: name
to [bytes or number, half of the last digit printed].
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from planner.answers import request_workbook
from planner.evaluations import Planner
from planner.plan import Evaluation
from planner.precision import PART_CELLS, decided, quantised
from planner.workbook import Workbook

CASES = tuple(Path(__file__).parents[1] / "cases" / f"inference_memory{name}.jsonl" for name in ("", "_found_later"))
ANY_CARD = "h200-sxm"
"""Stands in where no card was named: what is looked at then does not depend on it."""


@dataclass(frozen=True)
class Printed:
    """A figure as it was printed: `value`, and `half` of its last digit either way."""

    value: float
    half: float

    def error(self, predicted: float) -> float:
        """How far a prediction is off, as a share of what was printed; nothing within its rounding."""
        beyond = max(abs(predicted - self.value) - self.half, 0.0)
        return beyond / abs(self.value)


@dataclass(frozen=True)
class Case:
    """One run, what it printed, and what was known of it."""

    id: str
    source: str
    note: str
    gpu: str | None
    printed: Mapping[str, Printed]
    raw: Mapping[str, Any]

    def __getitem__(self, name: str) -> Printed:
        return self.printed[name]

    def __contains__(self, name: str) -> bool:
        return name in self.printed

    @property
    def engine(self) -> str:
        return str(self.raw["set"]["engine"])

    @property
    def llama_cpp(self) -> bool:
        """Whether the program is of the llama.cpp family."""
        return "llama-cpp" in self.engine or self.engine == "ollama"

    @property
    def sixteen_bits(self) -> bool:
        """Whether no part of the weights has fewer bits."""
        formats = decided(self.plan().scenario, self.plan().model.stored_formats)
        return not any(quantised(formats[cell].format) for cell in ("weights", *PART_CELLS))

    @property
    def weights(self) -> Printed | None:
        """The weights as printed: by the engine, or the sum of llama.cpp's buffers for them."""
        buffers = [printed for name, printed in self.printed.items() if name.startswith("weights_")]
        if buffers:
            return Printed(sum(each.value for each in buffers), sum(each.half for each in buffers))
        return self.printed.get("weights")

    def predicted_weights(self) -> int:
        """The weights as planned: with the token table that llama.cpp leaves in host memory."""
        found: int = self.plan(embedding_on_host=False).value("weights")
        return found

    @property
    def whole_card(self) -> bool:
        """Whether the card's memory is known."""
        return self.gpu is not None or "usable" in self.raw

    def workbook(self, **engine: Any) -> Workbook:
        """The plan's workbook; `engine` sets cells of the engine's row."""
        request = {"model": self.raw["model"], "gpu": self.gpu or ANY_CARD, "set": self.raw["set"]}
        workbook = request_workbook(request)
        cells = {**self.raw.get("engine_row", {}), **engine}
        engines = tuple(row.model_copy(update=cells) for row in workbook.engines)
        cards = workbook.accelerators
        if "usable" in self.raw:
            usable = self.raw["usable"][0]
            cards = tuple(
                card.model_copy(update={"usable_memory": usable, "nominal_memory": max(usable, card.nominal_memory)})
                for card in cards
            )
        models = tuple(row.model_copy(update=self.raw.get("model_row", {})) for row in workbook.models)
        return workbook.model_copy(update={"engines": engines, "accelerators": cards, "models": models})

    def plan(self, **engine: Any) -> Evaluation:
        """The plan evaluated."""
        return PLANNER.evaluate(self.workbook(**engine)).scenarios["scenario"]


PLANNER = Planner()


@cache
def cases() -> tuple[Case, ...]:
    """Every case."""
    found = []
    for line in (line for path in CASES for line in path.read_text(encoding="utf-8").splitlines()):
        raw = json.loads(line)
        printed = {name: Printed(*pair) for name, pair in raw["printed"].items()}
        found.append(Case(raw["id"], raw["source"], raw["note"], raw["gpu"], printed, raw))
    return tuple(found)


KV_EXPLAINED = {
    "vllm-13061": "the size is of rank 1; the tokens are of rank 0, which samples and has 1.2 GiB less for its cache",
    "vllm-21348-vllm": "size and tokens are of different ranks: 178,880 tokens take 8.02 GiB",
    "f-q3-235b-l40s": "the sizes are of ranks 2 and 3, and the tokens of another, which has 10.68 GiB",
    "sgl-mistral7b": "a difference of free memory, with 0.25 GiB of the table of requests and 0.1 GiB of others in it",
}
"""Cases whose printed size is not of the printed tokens, with the reason."""

WEIGHTS_EXPLAINED = {
    "recipes-q38-fp8": "the sizes of Qwen3.6-27B, which may not be those of its successor",
    "f-q35-122b": "a file cut anew from another, whose share of NVFP4 is not known",
    "sgl-kt-q3-30b": "the experts stay in host memory",
    "sgl-dsv3-docstring": "how the ranks share the experts is not stated",
    "ll-qwen3-32b-q8kv": "a Q4_K_M of 4.888 bits per weight, 1.3 % more than the mix has",
    "ll-q3-235b-iq3k": "a mix of ik_llama.cpp's own types, which no stated mix is",
    "ll-gemma4-12b": "the mix of the file is not stated",
    "sgl-reranker-0.6b": "a difference of free memory, with 0.09 GiB of the allocator in it",
    "sgl-glm-4.7-flash-910b": "1.9 %: a difference of free memory; casting weights to FRACTAL_NZ, as SGLang does, "
    "adds nothing to these widths: 0.55 GiB are not explained",
    "sgl-gemma4-26b-gb10": "on integrated devices SGLang takes the system's available memory "
    "(get_available_gpu_memory: psutil's), of which files in the page cache are part",
    "gemma-3-27b-rocm": "0.7 %: 0.35 GiB more on an AMD card than version 0.19 prints; not explained",
    "q3-0.6b-npu": "20 MiB: vLLM's Ascend plugin keeps cosines and sines of all positions beside the table, in full "
    "width (_set_cos_sin_cache of its rotary embeddings)",
    "sgl-kimi-k2.5-tp8-bf16": "2.1 %: a difference of free memory on AMD cards, 1.5 GiB more; not explained",
    "sgl-q25-0.5b-h100": "a difference of free memory, with 0.02 GiB of the allocator and of kernels in it",
    "ll-qwen3.5-9b-262k": "the vision tower is in a file of its own, and the maker's mix is larger than llama.cpp's",
}
"""Cases whose weights are not within the bound, with what is not counted."""

CAPACITY_EXPLAINED = {
    "vllm-21348-vllm": "a transfer connector (LMCache) has memory of its own",
    "vllm-2031-l2-7b": "version 0.2.5 counted what torch kept in reserve as used; 119,184 tokens before that change",
    "vllm-2031-l2-70b": "version 0.2.5 counted what torch kept in reserve as used; 505,840 tokens before that change",
    "vllm-21348-sgl": "0.8 GiB less: what the four ranks took before loading is not printed",
}
"""Cases whose room for the cache is not where it is expected, with the reason."""

NOT_STATED = {
    "recipes-kimi-tp8": "the memory fraction",
    "recipes-q38-fp8": "the memory fraction",
    "f-q35-122b": "what the file has in NVFP4",
    "sgl-q3-14b": "the card, one of 24 GB",
    "sgl-q3-30b-mi": "the card, and what else is taken before the cache",
    "sgl-mistral7b": "the card and the fraction",
    "sgl-kt-q3-30b": "the memory fraction",
    "sgl-dsv3-docstring": "the card and the fraction",
    "vllm-12569": "the sequences of a step, whose default rose in that month",
    "vllm-20665": "the memory fraction",
    "ray-r1-tp8-pp2": "the memory fraction",
    "granite-3b-a800m-l40s": "the tokens of a step; version 0.7 profiled the logits of all of them",
    "sgl-glm-4.7-flash-910b": "the memory fraction, and SGLang's figures are not known on the device",
    "q25-1.5b-gb10": "tokens and sequences of a step, and, where the memory is the system's, what other programs "
    "and cached files took while it was profiled",
    "l31-8b-a5000-eager": "the version, and tokens and sequences of a step",
    "c3090-612": "the memory fraction, and what of the file is in NVFP4",
}
"""Cases that print a capacity and not all that it is a share of."""

COMPUTE_EXPLAINED = {
    "ll-llama2-13b": "the weights stay on the host and are sent to the card for a step",
    "ll-q3-235b-65k": "two cards and experts on the host, where the formula is of one",
    "ll-dsv3-q4km-32k": "latent attention under -mla 3, for which there is no formula",
    "ll-dsv3-nomla": "on the CPU, where the inputs are in the same buffer: 2.5 MiB",
    "ll-12728-dsv2": "0.3 %: a hole beside the scores that nothing fits into, as ggml's allocator leaves it too",
    "ll-schwerz62-512-one": "a fork whose cache lies on the host and is copied for a step: 6 MiB more",
    "ll-schwerz62-2048-all": "the same fork: 34 MiB of copies",
    "ll-schwerz62-2048-one": "the same fork: 64 MiB of copies",
    "ll-23527-q36-35b": "the experts stay on the host and are sent to the card for a step",
}
"""llama.cpp runs whose compute buffer the formula does not give, with the reason."""


RANK_ONE = "vllm-13061"
"""The case whose printed activations are those of a rank that does not sample."""


def printed_overheads(case: Case) -> dict[str, Any]:
    """The cells of the engine's row that take what was printed; empty where not all of it was."""
    if case.engine == "tensorrt-llm":
        taken = int(case.raw["usable"][0] - case["free_after_loading"].value)
        others = {"runtime": 0, "graphs": 0, "printed_activations": 0}
        context = taken - case.plan(**others).value("weights")
        return {**others, "device_context": context}
    if case.engine == "sglang" and "free_before" in case:  # its share is of what was free when loading began
        taken = int(case.plan().value("usable") - case["free_before"].value)
        return {f"device_context{end}": taken for end in ("", "_low", "_high")}
    if not {"activations", "non_torch"} <= case.printed.keys() or case.id == RANK_ONE:
        return {}
    other = int(case["non_torch"].value)
    found: dict[str, Any] = {"printed_activations": int(case["activations"].value)}
    for end in ("", "_low", "_high"):
        found |= {f"runtime{end}": other, f"communicator{end}": 0}
    return found
