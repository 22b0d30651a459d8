"""Models against accelerators: one plan per cell, computed a row at a time."""
