"""Caps on what is read: far above any real robot, low enough that hostile input ends quickly."""

from __future__ import annotations

from bodyplan.text.record import Record


class Limits(Record):
    """The caps of the reader. Each is named in the diagnostic of the input that meets it.

    Entity declarations have no number here: none is ever expanded.
    """

    max_bytes: int = 64 * 1024 * 1024
    """Size of the file, and of its characters in memory. The largest of 474 public robots has
    211 KB."""
    max_depth: int = 256
    """Nesting of elements. Real descriptions stay below 20."""
    max_elements: int = 250_000
    """Elements in one file. A robot of 12,500 links has about as many."""
    max_attributes: int = 1_000
    """Attributes on one element. The longest declared list has 13."""
    max_diagnostics: int = 10_000
    """Findings of the reader, and as many of the rules; behind them, nothing more is told."""


DEFAULT_LIMITS = Limits()
