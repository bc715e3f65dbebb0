"""The search for description files, and for the files that belong to the same robot."""
