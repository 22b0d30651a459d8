"""What if: a baseline to compare with, models against GPUs, fields over a range, values sought, where the time goes."""
