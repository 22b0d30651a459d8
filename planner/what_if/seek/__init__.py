"""Seek: the value of one cell that makes a computed line what it shall be."""
