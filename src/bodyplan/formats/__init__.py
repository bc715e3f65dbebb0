"""Typed formats, and the document that joins a source to its typed root."""
