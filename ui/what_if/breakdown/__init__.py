"""The panel of the breakdown."""
