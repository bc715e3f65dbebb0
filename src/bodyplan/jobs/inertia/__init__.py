"""Mass properties of links: the report on them, and their repair."""
