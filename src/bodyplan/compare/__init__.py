"""The comparison of two robots, field by field."""
