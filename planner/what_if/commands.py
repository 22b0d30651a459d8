"""The options of the commands that ask "what if"; what they do is imported when they run."""

from __future__ import annotations

import argparse
from typing import Any

from planner.plan_options import add_plan
from planner.what_if.matrix.options import add_matrix
from planner.what_if.seek.command import add_seek


def add_what_if(commands: Any) -> None:
    """Every command of this folder."""
    _sweep_options(commands)
    _compare_options(commands)
    add_matrix(commands)
    add_seek(commands)


def _sweep_options(commands: Any) -> None:
    """The options of `fitsheet sweep`."""
    parser = commands.add_parser("sweep", help="one or two fields over ranges: a result and the verdict at each point")
    add_plan(parser)
    parser.add_argument("--x", required=True, metavar="FIELD=RANGE", help='such as "batch=1..64 by powers of two"')
    parser.add_argument("--y", metavar="FIELD=RANGE", help="a second field")
    parser.add_argument("--result", default="needed_bytes", metavar="NAME",
                        help="a summary name, the key of a line, or verdict; default needed_bytes")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON object in place of CSV")
    parser.set_defaults(run=_sweep)


def _sweep(options: argparse.Namespace) -> int:
    from planner.what_if.sweep.command import sweep

    return sweep(options)


def _compare_options(commands: Any) -> None:
    """The options of `fitsheet compare`; what it does is imported when it runs."""
    parser = commands.add_parser("compare", help="the scenarios of a workbook beside its baseline")
    parser.add_argument("workbook", help="a workbook file")
    parser.add_argument("--baseline", metavar="NAME", help="the scenario to compare with; default: the workbook's own")
    parser.add_argument(
        "--scenario", action="append", default=[], metavar="NAME", help="only the scenario of this name; repeatable"
    )
    parser.add_argument("--lines", action="store_true", help="every line of the ledger")
    parser.add_argument("--json", action="store_true", help="one JSON object per scenario and line")
    parser.set_defaults(run=_compare)


def _compare(options: argparse.Namespace) -> int:
    from planner.what_if.compare_command import compare

    return compare(options)
