"""The planner: values and arithmetic of whether a model fits on its accelerators; it imports neither Qt nor torch."""

__version__ = "0.1.0"
