"""A Hugging Face config.json becomes a model row, or a refusal that names the field: never a guess.

`read_config` takes the file, its bytes, or the object in it, and executes nothing. Which keys were read, which were
defaulted and why, and which were ignored is part of the answer, to be shown before the row is added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from planner.findings import Finding, Severity
from planner.readers.hf.defaults import class_defaults
from planner.readers.hf.families import FAMILIES, FLAT, NESTED, NOT_READ
from planner.readers.hf.kept import with_traits
from planner.readers.hf.keys import Keys, Log
from planner.readers.hf.quantisation import Quantisation, quantisation_of
from planner.readers.hf.refused import Refused
from planner.readers.hf.rotation import rotary_positions
from planner.readers.hf.source import config_of
from planner.readers.hf.stored import stored_formats_of
from planner.readers.hf.tied import KEY, logged, tied
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import QUANTISATION, Model

__all__ = ["Reading", "Refused", "read_config"]

OTHER_HEADS = ("ForSequenceClassification", "ForTokenClassification", "ForQuestionAnswering", "ForMaskedLM",
               "ForMultipleChoice", "RewardModel", "ForRewardModel")  # fmt: skip
BY_HAND = "Enter its layers by hand, or choose a preset."
COMPLETE = "Use the complete config.json of the model."
OTHER_STACKS = (
    "vision_config",
    "audio_config",
    "vision_tower",
    "visual",
    "vit_config",
    "perceiver_config",
    "dit_config",
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a config says. `read`: key to the value taken; `defaulted`: key to the value and why; `ignored`: keys that
    cannot change the count.
    """

    model: Model
    model_type: str
    read: Mapping[str, str]
    defaulted: Mapping[str, str]
    ignored: tuple[str, ...]
    findings: tuple[Finding, ...]
    quantisation: Quantisation | None


KEPT_MEASURED = frozenset(
    [
        "llama", "mistral", "ministral", "qwen2", "qwen3", "gemma", "gemma2", "starcoder2", "granite", "gpt2",
        "smollm3", "arcee", "seed_oss", "hunyuan_v1_dense", "mixtral", "qwen3_moe", "exaone4", "phi3", "glm", "glm4",
        "stablelm", "nemotron", "phi", "gpt_neox", "ernie4_5", "olmo2", "olmo3", "olmoe", "cohere", "cohere2",
        "gemma3_text",
    ]
)  # fmt: skip
"""Families whose layers keep for the backward pass what `Part.saved` says, eager and with SDPA, on torch 2.13."""


def read_config(source: Mapping[str, Any] | bytes | str | Path, name: str | None = None) -> Reading:
    """The model of a config; Refused when it is not a config, not of a known family, or not understood in full.

    >>> read_config({"model_type": "llama", "hidden_size": 2048, "num_attention_heads": 16}).model.groups[0].count
    32
    """
    config = config_of(source)
    log = Log()
    model_type, model = _model(config, log)
    quantisation = quantisation_of(config)
    title = _title(config, name, source, model_type)
    if quantisation is not None:
        stored, mixed = stored_formats_of(quantisation, model, config)
        quantisation = replace(quantisation, sentence=" ".join((quantisation.sentence, *mixed)))
        sources = {**model.sources, QUANTISATION: quantisation.sentence}
        model = model.model_copy(update={"stored_formats": stored, "sources": sources})
    model = with_traits(model_type, model, config)
    table = rotary_positions(config, model.max_context)
    kept = model_type in KEPT_MEASURED
    model = model.model_copy(update={"name": title, "kept_measured": kept, "rotary_positions": table})
    findings = tuple(_findings(config, model, log, quantisation))
    return Reading(model, model_type, log.read, log.defaulted, tuple(log.ignored), findings, quantisation)


def _model(config: Mapping[str, Any], log: Log) -> tuple[str, Model]:
    model_type = config.get("model_type")
    if not isinstance(model_type, str) or not model_type:
        raise Refused("model_type", "There is no model_type.", "Give the config.json of a language model.")
    _check_architectures(config)
    if model_type in NESTED:
        return model_type, _nested(config, model_type, log)
    family = FAMILIES.get(model_type)
    if family is None:
        if model_type in NOT_READ:
            raise Refused("model_type", f"{model_type} is not read: {NOT_READ[model_type]}.", BY_HAND)
        raise Refused("model_type", f"The architecture {model_type[:60]!r} is not known here.", BY_HAND)
    keys = _keys(config, model_type, log)
    return model_type, _read(family, keys)


