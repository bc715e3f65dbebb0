"""Frames: their names in nested scopes, and the pose of each."""
