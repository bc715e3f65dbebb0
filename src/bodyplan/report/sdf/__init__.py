"""The report of an SDFormat file."""
