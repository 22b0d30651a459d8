"""Columns of requests: what one takes and what a server gives, by the lines of the ledger; targets met or missed."""

from __future__ import annotations

from planner.words import QT_TRANSLATE_NOOP
from ui.sheets.columns import Column, translated
from ui.sheets.results import SECONDS, TargetColumn, result

SERVES = "inference"
REQUESTS_HIDDEN = (
    "result.ttft_alone", "result.tpot_decode", "result.token_gap", "result.request_time", "result.user_tokens_per_s",
    "result.requests_per_s", "result.running", "result.million_cost_low", "result.token_energy", "result.pool_prefill",
    "result.pool_decode",
)  # fmt: skip
"""What the header's menu shows."""
REQUESTS_RARE = (
    "load.cached_tokens", "load.rounds", "load.draft_tokens", "load.acceptance", "load.pools", "load.target_ttft",
    "load.target_tpot", "load.target_rate",
)  # fmt: skip
"""Cells that most plans leave as they are."""
_TIME = QT_TRANSLATE_NOOP("fields", "Time")


def request_results() -> tuple[Column, ...]:
    """The columns in the order of the table."""
    targets = TargetColumn(
        "targets",
        translated(QT_TRANSLATE_NOOP("fields", "Targets")),
        translated(_TIME),
        translated(QT_TRANSLATE_NOOP("fields", "Whether TTFT, TPOT and rate are within the targets of the row; the "
                                     "answers below say what would meet them.")),
    )  # fmt: skip
    return (
        result("ttft", QT_TRANSLATE_NOOP("fields", "TTFT"), _TIME,
               QT_TRANSLATE_NOOP("fields", "Estimate: from sending a request to its first token, with the queue that "
                                 "it meets in a running server; a static batch's own prefill."), SECONDS, load=SERVES),
        result("ttft_alone", QT_TRANSLATE_NOOP("fields", "TTFT alone"), _TIME,
               QT_TRANSLATE_NOOP("fields", "The same without a queue."), SECONDS, load=SERVES),
        result("tpot", QT_TRANSLATE_NOOP("fields", "TPOT"), _TIME,
               QT_TRANSLATE_NOOP("fields", "Estimate: mean time between output tokens of one request, with its share "
                                 "of the prefills that run in between."), SECONDS, load=SERVES),
        result("tpot_decode", QT_TRANSLATE_NOOP("fields", "TPOT, steps alone"), _TIME,
               QT_TRANSLATE_NOOP("fields", "The same without the prefills of other requests."), SECONDS, load=SERVES),
        result("token_gap", QT_TRANSLATE_NOOP("fields", "Longest gap"), _TIME,
               QT_TRANSLATE_NOOP("fields", "Longest time between two output tokens of a request."), SECONDS,
               load=SERVES),
        result("request_time", QT_TRANSLATE_NOOP("fields", "Request"), _TIME,
               QT_TRANSLATE_NOOP("fields", "From sending to the last token: TTFT and a TPOT for each further token."),
               ("s", "s"), load=SERVES),
        result("user_tokens_per_s", QT_TRANSLATE_NOOP("fields", "Tokens/s per user"), _TIME,
               QT_TRANSLATE_NOOP("fields", "Output tokens per second of one request, 1 / TPOT."), ("token/s", ""),
               load=SERVES),
        result("tokens_per_s", QT_TRANSLATE_NOOP("fields", "Tokens/s"), _TIME,
               QT_TRANSLATE_NOOP("fields", "Output tokens per second over all requests and replicas."),
               ("token/s", ""), load=SERVES),
        result("requests_per_s", QT_TRANSLATE_NOOP("fields", "Requests/s"), _TIME,
               QT_TRANSLATE_NOOP("fields", "Requests per second that are finished under this load."),
               ("request/s", ""), load=SERVES),
        result("running", QT_TRANSLATE_NOOP("fields", "Running"), _TIME,
               QT_TRANSLATE_NOOP("fields", "Sequences that run at a time: the batch, or what the room for the KV cache "
                                 "holds of it."), ("", ""), load=SERVES),
        result("million_cost_low", QT_TRANSLATE_NOOP("fields", "USD per million"), _TIME,
               QT_TRANSLATE_NOOP("fields", "Cost of a million output tokens at the lowest price of an hour that was "
                                 "found."), ("USD", ""), load=SERVES),
        result("token_energy", QT_TRANSLATE_NOOP("fields", "J per token"), _TIME,
               QT_TRANSLATE_NOOP("fields", "Energy of an output token at the power limit of the boards."),
               ("J/token", ""), load=SERVES),
        result("pool_prefill", QT_TRANSLATE_NOOP("fields", "Prefill GPUs"), _TIME,
               QT_TRANSLATE_NOOP("fields", "GPUs of the pool that reads prompts, at the target rate."), ("GPU", ""),
               load=SERVES),
        result("pool_decode", QT_TRANSLATE_NOOP("fields", "Decode GPUs"), _TIME,
               QT_TRANSLATE_NOOP("fields", "GPUs of the pool that writes tokens, at the target rate."), ("GPU", ""),
               load=SERVES),
        targets,
    )  # fmt: skip
