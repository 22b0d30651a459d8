"""What becomes of a worker's answer: an observation, a row of the GPUs table, constants of a link; or a sentence."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication

from planner.accelerator import MEASURED
from planner.edits import replaced
from planner.elsewhere import NotReadable, observation_from
from planner.measurable import NotMeasurable
from planner.measured import known_row, probed_row, this_machine
from planner.observations import Observation
from planner.presets import accelerator_presets
from planner.words import QT_TRANSLATE_NOOP, Refused
from planner.workbook import Accelerator, new_id
from ui.measurement import Outcome
from ui.session import Session
from ui.worker_words import failure, note


def say(text: str, **values: object) -> str:
    """A sentence of this module in the user's language."""
    return QCoreApplication.translate("Measuring", text).format(**values)


def refused(reason: Refused) -> str:
    """A refusal of the planner in the user's language."""
    return QCoreApplication.translate("measure", reason.template).format(**reason.values)


def known_rows(session: Session) -> tuple[Accelerator, ...]:
    """The rows among which a measured device is looked for: the workbook's before the presets."""
    return (*session.evaluations.workbook.accelerators, *accelerator_presets().values())


def result_of(outcome: Outcome) -> Mapping[str, Any] | None:
    """What can be kept of an outcome: the result, or the points that were done before it was cancelled or broke."""
    if outcome.result is not None:
        return outcome.result
    if not outcome.samples or not any("seconds" in sample for sample in outcome.samples):
        return None
    devices = (outcome.hello or {}).get("devices") or []
    common = outcome.partial or {
        "device": devices[0] if devices else this_machine(),
        "torch": (outcome.hello or {}).get("torch"),
    }
    return {"notes": [], **common, "points": [dict(sample) for sample in outcome.samples]}


def keep(session: Session, entry: Mapping[str, Any], outcome: Outcome) -> str:
    """Puts what was measured into the session; the sentence says what, or why there is nothing to keep."""
    result = result_of(outcome)
    if result is None:
        session.set_unmeasured(str(entry["scenario"]), outcome.sentence)
        return f"{entry['name']}: {outcome.sentence}"
    job_dtype = entry["job"].get("dtype")
    answered = {**entry, "result": {"dtype": job_dtype, **result}}
    try:
        observation = observation_from(answered, new_id("o"), known_rows(session))
    except (NotMeasurable, NotReadable) as reason:
        session.set_unmeasured(str(entry["scenario"]), refused(reason))
        return f"{entry['name']}: {refused(reason)}"
    session.set_unmeasured(str(entry["scenario"]), "")
    session.observe([*session.observations, observation])
    notes = [note(str(each.get("sentence", ""))) for each in result.get("notes") or ()]
    done = say(
        QT_TRANSLATE_NOOP("Measuring", "Measured {name} on {device}."), name=entry["name"], device=observation.device
    )
    if outcome.result is None:
        points = sum(1 for sample in outcome.samples if "seconds" in sample)
        text = QT_TRANSLATE_NOOP("Measuring", "{sentence}; {count} points of {name} are kept.")
        done = say(text, sentence=outcome.sentence, count=points, name=entry["name"])
    return " ".join([done, *_failures(observation), *notes])


def _failures(observation: Observation) -> list[str]:
    found = [failure(point["failed"]) for point in observation.details.get("points", ()) if "failed" in point]
    return list(dict.fromkeys(found))


def import_entries(session: Session, entries: Sequence[Mapping[str, Any]]) -> tuple[int, list[str]]:
    """Takes the results of a file into the session: how many, and a sentence for each that cannot be taken."""
    rows = {row.id for row in session.workbook.scenarios}
    found, problems = [], []
    for entry in entries:
        name = str(entry.get("name"))
        if entry.get("scenario") not in rows:
            problems.append(
                say(QT_TRANSLATE_NOOP("Measuring", "{name}: this workbook has no such scenario."), name=name)
            )
            continue
        try:
            found.append(observation_from(entry, new_id("o"), known_rows(session)))
        except (NotMeasurable, NotReadable) as reason:
            problems.append(f"{name}: {refused(reason)}")
    if found:
        session.observe([*session.observations, *found])
    return len(found), problems


def add_device(session: Session, outcome: Outcome) -> str:
    """Puts this computer into the GPUs table: with what it achieved, or with blank rates and the reason."""
    if outcome.kind == "cancelled":
        return outcome.sentence
    result = outcome.result or {}
    found = (outcome.hello or {}).get("devices") or [this_machine()]
    row = probed_row(result.get("device") or found[0], result.get("probe") or {}, new_id("a"))
    row = _put(session, row.model_copy(update={"host": platform.node() or None}))
    if outcome.result is None:
        return say(
            QT_TRANSLATE_NOOP("Measuring", "{name} was added without rates, which need torch. {reason}"),
            name=row.name,
            reason=outcome.sentence,
        )
    notes = [note(str(each.get("sentence", ""))) for each in result.get("notes") or ()]
    rates = _achieved((outcome.result or {}).get("probe") or {})
    return " ".join(
        [
            say(
                QT_TRANSLATE_NOOP("Measuring", "{name} was added with the rates it achieved: {rates}."),
                name=row.name,
                rates=rates,
            ),
            *notes,
        ]
    )


