"""Limits of an expansion: far above any real robot, low enough to stop hostile input quickly."""

from __future__ import annotations

from bodyplan.core import Record

_MIB = 1024 * 1024


class XacroLimits(Record):
    """The limits of an expansion. A problem of kind "limit" has the name of the one that is exceeded."""

    max_bytes: int = 16 * _MIB
    """Size of all files read, together. A file counts each time it is included."""
    max_output: int = 32 * _MIB
    """Size of the expanded text in memory, where one character beyond ASCII makes all of them up to
    4 bytes wide."""
    max_elements: int = 50_000
    """Elements that are evaluated, tags of xacro among them; those of a macro count at each call."""
    max_depth: int = 256
    """Nesting of elements in a file."""
    max_calls: int = 500
    """Macro calls inside each other. A loop over 100 things, written as a macro that calls itself,
    has 100."""
    max_includes: int = 100
    """Includes inside each other."""
    max_expression: int = 10_000
    """Characters of one expression."""
    max_items: int = 1_000_000
    """Characters or items of a value that an expression makes."""
    max_bits: int = 16_384
    """Bits of an integer in an expression. Python writes integers of up to 14,285 bits."""
    max_steps: int = 5_000_000
    """Steps of all expressions together: evaluated nodes, items of loops and of built-in
    functions. A robot of 60 links takes some ten thousand."""
    max_yaml: int = 200_000
    """Values in a YAML file, counted at each place where they are repeated."""
    max_problems: int = 50
    """Problems that are reported; the expansion ends at the last of them."""
    max_warnings: int = 1_000
    """Warnings that are reported."""


DEFAULT_LIMITS = XacroLimits()
