"""Sweeps: fields over ranges, evaluated over arrays, with the verdict at every point."""
