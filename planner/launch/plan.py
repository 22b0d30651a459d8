"""What of a plan a command says: the numbers that hold in it, its formats, its model's name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from planner.launch.command import Argument
from planner.memory.formats import FORMATS
from planner.memory.mixes import MIXES
from planner.plan import Evaluation
from planner.precision import decided
from planner.presets import differences, listed
from planner.scope import SET_IN_SCENARIO
from planner.workbook import Inference, Model, Prediction, StoredFormats


@dataclass(slots=True)
class Draft:
    """A command while it is put together."""

    plan: Evaluation
    source: str
    """Where flags are declared that `places` does not name."""
    places: Mapping[str, str] = field(default_factory=dict)
    arguments: list[Argument] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def load(self) -> Inference:
        return self.plan.scenario.serving

    def number(self, name: str) -> Any:
        """A figure of the engine as it holds in this plan: the scenario's own, the large card's, the engine's."""
        here = SET_IN_SCENARIO.get(name)
        own = None if here is None else getattr(self.plan.scenario, here)
        if own is not None:
            return own
        line = self.plan.value(name)
        return line if line is not None else getattr(self.plan.engine, name)

    def add(self, flag: str, *values: object, meaning: str, source: str = "") -> None:
        """Put a flag on the command line; a value that is not known leaves a remark in its place."""
        if any(value is None for value in values):
            self.remarks.append(f"{meaning} is not known, so {flag} is left out.")
            return
        words = tuple(written(value) for value in values)
        self.arguments.append(Argument(flag, words, meaning, source or self.places.get(flag, self.source)))

    def add_over_one(self, flag: str, value: Any, meaning: str) -> None:
        """A degree, where it is above one."""
        if value is None or value > 1:
            self.add(flag, value, meaning=meaning)

    def cannot(self, what: str) -> None:
        """Say what the program has no flag for."""
        self.remarks.append(what)


def written(value: object) -> str:
    """A value as a program reads it: no grouping, a share without trailing noughts.

    >>> written(16384), written(0.9), written(1e-06)
    ('16384', '0.9', '0.000001')
    """
    if isinstance(value, float):
        return f"{value:.12f}".rstrip("0").rstrip(".")
    return str(value)


def model_name(draft: Draft, model: Model, placeholder: str, of: str = "model") -> str:
    """What the model is called for a server: the repository that its preset names, else a placeholder and a remark."""
    preset = listed("models").get(model.preset or "")
    found = next((alias for alias in preset.aliases if "/" in alias), None) if preset is not None else None
    if found is None:
        draft.cannot(f"{placeholder} stands for the folder or the repository of the {of} {model.name}.")
        return placeholder
    changed = differences(model)
    if changed:
        cells = ", ".join(".".join(path) for path in list(changed)[:5])
        draft.cannot(f"The {of} {model.name} differs from {found} in: {cells}{', ...' if len(changed) > 5 else ''}.")
    return found


def guesser(draft: Draft) -> Model | Prediction | None:
    """What guesses tokens ahead: a draft model, or the model's prediction layers; None where no token is guessed, with
    a remark where the plan is unclear about it.
    """
    plan = draft.plan
    if draft.load.draft_tokens is None:
        if plan.draft is not None:
            draft.cannot(
                f"The draft model {plan.draft.name} is loaded in the plan, and no number of tokens is drafted."
            )
        return None
    if plan.draft is not None:
        return plan.draft
    if plan.model.prediction is not None and plan.model.prediction.drafts:
        return plan.model.prediction
    draft.cannot("Tokens are drafted, and neither a draft model nor prediction layers are named.")
    return None


def weights_of(plan: Evaluation) -> str | None:
    """The format of the layers' matrices, where the plan states another one than the published checkpoint has.

    None where the plan takes the checkpoint as it is.
    """
    if plan.scenario.weights is None:
        return None
    found = decided(plan.scenario, StoredFormats())["weights"].format
    stored = decided(plan.scenario.model_copy(update={"weights": None}), plan.model.stored_formats)["weights"].format
    return None if found == stored else found


def label_of(name: str) -> str:
    """What a format or mix is called."""
    return FORMATS[name].label if name in FORMATS else MIXES[name].label if name in MIXES else name


def formats_of(plan: Evaluation) -> dict[str, str]:
    """The format that each part comes to."""
    return {cell: found.format for cell, found in decided(plan.scenario, plan.model.stored_formats).items()}


def common_remarks(draft: Draft) -> None:
    """What no server has a flag for."""
    plan, load = draft.plan, draft.load
    batch, context = load.batch, load.context
    if batch is not None and context is not None:
        draft.cannot(f"Planned for a batch of {batch:,}: sequences of up to {context:,} tokens, {load.prompt:,} of "
                     f"them the prompt." if load.prompt is not None else
                     f"Planned for a batch of {batch:,}: sequences of up to {context:,} tokens.")  # fmt: skip
    if plan.accelerator is not None:
        gpus: Any = plan.scenario.tp
        for degree in (plan.scenario.pp, plan.scenario.dp):
            gpus = gpus * degree if isinstance(gpus, int) and isinstance(degree, int) else None
        count = f"{gpus:,} x " if gpus is not None else ""
        draft.cannot(f"On {count}{plan.accelerator.name}.")
    if load.pools == "apart":
        draft.cannot("Prefill and decode in two pools: this is one replica; the pools and the link between them are "
                     "set up by the deployment.")  # fmt: skip
    if plan.scenario.latent_cache is not None:
        draft.cannot("The latent cache of the plan is set in the scenario; the program decides this by itself.")
    if plan.scenario.kv_policy is not None:
        draft.cannot("The KV policy of the plan is set in the scenario; the program decides this by itself.")
