"""The reach of a link: its positions in random configurations, and their extent."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from bodyplan.core import Record
from bodyplan.kinematics._arguments import at_least, whole
from bodyplan.kinematics._output import room
from bodyplan.kinematics.forward import forward_kinematics
from bodyplan.model import Robot
from bodyplan.model.coordinates import dice_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_PIECE = 10_000
"""Number of configurations that are computed together."""


class Reach(Record):
    """Positions that a frame reaches, relative to a base.

    Args:
        frame: name of the frame whose origin is measured.
        base: name of the link in whose frame the positions are expressed.
        points: (n, 3) the positions [m]; read-only.
        q: (n, nq) the configurations in which the frame is at these positions; read-only.
    """

    __slots__ = ("__dict__", "base", "frame", "points", "q")

    frame: str
    base: str
    points: Numbers
    q: Numbers

    def __repr__(self) -> str:
        return f"<Reach of {self.frame} from {self.base}: {len(self.points)} points>"

    def __eq__(self, other: object) -> bool:
        import numpy as np

        if not isinstance(other, Reach):
            return NotImplemented
        alike = self.frame == other.frame and self.base == other.base
        return alike and np.array_equal(self.q, other.q)

    def __hash__(self) -> int:
        return hash((self.frame, self.base, len(self.q)))

    @cached_property
    def distances(self) -> Numbers:
        """Distances (n,) from the origin of the base [m]."""
        import numpy as np

        found: Numbers = np.sqrt((self.points * self.points).sum(-1))
        return found

    @property
    def nearest(self) -> float:
        """The smallest distance from the origin of the base [m]."""
        return float(self.distances.min())

    @property
    def farthest(self) -> float:
        """The largest distance from the origin of the base [m]."""
        return float(self.distances.max())

    @property
    def lower(self) -> Numbers:
        """The smallest x, y and z [m], shape (3,)."""
        found: Numbers = self.points.min(0)
        return found

    @property
    def upper(self) -> Numbers:
        """The largest x, y and z [m], shape (3,)."""
        found: Numbers = self.points.max(0)
        return found


def reach(
    robot: Robot,
    frame: str | int,
    base: str | int | None = None,
    *,
    count: int = 10_000,
    rng: np.random.Generator | int | None = 0,
    threads: int = 1,
) -> Reach:
    """Return positions that a frame reaches in random configurations, uniform within the limits.

    Mimic joints follow the joints that they mimic. Collisions are ignored. Variables without
    limits, such as the position of a floating base, are sampled over a full turn (angles) or within
    1 m of zero (lengths).

    Args:
        robot: a robot.
        frame: name or number of a link, or name of a frame of the robot.
        base: name or number of the link, or name of the frame, in which the positions are
            expressed; the first root by default.
        count: the number of positions.
        rng: a generator, or the seed of a new one: the same seed gives the same positions; None
            gives different positions each time.
        threads: the largest number of threads.

    Raises:
        UnknownNameError: a link does not exist.
        IndexError: a link's number is out of range.
        ValueError: count or threads is less than one, or rng is not a seed.
        TypeError: an argument has the wrong type.
        MemoryError: the result does not fit into memory.
    """
    import numpy as np

    whole(robot)
    count = at_least(1, count, "count")
    dice = dice_of(rng)
    both = [0 if base is None else base, frame]
    shape = (count, robot.arrays.nq)
    with room(shape, robot.arrays.neutral):
        points, q = np.empty((count, 3)), np.empty(shape)
        for begin in range(0, count, _PIECE):
            some = slice(begin, min(begin + _PIECE, count))
            q[some] = robot.random(dice, some.stop - begin)
            X = forward_kinematics(robot, q[some], both, threads=threads)
            X_RB, way = X[:, 0], X[:, 1, :3, 3] - X[:, 0, :3, 3]
            points[some] = (way[:, None, :] @ X_RB[:, :3, :3])[:, 0]
    points.setflags(write=False)
    q.setflags(write=False)
    to, start = (one if isinstance(one, str) else robot.links[one].name for one in (frame, both[0]))
    return Reach(to, start, points, q)
