"""A verb on many files: by several processes or machines, with results as they come."""
