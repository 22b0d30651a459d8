"""The panel of the decoder block as a picture."""
