"""The decoder block as a flow of operators: what follows what, shapes, masks."""
