"""Fuzzing: mutated files of every format through the public functions; see ``__main__``."""
