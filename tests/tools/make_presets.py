"""Writes presets/models from the configs of tests/cases/models.jsonl: `python -m tests.tools.make_presets`.

Only models whose count is proved: the config has a known decoder total and reads to exactly that, or it reads as the
same decoder as one that does. Entries that carry a source per field were written by hand; they stay as they are, and
get their total. tests/planner/test_presets.py holds the files against the configs, so that neither can drift.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from planner.preset_files import entry_text, fields_of_row, file_text
from planner.readers.hf.kept import without_traits
from planner.readers.hf_config import read_config
from planner.workbook import QUANTISATION, Model, StoredFormats
from tests.planner.readers.counted import totals
from tests.tools.preset_list import FAMILIES
from tests.tools.preset_sources import SOURCES

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "presets" / "models"
CASES = ROOT / "tests" / "cases" / "models.jsonl"
COUNTED = "Counted on the classes of Hugging Face transformers 5.24.0 as the config names them"

GPT_3 = "Brown et al. 2020, arXiv:2005.14165, table 2.1, with the layers of GPT-2 (GPT2LMHeadModel of transformers)"
LISTED = " as listed in llmfit 1.1.17, the rest the defaults of its class in Hugging Face transformers 5.24.0"


LONGEST = {
    "swiss-ai/Apertus-8B-Instruct-2509": 65536,
    "deepseek-ai/DeepSeek-V2": 163840,
    "LGAI-EXAONE/EXAONE-3.5-2.4B-Instruct": 32768,
    "LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct": 32768,
    "LGAI-EXAONE/EXAONE-3.5-32B-Instruct": 32768,
    "LGAI-EXAONE/EXAONE-4.0-1.2B": 65536,
    "LGAI-EXAONE/EXAONE-4.0-32B": 131072,
    "tiiuae/Falcon3-7B-Base": 32768,
    "google/gemma-3-12b-it": 131072,
    "google/gemma-4-31B-it": 262144,
    "google/gemma-7b": 8192,
    "zai-org/GLM-4-32B-0414": 32768,
    "zai-org/GLM-4.5-Air": 131072,
    "zai-org/GLM-4.6": 202752,
    "ibm-granite/granite-3.0-8b-base": 4096,
    "moonshotai/Moonlight-16B-A3B": 8192,
    "meta-llama/Llama-3.1-405B": 131072,
    "meta-llama/Llama-3.3-70B-Instruct": 131072,
    "huggyllama/llama-7b": 2048,
    "huggyllama/llama-30b": 2048,
    "huggyllama/llama-65b": 2048,
    "mistralai/Ministral-8B-Instruct-2410": 32768,
    "mistralai/Mistral-Small-24B-Base-2501": 32768,
    "mistralai/Mistral-Large-Instruct-2407": 131072,
    "allenai/OLMo-1B-hf": 2048,
    "allenai/Olmo-3-7B-Instruct": 65536,
    "allenai/Olmo-3-32B-Think": 65536,
    "microsoft/Phi-3-medium-4k-instruct": 4096,
    "microsoft/phi-4": 16384,
    "Qwen/Qwen1.5-0.5B": 32768,
    "Qwen/Qwen1.5-7B": 32768,
    "Qwen/Qwen1.5-110B": 32768,
    "Qwen/Qwen2.5-1.5B": 32768,
    "ByteDance-Seed/Seed-OSS-36B-Instruct": 524288,
    "HuggingFaceTB/SmolLM2-1.7B": 8192,
    "stabilityai/stablelm-2-12b": 4096,
    "bigcode/starcoder2-15b": 16384,
    "01-ai/Yi-6B": 4096,
    "01-ai/Yi-9B": 4096,
    "01-ai/Yi-34B": 4096,
}
"""max_position_embeddings of published configs, for rows that were put together without one."""
LITGPT = "block_size in litgpt 0.5.13, litgpt/config.py"
DEFAULT = "the default of its class in Hugging Face transformers 5.24.0"
EXAONE_3, EXAONE_4 = "arXiv:2412.04862, table 1", "arXiv:2507.11407"
LOOKED_UP = {
    "LGAI-EXAONE/EXAONE-3.5-2.4B-Instruct": EXAONE_3,
    "LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct": EXAONE_3,
    "LGAI-EXAONE/EXAONE-3.5-32B-Instruct": EXAONE_3,
    "LGAI-EXAONE/EXAONE-4.0-1.2B": EXAONE_4,
    "LGAI-EXAONE/EXAONE-4.0-32B": EXAONE_4,
    "google/gemma-3-12b-it": LITGPT,
    "google/gemma-7b": DEFAULT,
    "huggyllama/llama-65b": DEFAULT,
    "meta-llama/Llama-3.1-405B": LITGPT,
    "meta-llama/Llama-3.3-70B-Instruct": LITGPT,
    "mistralai/Mistral-Small-24B-Base-2501": "not looked up in a copy: 32k in mistral.ai's announcement",
    "mistralai/Mistral-Large-Instruct-2407": "not looked up in a copy: 128k in its announcement; first published with "
    "32,768 (litgpt 0.5.13, litgpt/config.py)",
    "Qwen/Qwen2.5-1.5B": "the context that a vLLM server of it has by default in a public log; "
    "131,072 in the base (litgpt 0.5.13)",
}
"""Where a length was looked up, other than in llmfit 1.1.17."""
LISTED_LENGTH = "as listed in llmfit 1.1.17"
STRETCH = (
    "linear rope_scaling by 8 (litgpt 0.5.13, litgpt/config.py: rope_adjustments); vLLM 0.19 prints 51.45 GiB of "
    "gemma-3-27b-it, 51.22 without"
)
VIDEO = "Four times the longest context, as by mrope_section of config.json of Qwen/Qwen3.5-27B"
STRETCHED = {
    "google/gemma-3-4b-it": (8 * 131072, STRETCH),
    "google/gemma-3-12b-it": (8 * 131072, STRETCH),
    "google/gemma-3-27b-it": (8 * 131072, STRETCH),
    "Qwen/Qwen3.5-9B": (4 * 262144, VIDEO),
}
"""Rotary positions of rows that were put together without rope_parameters, and their source."""
PUBLISHED = "max_position_embeddings of config.json of {}"
PUBLISHED_UNDER = {"Qwen/Qwen2.5-1.5B": "Qwen/Qwen2.5-1.5B-Instruct"}
"""Where the model that is served has another length than the one that it was trained from."""


def published(repository: str) -> str:
    """The source of a longest context that a row was put together without."""
    named = PUBLISHED.format(PUBLISHED_UNDER.get(repository, repository))
    return f"{named}, {LOOKED_UP.get(repository, LISTED_LENGTH)}"


@cache
def cases() -> dict[str, dict[str, Any]]:
    """The rows of the file by repository."""
    return {row["id"]: row for row in map(json.loads, CASES.read_text(encoding="utf-8").splitlines())}


def preset_id(name: str) -> str:
    """A slug.

    >>> preset_id("GPT-2 medium"), preset_id("Qwen2.5-VL-7B")
    ('gpt-2-medium', 'qwen2.5-vl-7b')
    """
    return re.sub(r"[^a-z0-9.]+", "-", name.casefold()).strip("-")


def listed() -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """File, name, repository and further names of every model that becomes a preset."""
    for file, (_, lines) in FAMILIES.items():
        for line in lines.strip().splitlines():
            name, _, repositories = line.strip().partition(" < ")
            repository, *others = repositories.split(", ")
            yield file, name, repository, tuple(others)


def model_of_case(repository: str, name: str) -> Model:
    """The row that a preset of this config holds: as it is read, with what the case knows and a config does not say.

    The longest context stays blank where the row was put together without one; the stacks beside the decoder are
    stated where they were counted.
    """
    case = cases()[repository]
    reading = read_config(case["config"], name)
    kind = case["config_kind"]
    stated = any(key.endswith(("position_embeddings", "n_positions", "seq_length", "seq_len")) for key in reading.read)
    known = kind == "published" or kind.startswith("class-defaults") or (stated and kind != "corrected")
    context = reading.model.max_context if known and kind != "published-as-constructor-args" else None
    counted = (case["expected"] or {}).get("total"), totals(reading.model)["total"]
    # What the whole model has beyond the decoder; the case's own split is off by a norm in one row.
    stacks = counted[0] - counted[1] if counted[0] is not None and case["expected"]["other_stacks"] else None
    sources = (
        {"config": citation(repository)}
        | ({"max_context": published(repository)} if repository in LONGEST else {})
        | ({"rotary_positions": STRETCHED[repository][1]} if repository in STRETCHED else {})
        | ({"other_stacks": COUNTED} if stacks else {})
        | quantised_in(repository)
    )
    return reading.model.model_copy(
        update={
            "max_context": LONGEST.get(repository, context),
            "rotary_positions": STRETCHED.get(repository, (reading.model.rotary_positions if context else None,))[0],
            "other_stacks": stacks or None,
            "stored_formats": reading.model.stored_formats if quantised_in(repository) else StoredFormats(),
            "sources": sources,
            "preset": preset_id(name),
        }
    )


def quantised_in(repository: str) -> dict[str, str]:
    """The source of a preset's stored formats: what its authors' own checkpoint states, not another's of the model."""
    if repository.startswith("nvidia/") or repository.endswith(("-FP8", "-NVFP4")):
        return {}
    sentence = read_config(cases()[repository]["config"]).model.sources.get(QUANTISATION)
    return {} if sentence is None else {QUANTISATION: sentence}


