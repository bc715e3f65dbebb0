"""Pairs of links that collide in MuJoCo, but not in other simulators."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bodyplan import model
from bodyplan.model.scoped_names import WORLD_NAME


def first_moving_pairs(robot: model.Robot, still: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of a static link and a link that a joint moves relative to the static link.

    MuJoCo excludes contacts between bodies that a joint connects, unless the parent is static.
    Drake, Gazebo and MoveIt's Setup Assistant exclude these contacts too. Links that fixed joints
    connect count as one body.

    Args:
        robot: the robot.
        still: names of the links that do not move.
    """
    bodies = _rigid_bodies(robot)
    for joint in robot.joints:
        is_loose = joint.type in {"fixed", "floating"}
        if is_loose or joint.parent not in still or joint.parent == WORLD_NAME:
            continue
        for first in bodies[joint.parent]:
            for second in bodies[joint.child]:
                if robot.link(first).collisions and robot.link(second).collisions:
                    yield first, second


def _rigid_bodies(robot: model.Robot) -> dict[str, list[str]]:
    """Return, for each link, the links of its rigid body; fixed joints to the world are ignored."""
    found: dict[str, list[str]] = {}
    for link in robot.link_names:  # parents first
        joint = robot.parent_joint(link)
        is_fixed = joint is not None and joint.type == "fixed" and joint.parent != WORLD_NAME
        body = found[joint.parent] if joint is not None and is_fixed else []
        body.append(link)
        found[link] = body
    return found
