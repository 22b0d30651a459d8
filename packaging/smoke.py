"""Try a frozen Fitsheet as a user's machine would: `python packaging/smoke.py dist/fitsheet [--python EXTERNAL]`.

1. The program opens its window on the example (`fitsheet --smoke FILE.json`), paints, finds its presets and its worker.
   It is started several times (`--starts`): the first start may wait for the disk, the others do not; and once in
   each other language that it has.
2. The same program answers on the command line, with the workbook that it carries and with presets alone.
3. It writes every kind of export, a launch line, what a log says beside a plan, and what `doctor` knows.
4. An external Python (by default the one that runs this) starts the worker that it carries, is greeted, and says which
   torch it has, if any, and with one it measures a small block.
5. Nothing of torch was frozen in.

packaging/README.md says what `--smoke FILE.json` writes. This script prints what it saw and exits 1 with a sentence at
the first failure.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

START_LIMIT_S = 60
RESIDENT_LIMIT = 90e6
WORKER_LIMIT_S = 120
WORKER_END_LIMIT_S = 10
# Llama-2-7B without what is a default of its kind: the reader takes that from the files that go along.
CONFIG = {
    "model_type": "llama",
    "hidden_size": 4096,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "intermediate_size": 11008,
    "vocab_size": 32000,
}
CONFIG_PARAMETERS = 6_738_415_616
EXPORTS = {"xlsx": b"PK", "csv": b",", "md": b"#", "pdf": b"%PDF", "png": b"PNG", "svg": b"<svg"}
LOG = "Model loading took 12.5523 GiB and 3.2 seconds\nAvailable KV cache memory: 55.43 GiB\n"
PLAN_STATUSES = (0, 1, 3)  # fits, misfits, unknown: every one of them is an answer


class SmokeError(Exception):
    """What is wrong with the frozen program, as a sentence."""


def clean_environment(home: Path) -> dict[str, str]:
    """The environment of a user who has no Python set up: own empty home, none of this Python's variables."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "XDG_"))}
    kept["HOME"] = kept["USERPROFILE"] = str(home)
    if sys.platform == "linux" and not kept.get("DISPLAY") and not kept.get("WAYLAND_DISPLAY"):
        kept["QT_QPA_PLATFORM"] = "offscreen"
    return kept


def run(
    command: list[str], home: Path, what: str, more: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    environment = {**clean_environment(home), **(more or {})}
    try:
        return subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, timeout=START_LIMIT_S)
    except subprocess.TimeoutExpired as late:
        said = (late.stderr or b"").decode(errors="replace") if isinstance(late.stderr, bytes) else late.stderr or ""
        raise SmokeError(f"{what} took longer than {START_LIMIT_S} s.\n{said[-2000:]}") from late


def open_window(program: Path, home: Path, more: dict[str, str] | None = None) -> dict[str, Any]:
    """Open the window once, with `more` in its environment, and give what the program reports about it."""
    report_file = home / "smoke.json"
    report_file.unlink(missing_ok=True)
    begin = time.perf_counter()
    ended = run([str(program), "--smoke", str(report_file)], home, "Opening the window", more)
    if ended.returncode != 0 or not report_file.exists():
        raise SmokeError(f"The window did not open (exit status {ended.returncode}):\n{ended.stderr[-2000:]}")
    report: dict[str, Any] = json.loads(report_file.read_text(encoding="utf-8"))
    if not report["painted_ms"] > 0:
        raise SmokeError("The window opened and painted nothing.")
    # The one clock of the system, read by both.
    report["started_to_painted_ms"] = (report["painted_at_s"] - begin) * 1e3
    return report


