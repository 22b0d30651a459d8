"""Files of others become rows: configurations, and headers of checkpoints. Nothing in them is ever executed."""
