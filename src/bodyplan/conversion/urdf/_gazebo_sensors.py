"""Conversion of the sensors in ``<gazebo>`` blocks of a URDF to sensors of the robot model."""

from __future__ import annotations

import math
from collections.abc import Iterator
from xml.etree.ElementTree import Element as Node

from bodyplan import model
from bodyplan.conversion.sdf.pose import EULER, transform_of
from bodyplan.conversion.urdf.libsdformat_links import YES
from bodyplan.formats import sdf, urdf
from bodyplan.model.scoped_names import MODEL_NAME
from bodyplan.spec import parse_float


def block_sensors(robot: model.Robot, root: urdf.Robot) -> Iterator[tuple[model.Sensor, Node]]:
    """Yield the sensors of ``<gazebo>`` blocks, paired with their elements.

    Args:
        robot: the robot with the links and joints that the blocks reference.
        root: the URDF of the robot.
    """
    for block in root.gazebo:
        for raw in block.content:
            made = None
            if raw.tag == "sensor":
                made = _sensor(robot, block.reference or "", raw.node)
            if made is not None:
                yield made, raw.node


def _sensor(robot: model.Robot, reference: str, node: Node) -> model.Sensor | None:
    """Return a sensor of a block; None if its link or joint does not exist."""
    joint = ""
    link = reference
    if not robot.has_link(reference):
        if not robot.has_joint(reference):
            return None
        joint, link = reference, robot.joint(reference).child
    written = node.find("pose")
    pose = pose_of(written) or model.IDENTITY
    base = "" if written is None else written.get("relative_to", "")
    base = robot.joint(base).child if robot.has_joint(base) else base
    if robot.has_link(base) or base == MODEL_NAME:
        pose = _in_root(robot, link).inverse() @ _in_root(robot, base) @ pose
    rate = next(numbers_of(node.findtext("update_rate") or ""), 0.0)
    name, kind = node.get("name", ""), node.get("type", "")
    return model.Sensor(name, kind, link, pose, rate if rate > 0.0 else None, joint)


def _in_root(robot: model.Robot, link: str) -> model.Transform:
    """Return the pose of a link in its root link with all joints at zero."""
    X = model.IDENTITY
    while (joint := robot.parent_joint(link) if robot.has_link(link) else None) is not None:
        X, link = joint.origin @ joint.X_JC.inverse() @ X, joint.parent
    return X


def pose_of(node: Node | None) -> model.Transform | None:
    """Return an SDFormat pose as a transform in its reference frame; None if it is invalid."""
    if node is None:
        return model.IDENTITY
    values = tuple(numbers_of(node.text or "0 0 0 0 0 0"))
    is_in_degrees = node.get("degrees", "").lower() in YES
    rotation_format = node.get("rotation_format", EULER)
    pose = sdf.Pose(value=values, degrees=is_in_degrees, rotation_format=rotation_format)
    return transform_of(pose)


def numbers_of(text: str) -> Iterator[float]:
    """Yield the numbers in a text; yield nothing if any word is not a finite number."""
    try:
        values = [parse_float(word) for word in text.split()]
    except ValueError:
        return
    if all(map(math.isfinite, values)):
        yield from values
