"""Parsing of files that are not well-formed XML, but that urdfdom and libsdformat accept.

Each error is reported. The tree has the content that the author intended, and its positions are
those in the file.
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
    """Return the modules that each repair one kind of error.

    Each has the functions ``repaired(data, tree)`` and ``diagnostics(places, limit)``.
    """
    # only malformed files need these modules, which take a sixth of the start-up time
    from bodyplan.formats.lenient import _comment as comment
    from bodyplan.formats.lenient import _epilog as epilog
    from bodyplan.formats.lenient import _prolog as prolog

    return [comment, prolog, epilog]


class Parsed(NamedTuple):
    """The XML tree of a file, and the modules that repaired the file so that it could be parsed."""

    tree: ElementTree
    repairs: tuple[ModuleType, ...] = ()

    @property
    def has_strays(self) -> bool:
        """Whether the file has content outside the root element that XML forbids there."""
        return any(repair.IS_AROUND_THE_ROOT for repair in self.repairs)

    def diagnostics(self, places: Places, limit: int) -> list[Diagnostic]:
        """Return the diagnostics about the repaired errors, at most ``limit`` of them."""
        found: list[Diagnostic] = []
        for repair in self.repairs:
            found += repair.diagnostics(places, limit - len(found))
        return found


def parse_leniently(data: bytes, limits: Limits = DEFAULT_LIMITS) -> Parsed:
    """Parse a file, including one with XML errors that urdfdom accepts.

    Args:
        data: the whole file.
        limits: the input limits.

    No content of a file raises an exception: an error that cannot be repaired is in the tree.
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
        # Each repair is made at most once: repeating one without effect would never end.
        left.remove(repair)
        data = repaired
        parsed = Parsed(parse(data, limits, NAMES), (*parsed.repairs, repair))
    return parsed
