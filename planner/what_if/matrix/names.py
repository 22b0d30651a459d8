"""The words of the command line for a matrix; nothing heavy, so that options can be read without it."""

SHOWN = ("verdict", "margin", "needed", "gpus", "tokens", "tpot", "cost")
"""The results of a cell by name, as `tables.RESULTS` has them."""
STATED = "stated"
"""The format of the weights that the scenario has itself."""
