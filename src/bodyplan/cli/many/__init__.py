"""Run a verb on many files, in several processes or on several machines, and report each result at once."""
