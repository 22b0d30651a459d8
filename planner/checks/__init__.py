"""What does not go together, as Findings: in a row, between rows, in a plan with the numbers of its ledger.

`check_scenario` asks the others, which stand in a module for each thing that they look at.
"""

from planner.checks.cards import check_host
from planner.checks.rows import check_accelerator, check_bands, check_model, check_references
from planner.checks.scenario import check_scenario

__all__ = ["check_accelerator", "check_bands", "check_host", "check_model", "check_references", "check_scenario"]
