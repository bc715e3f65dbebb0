"""Masses and inertias that MuJoCo accepts."""

from __future__ import annotations

from xml.etree.ElementTree import Element as Node

from bodyplan import model
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.conversion.mjcf.text import number, numbers, placed
from bodyplan.conversion.possible_inertia import possible_inertial
from bodyplan.core import replace
from bodyplan.inertia.tensor import principal_axes

TINY = 1e-9
"""The mass [kg] and the moments of inertia [kg m²] that are assumed for a moving link without
mass."""
_THIN = 1e-12
"""Margin by which the moments A ≤ B ≤ C of a flat body must satisfy A + B > C, relative to A +
B."""
_SMALLEST = 1e-14
"""MuJoCo rejects moving bodies with a smaller mass or inertia [kg] or [kg m²]."""


def inertial_of(
    robot: model.Robot, link: model.Link, log: RobotLossLog, *, moves: bool
) -> Node | None:
    """Return the ``<inertial>`` of a body; None for a body without mass.

    MuJoCo rejects a moving body without mass, unless a body attached by fixed joints has a mass.

    Args:
        robot: the robot.
        link: the link of the body.
        log: collects what is lost.
        moves: whether the body has a joint.
    """
    inertial = possible_inertial(link, log)
    is_empty = inertial is None or not (inertial.mass or any(inertial.inertia))
    needs_mass = moves and not carries_mass(robot, link.name)
    if is_empty and not needs_mass:
        return None
    made = model.Inertial(0.0) if inertial is None else inertial
    if needs_mass and not (made.mass > _SMALLEST and _least_moment(made) > _SMALLEST):
        reason = f"a moving body requires a mass and inertia; {TINY:g} kg and kg m² are assumed"
        log.add("assumed", link, "inertial", reason)
        low = max(0.0, TINY - _least_moment(made))
        xx, xy, xz, yy, yz, zz = made.inertia
        tensor = (xx + low, xy, xz, yy + low, yz, zz + low)
        made = replace(made, mass=max(made.mass, TINY), inertia=tensor)
    return _written(made)


def _written(inertial: model.Inertial) -> Node:
    xx, xy, xz, yy, yz, zz = inertial.inertia
    origin = inertial.origin
    moments, _ = principal_axes(inertial.inertia)
    is_thin = 2.0 * max(moments) > sum(moments) * (1.0 - _THIN)
    if xy or xz or yz:
        if "quat" not in placed(origin) and not is_thin:
            attributes = {"pos": numbers(origin.p), "mass": number(inertial.mass)}
            attributes["fullinertia"] = numbers((xx, yy, zz, xy, xz, yz))
            return Node("inertial", attributes)
        (xx, yy, zz), axes = principal_axes(inertial.inertia)
        origin = origin @ model.Transform(axes)
    if is_thin:  # MuJoCo rejects A + B < C, even if only rounding causes it
        a, b, c = sorted((xx, yy, zz))
        most = min(c, (a + b) * (1.0 - _THIN))
        xx, yy, zz = (min(one, most) for one in (xx, yy, zz))
    attributes = {"pos": numbers(origin.p), **placed(origin), "mass": number(inertial.mass)}
    return Node("inertial", {**attributes, "diaginertia": numbers((xx, yy, zz))})


def _least_moment(inertial: model.Inertial) -> float:
    return min(principal_axes(inertial.inertia)[0])


def carries_mass(robot: model.Robot, link: str) -> bool:
    """Return whether a link attached below ``link`` by fixed joints has a mass and an inertia."""
    waiting = [link]
    while waiting:
        for joint in robot.child_joints(waiting.pop()):
            if joint.type != "fixed":
                continue
            inertial = robot.link(joint.child).inertial
            if inertial is not None and min(inertial.mass, _least_moment(inertial)) > _SMALLEST:
                return True
            waiting.append(joint.child)
    return False
