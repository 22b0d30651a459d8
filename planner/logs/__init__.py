"""What logs of serving programs state, beside what the ledger says: read line by line, nothing guessed."""

from planner.logs.reading import Log, read_log

__all__ = ["Log", "read_log"]
