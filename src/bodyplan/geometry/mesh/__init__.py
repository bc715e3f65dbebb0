"""Meshes: reading of their formats, with limits, and measurements."""