def _achieved(probe: Mapping[str, Any]) -> str:
    """The rates of a probe in words: products by type, read and copy."""
    found = [
        f"{name} {rate / 1e12:.3g} TFLOP/s" for name, rate in (probe.get("gemm_flops_per_s") or {}).items() if rate
    ]
    if probe.get("read_bytes_per_s"):
        found.append(say(QT_TRANSLATE_NOOP("Measuring", "read {rate:.4g} GB/s"), rate=probe["read_bytes_per_s"] / 1e9))
    if probe.get("copy_bytes_per_s"):
        found.append(say(QT_TRANSLATE_NOOP("Measuring", "copy {rate:.4g} GB/s"), rate=probe["copy_bytes_per_s"] / 1e9))
    return ", ".join(found)


def _put(session: Session, row: Accelerator) -> Accelerator:
    """The row in the table: in place of the one that was read of this device and knows no rates, else a new one."""
    workbook = session.workbook
    bare = next((each for each in workbook.accelerators if _is_bare(each, row)), None)
    if bare is None:
        session.insert(("accelerators",), len(workbook.accelerators), [row])
        return row
    achieved = {name: getattr(row, name) for name in row.sources}
    filled = bare.model_copy(update={**achieved, "sources": {**bare.sources, **row.sources}})
    filled = filled.model_copy(
        update={name: getattr(row, name) for name in ("compute_efficiency", "bandwidth_efficiency")}
    )
    after = replaced(workbook, ("accelerators", bare.id), filled)
    session.change(
        after, ("accelerators", bare.id), say(QT_TRANSLATE_NOOP("Measuring", "Rates of {name}"), name=bare.name)
    )
    return filled


def _is_bare(row: Accelerator, measured: Accelerator) -> bool:
    """Whether a row is what was read of a measured device on this computer, without rates of a preset."""
    same = row.name == measured.name or bool(set(row.driver_names) & set(measured.driver_names))
    return row.host == platform.node() and row.preset is None and row.memory_bandwidth is None and same


def put_link(session: Session, outcome: Outcome) -> str:
    """Puts the constants of the all-reduces into the row of the device, as one step; a sentence."""
    result = outcome.result
    if result is None:
        return outcome.sentence
    latency, rate, ranks = result.get("latency_s"), result.get("bytes_per_s"), result.get("ranks")
    if not latency or not rate:
        return say(QT_TRANSLATE_NOOP("Measuring", "The all-reduces show no rate: larger ones did not take longer."))
    row = known_row(result["device"], session.workbook.accelerators)
    if row is None:
        text = QT_TRANSLATE_NOOP(
            "Measuring",
            "{ranks} ranks: {latency:.3g} µs and {rate:.4g} GB/s, but no row of the GPUs is this device. Add it first.",
        )
        return say(text, ranks=ranks, latency=latency * 1e6, rate=rate / 1e9)
    source = f"{MEASURED} on {str(result['date'])[:10]}: all-reduces of {ranks} ranks over {result['backend']}"
    cells: dict[str, Any] = {"link_latency": min(float(f"{latency:.4g}"), 1.0)}
    nominal = row.link_bandwidth
    if isinstance(nominal, int | float) and rate <= nominal:
        share = float(f"{rate / nominal:.4g}")
        cells["link_efficiency"] = max(share, 0.001)
    else:
        cells |= {"link_bandwidth": float(f"{rate:.4g}"), "link_efficiency": 1.0}
        share = 1.0
    if result["backend"] == "nccl" and ranks in (2, 4, 8):
        cells |= {f"nccl_latency_{ranks}": cells["link_latency"], f"nccl_efficiency_{ranks}": max(share, 0.001)}
    filled = row.model_copy(update={**cells, "sources": {**row.sources, **dict.fromkeys(cells, source)}})
    after = replaced(session.workbook, ("accelerators", row.id), filled)
    session.change(
        after, ("accelerators", row.id), say(QT_TRANSLATE_NOOP("Measuring", "Link of {name}"), name=row.name)
    )
    text = QT_TRANSLATE_NOOP(
        "Measuring", "All-reduces of {ranks} ranks: {latency:.3g} µs and {rate:.4g} GB/s, written to {name}."
    )
    return say(text, ranks=ranks, latency=latency * 1e6, rate=rate / 1e9, name=row.name)
