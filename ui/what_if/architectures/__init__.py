"""The window of models side by side."""
