"""Rules over descriptions: run, select, suppress, grade, and repair."""
