"""The open and closed positions of a gripper: its fingertips are furthest apart, or nearest."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations, product

from bodyplan import model
from bodyplan.edit._srdf_anatomy import Body, Hand
from bodyplan.model import Vec3

_CLEAR = 0.01
"""The distances between fingertips, open and closed, must differ by more than this fraction."""
_MOST_TIPS = 12


Grasp = Mapping[str, float]
"""Positions of joints by name."""


def opening(robot: model.Robot, hand: Hand) -> tuple[Grasp, Grasp] | None:
    """Return the positions of the joints of a gripper when it is open, and when it is closed.

    Return None for other hands, if a range is unlimited, or if the fingers are equally far apart at
    both ends.
    """
    movers = [joint for joint in hand.joints if joint.mimic is None]
    if not hand.is_gripper:
        return None
    ends: list[tuple[float, float]] = []
    for joint in movers:
        lower, upper = joint.limit.lower, joint.limit.upper
        if joint.variable_count != 1 or not math.isfinite(upper - lower) or lower >= upper:
            return None
        ends.append((lower, upper))
    names = [joint.name for joint in movers]
    grasps = [dict(zip(names, values, strict=True)) for values in product(*ends)]
    spreads = [_spread(robot, hand, grasp) for grasp in grasps]
    closest, widest = min(spreads), max(spreads)
    if widest - closest <= _CLEAR * widest:
        return None
    return grasps[spreads.index(widest)], grasps[spreads.index(closest)]


def _spread(robot: model.Robot, hand: Hand, grasp: Grasp) -> float:
    """Return the sum of the distances between the tips of the fingers [m]."""
    positions = dict(grasp)
    for other in hand.joints:
        mimic = robot.mimics.get(other.name)
        if mimic is not None and mimic.leader in grasp:
            positions[other.name] = mimic.multiplier * grasp[mimic.leader] + mimic.offset
    tips = [_tip_of(finger) for finger in hand.fingers[:_MOST_TIPS]]
    points = [_point(robot, hand, tip, positions) for tip in tips]
    return sum(math.dist(one, other) for one, other in combinations(points, 2))


def _tip_of(finger: Body) -> Body:
    while finger.children:
        finger = finger.children[0]
    return finger


def _point(robot: model.Robot, hand: Hand, tip: Body, positions: Mapping[str, float]) -> Vec3:
    """Return the centre of the last body of a finger, in the frame of the palm [m]."""
    point = _middle(robot, tip)
    link = tip.links[0]
    while link != hand.body.links[0]:
        joint = robot.parent_joint(link)
        assert joint is not None
        moved = joint.motion([positions.get(joint.name, 0.0)] * joint.variable_count) @ (
            joint.X_JC @ point
        )
        point = joint.origin @ moved
        link = joint.parent
    return point


def _middle(robot: model.Robot, body: Body) -> Vec3:
    """Return a point well inside a body, in the frame of its first link [m]."""
    link = robot.link(body.links[0])
    if link.inertial is not None and any(link.inertial.origin.p):
        return link.inertial.origin.p
    for geometry in (*link.collisions, *link.visuals):
        if any(geometry.origin.p):
            return geometry.origin.p
    fixed = robot.parent_joint(body.links[1]) if len(body.links) > 1 else None
    return (fixed.origin @ fixed.X_JC).p if fixed is not None else (0.0, 0.0, 0.0)
