"""The outline of a robot as a URDF: what an SRDF can speak of, whatever file the robot is from."""

from __future__ import annotations

import math
from typing import Any

from bodyplan.formats import urdf
from bodyplan.model import Joint, Robot


def outline(robot: Robot) -> urdf.Robot:
    """Links, joints of the tree with their kinds, bounds and leaders, and which links collide.

    Shapes, masses, poses and what closes loops are left out. Kinds of joints that URDF does not
    have keep their names, so that rules on names and counts of values hold for them too.

    Args:
        robot: in the hub.
    """
    shape = urdf.Collision(geometry=urdf.Geometry())
    return urdf.Robot(
        name=robot.name,
        links=tuple(
            urdf.Link(name=link.name, collisions=(shape,) * len(link.collisions))
            for link in robot.links
        ),
        joints=tuple(map(_joint, robot.joints)),
    )


def _joint(joint: Joint) -> urdf.Joint:
    kind: Any = joint.kind
    mimic, bounds = joint.mimic, joint.bounds
    limit = None
    if kind in {"revolute", "prismatic"} and math.isfinite(bounds.lower + bounds.upper):
        limit = urdf.Limit(
            lower=bounds.lower, upper=bounds.upper, effort=bounds.effort, velocity=bounds.velocity
        )
    return urdf.Joint(
        name=joint.name,
        type=kind,
        parent=joint.parent,
        child=joint.child,
        limit=limit,
        mimic=None
        if mimic is None
        else urdf.Mimic(joint=mimic.leader, multiplier=mimic.multiplier, offset=mimic.offset),
    )
