"""Bundles of robots: plan and writing."""
