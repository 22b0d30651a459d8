"""The measuring worker: times one decoder block on the device in front of it.

This folder runs by itself, `python -E <folder>`, in a Python that has torch and need not have Fitsheet: it uses the
standard library, torch and its own modules (by relative import), and keeps to the syntax of Python 3.9. It talks in
JSON lines (`protocol.py`). Nothing here imports torch at the top except the modules below `blocks/` and those that
are imported once a job is accepted. See docs/decisions/0010-measure-worker.md.
"""
