"""A worker that stands in for a device with known constants: its times follow from the job, so that a fit can be held
against the truth. It runs without torch and answers at once.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMPUTE, BANDWIDTH, CALL = 4e11, 1.2e10, 6e-5
"""What the pretended device achieves: FLOP/s, bytes/s and seconds of a call; its probe claims other figures."""
SOURCE = f"""
import json, os, sys, time
sys.path.insert(0, {str(ROOT)!r})
from planner.measure.counts import flops, moved_bytes, parameters
from planner.measure.job import read_job
def say(**message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()
DEVICE = {{"device": "cpu", "name": "Test CPU", "threads": 2, "total_bytes": 8 << 30}}
PROBE = {{"gemm_flops_per_s": {{"bfloat16": 6e11, "float32": 3e11}}, "read_bytes_per_s": 2e10, "call_s": 2e-5}}
for line in sys.stdin:
    order = json.loads(line)
    if order["type"] == "hello":
        say(type="hello", protocol=1, torch="2.13", devices=[DEVICE])
    elif order["type"] == "probe":
        say(type="result", id=order["id"], device=DEVICE, probe=PROBE, notes=[])
    elif order["type"] == "measure":
        job = read_job(order)
        points = []
        for at, point in enumerate(job.points):
            work, moved = flops(job.part(point), point), moved_bytes(job.part(point), point, 2)
            calls = 1 if point.phase == "head" else 11
            seconds = ((work / {COMPUTE}) ** 2.5 + (moved / {BANDWIDTH}) ** 2.5) ** 0.4 + calls * {CALL}
            seconds *= 1 + 0.02 * (-1) ** at
            points.append({{
                "index": at, "point": point.described(), "seconds": seconds, "median_s": seconds, "n": 9,
                "lower_quartile_s": 0.99 * seconds, "upper_quartile_s": 1.01 * seconds, "minimum_s": 0.98 * seconds,
                "unstable": False, "reason": None, "blocks": 2, "date": "2026-11-30T00:00:00+00:00",
                "attention_kernel": "flash", "cuda_graph": False, "flops_per_s": work / seconds,
                "bytes_per_s": moved / seconds, "memory": {{"one_block_bytes": 1 << 20}}, "notes": []}})
            say(type="progress", id=job.id, stage="Timing", fraction=at / len(job.points), seconds_left=3.0)
            say(type="sample", id=job.id, **points[-1])
            if os.path.exists(os.path.join(os.path.dirname(__file__), "stop")):
                cancel = json.loads(sys.stdin.readline())
                common = {{"device": DEVICE, "torch": "2.13", "dtype": job.dtype, "probe": PROBE}}
                say(type="failed", id=job.id, code="cancelled", sentence="Cancelled after 1 point", details={{}},
                    points=points, partial=common)
                break
        else:
            say(type="result", id=job.id, device=DEVICE, dtype=job.dtype, torch="2.13", probe=PROBE, notes=[],
                points=points, tensor_parallel=1, threads=2)
    elif order["type"] == "quit":
        break
"""


def device_folder(folder: Path, stops: bool = False) -> Path:
    """The folder of such a worker; one that `stops` waits for a cancel after its first point."""
    folder.mkdir()
    (folder / "__main__.py").write_text(SOURCE)
    if stops:
        (folder / "stop").touch()
    return folder
