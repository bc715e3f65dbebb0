"""Parsing of files that are not well-formed XML, but that urdfdom and libsdformat accept.

Each error is reported; the tree has the intended content, and all positions are unchanged.
"""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple

from bodyplan.core import DEFAULT_LIMITS, Limits
from bodyplan.diag import Diagnostic
from bodyplan.spec.reader import NAMES
from bodyplan.spec.recorder import Places
from bodyplan.text import ElementTree, parse


def _repairs() -> list[ModuleType]:
    """Return the modules with ``repaired(data, tree)`` and ``diagnostics(places, limit)``."""
    # loading these modules takes a sixth of the start-up time, and only malformed files need them
    from bodyplan.formats.lenient import _comment as comment
    from bodyplan.formats.lenient import _epilog as epilog
    from bodyplan.formats.lenient import _prolog as prolog

    return [comment, prolog, epilog]


class Parsed(NamedTuple):
    """A tree, and the repairs that were necessary to parse it."""

    tree: ElementTree
    repairs: tuple[ModuleType, ...] = ()

    @property
    def has_strays(self) -> bool:
        """Whether there is content before or after the root that XML forbids there."""
        return any(repair.IS_AROUND_THE_ROOT for repair in self.repairs)

    def diagnostics(self, places: Places, limit: int) -> list[Diagnostic]:
        """Return the diagnostics about the repaired errors, at most ``limit`` of them."""
        found: list[Diagnostic] = []
        for repair in self.repairs:
            found += repair.diagnostics(places, limit - len(found))
        return found


def parse_leniently(data: bytes, limits: Limits = DEFAULT_LIMITS) -> Parsed:
    """Parse a file, and repair XML errors that urdfdom accepts. Never raises on content.

    Args:
        data: the whole file.
        limits: the input limits.
    """
    parsed = Parsed(parse(data, limits, NAMES))
    left = [] if parsed.tree.fault is None else _repairs()
    while parsed.tree.fault is not None:
        for repair in left:
            repaired = repair.repaired(data, parsed.tree)
            if repaired is not None:
                break
        else:
            break
        # Each repair is tried once; a repair without effect would otherwise be repeated for ever.
        left.remove(repair)
        data = repaired
        parsed = Parsed(parse(data, limits, NAMES), (*parsed.repairs, repair))
    return parsed
