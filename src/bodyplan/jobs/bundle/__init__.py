"""Bundles of a robot with all its files: the plan of files, and writing them."""
