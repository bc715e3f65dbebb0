"""The comparison of two robots, entity by entity and field by field."""
