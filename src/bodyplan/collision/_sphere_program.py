"""The spheres of a robot in the form that the native self-collision kernel expects."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.kinematics import forward_kinematics
from bodyplan.model import Robot
from bodyplan.model.joint import TRANSLATING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ROOM = 1_000_000
"""The largest size of an array: pairs of spheres, times points or configurations."""
_SAMPLES = 64
"""Number of random configurations for estimating how often spheres are near each other."""
_ROUNDING = 1e-6
"""Relative error of a position in single precision, for each joint between it and the root."""
_LARGEST_Q = 8.0
"""Joint position up to which ``_ROUNDING`` is valid [rad] or [m]; smaller limits reduce it."""
_LARGEST_ANGLE = 1_000.0
"""Mimic joint angle up to which ``_ROUNDING`` is valid: sines of much larger angles are
inaccurate."""
_TURNS = frozenset(("revolute", "continuous"))
_POINTS = 256
"""Points on a circle at which the distance to another circle is measured."""
_MARGIN = 1e-9
"""Gap that two spheres must keep for their pair to be omitted, relative to their coordinates."""

Program = tuple[list[int], list[int], list[float], list[int], list[float], float]
"""Arguments of the native ``Plan.spheres``: link and number of spheres of each group, centers and
radii, pairs of groups, largest joint positions, and slack."""


class Group(NamedTuple):
    """Spheres of one link that are compared together.

    Args:
        link: index of the link.
        centers: (n, 3) in the link frame [m].
        radii: (n,) [m].
        middle: (3,) center of a sphere around all spheres of the group [m].
        reach: radius of that sphere [m].
    """

    link: int
    centers: NDArray[np.float64]
    radii: NDArray[np.float64]
    middle: NDArray[np.float64]
    reach: float

    @classmethod
    def of(cls, link: int, centers: NDArray[np.float64], radii: NDArray[np.float64]) -> Group:
        """Return the group of all spheres of a link."""
        import numpy as np

        middle = centers.mean(axis=0)
        reach = float((np.linalg.norm(centers - middle, axis=1) + radii).max())
        return cls(link, centers, radii, middle, reach)


def program_of(robot: Robot, links: Sequence[Group], pairs: Iterable[tuple[int, int]]) -> Program:
    """Return the input of the native kernel that tests configurations for self-collision.

    The kernel computes in single precision. If rounding errors could change the result of a
    configuration, it repeats the test in double precision. It compares each sphere of the first
    group of a pair with the sphere around all spheres of the second group. If some spheres of a
    pair of links can never overlap, the pair gets its own groups without these spheres.

    Args:
        robot: the robot.
        links: the spheres of each link that has spheres.
        pairs: indices in ``links`` of the links that are compared.
    """
    import numpy as np

    groups, chosen = _groups(robot, links, pairs)
    limits, reaches, errors = _bounds(robot)
    rounding = 0.0
    for group in groups:
        far = reaches[group.link] + float(np.linalg.norm(group.middle)) + group.reach
        rounding = max(rounding, _ROUNDING * errors[group.link] * far)
    numbers: list[float] = []
    for group in groups:
        # Add the rounding errors of two positions, so that no close pair of spheres is dropped.
        numbers += [*group.middle, group.reach + 2.0 * rounding]
        numbers += np.column_stack((group.centers, group.radii)).ravel().tolist()
    largest = max((float(group.radii.max()) for group in groups), default=0.0)
    widest = max((group.reach for group in groups), default=0.0)
    # The error of a squared distance d: 2 d times the errors of two positions, with d = 2 radii; and
    # the cancellation error of numbers as large as the square of a link's reach.
    slack = 8.0 * rounding * largest + _ROUNDING * (widest + largest) ** 2
    counts = [len(group.radii) + 1 for group in groups]
    own = [group.link for group in groups]
    return own, counts, numbers, _ordered(robot, groups, chosen), limits.tolist(), slack


def _groups(
    robot: Robot, links: Sequence[Group], pairs: Iterable[tuple[int, int]]
) -> tuple[list[Group], list[tuple[int, int]]]:
    """Return groups of spheres, and the pairs of groups that can overlap, as indices of groups.

    Args:
        robot: the robot.
        links: the spheres of each link that has spheres.
        pairs: indices in ``links`` of the links that are compared.
    """
    import numpy as np

    found: list[Group] = []
    places: dict[tuple[int, bytes], int] = {}

    def place(link: int, used: NDArray[np.bool_]) -> int:
        key = (link, used.tobytes())
        if key not in places:
            places[key] = len(found)
            whole = links[link]
            found.append(
                whole
                if used.all()
                else Group.of(whole.link, whole.centers[used], whole.radii[used])
            )
        return places[key]

    poses: NDArray[np.float64] | None = None
    chosen: list[tuple[int, int]] = []
    for a, b in pairs:
        one, two = links[a], links[b]
        joints = _joints_between(robot, one.link, two.link)
        can: NDArray[np.bool_] = np.ones((len(one.radii), len(two.radii)), bool)
        if joints is not None and can.size * _POINTS <= _ROOM:
            if poses is None:
                poses = np.asarray(forward_kinematics(robot, robot.q(), form="3x4"))
            can = _can_meet(robot, poses, one, two, joints)
        if can.any():
            chosen.append((place(a, np.any(can, axis=1)), place(b, np.any(can, axis=0))))
    return found, chosen


def _joints_between(robot: Robot, link: int, other: int) -> list[int] | None:
    """Return the movable joints between two links; None unless they are 1 or 2 revolute joints."""
    path = robot.tree.path(link, other)
    if path is None:
        return None
    moving = [index for index in (*path[0], *path[2]) if robot.joints[index].type != "fixed"]
    turning = all(robot.joints[index].type in _TURNS for index in moving)
    return moving if turning and 1 <= len(moving) <= 2 else None


def _can_meet(
    robot: Robot, poses: NDArray[np.float64], one: Group, two: Group, joints: Sequence[int]
) -> NDArray[np.bool_]:
    """Return (n, m) whether spheres of two links can overlap at any angles of the joints.

    The center of a sphere of the first link moves on a circle about the first joint; the center of
    a sphere of the second link moves on a circle about the last joint. Both circles are fixed in
    the link between the joints, so their distance is the smallest distance of the centers. With one
    joint, the spheres of the second link do not move.

    Args:
        robot: the robot.
        poses: (links, 3, 4) poses of the robot's links in any configuration.
        one: spheres of the first link.
        two: spheres of the second link.
        joints: one or two revolute joints, from the first link to the second.
    """
    import numpy as np

    places = [own.centers @ poses[own.link, :, :3].T + poses[own.link, :, 3] for own in (one, two)]
    axis, origin = _line(robot, poses, joints[0])
    heights = (places[0] - origin) @ axis
    spokes = places[0] - origin - heights[:, None] * axis
    across = np.cross(axis, spokes)
    angles = np.linspace(0.0, 2.0 * math.pi, _POINTS, endpoint=False)[:, None]
    moved = (places[0] - spokes)[:, None]  # (n, points, 3)
    moved = moved + np.cos(angles) * spokes[:, None] + np.sin(angles) * across[:, None]
    if len(joints) == 1:
        squares = ((moved[:, None] - places[1][:, None]) ** 2).sum(axis=-1)
    else:
        axis, origin = _line(robot, poses, joints[1])
        along, out = _cylindrical(moved, axis, origin)
        height, radius = _cylindrical(places[1], axis, origin)
        squares = (along[:, None] - height[:, None]) ** 2 + (out[:, None] - radius[:, None]) ** 2
    # Every point of the circle is within half a step of a measured point.
    step = np.linalg.norm(spokes, axis=1) * math.pi / _POINTS
    far = _MARGIN * (np.abs(moved).max() + np.abs(places[1]).max())
    least = np.sqrt(squares.min(axis=-1)) - step[:, None] - far
    can: NDArray[np.bool_] = least < one.radii[:, None] + two.radii
    return can


def _line(
    robot: Robot, poses: NDArray[np.float64], joint: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the direction of a joint axis and a point on the axis, in the frame of the poses."""
    arrays = robot.arrays
    parent, X_PJ = poses[int(arrays.parent_link[joint])], arrays.X_PJ[joint]
    axis = parent[:, :3] @ X_PJ[:, :3] @ arrays.axis[joint]
    return axis, parent[:, :3] @ X_PJ[:, 3] + parent[:, 3]


