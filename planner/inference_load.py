"""A serving load: sequences of which length, what of them is cached or guessed ahead, which times are wanted."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from planner.fields import Cell, Choice, Number, Record
from planner.memory.formats import CACHE_FORMATS
from planner.words import QT_TRANSLATE_NOOP

POOLS = (
    ("together", QT_TRANSLATE_NOOP("fields", "same GPUs")),
    ("apart", QT_TRANSLATE_NOOP("fields", "two pools")),
)


class Inference(Record):
    """A serving load: `batch` sequences that reach `context` tokens each, of which `prompt` are read at once."""

    title: ClassVar[str] = QT_TRANSLATE_NOOP("parts", "Inference")
    kind: Literal["inference"] = "inference"
    batch: Annotated[
        Cell, Number("Batch", "Sequences held at the same time.", "load", minimum=1, maximum=10_000_000)
    ] = 1
    context: Annotated[
        Cell,
        Number(
            "Context",
            "Tokens each sequence may reach; the KV cache holds this many.",
            "load",
            unit="token",
            minimum=1,
            binary=True,
        ),
    ] = 4096
    prompt: Annotated[
        Cell,
        Number(
            "Prompt",
            "Tokens of each sequence that prefill reads at once.",
            "load",
            unit="token",
            minimum=1,
            binary=True,
        ),
    ] = "=max(context - output, 1)"
    output: Annotated[
        Cell,
        Number("Output", "Tokens generated for each sequence.", "load", unit="token", minimum=1, binary=True),
    ] = 256
    kv_keys: Annotated[
        str | None,
        Choice(
            "Key format",
            "Format of the keys in the cache. Blank: as the activations.",
            "precision",
            CACHE_FORMATS,
            optional=True,
        ),
    ] = None
    kv_values: Annotated[
        str | None,
        Choice(
            "Value format",
            "Format of the values in the cache. Blank: as the activations.",
            "precision",
            CACHE_FORMATS,
            optional=True,
        ),
    ] = None
    shared_prefix: Annotated[
        Cell | None,
        Number(
            "Shared prefix",
            "Tokens at the start that all sequences have in common and that the cache holds once. Blank: none.",
            "load",
            unit="token",
            binary=True,
            optional=True,
        ),
    ] = None
    cached_tokens: Annotated[
        Cell | None,
        Number("Prefix cached", "Tokens of each prompt that a prefix cache holds already and prefill leaves out: a "
               "share of the prompt as in =0.5*prompt. Blank: none.", "load", unit="token", binary=True, optional=True),
    ] = None  # fmt: skip
    rounds: Annotated[
        Cell,
        Number("Requests per client", "Requests that each of the batch's clients sends, one after the other. The first "
               "come all at once and wait for each other's prefill; of ten rounds that is a tenth.", "load", minimum=1,
               maximum=10_000_000),
    ] = 10  # fmt: skip
    draft_tokens: Annotated[
        Cell | None,
        Number("Drafted tokens", "Tokens that are guessed ahead in each step (speculative decoding). Blank: none.",
               "speculation", unit="token", minimum=1, maximum=1000, optional=True),
    ] = None  # fmt: skip
    acceptance: Annotated[
        Cell | None,
        Number("Acceptance", "Share of drafted tokens that the model accepts, each by itself.", "speculation",
               shown="%", minimum=0, maximum=1, whole=False, optional=True),
    ] = None  # fmt: skip
    pools: Annotated[
        str,
        Choice("Prefill and decode", "Whether the same GPUs do both, or two pools of replicas of this plan.", "load",
               POOLS),
    ] = "together"  # fmt: skip
    target_ttft: Annotated[
        Cell | None,
        Number("Target TTFT", "Longest time to the first token that is wanted. Blank: no target.", "targets", unit="s",
               shown="ms", minimum=1e-6, maximum=1e6, whole=False, optional=True),
    ] = None  # fmt: skip
    target_tpot: Annotated[
        Cell | None,
        Number("Target TPOT", "Longest time per output token that is wanted. Blank: no target.", "targets", unit="s",
               shown="ms", minimum=1e-6, maximum=1e6, whole=False, optional=True),
    ] = None  # fmt: skip
    target_rate: Annotated[
        Cell | None,
        Number("Target rate", "Requests per second that must be served. Blank: no target.", "targets",
               unit="request/s", shown="request/s", minimum=1e-9, maximum=1e9, whole=False, optional=True),
    ] = None  # fmt: skip

    def targets(self) -> tuple[str, ...]:
        """The names of the targets that are stated.

        >>> Inference(target_ttft=0.2, target_rate=3).targets()
        ('ttft', 'rate')
        """
        return tuple(name for name in ("ttft", "tpot", "rate") if getattr(self, f"target_{name}") is not None)
