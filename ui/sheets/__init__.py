"""The tables: one model and one view over column descriptions; each sheet only declares its columns."""
