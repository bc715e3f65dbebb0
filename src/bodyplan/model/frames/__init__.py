"""Frames: their names in nested scopes, and their poses."""
