"""What an engine adds to the kernels of a pass, or takes off: gaps between launches, the host's step, fused norms."""

from __future__ import annotations

from planner.ledger import Builder, Slot
from planner.parts.base import Phase
from planner.scope import Scopes
from planner.time.call import Call
from planner.words import QT_TRANSLATE_NOOP

GAPS = QT_TRANSLATE_NOOP(
    "references", "Kernels that are launched one by one; a step that is one CUDA graph has no gaps"
)
FUSED = QT_TRANSLATE_NOOP(
    "references",
    "One kernel reads two rows of d_model and writes two: a residual add and a norm less one call and one sixth of "
    "their bytes (vLLM fused_add_rms_norm, TensorRT-LLM)",
)
HOST = QT_TRANSLATE_NOOP("references", "What the device waits for the host in each step")


def profile_lines(builder: Builder, scopes: Scopes, phase: Phase, root: str) -> None:
    """The engine's lines under a pass whose calls have been placed."""
    asked = scopes.choices.request
    calls = [call for call in scopes.calls if call.root == root]
    if asked.fused_norms:
        _fused(builder, root, [call for call in calls if call.key.endswith(".residual")])
    if asked.gaps and not (phase == "decode" and asked.graph_decode):
        names: dict[str, Slot] = {"launch_gap": "engine.launch_gap"}
        text = f"launch_gap * ({_counted(calls, names)})"
        label = QT_TRANSLATE_NOOP("ledger", "Gaps between kernels")
        builder.add(f"{root}.gaps", root, root, label, "s", text, names, GAPS)
    if asked.host and phase == "decode":
        label = QT_TRANSLATE_NOOP("ledger", "Host")
        builder.add(f"{root}.host", root, root, label, "s", "host_step", {"host_step": "engine.host_step"}, HOST)


def _counted(calls: list[Call], names: dict[str, Slot]) -> str:
    """How many calls a pass makes, as a text over the groups' layers, which are added to `names`."""
    each: dict[Slot | None, int] = {}
    for call in calls:
        each[call.layers] = each.get(call.layers, 0) + 1
    terms = []
    for number, (layers, count) in enumerate(each.items()):
        if layers is None:
            terms.append(str(count))
        else:
            names[f"layers_{number}"] = layers
            terms.append(f"{count} * layers_{number}")
    return " + ".join(terms) or "0"


def _fused(builder: Builder, root: str, adds: list[Call]) -> None:
    """What the kernels of residual add and norm save together, group by group."""
    groups: dict[str, list[Call]] = {}
    for call in adds:
        groups.setdefault(call.group, []).append(call)
    if not groups:
        return
    key, label = f"{root}.fused", QT_TRANSLATE_NOOP("ledger", "Norms inside the residual adds")
    builder.section(key, root, root, label, "s", FUSED)
    for group, calls in groups.items():
        names: dict[str, Slot] = {"layers": calls[0].layers or ""}
        terms = []
        for number, call in enumerate(calls):
            names |= {f"add_{number}": call.key, f"memory_{number}": f"{call.key}.memory"}
            terms.append(f"add_{number} - 2 * memory_{number} / 3")
        text = f"-layers * ({' + '.join(terms)})"
        label = QT_TRANSLATE_NOOP("ledger", "Of all layers of a group")
        builder.add(f"{key}.{group}", key, root, label, "s", text, names, FUSED)
