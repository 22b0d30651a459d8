"""What leaves the window: exports, pictures, the launch line; and logs that come back."""