def _check_architectures(config: Mapping[str, Any]) -> None:
    named = config.get("architectures")
    for architecture in named if isinstance(named, list) else ():
        if isinstance(architecture, str) and architecture.endswith(OTHER_HEADS):
            raise Refused(
                "architectures",
                f"{architecture[:80]} has no language-model head.",
                "This reader counts models that predict tokens.",
            )


def _keys(values: Mapping[str, Any], model_type: str, log: Log, path: str = "") -> Keys:
    known = class_defaults(model_type)
    keys = Keys(values, known.values, known.aliases, path, log)
    keys.skip("model_type")
    return keys


def _read(family: Callable[[Keys], Model], keys: Keys) -> Model:
    """The family's model, every key accounted for; values out of a field's bounds are refused in its words."""
    try:
        model = family(keys)
        keys.finish()
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(step) for step in first["loc"])
        raise Refused(place or "config", f"{first['msg']}.", "The config states a size that no model has.") from None
    return model


def _nested(config: Mapping[str, Any], model_type: str, log: Log) -> Model:
    """The decoder of a model with other stacks: in text_config, or flat beside the others in a few families."""
    name = "llm_config" if config.get("text_config") is None and config.get("llm_config") is not None else "text_config"
    inner = config.get(name)
    if inner is not None and not isinstance(inner, Mapping):
        raise Refused(name, f"{name} is not an object.", COMPLETE)
    decoder = _decoder(inner, model_type, name)
    known = class_defaults(decoder).values
    flat = inner is None and model_type in FLAT
    if inner is None and not flat and (known.keys() - {KEY}) & config.keys():
        stray = sorted((known.keys() - {KEY}) & config.keys())[0]
        raise Refused(stray, f"{stray} stands beside text_config's place, and text_config is missing.", COMPLETE)
    level = config if flat else inner or {}
    values = {key: level[key] for key in level if key not in OTHER_STACKS}
    values.pop("model_type", None)
    stated = dict(values)
    values[KEY] = tied(config, {} if flat else stated, model_type, decoder)
    place, used = "" if flat else f"{name}.", (name, "model_type", KEY)
    log.ignored += sorted(key for key in config if key not in used and not (flat and key in values))
    model = _read(FAMILIES[decoder], _keys(values, decoder, log, place))
    logged(log, config, stated, place)
    return model


def _decoder(inner: Mapping[str, Any] | None, model_type: str, name: str) -> str:
    """The type of the decoder: what it says of itself, unless that is the outer type, or the usual one."""
    stated = None if inner is None else inner.get("model_type")
    decoder = stated if isinstance(stated, str) and stated not in NESTED else NESTED[model_type]
    if decoder not in FAMILIES:
        raise Refused(f"{name}.model_type", f"The decoder {decoder[:60]!r} is not known here.", BY_HAND)
    return decoder


def _title(config: Mapping[str, Any], name: str | None, source: object, model_type: str) -> str:
    """What to call the row: as asked, as the config calls itself, after the folder, or after the family."""
    stated = config.get("_name_or_path")
    folder = Path(source).resolve().parent.name if isinstance(source, str | Path) else ""
    for candidate in (name, stated, folder, model_type):
        if isinstance(candidate, str):
            clean = "".join(letter for letter in candidate if letter.isprintable()).strip()[:200]
            if clean:
                return clean
    return "model"


def _findings(config: Mapping[str, Any], model: Model, log: Log, quantisation: Quantisation | None) -> list[Finding]:
    path = ("models", model.id)
    found: list[Finding] = []
    if log.ignored:
        found.append(
            Finding(
                "config_keys_ignored",
                path,
                Severity.NOTE,
                QT_TRANSLATE_NOOP("findings", "{count} keys of the config cannot change the count and were ignored."),
                {"count": len(log.ignored), "keys": ", ".join(log.ignored)[:2000]},
            )
        )
    stacks = [name for name in OTHER_STACKS if isinstance(config.get(name), Mapping)]
    if stacks and model.other_stacks is None:
        found.append(
            Finding(
                "other_stacks_not_counted",
                (*path, "other_stacks"),
                Severity.WARNING,
                QT_TRANSLATE_NOOP("findings", "{stacks}: vision and audio stacks are not counted."),
                {"stacks": ", ".join(stacks)},
                QT_TRANSLATE_NOOP("findings", "State their parameters under Other stacks."),
            )
        )
    for name, sentence in log.notes:
        found.append(
            Finding("config_note", path, Severity.NOTE, "{key}: {sentence}", {"key": name, "sentence": sentence})
        )
    if quantisation is not None:
        found.append(
            Finding("config_quantised", path, Severity.NOTE, "{sentence}", {"sentence": quantisation.sentence})
        )
    return found
