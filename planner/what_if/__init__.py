"""Questions that take many plans: differences from a baseline, models against cards, ranges of fields, goals sought."""
