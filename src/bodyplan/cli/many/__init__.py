"""A verb on many files: in several processes or machines, with results as they are ready."""
