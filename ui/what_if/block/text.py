"""What the picture of a data flow says: texts of steps, stores, masks and totals, in the window's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QCoreApplication

from planner import units
from planner.time.operations import BOUNDS, CLASSES
from planner.what_if.block.flow import Kept, Step, Store, Tensor
from planner.what_if.block.mask import Mask
from ui.figures import exact, memory, rounded

DOT = " · "


def _say(text: str) -> str:
    return QCoreApplication.translate("dataflow", text)


def title(step: Step) -> str:
    """The name of a step."""
    found = QCoreApplication.translate("ledger", step.label)
    return found if found != step.label else _say(step.label)


def class_title(operator_class: str) -> str:
    """The name of a class of operators; empty of what is none."""
    found = CLASSES.get(operator_class, "")
    return QCoreApplication.translate("ledger", found) if found else ""


def bound(step: Step) -> str:
    """What a step takes its time for."""
    return QCoreApplication.translate("ledger", BOUNDS[step.bound]) if step.bound else ""


def count(value: int) -> str:
    """A count for reading: grouped while it is short, else with three significant digits.

    >>> count(4096), count(218_112_000), count(671_026_419_200)
    ('4,096', '218 M', '671 B')
    """
    for factor, sign in ((1_000_000_000, "B"), (1_000_000, "M")):
        if value >= factor:
            part = value / factor
            return f"{part:.{2 if part < 10 else 1 if part < 100 else 0}f} {sign}"
    return f"{value:,}"


def amount(value: float | None, unit: str) -> str:
    """A value of the ledger for reading; a dash where it is not known."""
    return "–" if value is None else " ".join(rounded(value, unit))


def intensity(value: float) -> str:
    """FLOPs per byte to three significant digits.

    >>> intensity(295.22), intensity(0.5)
    ('295', '0.5')
    """
    return f"{float(f'{value:.3g}'):,g}"


def figures(step: Step) -> list[str]:
    """Parameters, FLOPs, bytes, intensity and bound of a step as short texts; what is not known is left out."""
    found = []
    if step.parameters:
        found.append(QCoreApplication.translate("dataflow", "{count} parameters").format(count=count(step.parameters)))
    if step.flops:
        found.append(amount(step.flops, "FLOP"))
    if step.bytes_moved:
        moved = QCoreApplication.translate("dataflow", "{amount} moved")
        found.append(moved.format(amount=memory(round(step.bytes_moved))))
    if step.intensity is not None:
        found.append(f"{intensity(step.intensity)} FLOP/B")
    if step.bound:
        found.append(QCoreApplication.translate("dataflow", "bound by {bound}").format(bound=bound(step)))
    return found


def note(step: Step) -> str:
    """What is to say about a step."""
    return _say(step.note).format(**step.values) if step.note else ""


def mask_text(mask: Mask) -> str:
    """A mask in words."""
    return _say(mask.text).format(**mask.values)


def tensor_label(tensor: Tensor) -> str:
    """What stands before a tensor: Q, K, V, or a word."""
    if tensor.label == "scores":
        return QCoreApplication.translate("dataflow", "scores")
    return tensor.label


def store_title(store: Store) -> str:
    """The name of what stands beside a step."""
    if store.state:
        return QCoreApplication.translate("dataflow", "State")
    if all(not kept.own for kept in store.kept):
        return QCoreApplication.translate("dataflow", "KV cache of an earlier layer")
    return QCoreApplication.translate("dataflow", "KV cache")


def kept_title(kept: Kept) -> str:
    """The name of one thing that is kept."""
    return QCoreApplication.translate("ledger", kept.label)


def held(store: Store) -> str:
    """The bytes that all layers of the group keep there on this rank; empty where that is not known."""
    found = [kept.bytes_held for kept in store.kept]
    if not found or None in found:
        return ""
    text = QCoreApplication.translate("dataflow", "{amount} in all layers, at the full context")
    if store.state:
        text = QCoreApplication.translate("dataflow", "{amount} in all layers")
    return text.format(amount=memory(round(sum(each for each in found if each is not None))))


def totals(steps: Iterable[Step], whole: float | None) -> str:
    """Sums of the steps of a picture; seconds are the ledger's own."""
    found = [step for step in steps]
    parameters = [step.parameters for step in found if step.role not in ("input", "output")]
    texts = []
    if None not in parameters:
        total = sum(each or 0 for each in parameters)
        texts.append(QCoreApplication.translate("dataflow", "{count} parameters").format(count=f"{total:,}"))
    flops, moved = sum(step.flops or 0 for step in found), sum(step.bytes_moved or 0 for step in found)
    if flops:
        texts.append(amount(flops, "FLOP"))
    if moved:
        text = QCoreApplication.translate("dataflow", "{amount} moved")
        texts.append(text.format(amount=memory(round(moved))))
    if flops and moved:
        texts.append(f"{intensity(flops / moved)} FLOP/B")
    if whole is not None:
        texts.append(amount(whole, "s"))
    return DOT.join(text.replace(" ", "\u00a0") for text in texts)  # a break only between two of them


