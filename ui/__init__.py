"""The window: tables, ledger and charts over the planner's values."""
