"""Limits of an expansion: far above what real robots need, but low enough for hostile input."""

from __future__ import annotations

from bodyplan.core import Record

_MIB = 1024 * 1024


class XacroLimits(Record):
    """The limits of an expansion. The ``name`` of a problem of kind "limit" is one of these names."""

    max_bytes: int = 16 * _MIB
    """Size of all files together [bytes]. A file counts each time that it is included."""
    max_output: int = 32 * _MIB
    """Size of the expanded text in memory [bytes]. One character outside ASCII makes all characters
    of the text 2 or 4 bytes wide."""
    max_elements: int = 50_000
    """Evaluated elements, including xacro tags. The elements of a macro count at each call."""
    max_depth: int = 256
    """Depth of nested elements in a file."""
    max_calls: int = 500
    """Depth of nested macro calls. A macro that calls itself 100 times, as a loop, nests 100 calls."""
    max_includes: int = 100
    """Depth of nested includes."""
    max_expression: int = 10_000
    """Characters of one expression."""
    max_items: int = 1_000_000
    """Characters or items of a value that an expression computes."""
    max_bits: int = 16_384
    """Bits of an integer in an expression. Python converts up to 14,285 bits to text."""
    max_steps: int = 5_000_000
    """Steps of all expressions together: evaluated syntax nodes, and items in loops and built-in
    functions. A robot with 60 links needs some ten thousand steps."""
    max_yaml: int = 200_000
    """Values in a YAML file. The values of an anchor count again at each alias."""
    max_problems: int = 50
    """Problems that are reported; when this number is reached, the expansion ends."""
    max_warnings: int = 1_000
    """Warnings that are reported."""


DEFAULT_LIMITS = XacroLimits()
