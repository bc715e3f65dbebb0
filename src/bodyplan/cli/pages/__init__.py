"""What the verbs print for people, from the records of their reports."""
