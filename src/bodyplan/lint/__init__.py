"""Rules on descriptions: run and select them, suppress and grade their diagnostics, apply fixes."""
