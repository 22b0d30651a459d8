"""The panel of the roofline."""
