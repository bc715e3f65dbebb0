"""Masses and inertias that MuJoCo accepts."""

from __future__ import annotations

from xml.etree.ElementTree import Element as Node

import numpy as np

from bodyplan import model
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.conversion.mjcf_text import number, numbers, placed

TINY_MASS = 1e-9
"""Mass of a moving link that has none [kg]; its inertia is this in kg m², too."""
_SMALLEST = 1e-14
"""Mass and inertia below this count as none for a moving body."""


def inertial_of(
    robot: model.Robot, link: model.Link, log: RobotLossLog, *, moves: bool
) -> Node | None:
    """Return the ``<inertial>`` of a body; None for one without mass.

    MuJoCo rejects moving bodies without mass, unless a body that is fixed to it has one.

    Args:
        robot: the robot.
        link: of the body.
        log: collects what is lost.
        moves: whether the body has a joint.
    """
    inertial = link.inertial
    if inertial is None or (not inertial.mass and not any(inertial.inertia)):
        if not moves or _carries_mass(robot, link):
            return None
        reason = f"a moving body requires mass; {TINY_MASS:g} kg and kg m² are assumed"
        log.add("assumed", link, "inertial", reason)
        tiny = numbers((TINY_MASS,) * 3)
        return Node("inertial", {"pos": "0 0 0", "mass": number(TINY_MASS), "diaginertia": tiny})
    moments, frame = _principal(inertial)
    valid = _valid(moments, is_moving=moves and not _carries_mass(robot, link))
    if valid != moments:
        reason = "MuJoCo accepts only moments of inertia that a body can have"
        log.add("approximated", link, "inertial", reason, changes_meaning=True)
    mass = max(inertial.mass, TINY_MASS if moves else 0.0)
    if mass != inertial.mass:
        log.add("assumed", link, "inertial", f"a moving body requires mass; {mass:g} kg is assumed")
    attributes = {"pos": numbers(frame.p), **placed(frame), "mass": number(mass)}
    xx, xy, xz, yy, yz, zz = inertial.inertia
    is_diagonal = not (xy or xz or yz)
    if valid == moments and not is_diagonal and "quat" not in placed(inertial.origin):
        attributes = {"pos": numbers(inertial.origin.p), "mass": number(mass)}
        attributes["fullinertia"] = numbers((xx, yy, zz, xy, xz, yz))
    else:
        attributes["diaginertia"] = numbers(valid)
    return Node("inertial", attributes)


Moments = tuple[float, float, float]


def _principal(inertial: model.Inertial) -> tuple[Moments, model.Transform]:
    """Return the moments about the principal axes, and the frame of these in the link."""
    xx, xy, xz, yy, yz, zz = inertial.inertia
    if not (xy or xz or yz):
        return (xx, yy, zz), inertial.origin
    tensor = np.array(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))
    found, axes = np.linalg.eigh(tensor)
    if np.linalg.det(axes) < 0.0:
        axes[:, 0] = -axes[:, 0]
    a, b, c = axes.tolist()
    x, y, z = found.tolist()
    turn = model.Transform((tuple(a), tuple(b), tuple(c)))
    return (x, y, z), inertial.origin @ turn


def _valid(moments: Moments, *, is_moving: bool) -> Moments:
    """Return moments that a body can have: positive, and none larger than the sum of the others."""
    low, middle, high = sorted(moments)
    if low >= (_SMALLEST if is_moving else 0.0) and low + middle >= high:
        return moments
    least = _SMALLEST * 10.0
    x, y, z = (max(one, least) for one in moments)
    low, middle, high = sorted((x, y, z))
    if low + middle < high:
        short = high - low - middle
        x, y, z = (one if one == high else one + short * 0.500001 for one in (x, y, z))
    return x, y, z


def _carries_mass(robot: model.Robot, link: model.Link) -> bool:
    """Whether a link below it, connected by fixed joints only, has a mass and an inertia."""
    waiting = [link.name]
    while waiting:
        for joint in robot.child_joints(waiting.pop()):
            if joint.type != "fixed":
                continue
            inertial = robot.link(joint.child).inertial
            if inertial is not None and inertial.mass > _SMALLEST and any(inertial.inertia):
                return True
            waiting.append(joint.child)
    return False
