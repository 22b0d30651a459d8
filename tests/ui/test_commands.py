"""The program's first word: a command of the planner, or a file that is opened."""

import argparse

from planner.cli import _parser
from ui.__main__ import COMMANDS


def test_that_every_command_of_the_planner_runs_by_its_name_and_no_other_word_does() -> None:
    known = next(action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction))
    assert frozenset(known.choices) | {"--version", "--help", "-h"} == COMMANDS
