"""Centre of mass, reach and DOF of a robot, in its default or in a requested configuration.

This module is plain Python and takes linear time, so that showing a robot does not import NumPy.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from bodyplan.inertia.bodies import poses_at
from bodyplan.model import IDENTITY, Joint, Robot, Transform, Vec3
from bodyplan.model.joint import ENDLESS
from bodyplan.report.configuration import DEFAULT, ConfigurationFacts, ConfigurationRequest
from bodyplan.report.facts import Center, Freedom, Reach

_FREE = frozenset({"floating", "planar"})


class DefaultConfiguration(NamedTuple):
    """Properties of a robot in its default configuration, or in a requested configuration.

    Args:
        configuration: the configuration.
        center_of_mass: the centre of mass; None if the robot has no mass.
        reach: an upper bound on the distance of any link from the base; None without movable
            joints.
        degrees_of_freedom: the degrees of freedom of the joints of the tree.
        loops: names of the joints that close a loop and are not in the tree.
        followers: names of the mimic joints.
        masses: the mass of each link with an inertial, by name [kg].
    """

    configuration: ConfigurationFacts
    center_of_mass: Center | None
    reach: Reach | None
    degrees_of_freedom: Freedom
    loops: frozenset[str] = frozenset()
    followers: frozenset[str] = frozenset()
    masses: Mapping[str, float] = MappingProxyType({})

    @property
    def positions(self) -> Mapping[str, tuple[float, ...]]:
        """Values of every joint with variables, by name [rad] or [m]."""
        return self.configuration.positions


def default_configuration(
    robot: Robot, request: ConfigurationRequest = DEFAULT, unlisted: Collection[str] = ()
) -> DefaultConfiguration:
    """Return the properties of a robot in its default or in a requested configuration.

    Args:
        robot: the robot.
        request: the configuration.
        unlisted: joints that the configuration lists only if the request sets them.

    Raises:
        ConfigurationError: the robot cannot have the requested configuration.
    """
    configuration = request.of(robot, unlisted)
    total = sum(joint.degrees_of_freedom for joint in robot.joints)
    freedom = Freedom(total, total - robot.nv, len(robot.movable_joints))
    center, reach = _center(robot, configuration.positions), _reach(robot)
    masses = {link.name: link.inertial.mass for link in robot.links if link.inertial is not None}
    followers = frozenset(robot.mimics)
    return DefaultConfiguration(
        configuration,
        center,
        reach,
        freedom,
        frozenset(joint.name for joint in robot.loops),
        followers,
        masses,
    )


def _times(factor: float, vector: Vec3) -> Vec3:
    return factor * vector[0], factor * vector[1], factor * vector[2]


def _center(robot: Robot, positions: Mapping[str, tuple[float, ...]]) -> Center | None:
    """Return the centre of mass in the frame of the first root.

    The other roots are assumed to coincide with the first.
    """
    masses: list[float] = []
    moments: tuple[list[float], ...] = ([], [], [])
    for link, X_RL in zip(robot.links, poses_at(robot, positions), strict=True):
        if link.inertial is not None and link.inertial.mass:
            masses.append(link.inertial.mass)
            for moment, part in zip(moments, X_RL @ link.inertial.origin.p, strict=True):
                moment.append(link.inertial.mass * part)
    try:
        total = math.fsum(masses)
        if not masses or total <= 0.0:
            return None
        x, y, z = (math.fsum(moment) / total for moment in moments)
    except (OverflowError, ValueError):  # the sum overflows, or a summand is infinite
        return None
    return Center(robot.links[0].name, (x, y, z)) if math.isfinite(x + y + z) else None


class _Rigid(NamedTuple):
    """A link relative to the last movable joint above it.

    Args:
        X: the pose of the link in the frame of this joint.
        far: the largest possible distance of this joint's origin from the base [m].
        base: name of the link from which the distance is measured.
        endless: name of a joint on the path that translates without limits; empty without one.
    """

    X: Transform
    far: float
    base: str
    endless: str


def _reach(robot: Robot) -> Reach | None:
    """Return the longest path from a base to a link: the largest sum of its rigid segments."""
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
    """Return the child link of a joint relative to the last movable joint above it."""
    X = above.X @ joint.origin
    if joint.type == "fixed":
        return above._replace(X=X @ joint.X_JC)
    if joint.type in _FREE:
        return _Rigid(IDENTITY, 0.0, joint.child, "")
    slide = joint.slide
    if not slide:
        return above._replace(X=joint.X_JC, far=above.far + math.hypot(*X.p))
    ends = (joint.limit.lower, joint.limit.upper)
    if any(abs(end) > ENDLESS for end in ends):
        return above._replace(X=joint.X_JC, endless=above.endless or joint.name)
    longest = max(math.hypot(*(X @ _times(slide * end, joint.axis))) for end in ends)
    return above._replace(X=joint.X_JC, far=above.far + longest)
