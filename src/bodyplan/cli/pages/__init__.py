"""The text pages that verbs print, generated from their reports."""
