"""Which files are descriptions, and which of them belong together."""
