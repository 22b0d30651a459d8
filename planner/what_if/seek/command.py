"""`fitsheet seek`: a computed line made what it shall be, by one cell; the answer as sentences or as JSON."""

from __future__ import annotations

import argparse
import json
from typing import Any

from planner.plan_options import add_plan, plan_asked, save_changed
from planner.sources import SourceError
from planner.words import Refused

FOUND, CANNOT = 0, 1


def add_seek(commands: Any) -> None:
    """The options; what they need is imported when the command runs."""
    parser = commands.add_parser("seek", help="the value of a field that makes a computed line what it shall be")
    add_plan(parser)
    parser.add_argument("--change", required=True, metavar="FIELD", help="a field of the scenario, or gpu.FIELD, "
                        "engine.FIELD, model.FIELD, model.groupN.attention.FIELD")  # fmt: skip
    parser.add_argument("--make", required=True, action="append", metavar="GOAL", help='"tpot_s<=40ms", '
                        '"tokens_per_s>=2000", "kv_cache_bytes=10GiB", fits, or "fits or tight"; repeatable, and all '
                        "must hold")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--output", metavar="WORKBOOK", help="where the workbook goes with the answer in it")
    parser.set_defaults(run=_seek)


def _seek(options: argparse.Namespace) -> int:
    from planner.edits import applied
    from planner.what_if.seek.changing import ChangeError, path_of
    from planner.what_if.seek.effects import effects_of
    from planner.what_if.seek.goals import read_goal
    from planner.what_if.seek.seeking import seek

    workbook, evaluation, planner = plan_asked(options)
    try:
        goals = [read_goal(evaluation, text) for text in options.make]
    except Refused as error:
        raise SourceError("make", str(error), "See docs/cli.md for how a goal is written.") from None
    try:
        path = path_of(workbook, evaluation, options.change)
    except ChangeError as error:
        raise SourceError("change", str(error), "See docs/cli.md for the fields.") from None
    found = seek(workbook, evaluation, planner.trial(workbook, evaluation.scenario.id), path, goals)
    effects = effects_of(planner, workbook, evaluation, found.edits) if found.found else None
    if options.output is not None and found.found:
        save_changed(options, applied(workbook, found.edits))
    print(json.dumps(answer_of(found, effects)) if options.json else text_of(found, effects))
    return FOUND if found.found else CANNOT


def answer_of(found: Any, effects: Any) -> dict[str, Any]:
    """What `--json` prints, in SI base units."""
    from planner.what_if.cells import plain_value
    from planner.what_if.seek.goals import unit_of

    evaluation = found.before
    given = found.given or (None,) * len(found.goals)
    goals = [
        {
            "line": goal.line,
            "relation": goal.key if goal.verdict else goal.relation,
            "wanted": None if goal.verdict else goal.value,
            "unit": unit_of(evaluation, goal.line),
            "before": goal.given(evaluation),
            "given": value,
            "off": None if goal.verdict or value is None else value - goal.value,
        }
        for goal, value in zip(found.goals, given, strict=True)
    ]
    return {
        "found": found.found,
        "change": list(found.path),
        "before": plain_value(evaluation, found.path),
        "value": found.value,
        "make": goals,
        "binding": {"code": found.binding.code, "line": found.binding.line or None,
                    "sentence": found.binding.said.words()},
        "sentence": found.sentence,
        "remarks": [remark.words() for remark in found.remarks],
        "verdict": {"before": str(evaluation.verdict), "after": effects and str(effects.after.verdict)},
        "others": [] if effects is None else list(effects.others),
        "others_no_longer_fit": [] if effects is None else list(effects.misfits),
        "edits": [{"path": list(edit.path), "value": edit.value} for edit in found.edits],
    }  # fmt: skip


def text_of(found: Any, effects: Any) -> str:
    """What is printed without `--json`: a sentence a line."""
    if not found.found:
        return str(found.sentence)
    lines = [found.sentence, f"Binds: {found.binding.said}", *(str(remark) for remark in found.remarks)]
    if effects is not None:
        lines += [str(said) for said in effects.said]
        lines.append(f"Verdict: {effects.before.verdict} before, {effects.after.verdict} after.")
    return "\n".join(lines)
