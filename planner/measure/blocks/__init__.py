"""Decoder blocks in torch, one file per kind of part; `decoder.py` puts them together.

Shape suffixes: B sequences, T new tokens, S cached tokens, M = d_model, h heads, g key and value heads, D head width,
F feed-forward width. `x_BTM` has the shape (B, T, M).
"""
