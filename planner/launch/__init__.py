"""The command that a plan stands for: the server of its engine, with the flags that say what the plan assumes.

What a program has no flag for is said in a comment above the command, never left out in silence.
"""

from planner.launch.command import Argument, Launch
from planner.launch.engines import launch_of

__all__ = ["Argument", "Launch", "launch_of"]