def check_window(program: Path, home: Path, starts: int) -> Path:
    """Open the window `starts` times; return the worker's folder as the program names it."""
    reports = [open_window(program, home) for _ in range(starts)]
    report = reports[-1]
    print(f"window: {report}")
    painted = [each["started_to_painted_ms"] for each in reports]
    print(
        f"painted, from the start of the process, after {min(painted):.0f} ms at best,"
        f" {statistics.median(painted):.0f} ms in the middle of {starts}, {painted[0]:.0f} ms the first time"
    )
    if report["resident_bytes_before_the_chart"]:
        resident = max(each["resident_bytes_before_the_chart"] for each in reports)
        own = report["memory_before_the_chart"]["anonymous"]
        print(
            f"resident with the example on show, before the chart: {resident / 1e6:.1f} MB, "
            f"{own / 1e6:.1f} MB of it the program's own"
        )
        if resident > RESIDENT_LIMIT:
            raise SmokeError(f"More than {RESIDENT_LIMIT / 1e6:.0f} MB are resident before the chart.")
    if report["heavy_at_first_paint"]:
        raise SmokeError(f"Imported before the first paint: {', '.join(report['heavy_at_first_paint'])}.")
    if report["behind_at_first_paint"]:
        raise SmokeError(f"Built before the first paint: {', '.join(report['behind_at_first_paint'])}.")
    for name in ("presets", "scenarios"):
        if not report[name] > 0:
            raise SmokeError(f"The program found no {name}.")
    worker = Path(report["worker"])
    if report["worker_exists"] is not True or not (worker / "__main__.py").is_file():
        raise SmokeError(f"The program's worker is not at {worker}.")
    if program.parent.resolve() not in worker.resolve().parents:
        raise SmokeError(f"The program would run a worker from outside its own folder: {worker}.")
    return worker


def check_languages(program: Path, home: Path) -> None:
    """Open the window in each other language that the program carries, on a system of that language."""
    catalogues = sorted((program.parent / "_internal" / "ui" / "translations").glob("*.qm"))
    if not catalogues:
        raise SmokeError("The program carries no other language.")
    if sys.platform != "linux":  # what the language of the system is, is nothing that one process could be told there
        return
    english = open_window(program, home, {"LC_ALL": "C.UTF-8"})["first_menu"]
    for catalogue in catalogues:
        report = open_window(program, home, {"LC_ALL": f"{catalogue.stem}.UTF-8"})
        if report["first_menu"] == english:
            raise SmokeError(f"The window does not speak {catalogue.stem}.")
        if report["heavy_at_first_paint"]:
            raise SmokeError(f"Imported for {catalogue.stem}: {', '.join(report['heavy_at_first_paint'])}.")
        print(f"{catalogue.stem}: {english} is {report['first_menu']}")


def check_command_line(program: Path, home: Path) -> None:
    """Plan the example, and a model and a GPU that come from presets; count a config."""
    workbook = program.parent / "_internal" / "presets" / "workbooks" / "example.fitsheet"
    presets = ["--model", "llama-2-7b", "--gpu", "h100-sxm5", "--json"]
    for arguments in ([str(workbook), "--json"], presets):
        ended = run([str(program), "plan", *arguments], home, "Planning")
        if ended.returncode not in PLAN_STATUSES or not ended.stdout.strip():
            raise SmokeError(f"`fitsheet plan` failed (exit status {ended.returncode}):\n{ended.stderr[-2000:]}")
        print(f"plan: {len(ended.stdout):,} characters, exit status {ended.returncode}")
    config = home / "config.json"
    config.write_text(json.dumps(CONFIG), encoding="utf-8")
    ended = run([str(program), "params", str(config), "--json"], home, "Reading a config")
    if ended.returncode != 0 or json.loads(ended.stdout).get("total") != CONFIG_PARAMETERS:
        raise SmokeError(f"`fitsheet params` failed on a config:\n{ended.stdout}{ended.stderr[-2000:]}")
    print(f"params: {CONFIG_PARAMETERS:,} of a config")


