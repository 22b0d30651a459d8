"""What a request takes and a server gives: first token, output tokens, rates, from the times of single passes.

Definitions
    prefill            the device reads the prompts of the batch at once
    TTFT               from sending a request to its first token: alone, or with the queue that it meets
    decode step        one pass that gives each running sequence a token (more where drafted tokens are accepted)
    TPOT               mean time between output tokens of one request: of decode steps alone, or with its share of the
                       prefills of others that run in between
    gap                the longest time between two output tokens of a request
    request            from sending to the last token, TTFT + (output - 1) * TPOT
    per user           output tokens per second that one request gets, 1 / TPOT
    aggregate          output tokens per second over all requests and replicas
"""

from __future__ import annotations

from collections.abc import Mapping

from planner.ledger import Builder, Slot
from planner.scope import Scopes
from planner.time.drafting import drafting_step
from planner.time.lines import pass_lines
from planner.words import QT_TRANSLATE_NOOP

RUNNING = "Sequences of the batch that the room for the KV cache holds at their mean length; the others wait"
MEAN = "Half of the output is there on average"
STEADY = (
    "Agrawal et al. 2024, arXiv:2403.02310: in the steady state every output token of a sequence waits for its share "
    "of the prefills that start meanwhile, B * t_prefill / output"
)
QUEUE = (
    "The step under way, the prefills ahead, and the first burst: the clients' first requests come at once and wait "
    "for (B - 1) / 2 prefills, one round in so many"
)
LEVIATHAN = "Leviathan et al. 2022, arXiv:2211.17192: (1 - a^(k+1)) / (1 - a) tokens of a step with k drafted tokens"
PIPELINE = "A pipeline is full when it has as many groups of sequences under way as stages"
LITTLE = "Requests that run at a time over the time of one, without its queue"
BAND = "The estimate times the engine's band"


def request_lines(builder: Builder, scopes: Scopes) -> None:
    """The lines of one request and of the server, after those of the passes."""
    asked = scopes.choices.request
    shared = scopes.shared
    names: dict[str, Slot] = dict(shared)

    def add(key: str, label: str, unit: str, text: str, reference: str, parent: str | None = None) -> None:
        scope = {**names, **{name: name for name in builder.lines if name.isidentifier()}}
        scope |= {name: shared[name] for name in ("batch", "context") if name in shared}
        builder.add(key, parent, "requests", label, unit, text, scope, reference)

    _running(scopes, add, builder)
    new = "max(prompt - prompt * cached_share // 1, 1)" if asked.cached else "prompt"
    label = QT_TRANSLATE_NOOP("ledger", "Tokens of a prompt that are computed")
    add("new_tokens", label, "token", new, "The prompt less what the prefix cache holds")
    add("mean_context", QT_TRANSLATE_NOOP("ledger", "Mean tokens of a sequence"), "token", "prompt + output // 2", MEAN)
    add("one_request", QT_TRANSLATE_NOOP("ledger", "One request"), "", "1", "A prefill of its own")
    one = scopes.renamed({"batch": "one_request", "prefill_rows": "new_tokens", "prompt": "new_tokens"})
    label = QT_TRANSLATE_NOOP("ledger", "Prefill of one request")
    pass_lines(builder, one, "prefill", "prefill_request", label)
    if asked.cached:
        _cached(builder, one)
    changes: dict[str, Slot] = {"batch": "stage_batch", "context": "mean_context", "decode_rows": "stage_rows"}
    if scopes.choices.placement.context:
        label = QT_TRANSLATE_NOOP("ledger", "Mean tokens of a sequence on one context-parallel rank")
        add("mean_context_rank", label, "token", "ceil_div(mean_context, cp)", MEAN)
        changes["context_rank"] = "mean_context_rank"
    label = QT_TRANSLATE_NOOP("ledger", "Decode step at the mean context")
    pass_lines(builder, scopes.renamed(changes), "decode", "decode_mean", label)
    _output(scopes, add, builder, names)
    _latency(scopes, add)
    _rates(scopes, add)


def _running(scopes: Scopes, add: Add, builder: Builder) -> None:
    """How many sequences a pass has: of the batch those that there is room for, and of these one pipeline's share."""
    limited = scopes.choices.request.continuous and "kv_requests" in builder.lines
    text = "min(batch, max(kv_requests * context / (prompt + output / 2), 1))" if limited else "batch"
    add("running", QT_TRANSLATE_NOOP("ledger", "Sequences decoded at a time"), "", text, RUNNING)
    text = "min(pp, running)" if scopes.choices.placement.pipeline else "1"
    label = QT_TRANSLATE_NOOP("ledger", "Groups of sequences under way in the pipeline")
    add("under_way", label, "", text, PIPELINE)
    add("stage_batch", QT_TRANSLATE_NOOP("ledger", "Sequences of one pass"), "", "running / under_way", PIPELINE)
    text = "stage_batch * (draft_tokens + 1)" if scopes.choices.request.speculating else "stage_batch"
    label = QT_TRANSLATE_NOOP("ledger", "Tokens of one decode pass")
    add("stage_rows", label, "token", text, "One of each sequence, and those that are drafted")
