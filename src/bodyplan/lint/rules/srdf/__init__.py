"""The rules for SRDF; loaded with the first file of that format."""
