"""Removal of invalid shapes and axes that would make a parser reject the whole file."""

from __future__ import annotations

import math

from bodyplan import model
from bodyplan.conversion.loss import RobotLossLog
from bodyplan.core import quoted, replace
from bodyplan.geometry.bounds import lengths
from bodyplan.model.joint import JOINT_TYPES, TWO_AXES


def with_valid_shapes(robot: model.Robot, log: RobotLossLog, *, flat: bool) -> model.Robot:
    """Return a copy of a robot without the shapes that have an invalid size.

    Args:
        robot: the robot.
        log: collects what is lost.
        flat: whether a size of zero is valid in the format; negative sizes never are.
    """
    changed: dict[str, model.Link] = {}
    for link in robot.links:
        invalid = [
            part
            for part in (*link.visuals, *link.collisions)
            if (least := _least_size(part.shape)) < 0.0 or (least == 0.0 and not flat)
        ]
        if not invalid:
            continue
        for part in invalid:
            log.add("dropped", part, "", "its size is not positive", changes_meaning=True)
        gone = {id(part) for part in invalid}
        visuals, collisions = (
            tuple(part for part in parts if id(part) not in gone)
            for parts in (link.visuals, link.collisions)
        )
        changed[link.name] = replace(link, visuals=visuals, collisions=collisions)
    if not changed:
        return robot
    links = tuple(changed.get(link.name, link) for link in robot.links)
    return replace(robot, links=links).with_notes_of(robot)


def _least_size(shape: model.Shape | None) -> float:
    """Return the smallest size of a primitive; infinity for any other shape."""
    return min((least for one in lengths(shape).values() for least in one), default=math.inf)


def without_zero_axes(robot: model.Robot, log: RobotLossLog) -> model.Robot:
    """Return a robot without axes of length zero, which SDFormat and MuJoCo reject.

    A joint with such an axis cannot move, so it becomes a fixed joint. If only one of two axes is
    zero, the joint keeps the other axis.

    Args:
        robot: the robot.
        log: collects what is lost.
    """
    if all(map(_moves_along_all, (*robot.joints, *robot.loops))):
        return robot
    joints = [_without_zero_axis(joint, log) for joint in robot.joints]
    loops = tuple(_without_zero_axis(joint, log) for joint in robot.loops)
    fixed = {joint.name for joint in joints if joint.type == "fixed"}
    for number, joint in enumerate(joints):
        if joint.mimic is not None and joint.mimic.leader in fixed:
            reason = f"{quoted(joint.mimic.leader)} is fixed, and the joint moves freely"
            log.add("dropped", joint, "mimic", reason, changes_meaning=True)
            joints[number] = replace(joint, mimic=None)
    return replace(robot, joints=tuple(joints), loops=loops).with_notes_of(robot)


def _moves_along_all(joint: model.Joint) -> bool:
    axes = (joint.axis, joint.axis2)[: JOINT_TYPES[joint.type].axes]
    return all(map(any, axes))


def _without_zero_axis(joint: model.Joint, log: RobotLossLog) -> model.Joint:
    if _moves_along_all(joint):
        return joint
    ends = joint.parent, joint.child
    fixed = model.Joint(joint.name, "fixed", *ends, joint.origin, X_JC=joint.X_JC)
    axis, limit, dynamics = joint.axis, joint.limit, joint.dynamics
    if joint.type in TWO_AXES and not any(axis):
        axis, limit, dynamics = joint.axis2, joint.limit2, joint.dynamics2
    if joint.type not in TWO_AXES or not any(axis):
        log.add("approximated", joint, "axis", "it is zero, so the joint becomes a fixed one")
        return fixed
    log.add("approximated", joint, "axis", "one is zero, so the joint becomes a revolute one")
    return replace(fixed, type="revolute", axis=axis, limit=limit, dynamics=dynamics)
