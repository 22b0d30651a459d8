"""Out-of-memory messages of PyTorch: several are of several processes or moments, and their figures are not mixed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planner.logs.statements import Statement

OF_A_MESSAGE = frozenset({"tried", "torch_allocated", "torch_unallocated", "torch_reserved", "process", "others",
                          "elsewhere", "free_now"})  # fmt: skip


def worst_message(statements: Sequence[Statement]) -> Mapping[str, Statement]:
    """What the message states that wanted the most memory, by quantity; nothing where there is no message."""
    messages: dict[int, dict[str, Statement]] = {}
    for each in statements:
        if each.program == "PyTorch" and each.quantity in OF_A_MESSAGE:
            own = messages.setdefault(each.line, {})
            if each.quantity not in own or each.value > own[each.quantity].value:
                own[each.quantity] = each
    return max(messages.values(), key=_wanted, default={})


def _wanted(message: Mapping[str, Statement]) -> float:
    return sum(message[name].value for name in ("torch_allocated", "tried") if name in message)
