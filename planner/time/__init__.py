"""What of time is not a part's own: FLOPs of the whole model, operators to seconds, communication, floors."""
