"""What a plan takes, whether there is room for it, and how long its passes are: columns of the table of scenarios."""

from __future__ import annotations

from planner.words import QT_TRANSLATE_NOOP
from ui.sheets.results import BYTES, SECONDS, ResultColumn, result

_MEMORY = QT_TRANSLATE_NOOP("fields", "Memory per GPU")
_CAPACITY = QT_TRANSLATE_NOOP("fields", "Capacity")
_TIME = QT_TRANSLATE_NOOP("fields", "Time")
SERVES, TRAINS = "inference", "training"


def plan_results() -> tuple[ResultColumn, ...]:
    """The columns in the order of the table."""
    return (*_memory(), *_cache_and_passes())


def _memory() -> tuple[ResultColumn, ...]:
    return (
        result("weights", QT_TRANSLATE_NOOP("fields", "Weights"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "The model's weights on the fullest GPU."), BYTES),
        result("kv_cache", QT_TRANSLATE_NOOP("fields", "KV cache"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "Keys and values of all sequences at full context."), BYTES, load=SERVES),
        result("adapters", QT_TRANSLATE_NOOP("fields", "Adapters"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "The matrices of LoRA beside the frozen weights."), BYTES, load=TRAINS),
        result("gradients", QT_TRANSLATE_NOOP("fields", "Gradients"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "Gradients of the fullest GPU, or of its share of the host where they are "
                                 "offloaded."), BYTES, load=TRAINS),
        result("master", QT_TRANSLATE_NOOP("fields", "Master weights"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "The precise copy of the weights that the optimizer changes; on the host "
                                 "where it is offloaded."), BYTES,
               load=TRAINS),
        result("optimizer", QT_TRANSLATE_NOOP("fields", "Optimizer states"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "Moments and other states of the fullest GPU, or of its share of the host "
                                 "where they are offloaded."), BYTES, load=TRAINS),
        result("activations", QT_TRANSLATE_NOOP("fields", "Activations"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "What is alive at once during a step. In training, where gradients are "
                                 "freed after a step: less the place of those that come later."), BYTES),
        result("transient", QT_TRANSLATE_NOOP("fields", "Transient"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "Gathered layers, buckets, and what the optimizer's step needs beyond the "
                                 "activations."), BYTES, load=TRAINS),
        result("host", QT_TRANSLATE_NOOP("fields", "On the host"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "States in the host's memory, for each GPU; the total is without them."),
               BYTES, load=TRAINS),
        result("overhead", QT_TRANSLATE_NOOP("fields", "Overhead"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "Device context, runtime, captured graphs, communicators."), BYTES),
        result("needed", QT_TRANSLATE_NOOP("fields", "Total per GPU"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "All of it on the fullest GPU."), BYTES, strong=True),
        result("usable", QT_TRANSLATE_NOOP("fields", "Usable"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "What software can allocate on this GPU, or what was free on it."), BYTES),
        result("free", QT_TRANSLATE_NOOP("fields", "Free"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "What the card or the engine leaves, less the total; negative if it does "
                                 "not fit."), BYTES),
        result("reserved", QT_TRANSLATE_NOOP("fields", "Reserved"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "What the engine takes whatever the load, as nvidia-smi shows it."), BYTES),
        result("kv_budget", QT_TRANSLATE_NOOP("fields", "KV room"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "All that is free, given to the KV cache."), BYTES, load=SERVES),
        result("least_fraction", QT_TRANSLATE_NOOP("fields", "Least fraction"), _MEMORY,
               QT_TRANSLATE_NOOP("fields", "The memory fraction at which nothing stays free."), ("", "%"), load=SERVES),
    )  # fmt: skip


def _cache_and_passes() -> tuple[ResultColumn, ...]:
    return (
        result("kv_capacity_tokens", QT_TRANSLATE_NOOP("fields", "KV tokens"), _CAPACITY,
               QT_TRANSLATE_NOOP("fields", "Tokens that the room for the KV cache holds."),
               ("token", ""), load=SERVES),
        result("kv_requests", QT_TRANSLATE_NOOP("fields", "Requests"), _CAPACITY,
               QT_TRANSLATE_NOOP("fields", "Requests of this context that the KV cache holds at a time."),
               ("request", ""), load=SERVES),
        result("prefill", QT_TRANSLATE_NOOP("fields", "Prefill"), _TIME,
               QT_TRANSLATE_NOOP("fields", "Estimate: reading the prompts of the whole batch."), SECONDS, load=SERVES),
        result("decode_step", QT_TRANSLATE_NOOP("fields", "Decode step"), _TIME,
               QT_TRANSLATE_NOOP("fields", "Estimate: one token for every sequence at full context."), SECONDS,
               load=SERVES),
    )  # fmt: skip
