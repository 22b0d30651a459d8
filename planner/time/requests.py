"""What a request takes and a server gives: first token, output tokens, rates, from the times of single passes.

Definitions
    prefill            the device reads the prompts of the batch at once
    TTFT               from sending a request to its first token: alone, or with the queue that it meets
    decode step        one pass that gives each running sequence a token (more where drafted tokens are accepted)
    TPOT               mean time between output tokens of one request: of decode steps alone, or with its share of the
                       prefills of others that run in between
    gap                the longest time between two output tokens of a request (inter-token latency at its worst)
    request            from sending to the last token, TTFT + (output - 1) * TPOT
    per user           output tokens per second that one request gets, 1 / TPOT
    aggregate          output tokens per second over all requests and replicas
"""

from __future__ import annotations

from planner.ledger import Builder, Slot
from planner.scope import Scopes
from planner.time.lines import pass_lines
from planner.time.request_choices import RequestChoices
from planner.time.server import server_lines
from planner.time.sheet import Sheet
from planner.words import QT_TRANSLATE_NOOP

RUNNING = QT_TRANSLATE_NOOP(
    "references", "Sequences of the batch that the room for the KV cache holds at their mean length; the others wait"
)
MEAN = QT_TRANSLATE_NOOP("references", "Half of the output is there on average")
CACHED = QT_TRANSLATE_NOOP("references", "The prompt less what the prefix cache holds")
TO_CACHED = (
    "The new tokens' attention to the cached ones, in proportion to that among themselves; kinds that keep a window or "
    "a state see less of it"
)
STEADY = QT_TRANSLATE_NOOP(
    "references",
    "Agrawal et al. 2024, arXiv:2403.02310: in the steady state every output token of a sequence waits for its share "
    "of the prefills that start meanwhile, B * t_prefill / output",
)
QUEUE = QT_TRANSLATE_NOOP(
    "references",
    "The step under way, the prefills ahead, and the first burst: the clients' first requests come at once and wait "
    "for (B - 1) / 2 prefills, one round in so many",
)
SLOTS = QT_TRANSLATE_NOOP("references", "Requests beyond those that run wait for one of these to end")
LEVIATHAN = (
    "Leviathan et al. 2022, arXiv:2211.17192: (1 - a^(k+1)) / (1 - a) tokens of a step with k drafted tokens; the "
    "limit k + 1 where all are accepted"
)
PIPELINE = QT_TRANSLATE_NOOP(
    "references", "A pipeline is full when it has as many groups of sequences under way as stages"
)
APART = QT_TRANSLATE_NOOP(
    "references",
    "Two pools: no prefill of others runs between the steps, and the cache of a prompt goes over the link once",
)


def waits_alone(asked: RequestChoices) -> bool:
    """Whether a request waits for its own prefill, in place of that of the whole batch."""
    return asked.continuous or asked.apart


def request_lines(builder: Builder, scopes: Scopes, every: bool = True) -> None:
    """The lines of one request and of the server, after those of the passes.

    Without `every` the prefill of one request is left out where nothing else stands on it.
    """
    sheet = Sheet(builder, scopes)
    _running(sheet)
    _passes(sheet, every or waits_alone(scopes.choices.request))
    _step(sheet)
    if scopes.choices.request.apart:
        _transfer(sheet)
    _first_token(sheet)
    _output(sheet)
    server_lines(sheet)


def _running(sheet: Sheet) -> None:
    """How many sequences a pass has: of the batch those that there is room for, and of these one pipeline's share."""
    asked = sheet.scopes.choices.request
    limited = asked.continuous and sheet.has("kv_requests")
    room = "max(kv_budget - kv_shared, 0) * context // (kv_request * (prompt + output // 2))"
    text = f"min(batch, max({room}, 1))" if limited else "batch"
    sheet.add("running", QT_TRANSLATE_NOOP("ledger", "Sequences decoded at a time"), "", text, RUNNING)
    text = "min(pp, running)" if sheet.scopes.choices.placement.pipeline else "1"
    label = QT_TRANSLATE_NOOP("ledger", "Groups of sequences under way in the pipeline")
    sheet.add("under_way", label, "", text, PIPELINE)
    label = QT_TRANSLATE_NOOP("ledger", "Sequences of one pass")
    sheet.add("pass_batch", label, "", "ceil_div(running, under_way)", PIPELINE)
    text = "pass_batch * (draft_tokens + 1)" if asked.speculating else "pass_batch"
    label = QT_TRANSLATE_NOOP("ledger", "Tokens of one decode pass")
    sheet.add(
        "pass_rows",
        label,
        "token",
        text,
        QT_TRANSLATE_NOOP("references", "One of each sequence, and those that are drafted"),
    )


