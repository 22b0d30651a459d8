"""Write a page about measured blocks: `python docs/measurements/page.py WORKBOOK RESULTS.json OUT.md "words about it"`.

Each scenario's points beside the estimate from what the device's probe achieved, then calibrated: the constants are
fitted to the points of all models but one, and predict the one that is left out.
"""

from __future__ import annotations

import statistics
import sys
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from planner.calibration import NotCalibrated, calibrate
from planner.calibration_points import Sample, samples_of
from planner.edits import inserted
from planner.elsewhere import observation_from, read_results
from planner.evaluations import Planner
from planner.files import load
from planner.measured import probed_row
from planner.words import Refused


def main(arguments: list[str]) -> int:
    """Write the page; gives the exit status."""
    workbook, results, out, words = arguments
    Path(out).write_text(page(Path(workbook), Path(results), words), encoding="utf-8")
    return 0


def page(workbook: Path, results: Path, words: str) -> str:
    """The page as Markdown."""
    entries = [entry for entry in read_results(results) if entry.get("result")]
    first = entries[0]["result"]
    probe = first.get("probe") or {}
    row = probed_row(first["device"], probe, "device")
    document = inserted(load(workbook).workbook, ("accelerators",), row)
    planner = Planner()
    plans = planner.evaluate(document).scenarios
    evaluate = partial(planner.estimate, document.assumptions)
    observations = []
    for at, entry in enumerate(entries):
        try:
            observations.append(observation_from(entry, f"o{at}", (row,)))
        except Refused as reason:
            print(f"{entry.get('name')}: {reason}", file=sys.stderr)
    samples = samples_of(row, observations, plans, (row,))
    lines = [f"# Blocks on {observations[0].device}", "", words, ""]
    notes = [note["sentence"] for entry in entries for note in entry["result"].get("notes") or ()]
    rates = ", ".join(f"{name} {rate / 1e9:,.0f} GFLOP/s" for name, rate in probe["gemm_flops_per_s"].items() if rate)
    lines += [
        f"{observations[0].date}, torch {observations[0].torch}, {first.get('dtype')}. "
        f"The probe achieved: {rates}; "
        f"reads {(probe.get('read_bytes_per_s') or 0) / 1e9:.1f} GB/s; "
        f"{(probe.get('call_s') or 0) * 1e6:.1f} µs a call.",
        "",
        *(f"- {note}" for note in dict.fromkeys(notes)),
        "",
        "Milliseconds of one block, or of the LM head. *probe*: estimated from what the probe achieved. *others*: with "
        "constants fitted to the other models' points only, so that none of the row's own model is known.",
        "",
        "| point | measured | quartiles | probe | others | error of others | steady |",
        "|---|---:|---|---:|---:|---:|---|",
    ]
    before, after, steady = [], [], []
    for name in dict.fromkeys(sample.model.name for sample in samples):
        mine = [sample for sample in samples if sample.model.name == name]
        try:
            fitted = calibrate(row, [each for each in samples if each not in mine], evaluate, "2026-11-30", "others")
        except NotCalibrated as reason:
            lines.append(f"| {name} | {reason} | | | | | |")
            continue
        for sample in mine:
            plain, other = (_seconds(evaluate, sample, card) for card in (row, fitted.after))
            error = other / sample.seconds - 1
            before.append(abs(plain / sample.seconds - 1))
            after.append(abs(error))
            if sample.steady:
                steady.append(abs(error))
            low, high = _quartiles(observations, sample)
            lines.append(
                f"| {sample.label} | {sample.seconds * 1e3:.4g} | {low * 1e3:.4g} to {high * 1e3:.4g} "
                f"| {plain * 1e3:.4g} | {other * 1e3:.4g} | {error:+.0%} | {'yes' if sample.steady else 'no'} |"
            )
    lines += ["", f"Median absolute error over {len(after)} points: {statistics.median(before):.0%} from the probe, "
              f"**{statistics.median(after):.0%} held out**"
              + (f"; over the {len(steady)} steady ones {statistics.median(steady):.0%}." if steady else
                 "; no point was steady."), ""]  # fmt: skip
    failed = [(entry.get("name"), point["failed"]["sentence"]) for entry in entries
              for point in entry["result"]["points"] if "failed" in point]  # fmt: skip
    lines += [f"- {name}, not measured: {sentence}" for name, sentence in failed]
    return "\n".join(lines).rstrip() + "\n"


def _seconds(evaluate: Any, sample: Sample, card: Any) -> float:
    return float(evaluate(sample.model, card, sample.scenario).value(sample.key))


def _quartiles(observations: list[Any], sample: Sample) -> tuple[float, float]:
    points = next(each for each in observations if each.id == sample.observation).details["points"]
    point = next(each for each in points if each.get("seconds") == sample.seconds)
    return point["lower_quartile_s"], point["upper_quartile_s"]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