def decoder_of(repository: str) -> str:
    """What decides a decoder's count, as text: the row without name, longest context and sources."""
    model = without_traits(read_config(cases()[repository]["config"]).model)
    alike = {
        "name": "model",
        "max_context": None,
        "rotary_positions": None,
        "stored_formats": StoredFormats(),
        "sources": {},
    }
    return model.model_copy(update=alike).model_dump_json()


@cache
def proved() -> frozenset[str]:
    """The decoders whose total agrees with a known one."""
    known = (case for case in cases().values() if case["expected"] and case["expected"]["decoder_total"] is not None)
    found = set()
    for case in known:
        try:
            model = read_config(case["config"]).model
        except ValueError:
            continue
        beyond = case["expected"]["total"] - totals(model)["total"]
        if beyond == 0 or case["expected"]["other_stacks"]:
            found.add(decoder_of(case["id"]))
    return frozenset(found)


def citation(repository: str) -> str:
    """Where the sizes of a case come from, so that it can be looked up."""
    case = cases()[repository]
    source, kind = case["source"], case["config_kind"]
    if repository in SOURCES:
        return SOURCES[repository]
    if kind == "paper-dims":
        return GPT_3
    if "llmfit" in source:
        return f"Sizes of {repository}{LISTED}"
    if named := re.search(r"class defaults of (\w+)", source) or re.search(r"(\w+Config) defaults", source):
        return _defaults(repository, named[1], source)
    places = re.findall(r"github:([^:\s\[]+):([^\s\[,;]+)(\[[^\]]+\])?", source)
    if kind.startswith("published"):
        where = [f"{place} {path} {section}".strip() for place, path, section in places[:1]]
        return f"config.json of {repository}, as {f'copied in {where[0]}' if where else 'a public log prints it'}"
    if not places:
        raise ValueError(f"{repository}: no source for {source!r}")
    return f"Sizes of {repository} as in " + " and ".join(f"{place} {path}" for place, path, _ in places)