def _passes(sheet: Sheet, prefill: bool) -> None:
    """The prefill of one request, where it is asked for, and the decode step at the mean context."""
    asked, scopes = sheet.scopes.choices.request, sheet.scopes
    new = "max(prompt - cached_tokens, 1)" if asked.cached else "prompt"
    label = QT_TRANSLATE_NOOP("ledger", "Tokens of a prompt that are computed")
    sheet.add("new_tokens", label, "token", new, CACHED)
    label = QT_TRANSLATE_NOOP("ledger", "Mean tokens of a sequence")
    sheet.add("mean_context", label, "token", "prompt + output // 2", MEAN)
    if prefill:
        _prefill(sheet)
    changes: dict[str, Slot] = {"batch": "pass_batch", "context": "mean_context", "decode_rows": "pass_rows"}
    if scopes.choices.placement.context:
        label = QT_TRANSLATE_NOOP("ledger", "Mean tokens of a sequence on one context-parallel rank")
        sheet.add("mean_context_rank", label, "token", "ceil_div(mean_context, cp)", MEAN)
        changes["context_rank"] = "mean_context_rank"
    label = QT_TRANSLATE_NOOP("ledger", "Decode step at the mean context")
    pass_lines(sheet.builder, scopes.renamed(changes), "decode", "decode_mean", label)


def _prefill(sheet: Sheet) -> None:
    sheet.add(
        "one_request",
        QT_TRANSLATE_NOOP("ledger", "One request"),
        "",
        "1",
        QT_TRANSLATE_NOOP("references", "A prefill of its own"),
    )
    one = sheet.scopes.renamed({"batch": "one_request", "prefill_rows": "new_tokens", "prompt": "new_tokens"})
    label = QT_TRANSLATE_NOOP("ledger", "Prefill of one request")
    pass_lines(sheet.builder, one, "prefill", "prefill_request", label)
    if sheet.scopes.choices.request.cached:
        _to_cached(sheet)


def _to_cached(sheet: Sheet) -> None:
    """What the new tokens' attention to a cached prefix adds to a prefill."""
    names: dict[str, Slot] = {"prompt": "load.prompt", "new_tokens": "new_tokens"}
    terms = []
    calls = (call for call in sheet.scopes.calls if call.root == "prefill_request")
    for number, call in enumerate(call for call in calls if call.operator_class == "prefill_attention"):
        names |= {f"layers_{number}": call.layers or "one_request", f"compute_{number}": f"{call.key}.compute"}
        terms.append(f"layers_{number} * compute_{number}")
    if terms:
        text = f"({' + '.join(terms)}) * 2 * (prompt - new_tokens) / (new_tokens + 1)"
        label = QT_TRANSLATE_NOOP("ledger", "Attention to the cached prefix")
        sheet.builder.add(
            "prefill_request.cached", "prefill_request", "prefill_request", label, "s", text, names, TO_CACHED
        )


def _step(sheet: Sheet) -> None:
    """The step as a whole, with drafting, and the tokens that it gives each sequence."""
    speculating = sheet.scopes.choices.request.speculating
    label = QT_TRANSLATE_NOOP("ledger", "Step with drafting")
    if not speculating:
        sheet.add(
            "step_time",
            QT_TRANSLATE_NOOP("ledger", "Step"),
            "s",
            "decode_mean",
            QT_TRANSLATE_NOOP("references", "Nothing is drafted"),
        )
        label = QT_TRANSLATE_NOOP("ledger", "Tokens of a sequence per step")
        sheet.add("step_accepted", label, "token/step", "1", QT_TRANSLATE_NOOP("references", "Nothing is drafted"))
        return
    sheet.names["one_draft"] = "draft.step_s" if speculating == "draft" else "draft_step"
    sheet.add("step_time", label, "s", "decode_mean + draft_tokens * one_draft", LEVIATHAN)
    label = QT_TRANSLATE_NOOP("ledger", "Tokens of a sequence per step")
    kept = "min(acceptance, 0.999999999)"
    text = f"(1 - {kept} ** (draft_tokens + 1)) / (1 - {kept})"
    sheet.add("step_accepted", label, "token/step", text, LEVIATHAN)