def details(step: Step) -> Iterator[str]:
    """Lines about one step, with every digit."""
    kind = class_title(step.operator_class)
    yield f"{title(step)}{f' ({kind})' if kind else ''}"
    shapes = DOT.join(_full(tensor) for tensor in step.gives)
    if step.takes:
        shapes = f"{DOT.join(_full(tensor) for tensor in step.takes)} → {shapes}"
    if shapes:
        yield shapes
    if step.weights is not None:
        yield QCoreApplication.translate("dataflow", "Weights {shape}").format(shape=_full(step.weights))
    amounts = []
    if step.parameters:
        amounts.append(exact(step.parameters, "parameter"))
    if step.weight_bytes:
        text = QCoreApplication.translate("dataflow", "{amount} of weights on this GPU")
        amounts.append(text.format(amount=memory(round(step.weight_bytes))))
    if step.flops:
        amounts.append(exact(step.flops, "FLOP"))
    if step.bytes_moved:
        text = QCoreApplication.translate("dataflow", "{amount} moved")
        amounts.append(text.format(amount=units.exact(round(step.bytes_moved), "byte")))
    if step.intensity is not None:
        amounts.append(f"{intensity(step.intensity)} FLOP/B")
    if amounts:
        yield DOT.join(amounts)
    if step.seconds is not None:
        text = QCoreApplication.translate("dataflow", "{time}, bound by: {bound}")
        once = text.format(time=amount(step.seconds, "s"), bound=bound(step) or "–")
        yield once if step.times == 1 else f"{once} (× {step.times:,})"
    if step.note:
        yield note(step)


def _full(tensor: Tensor) -> str:
    label = tensor_label(tensor)
    return f"{label + ' ' if label else ''}{tensor.named} = {tensor.sized}"


def header() -> tuple[str, ...]:
    """The headings of the steps as a table."""
    translate = QCoreApplication.translate
    return (
        translate("operators", "Operator"), translate("operators", "Class"), translate("dataflow", "Shape by name"),
        translate("dataflow", "Shape"), translate("dataflow", "Parameters"), translate("dataflow", "FLOPs"),
        translate("dataflow", "Bytes"), translate("dataflow", "FLOPs per byte"), translate("dataflow", "Time, s"),
        translate("operators", "Bound by"), translate("dataflow", "Line of the ledger"),
    )  # fmt: skip


def row(step: Step) -> tuple[str, ...]:
    """One step as a row of that table, every digit of its numbers."""

    def digits(value: float | None) -> str:
        return "" if value is None else repr(value)

    return (
        title(step), class_title(step.operator_class), "; ".join(tensor.named for tensor in step.gives),
        "; ".join(tensor.sized for tensor in step.gives), digits(step.parameters), digits(step.flops),
        digits(step.bytes_moved), digits(step.intensity), digits(step.seconds), bound(step), step.line,
    )  # fmt: skip


def store_details(store: Store) -> Iterator[str]:
    """Lines about what stands beside a step."""
    yield store_title(store)
    for kept in store.kept:
        text = f"{kept_title(kept)} {kept.tensor.named} = {kept.tensor.sized}"
        if kept.bytes_held is not None:
            more = QCoreApplication.translate("dataflow", "{amount} in all layers")
            text = f"{text}{DOT}{more.format(amount=memory(round(kept.bytes_held)))}"
        yield text