def _defaults(repository: str, config: str, source: str) -> str:
    changed = re.search(r"overrides ([\w,]+)", source)
    names = [name for name in changed[1].split(",") if not name.endswith("_token_id")] if changed else []
    text = f"Sizes of {repository}: the defaults of {config} in Hugging Face transformers 5.24.0"
    return f"{text}, with {', '.join(names)} as published" if names else text


def generated(file: str) -> list[str]:
    """The texts of the generated entries of a file."""
    texts = []
    for at, name, repository, others in listed():
        if at == file:
            if decoder_of(repository) not in proved():
                raise ValueError(f"{repository}: nothing proves its count")
            model = model_of_case(repository, name)
            names = {"id": preset_id(name), "name": name, "aliases": [repository, *others]}
            texts.append(entry_text(names | {"total": totals(model)["total"]} | fields_of_row(model)))
    return texts


def written_by_hand(file: str) -> tuple[str | None, list[str]]:
    """Title and entries of a file that carry their sources field by field, with their totals."""
    path = FOLDER / f"{file}.json"
    if not path.exists():
        return None, []
    content = json.loads(path.read_text(encoding="utf-8"))
    texts = []
    for entry in content["models"]:
        if "d_model" not in entry["sources"]:
            continue
        model = Model.model_validate(
            {key: value for key, value in entry.items() if key not in ("aliases", "total")}
            | {"id": "model", "groups": [{"id": f"group{at}", **group} for at, group in enumerate(entry["groups"])]}
        )
        names = {name: entry[name] for name in ("id", "name", "aliases")}
        texts.append(entry_text(names | {"total": totals(model)["total"]} | fields_of_row(model)))
    return content["family"], texts


def main() -> None:
    """Write every file anew."""
    files = dict.fromkeys([*FAMILIES, *sorted(path.stem for path in FOLDER.glob("*.json"))])
    for file in files:
        title, by_hand = written_by_hand(file)
        title = title or FAMILIES[file][0]
        entries = by_hand + (generated(file) if file in FAMILIES else [])
        (FOLDER / f"{file}.json").write_text(file_text(title, "models", entries), encoding="utf-8")


if __name__ == "__main__":
    main()
