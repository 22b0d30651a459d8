"""How many rows a workbook has at most, so that a window on it answers within a fraction of a second.

Layer groups
    Layers that are alike are one group. The deepest published decoders have 126 layers (Llama 3.1 405B) and 162 blocks
    (Llama-Nemotron Ultra 253B, arXiv:2505.00949), and those whose layers differ one by one some 80 (Nemotron-NAS,
    arXiv:2411.19146), 36 (OpenELM 3B, arXiv:2404.14619) or 35 (Gemma 3n). A group has some 240 lines in the ledger of a
    plan that serves; with 200 groups an edit takes some 0.1 s, and a plan with lines of another kind half a second.
Layer groups of all models
    Models of one shape share their lines; of other shapes each model of 200 groups holds some 40 MB and takes more than
    a second when its file is opened, beside the window.
Rows
    A table of 10,000 rows is filled in about a second.
"""

from __future__ import annotations

MOST_GROUPS = 200
MOST_GROUPS_IN_ALL = 5_000
MOST_ROWS = 10_000
