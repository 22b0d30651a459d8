"""What the server as a whole gives and costs: rates, idle stages, price, energy, targets, pools."""

from __future__ import annotations

from planner.time.sheet import Sheet
from planner.words import QT_TRANSLATE_NOOP

LITTLE = QT_TRANSLATE_NOOP(
    "references", "Requests that run at a time over the time that one of them takes, on all replicas"
)
BAND = QT_TRANSLATE_NOOP("references", "The estimate times the engine's band")
PRICE = QT_TRANSLATE_NOOP(
    "references", "Price of an hour of all GPUs over the tokens of an hour; lowest and highest price found"
)
ENERGY = QT_TRANSLATE_NOOP(
    "references", "Power limit of the boards over the tokens of a second: no host, no cooling, and never more than this"
)
OVER = "Above 1 the target is missed"
POOLS = "Replicas of this plan, so that neither pool is more than full at the target rate"


def server_lines(sheet: Sheet) -> None:
    """Rates, cost and targets; after the lines of one request."""
    _rates(sheet)
    asked = sheet.scopes.choices.request
    if sheet.scopes.choices.placement.pipeline:
        _bubble(sheet)
    if asked.priced:
        sheet.names |= {"price_low": "accelerator.price_low", "price_high": "accelerator.price_high"}
        for end, label in (
            ("low", QT_TRANSLATE_NOOP("ledger", "Cost of a million output tokens, lowest")),
            ("high", QT_TRANSLATE_NOOP("ledger", "Cost of a million output tokens, highest")),
        ):
            text = f"price_{end} * serving_gpus * 1000000 / (3600 * tokens_per_s)"
            sheet.add(f"million_cost_{end}", label, "USD", text, PRICE)
    if asked.powered:
        label = QT_TRANSLATE_NOOP("ledger", "Energy of an output token")
        sheet.add("token_energy", label, "J/token", "power * serving_gpus / tokens_per_s", ENERGY)
    _targets(sheet)
    if asked.apart and "rate" in asked.targets:
        _pools(sheet)


def _rates(sheet: Sheet) -> None:
    asked, placement = sheet.scopes.choices.request, sheet.scopes.choices.placement
    replicas = "dp" if placement.data else "1"
    sheet.add(
        "serving_gpus",
        QT_TRANSLATE_NOOP("ledger", "GPUs that serve"),
        "GPU",
        "tp * pp * dp",
        QT_TRANSLATE_NOOP("references", "All degrees"),
    )
    text = f"{replicas} * batch / request_time"
    if asked.apart:
        text = f"{replicas} * running / (output * tpot)"
    elif asked.continuous:
        text = f"{replicas} / (prefill_request + output * tpot_decode / running)"
    sheet.add("requests_per_s", QT_TRANSLATE_NOOP("ledger", "Requests per second"), "request/s", text, LITTLE)
    label = QT_TRANSLATE_NOOP("ledger", "Output tokens per second, all requests")
    sheet.add("tokens_per_s", label, "token/s", "output * requests_per_s", LITTLE)
    label = QT_TRANSLATE_NOOP("ledger", "Output tokens per second and GPU")
    sheet.add(
        "tokens_per_s_gpu",
        label,
        "token/s",
        "tokens_per_s / serving_gpus",
        QT_TRANSLATE_NOOP("references", "Over all GPUs"),
    )
    label = QT_TRANSLATE_NOOP("ledger", "Output tokens per second of one request")
    sheet.add("user_tokens_per_s", label, "token/s", "1 / tpot", "1 / TPOT")
    if asked.engine:
        for key, label in (
            ("ttft", QT_TRANSLATE_NOOP("ledger", "TTFT, pessimistic")),
            ("tpot", QT_TRANSLATE_NOOP("ledger", "TPOT, pessimistic")),
        ):
            sheet.add(f"{key}_pessimistic", label, "s", f"{key} * time_band", BAND)


def _bubble(sheet: Sheet) -> None:
    label = QT_TRANSLATE_NOOP("ledger", "Pipeline bubbles: share of the GPUs that wait")
    sheet.add(
        "idle_stages",
        label,
        "",
        "1 - under_way / pp",
        QT_TRANSLATE_NOOP("references", "Stages without a group of sequences under way"),
    )


def _targets(sheet: Sheet) -> None:
    for name, text, label in (
        ("ttft", "ttft / target_ttft", QT_TRANSLATE_NOOP("ledger", "TTFT over its target")),
        ("tpot", "tpot / target_tpot", QT_TRANSLATE_NOOP("ledger", "TPOT over its target")),
        ("rate", "target_rate / requests_per_s",
         QT_TRANSLATE_NOOP("ledger", "Target rate over the requests per second")),
    ):  # fmt: skip
        if name in sheet.scopes.choices.request.targets:
            sheet.add(f"over_{name}", label, "", text, OVER)
    targets = sheet.scopes.choices.request.targets
    if targets:
        names = {f"over_{name}": f"over_{name}" for name in targets}
        label = QT_TRANSLATE_NOOP("ledger", "Most over a target")
        sheet.builder.fold("over_target", None, "requests", label, "", "max", names, OVER)


def _pools(sheet: Sheet) -> None:
    label = QT_TRANSLATE_NOOP("ledger", "Prefill pool")
    sheet.add("pool_prefill", label, "GPU", "ceil_div(target_rate * prefill_request, 1) * tp * pp", POOLS)
    label = QT_TRANSLATE_NOOP("ledger", "Decode pool")
    sheet.add("pool_decode", label, "GPU", "ceil_div(target_rate * output * tpot, running) * tp * pp", POOLS)
    label = QT_TRANSLATE_NOOP("ledger", "Both pools")
    sheet.add("pool_gpus", label, "GPU", "pool_prefill + pool_decode", POOLS)