def _transfer(sheet: Sheet) -> None:
    """The cache of one prompt from the pool that reads it to the pool that goes on."""
    link = sheet.scopes.choices.link
    sheet.names |= {
        "each": "kv_bytes_per_token",
        "link_rate": f"accelerator.{link}_bandwidth",
        "link_share": f"accelerator.{link}_efficiency",
        "link_start": f"accelerator.{link}_latency",
    }
    label = QT_TRANSLATE_NOOP("ledger", "Cache of a prompt over the link")
    sheet.add("transfer", label, "s", "link_start + prompt * each / (link_share * link_rate)", APART)


def _first_token(sheet: Sheet) -> None:
    """Time to the first token: alone, its queue, and both."""
    asked = sheet.scopes.choices.request
    host = " + host_request" if asked.engine else ""
    moved = " + transfer" if asked.apart else ""
    own = "prefill_request" if waits_alone(asked) else "prefill"
    label = QT_TRANSLATE_NOOP("ledger", "TTFT without a queue")
    sheet.add(
        "ttft_alone",
        label,
        "s",
        f"{own}{host}{moved}",
        QT_TRANSLATE_NOOP("references", "Its own prefill; a static batch's all at once"),
    )
    if asked.continuous:
        step = "" if asked.apart else "step_time + "
        text = f"{step}prefill_request * (queue_prefills + (batch - 1) / (2 * rounds))"
        sheet.add("ttft_queue", QT_TRANSLATE_NOOP("ledger", "Queue before the first token"), "s", text, QUEUE)


def _output(sheet: Sheet) -> None:
    """Time per output token, the longest gap, and the whole request."""
    asked = sheet.scopes.choices.request
    label = QT_TRANSLATE_NOOP("ledger", "TPOT of decode steps alone")
    sheet.add(
        "tpot_decode",
        label,
        "s",
        "step_time / step_accepted",
        QT_TRANSLATE_NOOP("references", "Without the prefills of other requests"),
    )
    shared = asked.continuous and not asked.apart
    text = "tpot_decode + running * prefill_request / output" if shared else "tpot_decode"
    sheet.add("tpot", QT_TRANSLATE_NOOP("ledger", "TPOT"), "s", text, APART if asked.apart else STEADY)
    queue = ""
    if asked.continuous:
        label = QT_TRANSLATE_NOOP("ledger", "Wait for a place in the KV cache")
        text = "max(batch / running - 1, 0) * (prefill_request + output * tpot)"
        sheet.add("ttft_wait", label, "s", text, SLOTS)
        queue = " + ttft_queue + ttft_wait"
    label = QT_TRANSLATE_NOOP("ledger", "TTFT")
    sheet.add(
        "ttft",
        label,
        "s",
        f"ttft_alone{queue}",
        QT_TRANSLATE_NOOP("references", "From sending the request to its first token, queue included"),
    )
    piece = "step_time"
    if shared:
        piece += " + prefill_request"
        piece += " * min(1, tokens_per_step / new_tokens)" if asked.chunked else ""
    label = QT_TRANSLATE_NOOP("ledger", "Longest gap between tokens")
    sheet.add(
        "token_gap",
        label,
        "s",
        piece,
        QT_TRANSLATE_NOOP("references", "A step, and the prefill or the piece of one that runs before it"),
    )
    label = QT_TRANSLATE_NOOP("ledger", "Request, from sending to the last token")
    sheet.add(
        "request_time",
        label,
        "s",
        "ttft + (output - 1) * tpot",
        QT_TRANSLATE_NOOP("references", "TTFT and a TPOT for each further token"),
    )
