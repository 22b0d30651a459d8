"""A measuring worker without torch: says hello and answers a job with times made up from its points."""

import json
import sys


def say(**message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main():
    sys.stdin.readline()
    say(
        type="hello",
        protocol=1,
        python=sys.version.split()[0],
        torch="stub",
        devices=[{"device": "cpu", "name": "Stub"}],
    )
    job = json.loads(sys.stdin.readline())
    points = [
        {
            "point": point,
            "seconds": 0.001 * (number + 1),
            "lower_quartile_s": 0.0009,
            "upper_quartile_s": 0.003,
            "minimum_s": 0.0008,
            "n": 20,
            "date": "2026-01-01T00:00:00",
        }
        for number, point in enumerate(job["points"])
    ]
    device = {"device": "cpu", "name": "Stub", "memory_bytes": 8 * 2**30}
    say(type="result", id=job.get("id"), device=device, torch="stub", dtype="float32", points=points, notes=[])
    sys.stdin.read()


if __name__ == "__main__":
    main()
