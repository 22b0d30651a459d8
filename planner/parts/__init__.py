"""The kinds of part that a model is made of: one file per kind, its fields and its formulas together."""
