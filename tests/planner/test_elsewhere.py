"""Jobs in a file, the folder for elsewhere, results read back; and `fitsheet measure`."""

import errno
import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from planner.cli import main
from planner.elsewhere import NotReadable, entries_of, entry_of, observation_from, read_results, write_folder
from planner.evaluations import Planner
from planner.files import save
from planner.measurable import NotMeasurable
from planner.measured import measured_beside
from planner.observations import is_stale
from planner.presets import model_from_preset
from planner.workbook import Assumptions, Inference, Scenario, Workbook
from tests.planner import rows

POINT = {
    "seconds": 0.02, "median_s": 0.02, "lower_quartile_s": 0.019, "upper_quartile_s": 0.021, "minimum_s": 0.018, "n": 9,
    "date": "2026-11-30T00:00:00+00:00", "bytes_per_s": 1e9, "flops_per_s": 1e12,
}  # fmt: skip
CPU = {"device": "cpu", "name": "Test CPU", "threads": 2, "total_bytes": 8 << 30}


def entry() -> dict[str, Any]:
    plan = rows.evaluated(rows.llama_2_7b(), rows.h100(), {"prompt": 300})
    ((made,), refused) = entries_of([plan], "cpu", calibration=True)
    assert not refused
    return made


def answered(made: dict[str, Any], device: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    points = [{"point": point, **POINT, **changes} for point in made["job"]["points"]]
    result = {"device": device or CPU, "dtype": "bfloat16", "torch": "2.13", "points": points, "notes": []}
    return {**made, "result": result}


def test_that_results_come_back_as_observations_of_the_inputs_they_were_made_of() -> None:
    observation = observation_from(answered(entry()), "o1", ())
    assert set(observation.block) == {"prefill", "decode", "head"}
    assert len(observation.details["points"]) == 9
    plan = rows.evaluated(rows.llama_2_7b(), rows.h100(), {"prompt": 300})
    assert not is_stale(observation, plan.model, plan.scenario)
    other = rows.evaluated(rows.llama_2_7b(), rows.h100(), {"prompt": 301})
    assert is_stale(observation, other.model, other.scenario)


def test_that_ranks_measured_together_stand_beside_an_estimate_with_its_all_reduces() -> None:
    plan = rows.evaluated(rows.llama_3_70b(), rows.h100(), {"prompt": 300}, tp=4)
    made = entry_of(plan, "cpu", together=True)
    assert made["job"]["together"] and len(made["job"]["points"]) == 2 and "head_rows" not in made["job"]
    card = rows.h100().model_copy(update={"driver_names": ("Fake H100",), "driver_memory": 80 << 30})
    device = {"device": "cuda:0", "name": "Fake H100", "total_bytes": 80 << 30}
    answer = answered(made, device)
    answer["result"]["together"] = True
    observation = observation_from(answer, "o1", (card,))
    evaluate = partial(Planner().estimate, Assumptions())
    beside = measured_beside(observation, plan, (card,), evaluate)
    alone, shared = plan.value("block_decode"), plan.value("decode_step.collectives")
    assert beside.figure("decode", "estimate") == pytest.approx(alone + shared / 80)
    with pytest.raises(NotMeasurable, match="one rank"):
        entry_of(rows.evaluated(rows.llama_2_7b(), rows.h100(), {"prompt": 300}), together=True)


def test_that_a_time_above_a_cards_peak_is_kept_as_failed_and_never_shown_as_valid() -> None:
    card = rows.h100().model_copy(update={"driver_names": ("Fake H100",), "driver_memory": 80 << 30})
    device = {"device": "cuda:0", "name": "Fake H100", "total_bytes": 80 << 30}
    made = answered(entry(), device, bytes_per_s=2 * card.memory_bandwidth)
    with pytest.raises(NotMeasurable, match=r"2\.00 of the peak of H100"):
        observation_from(made, "o1", (card,))
    made["result"]["points"][0]["bytes_per_s"] = 1e12
    observation = observation_from(made, "o1", (card,))
    assert list(observation.block) == ["prefill"]
    assert [point["failed"]["code"] for point in observation.details["points"][1:]] == ["gate"] * 8


@pytest.mark.parametrize("gone", ["device", "points", "scenario", "fingerprint", "job"])
def test_that_an_answer_that_lacks_something_is_refused_by_name(gone: str) -> None:
    made = answered(entry())
    made.pop(gone, None) or made["result"].pop(gone)
    with pytest.raises(NotReadable, match=gone):
        observation_from(made, "o1", ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ("[]", "no results file"),
        ('{"format": "fitsheet-measurements", "version": 7}', "version 7"),
        ('{"format": "fitsheet-measurements", "version": 1, "results": [1]}', "no list"),
        ('{"format": "fitsheet-measurements", "version": 1, "results": [{"x": NaN}]}', "not JSON"),
    ],
)
def test_that_a_file_that_holds_no_results_is_refused(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    file.write_text(text)
    with pytest.raises(NotReadable, match=said):
        read_results(file)


def test_that_the_folder_says_how_to_run_it_and_holds_no_bytecode(tmp_path: Path) -> None:
    folder = tmp_path / "there"
    write_folder(folder, [entry()])
    assert {path.name for path in folder.iterdir()} == {"README.txt", "jobs.json", "fitsheet_measure"}
    assert "--jobs jobs.json" in (folder / "README.txt").read_text()
    assert not list(folder.rglob("*.pyc"))
    with pytest.raises(FileExistsError):
        write_folder(folder, [entry()])


def tiny_workbook(folder: Path) -> Path:
    """One scenario of a small model, and one that cannot be measured."""
    model = model_from_preset("gpt-2", "m1").model_copy(update={"vocab_size": 256})
    load = Inference(batch=1, prompt=16, context=32)
    scenarios = (
        Scenario(id="s1", name="small", model="m1", load=load),
        Scenario(id="s2", name="nf4", model="m1", load=load, weights="nf4"),
    )
    file = folder / "w.fitsheet"
    save(file, Workbook(models=(model,), scenarios=scenarios), ())
    return file


def test_that_the_exported_folder_measures_and_its_results_come_back(tmp_path: Path, capsys: Any) -> None:
    folder = tmp_path / "there"
    assert main(["measure", str(tiny_workbook(tmp_path)), "--folder", str(folder), "--device", "cpu"]) == 1
    assert "nf4: Measure runs bf16" in capsys.readouterr().err
    jobs = json.loads((folder / "jobs.json").read_text())
    for made in jobs["jobs"]:
        made["job"]["time_limit_s"] = 20
    (folder / "jobs.json").write_text(json.dumps(jobs))
    command = [sys.executable, "-E", "fitsheet_measure", "--jobs", "jobs.json", "--out", "results.json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (found,) = read_results(folder / "results.json")
    observation = observation_from(found, "o1", ())
    # A machine that is busy with other things may take the time limit for one of them.
    assert observation.scenario == "s1" and set(observation.block) & {"prefill", "decode", "head"}


def test_that_the_command_measures_and_labels_what_follows_from_one_block(
    tmp_path: Path, capfd: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")  # its own clock: a busy machine takes less of the limit
    out = tmp_path / "results.json"
    given = ["--scenario", "small", "--device", "cpu", "--python", sys.executable]
    assert main(["measure", str(tiny_workbook(tmp_path)), "--out", str(out), *given]) == 0
    header, row = capfd.readouterr().out.splitlines()
    assert "prefill of the model, from one block" in header and row.startswith("small")
    (entry_,) = read_results(out)
    observation = observation_from(entry_, "o1", ())
    assert set(observation.block) == {"prefill", "decode", "head"}
    whole = 12 * observation.block["decode"].median + observation.block["head"].median
    assert f"{1e3 * whole:.4g}" in row.split()


def test_that_measure_says_what_it_lacks(tmp_path: Path, capsys: Any) -> None:
    file = str(tiny_workbook(tmp_path))
    assert main(["measure", file]) == 2
    assert main(["measure", file, "--out", "x.json", "--scenario", "none"]) == 2
    assert main(["measure", file, "--out", "x.json", "--scenario", "nf4"]) == 2
    assert main(["measure", file, "--out", str(tmp_path / "x.json"), "--python", str(tmp_path / "nothing")]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert "--out" in errors[0] and "no scenario 'none'" in errors[1] and "No scenario can be measured" in errors[3]
    assert "nothing" in errors[-1]


def test_that_a_folder_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a new folder and in an empty one, which stays the folder that it is: it may be a disk of its own."""
    empty = tmp_path / "empty"
    empty.mkdir()
    number = empty.stat().st_ino
    for folder in (tmp_path / "new", empty):
        with pytest.raises(OSError) as caught:
            write_folder(folder, [entry()], given_up=lambda: True)
        assert caught.value.errno == errno.ECANCELED
        with monkeypatch.context() as patch:

            def full(*_: object, **__: object) -> None:
                raise OSError(errno.ENOSPC, "No space left on device")

            patch.setattr(Path, "write_text", full)
            with pytest.raises(OSError, match="No space left"):
                write_folder(folder, [entry()])
        assert [each.name for each in tmp_path.rglob("*")] == ["empty"]
    write_folder(tmp_path / "new", [entry()])
    write_folder(empty, [entry()])
    assert empty.stat().st_ino == number
    assert sorted(each.name for each in empty.iterdir()) == sorted(each.name for each in (tmp_path / "new").iterdir())
    assert not list(tmp_path.rglob("*.tmp")) and not list(tmp_path.rglob("__pycache__"))
