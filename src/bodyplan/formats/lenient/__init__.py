"""Bytes to a tree, where the file is no XML and the readers of robots let that pass.

What is wrong is told; the tree is that of the file as it is meant, with everything in its place.
"""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple

from bodyplan.core import DEFAULT_LIMITS, Limits
from bodyplan.diag import Diagnostic
from bodyplan.formats.places import Places
from bodyplan.spec.reader import NAMES
from bodyplan.text import Tree, parse


def _repairs() -> list[ModuleType]:
    """Each has ``repaired(data, tree)``, which gives bytes that read further, and ``told(places, cap)``."""
    # a sixth of the start-up time, needed for broken files only
    from bodyplan.formats.lenient import comment, epilog, prolog

    return [comment, prolog, epilog]


class Parsed(NamedTuple):
    """A tree, and what had to be overlooked for it."""

    tree: Tree
    overlooked: tuple[ModuleType, ...] = ()

    @property
    def has_strays(self) -> bool:
        """Whether something stands around the root that XML forbids there."""
        return any(repair.IS_AROUND_THE_ROOT for repair in self.overlooked)

    def told(self, places: Places, cap: int) -> list[Diagnostic]:
        """The findings about what was overlooked, at most so many."""
        found: list[Diagnostic] = []
        for repair in self.overlooked:
            found += repair.told(places, cap - len(found))
        return found


def parse_leniently(data: bytes, limits: Limits = DEFAULT_LIMITS) -> Parsed:
    """The tree of a file. Never raises on content.

    Args:
        data: the whole file.
        limits: caps on what is read.
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
        left.remove(repair)
        data = repaired
        parsed = Parsed(parse(data, limits, NAMES), (*parsed.overlooked, repair))
    return parsed
