"""Write docs/accuracy.md again: `make accuracy`. Every number is computed here from the cases under tests/cases/."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from docs.accuracy_latency import latency_section  # noqa: E402
from docs.accuracy_memory import memory_section  # noqa: E402
from docs.accuracy_training import training_section  # noqa: E402
from planner.readers.hf_config import Refused  # noqa: E402
from planner.scenario import CONSTANTS  # noqa: E402
from tests.planner.readers.test_models import CASE_IS_OFF, EXPECTED, differences, outcome  # noqa: E402
from tests.planner.time_cases import compared, spread  # noqa: E402

NAMES = {"a100_sxm": "A100 SXM", "h100_sxm": "H100 SXM"}


def parameter_rows() -> list[str]:
    """How many published configs are counted exactly."""
    verdicts: Counter[str] = Counter(verdict(name) for name in EXPECTED)
    lines = [
        f"Of {verdicts.total()} configs:",
        "",
        "| exact | case itself is off | refused by name | wrong |",
        "| ---: | ---: | ---: | ---: |",
        "| " + " | ".join(str(verdicts[each]) for each in ("exact", "off", "refused", "wrong")) + " |",
        "",
    ]
    lines += [f"- {name}: {reason}" for name, reason in CASE_IS_OFF.items()]
    for name in sorted(EXPECTED):
        result = outcome(name)
        if isinstance(result, Refused):
            lines.append(f"- {name} is refused: `{result.field}`: {result.reason}")
    return lines


def verdict(name: str) -> str:
    """What became of one config."""
    if isinstance(outcome(name), Refused):
        return "refused"
    if name in CASE_IS_OFF:
        return "off"
    return "wrong" if differences(name) else "exact"


def block_rows() -> list[str]:
    """Median and 90th percentile per card, phase and model."""
    modes = {name: (label, list(compared(name))) for name, label in CONSTANTS}
    cases = modes["classes"][1]
    lines = [
        "| constants | card | phase | blocks | median | 90th percentile |",
        "| --- | --- | --- | ---: | ---: | ---: |",
    ]
    for label, found in modes.values():
        for gpu in NAMES:
            for phase in ("prefill", "decode"):
                chosen = [case for case in found if (case.gpu, case.phase) == (gpu, phase)]
                median, ninetieth = spread(chosen)
                lines.append(f"| {label} | {NAMES[gpu]} | {phase} | {len(chosen)} | {median:.1%} | {ninetieth:.1%} |")
    lines += ["", "The worst ten by class:", "", "| card | phase | model | observed | estimated | error |",
              "| --- | --- | --- | ---: | ---: | ---: |"]  # fmt: skip
    for case in sorted(cases, key=lambda case: -case.error)[:10]:
        lines.append(
            f"| {NAMES[case.gpu]} | {case.phase} | {case.model} | {case.observed * 1e3:.3f} ms "
            f"| {case.estimated * 1e3:.3f} ms | {case.error:.0%} |"
        )
    return lines


def main() -> None:
    """Writes the page."""
    lines = [
        "# Accuracy",
        "",
        "Written by `make accuracy` from the cases under `tests/cases/`; the same cases are tests.",
        "",
        "## Parameters",
        "",
        "Totals, active parameters, tables, components per layer and KV bytes per token of published configs, against",
        "counts of the real modules. Refused means that the reader names a field that it does not understand.",
        "",
        *parameter_rows(),
        "",
        *memory_section(),
        "",
        *training_section(),
        "## Time of one block",
        "",
        "One decoder block on one rank, estimated with the constants of the preset (per class of operator, as is the",
        "default, and with the three of every card), against the sum of its measured kernels (no launch gaps, no",
        "all-reduces). The constants were fitted on these two cards.",
        "",
        *block_rows(),
        "",
        "The worst are decode attention on the A100 with few KV heads per rank (TP 4 and 8), small batches and long",
        "contexts: too little work in parallel to reach the bandwidth, which one share of it cannot say.",
        "",
        *latency_section(),
    ]
    (ROOT / "docs" / "accuracy.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
