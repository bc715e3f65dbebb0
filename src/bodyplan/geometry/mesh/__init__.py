"""Meshes: reading mesh files, with limits, and measuring meshes."""
