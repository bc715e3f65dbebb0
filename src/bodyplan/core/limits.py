"""Input limits: far above any real robot, low enough that hostile input ends quickly."""

from __future__ import annotations

from bodyplan.core.record import Record


class Limits(Record):
    """The input limits of reading. The diagnostic of a file that exceeds a limit names it.

    XML entities need no limit, because they are never expanded.
    """

    max_bytes: int = 64 * 1024 * 1024
    """Size of a file, and of its decoded text in memory. The largest of 474 public robots has
    211 KB."""
    max_depth: int = 256
    """Nested elements. Real descriptions have fewer than 20 levels."""
    max_elements: int = 250_000
    """Elements in one file. A robot with 12,500 links has about as many."""
    max_attributes: int = 1_000
    """Attributes of one element. No declared element has more than 13."""
    max_diagnostics: int = 10_000
    """Diagnostics of reading, and as many of the rules. Further ones are not reported."""


DEFAULT_LIMITS = Limits()
