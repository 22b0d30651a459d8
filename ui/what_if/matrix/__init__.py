"""The window of the matrix of models and GPUs."""
