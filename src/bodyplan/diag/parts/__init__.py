"""Pieces of text that several renderers share."""
