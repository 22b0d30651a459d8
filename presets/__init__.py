"""Data only: models, accelerators and example workbooks, every figure with its source."""
