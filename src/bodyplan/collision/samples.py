"""Counter-based random configurations: each number depends only on seed, variable and sample.

Adding, removing or reordering other joints does not change the numbers of a joint, nor does the
number of samples or threads. So the result for a pair of links stays valid until the links or the
joints between them change.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Literal

from bodyplan.collision._relative import variables_of
from bodyplan.model import Robot
from bodyplan.model.joint import JOINT_TYPES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

Stream = Literal["always", "never"]
_WORDS = 4
"""Number of random numbers that Philox4x64 computes for each counter."""
TESTS = 150_000_000
"""The largest number of box tests for up to 10,000 configurations of a robot. The PR2 needs 68
million; the other measured humanoids and mobile manipulators need fewer than 5 million."""
GIVEN_UP = "their fine meshes are so close that sampling ended early; fewer samples may suffice"
"""The reason of a pair that stays checked because it needs too many tests."""
_GROWTH = 4
"""A query that ran out of tests is repeated only with at least this many times as many tests."""


def random_configurations(
    robot: Robot, seed: int, stream: Stream, first: int, count: int
) -> Numbers:
    """Return (count, nq) configurations, uniform within the limits.

    Variables without limits have the ranges of ``variables_of``; rotations are uniform.

    Args:
        robot: the robot.
        seed: the seed, at least 0 and less than 2**64.
        stream: the name of one of the independent sequences.
        first: the index of the first configuration in the sequence.
        count: the number of configurations.
    """
    import numpy as np

    q = np.empty((count, robot.nq))
    for name, one in variables_of(robot).items():
        part = uniform(seed, f"{stream}/{name}", first, count)
        q[:, one.column] = np.minimum(one.lower + (one.upper - one.lower) * part, one.upper)
    column = 0
    for joint in robot.independent_joints:
        if "" in JOINT_TYPES[joint.type].units:
            end = column + joint.variable_count
            q[:, end - 4 : end] = _rotations((q[:, end - 4 : end - 1] + 1.0) / 2.0)
        column += joint.variable_count
    return q


def uniform(seed: int, stream: str, first: int, count: int) -> Numbers:
    """Return (count,) numbers of a stream in [0, 1), beginning with index ``first``.

    Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3",
    Philox4x64-10.
    """
    import numpy as np

    key = int.from_bytes(blake2b(stream.encode(), digest_size=8).digest(), "little")
    start = first // _WORDS
    philox = np.random.Philox(key=[seed, key], counter=[start, 0, 0, 0])
    raw = philox.random_raw(first - start * _WORDS + count)[first - start * _WORDS :]
    numbers: Numbers = (raw >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return numbers


def _rotations(part: Numbers) -> Numbers:
    """Return (n, 4) uniform unit quaternions x, y, z, w from (n, 3) uniform numbers.

    Source: Shoemake, "Uniform random rotations", Graphics Gems III.
    """
    import numpy as np

    one, two = np.sqrt(1.0 - part[:, 0]), np.sqrt(part[:, 0])
    a, b = 2.0 * math.pi * part[:, 1], 2.0 * math.pi * part[:, 2]
    return np.stack((one * np.sin(a), one * np.cos(a), two * np.sin(b), two * np.cos(b)), axis=1)


class Effort:
    """Queries about pairs of bodies, with a limit on the total number of box tests.

    The remaining tests are shared equally among the pairs. A pair that needs more than its share is
    queried again with the tests that other pairs did not use. If too few are left, its result stays
    incomplete. Results do not depend on the number of threads.

    Args:
        left: largest number of tests; None for no limit.
        threads: the number of threads that may run at once.
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
            pairs: (p, 2) the numbers of the two bodies of each pair.
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
