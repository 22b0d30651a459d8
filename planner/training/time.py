"""Time of a training step and of the run, from an MFU that is typed or estimated; GPU hours, cost, energy."""

from __future__ import annotations

from collections.abc import Callable

from planner.ledger import Builder
from planner.scope import Scopes
from planner.training.choices import TrainingChoices
from planner.training.packing import counted_tokens
from planner.words import QT_TRANSLATE_NOOP

TYPED = QT_TRANSLATE_NOOP(
    "references",
    "MFU: model FLOPs (forward and backward once, causal pairs only, the same for every implementation) over the time "
    "and the dense peak of all GPUs",
)
PALM = QT_TRANSLATE_NOOP(
    "references",
    "MFU as in PaLM, Chowdhery et al. 2022, arXiv:2204.02311, appendix B: 6N + 12 L d s per token, attention "
    "not halved for the causal mask",
)
RULE = QT_TRANSLATE_NOOP("references", "MFU by 6N per token (4N where the base is frozen), without the attention term")
ESTIMATED = QT_TRANSLATE_NOOP(
    "references",
    "All FLOPs at the share of the peak that the GPU's matrix products reach, and the pipeline's bubble; communication "
    "is taken to be hidden",
)
BUBBLE = QT_TRANSLATE_NOOP("references", "Narayanan et al. 2021, arXiv:2104.04473: (p - 1) / (v m) of the time")
HFU = QT_TRANSLATE_NOOP(
    "references",
    "HFU: all FLOPs that are executed, masked pairs and what is computed again among them, over the time and the dense "
    "peak of all GPUs",
)
SIX = "6N per token (4N where the base is frozen), at the same MFU: the usual estimate, without the attention term"


def training_time_lines(builder: Builder, scopes: Scopes) -> None:
    """Seconds of a step, tokens per second, and what a whole run takes."""
    training = scopes.choices.training
    assert training is not None
    names = dict(scopes.shared) | {
        "peak": f"accelerator.peak_{scopes.choices.activations}",
        "step": "flops_model_step",
        "all_flops": "flops_hardware_step",
        "power": "load.power" if "power" in training.stated else "accelerator.power",
    }

    def add(key: str, label: str, text: str, reference: str, unit: str, component: str = "train_step") -> None:
        scope = {**{key: key for key in builder.lines}, **names}
        builder.add(key, None, component, label, unit, text, scope, reference)

    add(
        "gpus",
        QT_TRANSLATE_NOOP("ledger", "GPUs"),
        "tp * pp * dp * cp",
        QT_TRANSLATE_NOOP("references", "Product of the degrees"),
        "",
    )
    label = QT_TRANSLATE_NOOP("ledger", "Training step")
    label_bubble = QT_TRANSLATE_NOOP("ledger", "Pipeline bubble, share of the time without it")
    add("bubble", label_bubble, "(pp - 1) / (virtual_stages * micro_batches)", BUBBLE, "")
    if "mfu" in training.stated:
        add("train_step", label, "step / (gpus * peak * mfu)", TYPED, "s")
    else:
        add("train_step", label, "all_flops / (gpus * peak * compute_efficiency) * (1 + bubble)", ESTIMATED, "s")
    for key, label, text, reference in (
        ("mfu_exact", QT_TRANSLATE_NOOP("ledger", "MFU, exact sum of causal pairs"), "step", TYPED),
        ("mfu_palm", QT_TRANSLATE_NOOP("ledger", "MFU by PaLM's rule"), "flops_step_palm", PALM),
        ("mfu_rule", QT_TRANSLATE_NOOP("ledger", "MFU by the rule of thumb"), "flops_step_rule", RULE),
        ("hfu", QT_TRANSLATE_NOOP("ledger", "HFU, all that is executed"), "all_flops", HFU),
    ):
        add(key, label, f"{text} / (train_step * gpus * peak)", reference, "")
    label = QT_TRANSLATE_NOOP("ledger", "Tokens per second")
    counted = counted_tokens(training)
    reference = QT_TRANSLATE_NOOP("references", "Tokens of a step that count, without padding, over its time")
    add("train_tokens_per_s", label, f"{counted} / train_step", reference, "token/s")
    label = QT_TRANSLATE_NOOP("ledger", "Tokens per second and GPU")
    add(
        "train_tokens_per_s_gpu",
        label,
        "train_tokens_per_s / gpus",
        QT_TRANSLATE_NOOP("references", "Over all GPUs"),
        "token/s",
    )
    if "tokens" in training.stated:
        _run(add, training, counted)


def _run(add: Callable[..., None], training: TrainingChoices, counted: str) -> None:
    """The whole run, by the exact sum and by the rule of thumb; `counted` are the tokens of a step that count."""
    run = "run"
    label = QT_TRANSLATE_NOOP("ledger", "Steps of the run")
    add("run_steps", label, f"ceil_div(run_tokens, {counted})", "Tokens over those of a step", "", run)
    label = QT_TRANSLATE_NOOP("ledger", "FLOPs of the run")
    add("run_flops", label, f"run_tokens * step // {counted}", "Model FLOPs, exact sum", "FLOP", run)
    label = QT_TRANSLATE_NOOP("ledger", "FLOPs of the run by the rule of thumb")
    add("run_flops_rule", label, "run_tokens * flops_token_rule", SIX, "FLOP", run)
    label = QT_TRANSLATE_NOOP("ledger", "Time of the run")
    add("run_time", label, f"run_tokens / {counted} * train_step", "Steps times their time", "s", run)
    label = QT_TRANSLATE_NOOP("ledger", "Time of the run by the rule of thumb")
    add("run_time_rule", label, "run_flops_rule / (gpus * peak * mfu_exact)", SIX, "s", run)
    label = QT_TRANSLATE_NOOP("ledger", "Days of the run")
    add("run_days", label, "run_time / 86400", "24 hours of 3,600 s", "day", run)
    label = QT_TRANSLATE_NOOP("ledger", "GPU hours")
    add("gpu_hours", label, "run_time * gpus / 3600", "Time of the run on all GPUs", "h", run)
    if "hour_price" in training.stated:
        label = QT_TRANSLATE_NOOP("ledger", "Cost of the run")
        add("run_cost", label, "gpu_hours * hour_price", "GPU hours at the price of one", "", run)
    else:
        label = QT_TRANSLATE_NOOP("ledger", "Cost of the run at the lowest price found for this GPU")
        add("run_cost", label, "gpu_hours * price_low", "GPU hours at the price of the GPU's row", "USD", run)
        label = QT_TRANSLATE_NOOP("ledger", "Cost of the run at the highest price found for this GPU")
        add("run_cost_high", label, "gpu_hours * price_high", "GPU hours at the price of the GPU's row", "USD", run)
    label = QT_TRANSLATE_NOOP("ledger", "Energy of the run")
    reference = "Power of the GPUs alone, no host and no cooling"
    if "power" not in training.stated:
        label = QT_TRANSLATE_NOOP("ledger", "Energy of the run at the board's power limit")
        reference = f"{reference}: at the limit of the board, which is the most"
    add("run_energy", label, "run_time * gpus * power", reference, "J", run)
