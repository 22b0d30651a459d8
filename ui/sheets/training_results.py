"""What a training step and a whole run come to, as columns: each names a line of the ledger and says what it is."""

from __future__ import annotations

from planner.words import QT_TRANSLATE_NOOP
from ui.sheets.results import ResultColumn, result

TRAINS = "training"
_STEP = QT_TRANSLATE_NOOP("fields", "Step")
_RUN = QT_TRANSLATE_NOOP("fields", "Run")
PLAIN = ("", "")

HIDDEN = (
    "result.global_batch_size", "result.micro_batches", "result.step_tokens", "result.mfu_exact", "result.hfu",
    "result.bubble", "result.train_tokens_per_s", "result.flops_hardware_step", "result.run_steps",
    "result.gpu_hours", "result.run_cost", "result.run_energy",
)  # fmt: skip
"""Those that most plans need not show; those of a run come with its tokens."""


def training_results() -> tuple[ResultColumn, ...]:
    """The columns of a step, then those of a run."""
    return (
        result("gpus", QT_TRANSLATE_NOOP("fields", "GPUs"), _STEP,
               QT_TRANSLATE_NOOP("fields", "TP times PP times DP times CP."), PLAIN, load=TRAINS),
        result("global_batch_size", QT_TRANSLATE_NOOP("fields", "Sequences"), _STEP,
               QT_TRANSLATE_NOOP("fields", "Global batch: sequences of one step over all replicas."), PLAIN,
               load=TRAINS),
        result("micro_batches", QT_TRANSLATE_NOOP("fields", "Accumulated"), _STEP,
               QT_TRANSLATE_NOOP("fields", "Micro-batches whose gradients one replica adds up in a step: the global "
                                 "batch over micro-batch times DP."), PLAIN, load=TRAINS),
        result("step_tokens", QT_TRANSLATE_NOOP("fields", "Step tokens"), _STEP,
               QT_TRANSLATE_NOOP("fields", "Tokens that a step computes on all GPUs, padding included."),
               ("token", ""), load=TRAINS),
        result("flops_train_step", QT_TRANSLATE_NOOP("fields", "Step FLOPs"), _STEP,
               QT_TRANSLATE_NOOP("fields", "Model FLOPs of a step on all GPUs: forward and backward once."),
               ("FLOP", "PFLOP"), load=TRAINS),
        result("flops_hardware_step", QT_TRANSLATE_NOOP("fields", "Computed FLOPs"), _STEP,
               QT_TRANSLATE_NOOP("fields", "FLOPs of a step with what is computed again."),
               ("FLOP", "PFLOP"), load=TRAINS),
        result("train_step", QT_TRANSLATE_NOOP("fields", "Step time"), _STEP,
               QT_TRANSLATE_NOOP("fields", "From the MFU that is typed, or estimated from the GPU's efficiency."),
               ("s", "s"), load=TRAINS),
        result("mfu_exact", QT_TRANSLATE_NOOP("fields", "MFU"), _STEP,
               QT_TRANSLATE_NOOP("fields", "Model FLOPs of a step over its time and the dense peak of all GPUs."),
               ("", "%"), load=TRAINS),
        result("hfu", QT_TRANSLATE_NOOP("fields", "HFU"), _STEP,
               QT_TRANSLATE_NOOP("fields", "All FLOPs that are computed over the time and the dense peak of all "
                                 "GPUs."), ("", "%"), load=TRAINS),
        result("bubble", QT_TRANSLATE_NOOP("fields", "Bubble"), _STEP,
               QT_TRANSLATE_NOOP("fields", "Time in which pipeline stages wait, over the time without it."),
               ("", "%"), load=TRAINS),
        result("train_tokens_per_s", QT_TRANSLATE_NOOP("fields", "Tokens/s"), _STEP,
               QT_TRANSLATE_NOOP("fields", "Tokens of a step that count, without padding, over its time; all GPUs."),
               ("token/s", ""), load=TRAINS),
        result("train_tokens_per_s_gpu", QT_TRANSLATE_NOOP("fields", "Tokens/s per GPU"), _STEP,
               QT_TRANSLATE_NOOP("fields", "Tokens of a step that count, without padding, over its time and the number "
                                 "of GPUs."), ("token/s", ""), load=TRAINS),
        result("run_steps", QT_TRANSLATE_NOOP("fields", "Steps"), _RUN,
               QT_TRANSLATE_NOOP("fields", "Tokens of the run over those of a step that count."), PLAIN, load=TRAINS),
        result("run_days", QT_TRANSLATE_NOOP("fields", "Days"), _RUN,
               QT_TRANSLATE_NOOP("fields", "Days of 24 hours that the tokens of the run take."), ("day", ""),
               load=TRAINS),
        result("gpu_hours", QT_TRANSLATE_NOOP("fields", "GPU hours"), _RUN,
               QT_TRANSLATE_NOOP("fields", "Time of the run times the number of GPUs."), ("h", ""), load=TRAINS),
        result("run_cost", QT_TRANSLATE_NOOP("fields", "Cost"), _RUN,
               QT_TRANSLATE_NOOP("fields", "GPU hours at the price that is typed, or at the lowest price in the GPU's "
                                 "row, in US dollars."), PLAIN, load=TRAINS),
        result("run_energy", QT_TRANSLATE_NOOP("fields", "Energy"), _RUN,
               QT_TRANSLATE_NOOP("fields", "Power of the GPUs over the time of the run, at the limit of their boards "
                                 "unless a power is typed; without host and cooling."), ("J", "kWh"), load=TRAINS),
    )  # fmt: skip
