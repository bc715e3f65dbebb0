"""Meshes: their formats, read with limits, and what is measured on them."""
