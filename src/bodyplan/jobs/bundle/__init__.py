"""The bundle of a robot: planned, then written."""
