"""The workspace of a link: the positions of its origin in sampled configurations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from bodyplan.core import Record, quoted
from bodyplan.kinematics._arguments import at_least, configuration, whole
from bodyplan.kinematics._output import room
from bodyplan.kinematics._workspace_chain import IsolatedChain, isolated_chain, only_moving_tip
from bodyplan.kinematics.forward import forward_kinematics
from bodyplan.kinematics.reach import reach
from bodyplan.lie import se3
from bodyplan.model import Robot
from bodyplan.model.joint import ENDLESS
from bodyplan.model.numbers import plain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_BLOCK = 20_000
"""Number of configurations that are computed together; fewer for a robot with very many joints."""
_NUMBERS = 5_000_000
"""The largest number of values in these configurations together."""
_STARTS, _CHILDREN, _ROUNDS = 16, 8, 40
"""Parameters of the search for extremes: best points that are kept, samples around each, and
rounds."""
_REFINED = 500
"""Limit on the number of links of the chain times the number of best points: fewer points are
refined for a very long chain."""

_NUMBER = {"type": ["number", "null"]}
_Configuration = Annotated[Any, ("type", "array"), ("items", _NUMBER)]


class Measure(Record):
    """The distribution of a length over the sampled configurations [m].

    Args:
        min: the smallest value.
        p5: the 5th percentile.
        median: the median.
        p95: the 95th percentile.
        max: the largest value.
        q_min: (nq,) a configuration with the smallest value [rad] or [m].
        q_max: (nq,) a configuration with the largest value [rad] or [m].
        histogram: the number of samples in each of 16 equal intervals from min to max.
    """

    min: float
    p5: float
    median: float
    p95: float
    max: float
    q_min: _Configuration
    q_max: _Configuration
    histogram: tuple[int, ...]


class Workspace(Record):
    """The workspace of a link relative to another link.

    Args:
        robot: name of the robot.
        frame: name of the link, or of a frame on a link.
        base: name of the link in whose frame positions are expressed.
        points: (count, 3) positions of the origin of ``frame`` in the sampled configurations [m].
        seed: the seed of the random numbers.
        joints: names of the independent joints between base and frame.
        endless: names of those ``joints`` that translate without limits; they were sampled within a
            metre, and screw joints within half a turn, in both directions.
        distance: distances from the origin of the base.
        radius: distances from the z axis of the base.
        x: coordinates along the x axis of the base.
        y: coordinates along the y axis of the base.
        z: coordinates along the z axis of the base.
        skeleton: (links, 3) the origins of the links from base to frame in one configuration [m].
        q_names: names of the numbers of a configuration.
    """

    JSON: ClassVar[tuple[str, ...]] = (
        *("robot", "frame", "base", "count", "seed", "joints", "endless", "q_names"),
        *("distance", "radius", "x", "y", "z"),
    )

    robot: str
    frame: str
    base: str
    points: Any
    seed: int
    joints: tuple[str, ...]
    endless: tuple[str, ...]
    distance: Measure
    radius: Measure
    x: Measure
    y: Measure
    z: Measure
    skeleton: Any
    q_names: tuple[str, ...]

    @property
    def count(self) -> int:
        """Number of sampled configurations."""
        return len(self.points)


def sample_workspace(
    robot: Robot,
    frame: str | None = None,
    base: str | None = None,
    *,
    count: int = 100_000,
    seed: int = 0,
    q: Any = None,
    progress: Callable[[range], Any] | None = None,
) -> Workspace:
    """Return positions of the origin of a link in configurations spread evenly between the limits.

    The extremes of distance, radius and coordinates are searched around the outermost points, and
    the best values that were found are returned. For an arm, they are exact to about a millimetre;
    a long chain can reach farther than the result. Collisions are ignored.

    Args:
        robot: the robot.
        frame: name of the link, or of a frame that is fixed to a link; by default the only tip that
            moves.
        base: name of the link in whose frame the positions are expressed; the root link by default.
        count: the number of sampled configurations.
        seed: the seed of the random numbers; the same seed gives the same points.
        q: (nq,) the positions of joints that are not sampled, and the configuration for
            ``skeleton`` [rad] or [m]; by default the default configuration.
        progress: a function that wraps the loop over blocks of configurations to show a progress
            bar, like ``tqdm``: it is called with a range and must yield each of its numbers.

    Raises:
        UnknownNameError: a link does not exist.
        ValueError: count is less than one, the seed is negative, the links are not connected or
            connected only by fixed joints, no frame is given and several tips move, or positions
            overflow.
        TypeError: an argument has the wrong type.
        MemoryError: the result does not fit into memory.
    """
    import numpy as np

    whole(robot)
    count, seed = at_least(1, count, "count"), at_least(0, seed, "seed")
    base = robot.root_link.name if base is None else base
    frame = only_moving_tip(robot, base) if frame is None else frame
    way = isolated_chain(robot, base, frame)
    dice = np.random.default_rng(seed)
    with room((count, 3), robot.arrays.neutral):
        points = np.empty((count, 3))
    block = max(1, min(_BLOCK, _NUMBERS // max(1, way.robot.nq)))
    starts = range(0, count, block)
    ends = _Ends(base, frame, way)
    with np.errstate(over="ignore", invalid="ignore"):
        for start in starts if progress is None else progress(starts):
            some = reach(way.robot, frame, base, count=min(block, count - start), rng=dice)
            points[start : start + len(some.points)] = some.points
            if not np.isfinite(_lengths(some.points)).all():
                raise ValueError(f"link {quoted(frame)} is so far away that its position overflows")
            ends.take(some.points, some.q)
        ends.refine(min(_STARTS, max(2, _REFINED // len(way.links))), dice)
    held = robot.q() if q is None else _one(robot, q)
    skeleton = _places(way.robot, base, way.links, held[way.places][None])[0]
    values = _lengths(points)
    distance, radius, x, y, z = (
        _measure(values[:, i], ends, i, held) for i in range(values.shape[1])
    )
    return Workspace(
        robot.name,
        frame,
        base,
        points,
        seed,
        way.joints,
        way.endless,
        distance,
        radius,
        x,
        y,
        z,
        skeleton,
        robot.q_names,
    )


def _one(robot: Robot, q: Any) -> Numbers:
    """Return a configuration as an array, and check its shape."""
    import numpy as np

    found: Numbers = np.array(plain(configuration(robot, q)[1], "q"), np.float64)
    if found.ndim != 1:
        raise ValueError(f"q must have shape (nq = {robot.nq},), not {found.shape}")
    return found


def _places(robot: Robot, base: str, frames: Sequence[str], q: Numbers) -> Numbers:
    """Return the origins (rows, frames, 3) of links in the frame of the base."""
    import numpy as np

    X = forward_kinematics(robot, q, (base, *frames))
    found: Numbers = (se3.inverse(X[:, :1]) @ X[:, 1:, :, 3:])[..., :3, 0]
    return np.where(found == 0.0, 0.0, found)  # turns -0.0 into 0.0


def _lengths(points: Numbers) -> Numbers:
    """Return lengths (rows, 5): the distances from the origin and from the z axis, and x, y, z."""
    import numpy as np

    square = points * points
    flat = square[:, 0] + square[:, 1]
    found = np.empty((len(points), 5))
    found[:, 0] = np.sqrt(flat + square[:, 2])
    found[:, 1] = np.sqrt(flat)
    found[:, 2:] = points
    return found


class _Ends:
    """The configurations with extreme values of each length: the smallest, then the largest."""

    def __init__(self, base: str, frame: str, way: IsolatedChain) -> None:
        self.base, self.frame, self.way = base, frame, way
        self.q: list[Numbers] = []
        """The best configurations for each extreme, best first; each array is (up to _STARTS, nq)."""
        self.values: list[Numbers] = []
        """The values that are minimized: lengths, and negative lengths."""

    def take(self, points: Numbers, q: Numbers) -> None:
        """Keep the best configurations among the new and the previous ones."""
        import numpy as np

        lengths = _lengths(points)
        for end, values in enumerate(np.hstack((lengths, -lengths)).T):
            if end == len(self.q):
                self.q.append(q[:0])
                self.values.append(values[:0])
            worst = np.partition(values, _STARTS - 1)[_STARTS - 1] if len(q) > _STARTS else np.inf
            few = np.flatnonzero(~(values > worst))  # NaN stays, and sorts last
            together = np.append(self.values[end], values[few])
            best = np.argsort(together, kind="stable")[:_STARTS]
            self.values[end] = together[best]
            self.q[end] = np.concatenate((self.q[end], q[few]))[best]

    def refine(self, count: int, dice: np.random.Generator) -> None:
        """Search around the best configurations; steps are fractions of the joint ranges."""
        import numpy as np

        robot, varied = self.way.robot, self.way.varied
        lower, upper = robot.arrays.lower, robot.arrays.upper
        open_ended = ~((lower > -ENDLESS) & (upper < ENDLESS))
        span = np.where(open_ended, np.pi, upper - np.where(open_ended, 0.0, lower))
        for step in np.geomspace(0.2, 1e-6, _ROUNDS):
            best = np.concatenate([q[:count] for q in self.q])
            children = max(1, min(_CHILDREN, _NUMBERS // max(1, best.size)))
            q = np.repeat(best, children, axis=0)
            noise = dice.standard_normal((len(q), len(varied)))
            noise *= dice.random(noise.shape) < 0.5  # some variables stay unchanged
            q[:, varied] += noise * (step * span[varied])
            q[:, varied] = np.clip(q[:, varied], lower[varied], upper[varied])
            self.take(_places(robot, self.base, [self.frame], q)[:, 0], q)


def _measure(values: Numbers, ends: _Ends, index: int, held: Numbers) -> Measure:
    import numpy as np

    count = len(ends.q) // 2
    least, most = float(ends.values[index][0]), -float(ends.values[count + index][0])
    low, median, high = np.quantile(values, (0.05, 0.5, 0.95)).tolist()
    top = max(most, least + 1e-6 * max(1.0, abs(least)))
    histogram = np.histogram(values, bins=16, range=(least, top))[0]
    found = []
    for end in (index, count + index):
        q = held.copy()  # for the joints that are not sampled
        q[ends.way.places] = ends.q[end][0]
        found.append(q)
    q_least, q_most = found
    return Measure(
        least + 0.0,
        low,
        median,
        high,
        most + 0.0,
        q_least,
        q_most,
        tuple(histogram.tolist()),
    )
