"""What is not counted in a training plan, in words: the inputs "unproved.*", which are always blank."""

from __future__ import annotations

from planner.workbook import Model


def unproved_title(model: Model, rest: str) -> str:
    """What is not counted because no formula of it was held against a measurement."""
    names = rest.split(".")
    if rest == "adafactor":
        return "the states of Adafactor for weights that are no single matrix"
    if names[0] == "model":
        kept = {"loss": "what this loss keeps", "family": f"what layers of {model.name}'s family keep"}
        return kept.get(names[1], "what the final norm keeps for the backward pass")
    group = model.groups[int(names[1])]
    what = "the norms" if names[2] == "norm" else getattr(group, names[2], model.stream).title
    return f"what {what} of {group.name} keeps for the backward pass"
