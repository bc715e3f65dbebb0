"""Structural edits of descriptions as text edits: layout, names, masses, SRDF."""
