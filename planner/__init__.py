"""Values and arithmetic of the planner: no window, no torch, fast to import."""

__version__ = "0.1.0"