def check_hand_over(program: Path, home: Path) -> None:
    """Every kind of export, with what is imported for it only; a launch line, a log held against a plan, `doctor`."""
    workbook = str(program.parent / "_internal" / "presets" / "workbooks" / "example.fitsheet")
    for ending, begin in EXPORTS.items():
        target = home / f"export.{ending}"
        ended = run([str(program), "export", workbook, str(target)], home, f"Exporting {ending}")
        if ended.returncode != 0 or not target.is_file() or begin not in target.read_bytes()[:200]:
            raise SmokeError(f"`fitsheet export` wrote no {ending}:\n{ended.stderr[-2000:]}")
        print(f"export: {ending}, {target.stat().st_size:,} bytes")
    log = home / "server.log"
    log.write_text(LOG, encoding="utf-8")
    plan = ["--model", "llama-2-7b", "--gpu", "h100-sxm5"]
    for arguments in (["launch", *plan, "--set", "engine=vllm"], ["reconcile", str(log), *plan], ["doctor"]):
        ended = run([str(program), *arguments], home, f"`fitsheet {arguments[0]}`")
        if ended.returncode not in PLAN_STATUSES or not ended.stdout.strip():
            raise SmokeError(f"`fitsheet {arguments[0]}` failed ({ended.returncode}):\n{ended.stderr[-2000:]}")
        print(f"{arguments[0]}: {len(ended.stdout):,} characters, exit status {ended.returncode}")


def check_worker(worker: Path, python: str, home: Path) -> None:
    """Start the worker with an external Python, say hello, and expect its greeting as the first line.

    Its input stays open until then, as the window keeps it: a worker whose input is closed ends within two seconds,
    and loading torch may take longer.
    """
    with subprocess.Popen(
        [python, "-E", "-B", str(worker)],
        cwd=home,
        env=clean_environment(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        alarm = threading.Timer(WORKER_LIMIT_S, process.kill)
        alarm.start()
        process.stdin.write(json.dumps({"type": "hello"}) + "\n")
        process.stdin.flush()
        first = process.stdout.readline()
        alarm.cancel()
        process.stdin.close()
        try:
            process.wait(WORKER_END_LIMIT_S)
        except subprocess.TimeoutExpired as late:
            process.kill()
            raise SmokeError(f"The worker did not end within {WORKER_END_LIMIT_S} s of its input's end.") from late
    try:
        greeting = json.loads(first)
    except json.JSONDecodeError as wrong:
        raise SmokeError(f"The worker's first line is not JSON: {first!r}") from wrong
    if not isinstance(greeting, dict) or greeting.get("type") != "hello":
        raise SmokeError(f"The worker did not say hello: {first}")
    print(f"worker: Python {greeting['python']}, torch {greeting['torch'] or greeting['torch_reason']}")


def check_contents(program: Path) -> None:
    internal = program.parent / "_internal"
    frozen_in = [path.name for path in internal.iterdir() if path.name.lower().startswith(("torch", "libtorch"))]
    if frozen_in:
        raise SmokeError(f"torch was frozen in: {', '.join(frozen_in)}.")
    for part in ("ui/compiled_texts.bin", "shiboken6/files.dir/shibokensupport/signature/loader.pyc"):
        if sys.platform == "linux" and not (internal / part).is_file():
            raise SmokeError(f"What makes the start short is not there: {part}.")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the frozen program's folder")
    parser.add_argument("--python", default=sys.executable, help="the external Python for the worker")
    parser.add_argument("--starts", type=int, default=3, help="how often to open the window (default: 3)")
    options = parser.parse_args()
    if options.starts < 1:
        parser.error("--starts needs at least one start")
    program = options.folder.resolve() / ("fitsheet.exe" if sys.platform == "win32" else "fitsheet")
    # There, a program is either for a window or prints.
    printing = program.with_name("fitsheet-console.exe") if sys.platform == "win32" else program
    with tempfile.TemporaryDirectory(prefix="fitsheet-smoke-") as folder:
        try:
            check_contents(program)
            worker = check_window(program, Path(folder), options.starts)
            check_languages(program, Path(folder))
            check_command_line(printing, Path(folder))
            check_hand_over(printing, Path(folder))
            check_worker(worker, options.python, Path(folder))
        except SmokeError as failure:
            print(f"smoke: {failure}", file=sys.stderr)
            return 1
    print("smoke: all of it answered")
    return 0


if __name__ == "__main__":
    sys.exit(main())
