"""The rules for SDFormat; loaded with the first file of that format."""
