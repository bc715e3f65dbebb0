"""Random configurations from a counter: each number depends only on seed, variable and sample.

The numbers of a joint do not change when other joints are added, removed or reordered, nor with the
number of samples or threads. So the result for a pair of links stays valid while neither the links
nor the joints between them change.
"""

from __future__ import annotations

import math
from hashlib import blake2b
from typing import TYPE_CHECKING, Literal

from bodyplan.collision._relative import variables_of
from bodyplan.model import Robot
from bodyplan.model.joint import JOINT_TYPES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

Stream = Literal["always", "never"]
_WORDS = 4
"""Random numbers for each counter of Philox4x64."""


def random_configurations(
    robot: Robot, seed: int, stream: Stream, first: int, count: int
) -> Numbers:
    """Return (count, nq) configurations, uniform within the limits.

    Variables without limits have the range of ``variables_of``; rotations are uniform.

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
