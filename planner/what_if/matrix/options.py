"""The options of `fitsheet matrix`; what it does is imported when it runs."""

from __future__ import annotations

import argparse
from typing import Any

from planner.plan_options import add_settings
from planner.what_if.matrix.names import SHOWN, STATED


def add_matrix(commands: Any) -> None:
    """The command and its options."""
    parser = commands.add_parser("matrix", help="models against accelerators: what fits, how much is free, how fast")
    parser.add_argument("workbook", nargs="?", help="a workbook file; without one the presets are asked")
    parser.add_argument("--scenario", help="the load, degrees and engine are those of this scenario")
    add_settings(parser)
    several = "a row's name, a preset's id, words that find presets, `workbook` or `presets`; repeatable"
    for name in ("--models", "--gpus"):
        parser.add_argument(name, nargs="+", action="extend", metavar="TEXT", help=several)
    parser.add_argument(
        "--precisions",
        nargs="+",
        metavar="FORMAT",
        help=f"formats of the weights side by side; `{STATED}`: as they are",
    )
    parser.add_argument("--result", choices=SHOWN, default="verdict", help="what the table shows")
    parser.add_argument(
        "--fewest",
        action="store_true",
        help="least GPUs over all placements, not TP alone; cell by cell, which takes long",
    )
    parser.add_argument(
        "--format", choices=("table", "csv", "md", "json"), default="table", help="json: every result of every cell"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per cell and line, as --format json")
    parser.set_defaults(run=_matrix)


def _matrix(options: argparse.Namespace) -> int:
    from planner.what_if.matrix.command import matrix

    return matrix(options)
