"""A robot in its default configuration: centre of mass, reach and degrees of freedom.

In plain Python numbers and in linear time: whoever only looks at a robot waits for no NumPy.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from bodyplan.model import IDENTITY, Joint, Robot, Transform, Vec3
from bodyplan.model.joint import ENDLESS
from bodyplan.report.facts import Center, Freedom, Reach

_FREE = frozenset({"floating", "planar"})


class DefaultConfiguration(NamedTuple):
    """Properties of a robot in its default configuration.

    Args:
        positions: of each joint that moves, by name [rad] or [m].
        center_of_mass: None without mass.
        reach: the farthest that any link can come; None where nothing moves, or away from the base.
        degrees_of_freedom: of the joints of the tree.
        loops: how many joints are kept apart, as they close a loop.
        followers: names of the joints that follow another.
        masses: of the links that have one, by name [kg].
    """

    positions: Mapping[str, tuple[float, ...]]
    center_of_mass: Center | None
    reach: Reach | None
    degrees_of_freedom: Freedom
    loops: int = 0
    followers: frozenset[str] = frozenset()
    masses: Mapping[str, float] = MappingProxyType({})


def default_configuration(robot: Robot) -> DefaultConfiguration:
    """How a robot stands by default, and how it moves."""
    positions = robot.configuration()
    total = sum(joint.degrees_of_freedom for joint in robot.joints)
    freedom = Freedom(total, total - robot.nv, len(robot.movable_joints))
    center, reach = _center(robot, positions), _reach(robot)
    masses = {link.name: link.inertial.mass for link in robot.links if link.inertial is not None}
    followers = frozenset(robot.mimics)
    return DefaultConfiguration(
        positions, center, reach, freedom, len(robot.loops), followers, masses
    )


def _times(factor: float, vector: Vec3) -> Vec3:
    return factor * vector[0], factor * vector[1], factor * vector[2]


def _center(robot: Robot, positions: Mapping[str, tuple[float, ...]]) -> Center | None:
    """The centre of mass in the frame of the first root; further roots stand where it stands."""
    poses: list[Transform] = []
    masses: list[float] = []
    moments: tuple[list[float], ...] = ([], [], [])
    for index, link in enumerate(robot.links):
        into = robot.tree.into[index]
        if into < 0:
            X_RL = IDENTITY
        else:
            joint = robot.joints[into]
            motion = joint.motion(positions.get(joint.name, ()))
            X_RL = poses[robot.tree.above[index]] @ joint.origin @ motion @ joint.X_JC
        poses.append(X_RL)
        if link.inertial is not None and link.inertial.mass:
            masses.append(link.inertial.mass)
            for moment, part in zip(moments, X_RL @ link.inertial.origin.p, strict=True):
                moment.append(link.inertial.mass * part)
    try:
        total = math.fsum(masses)
        if not masses or total <= 0.0:
            return None
        x, y, z = (math.fsum(moment) / total for moment in moments)
    except (OverflowError, ValueError):  # sums beyond all numbers, or of infinite ones
        return None
    return Center(robot.links[0].name, (x, y, z)) if math.isfinite(x + y + z) else None


class _Rigid(NamedTuple):
    """A link, seen from the last joint above it that moves.

    Args:
        X: its pose there.
        far: how far the origin of that joint can be from the base, at most [m].
        base: name of the link that this is counted from.
        endless: a joint on the way that slides without limits.
    """

    X: Transform
    far: float
    base: str
    endless: str


def _reach(robot: Robot) -> Reach | None:
    """The largest sum of the stiff parts on the way from a base to a link."""
    if not robot.movable_joints:
        return None
    parts: list[_Rigid] = []
    best: Reach | None = None
    for index, link in enumerate(robot.links):
        into = robot.tree.into[index]
        if into < 0:
            part = _Rigid(IDENTITY, 0.0, link.name, "")
        else:
            part = _behind(parts[robot.tree.above[index]], robot.joints[into])
        parts.append(part)
        length = math.inf if part.endless else part.far + math.hypot(*part.X.p)
        if math.isnan(length):
            return None
        if best is None or length > best.length * (1 + 1e-12):
            best = Reach(length, part.base, link.name, part.endless)
    return best if best is not None and best.length else None


def _behind(above: _Rigid, joint: Joint) -> _Rigid:
    """What is known of the child of a joint."""
    X = above.X @ joint.origin
    if joint.type == "fixed":
        return above._replace(X=X @ joint.X_JC)
    if joint.type in _FREE:
        return _Rigid(IDENTITY, 0.0, joint.child, "")
    slide = {"prismatic": 1.0, "screw": joint.pitch}.get(joint.type, 0.0)
    if not slide:
        return above._replace(X=joint.X_JC, far=above.far + math.hypot(*X.p))
    ends = (joint.limit.lower, joint.limit.upper)
    if any(abs(end) > ENDLESS for end in ends):
        return above._replace(X=joint.X_JC, endless=above.endless or joint.name)
    longest = max(math.hypot(*(X @ _times(slide * end, joint.axis))) for end in ends)
    return above._replace(X=joint.X_JC, far=above.far + longest)
