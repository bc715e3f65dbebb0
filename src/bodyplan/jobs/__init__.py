"""One function for each job: a description in, a report out."""
