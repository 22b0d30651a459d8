"""Findings on what an engine does with a card: what it reserves, what lies beside its fraction, what a step costs.

Every sentence has a number that the ledger of this very plan computed, and says what would change it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.checks.cache import check_cache
from planner.engine import known_on
from planner.engine_standing import standing_of
from planner.findings import Edit, Finding, Severity
from planner.hosts import gpus_of
from planner.plan import Evaluation
from planner.unit_table import GIB
from planner.words import QT_TRANSLATE_NOOP
from planner.workbook import Engine, Path

USUAL_STEP = 512
"""llama.cpp's own n_ubatch."""


def check_engine(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    """What a person who runs this plan on its engine will wonder about."""
    yield from check_cache(evaluation, path)
    engine = evaluation.engine
    if engine is None:
        return
    yield from _standing(engine, path)
    if not engine.time_verified:
        yield Finding("engine_time_unverified", (*path, "engine"), Severity.NOTE, QT_TRANSLATE_NOOP(
            "findings", "Times under {name} are not verified: no published times were held against its profile."),
            {"name": engine.name},
            QT_TRANSLATE_NOOP("findings", "Take the pessimistic times, or measure and correct the profile in its row.")
        )  # fmt: skip
    card = evaluation.accelerator
    if card is not None and not known_on(engine, card.vendor):
        yield Finding("engine_not_known_here", (*path, "engine"), Severity.ERROR, QT_TRANSLATE_NOOP(
            "findings", "The {count} figures of {name} are known on {platforms}, and {card} is of {vendor}: no "
            "verdict."),
            {"name": engine.name, "count": len(engine.sources), "platforms": engine.platforms, "card": card.name,
             "vendor": card.vendor},
            QT_TRANSLATE_NOOP("findings", "Plan without an engine, or measure its figures there and add the maker to "
                              "its row."),
            (Edit((*path, "engine"), None),))  # fmt: skip
    if evaluation.value("free") is None:
        return
    yield from _sequences(evaluation, path)
    yield from _not_free(evaluation, engine, path)
    yield from _reserved(evaluation, engine, path)
    yield from _too_small(evaluation, engine, path)
    yield from _beside(evaluation, engine, path)
    yield from _communicator(evaluation, path)
    yield from _kernels(evaluation, engine, path)
    if engine.printed_activations is not None:  # then there is no line of what a step takes
        return
    if engine.step == "buffer":
        yield from _buffer(evaluation, engine, path)
    elif engine.step == "profiled":
        yield from _long_step(evaluation, path)


def _standing(engine: Engine, path: Path) -> Iterator[Finding]:
    """Figures that no case was held against."""
    standing = standing_of(engine)
    if standing.verified:
        return
    remedy = QT_TRANSLATE_NOOP("findings", "Compare with its log, and correct the figures in its row.")
    if standing.theirs:
        remedy = QT_TRANSLATE_NOOP("findings", "Put the figures of its preset back, or compare with its log.")
    edits = tuple(Edit(("engines", engine.id, name), value) for name, value in standing.theirs.items())
    yield Finding("engine_unverified", (*path, "engine"), Severity.NOTE, standing.template, standing.values, remedy,
                  edits)  # fmt: skip


def _sequences(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    """More sequences than the engine runs at a time: the rest waits, though the cache may hold it."""
    most = evaluation.value("max_sequences")
    if most is None:
        own = evaluation.scenario.max_sequences
        most = evaluation.amounts.get("engine.max_sequences") if own is None else own
    batch = evaluation.value("sequences")
    batch = evaluation.scenario.serving.batch if batch is None else batch
    if evaluation.engine is None or evaluation.engine.step != "profiled" or not isinstance(batch, int) or batch <= most:
        return
    yield Finding("batch_beyond_step", (*path, "load", "batch"), Severity.WARNING, QT_TRANSLATE_NOOP(
        "findings", "{name} runs at most {most:,} sequences at a time and this plan has {batch:,}: the others wait, "
        "and the time of a step is that of all of them."),
        {"name": evaluation.engine.name, "most": most, "batch": batch},
        QT_TRANSLATE_NOOP("findings", "Raise the sequences per step, or lower the batch."),
        (Edit((*path, "max_sequences"), batch),))  # fmt: skip


def _not_free(evaluation: Evaluation, engine: Engine, path: Path) -> Iterator[Finding]:
    """A fraction of the whole card where less than that is free: the engine does not start."""
    if evaluation.scenario.memory_basis != "free" or engine.budget != "total":
        return
    allowed, free = evaluation.value("allowed"), evaluation.value("usable")
    if allowed is None or free is None or allowed <= free:
        return
    whole: Any = evaluation.amounts["accelerator.usable_memory"]
    least = int(free / whole * 100) / 100
    yield Finding("fraction_not_free", (*path, "memory_fraction"), Severity.ERROR, QT_TRANSLATE_NOOP(
        "findings", "{name} asks for {allowed:.2f} GiB when it starts, and {free:.2f} GiB were free: it would not "
        "start."), {"name": engine.name, "allowed": allowed / GIB, "free": free / GIB},
        QT_TRANSLATE_NOOP("findings", "Lower the memory fraction, or end the other processes."),
        (Edit((*path, "memory_fraction"), least),) if least > 0 else ())  # fmt: skip


def _gib(evaluation: Evaluation, *keys: str) -> dict[str, float]:
    """The values of lines in GiB by the last word of their keys."""
    return {key.rpartition(".")[2]: (evaluation.value(key) or 0) / GIB for key in keys}


def _reserved(evaluation: Evaluation, engine: Engine, path: Path) -> Iterator[Finding]:
    """What the engine holds whatever the load, where that is far more than the load needs."""
    if engine.budget == "none" or evaluation.value("reserved") - evaluation.value("needed") < GIB:
        return
    amounts = _gib(evaluation, "reserved", "needed", "allowed", "usable", "kv_cache", "kv_budget", "weights")
    values: dict[str, Any] = {**amounts, "name": engine.name, "fraction": _fraction(evaluation)}
    if engine.budget == "free":
        yield Finding("fraction_of_free", (*path, "memory_fraction"), Severity.NOTE, QT_TRANSLATE_NOOP(
            "findings", "{name} takes {fraction:.2f} of what is free after loading, not of the card: {allowed:.2f} GiB "
            "for the KV cache, {reserved:.2f} GiB reserved; this load needs {needed:.2f} GiB."), values,
            QT_TRANSLATE_NOOP("findings", "Bound the tokens of the cache, or lower the fraction."))  # fmt: skip
        return
    least = evaluation.value("least_fraction")
    yield Finding("reserved_beyond_needed", (*path, "memory_fraction"), Severity.NOTE, QT_TRANSLATE_NOOP(
        "findings", "This load needs {needed:.2f} GiB, {weights:.2f} GiB of them weights. {name} reserves "
        "{allowed:.2f} GiB whatever the load, {fraction:.2f} of {usable:.2f} GiB, and with what lies beside it "
        "nvidia-smi shows {reserved:.2f} GiB: the rest is room for the KV cache, {kv_budget:.2f} GiB."), values,
        QT_TRANSLATE_NOOP("findings", "It is no leak. Lower the memory fraction to give memory back."),
        (Edit((*path, "memory_fraction"), _rounded_up(least)),))  # fmt: skip


def _fraction(evaluation: Evaluation) -> Any:
    own = evaluation.scenario.memory_fraction
    return own if own is not None or evaluation.engine is None else evaluation.engine.memory_fraction


def _rounded_up(share: float) -> float:
    """A share in whole hundredths that is not below it."""
    return min(max(-(-round(share * 1e6) // 10_000) / 100, 0.01), 1.0)


def _too_small(evaluation: Evaluation, engine: Engine, path: Path) -> Iterator[Finding]:
    """A fraction that does not even hold the weights: the engine stops, whatever the load."""
    least = evaluation.value("least_fraction")
    if least is None or evaluation.value("free_within") >= 0:
        return
    without = least * (1 - evaluation.value("kv_cache") / (evaluation.value("needed") - evaluation.value("outside")))
    fraction = _fraction(evaluation)
    if fraction > without or without > 1:  # above 1 no fraction helps: that it does not fit is said elsewhere
        return
    remedy = QT_TRANSLATE_NOOP("findings", "Raise the memory fraction, or spread the weights over more GPUs.")
    if engine.step == "profiled" and engine.activations_inside:
        remedy = QT_TRANSLATE_NOOP(
            "findings", "Raise the memory fraction, run fewer sequences per step, or spread the weights over more GPUs."
        )  # fmt: skip
    yield Finding("fraction_below_weights", (*path, "memory_fraction"), Severity.ERROR, QT_TRANSLATE_NOOP(
        "findings", "{name} stops while it starts: its fraction {fraction:.4f} is less than {without:.4f}, what "
        "weights of {weights:.2f} GiB and all else inside it take before any KV cache; this load needs {least:.4f}."),
        {**_gib(evaluation, "weights"), "name": engine.name, "fraction": fraction, "without": without, "least": least},
        remedy, (Edit((*path, "memory_fraction"), _rounded_up(least)),) if least <= 1 else ())  # fmt: skip


def _beside(evaluation: Evaluation, engine: Engine, path: Path) -> Iterator[Finding]:
    """Graphs on top of the fraction, where they may take much of what it leaves."""
    high = _high(evaluation, "graphs")
    if engine.budget != "total" or engine.graphs_inside or high is None or not evaluation.value("overhead.graphs"):
        return
    left = evaluation.value("usable") - evaluation.value("allowed") - evaluation.value("overhead.device_context")
    if 3 * high <= left:
        return
    beyond = evaluation.value("reserved") > evaluation.value("usable")
    severity = Severity.WARNING if beyond else Severity.NOTE
    yield Finding("graphs_beside_fraction", (*path, "memory_fraction"), severity, QT_TRANSLATE_NOOP(
        "findings", "CUDA graphs lie on top of the fraction: {graphs:.2f} GiB, up to {high:.2f} GiB, of the {left:.2f} "
        "GiB that the fraction and the device context leave: {reserved:.2f} of {usable:.2f} GiB in all."),
        {**_gib(evaluation, "overhead.graphs", "reserved", "usable"), "high": high / GIB, "left": left / GIB},
        QT_TRANSLATE_NOOP("findings", "Lower the memory fraction, or capture fewer sizes."))  # fmt: skip


def _high(evaluation: Evaluation, key: str) -> Any:
    """The high end of an overhead's band: the engine's, or the workbook's."""
    own = evaluation.amounts.get(f"engine.{key}_high")
    return evaluation.amounts.get(f"assumptions.{key}_high") if own is None else own


def _communicator(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    """What more than one GPU costs on each of them."""
    taken = evaluation.value("overhead.communicator")
    high = _high(evaluation, "communicator")
    if not taken or high is None:
        return
    ranks = gpus_of(evaluation.scenario)
    yield Finding("communicator_per_rank", (*path, "tp"), Severity.NOTE, QT_TRANSLATE_NOOP(
        "findings", "Collectives take {each:.2f} GiB, up to {high:.2f} GiB, on each of {ranks} GPUs and nothing on "
        "one; memory outside the framework goes from {alone:.2f} to {other:.2f} GiB, {total:.2f} GiB over all GPUs."),
        {"each": taken / GIB, "high": high / GIB, "ranks": ranks, "total": ranks * taken / GIB,
         "alone": evaluation.value("overhead.runtime") / GIB,
         "other": (evaluation.value("overhead.runtime") + taken) / GIB},
        QT_TRANSLATE_NOOP("findings", "Fewer, larger GPUs save it."))  # fmt: skip


def _kernels(evaluation: Evaluation, engine: Engine, path: Path) -> Iterator[Finding]:
    """MXFP4 experts, whose layout in memory depends on the kernels that the engine chooses."""
    more = evaluation.value("weights.expert_backend")
    if not more:
        return
    room, weights = evaluation.value("kv_budget"), evaluation.value("weights")
    values = {"more": more / GIB, "room": room / GIB, "weights": weights / GIB, "without": (room + more) / GIB}
    template = QT_TRANSLATE_NOOP(
        "findings", "The kernels chosen for MXFP4 experts decide what stays for the KV cache: {room:.2f} GiB with "
        "Triton, whose weights are {weights:.2f} GiB, and {without:.2f} GiB with kernels that keep the scales once, "
        "{more:.2f} GiB less.")  # fmt: skip
    if engine.mxfp4_kernels == "hopper_fp32":
        template = QT_TRANSLATE_NOOP(
            "findings", "With Marlin kernels this engine keeps the scales of MXFP4 experts a second time, in fp32: "
            "{more:.2f} GiB of the weights' {weights:.2f} GiB; {room:.2f} GiB stay for the KV cache, and {without:.2f} "
            "GiB with kernels that keep them once.")  # fmt: skip
    remedy = QT_TRANSLATE_NOOP("findings", "Read in its log which kernels it chose, and set them in the engine's row.")
    edit = Edit(("engines", engine.id, "mxfp4_kernels"), "other")
    yield Finding("kernel_backend", (*path, "engine"), Severity.NOTE, template, values, remedy, (edit,))


def _buffer(evaluation: Evaluation, engine: Engine, path: Path) -> Iterator[Finding]:
    """llama.cpp's compute buffer: linear in the step, and in the context without flash attention."""
    rows, buffer = evaluation.value("activation_rows"), evaluation.value("activations")
    beside = evaluation.value("activations.mask")
    if not engine.flash_attention and beside + evaluation.value("activations.attention") >= buffer:
        # In fp16 the mask is half as large; one in fp32 is there with it until it is cast.
        later = max(evaluation.value("activations.feed_forward"), beside if engine.masks == "fp32" else 0)
        flash = max(evaluation.value("activations.logits"), beside // 2 + later)
        yield Finding("scores_stored_whole", (*path, "engine"), Severity.WARNING, QT_TRANSLATE_NOOP(
            "findings", "Without flash attention the compute buffer holds the scores of {rows:,} tokens with the whole "
            "cache: {buffer:.2f} GiB; with it the buffer takes {flash:.2f} GiB."),
            {"rows": rows, "buffer": buffer / GIB, "flash": flash / GIB},
            QT_TRANSLATE_NOOP("findings", "Turn flash attention on (-fa, OLLAMA_FLASH_ATTENTION=1)."))  # fmt: skip
    elif rows > USUAL_STEP:
        yield Finding("buffer_of_step", (*path, "max_batched_tokens"), Severity.NOTE, QT_TRANSLATE_NOOP(
            "findings", "The compute buffer is linear in the step: {buffer:.2f} GiB for {rows:,} tokens, "
            "{usual:.2f} GiB for {step:,}."),
            {"rows": rows, "buffer": buffer / GIB, "usual": buffer * USUAL_STEP / rows / GIB, "step": USUAL_STEP},
            QT_TRANSLATE_NOOP("findings", "Take a smaller n_ubatch: prefill slows down."),
            (Edit((*path, "max_batched_tokens"), USUAL_STEP),))  # fmt: skip


def _long_step(evaluation: Evaluation, path: Path) -> Iterator[Finding]:
    """A step as long as the context, un-chunked: what it takes from the cache."""
    rows, usual = evaluation.value("activation_rows"), evaluation.amounts.get("engine.tokens_per_step")
    context: Any = evaluation.scenario.serving.context
    if not isinstance(usual, int) or rows <= usual or evaluation.scenario.max_batched_tokens is None or rows < context:
        return
    layers = evaluation.value("activations.residual") + evaluation.value("activations.widest")
    left, logits = evaluation.value("activations.left"), evaluation.value("activations.logits")
    less = max(layers * usual // rows, left * usual // rows + logits)
    more = evaluation.value("activations") - less
    if more < GIB // 4:
        return
    yield Finding("step_of_whole_context", (*path, "max_batched_tokens"), Severity.NOTE, QT_TRANSLATE_NOOP(
        "findings", "A step of {rows:,} tokens reads a whole context at once and reserves {taken:.2f} GiB: the KV "
        "cache shrinks as the context grows. Chunks of {usual:,} tokens give it {more:.2f} GiB."),
        {"rows": rows, "taken": evaluation.value("activations") / GIB, "usual": usual, "more": more / GIB},
        QT_TRANSLATE_NOOP("findings", "Chunk the prefill."),
        (Edit((*path, "max_batched_tokens"), usual),))  # fmt: skip
