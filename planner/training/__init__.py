"""Training in the ledger: states, activations, the moments that compete for the peak, FLOPs, time."""
