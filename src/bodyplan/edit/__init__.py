"""Changes of layout, names, masses and SRDF elements, made as text edits."""
