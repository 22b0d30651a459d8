"""The window of a sweep: controls, heat map, curves, reading."""
