"""Seek: its dialog, and where it is asked for."""
