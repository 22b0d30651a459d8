"""What of scenario, engine and card chooses the lines of a request: how requests share steps, what is asked."""

from __future__ import annotations

from typing import Literal, NamedTuple

from planner.accelerator import Accelerator
from planner.engine import Engine
from planner.scenario import Scenario


class RequestChoices(NamedTuple):
    """The default is a batch that starts and ends together, on an engine that nobody chose."""

    engine: bool = False
    continuous: bool = False
    chunked: bool = False
    fused_norms: bool = False
    gaps: bool = False
    graph_decode: bool = True
    host: bool = False
    shared_rates: bool = False
    """Whether the engine's products reach another share of the card's rates than the card's constants say."""
    half_sums: bool = False
    """Whether the engine sums fp16 products in fp16, and the card's rate of that is known."""
    ceiling: bool = False
    group_reads: bool = False
    cached: bool = False
    speculating: Literal["", "draft", "prediction"] = ""
    apart: bool = False
    targets: tuple[str, ...] = ()
    priced: bool = False
    powered: bool = False


def request_choices(
    scenario: Scenario, engine: Engine | None, card: Accelerator | None, drafts: bool
) -> RequestChoices:
    """The choices of a resolved plan that serves; `drafts`: the model has prediction layers of its own.

    >>> from planner.inference_load import Inference
    >>> request_choices(Scenario(id="s", name="s", load=Inference(target_ttft=0.2)), None, None, False).targets
    ('ttft',)
    """
    load = scenario.serving
    speculating: Literal["", "draft", "prediction"] = ""
    if load.draft_tokens is not None and load.acceptance is not None:
        speculating = "draft" if scenario.draft is not None else "prediction" if drafts else ""
    asked = RequestChoices(
        cached=load.cached_tokens is not None,
        speculating=speculating,
        apart=load.pools == "apart",
        targets=load.targets(),
        priced=card is not None and card.price_low is not None and card.price_high is not None,
        powered=card is not None and card.power is not None,
    )
    if engine is None:
        return asked
    return asked._replace(
        engine=True,
        continuous=engine.batching == "continuous",
        chunked=engine.chunked_prefill,
        fused_norms=engine.fused_norms,
        gaps=engine.launch_gap != 0,
        graph_decode=engine.graph_decode,
        host=engine.host_step != 0,
        shared_rates=engine.compute_share != 1,
        half_sums=engine.half_sums and card is not None and card.peak_fp16_fp16 is not None,
        ceiling=engine.bandwidth_ceiling is not None,
        group_reads=engine.group_reads != 1,
    )
