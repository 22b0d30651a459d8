"""Run every benchmarks/bench_*.py, each in a process of its own, and print one table: `make bench`.

A benchmark prints one JSON object per line: {"name": what was timed, "value": number, "unit": "ms" or another, and,
if it has them, "low" and "high" (quartiles), "count" (repetitions) and "note"}. Other lines go to standard error.
A benchmark that fails, or that prints no measurement, makes the whole run fail, after the others have been printed.
"""

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIMIT_S = 300


@dataclass(frozen=True)
class Measurement:
    """One row of the table; `low` and `high` are the quartiles of `count` repetitions."""

    bench: str
    name: str
    value: float
    unit: str
    low: float | None = None
    high: float | None = None
    count: int | None = None
    note: str = ""

    def cells(self) -> tuple[str, ...]:
        spread = "" if self.low is None or self.high is None else f"{self.low:,.4g} to {self.high:,.4g}"
        count = "" if self.count is None else f"{self.count:,}"
        return (self.bench, self.name, f"{self.value:,.4g}", self.unit, spread, count, self.note)


def measured(path: Path) -> list[Measurement]:
    """Run one benchmark and read what it prints; raises RuntimeError with the reason when it gave nothing."""
    bench = path.stem.removeprefix("bench_")
    try:
        ended = subprocess.run(
            [sys.executable, str(path)], stdout=subprocess.PIPE, text=True, timeout=LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired as late:
        raise RuntimeError(f"{path.name} took longer than {LIMIT_S} s") from late
    rows = []
    for line in ended.stdout.splitlines():
        try:
            fields = json.loads(line)
            rows.append(Measurement(bench, **fields))
        except (json.JSONDecodeError, TypeError):
            print(f"{path.name}: {line}", file=sys.stderr)
    if ended.returncode != 0:
        raise RuntimeError(f"{path.name} ended with exit status {ended.returncode}")
    if not rows:
        raise RuntimeError(f"{path.name} printed no measurement")
    return rows


def table(rows: list[Measurement]) -> str:
    """The measurements as aligned text columns, numbers to the right."""
    head = ("benchmark", "what", "value", "unit", "quartiles", "runs", "note")
    cells = [head, *(row.cells() for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    to_the_right = {2, 4, 5}
    lines = []
    for row in cells:
        parts = [
            text.rjust(width) if column in to_the_right else text.ljust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(parts).rstrip())
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the benchmarks and print one table.")
    parser.add_argument("names", nargs="*", help="only these, as in bench_NAME.py")
    names = parser.parse_args().names
    paths = [HERE / f"bench_{name}.py" for name in names] or sorted(HERE.glob("bench_*.py"))
    unknown = [path.name for path in paths if not path.is_file()]
    if unknown or not paths:
        print(f"There is no {', '.join(unknown) or 'bench_*.py'} in {HERE.name}/.", file=sys.stderr)
        return 2
    rows: list[Measurement] = []
    failures: list[str] = []
    for path in paths:
        try:
            rows += measured(path)
        except RuntimeError as failure:
            failures.append(str(failure))
    if rows:
        print(table(rows))
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
