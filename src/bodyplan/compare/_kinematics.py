"""Differences in the motion of two robots: of joints, and of poses at random configurations."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.compare._match import JointPair, Match
from bodyplan.compare._numbers import amount_of, angle, distance
from bodyplan.compare.result import Value
from bodyplan.conversion.chains import turned_round
from bodyplan.kinematics import forward_kinematics
from bodyplan.model import Joint, Transform
from bodyplan.model.joint import TWO_AXES, WITH_AXIS, WITH_RANGE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_ON_A_LINE = frozenset(("revolute", "screw"))
"""Types that rotate about a line: the position of the joint frame along the line is irrelevant."""


class Way(NamedTuple):
    """A difference in the motion of two joints: the field, both values, the unit and the amount."""

    field: str
    first: Value
    second: Value
    unit: str
    amount: float | None


def kind_of(joint: Joint) -> str:
    """Return the type of a joint, with "continuous" treated as "revolute"."""
    return "revolute" if joint.type == "continuous" else joint.type


def joint_differences(pair: JointPair, match: Match, tolerance: float) -> Iterator[Way]:
    """Yield the differences in how two joints move their child links.

    The compared values are the pose of the child at joint position zero, in a link that both robots
    have, and the axis in the frame of the child. The position of the joint along its axis is
    irrelevant.

    Args:
        pair: the joints.
        match: the matching links.
        tolerance: the largest difference that counts as equal: of angles [rad], and of positions
            [m], relative above 1 m.
    """
    first, second = pair
    if match.links.get(first.child, first.child) != second.child:
        yield Way("child", first.child, second.child, "", None)
    origins = match.origins(pair)
    if origins is None:
        yield Way("parent", first.parent, second.parent, "", None)
    a, b = origins or (first.origin, second.origin)
    if kind_of(first) != kind_of(second):
        yield Way("type", first.type, second.type, "", None)
        return
    kind = kind_of(first)
    X, Y = a @ first.X_JC, b @ second.X_JC
    yield from pose_differences("origin", X, Y, tolerance)
    if kind in {"floating", "planar"}:
        yield from pose_differences("X_JC", first.X_JC, second.X_JC, tolerance)
    C, D = (joint.X_JC.inverse() for joint in pair)  # the joint frame in the frame of the child
    scale = tolerance * max(1.0, *map(abs, C.p))
    if kind in {"ball", *TWO_AXES} and (far := distance(C.p, D.p)) > scale:
        yield Way("centre", C.p, D.p, "m", far)
    if kind in WITH_AXIS:
        for field in ("axis", "axis2") if kind in TWO_AXES else ("axis",):
            u = _turned(C, getattr(first, field))
            v = _turned(D, getattr(second, field))
            aside = _between(u, v)
            if aside > tolerance:
                yield Way(field, u, v, "", aside)
            elif kind in _ON_A_LINE and any(u) and (far := _off_line(C.p, D.p, u)) > scale:
                yield Way("axis position", C.p, D.p, "m", far)
    if kind == "screw" and amount_of(first.pitch, second.pitch, "relative") > tolerance:
        change = amount_of(first.pitch, second.pitch, "relative")
        yield Way("pitch", first.pitch, second.pitch, "m/rad", change)


def loop_differences(pair: JointPair, links: Mapping[str, str], tolerance: float) -> Iterator[Way]:
    """Yield the differences in how two loop-closing joints constrain their links.

    Args:
        pair: the joints.
        links: names of links in the second robot, by name in the first robot.
        tolerance: the largest difference that counts as equal: of angles [rad], and of positions
            [m], relative above 1 m.
    """
    first, second = pair
    if (links.get(first.parent), links.get(first.child)) == (second.child, second.parent):
        second = turned_round(second)
    for field in ("parent", "child"):
        ours, theirs = getattr(first, field), getattr(second, field)
        if links.get(ours, ours) != theirs:
            yield Way(field, ours, theirs, "", None)
    if kind_of(first) != kind_of(second):
        yield Way("type", first.type, second.type, "", None)
        return
    kind = kind_of(first)
    frames: tuple[tuple[str, Transform, Transform], ...] = (
        ("origin", first.origin, second.origin),
        ("child frame", first.X_JC.inverse(), second.X_JC.inverse()),
    )
    if kind == "fixed":  # only the relative pose of the two links matters
        frames = (("origin", first.origin @ first.X_JC, second.origin @ second.X_JC),)
    for field, X, Y in frames:
        for way in pose_differences(field, X, Y, tolerance):
            if not way.field.endswith(".rpy") or kind not in {"ball", *WITH_AXIS}:
                yield way
        if kind in WITH_AXIS:
            u, v = _turned(X, first.axis), _turned(Y, second.axis)
            if (aside := _between(u, v)) > tolerance:
                yield Way("axis" if field == "origin" else "child frame axis", u, v, "", aside)


def pose_differences(
    field: str, first: Transform, second: Transform, tolerance: float
) -> Iterator[Way]:
    """Yield the difference of position and the difference of orientation of two poses."""
    far = distance(first.p, second.p)
    if far > tolerance * max(1.0, *map(abs, first.p)):
        yield Way(f"{field}.xyz", first.p, second.p, "m", far)
    aside = angle(first, second)
    if aside > tolerance:
        yield Way(f"{field}.rpy", first.rpy, second.rpy, "rad", aside)


def _turned(X: Transform, direction: tuple[float, float, float]) -> tuple[float, float, float]:
    x, y, z = X @ direction
    p, q, r = X.p
    return x - p, y - q, z - r


def _between(u: tuple[float, ...], v: tuple[float, ...]) -> float:
    """Return the angle between two directions [rad].

    Each is a unit vector or zero. The angle is pi if only one of them is zero.
    """
    if any(u) != any(v):
        return math.pi
    chord = math.dist(u, v)
    return math.inf if math.isnan(chord) else 2.0 * math.asin(min(1.0, chord / 2.0))


def _off_line(p: tuple[float, ...], q: tuple[float, ...], u: tuple[float, ...]) -> float:
    """Return the distance of point q from the line through p with direction u [m]."""
    d = [b - a for a, b in zip(p, q, strict=True)]
    along = math.fsum(x * y for x, y in zip(d, u, strict=True))
    return math.hypot(*(x - along * y for x, y in zip(d, u, strict=True)))


def end_of(joint: Joint, field: str, end: str) -> float:
    """Return a limit of a joint; infinite if it does not apply or cannot be reached.

    Args:
        joint: the joint.
        field: "limit", or "limit2" for the second axis.
        end: the name of the limit, such as "lower" or "velocity".
    """
    if joint.type not in WITH_RANGE and end in {"lower", "upper"}:
        return -math.inf if end == "lower" else math.inf
    value: float = getattr(getattr(joint, field).within_reach, end)
    return value


# Poses


class Poses(NamedTuple):
    """The differences of link poses over all compared configurations.

    Args:
        names: names of the links; poses are relative to the first link.
        far: for each link, the largest distance between its positions in the two robots [m].
        aside: for each link, the largest angle between its orientations in the two robots [rad].
        size: the size of the robot, at least 1 m [m].
    """

    names: list[str]
    far: list[float]
    aside: list[float]
    size: float


_AT_ONCE = 50_000
"""Number of link poses that are computed at once."""


def compare_poses(match: Match, samples: int, seed: int) -> Poses:
    """Compare the poses of links at random configurations, relative to the first common link."""
    import numpy as np

    a, b = match.a, match.b
    known = {*match.links, *match.as_frames}
    names = [link.name for link in a.links if link.name in known]
    base = next((name for name in names if name in match.links), None)
    if base is None:
        return Poses([], [], [], 1.0)
    names = [base, *(name for name in names if name != base)]
    qa, qb = _configurations(match, samples, seed)
    others = [match.links.get(name, name) for name in names]
    size, far, chord = 1.0, np.zeros(len(names)), np.zeros(len(names))
    step = max(1, _AT_ONCE // len(names))
    for start in range(0, samples, step):
        rows = slice(start, start + step)
        Xa = _relative(forward_kinematics(a, qa[rows], names))
        Xb = _relative(forward_kinematics(b, qb[rows], others))
        size = max(size, float(np.abs(Xa[..., :3, 3]).max(initial=0.0)))
        apart = np.linalg.norm(Xa[..., :3, 3] - Xb[..., :3, 3], axis=-1).max(axis=0)
        turned = np.linalg.norm(Xa[..., :3, :3] - Xb[..., :3, :3], axis=(-2, -1)).max(axis=0)
        far, chord = np.maximum(far, apart), np.maximum(chord, turned)
    aside = 2.0 * np.arcsin(np.minimum(1.0, chord / math.sqrt(8.0)))
    return Poses(names, far.tolist(), aside.tolist(), size)


def _configurations(match: Match, samples: int, seed: int) -> tuple[Numbers, Numbers]:
    """Return (samples, nq) configurations of both robots with the same joint positions."""
    import numpy as np

    a, b = match.a, match.b
    qa, nq = a.random(seed, samples), b.nq
    qb = np.tile(b.neutral(), (samples, 1))
    place = {name: number for number, name in enumerate(a.q_names)}
    partner = {pair.second.name: pair.first for pair in match.joints}
    for joint in b.independent_joints:
        theirs = range(*b.q_slice(joint.name).indices(nq))
        ours = partner.get(joint.name)
        names = joint.variables
        if ours is not None and ours.variable_count == joint.variable_count:
            names = ours.variables
        for column, name in zip(theirs, names, strict=True):
            if name in place:
                qb[:, column] = qa[:, place[name]]
            elif name in a.mimics:  # this joint is a mimic joint only in the first robot
                mimic = a.mimics[name]
                qb[:, column] = mimic.multiplier * qa[:, place[mimic.leader]] + mimic.offset
    return qa, qb


def _relative(X: Numbers) -> Numbers:
    """Return poses (samples, links, 4, 4), expressed in the frame of the first link."""
    import numpy as np

    R, p = X[:, :1, :3, :3], X[:, :1, :3, 3]
    made = np.array(X)
    back = np.swapaxes(R, -1, -2)
    made[..., :3, :3] = back @ X[..., :3, :3]
    made[..., :3, 3] = (back @ (X[..., :3, 3] - p)[..., None])[..., 0]
    return made
