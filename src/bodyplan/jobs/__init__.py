"""One function for each task, which reads a description and returns a report or a new document."""
