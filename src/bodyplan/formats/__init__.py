"""The file formats: their typed elements, and ``Document``, a file with its typed root element."""