def _cylindrical(
    points: NDArray[np.float64], axis: NDArray[np.float64], origin: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the coordinates of points along an axis, and their distances from the axis."""
    import numpy as np

    apart = points - origin
    along = apart @ axis
    return along, np.linalg.norm(apart - along[..., None] * axis, axis=-1)


def _ordered(robot: Robot, groups: Sequence[Group], pairs: Sequence[tuple[int, int]]) -> list[int]:
    """Return the pairs of groups, each in the order that is faster for the kernel.

    The kernel compares each sphere of the first group with the sphere around the second group, and
    if they are near, with all spheres of the second group. Random configurations show how often
    they are near.
    """
    import numpy as np

    if not pairs:
        return []
    arrays = robot.arrays
    samples = max(1, min(_SAMPLES, _ROOM // sum(len(own.radii) for own in groups)))
    low, high = np.maximum(arrays.lower, -math.pi), np.minimum(arrays.upper, math.pi)
    q = np.random.default_rng(0).uniform(low, np.maximum(low, high), (samples, robot.nq))
    X = np.asarray(forward_kinematics(robot, q, [own.link for own in groups], form="3x4"))
    middles = np.einsum("nlij,lj->nli", X[..., :3], [own.middle for own in groups]) + X[..., 3]
    placed = [
        np.einsum("nij,sj->nsi", X[:, k, :, :3], own.centers) + X[:, k, None, :, 3]
        for k, own in enumerate(groups)
    ]

    def cost(a: int, b: int) -> float:
        radii, other = groups[a].radii, groups[b]
        apart = np.linalg.norm(placed[a] - middles[:, b, None], axis=2)
        near = float((apart < radii + other.reach).sum()) / samples
        # Cost of testing each sphere, of queueing the near ones, and of comparing the queued ones.
        return len(radii) + min(2.0 * len(radii), 16.0 * near) + near * len(other.radii)

    ordered: list[int] = []
    for a, b in pairs:
        ordered += (a, b) if cost(a, b) <= cost(b, a) else (b, a)
    return ordered


def _bounds(robot: Robot) -> tuple[Any, list[float], list[float]]:
    """Return three bounds from which the rounding errors of single precision are computed.

    Returns:
        (nq,) largest joint positions for which single precision is enough; for each link, its
        largest distance from the root [m]; and for each link, the number of rounding errors that
        add up in the positions of its spheres: 3 for the link itself, and for each joint above it,
        1 or the multiplier of a mimic joint if that is larger.
    """
    import numpy as np

    arrays = robot.arrays
    own = np.maximum(np.abs(arrays.lower), np.abs(arrays.upper))
    limits = np.where(own < _LARGEST_Q, np.maximum(own, 0.1), _LARGEST_Q)
    reaches, errors = [0.0] * len(robot.links), [3.0] * len(robot.links)
    for j, joint in enumerate(robot.joints):
        parent, child = int(arrays.parent_link[j]), int(arrays.child_link[j])
        at = int(arrays.q_index[j])
        if at >= 0:  # so that no angle exceeds ``_LARGEST_ANGLE``
            most = _LARGEST_ANGLE - abs(float(arrays.offset[j]))
            limits[at] = min(limits[at], most / max(1.0, abs(float(arrays.multiplier[j]))))
        far = np.linalg.norm(arrays.X_PJ[j, :, 3]) + np.linalg.norm(arrays.X_JC[j, :, 3])
        factor = max(1.0, abs(float(arrays.multiplier[j])))
        if joint.type in TRANSLATING:
            largest = float(limits[at]) * factor + abs(float(arrays.offset[j]))
            far += 2.0 * largest * max(1.0, abs(float(arrays.pitch[j])))
        reaches[child] = reaches[parent] + float(far)
        errors[child] = errors[parent] + factor
    return limits, reaches, errors
