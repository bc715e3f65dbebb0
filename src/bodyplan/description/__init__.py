"""Descriptions: opened once, with everything that belongs to them."""
