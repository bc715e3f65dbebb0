"""A limit for the work of sampling: shapes that lie closely in each other would take hours."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TESTS = 150_000_000
"""Tests of boxes for 10,000 configurations of a robot, or fewer. The pr2 needs 60 million, and all
other robots of example-robot-data fewer than 3 million."""
GIVEN_UP = "their fine meshes are so close that sampling ended early; fewer samples may suffice"
"""Why a pair that needs too many tests is checked."""
_GROWTH = 4
"""A query that was given up is repeated if it may take this many times as many tests."""


class Effort:
    """Queries about pairs of bodies that share a number of tests of boxes.

    A pair that needs more than its share is tried again once the other pairs have left some, and
    given up otherwise. The result does not depend on the number of threads.

    Args:
        left: number of tests; None for no limit.
        threads: how many may compute at once.
    """

    def __init__(self, left: int | None, threads: int) -> None:
        self._left = left
        self._threads = threads

    def ask(
        self, query: Callable[..., Any], X: Any, pairs: NDArray[np.int32]
    ) -> tuple[Any, NDArray[np.bool_]]:
        """Return the result of a query for each pair, and whether it is complete.

        Args:
            query: ``touching`` or ``first`` of a native scene.
            X: poses of the bodies.
            pairs: (p, 2) numbers of bodies.
        """
        import numpy as np

        is_whole = np.ones(len(pairs), bool)
        if self._left is None:
            return query(X, pairs, self._threads), is_whole
        found: Any = None
        rest = np.arange(len(pairs))
        before = 0
        while found is None or rest.size:
            share = self._left // max(rest.size, 1)
            if found is not None and share < _GROWTH * before:
                break
            left = np.full(rest.size, share, np.int64)
            part = query(X, pairs[rest], self._threads, left)
            self._left = max(0, self._left - int((share - left.clip(0)).sum()))
            if found is None:
                found = part
            else:
                found[..., rest] = part
            rest = rest[left < 0]
            before = max(share, 1)
        is_whole[rest] = False
        return found, is_whole
