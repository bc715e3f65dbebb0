"""The exception of input that cannot be read."""

from __future__ import annotations


class InputError(OSError):
    """The input cannot be read: no such file, a directory, no permission, no such sample."""
