"""What of memory is not a part's own: formats, activations, overheads, budgets."""
