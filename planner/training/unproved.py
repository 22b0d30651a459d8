"""What is not counted in a training plan, in words: the inputs "unproved.*", which are always blank."""

from __future__ import annotations

from planner.words import QT_TRANSLATE_NOOP, Said
from planner.workbook import Model


def unproved_title(model: Model, rest: str) -> Said:
    """What is not counted because no formula of it was held against a measurement."""
    names = rest.split(".")
    if rest == "adafactor":
        template = QT_TRANSLATE_NOOP("inputs", "the states of Adafactor for weights that are no single matrix")
        return Said("inputs", template)
    if names[0] == "model" and names[1] == "loss":
        return Said("inputs", QT_TRANSLATE_NOOP("inputs", "what this loss keeps"))
    if names[0] == "model" and names[1] == "family":
        return Said(
            "inputs", QT_TRANSLATE_NOOP("inputs", "what layers of {model}'s family keep"), {"model": model.name}
        )
    if names[0] == "model":
        return Said("inputs", QT_TRANSLATE_NOOP("inputs", "what the final norm keeps for the backward pass"))
    group = model.groups[int(names[1])]
    name = Said("ledger", group.name)
    if names[2] == "norm":
        template = QT_TRANSLATE_NOOP("inputs", "what the norms of {group} keep for the backward pass")
        return Said("inputs", template, {"group": name})
    part = Said("parts", getattr(group, names[2], model.stream).title)
    template = QT_TRANSLATE_NOOP("inputs", "what {part} of {group} keeps for the backward pass")
    return Said("inputs", template, {"part": part, "group": name})
